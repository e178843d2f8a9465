import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle, Skeleton } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../../providers/api-types';
import { api } from '../../providers/http';
import { CopyLine } from '../../shared/copy-line';
import { useTask } from '../../shared/use-task';

/** The secret that signs, to copy or to replace. */
export function SecretDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const translate = useTranslate();
  const title = useId();
  const client = useQueryClient();
  const { busy, run } = useTask();
  const path = `/webhook-endpoints/${id}/secret`;
  const { data } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api<Schemas['WebhookSecret']>(path, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const rotate = () =>
    run(async () => client.setQueryData([path], await api<Schemas['WebhookSecret']>(path, { method: 'POST' })));
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={title}>
      <DialogTitle id={title}>{translate('api.webhooks.secret')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, pt: '8px !important' }}>
        <DialogContentText>{translate('api.webhooks.secret_help')}</DialogContentText>
        {data ? (
          <CopyLine label={translate('api.webhooks.secret')} value={data.secret ?? ''} />
        ) : (
          <Skeleton variant="rounded" height={40} />
        )}
      </DialogContent>
      <DialogActions>
        <Button color="error" loading={busy} onClick={() => void rotate()}>
          {translate('api.webhooks.rotate')}
        </Button>
        <Button variant="contained" onClick={onClose}>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
