import type { Message, TicketStatus } from './types';

export type MessageAction = 'edit' | 'delete' | 'transcribe' | 'forward';

interface ActionContext {
  /** The open conversation; messages of earlier ones are shown above it. */
  ticketId: number;
  status: TicketStatus;
  capabilities: { edit: boolean; delete: boolean };
}

const textual: readonly string[] = ['chat', 'template', 'interactive'];

/** Whether to offer an action; the server checks it again. */
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

/** null until it is transcribed. */
export function transcriptOf({ data }: Message): string | null {
  return typeof data?.transcript === 'string' ? data.transcript : null;
}
