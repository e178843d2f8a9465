import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { ChartCard } from '../../../shared/charts/chart-card';
import { formatDecimal } from '../../../shared/format';
import { FigureLink } from './figure-link';
import { hoursAndMinutes } from './periods';
import { type Dashboard, downloadTable, type useFigures, useReportLink } from './use-dashboard';

interface AttendantsProps {
  figures: ReturnType<typeof useFigures<Dashboard>>;
  query: string | null;
}

export function Attendants({ figures, query }: AttendantsProps) {
  const translate = useTranslate();
  const report = useReportLink(figures.data?.period);
  const attendants = figures.data?.attendants ?? [];
  return (
    <ChartCard
      title={translate('dashboard.attendants')}
      query={figures}
      empty={attendants.length === 0}
      height={120}
      table={{
        headings: ['name', 'rating_heading', 'average_time', 'finished_heading', 'status'].map((name) =>
          translate(`dashboard.${name}`),
        ),
        rows: attendants.map(({ id, name, rating, avgSupportTime, tickets, online }) => ({
          key: id,
          cells: [
            name,
            rating === null ? '—' : formatDecimal(rating),
            hoursAndMinutes(avgSupportTime),
            <FigureLink key="tickets" to={report({ users: [id] })} label={name}>
              {tickets}
            </FigureLink>,
            <Box key="online" component="span" sx={{ color: online ? 'atende.ok' : 'atende.faint', fontWeight: 500 }}>
              {translate(online ? 'dashboard.online' : 'dashboard.offline')}
            </Box>,
          ],
        })),
      }}
      onDownload={() => downloadTable('attendants', query)}
    />
  );
}
