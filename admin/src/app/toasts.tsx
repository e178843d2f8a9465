import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';
import CloseIcon from '@mui/icons-material/Close';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Fade from '@mui/material/Fade';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type NotificationPayload, useNotificationContext, useTranslate } from 'react-admin';
import { ToastContext } from './toast-context';

const ERROR_MS = 2500;
const GENERAL_MS = 3000;
const AT_ONCE = 3;

const looks = {
  success: { Icon: CheckCircleIcon, color: 'atende.ok' },
  info: { Icon: InfoIcon, color: 'atende.pri' },
  warning: { Icon: WarningIcon, color: 'atende.warn' },
  error: { Icon: ErrorIcon, color: 'atende.danger' },
} as const;

interface Shown extends NotificationPayload {
  key: number;
}

function Toast({ toast, onGone }: { toast: Shown; onGone: (key: number) => void }) {
  const translate = useTranslate();
  const [held, setHeld] = useState(false);
  const { Icon, color } = looks[toast.type];
  const duration = toast.notificationOptions?.autoHideDuration ?? (toast.type === 'error' ? ERROR_MS : GENERAL_MS);
  useEffect(() => {
    if (held) return undefined;
    const timer = window.setTimeout(() => onGone(toast.key), duration);
    return () => window.clearTimeout(timer);
  }, [held, duration, onGone, toast.key]);
  const { message } = toast;
  return (
    <Fade in appear>
      <Paper
        role={toast.type === 'error' ? 'alert' : 'status'}
        onMouseEnter={() => setHeld(true)}
        onMouseLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
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
            <ToastContext value={() => onGone(toast.key)}>{message}</ToastContext>
          )}
        </Box>
        <IconButton
          size="small"
          aria-label={translate('ra.action.close')}
          onClick={() => onGone(toast.key)}
          sx={{ p: '3px', m: '-2px -6px -2px 0' }}
        >
          <CloseIcon fontSize="mini" />
        </IconButton>
      </Paper>
    </Fade>
  );
}

/** The passing messages of the application; the pointer or the focus on one keeps it. */
export function Toasts() {
  const { notifications, takeNotification } = useNotificationContext();
  const [shown, setShown] = useState<Shown[]>([]);
  const count = useRef(0);
  useEffect(() => {
    if (notifications.length === 0 || shown.length >= AT_ONCE) return;
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
        <Toast key={toast.key} toast={toast} onGone={remove} />
      ))}
    </Box>
  );
}
