import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Skeleton,
} from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import { ConfirmDialog } from '../../../shared/confirm-dialog';
import { CopyLine } from '../../../shared/copy-line';
import { LoadFailed } from '../../../shared/load-failed';
import { useTask } from '../../../shared/use-task';

/** The secret that signs, to copy or to replace. @param path of the secret in the API */
export function SecretDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const translate = useTranslate();
  const title = useId();
  const client = useQueryClient();
  const { busy, run } = useTask();
  const [asking, setAsking] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api<Schemas['WebhookSecret']>(path, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const rotate = async () => {
    await run(async () => client.setQueryData([path], await api<Schemas['WebhookSecret']>(path, { method: 'POST' })));
    setAsking(false);
  };
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={title}>
      <DialogTitle id={title}>{translate('api.webhooks.secret')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, pt: '8px !important' }}>
        <DialogContentText>{translate('api.webhooks.secret_help')}</DialogContentText>
        {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {!error && !data && <Skeleton variant="rounded" height={40} />}
        {data?.secret === null && <Alert severity="warning">{translate('api.webhooks.secret_lost')}</Alert>}
        {data?.secret && <CopyLine label={translate('api.webhooks.secret')} value={data.secret} />}
      </DialogContent>
      <DialogActions>
        <Button color="error" disabled={!data} onClick={() => setAsking(true)}>
          {translate('api.webhooks.rotate')}
        </Button>
        <Button variant="contained" onClick={onClose}>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
      <ConfirmDialog
        open={asking}
        destructive
        busy={busy}
        title={translate('api.webhooks.rotate')}
        message={translate('api.webhooks.rotate_message')}
        confirmLabel={translate('api.webhooks.rotate')}
        onConfirm={() => void rotate()}
        onClose={() => setAsking(false)}
      />
    </Dialog>
  );
}
