import type { Message, TicketStatus } from './types';

/** What an attendant does with one message, beyond answering it. */
export type MessageAction = 'edit' | 'delete' | 'transcribe' | 'forward';

interface ActionContext {
  /** The conversation that is open on the screen; bubbles of earlier ones stand above it. */
  ticketId: number;
  status: TicketStatus;
  capabilities: { edit: boolean; delete: boolean };
}

const textual: readonly string[] = ['chat', 'template', 'interactive'];

/** The server decides; this is what is worth offering. */
export function canPerform(
  action: MessageAction,
  message: Message,
  { ticketId, status, capabilities }: ActionContext,
): boolean {
  const { fromMe, isDeleted, mediaType, mediaUrl } = message;
  if (message.id < 0 || isDeleted) return false;
  if (action === 'forward') return mediaUrl !== null || (textual.includes(mediaType) && message.body !== '');
  if (action === 'transcribe')
    return !fromMe && mediaType === 'audio' && mediaUrl !== null && transcriptOf(message) === null;
  const own = fromMe && status === 'open' && message.ticketId === ticketId;
  if (action === 'delete') return own && capabilities.delete;
  return own && capabilities.edit && mediaType === 'chat' && message.status !== 'uncertain';
}

/** What a voice message says; null as long as nobody asked. */
export function transcriptOf({ data }: Message): string | null {
  return typeof data?.transcript === 'string' ? data.transcript : null;
}
