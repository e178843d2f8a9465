import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useNotifyError } from '../../shared/error-text';
import { withOutbox } from '../model/outbox';
import type { ConversationKey, Message, QuotedMessage } from '../model/types';
import { post } from './api';
import { messageSource } from './message-source';
import { outbox, useOutbox } from './outbox-store';

const noMessages: readonly Message[] = [];

function quoteOf({ participant, contact, ...message }: Message): QuotedMessage {
  const { id, body, fromMe, isDeleted, mediaType, mediaUrl, user } = message;
  const name = participant ?? contact?.name;
  return { id, body, fromMe, isDeleted, mediaType, mediaUrl, contact: name === undefined ? null : { name }, user };
}

interface SendingOptions {
  canReply: boolean;
  canReact: boolean;
}

/** The stored messages followed by the unsent ones, the quoted one, and the actions that bubbles offer. */
export function useSending(
  conversation: ConversationKey,
  stored: readonly Message[] | undefined,
  { canReply, canReact }: SendingOptions,
) {
  const [quoted, setQuoted] = useState<QuotedMessage | null>(null);
  const unsent = useOutbox(conversation);
  const messages = useMemo(() => withOutbox(stored ?? noMessages, unsent), [stored, unsent]);

  useEffect(() => {
    if (!stored || unsent.length === 0) return;
    const arrived = new Set(stored.map(({ clientMessageId }) => clientMessageId));
    for (const { clientMessageId } of unsent) if (arrived.has(clientMessageId)) outbox.settle(clientMessageId);
  }, [stored, unsent]);

  const { mutate: change } = useMutation({
    networkMode: 'always',
    mutationFn: (request: () => Promise<Message>) => request(),
    onSuccess: (message) => messageSource(conversation).merge(message, false),
    onError: useNotifyError(),
  });
  const actions = useMemo(
    () => ({
      readOnly: false,
      reply: canReply ? (message: Message) => setQuoted(quoteOf(message)) : undefined,
      react: canReact
        ? (message: Message, emoji: string | null) => change(() => messageSource(conversation).react(message, emoji))
        : undefined,
      retry({ id, clientMessageId }: Message) {
        // only messages to contacts can fail after they are stored
        if (id >= 0) change(() => post<Message>(`/messages/${id}/retry`));
        else if (clientMessageId) outbox.retry(clientMessageId);
      },
      discard: ({ clientMessageId }: Message) => clientMessageId !== null && outbox.discard(clientMessageId),
    }),
    [conversation, canReply, canReact, change],
  );
  return { messages, quoted, setQuoted, actions };
}
