export type TicketStatus = 'pending' | 'open' | 'closed';

export interface Named {
  id: number;
  name: string;
}

export interface Colored extends Named {
  color: string;
}

export interface Contact extends Named {
  number: string;
  email: string | null;
  profilePicUrl: string | null;
  isGroup: boolean;
}

export interface Ticket {
  id: number;
  uuid: string;
  code: number;
  status: TicketStatus;
  userId: number | null;
  user: Named | null;
  queueId: number | null;
  queue: Colored | null;
  whatsappId: number;
  whatsapp: (Named & { channel: string }) | null;
  contactId: number;
  contact: Contact;
  isGroup: boolean;
  channel: string;
  unreadMessages: number;
  lastMessage: string;
  lastMessageFromMe: boolean;
  lastMessageAck: number;
  lastMessageType: string;
  /** Of an own last message that has not gone out so far; otherwise null. */
  lastMessageStatus: MessageStatus | null;
  /** In a group: who wrote the last message. */
  lastMessageParticipant: string | null;
  /** When the last message was written; before the first one, when the conversation began. */
  lastMessageAt: string;
  /** When it reached the server: the order of lists. */
  lastArrivalAt: string;
  /** Of a pending one: since when it waits for an attendant. */
  waitingSince: string | null;
  tags: Colored[];
  /** Until then anything may be said, afterwards only templates; null where the channel has no window. */
  windowUntil: string | null;
  /** Of a closed one: what the customer said of it. */
  rating: Rating | null;
  createdAt: string;
  updatedAt: string;
  /** In the answer to a search: the newest message with its words; null when it was found otherwise. */
  hit?: { messageId: number; snippet: string } | null;
}

export type MediaType =
  | 'chat'
  | 'image'
  | 'audio'
  | 'video'
  | 'application'
  | 'locationMessage'
  | 'contactMessage'
  | 'vcard'
  | 'multi_vcard'
  | 'call_log'
  | 'sticker'
  | 'interactive'
  | 'template';

export type MessageStatus =
  | 'queued'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'failed'
  | 'uncertain'
  | 'withdrawn'
  | 'received';

export interface QuotedMessage {
  id: number;
  body: string;
  fromMe: boolean;
  isDeleted: boolean;
  mediaType: MediaType;
  contact: { name: string } | null;
  /** Of one of ours: who wrote it. */
  user?: Named | null;
}

/** The card of a linked page. */
export interface LinkCard {
  url: string;
  title: string;
  description: string;
  site: string;
  imageUrl: string | null;
  imageWidth: number | null;
  imageHeight: number | null;
}

export interface Message {
  id: number;
  ticketId: number;
  body: string;
  fromMe: boolean;
  read: boolean;
  mediaUrl: string | null;
  /** A small picture of it; null until there is one, and where the file itself is small. */
  thumbUrl: string | null;
  mediaName: string | null;
  mediaMime: string | null;
  mediaSize: number | null;
  mediaType: MediaType;
  quotedMsg: QuotedMessage | null;
  isDeleted: boolean;
  isEdited: boolean;
  isForwarded: boolean;
  preview: LinkCard | null;
  ack: number;
  status: MessageStatus;
  errorCode: string | null;
  errorText: string | null;
  clientMessageId: string | null;
  participant: string | null;
  /** In a group the participant; `id` null: the address book does not have them. */
  contact: { id: number | null; name: string } | null;
  user: Named | null;
  reactions: { emoji: string; fromMe: boolean }[];
  data: Record<string, unknown> | null;
  createdAt: string;
}

export interface TicketPage {
  tickets: Ticket[];
  hasMore: boolean;
  count: number;
  countIsMinimum?: boolean;
  cursor: string | null;
}

export interface MessagePage {
  messages: Message[];
  hasMore: boolean;
  count: number;
  cursor: string | null;
  /** Of a page around a message: from where newer ones follow. */
  cursorAfter?: string | null;
  ticket: Ticket;
}

/** 1 unsatisfied, 2 satisfied, 3 very satisfied. */
export type Rating = 1 | 2 | 3;

/** Whose act moved a conversation; `released`: what held it went, and it waits again. */
export interface TicketAction {
  what: 'created' | 'accepted' | 'reopened' | 'transferred' | 'closed' | 'released' | 'deleted';
  by: Named;
}

export type TicketEvent =
  /** `assignedBy`: somebody else gave it to its attendant at this moment. */
  | { action: 'update'; ticket: Ticket; act?: TicketAction; assignedBy?: number }
  | { action: 'delete'; ticketId: number; act?: TicketAction }
  | { action: 'updateUnread'; ticketId: number };

export interface MessageEvent {
  action: 'create' | 'update';
  message: Message;
  ticket: Ticket;
  contact: Contact;
}
