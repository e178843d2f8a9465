import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { Page } from '../../shared/page';
import { AuditFilterBar } from './audit-filters';
import { AuditList } from './audit-list';
import { useAudit, useAuditFilters } from './use-audit';

/** The audit log: of the company for its managers, of the platform for super-admins. */
export default function AuditPage({ platform = false }: { platform?: boolean }) {
  const translate = useTranslate();
  const { filters, change, clear } = useAuditFilters();
  const log = useAudit(platform ? '/admin/audit' : '/audit', filters);
  const title = translate(platform ? 'oversight.audit.title_platform' : 'oversight.audit.title');
  const filtered = Object.keys(filters).length > 0;
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  const subject = entries.find((entry) => entry.subject?.key === filters.subject)?.subject?.name ?? filters.subject;
  return (
    <Page title={title}>
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
        onClear={filtered ? clear : undefined}
      />
      <AuditList log={log} entries={entries} filtered={filtered} onChange={change} />
    </Page>
  );
}
