import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocale, useNotify, useTranslate } from 'react-admin';
import { mediaTypeOf } from '../../conversation/model/outbox';
import { useSocketEvent } from '../../providers/realtime';
import { errorText } from '../../shared/error-text';
import { formatBytes } from '../../shared/format';
import {
  type Customer,
  markReadByCustomer,
  type Outgoing,
  type SandboxMessage,
  sandboxKeys,
  sendAsCustomer,
  sendCustomerTyping,
} from './api';
import { mergeSandboxMessage, typedSince } from './sandbox-state';

/** A little longer than the attendant's screen waits before it says so again. */
const SHOWN_MS = 10_000;

/** Whether the company is writing to this customer; over with its next message, even if the word of it comes late. */
export function useCompanyTyping(connectionId: number, number: string, messages: readonly SandboxMessage[]): boolean {
  const [told, setTold] = useState<string | null>(null);
  useSocketEvent('sandbox', (event) => {
    if (event.connectionId !== connectionId || event.number !== number) return;
    if (event.action === 'typing') setTold(event.at ?? null);
  });
  useEffect(() => {
    if (told === null) return;
    const timer = window.setTimeout(() => setTold(null), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [told]);
  return told !== null && typedSince(messages, told);
}

/** An opened chat counts as read by the customer: the attendant's ticks turn blue. */
export function useCustomerReadReceipts(
  connectionId: number,
  number: string,
  messages: readonly SandboxMessage[],
): void {
  const client = useQueryClient();
  const notify = useNotify();
  const lastReply = messages.findLast(({ fromCustomer }) => !fromCustomer)?.id;
  const read = useEffectEvent(async () => {
    try {
      await markReadByCustomer(connectionId, number);
      void client.invalidateQueries({ queryKey: sandboxKeys.customers(connectionId) });
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    }
  });
  useEffect(() => {
    if (lastReply !== undefined) void read();
  }, [lastReply]);
}

const EVERY_MS = 4_000;

/** Tells the company now and then that the customer writes; nobody minds when that fails. */
export function useCustomerTypingSignal(connectionId: number, number: string): () => void {
  const told = useRef(0);
  return () => {
    const now = Date.now();
    if (now - told.current < EVERY_MS) return;
    told.current = now;
    sendCustomerTyping(connectionId, number).catch(() => undefined);
  };
}

/** Files travel as text in a JSON body. */
const MAX_FILE = 5 * 1024 * 1024;

/** Sends as the customer; answers whether the server took it. */
export function useSend(
  connectionId: number,
  customer: Customer,
): { busy: boolean; send: (message: Outgoing) => Promise<boolean> } {
  const client = useQueryClient();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const translate = useTranslate();
  const locale = useLocale();
  async function send(message: Outgoing) {
    if (message.file && message.file.size > MAX_FILE) {
      notify(
        translate('workspace.attach.too_large', {
          name: message.file.name || translate('workspace.kind.image'),
          limit: formatBytes(MAX_FILE, locale),
        }),
        { type: 'error' },
      );
      return false;
    }
    setBusy(true);
    try {
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
      // The event may have been faster, and knows more.
      client.setQueryData<readonly SandboxMessage[]>(
        key,
        (known) => known && (known.some((each) => each.id === id) ? known : mergeSandboxMessage(known, sent)),
      );
      if (file) void client.invalidateQueries({ queryKey: key });
      void client.invalidateQueries({ queryKey: sandboxKeys.customers(connectionId) });
      return true;
    } catch (error) {
      notify(errorText(error), { type: 'error' });
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { busy, send };
}
