import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Paper,
  Skeleton,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { FormattedText } from '../../../conversation/ui/messages/formatted-text';
import type { Schemas } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import { CodeBlock } from '../../../shared/code-block';
import { LoadFailed } from '../../../shared/load-failed';
import { Spoken } from '../../../shared/spoken';

type SessionTest = Schemas['SessionTest'];

function Outcome({ outcome: { type, ok, status, durationMs, text, messages, excerpt } }: { outcome: SessionTest }) {
  const translate = useTranslate();
  return (
    <>
      <Alert severity={ok ? 'success' : type === 'dialogflow' ? 'info' : 'error'}>{text}</Alert>
      {status !== null && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {translate('integrations.status', { status, ms: durationMs })}
        </Typography>
      )}
      {ok && type === 'typebot' && (
        <Typography variant="body2">
          {translate(messages.length > 0 ? 'integrations.first_messages' : 'integrations.no_messages')}
        </Typography>
      )}
      {ok && type !== 'typebot' && (
        <Typography variant="body2">
          {translate(messages.length > 0 ? 'integrations.would_send' : 'integrations.would_send_nothing')}
        </Typography>
      )}
      {messages.length > 0 && (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
          {messages.map((message, index) => (
            <Paper
              key={index}
              component="li"
              variant="outlined"
              sx={{ p: 1.5, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
            >
              <FormattedText text={message} />
            </Paper>
          ))}
        </Box>
      )}
      {excerpt && <CodeBlock label={translate('integrations.excerpt')} code={excerpt} maxHeight={200} />}
    </>
  );
}

/** Calls the integration and shows what it answers. */
export function SessionTestDialog({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const translate = useTranslate();
  const title = useId();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['queueIntegration', id, 'test'],
    queryFn: ({ signal }) =>
      api<SessionTest>('/queueIntegration/testSession', { method: 'POST', body: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={title}>
      <DialogTitle id={title}>
        {translate('integrations.test')}
        <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
          {name}
        </Typography>
      </DialogTitle>
      <DialogContent aria-live="polite" sx={{ display: 'grid', gap: 1.5, alignContent: 'start', minHeight: 160 }}>
        {isFetching && (
          <>
            <Spoken>{translate('integrations.testing')}</Spoken>
            <Skeleton variant="rounded" height={48} />
          </>
        )}
        {!isFetching && error && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {!isFetching && data && <Outcome outcome={data} />}
      </DialogContent>
      <DialogActions>
        <Button disabled={isFetching} onClick={() => void refetch()}>
          {translate('integrations.again')}
        </Button>
        <Button variant="contained" onClick={onClose}>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
