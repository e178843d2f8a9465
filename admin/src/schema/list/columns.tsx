import Box from '@mui/material/Box';
import type { RaRecord } from 'react-admin';
import { ColorDot } from '../../shared/color-dot';
import { FieldValue } from '../fields';
import { readValue } from '../registry';
import type { FieldView, ResourceView } from '../types';

const isColor = ({ widget }: FieldView) => widget === 'color';

/** The columns with a place of their own; a colour is shown beside the name instead. */
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
