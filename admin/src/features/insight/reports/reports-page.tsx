import SearchOff from '@mui/icons-material/SearchOffOutlined';
import { Box, Button, Paper, Skeleton, Tab, Tabs, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { SavedViewsButton } from '../../../conversation/ui/saved-views/saved-views-button';
import { ApiError } from '../../../providers/http';
import { EmptyState } from '../../../shared/empty-state';
import { LoadFailed } from '../../../shared/load-failed';
import { Page } from '../../../shared/page';
import { AttendanceList } from './attendance-list';
import { AttendantsReport } from './attendants-report';
import { ReportActions } from './report-actions';
import { ReportFilterBar } from './report-filters';
import { SummaryFigures } from './summary-figures';
import { useReportFilters } from './use-report-filters';
import { useAttendances, useAttendantDays, useSummary } from './use-reports';

const reports = ['conversations', 'attendants'] as const;

/** What became of conversations, and of whom attended them; for managers and supervisors. */
export default function ReportsPage() {
  const translate = useTranslate();
  const { report, filters, query, address, change, apply } = useReportFilters();
  const byAttendant = report === 'attendants';
  const attendances = useAttendances(query, !byAttendant);
  const days = useAttendantDays(query, byAttendant);
  const summary = useSummary(query);
  const shown = byAttendant ? days : attendances;
  const empty = shown.isSuccess && summary.data?.total.attendances === 0;
  const title = translate('reports.title');
  return (
    <Page title={title}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flex: 'none' }}>
        <Typography variant="h1" sx={{ flex: 1 }} noWrap>
          {title}
        </Typography>
        <SavedViewsButton page="relatories" query={address} onPick={apply} />
        <ReportActions report={report} query={query} empty={empty} />
      </Box>
      <Tabs
        value={report}
        onChange={(_, view: string) => change({ view: view === 'attendants' ? view : '' })}
        aria-label={title}
        sx={{ flex: 'none', mb: 1.5 }}
      >
        {reports.map((name) => (
          <Tab key={name} value={name} label={translate(`reports.views.${name}`)} />
        ))}
      </Tabs>
      <ReportFilterBar
        filters={filters}
        period={summary.data}
        problem={summary.error instanceof ApiError ? summary.error.fields.dateEnd : undefined}
        onChange={change}
        onClear={query === '' ? undefined : () => apply(byAttendant ? 'view=attendants' : '')}
      />
      <SummaryFigures figures={summary.data?.total} />
      <Paper
        variant="outlined"
        tabIndex={0}
        role="region"
        aria-label={translate('reports.region')}
        // on a phone the page scrolls as a whole
        sx={{
          flex: { xs: 'none', sm: '0 1 auto' },
          minHeight: 240,
          overflowY: { sm: 'auto' },
          borderRadius: '14px',
          mb: { xs: 2, sm: 3 },
        }}
      >
        {shown.isPending && (
          <Box sx={{ p: 2 }} aria-busy>
            {Array.from({ length: 6 }, (_, index) => (
              <Skeleton key={index} width={`${50 + ((index * 23) % 40)}%`} height={34} />
            ))}
          </Box>
        )}
        {shown.error && !shown.data && <LoadFailed error={shown.error} onRetry={() => void shown.refetch()} />}
        {empty && (
          <EmptyState
            icon={<SearchOff />}
            title={translate('reports.empty')}
            message={translate('reports.empty_message')}
          />
        )}
        {!empty && byAttendant && days.data && summary.data && (
          <AttendantsReport totals={summary.data.attendants} days={days.data.pages.flatMap((page) => page.days)} />
        )}
        {!empty && !byAttendant && attendances.data && (
          <AttendanceList rows={attendances.data.pages.flatMap((page) => page.attendances)} />
        )}
        {shown.hasNextPage && (
          <Box sx={{ p: 1.5, display: 'grid', justifyItems: 'center' }}>
            <Button variant="outlined" loading={shown.isFetchingNextPage} onClick={() => void shown.fetchNextPage()}>
              {translate('reports.more')}
            </Button>
          </Box>
        )}
      </Paper>
    </Page>
  );
}
