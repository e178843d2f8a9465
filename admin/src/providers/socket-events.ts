import type { Schemas } from './api-types';

/** A record was created, changed or removed; the payload has the record or its id under a name of its own. */
interface RecordEvent {
  action: string;
}

/** Without `user` the user was removed. */
type UserEvent = RecordEvent & { user?: Schemas['Colleague']; userId?: number };

export type Mention = Schemas['NoteMentionRow'];

/** The payloads of the socket events `company-{companyId}-{name}`, by name; announcements are the platform's. */
export interface SocketEvents {
  announcement: Schemas['AnnouncementEvent'];
  appMessage: Schemas['MessageEvent'];
  audit: RecordEvent;
  auth: { action: string; user: { id: number } };
  campaign: RecordEvent & { campaign?: Schemas['CampaignRecord']; campaignId?: number };
  chat: Schemas['ChatEvent'];
  chatTyping: { chatId: number; users: { id: number; name: string }[] };
  [name: `chat-user-${number}`]: Schemas['ChatUserEvent'];
  contact: RecordEvent & { contact?: Schemas['ContactRecord'] };
  contactImport: Schemas['ContactImportEvent'];
  contactList: RecordEvent;
  contactListImport: Schemas['ContactListImportEvent'];
  contactListItem: RecordEvent;
  customerTyping: { ticketId: number };
  file: RecordEvent;
  holiday: RecordEvent;
  mention: Schemas['MentionEvent'];
  presence: UserEvent;
  queue: RecordEvent;
  queueOption: RecordEvent;
  quickemessage: RecordEvent;
  reportExport: Schemas['ReportExportEvent'];
  sandbox: Schemas['SandboxEvent'];
  schedule: Schemas['ScheduleEvent'];
  serviceCampaign: Schemas['ServiceCampaignEvent'];
  serviceToken: RecordEvent;
  settings: RecordEvent & { setting?: Schemas['SettingValue']; schedules?: object[] };
  tag: RecordEvent;
  ticket: Schemas['TicketEvent'];
  ticketNote: Schemas['TicketNoteEvent'];
  user: UserEvent;
  viewers: Schemas['ViewedTicket'];
  webhookEndpoint: RecordEvent;
  whatsapp: RecordEvent;
  whatsappSession: RecordEvent & { session: { id: number; status: string; qrcode: string } };
}

export type SocketEventName = keyof SocketEvents;
