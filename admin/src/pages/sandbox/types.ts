import type { MediaType } from '../tickets/model/types';

export interface Customer {
  /** null until the first message makes a contact of them. */
  contactId: number | null;
  number: string;
  name: string;
  unread: number;
  lastMessage: string;
  lastMessageType: string;
}

export interface SandboxMessage {
  id: string;
  fromCustomer: boolean;
  body: string;
  mediaUrl: string | null;
  mediaType: MediaType;
  quotedId: string | null;
  reactions: readonly string[];
  isDeleted: boolean;
  isEdited: boolean;
  isForwarded: boolean;
  /** Of the customer's own messages: 2 arrived, 3 read by an attendant. */
  ack: number;
  createdAt: string;
}

export interface SandboxEvent {
  action: string;
  connectionId: number;
  number: string;
  message?: Partial<SandboxMessage> & { id: string };
  /** Of typing: when, by the server's clock, as messages have it. */
  at?: string;
}

export interface Outgoing {
  body: string;
  quotedId: string | null;
  file: File | null;
}
