import type { Attendant } from '../conversation/data/api';
import type { Note } from '../conversation/model/note';
import type { TicketViewers } from '../conversation/model/presence';
import type { Contact, MessageEvent, TicketEvent } from '../conversation/model/types';
import type { SandboxEvent } from '../pages/sandbox/api';
import type { ContactImport } from '../resources/contacts/types';

/** A record was created, changed or removed; the payload has the record or its id under a name of its own. */
interface RecordEvent {
  action: string;
}

interface UserEvent extends RecordEvent {
  /** Without it the user was removed. */
  user?: Attendant;
  userId?: number;
}

export interface Mention {
  id: number;
  noteId: number;
  note: string;
  /** The author; null when the account was removed. */
  user: { id: number; name: string } | null;
  ticket: { id: number; uuid: string };
  contact: { id: number; name: string; number: string };
  createdAt: string;
}

/** The payloads of the socket events `company-{companyId}-{name}`, by name. */
export interface SocketEvents {
  appMessage: MessageEvent;
  audit: RecordEvent;
  auth: { action: string; user: { id: number } };
  contact: RecordEvent & { contact?: Contact };
  contactImport: { contactImport: Omit<ContactImport, 'errors' | 'problem' | 'name'> };
  customerTyping: { ticketId: number };
  /** `update`: some were seen or removed. */
  mention: { action: 'create'; mention: Mention } | { action: 'update' };
  presence: UserEvent;
  queue: RecordEvent;
  quickemessage: RecordEvent;
  sandbox: SandboxEvent;
  settings: RecordEvent & { setting?: { key: string; value: string }; schedules?: object[] };
  tag: RecordEvent;
  ticket: TicketEvent;
  ticketNote:
    | { action: 'create'; ticketNote: Note }
    | { action: 'delete'; ticketNoteId: number; ticketId: number; contactId: number };
  user: UserEvent;
  viewers: TicketViewers;
  whatsapp: RecordEvent;
  whatsappSession: RecordEvent;
}

export type SocketEventName = keyof SocketEvents;
