import Popover from '@mui/material/Popover';
import type { SxProps, Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';

interface BarPopoverProps {
  anchor: HTMLElement;
  label: string;
  /** Of the paper: its width, and what is particular about it. */
  sx: SxProps<Theme>;
  horizontal?: 'center' | 'right';
  onClose: () => void;
  children: ReactNode;
}

/** What opens below a button of the top bar, on a phone no wider than that. */
export function BarPopover({ anchor, label, sx, horizontal = 'right', onClose, children }: BarPopoverProps) {
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal }}
      transformOrigin={{ vertical: -8, horizontal }}
      slotProps={{
        paper: {
          'aria-label': label,
          role: 'dialog',
          sx: [{ maxWidth: 'calc(100vw - 24px)' }, ...(Array.isArray(sx) ? sx : [sx])],
        },
      }}
    >
      {children}
    </Popover>
  );
}
