import CloudOff from '@mui/icons-material/CloudOffOutlined';
import { Box } from '@mui/material';
import { useEffect, useState } from 'react';
import { useIsOffline, useTranslate } from 'react-admin';
import { offlineSince } from '../../providers/offline';
import { useSocketStatus } from '../../providers/realtime';
import { formatDateTime } from '../../shared/format';
import { textSize } from '../../shared/type-scale';

const SHOW_AFTER_MS = 3000;

/** Shown when the socket has been down for a while, and at once without a network, with the time of what is shown; not for a short reconnect. */
export function OfflineBar() {
  const translate = useTranslate();
  const status = useSocketStatus();
  const offline = useIsOffline();
  const [shown, setShown] = useState(false);
  const [since, setSince] = useState(offlineSince);
  useEffect(() => {
    if (status !== 'ready') return undefined;
    return () => setSince(Date.now());
  }, [status]);
  useEffect(() => {
    if (status === 'ready' || offline) {
      setShown(offline && status !== 'ready');
      return undefined;
    }
    const timer = window.setTimeout(() => setShown(true), SHOW_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [status, offline]);
  return (
    <Box role="status" sx={{ flex: 'none' }}>
      {shown && (
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'center',
            gap: 1,
            px: 2,
            py: 0.75,
            color: 'text.primary',
            bgcolor: 'atende.note',
            borderBottom: 1,
            borderColor: 'atende.noteLine',
            fontSize: textSize.small,
            fontWeight: 500,
          }}
        >
          <CloudOff aria-hidden fontSize="small" sx={{ color: 'atende.warn' }} />
          {translate('app.session.offline')}
          {since !== null && ` ${translate('app.session.offline_since', { time: formatDateTime(new Date(since)) })}`}
        </Box>
      )}
    </Box>
  );
}
