import Replay from '@mui/icons-material/ReplayOutlined';
import Webhook from '@mui/icons-material/WebhookOutlined';
import {
  Accordion,
  AccordionDetails,
  AccordionSummary,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Skeleton,
  Typography,
} from '@mui/material';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import type { ListPage, Schemas } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import { CodeBlock } from '../../../shared/code-block';
import { EmptyState } from '../../../shared/empty-state';
import { formatDateTime } from '../../../shared/format';
import { LoadFailed } from '../../../shared/load-failed';
import { useTask } from '../../../shared/use-task';

type Delivery = Schemas['WebhookDeliveryRow'];

/** Attempts emit no socket event. */
const POLL_MS = 5_000;

const colors = { delivered: 'atende.ok', waiting: 'atende.warn', failed: 'error.main' } as const;

interface DeliveryEntryProps {
  delivery: Delivery;
  replayPath: string;
  queryKey: readonly unknown[];
}

function DeliveryEntry({ delivery, replayPath, queryKey }: DeliveryEntryProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const { busy, run } = useTask();
  const { type, status, attempts, responseStatus, excerpt, answer, durationMs, createdAt, nextAttemptAt, payload } =
    delivery;
  const replay = async () => {
    if (!(await run(() => api(replayPath, { method: 'POST' })))) return;
    notify('api.webhooks.replayed', { type: 'success' });
    void client.invalidateQueries({ queryKey });
  };
  const facts = [
    translate('api.webhooks.attempts', { smart_count: attempts }),
    responseStatus !== null && `HTTP ${responseStatus}`,
    durationMs !== null && `${durationMs} ms`,
    status === 'waiting' && nextAttemptAt && translate('api.webhooks.next', { at: formatDateTime(nextAttemptAt) }),
  ].filter(Boolean);
  return (
    <Accordion
      disableGutters
      variant="outlined"
      slotProps={{ heading: { component: 'h3' }, transition: { unmountOnExit: true } }}
    >
      <AccordionSummary sx={{ '& .MuiAccordionSummary-content': { minWidth: 0, display: 'grid', gap: 0.25 } }}>
        <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'baseline', minWidth: 0 }}>
          <Typography noWrap sx={{ fontWeight: 500, flex: 1 }}>
            {type}
          </Typography>
          <Typography variant="body2" sx={{ color: colors[status], whiteSpace: 'nowrap' }}>
            {translate(`api.webhooks.status.${status}`)}
          </Typography>
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {[formatDateTime(createdAt), ...facts].join(' · ')}
        </Typography>
      </AccordionSummary>
      <AccordionDetails sx={{ display: 'grid', gap: 1.5 }}>
        {answer && <Typography variant="body2">{translate(`api.webhooks.answer.${answer}`)}</Typography>}
        {excerpt && <CodeBlock label={translate('api.webhooks.response')} code={excerpt} maxHeight={120} />}
        <CodeBlock label={translate('api.webhooks.request')} code={JSON.stringify(payload, null, 2)} maxHeight={240} />
        <Button
          variant="outlined"
          startIcon={<Replay />}
          loading={busy}
          loadingPosition="start"
          onClick={() => void replay()}
          sx={{ justifySelf: 'start' }}
        >
          {translate('api.webhooks.replay')}
        </Button>
      </AccordionDetails>
    </Accordion>
  );
}

interface DeliveryLogProps {
  /** Of the list in the API. */
  path: string;
  replayPath: (deliveryId: number) => string;
  url: string;
  /** What an empty log says. */
  emptyHelp: string;
  onClose: () => void;
}

/** What was sent to an endpoint, or by an integration, in the last 30 days. */
export function DeliveryLog({ path, replayPath, url, emptyHelp, onClose }: DeliveryLogProps) {
  const translate = useTranslate();
  const title = useId();
  const queryKey = [path];
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      api<ListPage<'WebhooksController_list'>>(`${path}?pageNumber=${pageParam}`, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore }, pages) => (hasMore ? pages.length + 1 : undefined),
    refetchInterval: POLL_MS,
    staleTime: 0,
  });
  const rows = data?.pages.flatMap(({ records }) => records);
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={title}>
      <DialogTitle id={title}>
        {translate('api.webhooks.log')}
        <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
          {url}
        </Typography>
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1, alignContent: 'start', minHeight: 240 }}>
        {error && !rows && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {!rows && !error && <Skeleton variant="rounded" height={56} />}
        {rows?.length === 0 && (
          <EmptyState icon={<Webhook />} title={translate('api.webhooks.log_empty')} message={emptyHelp} />
        )}
        {rows?.map((delivery) => (
          <DeliveryEntry
            key={delivery.id}
            delivery={delivery}
            replayPath={replayPath(delivery.id)}
            queryKey={queryKey}
          />
        ))}
        {hasNextPage && (
          <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {translate('api.webhooks.more')}
          </Button>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
