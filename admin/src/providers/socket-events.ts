import type { Schemas } from './api-types';

/** A record was created, changed or removed; the payload has the record or its id under a name of its own. */
interface RecordEvent {
  action: string;
}

/** Without `user` the user was removed. */
type UserEvent = RecordEvent & { user?: Schemas['Colleague']; userId?: number };

export type Mention = Schemas['NoteMentionRow'];

/** The payloads of the socket events `company-{companyId}-{name}`, by name. */
export interface SocketEvents {
  appMessage: Schemas['MessageEvent'];
  audit: RecordEvent;
  auth: { action: string; user: { id: number } };
  contact: RecordEvent & { contact?: Schemas['ContactRecord'] };
  contactImport: Schemas['ContactImportEvent'];
  customerTyping: { ticketId: number };
  mention: Schemas['MentionEvent'];
  presence: UserEvent;
  queue: RecordEvent;
  quickemessage: RecordEvent;
  sandbox: Schemas['SandboxEvent'];
  serviceToken: RecordEvent;
  settings: RecordEvent & { setting?: Schemas['SettingValue']; schedules?: object[] };
  tag: RecordEvent;
  ticket: Schemas['TicketEvent'];
  ticketNote: Schemas['TicketNoteEvent'];
  user: UserEvent;
  viewers: Schemas['ViewedTicket'];
  webhookEndpoint: RecordEvent;
  whatsapp: RecordEvent;
  whatsappSession: RecordEvent;
}

export type SocketEventName = keyof SocketEvents;
