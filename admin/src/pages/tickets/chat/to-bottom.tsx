import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import Badge from '@mui/material/Badge';
import Fab from '@mui/material/Fab';
import { useTranslate } from 'react-admin';

/** Leads to the newest message, with the number of those that have come meanwhile. */
export function ToBottom({ count, onClick }: { count: number; onClick: () => void }) {
  const translate = useTranslate();
  const label =
    count > 0 ? translate('workspace.chat.to_bottom_new', { count }) : translate('workspace.chat.to_bottom');
  return (
    <Badge
      badgeContent={count}
      color="primary"
      max={999}
      overlap="circular"
      sx={{ position: 'absolute', right: 18, bottom: 14, zIndex: 2 }}
    >
      <Fab
        size="small"
        aria-label={label}
        onClick={onClick}
        sx={{
          bgcolor: 'background.paper',
          color: 'text.secondary',
          border: 1,
          borderColor: 'divider',
          boxShadow: 'none',
          '&:hover': { bgcolor: 'background.paper', color: 'text.primary' },
        }}
      >
        <KeyboardArrowDown />
      </Fab>
    </Badge>
  );
}
