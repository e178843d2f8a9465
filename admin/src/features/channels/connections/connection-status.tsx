import Check from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import LinkOff from '@mui/icons-material/LinkOffOutlined';
import Phonelink from '@mui/icons-material/PhonelinkRingOutlined';
import QrCode from '@mui/icons-material/QrCode2Outlined';
import Timer from '@mui/icons-material/TimerOffOutlined';
import { Box, CircularProgress, Tooltip } from '@mui/material';
import { type RaRecord, useTranslate } from 'react-admin';
import type { Schemas } from '../../../providers/api-types';
import type { FieldView } from '../../../schema/types';

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

const icons: Record<string, typeof Check> = {
  CONNECTED: Check,
  DISCONNECTED: LinkOff,
  TIMEOUT: Timer,
  PAIRING: Phonelink,
  qrcode: QrCode,
};

/** The status as an icon (spec 002 §4), whose colour shows whether it needs attention. */
function StatusIcon({ connection }: { connection: Connection }) {
  const translate = useTranslate();
  const { status, lastError } = connection;
  const Icon = icons[status] ?? ErrorOutline;
  return (
    <Tooltip describeChild title={lastError?.text ?? translate(`connections.hint.${status}`)}>
      <Box component="span" sx={{ display: 'inline-flex', flex: 'none', color: colorOf(connection) }}>
        {status === 'OPENING' && !lastError ? (
          <CircularProgress aria-hidden size={14} color="inherit" sx={{ m: '3px' }} />
        ) : (
          <Icon aria-hidden fontSize="small" />
        )}
      </Box>
    </Tooltip>
  );
}

/** The status with an icon. */
export function ConnectionStatus({ options, record }: { options: FieldView['options']; record: RaRecord }) {
  const translate = useTranslate();
  const connection = record as RaRecord & Connection;
  const label = options?.find(({ value }) => value === connection.status)?.label ?? connection.status;
  const state = stateOf(connection);
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', verticalAlign: 'middle', alignItems: 'center', gap: 0.875, color: 'text.primary' }}
    >
      <StatusIcon connection={connection} />
      {state !== 'failing' && label}
      {state && `${state === 'failing' ? '' : ' · '}${translate(`connections.state_of.${state}`)}`}
    </Box>
  );
}
