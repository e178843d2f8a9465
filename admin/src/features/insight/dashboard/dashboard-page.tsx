import { Box, Typography } from '@mui/material';
import { useEffect } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { formatDate } from '../../../shared/format';
import { LoadFailed } from '../../../shared/load-failed';
import { Page } from '../../../shared/page';
import { Attendants } from './attendants';
import { Bot } from './bot';
import { Campaigns } from './campaigns';
import { CounterCards } from './counter-cards';
import { ArrivalsChart, UsersChart } from './dated-charts';
import { Containment, Departments } from './departments';
import { FilterBar } from './filter-bar';
import { FirstStepsCard } from './first-steps';
import { Ratings } from './ratings';
import {
  type Dashboard,
  queryOf,
  useDashboardFilter,
  useFailureToasts,
  useFigures,
  useOnlineAttendants,
  useRefresh,
} from './use-dashboard';
import { Weekdays } from './weekdays';

const pair = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
} as const;

/** Figures of the company, of one's departments, or of oneself. */
export default function DashboardPage() {
  const translate = useTranslate();
  const notify = useNotify();
  const { filter, change } = useDashboardFilter();
  const query = queryOf(filter);
  const figures = useFigures<Dashboard>('', query);
  useFailureToasts();
  useRefresh();
  useOnlineAttendants();
  const missing = query === null;
  useEffect(() => {
    if (missing) notify('dashboard.error.no_filter', { type: 'warning' });
  }, [missing, notify]);
  const period = figures.data?.period;
  const title = translate('dashboard.title');
  return (
    <Page title={title}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 1.5, pb: 1.5 }}>
        <Box sx={{ flex: '1 1 240px' }}>
          <Typography variant="h1">{title}</Typography>
          <Typography variant="body2" sx={{ color: 'atende.faint', mt: 0.25 }}>
            {period
              ? translate('dashboard.lead', { from: formatDate(period.from), until: formatDate(period.until) })
              : '\u00a0'}
          </Typography>
        </Box>
        <FilterBar filter={filter} missing={missing} onChange={change} />
      </Box>
      <Box
        tabIndex={0}
        role="region"
        aria-label={title}
        sx={{
          minHeight: 0,
          overflowY: 'auto',
          pb: 3,
          mx: -0.5,
          px: 0.5,
          display: 'grid',
          gap: 1.5,
          alignContent: 'start',
        }}
      >
        <FirstStepsCard />
        {figures.error && !figures.data ? (
          <LoadFailed
            title={translate('dashboard.error.load')}
            error={figures.error}
            onRetry={() => void figures.refetch()}
          />
        ) : (
          <CounterCards data={figures.data} />
        )}
        <Campaigns />
        <Box sx={pair}>
          <UsersChart />
          <ArrivalsChart />
        </Box>
        <Attendants figures={figures} query={query} />
        <Departments query={query} period={period} />
        <Weekdays query={query} />
        <Box sx={pair}>
          <Ratings figures={figures} query={query} />
          <Containment query={query} period={period} />
        </Box>
        <Bot query={query} />
      </Box>
    </Page>
  );
}
