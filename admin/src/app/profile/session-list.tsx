import Computer from '@mui/icons-material/ComputerOutlined';
import Smartphone from '@mui/icons-material/SmartphoneOutlined';
import { Box, Button, Chip, Skeleton, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import type { Schemas } from '../../providers/api-types';
import { api } from '../../providers/http';
import { useSessionUser } from '../../providers/session-user';
import { formatDateTime } from '../../shared/format';
import { LoadFailed } from '../../shared/load-failed';
import { useNamedTask } from '../../shared/use-task';

type SessionView = Schemas['SessionView'];

const isPhone = (device: string | null) => /Android|iOS/.test(device ?? '');

interface SessionRowProps {
  session: SessionView;
  busy: boolean;
  onEnd: () => void;
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const translate = useTranslate();
  const { current, address, createdAt, usedAt } = session;
  const device = session.device ?? translate('account.sessions.unknown');
  const Icon = isPhone(session.device) ? Smartphone : Computer;
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 1.25, borderTop: 1, borderColor: 'atende.lineSoft' }}
    >
      <Icon aria-hidden sx={{ color: 'atende.faint' }} />
      <Box sx={{ minWidth: 0, flex: 1, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 500, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          {device}
          {current && <Chip size="small" variant="outlined" label={translate('account.sessions.current')} />}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {translate('account.sessions.used', { date: formatDateTime(usedAt) })}
          {address && ` · ${address}`}
        </Typography>
        <Typography variant="body2" sx={{ color: 'atende.faint' }}>
          {translate('account.sessions.since', { date: formatDateTime(createdAt) })}
        </Typography>
      </Box>
      {!current && (
        <Button
          size="small"
          loading={busy}
          aria-label={translate('account.sessions.end_of', { name: device })}
          onClick={onEnd}
        >
          {translate('account.sessions.end')}
        </Button>
      )}
    </Box>
  );
}

/** Where the user is signed in. */
export function SessionList() {
  const translate = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const { busy, run } = useNamedTask<number | 'others'>();
  const queryKey = ['sessions', useSessionUser().id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api<SessionView[]>('/auth/sessions', { signal }),
    staleTime: 0,
  });
  const end = (name: number | 'others', path: string) =>
    void run(name, async () => {
      await api(path, { method: 'DELETE' });
      await client.invalidateQueries({ queryKey });
      notify('account.sessions.ended', { type: 'success' });
    });
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={64} />;
  return (
    <>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', '& > :first-of-type': { borderTop: 0, pt: 0 } }}>
        {data.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={busy === session.id}
            onEnd={() => end(session.id, `/auth/sessions/${session.id}`)}
          />
        ))}
      </Box>
      {data.length > 1 && (
        <Button
          variant="outlined"
          sx={{ mt: 1 }}
          loading={busy === 'others'}
          onClick={() => end('others', '/auth/sessions')}
        >
          {translate('account.sessions.end_others')}
        </Button>
      )}
    </>
  );
}
