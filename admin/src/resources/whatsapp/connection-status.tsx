import Box from '@mui/material/Box';
import { type RaRecord, useTranslate } from 'react-admin';
import type { FieldView } from '../../schema/types';
import type { ConnectionRecord } from './types';

/** The status in words, with a dot that says at a glance whether it needs somebody. */
export function ConnectionStatus({ options, record }: { options: FieldView['options']; record: RaRecord }) {
  const translate = useTranslate();
  const { status, pausedUntil, warning } = record as ConnectionRecord;
  const label = options?.find(({ value }) => value === status)?.label ?? status;
  const color = status !== 'CONNECTED' ? 'atende.danger' : pausedUntil || warning ? 'atende.warn' : 'atende.ok';
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.875, color: 'text.primary' }}>
      <Box component="span" sx={{ width: 8, height: 8, borderRadius: '50%', flex: 'none', bgcolor: color }} />
      {label}
      {pausedUntil && status === 'CONNECTED' && ` · ${translate('connections.paused_short')}`}
    </Box>
  );
}
