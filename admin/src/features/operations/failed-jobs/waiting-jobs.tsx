import { Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import { formatDateTime } from '../../../shared/format';
import { textSize } from '../../../shared/type-scale';

const POLL_MS = 5_000;

function Count({ name, count, details }: { name: string; count: number; details: string[] }) {
  return (
    <Box
      component="li"
      sx={{
        display: 'inline-flex',
        flexWrap: 'wrap',
        columnGap: 0.75,
        px: 1,
        py: '2px',
        maxWidth: '100%',
        border: 1,
        borderColor: 'atende.line',
        borderRadius: '8px',
        bgcolor: 'background.paper',
        fontSize: textSize.small,
        color: 'text.secondary',
      }}
    >
      <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {name}
      </Box>
      <Box component="span" sx={{ fontWeight: 650, color: 'text.primary', fontVariantNumeric: 'tabular-nums' }}>
        {count}
      </Box>
      {details.length > 0 && <span>{details.join(', ')}</span>}
    </Box>
  );
}

const row = { m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 0.75 } as const;

/** The jobs that wait or run, by job and by ordering key. */
export function WaitingJobs({ path }: { path: string }) {
  const translate = useTranslate();
  const { data } = useQuery({
    queryKey: [path, 'waiting'],
    queryFn: ({ signal }) => api<Schemas['WaitingJobs']>(`/${path}/waiting`, { signal }),
    refetchInterval: POLL_MS,
  });
  const since = ({ dueSince }: { dueSince: string | null }) =>
    dueSince === null ? [] : [translate('jobs.since', { time: formatDateTime(dueSince) })];
  const counted = (key: string, count: number) => (count > 0 ? [translate(key, { smart_count: count })] : []);
  return (
    <Box
      component="section"
      aria-label={translate('jobs.waiting')}
      sx={{ flex: 'none', pb: 2, display: 'grid', gap: 1 }}
    >
      <Typography variant="body2" sx={{ color: 'atende.faint' }}>
        {translate(data?.jobs.length === 0 ? 'jobs.waiting_none' : 'jobs.waiting')}
      </Typography>
      {data && data.jobs.length > 0 && (
        <Box component="ul" sx={row}>
          {data.jobs.map((job) => (
            <Count
              key={job.name}
              name={job.name}
              count={job.waiting}
              details={[...counted('jobs.running', job.running), ...counted('jobs.later', job.later), ...since(job)]}
            />
          ))}
        </Box>
      )}
      {data && data.orderingKeys.length > 0 && (
        <>
          <Typography variant="body2" sx={{ color: 'atende.faint' }}>
            {translate('jobs.orderingKeys')}
          </Typography>
          <Box component="ul" sx={row}>
            {data.orderingKeys.map((backlog) => (
              <Count key={backlog.key} name={backlog.key} count={backlog.waiting} details={since(backlog)} />
            ))}
          </Box>
        </>
      )}
    </Box>
  );
}
