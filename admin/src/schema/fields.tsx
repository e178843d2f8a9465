import Check from '@mui/icons-material/Check';
import Remove from '@mui/icons-material/Remove';
import { Box, Link, Skeleton } from '@mui/material';
import { type RaRecord, useGetManyAggregate, useTranslate } from 'react-admin';
import { ColorDot } from '../shared/color-dot';
import { textSize } from '../shared/type-scale';
import { fieldText, textOf } from './field-text';
import { overridesOf } from './overrides';
import { type FieldProps, isObject, isOn, pick, type Registry, readValue } from './registry';
import type { FieldView, ResourceView } from './types';

const nothing = '–';

const Text = ({ view, record }: FieldProps) => fieldText(view, readValue(record, view.name)) || nothing;
const Secret = ({ view, record }: FieldProps) => (readValue(record, view.name) ? '••••••' : nothing);
const Count = ({ view, record }: FieldProps) => {
  const value = readValue(record, view.name);
  return Array.isArray(value) && value.length > 0 ? String(value.length) : nothing;
};

function EmailValue({ view, record }: FieldProps) {
  const value = textOf(readValue(record, view.name));
  return value ? <Link href={`mailto:${value}`}>{value}</Link> : nothing;
}

function PhoneValue({ view, record }: FieldProps) {
  const value = fieldText(view, readValue(record, view.name));
  return value ? (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {value}
    </Box>
  ) : (
    nothing
  );
}

function FlagValue({ view, record }: FieldProps) {
  const translate = useTranslate();
  const on = isOn(view, readValue(record, view.name));
  const Icon = on ? Check : Remove;
  return (
    <Icon
      titleAccess={translate(on ? 'ra.boolean.true' : 'ra.boolean.false')}
      fontSize="small"
      sx={{ display: 'block', color: on ? 'atende.ok' : 'atende.faint' }}
    />
  );
}

function ColorValue({ view, record }: FieldProps) {
  const value = textOf(readValue(record, view.name));
  return value ? <ColorDot color={value} size={14} /> : nothing;
}

function Tokens({ items }: { items: { key: string; label: string; color?: string }[] }) {
  if (items.length === 0) return nothing;
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.75 }}>
      {items.map(({ key, label, color }) => (
        <Box
          key={key}
          component="span"
          sx={{
            display: 'inline-flex',
            alignItems: 'center',
            gap: 0.625,
            px: 0.875,
            py: '1px',
            borderRadius: '6px',
            bgcolor: 'background.default',
            color: 'text.secondary',
            fontSize: textSize.caption,
            fontWeight: 500,
          }}
        >
          {color && <ColorDot color={color} />}
          {label}
        </Box>
      ))}
    </Box>
  );
}

/** Related records: embedded in the record, or else fetched once for all rows. */
function ReferenceValue({ view, record }: FieldProps) {
  const { resource = '', label = 'name' } = view.reference ?? {};
  const own = readValue(record, view.name);
  const embedded =
    isObject(own) || (Array.isArray(own) && own.some(isObject)) ? own : record[view.name.replace(/Ids?$/, '')];
  const inside = (Array.isArray(embedded) ? embedded : [embedded]).filter(isObject);
  const ids = (Array.isArray(own) ? own : [own]).filter((id) => typeof id === 'number' || typeof id === 'string');
  const ask = inside.length === 0 && ids.length > 0;
  const { data, isPending } = useGetManyAggregate(resource, { ids }, { enabled: ask });
  if (ask && isPending) return <Skeleton width={80} />;
  const records: Record<string, unknown>[] = ask ? (data ?? []).filter(isObject) : inside;
  const items = records.map((item) => ({
    key: textOf(item.id),
    label: textOf(item[label]),
    color: textOf(item.color),
  }));
  return view.widget === 'reference' && !items[0]?.color ? items[0]?.label || nothing : <Tokens items={items} />;
}

export const fields: Registry<FieldProps> = {
  text: Text,
  multiline: Text,
  email: EmailValue,
  password: Secret,
  phone: PhoneValue,
  number: Text,
  money: Text,
  date: Text,
  datetime: Text,
  flag: FlagValue,
  choice: Text,
  choices: Text,
  color: ColorValue,
  reference: ReferenceValue,
  references: ReferenceValue,
  secret: Secret,
  list: Count,
};

/** The value of a field, shown by the resource's override or by the component of its widget. */
export function FieldValue({ resource, ...props }: FieldProps & { resource: string }) {
  const Component = overridesOf(resource).fields?.[props.view.name] ?? pick(fields, props.view);
  return <Component {...props} />;
}

const isColor = ({ widget }: FieldView) => widget === 'color';

/** The columns of the table, without colours, which are shown as a dot beside the name. */
export const columnsOf = ({ list }: ResourceView): FieldView[] =>
  list?.columns.filter((column) => !isColor(column)) ?? [];

/** The first column of a row, with the record's colour as a dot. */
export function NameValue({ view, column, record }: { view: ResourceView; column: FieldView; record: RaRecord }) {
  const color = view.list?.columns.find(isColor);
  const value = <FieldValue resource={view.name} view={column} record={record} />;
  if (!color) return value;
  const shown = readValue(record, color.name);
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <ColorDot color={typeof shown === 'string' ? shown : null} size={10} />
      {value}
    </Box>
  );
}

/** The name of a record in labels and questions: its `name`, or else its first column with text. */
export function recordName(view: ResourceView, record: RaRecord): string {
  if (typeof record.name === 'string' && record.name !== '') return record.name;
  for (const column of view.list?.columns ?? []) {
    const value: unknown = record[column.name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return `${view.singular} ${record.id}`;
}
