import { Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { formatCount, formatDate, formatRating, formatSpan } from '../../../shared/format';
import { numeric, type RowColumn, RowTable } from '../../../shared/row-table';
import type { AttendantDay, Figures } from './use-reports';

interface Row extends Figures {
  userId: number | null;
  userName: string | null;
  day?: string;
}

const figures: readonly [name: string, narrow: boolean, value: (row: Figures) => string][] = [
  ['attendances', false, ({ attendances }) => formatCount(attendances)],
  ['done', true, ({ finished }) => formatCount(finished)],
  ['waited', false, ({ waited }) => formatSpan(waited)],
  ['responded', false, ({ responded }) => formatSpan(responded)],
  ['served', true, ({ served }) => formatSpan(served)],
  ['rating', true, ({ rating }) => formatRating(rating)],
];

function FiguresTable({ title, rows, daily }: { title: string; rows: readonly Row[]; daily: boolean }) {
  const translate = useTranslate();
  const label = (name: string) => translate(`reports.columns.${name}`);
  const day: RowColumn<Row> = {
    name: 'day',
    label: label('day'),
    width: { xs: 84, md: 110 },
    cell: (row) => formatDate(row.day ?? ''),
  };
  const user: RowColumn<Row> = {
    name: 'user',
    label: label('user'),
    width: { md: '26%' },
    cell: ({ userName }) => userName ?? translate('reports.filters.without_attendant'),
  };
  const columns: RowColumn<Row>[] = figures.map(([name, narrow, cell]) => ({
    name,
    label: label(name),
    ...(!narrow && { from: 'md' }),
    ...numeric,
    cell,
  }));
  return (
    <RowTable
      fixed
      hover
      aria-label={title}
      columns={daily ? [day, user, ...columns] : [user, ...columns]}
      rows={rows}
      rowKey={(row) => `${row.day}-${row.userId}`}
    />
  );
}

interface AttendantsReportProps {
  totals: readonly Row[];
  days: readonly AttendantDay[];
}

/** The figures of each attendant, in all and day by day. */
export function AttendantsReport({ totals, days }: AttendantsReportProps) {
  const translate = useTranslate();
  const parts: [title: string, rows: readonly Row[], daily: boolean][] = [
    [translate('reports.totals'), totals, false],
    [translate('reports.days'), days, true],
  ];
  return parts.map(([title, rows, daily]) => (
    <section key={title}>
      <Typography variant="h3" component="h2" sx={{ px: 1.25, pt: 2, pb: 0.5 }}>
        {title}
      </Typography>
      <FiguresTable title={title} rows={rows} daily={daily} />
    </section>
  ));
}
