import { Box, Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../../providers/api-types';
import type { ResourceOverrides } from '../../schema/overrides';
import { type FieldProps, readValue } from '../../schema/registry';
import { CompanyActions } from './company-actions';
import { type Due, DueDate, DueLegend } from './due-date';

const DueDateField = ({ record }: FieldProps) => <DueDate due={record as unknown as Due} />;

function CompanyName({ view, record }: FieldProps) {
  const translate = useTranslate();
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, minWidth: 0, maxWidth: '100%' }}>
      <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {String(readValue(record, view.name) ?? '')}
      </Box>
      {record.status === false && <Chip size="small" variant="outlined" label={translate('platform.inactive')} />}
    </Box>
  );
}

function LimitUse({ view, record }: FieldProps) {
  const translate = useTranslate();
  const use = readValue(record, view.name) as Schemas['LimitUse'] | undefined;
  if (!use) return '–';
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap', color: use.used >= use.limit ? 'atende.warn' : undefined }}>
      {translate('platform.use', { used: use.used, limit: use.limit })}
    </Box>
  );
}

export const overrides: ResourceOverrides = {
  fields: { name: CompanyName, dueDate: DueDateField, users: LimitUse, connections: LimitUse, queues: LimitUse },
  legend: DueLegend,
  rowActions: CompanyActions,
};
