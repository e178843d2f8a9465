import { styled } from '@mui/material/styles';
import { ColorDot } from '../../../shared/color-dot';
import { textSize } from '../../../shared/type-scale';

const Label = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 5,
  minWidth: 0,
  padding: '1px 7px',
  borderRadius: 6,
  fontSize: textSize.micro,
  fontWeight: 600,
  lineHeight: '17px',
  color: theme.palette.text.secondary,
  background: theme.palette.background.default,
  // the text is bounded, not the label: bounded labels would leave the shrinking to their shorter neighbours
  '& > span:last-child': { maxWidth: 104, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
}));

/** A department or a tag: its colour as a dot, its name beside it. */
export function DotLabel({ name, color }: { name: string; color: string }) {
  return (
    <Label>
      <ColorDot color={color} size={7} />
      <span>{name}</span>
    </Label>
  );
}
