import Box from '@mui/material/Box';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { api } from '../../providers/http';
import { onResync, useSocketEvent } from '../../providers/realtime';
import { Spoken } from '../../shared/spoken';

const CHECK_AFTER_MS = 2000;
const KEY = ['menu', 'connections'];

// Spec 000 §2: what a connection that does not work is in.
const troubled: readonly string[] = ['qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING'];

/** Whether any connection needs somebody: asked 2000 ms after the start, then whenever one changes. */
function useConnectionAlarm(): boolean {
  const client = useQueryClient();
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setDue(true), CHECK_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, []);
  const check = () => void client.invalidateQueries({ queryKey: KEY });
  useSocketEvent('whatsapp', check);
  useSocketEvent('whatsappSession', check);
  useEffect(() => onResync(() => void client.invalidateQueries({ queryKey: KEY })), [client]);
  const { data = [] } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api<{ status: string }[]>('/whatsapp?session=0', { signal }),
    enabled: due,
  });
  return data.some(({ status }) => troubled.includes(status));
}

function ConnectionsBadge() {
  const translate = useTranslate();
  if (!useConnectionAlarm()) return null;
  return (
    <Box
      component="span"
      sx={{
        position: 'absolute',
        left: 22,
        top: 3,
        width: 15,
        height: 15,
        borderRadius: '50%',
        display: 'grid',
        placeItems: 'center',
        fontSize: 11,
        fontWeight: 700,
        color: '#fff',
        bgcolor: 'atende.badge',
      }}
    >
      <span aria-hidden>!</span>
      <Spoken>({translate('shell.alarm')})</Spoken>
    </Box>
  );
}

/** What stands on the icon of a menu entry when there is something to see behind it. */
export const menuBadges: Readonly<Record<string, ComponentType>> = { '/connections': ConnectionsBadge };
