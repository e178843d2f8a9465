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
  /** Of an own last message that is not delivered; else null. */
  lastMessageStatus: MessageStatus | null;
  /** In a group: the author of the last message. */
  lastMessageParticipant: string | null;
  /** Without messages: the creation. */
  lastMessageAt: string;
  /** When the last message reached the server; sorts the lists. */
  lastArrivalAt: string;
  /** Of a pending one. */
  waitingSince: string | null;
  tags: Colored[];
  /** The end of the messaging window; afterwards only templates. null: the channel has none. */
  windowUntil: string | null;
  /** Of a closed one. */
  rating: Rating | null;
  createdAt: string;
  updatedAt: string;
  /** The newest message that a search finds; null if the ticket matched otherwise. */
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
  /** The author of an own message. */
  user?: Named | null;
}

/** A link preview. */
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
  /** null until it exists, and for small files. */
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
  /** In a group the participant; `id` null: not a contact. */
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
  /** Of a page around a message: the cursor of newer ones. */
  cursorAfter?: string | null;
  ticket: Ticket;
}

/** 1 unsatisfied, 2 satisfied, 3 very satisfied. */
export type Rating = 1 | 2 | 3;

/** Who changed a ticket; `released`: its attendant or queue was removed, and it is pending again. */
export interface TicketAction {
  what: 'created' | 'accepted' | 'reopened' | 'transferred' | 'closed' | 'released' | 'deleted';
  by: Named;
}

export type TicketEvent =
  /** `assignedBy`: the colleague who assigned it just now. */
  | { action: 'update'; ticket: Ticket; act?: TicketAction; assignedBy?: number }
  | { action: 'delete'; ticketId: number; act?: TicketAction }
  | { action: 'updateUnread'; ticketId: number };

export interface MessageEvent {
  action: 'create' | 'update';
  message: Message;
  ticket: Ticket;
  contact: Contact;
}
