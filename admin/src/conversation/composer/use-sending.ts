import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useNotifyError } from '../../shared/error-text';
import { post } from '../data/api';
import { cacheMessage } from '../data/cache';
import { useCapabilities } from '../data/company-queries';
import { outbox, useOutbox } from '../data/outbox-store';
import { withOutbox } from '../model/outbox';
import type { Message, QuotedMessage, Ticket } from '../model/types';

const noMessages: readonly Message[] = [];

function quoteOf({ participant, contact, ...message }: Message): QuotedMessage {
  const { id, body, fromMe, isDeleted, mediaType, mediaUrl, user } = message;
  const name = participant ?? contact?.name;
  return { id, body, fromMe, isDeleted, mediaType, mediaUrl, contact: name === undefined ? null : { name }, user };
}

/** The stored messages followed by the unsent ones, the quoted one, and what bubbles need to reply, react and retry. */
export function useSending({ id: ticketId, status, whatsappId }: Ticket, stored: readonly Message[] | undefined) {
  const capabilities = useCapabilities(whatsappId);
  const [quoted, setQuoted] = useState<QuotedMessage | null>(null);
  const unsent = useOutbox(ticketId);
  const messages = useMemo(() => withOutbox(stored ?? noMessages, unsent), [stored, unsent]);

  useEffect(() => outbox.onSent((message) => cacheMessage(message, true)), []);
  useEffect(() => {
    if (!stored || unsent.length === 0) return;
    const arrived = new Set(stored.map(({ clientMessageId }) => clientMessageId));
    for (const { clientMessageId } of unsent) if (arrived.has(clientMessageId)) outbox.settle(clientMessageId);
  }, [stored, unsent]);

  const { mutate: change } = useMutation({
    networkMode: 'always',
    mutationFn: ([path, body]: [path: string, body?: object]) => post<Message>(path, body),
    onSuccess: (message) => cacheMessage(message, false),
    onError: useNotifyError(),
  });
  const actions = useMemo(
    () => ({
      readOnly: false,
      reply: status === 'open' ? (message: Message) => setQuoted(quoteOf(message)) : undefined,
      react: capabilities.react
        ? ({ id }: Message, emoji: string | null) => change([`/messages/${id}/react`, { emoji }])
        : undefined,
      retry({ id, clientMessageId }: Message) {
        if (id >= 0) change([`/messages/${id}/retry`]);
        else if (clientMessageId) outbox.retry(clientMessageId);
      },
      discard: ({ clientMessageId }: Message) => clientMessageId !== null && outbox.discard(clientMessageId),
    }),
    [status, capabilities.react, change],
  );
  return { messages, quoted, setQuoted, actions };
}
