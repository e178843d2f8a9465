import { Box } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { api } from '../../providers/http';
import { onResync, useSocketEvent } from '../../providers/realtime';
import { useMenuSections } from '../../schema/resources';
import { Spoken } from '../../shared/spoken';
import { textSize } from '../../shared/type-scale';

const CHECK_AFTER_MS = 2000;
const KEY = ['menu', 'connections'];
/** The menu entry with the badge. */
export const connectionsPath = '/connections';

interface Connection {
  status: string;
}

/** The states of a connection that does not work (spec 000 §2). */
const failingStates: readonly string[] = ['qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING'];

const fetchConnections = ({ signal }: { signal: AbortSignal }) => api<Connection[]>('/whatsapp?session=0', { signal });

/** Loads the state of the connections 2000 ms after the start and when one changes, also while the menu is closed. */
export function useConnectionCheck(): void {
  const shown = useMenuSections().some(({ items }) => items.some(({ path }) => path === connectionsPath));
  const client = useQueryClient();
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setDue(true), CHECK_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, []);
  const refetch = () => void client.invalidateQueries({ queryKey: KEY });
  useSocketEvent('whatsapp', refetch);
  useSocketEvent('whatsappSession', refetch);
  useEffect(() => onResync(() => void client.invalidateQueries({ queryKey: KEY })), [client]);
  useQuery({ queryKey: KEY, queryFn: fetchConnections, enabled: due && shown });
}

/** On the menu entry while a connection does not work: over its icon, or in the line of a title. */
export function ConnectionsBadge({ inline = false }: { inline?: boolean }) {
  const translate = useTranslate();
  const { data = [] } = useQuery({ queryKey: KEY, queryFn: fetchConnections, enabled: false });
  if (!data.some(({ status }) => failingStates.includes(status))) return null;
  return (
    <Box
      component="span"
      sx={{
        ...(inline ? { ml: 'auto', mr: 1 } : { position: 'absolute', left: 22, top: 3 }),
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
