import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../../providers/api-types';
import type { ResourceOverrides } from '../../schema/overrides';
import { type FieldProps, readValue } from '../../schema/registry';
import { CompanyActions } from './company-actions';
import { type Due, DueDate, DueLegend } from './due-date';

const DueDateField = ({ record }: FieldProps) => <DueDate due={record as unknown as Due} />;

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
  fields: { dueDate: DueDateField, users: LimitUse, connections: LimitUse, queues: LimitUse },
  legend: DueLegend,
  rowActions: CompanyActions,
};
