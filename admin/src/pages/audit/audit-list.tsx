import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import History from '@mui/icons-material/HistoryOutlined';
import SearchOff from '@mui/icons-material/SearchOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'react-admin';
import { EmptyState } from '../../shared/empty-state';
import { errorText } from '../../shared/error-text';
import { AuditRow } from './audit-row';
import type { AuditEntry, AuditFilters } from './types';
import type { useAudit } from './use-audit';

interface AuditListProps {
  log: ReturnType<typeof useAudit>;
  entries: AuditEntry[];
  narrowed: boolean;
  onChange: (change: AuditFilters) => void;
}

function Nothing({ log, narrowed }: Pick<AuditListProps, 'log' | 'narrowed'>) {
  const translate = useTranslate();
  if (log.error) {
    return (
      <EmptyState
        icon={<ErrorOutline />}
        title={translate('app.error.list')}
        message={errorText(log.error)}
        action={
          <Button variant="outlined" onClick={() => void log.refetch()}>
            {translate('app.error.retry')}
          </Button>
        }
      />
    );
  }
  const what = narrowed ? 'not_found' : 'empty';
  return (
    <EmptyState
      icon={narrowed ? <SearchOff /> : <History />}
      title={translate(`oversight.audit.${what}`)}
      message={translate(`oversight.audit.${what}_message`)}
    />
  );
}

/** The entries, and more of them on demand. */
export function AuditList({ log, entries, narrowed, onChange }: AuditListProps) {
  const translate = useTranslate();
  return (
    <Paper
      variant="outlined"
      // its rows hold nothing that could be focused: the keyboard scrolls the list itself
      tabIndex={0}
      role="region"
      aria-label={translate('oversight.audit.list')}
      sx={{ flex: '0 1 auto', minHeight: 0, overflowY: 'auto', borderRadius: '14px', mb: { xs: 2, sm: 3 } }}
    >
      {log.isPending ? (
        <Box sx={{ p: 2 }} aria-busy>
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} width={`${50 + ((index * 23) % 40)}%`} height={34} />
          ))}
        </Box>
      ) : entries.length === 0 ? (
        <Nothing log={log} narrowed={narrowed} />
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} onSubject={(subject) => onChange({ subject })} />
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
  );
}
