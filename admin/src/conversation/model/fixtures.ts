import type { Message, Ticket, TicketPage } from './types';

/** A ticket for specs; `minutes` after midnight set its age and list position. */
export function aTicket(id: number, minutes = id, values: Partial<Ticket> = {}): Ticket {
  const updatedAt = new Date(Date.UTC(2026, 10, 21, 0, minutes)).toISOString();
  return {
    id,
    uuid: `uuid-${id}`,
    code: id,
    status: 'open',
    userId: 1,
    user: { id: 1, name: 'Beatriz' },
    queueId: 10,
    queue: { id: 10, name: 'Comercial', color: '#1f6feb' },
    whatsappId: 1,
    whatsapp: { id: 1, name: 'Principal', channel: 'sandbox' },
    contactId: id,
    contact: { id, name: `Contato ${id}`, number: '5511987654321', email: '', profilePicUrl: null, isGroup: false },
    isGroup: false,
    channel: 'sandbox',
    unreadMessages: 0,
    lastMessage: '',
    lastMessageFromMe: false,
    lastMessageAck: 0,
    lastMessageType: 'chat',
    lastMessageUserId: null,
    tags: [],
    windowUntil: null,
    rating: null,
    useIntegration: false,
    promptId: null,
    integrationId: null,
    botPaused: false,
    kanbanPosition: '1',
    lastMessageStatus: null,
    lastMessageParticipant: null,
    lastMessageAt: updatedAt,
    lastArrivalAt: updatedAt,
    waitingSince: null,
    firstResponseDue: null,
    createdAt: updatedAt,
    updatedAt,
    ...values,
  };
}

export function aTicketPage(tickets: Ticket[], hasMore = false): TicketPage {
  return { tickets, hasMore, count: tickets.length, cursor: hasMore ? 'next' : null };
}

/** A message for specs. */
export function aMessage(id: number, values: Partial<Message> = {}): Message {
  return {
    id,
    ticketId: 1,
    body: `mensagem ${id}`,
    fromMe: false,
    read: false,
    mediaUrl: null,
    thumbUrl: null,
    mediaName: null,
    mediaMime: null,
    mediaSize: null,
    mediaType: 'chat',
    quotedMsg: null,
    isDeleted: false,
    isEdited: false,
    isForwarded: false,
    preview: null,
    ack: 0,
    status: 'received',
    errorCode: null,
    errorText: null,
    clientMessageId: null,
    participant: null,
    contact: { id: 1, name: 'Maria', number: '5511987654321', profilePicUrl: null },
    user: null,
    reactions: [],
    data: null,
    createdAt: new Date(Date.UTC(2026, 10, 21, 12, id)).toISOString(),
    ...values,
  };
}
