import { useEffect, useRef } from 'react';
import type { Schemas } from '../../providers/api-types';
import { useResources } from '../../schema/resources';
import { useNamedTask } from '../../shared/use-task';
import { post } from './api';

export type CopilotAction = Schemas['CopilotInput']['action'];

/** Asks the assistant for texts about a conversation; it sends nothing to the contact. */
export function useCopilot(ticketId: number) {
  const { plan } = useResources();
  const { busy, run } = useNamedTask<CopilotAction>();
  const shown = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    shown.current = controller;
    return () => controller.abort();
  }, []);
  /** Calls `onText` with the text unless the component was unmounted meanwhile; an error is shown. */
  async function write(action: CopilotAction, text: string, onText: (text: string) => void): Promise<void> {
    await run(action, async () => {
      const { signal } = shown.current;
      try {
        const answer = await post<Schemas['CopilotText']>(`/tickets/${ticketId}/assist`, { action, text }, signal);
        if (!signal.aborted) onText(answer.text);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    });
  }
  return { enabled: plan.features['useAiActive'] === true, busy: busy !== null, write };
}
