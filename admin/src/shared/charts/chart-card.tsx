import Download from '@mui/icons-material/FileDownloadOutlined';
import ShowChart from '@mui/icons-material/InsertChartOutlined';
import TableRows from '@mui/icons-material/TableRowsOutlined';
import { Box, Paper, Skeleton, Typography } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { EmptyState } from '../empty-state';
import { LoadFailed } from '../load-failed';
import { type RowColumn, RowTable } from '../row-table';
import { TooltipIconButton } from '../tooltip-icon-button';
import { useTask } from '../use-task';

interface TableData {
  headings: readonly string[];
  rows: readonly { key: string | number; cells: readonly ReactNode[] }[];
  /** Not only the first column is text: the others are no numbers. */
  textOnly?: boolean;
}

function DataTable({ label, headings, rows, textOnly = false }: TableData & { label: string }) {
  const columns = headings.map(
    (heading, index): RowColumn<TableData['rows'][number]> => ({
      name: heading,
      label: heading,
      cell: ({ cells }) => cells[index],
      align: textOnly || index === 0 ? 'left' : 'right',
      heading: index === 0,
      sx: { fontVariantNumeric: 'tabular-nums' },
    }),
  );
  return (
    <Box tabIndex={0} role="region" aria-label={label} sx={{ overflow: 'auto', maxHeight: 420 }}>
      <RowTable stickyHeader aria-label={label} columns={columns} rows={rows} rowKey={({ key }) => key} />
    </Box>
  );
}

interface ChartCardProps {
  title: string;
  lead?: ReactNode;
  /** Its own filters. */
  controls?: ReactNode;
  query: { data: unknown; error: unknown; refetch: () => unknown };
  /** There is nothing to show. */
  empty: boolean;
  /** Its figures; without `children` it is a table only. */
  table: TableData;
  onDownload?: () => Promise<unknown>;
  /** What is said where it is empty. */
  emptyText?: string;
  height?: number;
  children?: ReactNode;
}

/** Figures as a chart or as a table, with a download of the table where there is one. */
export function ChartCard(props: ChartCardProps) {
  const { title, lead, controls, query, empty, table, onDownload, emptyText, height = 260, children } = props;
  const translate = useTranslate();
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  const { busy, run } = useTask();
  const loaded = query.data !== undefined;
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={id}
      sx={{ borderRadius: '14px', p: { xs: 1.5, sm: 2 }, minWidth: 0, display: 'flex', flexDirection: 'column' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h2" id={id}>
            {title}
          </Typography>
          {lead && loaded && (
            <Typography variant="body2" component="div" sx={{ color: 'atende.faint', mt: 0.25 }}>
              {lead}
            </Typography>
          )}
        </Box>
        {children && (
          <TooltipIconButton
            size="small"
            label={translate(asTable ? 'dashboard.as_chart' : 'dashboard.as_table')}
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? <ShowChart /> : <TableRows />}
          </TooltipIconButton>
        )}
        {onDownload && (
          <TooltipIconButton
            size="small"
            label={translate('dashboard.download')}
            disabled={busy || empty || !loaded}
            onClick={() => void run(onDownload)}
          >
            <Download />
          </TooltipIconButton>
        )}
      </Box>
      {controls && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.25, mt: 1.5 }}>{controls}</Box>}
      <Box sx={{ mt: 1.5, minWidth: 0, minHeight: height, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {!loaded && query.error ? (
          <LoadFailed
            title={translate('dashboard.error.load')}
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        ) : !loaded ? (
          <Skeleton variant="rounded" height={height} />
        ) : empty ? (
          <EmptyState icon={<ShowChart />} title={emptyText ?? translate('dashboard.empty')} />
        ) : asTable || !children ? (
          <DataTable label={title} {...table} />
        ) : (
          children
        )}
      </Box>
    </Paper>
  );
}
