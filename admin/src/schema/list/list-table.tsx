import { Skeleton, Table, TableBody, TableCell, TableHead, TableRow, TableSortLabel, type Theme } from '@mui/material';
import { memo } from 'react';
import { type RaRecord, useListContext, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { ellipsis } from '../../shared/ellipsis';
import { Spoken } from '../../shared/spoken';
import { columnsOf, FieldValue, NameValue } from '../fields';
import type { FieldView, ResourceView } from '../types';
import { editPath, RowActions } from './row-actions';

export interface RowsProps {
  view: ResourceView;
  /** null while the first page loads. */
  rows: RaRecord[] | null | undefined;
  onDelete: (record: RaRecord) => void;
}

const numeric = (column: FieldView) => column.widget === 'number' || column.widget === 'money';
const hidden = (index: number) => ({
  display: {
    xs: index > 2 ? 'none' : 'table-cell',
    md: index > 4 ? 'none' : 'table-cell',
    lg: index > 8 ? 'none' : 'table-cell',
    xl: 'table-cell',
  },
});

/**
 * The actions of a row show on hover and focus, and always on touch screens. In a table wider than its container they
 * stay at the visible end; what is below them is visible while they are hidden.
 */
const tableRow = {
  '&:last-child td': { borderBottom: 0 },
  '& > :last-child': {
    position: 'sticky',
    right: 0,
    bgcolor: 'background.paper',
    backgroundImage: ({ palette }: Theme) => `linear-gradient(${palette.action.hover}, ${palette.action.hover})`,
  },
  '@media (hover: hover)': {
    '&:not(:hover, :focus-within) > :last-child': { background: 'none' },
    '&:not(:hover, :focus-within) [data-row-actions]': { opacity: 0 },
  },
} as const;

function HeadCell({ column, index }: { column: FieldView; index: number }) {
  const { sort, setSort } = useListContext();
  const active = sort.field === column.name;
  const toggled = active && sort.order === 'ASC' ? 'DESC' : 'ASC';
  const direction = sort.order === 'DESC' ? 'desc' : 'asc';
  return (
    <TableCell sortDirection={active ? direction : false} align={numeric(column) ? 'right' : 'left'} sx={hidden(index)}>
      {column.sortable ? (
        <TableSortLabel
          active={active}
          direction={active ? direction : 'asc'}
          onClick={() => setSort({ field: column.name, order: toggled })}
        >
          {column.label}
        </TableSortLabel>
      ) : (
        column.label
      )}
    </TableCell>
  );
}

function LoadingRows({ columns }: { columns: FieldView[] }) {
  return Array.from({ length: 8 }, (_, row) => (
    <TableRow key={row}>
      {columns.map((column, index) => (
        <TableCell key={column.name} sx={hidden(index)}>
          <Skeleton width={`${45 + ((row * 17 + index * 29) % 45)}%`} />
        </TableCell>
      ))}
      <TableCell />
    </TableRow>
  ));
}

interface RowProps extends Omit<RowsProps, 'rows'> {
  record: RaRecord;
}

/** Memoised: the list renders with each change of address, filter or page, a row only with its record. */
const Row = memo(function Row({ view, record, onDelete }: RowProps) {
  const navigate = useNavigate();
  const open = () => view.can.edit && navigate({ pathname: editPath(view, record), search: window.location.search });
  return (
    <TableRow hover sx={{ ...tableRow, cursor: view.can.edit ? 'pointer' : undefined }} onClick={open}>
      {columnsOf(view).map((column, index) => (
        <TableCell
          key={column.name}
          align={numeric(column) ? 'right' : 'left'}
          sx={{
            ...hidden(index),
            maxWidth: 320,
            ...ellipsis,
            fontWeight: index === 0 ? 500 : 400,
            color: index === 0 ? 'text.primary' : 'text.secondary',
          }}
        >
          {index === 0 ? (
            <NameValue view={view} column={column} record={record} />
          ) : (
            <FieldValue resource={view.name} view={column} record={record} />
          )}
        </TableCell>
      ))}
      <TableCell align="right" onClick={(event) => event.stopPropagation()} sx={{ py: 0.5, cursor: 'default' }}>
        <RowActions view={view} record={record} onDelete={onDelete} />
      </TableCell>
    </TableRow>
  );
});

/** Rows as a table; narrow screens omit the last columns. */
export function ListTable({ view, rows, onDelete }: RowsProps) {
  const translate = useTranslate();
  const columns = columnsOf(view);
  return (
    <Table stickyHeader size="small" aria-label={view.label} aria-busy={!rows}>
      <TableHead>
        <TableRow>
          {columns.map((column, index) => (
            <HeadCell key={column.name} column={column} index={index} />
          ))}
          <TableCell align="right" sx={{ width: 96 }}>
            <Spoken>{translate('app.list.actions')}</Spoken>
          </TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows?.map((record) => <Row key={record.id} view={view} record={record} onDelete={onDelete} />) ?? (
          <LoadingRows columns={columns} />
        )}
      </TableBody>
    </Table>
  );
}
