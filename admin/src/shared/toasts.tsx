import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';
import CloseIcon from '@mui/icons-material/Close';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import { Box, Fade, IconButton, Paper } from '@mui/material';
import { createContext, use, useCallback, useEffect, useRef, useState } from 'react';
import { type NotificationPayload, useNotificationContext, useTranslate } from 'react-admin';

const ERROR_MS = 2500;
const DEFAULT_MS = 3000;
const MAX_SHOWN = 3;

const looks = {
  success: { Icon: CheckCircleIcon, color: 'atende.ok' },
  info: { Icon: InfoIcon, color: 'atende.pri' },
  warning: { Icon: WarningIcon, color: 'atende.warn' },
  error: { Icon: ErrorIcon, color: 'atende.danger' },
} as const;

const ToastContext = createContext<() => void>(() => undefined);

/** For the content of a toast: closes it. */
export const useCloseToast = (): (() => void) => use(ToastContext);

interface ShownToast extends NotificationPayload {
  key: number;
}

function Toast({ toast, onClose }: { toast: ShownToast; onClose: (key: number) => void }) {
  const translate = useTranslate();
  const [paused, setPaused] = useState(false);
  const { Icon, color } = looks[toast.type];
  const duration = toast.notificationOptions?.autoHideDuration ?? (toast.type === 'error' ? ERROR_MS : DEFAULT_MS);
  useEffect(() => {
    if (paused) return undefined;
    const timer = window.setTimeout(() => onClose(toast.key), duration);
    return () => window.clearTimeout(timer);
  }, [paused, duration, onClose, toast.key]);
  const { message } = toast;
  return (
    <Fade in appear>
      <Paper
        role={toast.type === 'error' ? 'alert' : 'status'}
        onMouseEnter={() => setPaused(true)}
        onMouseLeave={() => setPaused(false)}
        onFocus={() => setPaused(true)}
        onBlur={() => setPaused(false)}
        sx={{
          pointerEvents: 'auto',
          display: 'flex',
          alignItems: 'flex-start',
          gap: 1.25,
          px: 1.75,
          py: 1.25,
          borderRadius: '12px',
          border: 1,
          borderColor: 'divider',
          boxShadow: '0 12px 32px -12px rgba(8, 15, 28, 0.32)',
        }}
      >
        <Icon aria-hidden sx={{ color, flex: 'none' }} />
        <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', pt: '0.5px' }}>
          {typeof message === 'string' ? (
            translate(message, { _: message, ...toast.notificationOptions?.messageArgs })
          ) : (
            <ToastContext value={() => onClose(toast.key)}>{message}</ToastContext>
          )}
        </Box>
        <IconButton
          size="small"
          aria-label={translate('ra.action.close')}
          onClick={() => onClose(toast.key)}
          sx={{ p: '3px', m: '-2px -6px -2px 0' }}
        >
          <CloseIcon fontSize="mini" />
        </IconButton>
      </Paper>
    </Fade>
  );
}

/** The toasts of the application; hover and focus pause their timer. */
export function Toasts() {
  const { notifications, takeNotification } = useNotificationContext();
  const [shown, setShown] = useState<ShownToast[]>([]);
  const count = useRef(0);
  useEffect(() => {
    if (notifications.length === 0 || shown.length >= MAX_SHOWN) return;
    const next = takeNotification();
    if (!next) return;
    count.current += 1;
    const key = count.current;
    setShown((current) => [...current, { ...next, key }]);
  }, [notifications, takeNotification, shown.length]);
  const remove = useCallback((key: number) => setShown((current) => current.filter((toast) => toast.key !== key)), []);
  return (
    <Box
      sx={{
        position: 'fixed',
        zIndex: 'snackbar',
        top: 6,
        left: '50%',
        transform: 'translateX(-50%)',
        width: 'min(400px, calc(100% - 24px))',
        display: 'grid',
        gap: 1,
        pointerEvents: 'none',
      }}
    >
      {shown.map((toast) => (
        <Toast key={toast.key} toast={toast} onClose={remove} />
      ))}
    </Box>
  );
}
