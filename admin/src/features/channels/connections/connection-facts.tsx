import { Alert, Box, Button, TextField, Typography } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type RaRecord, useGetOne, useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import type { Schemas } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import type { ResourceView } from '../../../schema/types';
import { CopyLine } from '../../../shared/copy-line';
import { useNotifyError } from '../../../shared/error-text';
import { formatDateTime } from '../../../shared/format';
import { textSize } from '../../../shared/type-scale';
import { ConnectionStatus } from './connection-status';

/** `metaToken`: a field of the Cloud API. */
type Connection = Schemas['ConnectionRecord'] & { metaToken?: string | null };

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <Box sx={{ display: 'flex', gap: 1, fontSize: textSize.small, minWidth: 0 }}>
      <Box component="dt" sx={{ color: 'atende.faint', flex: '0 0 128px' }}>
        {label}
      </Box>
      <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </Box>
  );
}

function Facts({ record }: { record: Connection }) {
  const translate = useTranslate();
  const { verifiedName, quality, messagingLimit, lastInboundAt } = record;
  const inbound = lastInboundAt ? formatDateTime(lastInboundAt) : translate('connections.never');
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.5 }}>
      {verifiedName && <Fact label={translate('connections.verified_name')}>{verifiedName}</Fact>}
      {quality && (
        <Fact label={translate('connections.quality')}>
          {translate(`connections.quality_of.${quality}`, { _: quality })}
        </Fact>
      )}
      {messagingLimit && (
        <Fact label={translate('connections.limit')}>
          {translate(`connections.limit_of.${messagingLimit}`, { _: messagingLimit })}
        </Fact>
      )}
      <Fact label={translate('connections.last_inbound')}>{inbound}</Fact>
    </Box>
  );
}

function Webhook({ url, token }: { url: string; token?: string | null }) {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'grid', gap: 1.5, pt: 1 }}>
      <CopyLine label={translate('connections.webhook')} value={url} />
      {token && <CopyLine label={translate('connections.verify_token')} value={token} />}
      <Typography variant="body2" sx={{ color: 'atende.faint' }}>
        {translate('connections.webhook_help')}
      </Typography>
    </Box>
  );
}

/** Tests or resumes the connection, or asks for its history; all update its record. */
function useConnectionAction<T>(path: string, id: number, verb: 'test' | 'resume' | 'history') {
  const client = useQueryClient();
  const onError = useNotifyError();
  return useMutation({
    mutationFn: () => api<T>(`/${path}/${id}/${verb}`, { method: 'POST' }),
    networkMode: 'always',
    onError,
    onSettled: () => void client.invalidateQueries({ queryKey: [path] }),
  });
}

/** The provider does not have the number: it is registered by a PIN. */
const notRegistered = '133010';

function Registration({ path, id, onAnswer }: { path: string; id: number; onAnswer: () => void }) {
  const translate = useTranslate();
  const client = useQueryClient();
  const onError = useNotifyError();
  const [pin, setPin] = useState('');
  const register = useMutation({
    mutationFn: () => api<Schemas['CheckAnswer']>(`/${path}/${id}/register`, { method: 'POST', body: { pin } }),
    networkMode: 'always',
    onError,
    onSuccess: ({ ok }) => {
      if (ok) onAnswer();
    },
    onSettled: () => void client.invalidateQueries({ queryKey: [path] }),
  });
  const refused = register.data && !register.data.ok ? register.data.problem : undefined;
  // not a form: it stands within the one of the connection
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
      <TextField
        size="small"
        label={translate('connections.pin')}
        helperText={refused ?? translate('connections.pin_help')}
        error={refused !== undefined}
        value={pin}
        onChange={({ target }) => setPin(target.value.replace(/\D/g, '').slice(0, 6))}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
        slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }}
        sx={{ flex: 1 }}
      />
      <Button
        variant="outlined"
        loading={register.isPending}
        disabled={pin.length !== 6}
        onClick={() => register.mutate()}
      >
        {translate('connections.register')}
      </Button>
    </Box>
  );
}

interface ConnectionNoticesProps {
  record: Connection;
  answer: Schemas['CheckAnswer'] | undefined;
  busy: boolean;
  onResume: () => void;
  onChoose: (accountId: string) => void;
}

