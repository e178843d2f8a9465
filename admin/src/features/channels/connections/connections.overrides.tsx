import { Box } from '@mui/material';
import type { ResourceOverrides } from '../../../schema/overrides';
import { type FieldProps, readValue } from '../../../schema/registry';
import { formatLocalPhone } from '../../../shared/format';
import { AddMenu } from './add-menu';
import { ConnectionFacts } from './connection-facts';
import { ConnectionStatus } from './connection-status';
import { SessionActions } from './session-actions';

/** Connection numbers are shown without the country code of Brazil (spec 002 §2). */
function ConnectionNumber({ view, record }: FieldProps) {
  const number = readValue(record, view.name);
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {typeof number === 'string' && number !== '' ? formatLocalPhone(number) : '–'}
    </Box>
  );
}

const ConnectionName = ({ view, record }: FieldProps) => (
  <Box component="span" sx={{ color: 'text.primary', fontWeight: 500 }}>
    {String(readValue(record, view.name) ?? '')}
  </Box>
);

const StatusField = ({ view, record }: FieldProps) => <ConnectionStatus options={view.options} record={record} />;

export const overrides: ResourceOverrides = {
  resource: 'whatsapp',
  fields: { name: ConnectionName, number: ConnectionNumber, status: StatusField, pairs: SessionActions },
  add: AddMenu,
  above: ConnectionFacts,
};
