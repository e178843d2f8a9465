import { type Mutation, useIsMutating, useMutation } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Schemas } from '../../providers/api-types';
import { useNotifyError } from '../../shared/error-text';
import { canPerform, type MessageAction } from '../model/message-content';
import type { Message, Ticket } from '../model/types';
import { get } from './api';
import { cacheMessage } from './cache';
import { useCapabilities } from './company-queries';

export interface MessageActions {
  allows(action: MessageAction, message: Message): boolean;
  start(action: MessageAction, message: Message): void;
}

/** An action whose dialog is open. */
export interface PendingAction {
  action: Exclude<MessageAction, 'transcribe'>;
  message: Message;
}

const transcribing = ['transcribe'];

const fileName = (address: string) => new URL(address, window.location.href).pathname.split('/').at(-1) ?? '';

/** Which actions the messages of a ticket allow. */
export function useTicketMessageRules({ id, status, whatsappId }: Ticket): MessageActions['allows'] {
  const capabilities = useCapabilities(whatsappId);
  return useCallback(
    (action, message) => canPerform(action, message, { ticketId: id, status, capabilities }),
    [id, status, capabilities],
  );
}

/** The message actions of an open conversation, and the action whose dialog is open. */
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
