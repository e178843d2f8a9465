import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { ApiError } from '../../../providers/http';
import { errorText } from '../../../shared/error-text';
import { sendTemplate } from '../data/api';
import { putMessage } from '../data/cache';
import { newId } from '../data/new-id';
import type { Template, TemplateValues } from '../model/template';
import type { Ticket } from '../model/types';

/** Sends a filled template; what does not fit is said beside its field. */
export function useSendTemplate(ticket: Ticket, template: Template, onDone: () => void) {
  const client = useQueryClient();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Record<string, string>>({});
  // one id for every try: an answer that was lost must not send it twice
  const clientMessageId = useRef(newId());

  async function send(params: TemplateValues, file: File | null) {
    setBusy(true);
    try {
      const { name, language } = template;
      const message = { template: { name, language, params }, clientMessageId: clientMessageId.current, file };
      putMessage(client, await sendTemplate(ticket.id, message), true);
      onDone();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setFaults(fields);
      if (Object.keys(fields).length === 0) notify(errorText(error), { type: 'error' });
    } finally {
      setBusy(false);
    }
  }

  return { busy, faults, send };
}
