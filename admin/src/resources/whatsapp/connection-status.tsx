import { Box } from '@mui/material';
import { type RaRecord, useTranslate } from 'react-admin';
import type { Schemas } from '../../providers/api-types';
import type { FieldView } from '../../schema/types';

type Connection = Schemas['ConnectionRecord'];

type State = 'failing' | 'faulty' | 'paused';

/** Beside the status: the last call failed, works with an error to correct, sending is paused. */
function stateOf({ status, lastError, pausedUntil }: Connection): State | null {
  if (status === 'OPENING') return lastError ? 'failing' : null;
  if (status !== 'CONNECTED') return null;
  if (pausedUntil) return 'paused';
  return lastError ? 'faulty' : null;
}

function colorOf({ status, lastError, pausedUntil, warning }: Connection): string {
  if (status === 'CONNECTED') return lastError || pausedUntil || warning ? 'atende.warn' : 'atende.ok';
  return status === 'OPENING' && !lastError ? 'atende.warn' : 'atende.danger';
}

/** The status with a dot whose colour shows whether it needs attention. */
export function ConnectionStatus({ options, record }: { options: FieldView['options']; record: RaRecord }) {
  const translate = useTranslate();
  const connection = record as RaRecord & Connection;
  const label = options?.find(({ value }) => value === connection.status)?.label ?? connection.status;
  const state = stateOf(connection);
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.875, color: 'text.primary' }}>
      <Box
        component="span"
        sx={{ width: 8, height: 8, borderRadius: '50%', flex: 'none', bgcolor: colorOf(connection) }}
      />
      {state !== 'failing' && label}
      {state && `${state === 'failing' ? '' : ' · '}${translate(`connections.state_of.${state}`)}`}
    </Box>
  );
}
