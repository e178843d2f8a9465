import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { AuditFilterBar } from './audit-filter-bar';
import { AuditList } from './audit-list';
import { useAudit, useAuditFilters } from './use-audit';

/** Who did what: the company's own log for its managers, the platform's for super-admins. */
export default function AuditPage({ platform = false }: { platform?: boolean }) {
  const translate = useTranslate();
  const { filters, change, clear } = useAuditFilters();
  const log = useAudit(platform ? '/admin/audit' : '/audit', filters);
  const title = translate(platform ? 'oversight.audit.title_platform' : 'oversight.audit.title');
  const narrowed = Object.keys(filters).length > 0;
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  const subject = entries.find((entry) => entry.subject?.key === filters.subject)?.subject?.name ?? filters.subject;
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        height: '100%',
        maxWidth: 1280,
        mx: 'auto',
        px: { xs: 2, sm: 3 },
        pt: { xs: 2, sm: 2.5 },
      }}
    >
      <title>{`${title} · Atende`}</title>
      <Typography variant="h1">{title}</Typography>
      <Typography variant="body2" sx={{ color: 'atende.faint', mt: 0.25, mb: 1.5 }}>
        {translate(platform ? 'oversight.audit.lead_platform' : 'oversight.audit.lead')}
      </Typography>
      <AuditFilterBar
        platform={platform}
        filters={filters}
        kinds={log.data?.pages[0]?.kinds ?? []}
        subject={subject}
        onChange={change}
        onClear={narrowed ? clear : undefined}
      />
      <AuditList log={log} entries={entries} narrowed={narrowed} onChange={change} />
    </Box>
  );
}
