import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocale, useNotify, useTranslate } from 'react-admin';
import { errorText } from '../../shared/error-text';
import { formatBytes } from '../../shared/format';
import { mediaTypeOf } from '../tickets/model/outbox';
import { sandboxKeys, sendAsCustomer } from './api';
import { mergeSandboxMessage } from './sandbox-state';
import type { Customer, Outgoing, SandboxMessage } from './types';

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
