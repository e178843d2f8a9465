import { Button } from '@mui/material';
import type { ReactNode } from 'react';

interface ToolButtonProps {
  icon: ReactNode;
  label: string;
  busy?: boolean;
  onClick: () => void;
}

/** A button above a list that shows only its icon on a phone. */
export function ToolButton({ icon, label, busy, onClick }: ToolButtonProps) {
  return (
    <Button
      variant="outlined"
      aria-label={label}
      loading={busy}
      onClick={onClick}
      sx={{
        whiteSpace: 'nowrap',
        minWidth: 0,
        px: { xs: 1, md: 1.75 },
        '& .MuiButton-startIcon': { m: { xs: 0, md: '0 8px 0 -2px' } },
        '& .label': { display: { xs: 'none', md: 'inline' } },
      }}
      startIcon={icon}
    >
      <span className="label">{label}</span>
    </Button>
  );
}
