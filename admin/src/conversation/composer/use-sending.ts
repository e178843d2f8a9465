import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useNotify } from 'react-admin';
import { errorText } from '../../shared/error-text';
import { reactTo, retryMessage } from '../data/api';
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
  const client = useQueryClient();
  const notify = useNotify();
  const capabilities = useCapabilities(whatsappId);
  const [quoted, setQuoted] = useState<QuotedMessage | null>(null);
  const unsent = useOutbox(ticketId);
  const messages = useMemo(() => withOutbox(stored ?? noMessages, unsent), [stored, unsent]);

  useEffect(() => outbox.onSent((message) => cacheMessage(client, message, true)), [client]);
  useEffect(() => {
    if (!stored || unsent.length === 0) return;
    const arrived = new Set(stored.map(({ clientMessageId }) => clientMessageId));
    for (const { clientMessageId } of unsent) if (arrived.has(clientMessageId)) outbox.settle(clientMessageId);
  }, [stored, unsent]);

  /** Caches the changed message that the server answers with. */
  const change = useCallback(
    async (call: Promise<Message>) => {
      try {
        cacheMessage(client, await call, false);
      } catch (error) {
        notify(errorText(error), { type: 'error' });
      }
    },
    [client, notify],
  );
  const actions = useMemo(
    () => ({
      readOnly: false,
      reply: status === 'open' ? (message: Message) => setQuoted(quoteOf(message)) : undefined,
      react: capabilities.react
        ? ({ id }: Message, emoji: string | null) => void change(reactTo(id, emoji))
        : undefined,
      retry({ id, clientMessageId }: Message) {
        if (id >= 0) void change(retryMessage(id));
        else if (clientMessageId) outbox.retry(clientMessageId);
      },
      discard: ({ clientMessageId }: Message) => clientMessageId !== null && outbox.discard(clientMessageId),
    }),
    [status, capabilities.react, change],
  );
  return { messages, quoted, setQuoted, actions };
}
