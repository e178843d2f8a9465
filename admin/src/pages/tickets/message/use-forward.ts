import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { errorText } from '../../../shared/error-text';
import { forwardMessage } from '../data/api';
import { putMessage } from '../data/cache';
import { newId } from '../data/new-id';
import type { Message } from '../model/types';

/** Forwards once, however often an answer is lost on its way. */
export function useForward(message: Message, onDone: () => void) {
  const client = useQueryClient();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const [keys] = useState(() => new Map<string, string>());

  async function forward(ticketIds: readonly number[]) {
    if (busy) return;
    setBusy(true);
    // another choice is another wish
    const wish = ticketIds.join();
    const key = keys.get(wish) ?? newId();
    keys.set(wish, key);
    try {
      for (const sent of await forwardMessage(message.id, [...ticketIds], key)) putMessage(client, sent, true);
      notify('message.forward_done', { type: 'success', messageArgs: { smart_count: ticketIds.length } });
      onDone();
    } catch (error) {
      notify(errorText(error), { type: 'error' });
      setBusy(false);
    }
  }
  return { busy, forward };
}
