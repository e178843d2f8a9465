import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { errorText } from '../../shared/error-text';
import { deleteMessage, editMessage, transcribeAudio } from '../data/api';
import { cacheMessage } from '../data/cache';
import { useCapabilities } from '../data/use-connections';
import { canPerform, type MessageAction } from '../model/message-actions';
import type { Message, Ticket } from '../model/types';

export interface MessageActions {
  allows(action: MessageAction, message: Message): boolean;
  start(action: MessageAction, message: Message): void;
  /** Ids of messages that are being transcribed. */
  transcribing: ReadonlySet<number>;
}

/** What needs another word of the attendant before it is done. */
export interface PendingAction {
  action: Exclude<MessageAction, 'transcribe'>;
  message: Message;
}

const fileName = (address: string) => new URL(address, window.location.href).pathname.split('/').at(-1) ?? '';

function useTranscribing() {
  const client = useQueryClient();
  const notify = useNotify();
  const [busy, setBusy] = useState<ReadonlySet<number>>(() => new Set());
  const transcribe = useCallback(
    async (message: Message) => {
      if (!message.mediaUrl) return;
      setBusy((now) => new Set(now).add(message.id));
      try {
        const { transcript } = await transcribeAudio(fileName(message.mediaUrl));
        cacheMessage(client, { ...message, data: { ...message.data, transcript } }, false);
      } catch (error) {
        notify(errorText(error), { type: 'error' });
      } finally {
        setBusy((now) => new Set([...now].filter((id) => id !== message.id)));
      }
    },
    [client, notify],
  );
  return { busy, transcribe };
}

/** What can be done with the messages of an opened conversation, and what is being asked about one of them. */
export function useMessageActions(ticket: Ticket, readOnly: boolean) {
  const { id, status, whatsappId } = ticket;
  const capabilities = useCapabilities(whatsappId);
  const { busy, transcribe } = useTranscribing();
  const [pending, setPending] = useState<PendingAction | null>(null);
  const actions = useMemo<MessageActions>(
    () => ({
      allows: (action, message) => !readOnly && canPerform(action, message, { ticketId: id, status, capabilities }),
      start: (action, message) =>
        action === 'transcribe' ? void transcribe(message) : setPending({ action, message }),
      transcribing: busy,
    }),
    [readOnly, id, status, capabilities, busy, transcribe],
  );
  return { actions, pending, close: () => setPending(null) };
}

const EditDialog = lazy(() => import('./edit-dialog'));
const ForwardDialog = lazy(() => import('./forward-dialog'));

interface DialogProps {
  message: Message;
  onClose: () => void;
}

function Edit({ message, onClose }: DialogProps) {
  const client = useQueryClient();
  const save = async (body: string) => cacheMessage(client, await editMessage(message.id, body), false);
  return <EditDialog initial={message.body} save={save} onClose={onClose} />;
}

function Delete({ message, onClose }: DialogProps) {
  const translate = useTranslate();
  const client = useQueryClient();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  async function confirm() {
    setBusy(true);
    try {
      await deleteMessage(message.id);
      cacheMessage(client, { ...message, isDeleted: true, body: '', mediaUrl: null }, false);
      onClose();
    } catch (error) {
      notify(errorText(error), { type: 'error' });
      setBusy(false);
    }
  }
  return (
    <ConfirmDialog
      open
      destructive
      busy={busy}
      title={translate('message.delete_title')}
      message={translate('message.delete_message')}
      confirmLabel={translate('message.delete')}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}

/** What is asked before something is done with a message. */
export function MessageActionDialogs({ pending, onClose }: { pending: PendingAction | null; onClose: () => void }) {
  if (!pending) return null;
  const { action, message } = pending;
  return (
    <Suspense>
      {action === 'edit' && <Edit message={message} onClose={onClose} />}
      {action === 'delete' && <Delete message={message} onClose={onClose} />}
      {action === 'forward' && <ForwardDialog message={message} onClose={onClose} />}
    </Suspense>
  );
}
