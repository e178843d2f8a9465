import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocale, useNotify, useTranslate } from 'react-admin';
import { mediaTypeOf } from '../../../conversation/model/outbox';
import { onResync, useSocketEvent } from '../../../providers/realtime';
import { useNotifyError } from '../../../shared/error-text';
import { formatBytes } from '../../../shared/format';
import { useTask } from '../../../shared/use-task';
import {
  type Customer,
  fetchSandboxMessages,
  markReadByCustomer,
  type Outgoing,
  type SandboxMessage,
  sandboxKeys,
  sendAsCustomer,
  sendCustomerTyping,
} from './api';
import { mergeSandboxMessage, refreshSandbox, typedSince } from './sandbox-state';

const REFETCH_DELAY_MS = 150;

export function useSandboxMessages(connectionId: number, number: string) {
  const client = useQueryClient();
  const queryKey = sandboxKeys.messages(connectionId, number);
  return useQuery<readonly SandboxMessage[]>({
    queryKey,
    queryFn: async ({ signal }) => {
      const { messages } = await fetchSandboxMessages(connectionId, number, signal);
      return refreshSandbox(client.getQueryData<readonly SandboxMessage[]>(queryKey), messages);
    },
  });
}

export function useLiveSandbox(): void {
  const client = useQueryClient();
  useSocketEvent('sandbox', ({ action, connectionId, number, message }) => {
    if (action === 'typing') return;
    const key = sandboxKeys.messages(connectionId, number);
    if (message)
      client.setQueryData<readonly SandboxMessage[]>(key, (known) => known && mergeSandboxMessage(known, message));
    else void client.invalidateQueries({ queryKey: key });
    window.setTimeout(
      () => void client.invalidateQueries({ queryKey: sandboxKeys.customers(connectionId) }),
      REFETCH_DELAY_MS,
    );
  });
  const refetch = useCallback(() => void client.invalidateQueries({ queryKey: ['sandbox'] }), [client]);
  // its texts are in no conversation: nothing else tells of them
  useSocketEvent('campaign', refetch);
  useEffect(() => onResync(refetch), [refetch]);
}

/** A little longer than the interval at which the attendant's screen repeats it. */
const SHOWN_MS = 10_000;

/** Whether the company is typing; ends with its next message, even if the typing event arrives after it. */
export function useCompanyTyping(connectionId: number, number: string, messages: readonly SandboxMessage[]): boolean {
  const [typingAt, setTypingAt] = useState<string | null>(null);
  useSocketEvent('sandbox', (event) => {
    if (event.connectionId !== connectionId || event.number !== number) return;
    if (event.action === 'typing') setTypingAt(event.at ?? null);
  });
  useEffect(() => {
    if (typingAt === null) return;
    const timer = window.setTimeout(() => setTypingAt(null), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [typingAt]);
  return typingAt !== null && typedSince(messages, typingAt);
}

export function useCustomerReadReceipts(
  connectionId: number,
  number: string,
  messages: readonly SandboxMessage[],
): void {
  const client = useQueryClient();
  const notifyError = useNotifyError();
  const lastReply = messages.findLast(({ fromCustomer }) => !fromCustomer)?.id;
  const markRead = useEffectEvent(() => {
    const refetch = () => void client.invalidateQueries({ queryKey: sandboxKeys.customers(connectionId) });
    markReadByCustomer(connectionId, number).then(refetch, notifyError);
  });
  useEffect(() => {
    if (lastReply !== undefined) markRead();
  }, [lastReply]);
}

const TYPING_EVERY_MS = 4_000;

/** Sends throttled typing indicators to the company; failures are ignored. */
export function useCustomerTypingSignal(connectionId: number, number: string): () => void {
  const sentAt = useRef(0);
  return () => {
    const now = Date.now();
    if (now - sentAt.current < TYPING_EVERY_MS) return;
    sentAt.current = now;
    sendCustomerTyping(connectionId, number).catch(() => undefined);
  };
}

/** Files are sent as base64 in a JSON body. */
const MAX_FILE = 5 * 1024 * 1024;

/** Sends as the customer; answers whether the server accepted it. */
export function useSendAsCustomer(connectionId: number, customer: Customer) {
  const client = useQueryClient();
  const notify = useNotify();
  const { busy, run } = useTask();
  const translate = useTranslate();
  const locale = useLocale();
  async function transmit(message: Outgoing) {
    const { id } = await sendAsCustomer(connectionId, customer, message);
    const { body, quotedId, file } = message;
    const key = sandboxKeys.messages(connectionId, customer.number);
    const sent: SandboxMessage = {
      id,
      fromCustomer: true,
      body,
      quotedId,
      reactions: [],
      isDeleted: false,
      isEdited: false,
      isForwarded: false,
      mediaUrl: null,
      mediaType: file ? mediaTypeOf(file.type) : 'chat',
      ack: 0,
      createdAt: new Date().toISOString(),
    };
    // the event may have been faster, and is more complete
    client.setQueryData<readonly SandboxMessage[]>(
      key,
      (known) => known && (known.some((each) => each.id === id) ? known : mergeSandboxMessage(known, sent)),
    );
    if (file) void client.invalidateQueries({ queryKey: key });
    void client.invalidateQueries({ queryKey: sandboxKeys.customers(connectionId) });
  }
  async function send(message: Outgoing): Promise<boolean> {
    const { file } = message;
    if (!file || file.size <= MAX_FILE) return run(() => transmit(message));
    const name = file.name || translate('workspace.kind.image');
    notify(translate('workspace.attach.too_large', { name, limit: formatBytes(MAX_FILE, locale) }), { type: 'error' });
    return false;
  }
  return { busy, send };
}
