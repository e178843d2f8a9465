import Smartphone from '@mui/icons-material/SmartphoneOutlined';
import { Box, Button, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Navigate, useSearchParams } from 'react-router-dom';
import { type Connection, get, post } from '../../../conversation/data/api';
import { queryKeys } from '../../../conversation/data/cache';
import { connectionsQuery } from '../../../conversation/data/company-queries';
import type { Named } from '../../../conversation/model/types';
import { useSessionUser } from '../../../providers/session-user';
import { useResources } from '../../../schema/resources';
import { ChoiceField } from '../../../shared/choice-field';
import { EmptyState } from '../../../shared/empty-state';
import { errorText } from '../../../shared/error-text';
import { useTask } from '../../../shared/use-task';
import { Phone } from './phone';
import { uniqueName } from './sandbox-state';
import { useLiveSandbox } from './use-sandbox';

/** Creates a sandbox connection without asking for anything; it belongs to the company's only queue, if there is just one. */
function useCreateConnection(existing: readonly Connection[]) {
  const client = useQueryClient();
  const translate = useTranslate();
  const { busy, run } = useTask();
  async function create() {
    // with several queues the customer would have to choose from a menu first
    const queues = await get<Named[]>('/queue');
    const names = existing.map(({ name }) => name);
    const created = await post<Connection>('/whatsapp', {
      name: uniqueName(translate('workspace.sandbox.title'), names),
      channel: 'sandbox',
      queueIds: queues.length === 1 ? queues.map(({ id }) => id) : [],
    });
    client.setQueryData<Connection[]>(queryKeys.connections, (all) => [...(all ?? []), created]);
    void client.invalidateQueries({ queryKey: queryKeys.connections });
  }
  return { busy, create: () => void run(create) };
}

/** Shown before the company has a sandbox connection. */
function NoSandboxConnection({ existing }: { existing: readonly Connection[] }) {
  const translate = useTranslate();
  const mayCreate = useResources().resource('whatsapp')?.can.create === true;
  const { busy, create } = useCreateConnection(existing);
  return (
    <EmptyState
      icon={<Smartphone />}
      title={translate('workspace.sandbox.no_connection')}
      message={translate(`workspace.sandbox.no_connection_${mayCreate ? 'message' : 'ask'}`)}
      action={
        mayCreate && (
          <Button variant="contained" loading={busy} onClick={create}>
            {translate('workspace.sandbox.create_phone')}
          </Button>
        )
      }
    />
  );
}

const centered = { height: '100%', display: 'grid' } as const;

export default function SandboxPage() {
  const translate = useTranslate();
  const { profile } = useSessionUser();
  const { data: all, error } = useQuery(connectionsQuery);
  const [chosen, setChosen] = useState<number | null>(null);
  const [wanted] = useSearchParams();
  useLiveSandbox();
  if (profile !== 'admin') return <Navigate to="/" replace />;
  if (error && !all)
    return (
      <Box sx={centered}>
        <EmptyState icon={<Smartphone />} title={errorText(error)} />
      </Box>
    );
  if (!all) return null;
  const connections = all.filter(({ channel }) => channel === 'sandbox');
  // a link from a department opens a connection that offers it
  const offering = connections.find(({ queueIds }) => queueIds.includes(Number(wanted.get('queueId'))));
  const connectionId =
    chosen ?? offering?.id ?? connections.find(({ isDefault }) => isDefault)?.id ?? connections[0]?.id;
  if (connectionId === undefined)
    return (
      <Box sx={centered}>
        <NoSandboxConnection existing={all} />
      </Box>
    );
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
          // room for the label, which overlaps the field's upper edge
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
