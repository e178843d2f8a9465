import { Box, Link, Typography, useMediaQuery } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { ColorDot } from '../../../shared/color-dot';
import { ellipsis } from '../../../shared/ellipsis';
import { formatCode, formatDateTime, formatSpan } from '../../../shared/format';
import { numeric, type RowColumn, RowTable } from '../../../shared/row-table';
import { useReportFilters } from './use-report-filters';
import type { Attendance } from './use-reports';

function ContactLink({ attendance: { uuid, contact, canOpen } }: { attendance: Attendance }) {
  const translate = useTranslate();
  if (!canOpen) return contact.name;
  const label = translate('reports.open', { name: contact.name });
  return (
    <Link component={RouterLink} to={`/tickets/${uuid}`} aria-label={label} sx={{ fontWeight: 600 }}>
      {contact.name}
    </Link>
  );
}

function Department({ queue }: Pick<Attendance, 'queue'>) {
  if (!queue) return '–';
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, minWidth: 0, maxWidth: '100%' }}
    >
      <ColorDot color={queue.color} />
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {queue.name}
      </Box>
    </Box>
  );
}

const dateTime = (at: string | null) => (at ? formatDateTime(at) : '–');

/** Narrows the report to the advertisement. */
function AdLink({ ad: { id, title } }: { ad: NonNullable<Attendance['ad']> }) {
  const translate = useTranslate();
  const { change } = useReportFilters();
  return (
    <Link
      component="button"
      type="button"
      title={translate('reports.filters.ad', { name: title })}
      onClick={() => change({ ad: id })}
      sx={{ font: 'inherit', minHeight: 24, textAlign: 'left', maxWidth: '100%', ...ellipsis }}
    >
      {title}
    </Link>
  );
}

function useColumns(hasAds: boolean): RowColumn<Attendance>[] {
  const translate = useTranslate();
  // the first column takes the width that the others leave
  const columns: Omit<RowColumn<Attendance>, 'label'>[] = [
    {
      name: 'contact',
      cell: (attendance) => (
        <>
          <ContactLink attendance={attendance} />
          <Box component="span" sx={{ color: 'atende.faint', ml: 0.75 }}>
            #{formatCode(attendance.code)}
            {attendance.number > 1 && ` · ${attendance.number}`}
          </Box>
        </>
      ),
    },
    { name: 'queue', from: 'md', width: '13%', cell: ({ queue }) => <Department queue={queue} /> },
    { name: 'user', width: '14%', cell: ({ user }) => user?.name ?? '–' },
    { name: 'connection', from: 'xl', width: '10%', cell: ({ connection }) => connection },
    { name: 'status', from: 'xl', width: 92, cell: ({ status }) => translate(`reports.status.${status}`) },
    { name: 'arrived', from: 'lg', width: 138, ...numeric, cell: ({ arrivedAt }) => dateTime(arrivedAt) },
    { name: 'finished', width: 138, ...numeric, cell: ({ finishedAt }) => dateTime(finishedAt) },
    { name: 'waited', from: 'md', width: 106, ...numeric, cell: ({ waited }) => formatSpan(waited) },
    { name: 'responded', from: 'xl', width: 106, ...numeric, cell: ({ responded }) => formatSpan(responded) },
    { name: 'served', width: 106, ...numeric, cell: ({ served }) => formatSpan(served) },
    {
      name: 'rating',
      from: 'md',
      width: 122,
      cell: ({ rating }) => (rating ? translate(`reports.rating.${rating}`) : '–'),
    },
    // most companies have no advertisements
    ...(hasAds
      ? [{ name: 'ad', from: 'lg' as const, width: '12%', cell: ({ ad }: Attendance) => ad && <AdLink ad={ad} /> }]
      : []),
  ];
  return columns.map((column) => ({ ...column, label: translate(`reports.columns.${column.name}`) }));
}

function AttendanceTable({ rows }: { rows: readonly Attendance[] }) {
  return (
    <RowTable
      stickyHeader
      fixed
      hover
      columns={useColumns(rows.some(({ ad }) => ad !== null))}
      rows={rows}
      rowKey={({ id }) => id}
    />
  );
}

const dates = ['arrived', 'finished'];

function Card({ attendance }: { attendance: Attendance }) {
  const translate = useTranslate();
  const { code, queue, user, status, arrivedAt, finishedAt, waited, served, rating, ad } = attendance;
  const facts: [name: string, value: ReactNode][] = [
    ['queue', <Department key="queue" queue={queue} />],
    ['user', user?.name ?? '–'],
    finishedAt ? ['finished', dateTime(finishedAt)] : ['arrived', dateTime(arrivedAt)],
    ['waited', formatSpan(waited)],
    ['served', formatSpan(served)],
    ...(ad ? [['ad', <AdLink key="ad" ad={ad} />] as [string, ReactNode]] : []),
    ...(rating ? [['rating', translate(`reports.rating.${rating}`)] as [string, ReactNode]] : []),
  ];
  return (
    <Box
      component="li"
      sx={{
        px: 1.75,
        py: 1.25,
        borderBottom: 1,
        borderColor: 'atende.lineSoft',
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, minHeight: 28 }}>
        <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <ContactLink attendance={attendance} />
        </Box>
        <Typography variant="body2" sx={{ color: 'atende.faint', flex: 'none' }}>
          #{formatCode(code)} · {translate(`reports.status.${status}`)}
        </Typography>
      </Box>
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: 1.5, rowGap: 0.25 }}>
        {facts.map(([name, value]) => (
          <Typography
            key={name}
            component="div"
            variant="body2"
            sx={{ display: 'flex', gap: 0.75, minWidth: 0, ...(dates.includes(name) && { gridColumn: '1 / -1' }) }}
          >
            <Box component="dt" sx={{ color: 'atende.faint', flex: 'none' }}>
              {translate(`reports.columns.${name}`)}
            </Box>
            <Box
              component="dd"
              sx={{ m: 0, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
            >
              {value}
            </Box>
          </Typography>
        ))}
      </Box>
    </Box>
  );
}

/** A table, or cards where it is narrow. */
export function AttendanceList({ rows }: { rows: readonly Attendance[] }) {
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  if (!narrow) return <AttendanceTable rows={rows} />;
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {rows.map((attendance) => (
        <Card key={attendance.id} attendance={attendance} />
      ))}
    </Box>
  );
}
