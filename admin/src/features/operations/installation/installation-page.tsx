import { Box, LinearProgress, Link, Paper, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import type { Schemas } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import { formatBytes, formatCount, formatDateTime } from '../../../shared/format';
import { LoadFailed } from '../../../shared/load-failed';
import { Page } from '../../../shared/page';

type State = Schemas['InstallationState'];

const REFRESH_MS = 10_000;

interface CardProps {
  title: string;
  value: ReactNode;
  /** Needs somebody's attention. */
  alarm?: boolean;
  children?: ReactNode;
}

function Card({ title, value, alarm = false, children }: CardProps) {
  return (
    <Paper
      component="li"
      variant="outlined"
      sx={{ borderRadius: '14px', p: 2, minWidth: 0, display: 'grid', gap: 0.5, alignContent: 'start' }}
    >
      <Typography variant="body2" component="h2" sx={{ color: 'text.secondary' }}>
        {title}
      </Typography>
      <Typography
        variant="h2"
        component="p"
        sx={{ overflowWrap: 'anywhere', color: alarm ? 'error.main' : undefined, fontVariantNumeric: 'tabular-nums' }}
      >
        {value}
      </Typography>
      <Typography variant="body2" component="div" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </Paper>
  );
}

function Cards({ state }: { state: State }) {
  const translate = useTranslate();
  const text = (key: string, values?: object) => translate(`installation.${key}`, values);
  const { database, redis, jobs, storage, connections } = state;
  const upOrDown = (up: boolean) => text(up ? 'up' : 'down');
  return (
    <Box
      component="ul"
      aria-label={text('title')}
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(270px, 100%), 1fr))',
      }}
    >
      <Card title={text('version')} value={state.version}>
        {text('runtime', { node: state.node, role: text(`role.${state.role}`) })}
      </Card>
      <Card title={text('since')} value={formatDateTime(state.startedAt)}>
        {text('since_help')}
      </Card>
      <Card title={text('processes')} value={formatCount(state.processes)} alarm={state.timersNode === null}>
        {state.timersNode === null ? text('no_timers') : text('timers', { node: state.timersNode })}
      </Card>
      <Card title="PostgreSQL" value={upOrDown(database.up)} alarm={!database.up}>
        {text('database', { version: database.version, size: formatBytes(database.bytes) })}
      </Card>
      <Card title="Redis" value={redis ? upOrDown(redis.up) : text('no_redis')} alarm={redis?.up === false}>
        {text(redis ? 'redis' : 'no_redis_help')}
      </Card>
      <Card title={text('jobs')} value={formatCount(jobs.waiting)}>
        {jobs.dueSince === null ? text('none_due') : text('due_since', { time: formatDateTime(jobs.dueSince) })}
      </Card>
      <Card title={text('failed')} value={formatCount(jobs.failed)} alarm={jobs.failed > 0}>
        <Link component={RouterLink} to="/admin/failed-jobs">
          {text('failed_open')}
        </Link>
      </Card>
      {storage?.kind === 'bucket' ? (
        <Card title={text('bucket')} value={upOrDown(storage.up)} alarm={!storage.up}>
          {text('bucket_name', { name: storage.name })}
        </Card>
      ) : (
        <Card
          title={text('storage')}
          value={storage ? text('free', { free: formatBytes(storage.freeBytes) }) : text('no_storage')}
          alarm={storage !== null && storage.freeBytes < storage.totalBytes / 20}
        >
          {storage ? text('total', { total: formatBytes(storage.totalBytes) }) : text('no_storage_help')}
        </Card>
      )}
      <Card
        title={text('backup')}
        value={state.lastBackupAt === null ? text('no_backup') : formatDateTime(state.lastBackupAt)}
      >
        {text('backup_help')}
      </Card>
      <Card title={text('connections')} value={formatCount(connections.reduce((sum, { count }) => sum + count, 0))}>
        {connections.map(({ status, count }) => (
          <div key={status}>{text(`status.${status}`, { count: formatCount(count) })}</div>
        ))}
      </Card>
    </Box>
  );
}

/** The state of the installation, as the process that answers sees it. */
export default function InstallationPage() {
  const translate = useTranslate();
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['installation'],
    queryFn: ({ signal }) => api<State>('/installation', { signal }),
    refetchInterval: REFRESH_MS,
  });
  const title = translate('installation.title');
  const failed = <LoadFailed title={translate('installation.error')} error={error} onRetry={() => void refetch()} />;
  return (
    <Page title={title}>
      <Box sx={{ pb: 2, flex: 'none' }}>
        <Typography variant="h1">{title}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {data
            ? translate('installation.lead', { time: new Date(dataUpdatedAt).toLocaleTimeString('pt-BR') })
            : '\u00a0'}
        </Typography>
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', pb: 3, display: 'grid', gap: 1.5, alignContent: 'start' }}>
        {error && failed}
        {data && <Cards state={data} />}
        {!data && !error && <LinearProgress aria-label={title} sx={{ height: 2 }} />}
      </Box>
    </Page>
  );
}
