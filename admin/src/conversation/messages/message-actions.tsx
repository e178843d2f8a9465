import { type Mutation, useIsMutating, useMutation } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../../providers/api-types';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { useNotifyError } from '../../shared/error-text';
import { lazyComponent } from '../../shared/lazy-component';
import { useTask } from '../../shared/use-task';
import { get } from '../data/api';
import { cacheMessage } from '../data/cache';
import { useCapabilities } from '../data/company-queries';
import { type MessageSource, messageSource } from '../data/message-source';
import { canPerform, type MessageAction } from '../model/message-content';
import type { ConversationKey, Message, Ticket } from '../model/types';

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

/** What may be done with the messages of a ticket. */
export function useTicketMessageRules({ id, status, whatsappId }: Ticket): MessageActions['allows'] {
  const capabilities = useCapabilities(whatsappId);
  return useCallback(
    (action, message) => canPerform(action, message, { ticketId: id, status, capabilities }),
    [id, status, capabilities],
  );
}

/** The actions on the messages of an open conversation, and the one whose dialog is open. */
export function useMessageActions(allows: MessageActions['allows'], readOnly: boolean) {
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
      allows: (action, message) => !readOnly && allows(action, message),
      start: (action, message) => (action === 'transcribe' ? transcribe(message) : setPending({ action, message })),
    }),
    [readOnly, allows, transcribe],
  );
  return { actions, pending, close: () => setPending(null) };
}

/** Whether the message is being transcribed. */
export function useTranscribing({ id }: Message): boolean {
  const predicate = ({ state }: Mutation) => (state.variables as Message).id === id;
  return useIsMutating({ mutationKey: transcribing, predicate }) > 0;
}

interface DeleteDialogProps {
  source: MessageSource;
  message: Message;
  onClose: () => void;
}

function DeleteDialog({ source, message, onClose }: DeleteDialogProps) {
  const translate = useTranslate();
  const { busy, run } = useTask();
  const confirm = async () => {
    await source.remove(message);
    source.merge({ ...message, isDeleted: true, body: '', mediaUrl: null }, false);
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

interface MessageActionDialogsProps {
  conversation: ConversationKey;
  pending: PendingAction | null;
  onClose: () => void;
}

export function MessageActionDialogs({ conversation, pending, onClose }: MessageActionDialogsProps) {
  if (!pending) return null;
  const { action, message } = pending;
  const source = messageSource(conversation);
  const save = async (body: string) => source.merge(await source.edit(message, body), false);
  if (action === 'edit') return <EditDialog initial={message.body} save={save} onClose={onClose} />;
  if (action === 'delete') return <DeleteDialog source={source} message={message} onClose={onClose} />;
  return <ForwardDialog message={message} onClose={onClose} />;
}
