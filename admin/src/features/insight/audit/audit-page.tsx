import Download from '@mui/icons-material/FileDownloadOutlined';
import History from '@mui/icons-material/HistoryOutlined';
import SearchOff from '@mui/icons-material/SearchOffOutlined';
import { Box, Button, Paper, Skeleton, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { EmptyState } from '../../../shared/empty-state';
import { LoadFailed } from '../../../shared/load-failed';
import { Page } from '../../../shared/page';
import { useTask } from '../../../shared/use-task';
import { AuditFilterBar } from './audit-filters';
import { AuditRow } from './audit-row';
import { downloadAudit, useAudit, useAuditFilters } from './use-audit';

/** The audit log: of the company for its managers, of the platform for super-admins. */
export default function AuditPage({ platform = false }: { platform?: boolean }) {
  const translate = useTranslate();
  const { filters, change, clear } = useAuditFilters();
  const { busy, run } = useTask();
  const log = useAudit(platform ? '/admin/audit' : '/audit', filters);
  const title = translate(platform ? 'oversight.audit.title_platform' : 'oversight.audit.title');
  const filtered = Object.keys(filters).length > 0;
  const nothing = filtered ? 'not_found' : 'empty';
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  const subject = entries.find((entry) => entry.subject?.key === filters.subject)?.subject?.name ?? filters.subject;
  return (
    <Page title={title}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
        <Typography variant="h1">{title}</Typography>
        <Button
          variant="outlined"
          startIcon={<Download />}
          loading={busy}
          disabled={entries.length === 0}
          onClick={() => void run(() => downloadAudit(platform, filters))}
        >
          {translate('ra.action.export')}
        </Button>
      </Box>
      <Typography variant="body2" sx={{ color: 'atende.faint', mt: 0.25, mb: 1.5 }}>
        {translate(platform ? 'oversight.audit.lead_platform' : 'oversight.audit.lead')}
      </Typography>
      <AuditFilterBar
        platform={platform}
        filters={filters}
        kinds={log.data?.pages[0]?.kinds ?? []}
        subject={subject}
        onChange={change}
        onClear={filtered ? clear : undefined}
      />
      <Paper
        variant="outlined"
        // the rows have nothing focusable: the keyboard scrolls the list itself
        tabIndex={0}
        role="region"
        aria-label={translate('oversight.audit.list')}
        sx={{ flex: '0 1 auto', minHeight: 0, overflowY: 'auto', borderRadius: '14px', mb: { xs: 2, sm: 3 } }}
      >
        {log.isPending && (
          <Box sx={{ p: 2 }} aria-busy>
            {Array.from({ length: 6 }, (_, index) => (
              <Skeleton key={index} width={`${50 + ((index * 23) % 40)}%`} height={34} />
            ))}
          </Box>
        )}
        {log.error && entries.length === 0 && <LoadFailed error={log.error} onRetry={() => void log.refetch()} />}
        {log.isSuccess && entries.length === 0 && (
          <EmptyState
            icon={filtered ? <SearchOff /> : <History />}
            title={translate(`oversight.audit.${nothing}`)}
            message={translate(`oversight.audit.${nothing}_message`)}
          />
        )}
        {entries.length > 0 && (
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {entries.map((entry) => (
              <AuditRow key={entry.id} entry={entry} onSubject={(key) => change({ subject: key })} />
            ))}
          </Box>
        )}
        {log.hasNextPage && (
          <Box sx={{ p: 1.5, display: 'grid', justifyItems: 'center' }}>
            <Button variant="outlined" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
              {translate('oversight.audit.more')}
            </Button>
          </Box>
        )}
      </Paper>
    </Page>
  );
}
