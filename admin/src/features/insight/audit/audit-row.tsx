import { Box, Link, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Avatar } from '../../../shared/avatar';
import { formatDateTime } from '../../../shared/format';
import type { AuditEntry } from './use-audit';

interface AuditRowProps {
  entry: AuditEntry;
  onSubject: (key: string) => void;
}

/** One action: who, what, on which record, when, from which address. */
export function AuditRow({ entry, onSubject }: AuditRowProps) {
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
              <Link
                component="button"
                type="button"
                title={translate('oversight.audit.show_only', { name: named.name })}
                onClick={() => onSubject(named.key)}
                sx={{ verticalAlign: 'baseline', fontSize: 'inherit', textAlign: 'left', minHeight: 24 }}
              >
                {named.name}
              </Link>
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
