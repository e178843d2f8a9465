import Send from '@mui/icons-material/SendRounded';
import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import { useTranslate } from 'react-admin';

/** The one filled button at the end of the composer. */
export const primaryButton = {
  width: 42,
  height: 42,
  borderRadius: '13px',
  flex: 'none',
  bgcolor: 'primary.main',
  color: 'primary.contrastText',
  '&:hover': { bgcolor: 'primary.dark' },
  '&.Mui-disabled': { bgcolor: 'atende.hover' },
} as const;

export function SendButton(props: IconButtonProps) {
  const translate = useTranslate();
  return (
    <IconButton aria-label={translate('workspace.composer.send')} {...props} sx={primaryButton}>
      <Send />
    </IconButton>
  );
}
