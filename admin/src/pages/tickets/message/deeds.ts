import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useNotify } from 'react-admin';
import { errorText } from '../../../shared/error-text';
import { transcribeAudio } from '../data/api';
import { putMessage } from '../data/cache';
import { useCapabilities } from '../data/use-capabilities';
import { type Deed, mayDo } from '../model/message-deeds';
import type { Message, Ticket } from '../model/types';

export interface Deeds {
  allows(deed: Deed, message: Message): boolean;
  start(deed: Deed, message: Message): void;
  /** Ids of messages that are being transcribed. */
  transcribing: ReadonlySet<number>;
}

/** What needs another word of the attendant before it is done. */
export interface Asked {
  deed: Exclude<Deed, 'transcribe'>;
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
        putMessage(client, { ...message, data: { ...message.data, transcript } }, false);
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
export function useDeeds(ticket: Ticket, readOnly: boolean) {
  const { id, status, whatsappId } = ticket;
  const capabilities = useCapabilities(whatsappId);
  const { busy, transcribe } = useTranscribing();
  const [asked, setAsked] = useState<Asked | null>(null);
  const deeds = useMemo<Deeds>(
    () => ({
      allows: (deed, message) => !readOnly && mayDo(deed, message, { ticketId: id, status, capabilities }),
      start: (deed, message) => (deed === 'transcribe' ? void transcribe(message) : setAsked({ deed, message })),
      transcribing: busy,
    }),
    [readOnly, id, status, capabilities, busy, transcribe],
  );
  return { deeds, asked, close: () => setAsked(null) };
}
