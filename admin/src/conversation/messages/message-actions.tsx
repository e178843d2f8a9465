import { type Mutation, useIsMutating, useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../../providers/api-types';
import { api } from '../../providers/http';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { useNotifyError } from '../../shared/error-text';
import { lazyComponent } from '../../shared/lazy-component';
import { useTask } from '../../shared/use-task';
import { get, post } from '../data/api';
import { cacheMessage } from '../data/cache';
import { useCapabilities } from '../data/company-queries';
import { canPerform, type MessageAction } from '../model/message-content';
import type { Message, Ticket } from '../model/types';

const EditDialog = lazyComponent(() => import('./edit-dialog'));
const ForwardDialog = lazyComponent(() => import('./forward-dialog'));

export interface MessageActions {
  allows(action: MessageAction, message: Message): boolean;
  start(action: MessageAction, message: Message): void;
}

/** An action whose dialog is open. */
interface PendingAction {
  action: Exclude<MessageAction, 'transcribe'>;
  message: Message;
}

const transcribing = ['transcribe'];

const fileName = (address: string) => new URL(address, window.location.href).pathname.split('/').at(-1) ?? '';

/** The actions on the messages of an open conversation, and the one whose dialog is open. */
export function useMessageActions({ id, status, whatsappId }: Ticket, readOnly: boolean) {
  const capabilities = useCapabilities(whatsappId);
  const [pending, setPending] = useState<PendingAction | null>(null);
  const { mutate: transcribe } = useMutation({
    mutationKey: transcribing,
    networkMode: 'always',
    async mutationFn(message: Message) {
      const name = encodeURIComponent(fileName(message.mediaUrl ?? ''));
      const { transcript } = await get<Schemas['Transcript']>(`/messages/transcribeAudio/${name}`);
      cacheMessage({ ...message, data: { ...message.data, transcript } }, false);
    },
    onError: useNotifyError(),
  });
  const actions = useMemo<MessageActions>(
    () => ({
      allows: (action, message) => !readOnly && canPerform(action, message, { ticketId: id, status, capabilities }),
      start: (action, message) => (action === 'transcribe' ? transcribe(message) : setPending({ action, message })),
    }),
    [readOnly, id, status, capabilities, transcribe],
  );
  return { actions, pending, close: () => setPending(null) };
}

/** Whether the message is being transcribed. */
export function useTranscribing({ id }: Message): boolean {
  const predicate = ({ state }: Mutation) => (state.variables as Message).id === id;
  return useIsMutating({ mutationKey: transcribing, predicate }) > 0;
}

function DeleteDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const translate = useTranslate();
  const { busy, run } = useTask();
  const confirm = async () => {
    await api(`/messages/${message.id}`, { method: 'DELETE' });
    cacheMessage({ ...message, isDeleted: true, body: '', mediaUrl: null }, false);
    onClose();
  };
  return (
    <ConfirmDialog
      open
      destructive
      busy={busy}
      title={translate('message.delete_title')}
      message={translate('message.delete_message')}
      confirmLabel={translate('message.delete')}
      onConfirm={() => void run(confirm)}
      onClose={onClose}
    />
  );
}

export function MessageActionDialogs({ pending, onClose }: { pending: PendingAction | null; onClose: () => void }) {
  if (!pending) return null;
  const { action, message } = pending;
  const save = async (body: string) =>
    cacheMessage(await post<Message>(`/messages/edit/${message.id}`, { body }), false);
  if (action === 'edit') return <EditDialog initial={message.body} save={save} onClose={onClose} />;
  if (action === 'delete') return <DeleteDialog message={message} onClose={onClose} />;
  return <ForwardDialog message={message} onClose={onClose} />;
}
