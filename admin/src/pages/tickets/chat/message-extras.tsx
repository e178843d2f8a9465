import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { textSize } from '../../../shared/type-scale';
import { choicesOf, framedOf } from '../model/message-data';
import type { Message } from '../model/types';

/** The headline of a template or of choices. */
export const Heading = styled('div')({ fontWeight: 700, marginBottom: 2, overflowWrap: 'anywhere' });

export const Footing = styled('div')(({ theme }) => ({
  marginTop: 4,
  fontSize: textSize.caption,
  color: theme.palette.text.secondary,
}));

/** What the customer may tap, for reading only. */
export function ChoiceList({ choices }: { choices: readonly string[] }) {
  return choices.map((choice, index) => (
    <Typography
      // the same words may stand on two buttons
      key={index}
      variant="body2"
      sx={{
        mt: 0.5,
        px: 1,
        py: 0.5,
        border: '1px solid color-mix(in srgb, currentColor 35%, transparent)',
        borderRadius: '8px',
        textAlign: 'center',
        fontWeight: 600,
      }}
    >
      {choice}
    </Typography>
  ));
}

/** Above the text: the headline of a template or of choices. */
export function MessageHeading({ message }: { message: Message }) {
  const { header } = framedOf(message);
  return header === '' ? null : <Heading>{header}</Heading>;
}

/** Below the text: the footer and what can be tapped. */
export function MessageFooting({ message }: { message: Message }) {
  const { footer } = framedOf(message);
  return (
    <>
      {footer !== '' && <Footing>{footer}</Footing>}
      <ChoiceList choices={choicesOf(message)} />
    </>
  );
}
