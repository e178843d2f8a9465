import type { Schemas } from '../../providers/api-types';
import { useResources } from '../../schema/resources';
import { useNamedTask } from '../../shared/use-task';
import { post } from '../data/api';

export type CopilotAction = Schemas['CopilotInput']['action'];

/** Asks the assistant for texts about a conversation; nothing is sent. */
export function useCopilot(ticketId: number) {
  const { plan } = useResources();
  const { busy, run } = useNamedTask<CopilotAction>();
  /** `onText` gets the text; a failure is shown. */
  async function write(action: CopilotAction, text: string, onText: (text: string) => void): Promise<void> {
    await run(action, async () => {
      const answer = await post<Schemas['CopilotText']>(`/tickets/${ticketId}/assist`, { action, text });
      onText(answer.text);
    });
  }
  return { enabled: plan.features['useAiActive'] === true, busy: busy !== null, write };
}
