import Send from '@mui/icons-material/SendRounded';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'react-admin';

export function SendButton({ disabled, onClick }: { disabled: boolean; onClick: () => void }) {
  const translate = useTranslate();
  return (
    <IconButton
      aria-label={translate('workspace.composer.send')}
      disabled={disabled}
      onClick={onClick}
      sx={{
        width: 42,
        height: 42,
        borderRadius: '13px',
        flex: 'none',
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
        '&:hover': { bgcolor: 'primary.dark' },
        '&.Mui-disabled': { bgcolor: 'atende.hover' },
      }}
    >
      <Send sx={{ fontSize: 20 }} />
    </IconButton>
  );
}
