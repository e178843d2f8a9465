import LinkOff from '@mui/icons-material/LinkOffOutlined';
import QrCode from '@mui/icons-material/QrCode2Outlined';
import Replay from '@mui/icons-material/ReplayOutlined';
import { Box, CircularProgress } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type RaRecord, useNotify, useTranslate } from 'react-admin';
import type { Schemas } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import type { FieldProps } from '../../../schema/registry';
import { ConfirmDialog } from '../../../shared/confirm-dialog';
import { useNotifyError } from '../../../shared/error-text';
import { lazyComponent } from '../../../shared/lazy-component';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';

const QrDialog = lazyComponent(() => import('./qr-dialog'));

type Connection = RaRecord<number> & Schemas['ConnectionRecord'];
type Verb = 'show_qr' | 'retry' | 'new_qr' | 'disconnect' | 'connecting';

const methods = { retry: 'POST', new_qr: 'PUT', disconnect: 'DELETE' } as const;
const icons = { show_qr: QrCode, retry: Replay, new_qr: QrCode, disconnect: LinkOff, connecting: null };

/** What can be done in a status (spec 002 §4); a QR code only where the channel pairs a phone. */
function verbsOf({ status, pairs, lastError }: Connection): Verb[] {
  if (status === 'qrcode') return ['show_qr'];
  if (status === 'DISCONNECTED') return pairs ? ['retry', 'new_qr'] : ['retry'];
  // credentials whose check has failed are not being connected any more
  if (status === 'OPENING') return lastError ? ['retry'] : ['connecting'];
  return ['disconnect'];
}

function useSession({ id }: Connection) {
  const client = useQueryClient();
  const notify = useNotify();
  const onError = useNotifyError();
  return useMutation({
    mutationFn: (verb: keyof typeof methods) =>
      api<Schemas['ConnectionRecord']>(`/whatsappsession/${id}`, { method: methods[verb] }),
    onSuccess: ({ lastError }, verb) => {
      if (verb === 'retry' && lastError) notify(lastError.text, { type: 'error' });
    },
    onError,
    onSettled: () => void client.invalidateQueries({ queryKey: ['whatsapp'] }),
  });
}

/** The column of the session: the actions that its status allows. */
export function SessionActions({ record }: FieldProps) {
  const translate = useTranslate();
  const connection = record as Connection;
  const session = useSession(connection);
  const [dialog, setDialog] = useState<'qr' | 'disconnect' | null>(null);
  const close = () => setDialog(null);
  const { name, status, pairs, qrcode = '' } = connection;
  const act = (verb: Verb) => {
    if (verb === 'show_qr') setDialog('qr');
    else if (verb === 'disconnect') setDialog('disconnect');
    else if (verb === 'retry') session.mutate(verb);
    else if (verb === 'new_qr') session.mutate(verb, { onSuccess: () => setDialog('qr') });
  };
  return (
    // a click on the row would open the form
    <Box component="span" onClick={(event) => event.stopPropagation()} sx={{ display: 'inline-flex', gap: 0.25 }}>
      {verbsOf(connection).map((verb) => {
        const Icon = icons[verb];
        const text = translate(`connections.session.${verb}`);
        return (
          <TooltipIconButton
            key={verb}
            size="small"
            label={translate('connections.session.of', { action: text, name })}
            tooltip={text}
            disabled={verb === 'connecting' || session.isPending}
            onClick={() => act(verb)}
          >
            {Icon && !session.isPending ? <Icon fontSize="small" /> : <CircularProgress aria-hidden size={16} />}
          </TooltipIconButton>
        );
      })}
      {dialog === 'qr' && (
        <QrDialog connectionId={connection.id} name={name} qrcode={status === 'qrcode' ? qrcode : ''} onClose={close} />
      )}
      <ConfirmDialog
        open={dialog === 'disconnect'}
        title={translate('connections.disconnect_title', { name })}
        message={translate(pairs ? 'connections.disconnect_phone' : 'connections.disconnect_text')}
        confirmLabel={translate('connections.session.disconnect')}
        onConfirm={() => {
          close();
          session.mutate('disconnect');
        }}
        onClose={close}
      />
    </Box>
  );
}
