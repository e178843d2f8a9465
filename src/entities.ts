import { AuditEntry } from './core/audit/audit-entry.entity.js';
import { CronRun } from './core/jobs/cron-run.entity.js';
import { Lease } from './core/jobs/lease.entity.js';
import { OutboxJob } from './core/jobs/outbox-job.entity.js';
import { IdempotencyKey } from './core/requests/idempotency-key.entity.js';
import { PasswordReset } from './modules/auth/password-reset.entity.js';
import { Session } from './modules/auth/session.entity.js';
import { Company } from './modules/companies/company.entity.js';
import { Connection } from './modules/connections/connection.entity.js';
import { ConnectionQueue } from './modules/connections/connection-queue.entity.js';
import { InboxEvent } from './modules/connections/inbox/inbox-event.entity.js';
import { SendSlot } from './modules/connections/sending/send-slot.entity.js';
import { ContactImport } from './modules/contact-care/contact-import.entity.js';
import { Contact } from './modules/contacts/contact.entity.js';
import { LinkPreview } from './modules/messages/link-previews/link-preview.entity.js';
import { Message } from './modules/messages/message.entity.js';
import { Plan } from './modules/plans/plan.entity.js';
import { Queue } from './modules/queues/queue.entity.js';
import { QuickMessage } from './modules/quick-messages/quick-message.entity.js';
import { SavedView } from './modules/saved-views/saved-view.entity.js';
import { Setting } from './modules/settings/setting.entity.js';
import { Tag } from './modules/tags/tag.entity.js';
import { MessageTemplate } from './modules/templates/message-template.entity.js';
import { UndoableAction } from './modules/tickets/bulk-actions/undoable-action.entity.js';
import { NoteMention } from './modules/tickets/notes/note-mention.entity.js';
import { TicketNote } from './modules/tickets/notes/ticket-note.entity.js';
import { Ticket } from './modules/tickets/ticket.entity.js';
import { TicketCycle } from './modules/tickets/ticket-cycle.entity.js';
import { TicketTag } from './modules/tickets/ticket-tag.entity.js';
import { User } from './modules/users/user.entity.js';
import { UserPresence } from './modules/users/user-presence.entity.js';
import { UserQueue } from './modules/users/user-queue.entity.js';

/** Every table, in the order of the modules. */
export const entities = [
  OutboxJob,
  CronRun,
  Lease,
  AuditEntry,
  IdempotencyKey,
  Plan,
  Company,
  User,
  UserQueue,
  UserPresence,
  Session,
  PasswordReset,
  Setting,
  Queue,
  Tag,
  Contact,
  QuickMessage,
  Connection,
  ConnectionQueue,
  InboxEvent,
  SendSlot,
  MessageTemplate,
  Ticket,
  TicketCycle,
  TicketTag,
  TicketNote,
  NoteMention,
  Message,
  LinkPreview,
  UndoableAction,
  SavedView,
  ContactImport,
];
