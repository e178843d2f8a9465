import { useChoices } from '../dialogs/use-choices';
import type { Capabilities } from './api';

const nothing: Capabilities = { edit: false, delete: false, react: false, templates: false, typing: false };

/** What the channel of a connection can do; nothing until it is known. */
export function useCapabilities(connectionId: number): Capabilities {
  const { connections } = useChoices();
  return connections.find(({ id }) => id === connectionId)?.capabilities ?? nothing;
}
