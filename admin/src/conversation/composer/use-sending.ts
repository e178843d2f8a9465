import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useNotify } from 'react-admin';
import { errorText } from '../../shared/error-text';
import { reactTo, retryMessage } from '../data/api';
import { cacheMessage } from '../data/cache';
import { outbox, useOutbox } from '../data/outbox-store';
import { useCapabilities } from '../data/use-connections';
import { withOutbox } from '../model/outbox';
import type { Message, QuotedMessage, Ticket } from '../model/types';

const none: readonly Message[] = [];

function quoteOf({ id, body, fromMe, isDeleted, mediaType, contact, participant, user }: Message): QuotedMessage {
  const name = participant ?? contact?.name;
  return { id, body, fromMe, isDeleted, mediaType, contact: name === undefined ? null : { name }, user };
}

/** The messages with those on their way, and what the composer and the bubbles need to send, answer and retry. */
export function useSending({ id: ticketId, status, whatsappId }: Ticket, stored: readonly Message[] | undefined) {
  const client = useQueryClient();
  const notify = useNotify();
  const { react: reacts } = useCapabilities(whatsappId);
  const [quoted, setQuoted] = useState<QuotedMessage | null>(null);
  const waiting = useOutbox(ticketId);
  const messages = useMemo(() => withOutbox(stored ?? none, waiting), [stored, waiting]);

  useEffect(() => outbox.onSent((message) => cacheMessage(client, message, true)), [client]);
  useEffect(() => {
    if (!stored || waiting.length === 0) return;
    const arrived = new Set(stored.map(({ clientMessageId }) => clientMessageId));
    for (const { clientMessageId } of waiting) if (arrived.has(clientMessageId)) outbox.settle(clientMessageId);
  }, [stored, waiting]);

  const reply = useCallback((message: Message) => setQuoted(quoteOf(message)), []);
  const discard = useCallback(
    (message: Message) => message.clientMessageId !== null && outbox.discard(message.clientMessageId),
    [],
  );
  const retry = useCallback(
    async (message: Message) => {
      if (message.id < 0) {
        if (message.clientMessageId) outbox.retry(message.clientMessageId);
        return;
      }
      try {
        cacheMessage(client, await retryMessage(message.id), false);
      } catch (error) {
        notify(errorText(error), { type: 'error' });
      }
    },
    [client, notify],
  );
  const react = useCallback(
    async (message: Message, emoji: string | null) => {
      try {
        cacheMessage(client, await reactTo(message.id, emoji), false);
      } catch (error) {
        notify(errorText(error), { type: 'error' });
      }
    },
    [client, notify],
  );
  const actions = useMemo(
    () => ({
      readOnly: false,
      reply: status === 'open' ? reply : undefined,
      react: reacts ? react : undefined,
      retry,
      discard,
    }),
    [status, reply, react, reacts, retry, discard],
  );
  return { messages, quoted, setQuoted, actions };
}
