import CloudOff from '@mui/icons-material/CloudOffOutlined';
import Box from '@mui/material/Box';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import { useSocketStatus } from '../../providers/realtime';
import { textSize } from '../../shared/type-scale';

const PATIENCE_MS = 3000;

function watchNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/**
 * Says so when live events have not been arriving for a while, and at once when there is no network; a short reconnect goes
 * unmentioned.
 */
export function OfflineBar() {
  const translate = useTranslate();
  const status = useSocketStatus();
  const network = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (status === 'ready') {
      setLate(false);
      return undefined;
    }
    if (!network) {
      setLate(true);
      return undefined;
    }
    const timer = window.setTimeout(() => setLate(true), PATIENCE_MS);
    return () => window.clearTimeout(timer);
  }, [status, network]);
  return (
    <Box role="status" sx={{ flex: 'none' }}>
      {late && (
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
        </Box>
      )}
    </Box>
  );
}
