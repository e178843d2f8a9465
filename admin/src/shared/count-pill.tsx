import { styled } from '@mui/material';
import { textSize } from './type-scale';

/** A number in a filled pill, as that of unread messages. */
export const CountPill = styled('span')(({ theme }) => ({
  flex: 'none',
  minWidth: 18,
  padding: '0 6px',
  borderRadius: 9,
  boxSizing: 'border-box',
  fontSize: textSize.micro,
  fontWeight: 700,
  lineHeight: '18px',
  textAlign: 'center',
  color: theme.palette.primary.contrastText,
  background: theme.palette.primary.main,
}));
