import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { Events } from '../../../core/events/events.js';
import { Jobs } from '../../../core/jobs/jobs.js';
import type { UploadedFile } from '../../../core/requests/upload.js';
import type { OutboundInteractive } from '../../connections/channels/channel.js';
import { LinkPreviews } from '../link-previews/link-previews.service.js';
import { ConvertVoice } from '../media/convert-voice.job.js';
import { CopyMedia } from '../media/copy-media.job.js';
import { Thumbnails } from '../media/thumbnails.service.js';
import { MessageLog } from '../message-log.service.js';
import { messageErrors } from '../messages.errors.js';
import { AttendantWriting, MessageStored } from '../messages.events.js';
import { interactiveContent } from './interactive.js';
import { SendMessage } from './send-message.job.js';

/** A file as it is said; one that nobody gave a name is shown by its kind. */
export type DraftFile = Omit<UploadedFile, 'name'> & { readonly name: string | null };

export interface Draft {
  readonly body: string;
  readonly mediaType: string;
  readonly file: DraftFile | null;
  /** The file is another message's: this one gets a copy before it goes out. */
  readonly needsCopy?: boolean;
  readonly quotedMsgId: number | null;
  readonly clientMessageId: string | null;
  /** null for automatic texts. */
  readonly userId: number | null;
  /** What some kinds need to be sent (again) and drawn: a template, choices, that it is a recording. */
  readonly data?: Readonly<Record<string, unknown>> | null;
}

export interface Destination {
  readonly id: number;
  readonly contactId: number;
  readonly whatsappId: number;
}

/** What must happen to a file before it goes out. */
interface Preparing {
  readonly voice: boolean;
  readonly copied: boolean;
}

/** Jobs of one lane go in order: everything that is told to one recipient. */
export const outboundOrderingKey = ({ whatsappId, contactId }: Omit<Destination, 'id'>): string =>
  `send:${whatsappId}:${contactId}`;

/** Stores what goes out: the message `queued` and the job that sends it, in one transaction. */
@Injectable()
export class OutboundMessages {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly log: MessageLog,
    private readonly links: LinkPreviews,
    private readonly thumbnails: Thumbnails,
  ) {}

  async enqueue(
    ticket: Destination,
    {
      body,
      mediaType,
      file,
      needsCopy: copied = false,
      quotedMsgId,
      clientMessageId,
      userId,
      data: given = null,
    }: Draft,
  ): Promise<number> {
    const { companyId } = this.context;
    if (userId !== null) await this.events.dispatch(new AttendantWriting(ticket.id));
    const data = copied ? { ...given, copyOf: file?.key } : given;
    const messageId = await this.log.insert({
      ticketId: ticket.id,
      contactId: ticket.contactId,
      whatsappId: ticket.whatsappId,
      userId,
      body,
      fromMe: true,
      read: true,
      unread: false,
      mediaType,
      file: file && {
        key: copied ? null : file.key,
        name: file.name,
        mime: file.mime,
        size: file.size,
        voice: data?.['voice'] === true,
      },
      quoted: quotedMsgId,
      clientMessageId,
      status: 'queued',
      ack: 0,
      data,
    });
    if (messageId === undefined) throw messageErrors.ERR_CREATING_MESSAGE();
    await this.addJobs(ticket, messageId, { voice: given?.['voice'] === true, copied });
    if (file && !copied) await this.thumbnails.enqueue(messageId, mediaType, file.mime);
    await this.links.enqueue(messageId, body);
    this.events.emit(new MessageStored(companyId, messageId, 'create'));
    return messageId;
  }

  /** Choices of a bot for the customer; the caller knows that the channel has buttons. */
  offer(ticket: Destination, body: string, interactive: OutboundInteractive): Promise<number> {
    const nobody = { quotedMsgId: null, clientMessageId: null, userId: null, file: null };
    return this.enqueue(ticket, { ...nobody, ...interactiveContent(body, interactive) });
  }

  /** Puts a failed message back, with nothing left of its failure. */
  async requeue(ticket: Destination, messageId: number, preparing: Preparing): Promise<void> {
    const { companyId } = this.context;
    await this.db.run(
      sql`update messages set status = 'queued', ack = 0, error_code = null, error_text = null, provider_id = null,
       leased_until = null,
         data = data - 'unconfirmed', updated_at = now()
       where company_id = ${companyId} and id = ${messageId}`,
    );
    await this.addJobs(ticket, messageId, preparing);
    this.events.emit(new MessageStored(companyId, messageId, 'update'));
  }

  /** In order per recipient, recipients in parallel (promises.md §1.3); files are copied and converted in their turn. */
  private async addJobs(ticket: Destination, messageId: number, { voice, copied }: Preparing): Promise<void> {
    const lane = outboundOrderingKey(ticket);
    if (copied) await this.jobs.add(CopyMedia, { messageId }, { orderingKey: lane });
    if (voice) await this.jobs.add(ConvertVoice, { messageId }, { orderingKey: lane });
    await this.jobs.add(SendMessage, { messageId }, { orderingKey: lane });
  }
}
