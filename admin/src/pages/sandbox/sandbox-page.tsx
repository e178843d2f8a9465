import Smartphone from '@mui/icons-material/SmartphoneOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { Navigate } from 'react-router-dom';
import { type Connection, fetchConnections, fetchQueues } from '../../conversation/data/api';
import { queryKeys } from '../../conversation/data/query-keys';
import { useSessionUser } from '../../providers/session-user';
import { useResources } from '../../schema/resources';
import { ChoiceField } from '../../shared/choice-field';
import { EmptyState } from '../../shared/empty-state';
import { errorText } from '../../shared/error-text';
import { createSandbox } from './api';
import { Phone } from './phone';
import { uniqueName } from './sandbox-state';
import { useLiveSandbox } from './use-sandbox';

/** In the middle of the page, for whatever it says in place of the phone. */
export function CenteredPage({ children }: { children: ReactNode }) {
  return <Box sx={{ height: '100%', display: 'grid' }}>{children}</Box>;
}

/** Makes a connection to the test phone with nothing asked; it answers to the only department, where there is one. */
function useCreate(known: readonly Connection[]) {
  const client = useQueryClient();
  const notify = useNotify();
  const translate = useTranslate();
  const [busy, setBusy] = useState(false);
  async function create() {
    setBusy(true);
    try {
      // several departments would have the customer choose from a menu first
      const queues = await fetchQueues();
      const name = uniqueName(
        translate('workspace.sandbox.title'),
        known.map((each) => each.name),
      );
      const made = await createSandbox({ name, queueIds: queues.length === 1 ? queues.map(({ id }) => id) : [] });
      client.setQueryData<Connection[]>(queryKeys.connections, (all) => [...(all ?? []), made]);
      void client.invalidateQueries({ queryKey: queryKeys.connections });
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    } finally {
      setBusy(false);
    }
  }
  return { busy, create };
}

/** What stands where the phone would, before the company has one. */
export function NoSandboxConnection({ known }: { known: readonly Connection[] }) {
  const translate = useTranslate();
  const may = useResources().resource('whatsapp')?.can.create === true;
  const { busy, create } = useCreate(known);
  return (
    <CenteredPage>
      <EmptyState
        icon={<Smartphone />}
        title={translate('workspace.sandbox.no_connection')}
        message={translate(`workspace.sandbox.no_connection_${may ? 'message' : 'ask'}`)}
        action={
          may && (
            <Button variant="contained" loading={busy} onClick={() => void create()}>
              {translate('workspace.sandbox.create_phone')}
            </Button>
          )
        }
      />
    </CenteredPage>
  );
}

function useConnections() {
  return useQuery({
    queryKey: queryKeys.connections,
    queryFn: ({ signal }) => fetchConnections(signal),
  });
}

/** The test phone: customers who are people in this browser. */
export default function SandboxPage() {
  const translate = useTranslate();
  const { profile } = useSessionUser();
  const { data: all, error } = useConnections();
  const [chosen, setChosen] = useState<number | null>(null);
  useLiveSandbox();
  if (profile !== 'admin') return <Navigate to="/" replace />;
  if (error && !all)
    return (
      <CenteredPage>
        <EmptyState icon={<Smartphone />} title={errorText(error)} />
      </CenteredPage>
    );
  if (!all) return null;
  const connections = all.filter(({ channel }) => channel === 'sandbox');
  const connectionId = chosen ?? connections.find(({ isDefault }) => isDefault)?.id ?? connections[0]?.id;
  if (connectionId === undefined) return <NoSandboxConnection known={all} />;
  return (
    <Box
      sx={{
        height: '100%',
        boxSizing: 'border-box',
        p: { xs: 1.5, sm: 3 },
        display: 'flex',
        flexDirection: { xs: 'column', md: 'row' },
        gap: { xs: 1.5, md: 5 },
        justifyContent: 'center',
        alignItems: { xs: 'stretch', md: 'center' },
      }}
    >
      <Box sx={{ width: { md: 280 }, display: 'grid', gap: 1.25 }}>
        <Typography variant="h1">{translate('workspace.sandbox.title')}</Typography>
        <Typography sx={{ color: 'text.secondary' }}>{translate('workspace.sandbox.lead')}</Typography>
        {connections.length > 1 && (
          // room for the label, which stands half above its field
          <Box sx={{ pt: 1 }}>
            <ChoiceField
              label={translate('workspace.sandbox.connection')}
              value={connectionId}
              options={connections}
              onChange={setChosen}
            />
          </Box>
        )}
      </Box>
      <Box
        sx={{
          flex: { xs: 1, md: 'none' },
          width: { md: 400 },
          minHeight: 0,
          height: { md: '100%' },
          display: 'flex',
          justifyContent: 'center',
          alignItems: 'center',
        }}
      >
        <Phone key={connectionId} connectionId={connectionId} />
      </Box>
    </Box>
  );
}
