import { Box, Chip } from '@mui/material';
import { type RaRecord, useTranslate } from 'react-admin';
import type { Schemas } from '../../../providers/api-types';
import type { ResourceOverrides } from '../../../schema/overrides';
import { type FieldProps, readValue } from '../../../schema/registry';
import type { ResourceView } from '../../../schema/types';
import { formatDate } from '../../../shared/format';
import { textSize } from '../../../shared/type-scale';
import { CompanyActions } from './company-actions';
import { type Due, DueDate, DueLegend } from './due-date';

const DueDateField = ({ record }: FieldProps) => <DueDate due={record as unknown as Due} />;

function CompanyName({ view, record }: FieldProps) {
  const translate = useTranslate();
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1,
        rowGap: 0.5,
        py: { xs: 0.5, sm: 0 },
        minWidth: 0,
        maxWidth: '100%',
      }}
    >
      <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {String(readValue(record, view.name) ?? '')}
      </Box>
      {typeof record.removeAt === 'string' && (
        <Chip
          size="small"
          color="error"
          variant="outlined"
          label={translate('platform.removal.planned', { date: formatDate(record.removeAt) })}
        />
      )}
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

/** Above the form: how much of the plan is used. */
function LimitUses({ view, record }: { view: ResourceView; record: RaRecord }) {
  const shown = view.list?.columns.filter(({ name }) => name in limits) ?? [];
  return (
    <Box
      component="dl"
      sx={{ m: 0, mb: 1.5, display: 'flex', flexWrap: 'wrap', columnGap: 2.5, rowGap: 0.5, fontSize: textSize.small }}
    >
      {shown.map((column) => (
        <Box key={column.name} sx={{ display: 'flex', gap: 0.75 }}>
          <Box component="dt" sx={{ color: 'atende.faint' }}>
            {column.label}
          </Box>
          <Box component="dd" sx={{ m: 0 }}>
            <LimitUse view={column} record={record} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}

const limits = { users: LimitUse, connections: LimitUse, queues: LimitUse };

export const overrides: ResourceOverrides = {
  resource: 'companies',
  fields: { name: CompanyName, dueDate: DueDateField, ...limits },
  legend: DueLegend,
  rowActions: CompanyActions,
  above: LimitUses,
};
