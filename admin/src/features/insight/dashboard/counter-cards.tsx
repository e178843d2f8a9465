import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Contacts from '@mui/icons-material/ContactsOutlined';
import Forum from '@mui/icons-material/ForumOutlined';
import Hourglass from '@mui/icons-material/HourglassEmptyOutlined';
import Schedule from '@mui/icons-material/ScheduleOutlined';
import Support from '@mui/icons-material/SupportAgentOutlined';
import { Box, Link, Paper, Skeleton, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { useAllQueueIds } from '../../../conversation/data/use-list-scope';
import { writeFilters } from '../../../conversation/model/list-filters';
import { useResources } from '../../../schema/resources';
import { iconSize } from '../../../shared/type-scale';
import { hoursAndMinutes } from './periods';
import { type Dashboard, useReportLink } from './use-dashboard';

interface CardProps {
  icon: ReactNode;
  label: string;
  value: string;
  /** How it was in the period before, or that it is as of now. */
  note: string;
  /** Where what it counts is listed. */
  to: string | undefined;
}

function Card({ icon, label, value, note, to }: CardProps) {
  return (
    <Paper
      component="li"
      variant="outlined"
      sx={{ borderRadius: '14px', p: 1.75, minWidth: 0, display: 'flex', flexDirection: 'column' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
        <Box aria-hidden sx={{ display: 'grid', color: 'atende.pri', '& svg': { fontSize: iconSize.medium } }}>
          {icon}
        </Box>
        <span>{label}</span>
      </Box>
      <Typography variant="h1" component="p" sx={{ mt: 'auto', pt: 0.75, fontVariantNumeric: 'tabular-nums' }}>
        {to ? (
          <Link component={RouterLink} to={to} aria-label={`${label}: ${value}`} sx={{ color: 'inherit' }}>
            {value}
          </Link>
        ) : (
          value
        )}
      </Typography>
      <Typography variant="caption" component="p" sx={{ color: 'atende.faint', mt: 0.25 }}>
        {note}
      </Typography>
    </Paper>
  );
}

/** The six figures of spec 001 §2. */
export function CounterCards({ data }: { data: Dashboard | undefined }) {
  const translate = useTranslate();
  const { can } = useResources();
  const report = useReportLink(data?.period);
  const queueIds = useAllQueueIds();
  if (!data) return <Skeleton variant="rounded" height={112} />;
  const { counters, previous, period } = data;
  const count = (value: number) => value.toLocaleString('pt-BR');
  const before = (value: string) => translate('dashboard.before', { value });
  const now = translate('dashboard.now');
  const showAll = can('tickets-manager:showall') ? true : null;
  // not only those of the departments that this browser remembers
  const list = (tab: 'open' | 'pending') => `/tickets${writeFilters('', { tab, showAll, queueIds })}`;
  const days = JSON.stringify({ dateStart: period.from, dateEnd: period.until });
  const cards: [ReactNode, string, string, string, string | undefined][] = [
    [<Forum key="icon" />, 'happening', count(counters.supportHappening), now, list('open')],
    [<Hourglass key="icon" />, 'pending', count(counters.supportPending), now, list('pending')],
    [
      <CheckCircle key="icon" />,
      'finished',
      count(counters.supportFinished),
      before(count(previous.supportFinished)),
      report(),
    ],
    [
      <Contacts key="icon" />,
      'contacts',
      count(counters.leads),
      before(count(previous.leads)),
      `/contacts?${new URLSearchParams({ filter: days })}`,
    ],
    [
      <Schedule key="icon" />,
      'waiting_time',
      hoursAndMinutes(counters.averageWaitingTime),
      before(hoursAndMinutes(previous.averageWaitingTime)),
      report(),
    ],
    [
      <Support key="icon" />,
      'service_time',
      hoursAndMinutes(counters.averageServiceTime),
      before(hoursAndMinutes(previous.averageServiceTime)),
      report(),
    ],
  ];
  return (
    <Box
      component="ul"
      aria-label={translate('dashboard.counters')}
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        display: 'grid',
        gap: 1.25,
        gridTemplateColumns: {
          xs: 'repeat(2, minmax(0, 1fr))',
          sm: 'repeat(3, minmax(0, 1fr))',
          lg: 'repeat(6, minmax(0, 1fr))',
        },
      }}
    >
      {cards.map(([icon, name, value, note, to]) => (
        <Card key={name} icon={icon} label={translate(`dashboard.card.${name}`)} value={value} note={note} to={to} />
      ))}
    </Box>
  );
}
