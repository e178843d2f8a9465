import Box from '@mui/material/Box';
import type { RaRecord } from 'react-admin';
import { ColorDot } from '../../shared/color-dot';
import { FieldValue } from '../fields';
import { readValue } from '../registry';
import type { FieldView, ResourceView } from '../types';

const isColor = ({ widget }: FieldView) => widget === 'color';

/** The columns of the table; a colour is shown as a dot beside the name instead. */
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

/** The name of a record in labels and questions: its first column with a text. */
export function recordName(view: ResourceView, record: RaRecord): string {
  for (const column of view.list?.columns ?? []) {
    const value: unknown = record[column.name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return `${view.singular} ${record.id}`;
}
