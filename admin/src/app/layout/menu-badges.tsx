import Box from '@mui/material/Box';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { api } from '../../providers/http';
import { onResync, useSocketEvent } from '../../providers/realtime';
import { useResources } from '../../schema/resources';
import { Spoken } from '../../shared/spoken';
import { textSize } from '../../shared/type-scale';
import { menuSections } from './menu-sections';

const CHECK_AFTER_MS = 2000;
const KEY = ['menu', 'connections'];
const PATH = '/connections';

interface Connection {
  status: string;
}

// Spec 000 §2: what a connection that does not work is in.
const troubled: readonly string[] = ['qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING'];

const ask = ({ signal }: { signal: AbortSignal }) => api<Connection[]>('/whatsapp?session=0', { signal });

/** Asks how the connections are, 2000 ms after the start and whenever one changes; the menu itself may be closed then. */
export function useConnectionCheck(): void {
  const shown = menuSections(useResources()).some(({ items }) => items.some(({ path }) => path === PATH));
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
  useQuery({ queryKey: KEY, queryFn: ask, enabled: due && shown });
}

function ConnectionsBadge() {
  const translate = useTranslate();
  const { data = [] } = useQuery({ queryKey: KEY, queryFn: ask, enabled: false });
  if (!data.some(({ status }) => troubled.includes(status))) return null;
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
        fontSize: textSize.micro,
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
export const menuBadges: Readonly<Record<string, ComponentType>> = { [PATH]: ConnectionsBadge };