/** The result of the last test or call, a pause, a warning of the provider. */
function ConnectionNotices({ record, answer, busy, onResume, onChoose }: ConnectionNoticesProps) {
  const translate = useTranslate();
  const { status, lastError, pausedUntil, pauseReason, warning } = record;
  // already shown as the result of the test or the reason of the pause
  const problem = answer?.problem === lastError?.text || pauseReason?.text === lastError?.text ? null : lastError;
  const action = (label: string) => (
    <Button color="inherit" size="small" disabled={busy} onClick={onResume} sx={{ whiteSpace: 'nowrap' }}>
      {translate(label)}
    </Button>
  );
  return (
    <Box role="status" sx={{ display: 'grid', gap: 1, '&:empty': { display: 'none' } }}>
      {answer && (
        <Alert severity={answer.ok ? 'success' : 'error'}>
          {answer.ok ? translate('connections.test_ok') : answer.problem}
        </Alert>
      )}
      {answer?.accounts?.map(({ id, name }) => (
        <Button key={id} variant="outlined" size="small" disabled={busy} onClick={() => onChoose(id)}>
          {translate('connections.use_account', { name, id })}
        </Button>
      ))}
      {problem && <Alert severity={status === 'CONNECTED' ? 'warning' : 'error'}>{problem.text}</Alert>}
      {status === 'OPENING' && !lastError && <Alert severity="info">{translate('connections.unverified')}</Alert>}
      {pausedUntil && (
        <Alert severity="warning" action={action('connections.resume')}>
          {translate('connections.paused', { time: formatDateTime(pausedUntil) })}
          {pauseReason && ` · ${pauseReason.text}`}
        </Alert>
      )}
      {warning && (
        <Alert severity="warning" action={pausedUntil ? undefined : action('connections.dismiss')}>
          {warning.text}
        </Alert>
      )}
    </Box>
  );
}

/** Makes an account that the token may use that of the connection, which is checked again. */
function useChooseAccount(path: string, id: number) {
  const client = useQueryClient();
  const onError = useNotifyError();
  const { setValue } = useFormContext();
  return useMutation({
    mutationFn: async (facebookUserId: string) => {
      await api(`/${path}/${id}`, { method: 'PUT', body: { facebookUserId } });
      // the form around was opened without it, and would take it away when it is saved
      setValue('facebookUserId', facebookUserId);
      return api<Schemas['CheckAnswer']>(`/${path}/${id}/test`, { method: 'POST' });
    },
    networkMode: 'always',
    onError,
    onSettled: () => void client.invalidateQueries({ queryKey: [path] }),
  });
}

/** Takes in contacts and messages of the phone that uses the same number. */
function History({ path, record }: { path: string; record: Connection }) {
  const translate = useTranslate();
  const request = useConnectionAction<Schemas['CheckAnswer']>(path, record.id, 'history');
  const { historyRequestedAt, historyProgress } = record;
  const refused = request.data && !request.data.ok ? request.data.problem : undefined;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography variant="body2" sx={{ flex: 1, minWidth: 200, color: 'atende.faint' }}>
          {historyRequestedAt
            ? translate('connections.history_state', {
                time: formatDateTime(historyRequestedAt),
                percent: historyProgress ?? 0,
              })
            : translate('connections.history_help')}
        </Typography>
        <Button variant="outlined" size="small" loading={request.isPending} onClick={() => request.mutate()}>
          {translate('connections.history')}
        </Button>
      </Box>
      {refused && <Alert severity="error">{refused}</Alert>}
    </Box>
  );
}

/** The state of a connection, its webhook, and the actions of managers. */
export function ConnectionFacts({ view, record: opened }: { view: ResourceView; record: RaRecord }) {
  const translate = useTranslate();
  // the record of the form stays as it was opened; this one is updated
  const { data } = useGetOne<RaRecord>(view.path, { id: opened.id });
  const record = (data ?? opened) as RaRecord & Connection;
  const test = useConnectionAction<Schemas['CheckAnswer']>(view.path, record.id, 'test');
  const resume = useConnectionAction(view.path, record.id, 'resume');
  const choose = useChooseAccount(view.path, record.id);
  return (
    <Box
      component="section"
      aria-label={translate('connections.facts')}
      sx={{ border: 1, borderColor: 'divider', borderRadius: '12px', p: 1.75, mb: 1.5, display: 'grid', gap: 1.25 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 120, fontWeight: 600 }}>
          <ConnectionStatus
            options={view.list?.columns.find(({ name }) => name === 'status')?.options}
            record={record}
          />
        </Box>
        <Button
          variant="outlined"
          size="small"
          loading={test.isPending}
          onClick={() => {
            choose.reset();
            test.mutate();
          }}
        >
          {translate('connections.test')}
        </Button>
      </Box>
      <ConnectionNotices
        record={record}
        answer={choose.data ?? test.data}
        busy={test.isPending || resume.isPending || choose.isPending}
        onChoose={choose.mutate}
        onResume={() => {
          test.reset();
          resume.mutate();
        }}
      />
      {[(choose.data ?? test.data)?.code, record.lastError?.code].includes(notRegistered) && (
        <Registration path={view.path} id={record.id} onAnswer={test.reset} />
      )}
      <Facts record={record} />
      {record.hasHistory && <History path={view.path} record={record} />}
      {record.webhookUrl && <Webhook url={record.webhookUrl} token={record.metaToken} />}
    </Box>
  );
}
