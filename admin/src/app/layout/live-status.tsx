import CloudOff from '@mui/icons-material/CloudOffOutlined';
import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useSocketStatus } from '../../providers/realtime';

const PATIENCE_MS = 3000;

/** Says so when live events have not been arriving for a while; a short reconnect goes unmentioned. */
export function LiveStatus() {
  const translate = useTranslate();
  const status = useSocketStatus();
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (status === 'ready') {
      setLate(false);
      return undefined;
    }
    const timer = window.setTimeout(() => setLate(true), PATIENCE_MS);
    return () => window.clearTimeout(timer);
  }, [status]);
  return (
    <Box
      role="status"
      sx={{ display: 'flex', alignItems: 'center', gap: 0.75, color: 'atende.warn', fontSize: 12.5, fontWeight: 500 }}
    >
      {late && (
        <>
          <CloudOff aria-hidden sx={{ fontSize: 18 }} />
          <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
            {translate('app.session.offline')}
          </Box>
        </>
      )}
    </Box>
  );
}
