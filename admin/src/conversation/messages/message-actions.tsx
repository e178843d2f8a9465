import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { errorText } from '../../shared/error-text';
import { lazyComponent } from '../../shared/lazy-component';
import { useTask } from '../../shared/use-task';
import { deleteMessage, editMessage, transcribeAudio } from '../data/api';
import { cacheMessage } from '../data/cache';
import { useCapabilities } from '../data/company-queries';
import { canPerform, type MessageAction } from '../model/message-content';
import type { Message, Ticket } from '../model/types';

const EditDialog = lazyComponent(() => import('./edit-dialog'));
const ForwardDialog = lazyComponent(() => import('./forward-dialog'));

export interface MessageActions {
  allows(action: MessageAction, message: Message): boolean;
  start(action: MessageAction, message: Message): void;
  /** Ids of messages that are being transcribed. */
  transcribing: ReadonlySet<number>;
}

/** An action whose dialog is open. */
interface PendingAction {
  action: Exclude<MessageAction, 'transcribe'>;
  message: Message;
}

const fileName = (address: string) => new URL(address, window.location.href).pathname.split('/').at(-1) ?? '';

function useTranscription() {
  const client = useQueryClient();
  const notify = useNotify();
  const [transcribing, setTranscribing] = useState<ReadonlySet<number>>(() => new Set());
  const transcribe = useCallback(
    async (message: Message) => {
      if (!message.mediaUrl) return;
      setTranscribing((now) => new Set(now).add(message.id));
      try {
        const { transcript } = await transcribeAudio(fileName(message.mediaUrl));
        cacheMessage(client, { ...message, data: { ...message.data, transcript } }, false);
      } catch (error) {
        notify(errorText(error), { type: 'error' });
      } finally {
        setTranscribing((now) => new Set([...now].filter((id) => id !== message.id)));
      }
    },
    [client, notify],
  );
  return { transcribing, transcribe };
}

/** The actions on the messages of an open conversation, and the one whose dialog is open. */
export function useMessageActions({ id, status, whatsappId }: Ticket, readOnly: boolean) {
  const capabilities = useCapabilities(whatsappId);
  const { transcribing, transcribe } = useTranscription();
  const [pending, setPending] = useState<PendingAction | null>(null);
  const actions = useMemo<MessageActions>(
    () => ({
      allows: (action, message) => !readOnly && canPerform(action, message, { ticketId: id, status, capabilities }),
      start: (action, message) =>
        action === 'transcribe' ? void transcribe(message) : setPending({ action, message }),
      transcribing,
    }),
    [readOnly, id, status, capabilities, transcribing, transcribe],
  );
  return { actions, pending, close: () => setPending(null) };
}

function DeleteDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const translate = useTranslate();
  const client = useQueryClient();
  const { busy, run } = useTask();
  const confirm = async () => {
    await deleteMessage(message.id);
    cacheMessage(client, { ...message, isDeleted: true, body: '', mediaUrl: null }, false);
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
  const client = useQueryClient();
  if (!pending) return null;
  const { action, message } = pending;
  const save = async (body: string) => cacheMessage(client, await editMessage(message.id, body), false);
  if (action === 'edit') return <EditDialog initial={message.body} save={save} onClose={onClose} />;
  if (action === 'delete') return <DeleteDialog message={message} onClose={onClose} />;
  return <ForwardDialog message={message} onClose={onClose} />;
}
