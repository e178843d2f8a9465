import { Table, TableBody, TableCell, type TableCellProps, TableHead, type TableProps, TableRow } from '@mui/material';
import type { Breakpoint } from '@mui/material/styles';
import type { TableRowProps } from '@mui/material/TableRow';
import type { ResponsiveStyleValue, SystemStyleObject } from '@mui/system';
import type { Key, ReactNode } from 'react';

export interface RowColumn<T> {
  name: string;
  label: ReactNode;
  cell: (row: T) => ReactNode;
  align?: TableCellProps['align'];
  /** The width of the window from which it is shown. */
  from?: Breakpoint;
  width?: ResponsiveStyleValue<number | string>;
  /** Its cells name their rows. */
  heading?: boolean;
  /** Of its cells, not of its heading. */
  sx?: SystemStyleObject;
}

/** Of a column of numbers. */
export const numeric = { align: 'right', sx: { fontVariantNumeric: 'tabular-nums' } } as const;

const cutSx: SystemStyleObject = {
  px: 1.25,
  py: 0.875,
  borderColor: 'atende.lineSoft',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  bgcolor: 'background.paper',
  'tr:hover > &': { bgcolor: 'inherit' },
};

interface RowTableProps<T> extends Pick<TableProps, 'aria-label' | 'stickyHeader'> {
  sx?: SystemStyleObject;
  columns: readonly RowColumn<T>[];
  rows: readonly T[];
  rowKey: (row: T) => Key;
  rowProps?: (row: T) => TableRowProps;
  hover?: boolean;
  /** The columns keep their widths, and text that does not fit is cut. */
  fixed?: boolean;
}

export function RowTable<T>({ columns, rows, rowKey, rowProps, hover, fixed, sx, ...table }: RowTableProps<T>) {
  const cellSx = ({ from }: RowColumn<T>): SystemStyleObject => ({
    ...(fixed && cutSx),
    ...(from && { display: { xs: 'none', [from]: 'table-cell' } }),
  });
  return (
    <Table size="small" {...table} sx={{ ...(fixed && { tableLayout: 'fixed' }), ...sx }}>
      <TableHead>
        <TableRow>
          {columns.map((column) => (
            <TableCell key={column.name} align={column.align} sx={{ ...cellSx(column), width: column.width }}>
              {column.label}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={rowKey(row)} hover={hover} {...rowProps?.(row)}>
            {columns.map((column) => (
              <TableCell
                key={column.name}
                align={column.align}
                {...(column.heading ? { component: 'th', scope: 'row' } : {})}
                sx={{ ...cellSx(column), ...column.sx }}
              >
                {column.cell(row)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
