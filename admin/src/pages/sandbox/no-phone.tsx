import Smartphone from '@mui/icons-material/SmartphoneOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useResources } from '../../schema/resources';
import { EmptyState } from '../../shared/empty-state';
import { errorText } from '../../shared/error-text';
import { type Connection, fetchQueues } from '../tickets/data/api';
import { keys } from '../tickets/data/keys';
import { createSandbox } from './api';
import { freeName } from './sandbox-state';

/** In the middle of the page, for whatever it says in place of the phone. */
export function InPlaceOfPhone({ children }: { children: ReactNode }) {
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
      const name = freeName(
        translate('workspace.sandbox.title'),
        known.map((each) => each.name),
      );
      const made = await createSandbox({ name, queueIds: queues.length === 1 ? queues.map(({ id }) => id) : [] });
      client.setQueryData<Connection[]>(keys.connections, (all) => [...(all ?? []), made]);
      void client.invalidateQueries({ queryKey: keys.connections });
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    } finally {
      setBusy(false);
    }
  }
  return { busy, create };
}

/** What stands where the phone would, before the company has one. */
export function NoPhone({ known }: { known: readonly Connection[] }) {
  const translate = useTranslate();
  const may = useResources().resource('whatsapp')?.can.create === true;
  const { busy, create } = useCreate(known);
  return (
    <InPlaceOfPhone>
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
    </InPlaceOfPhone>
  );
}
