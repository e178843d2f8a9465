import { Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { formatCount, formatDate, formatRating, formatSpan } from '../../../shared/format';
import { cellSx, numericSx } from '../../../shared/table-styles';
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
const wideOnly = { display: { xs: 'none', md: 'table-cell' } } as const;

function FiguresTable({ title, rows, daily }: { title: string; rows: readonly Row[]; daily: boolean }) {
  const translate = useTranslate();
  const text = (name: string) => translate(`reports.columns.${name}`);
  return (
    <Table size="small" aria-label={title} sx={{ tableLayout: 'fixed' }}>
      <TableHead>
        <TableRow>
          {daily && <TableCell sx={[cellSx, { width: { xs: 84, md: 110 } }]}>{text('day')}</TableCell>}
          <TableCell sx={[cellSx, { width: { md: '26%' } }]}>{text('user')}</TableCell>
          {figures.map(([name, narrow]) => (
            <TableCell key={name} sx={[cellSx, numericSx, narrow ? {} : wideOnly]}>
              {text(name)}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={`${row.day}-${row.userId}`} hover>
            {daily && <TableCell sx={cellSx}>{formatDate(row.day ?? '')}</TableCell>}
            <TableCell sx={cellSx}>{row.userName ?? translate('reports.filters.without_attendant')}</TableCell>
            {figures.map(([name, narrow, value]) => (
              <TableCell key={name} sx={[cellSx, numericSx, narrow ? {} : wideOnly]}>
                {value(row)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
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
