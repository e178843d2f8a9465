import { useOutbox } from '../../data/outbox-store';

/** Whether a recording of this conversation is on its way to the server. */
export function useSendingVoice(ticketId: number): boolean {
  return useOutbox(ticketId).some(({ voice, state }) => voice && (state === 'waiting' || state === 'sending'));
}
