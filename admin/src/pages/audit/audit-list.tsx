import History from '@mui/icons-material/HistoryOutlined';
import SearchOff from '@mui/icons-material/SearchOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { Avatar } from '../../shared/avatar';
import { EmptyState } from '../../shared/empty-state';
import { formatDateTime } from '../../shared/format';
import { LoadFailed } from '../../shared/load-failed';
import type { AuditEntry, AuditFilters, useAudit } from './use-audit';

interface AuditRowProps {
  entry: AuditEntry;
  onSubject: (key: string) => void;
}

/** One action: who, what, on which record, when, from which address. */
function AuditRow({ entry, onSubject }: AuditRowProps) {
  const translate = useTranslate();
  const { user, text, detail, subject, createdAt, address } = entry;
  // signing in and out is about the user, who is already named
  const named = subject !== null && subject.key !== `user:${user?.id}` ? subject : null;
  const who = user?.name ?? translate('oversight.audit.system');
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '30px minmax(0, 1fr)', md: '30px minmax(0, 1fr) auto' },
        columnGap: 1.5,
        rowGap: 0.25,
        alignItems: 'start',
        px: 2,
        py: 1.25,
        borderBottom: 1,
        borderColor: 'atende.lineSoft',
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Avatar name={who} size={30} seed={user?.id ?? 0} />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="div">
          <Box component="span" sx={{ fontWeight: 600 }}>
            {who}
          </Box>
          {' · '}
          {text}
          {named && (
            <>
              {' · '}
              <MuiLink
                component="button"
                type="button"
                title={translate('oversight.audit.show_only', { name: named.name })}
                onClick={() => onSubject(named.key)}
                sx={{ verticalAlign: 'baseline', fontSize: 'inherit', textAlign: 'left', minHeight: 24 }}
              >
                {named.name}
              </MuiLink>
            </>
          )}
        </Typography>
        {detail && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {detail}
          </Typography>
        )}
      </Box>
      <Typography
        variant="body2"
        sx={{
          gridColumn: { xs: 2, md: 3 },
          color: 'atende.faint',
          textAlign: { md: 'right' },
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        {address && (
          <Box component="span" sx={{ display: { md: 'block' }, ml: { xs: 1, md: 0 } }}>
            {address}
          </Box>
        )}
      </Typography>
    </Box>
  );
}

interface AuditListProps {
  log: ReturnType<typeof useAudit>;
  entries: AuditEntry[];
  filtered: boolean;
  onChange: (change: AuditFilters) => void;
}

function Nothing({ log, filtered }: Pick<AuditListProps, 'log' | 'filtered'>) {
  const translate = useTranslate();
  if (log.error) return <LoadFailed error={log.error} onRetry={() => void log.refetch()} />;
  const what = filtered ? 'not_found' : 'empty';
  return (
    <EmptyState
      icon={filtered ? <SearchOff /> : <History />}
      title={translate(`oversight.audit.${what}`)}
      message={translate(`oversight.audit.${what}_message`)}
    />
  );
}

/** The entries, and more of them on demand. */
export function AuditList({ log, entries, filtered, onChange }: AuditListProps) {
  const translate = useTranslate();
  return (
    <Paper
      variant="outlined"
      // the rows have nothing focusable: the keyboard scrolls the list itself
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
        <Nothing log={log} filtered={filtered} />
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
