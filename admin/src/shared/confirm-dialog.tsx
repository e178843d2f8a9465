import { Box, Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** By default the spec's 'Deseja realmente excluir esta informação?'. */
  message?: string;
  confirmLabel?: string;
  destructive?: boolean;
  busy?: boolean;
  disabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** Below the text. */
  children?: ReactNode;
}

export function ConfirmDialog({
  open,
  title,
  message,
  confirmLabel,
  destructive,
  busy,
  disabled,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id={`${id}-title`} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}-text`} sx={{ color: 'text.secondary' }}>
          {message ?? translate('app.delete_question')}
        </DialogContentText>
        {children && <Box sx={{ pt: 2 }}>{children}</Box>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          {translate('ra.action.cancel')}
        </Button>
        <Button
          variant="contained"
          color={destructive ? 'error' : 'primary'}
          loading={busy}
          disabled={disabled}
          onClick={onConfirm}
          autoFocus={!children}
        >
          {confirmLabel ?? translate('ra.action.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
