import { IconButton, Popover, type SxProps, type Theme, Tooltip } from '@mui/material';
import { type ComponentType, type ReactNode, useState } from 'react';
import { LazyBoundary } from '../error-boundary';

export interface PopoverProps {
  anchor: HTMLElement;
  onClose: () => void;
}

interface PopoverButtonProps {
  /** The accessible name where `children` have no text. */
  label?: string;
  tooltip?: string;
  /** Loaded when it is first opened. */
  Content: ComponentType<PopoverProps>;
  sx?: SxProps<Theme>;
  children: ReactNode;
}

/** A button of the top bar that opens a {@link BarPopover}. */
export function PopoverButton({ label, tooltip, Content, sx, children }: PopoverButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Tooltip title={tooltip}>
        <IconButton
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={sx}
        >
          {children}
        </IconButton>
      </Tooltip>
      {anchor && (
        <LazyBoundary onFailed={close}>
          <Content anchor={anchor} onClose={close} />
        </LazyBoundary>
      )}
    </>
  );
}

interface BarPopoverProps extends PopoverProps {
  label: string;
  /** Of the paper. */
  sx: SxProps<Theme>;
  horizontal?: 'center' | 'right';
  children: ReactNode;
}

/** A popover below a button of the top bar, no wider than the screen. */
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
