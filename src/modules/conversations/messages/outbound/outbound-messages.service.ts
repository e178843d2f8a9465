import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import type { UploadedFile } from '../../../../core/requests/upload.js';
import { UndoableActionsService } from '../../tickets/bulk-actions/undoable-actions.service.js';
import type { Ticket } from '../../tickets/ticket.entity.js';
import { MessageReaderService } from '../history/message-reader.service.js';
import { type NewMessage, storedMessages, storeMessages, storingMessages } from '../history/message-writer.queries.js';
import { MessageWriterService } from '../history/message-writer.service.js';
import { LinkPreviewsService } from '../link-previews/link-previews.service.js';
import { ConvertVoice, CopyMedia } from '../media/outbound-media.job.js';
import { ThumbnailsService } from '../media/thumbnails.service.js';
import type { Message } from '../message.entity.js';
import { messageErrors } from '../messages.errors.js';
import { MessageStored } from '../messages.events.js';
import type { MessageRow } from '../queries/messages.queries.js';
import { requeueMessage } from './outbound.queries.js';
import { SendMessage } from './send-message.job.js';

/** A stored file; without a name, screens show its type instead. */
export type DraftFile = Omit<UploadedFile, 'name'> & { readonly name: string | null };

export interface Draft extends Readonly<Pick<Message, 'body' | 'mediaType' | 'quotedMsgId' | 'clientMessageId'>> {
  readonly file: DraftFile | null;
  /** The file belongs to another message and is copied before it is sent. */
  readonly needsCopy?: boolean;
  /** null for automatic texts. */
  readonly userId: number | null;
  /** Whether a person's word, also by a program or a schedule: bots stop answering. Without it: if there is a user. */
  readonly byPerson?: boolean;
  /** false: the first link is not opened for a preview, as the text was written by a model or another program. */
  readonly preview?: boolean;
  /** Fields that some types need to be sent and shown: a template, choices, whether it is a recording. */
  readonly data?: Readonly<Record<string, unknown>> | null;
}

/** Common fields of messages that the server sends by itself. */
export const systemDraft = { file: null, quotedMsgId: null, clientMessageId: null, userId: null };

export interface Destination extends Readonly<Pick<Ticket, 'id' | 'contactId' | 'connectionId'>> {
  /** Whether automatic texts are deferred while their action can be undone; undefined when unknown. */
  readonly hasDeferred?: boolean;
}

/** Jobs that prepare the file before it is sent. */
interface MediaPreparation {
  readonly voice: boolean;
  readonly copied: boolean;
}

/** Jobs with the same key, for the same recipient, run in order. */
export const outboundOrderingKey = ({ connectionId, contactId }: Omit<Destination, 'id'>): string =>
  `send:${connectionId}:${contactId}`;

/** Stores outbound messages as `queued` together with the job that sends them, in one transaction. */
@Injectable()
export class OutboundMessagesService {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly writer: MessageWriterService,
    private readonly rows: MessageReaderService,
    private readonly links: LinkPreviewsService,
    private readonly thumbnails: ThumbnailsService,
    private readonly undoable: UndoableActionsService,
  ) {}

  async enqueue(ticket: Destination, draft: Draft): Promise<number> {
    await this.beforeStoring(ticket, draft);
    const messageId = await this.writer.insert(newMessage(ticket, draft));
    if (messageId === undefined) throw messageErrors.ERR_CREATING_MESSAGE();
    await this.stored(ticket, draft, messageId);
    return messageId;
  }

  /** As {@link enqueue}, but returns the message as in responses; the statement that stores it also reads it. */
  async enqueueAndRead(ticket: Destination, draft: Draft): Promise<MessageRow> {
    await this.beforeStoring(ticket, draft);
    const [message] = await this.rows.page(
      storedMessages,
      storingMessages(this.db.companyId, [newMessage(ticket, draft)]),
    );
    if (!message) throw messageErrors.ERR_CREATING_MESSAGE();
    await this.stored(ticket, draft, message.id);
    return message;
  }

  /** As {@link enqueueAndRead} for a text with a known id; it is stored with the commit. The ticket must be locked. */
  async enqueueWithCommit(ticket: Destination, draft: Draft, id: number, now: string): Promise<MessageRow> {
    this.db.runWithCommit(storeMessages(this.db.companyId, [{ ...newMessage(ticket, draft), id }]));
    await this.stored(ticket, draft, id);
    const { body, clientMessageId } = draft;
    return this.rows.ownText({ id, ticketId: ticket.id, body, clientMessageId, createdAt: now });
  }

  private async beforeStoring(ticket: Destination, { userId }: Draft): Promise<void> {
    if (userId !== null && ticket.hasDeferred !== false) await this.undoable.dispatchDeferred(ticket.id);
  }

  private async stored(
    ticket: Destination,
    { file, needsCopy: copied = false, preview = true, data, mediaType, body }: Draft,
    messageId: number,
  ): Promise<void> {
    await this.addJobs(ticket, messageId, { voice: data?.['voice'] === true, copied });
    if (file && !copied) await this.thumbnails.enqueue(messageId, mediaType, file.mime);
    if (preview) await this.links.enqueue(messageId, body);
    this.events.emit(new MessageStored({ companyId: this.db.companyId, messageId, action: 'create' }));
  }

  async requeue(ticket: Destination, messageId: number, preparation: MediaPreparation): Promise<void> {
    const { companyId } = this.db;
    await this.db.run(requeueMessage(companyId, messageId));
    await this.addJobs(ticket, messageId, preparation);
    this.events.emit(new MessageStored({ companyId, messageId, action: 'update' }));
  }

  /** Jobs of a recipient run in order (promises.md §1.3); files are copied and converted right before sending. */
  private async addJobs(ticket: Destination, messageId: number, { voice, copied }: MediaPreparation): Promise<void> {
    const orderingKey = outboundOrderingKey(ticket);
    if (copied) await this.jobs.add(CopyMedia, { messageId }, { orderingKey });
    if (voice) await this.jobs.add(ConvertVoice, { messageId }, { orderingKey });
    await this.jobs.add(SendMessage, { messageId }, { orderingKey });
  }
}

const newMessage = (
  { id: ticketId, contactId, connectionId }: Destination,
  { file, needsCopy: copied = false, data = null, ...draft }: Draft,
): NewMessage => ({
  ...draft,
  ticketId,
  contactId,
  connectionId,
  fromMe: true,
  byPerson: draft.byPerson ?? draft.userId !== null,
  read: true,
  file: file && { key: copied ? null : file.key, name: file.name, mime: file.mime, size: file.size },
  quoted: draft.quotedMsgId,
  status: 'queued',
  ack: 0,
  data: copied ? { ...data, copyOf: file?.key } : data,
});
