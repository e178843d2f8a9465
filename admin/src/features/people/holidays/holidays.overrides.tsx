import CalendarMonth from '@mui/icons-material/CalendarMonthOutlined';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import { api } from '../../../providers/http';
import { fields } from '../../../schema/fields';
import type { ResourceOverrides } from '../../../schema/overrides';
import { type FieldProps, readValue } from '../../../schema/registry';
import type { ResourceView } from '../../../schema/types';
import { ToolButton } from '../../../shared/tool-button';
import { useTask } from '../../../shared/use-task';

function ImportNational({ view }: { view: ResourceView }) {
  const translate = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const { busy, run } = useTask();
  const importAll = () =>
    run(async () => {
      const added = await api<object[]>('/holidays/national', { method: 'POST' });
      const key = added.length === 0 ? 'imported_none' : 'imported';
      notify(`departments.holidays.${key}`, { type: 'success', messageArgs: { smart_count: added.length } });
      await client.invalidateQueries({ queryKey: [view.path] });
    });
  return (
    <ToolButton
      icon={<CalendarMonth />}
      label={translate('departments.holidays.import')}
      busy={busy}
      onClick={() => void importAll()}
    />
  );
}

/** Of a department, or of the whole company. */
function Scope({ view, record }: FieldProps) {
  const translate = useTranslate();
  const Reference = fields.reference;
  if (readValue(record, view.name) === null) return translate('departments.holidays.company');
  return <Reference view={view} record={record} />;
}

export const overrides: ResourceOverrides = {
  resource: 'holidays',
  tools: ImportNational,
  fields: { queueId: Scope },
};
