import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Context } from '../../core/context/context.js';
import { Db } from '../../core/database/db.js';
import { Jobs } from '../../core/jobs/jobs.js';
import type { UploadedFile } from '../../core/upload/upload.js';
import type { MediaKind } from '../connections/channels/channel.js';
import { Channels } from '../connections/channels/channels.service.js';
import { connectionErrors } from '../connections/connections.errors.js';
import { ConnectionsService } from '../connections/connections.service.js';
import { TicketCycles } from '../tickets/ticket-cycles.service.js';
import type { TicketRow } from '../tickets/ticket-rows.service.js';
import { TicketsService } from '../tickets/tickets.service.js';
import { RemoveFiles } from './message-removal.service.js';
import { type MessageRow, MessageRows } from './message-rows.service.js';
import type { SendMessageInput } from './messages.dto.js';
import { emptyMessage, foreignQuote, messageErrors } from './messages.errors.js';
import { Outgoing } from './outgoing.service.js';

/** What attendants write. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly jobs: Jobs,
    private readonly channels: Channels,
    private readonly connections: ConnectionsService,
    private readonly tickets: TicketsService,
    private readonly cycles: TicketCycles,
    private readonly rows: MessageRows,
    private readonly outgoing: Outgoing,
  ) {}

  /** Stores a text, or one message per file, and queues it; a repeated clientMessageId answers what is stored. */
  async send(ticketId: number, input: SendMessageInput, files: readonly UploadedFile[]): Promise<MessageRow[]> {
    const body = input.body ?? '';
    if (body.trim() === '' && files.length === 0) throw emptyMessage();
    const ticket = await this.tickets.get(ticketId);
    const known = await this.stored(ticket, input.clientMessageId, Math.max(files.length, 1));
    if (known.length > 0) {
      // the files came again, and are stored already under the first request
      if (files.length > 0) await this.jobs.add(RemoveFiles, { keys: files.map(({ key }) => key) });
      return known;
    }
    if (ticket.status !== 'open') throw messageErrors.ERR_TICKET_NOT_OPEN();
    // the writer learns it at once, and the screen keeps the text
    await this.connections.assertSends(ticket.whatsappId);
    const quotedMsgId = input.quotedMsg ? await this.quotable(ticket, input.quotedMsg) : null;
    const { capabilities } = this.channels.get(ticket.channel);
    const drafts = files.length === 0 ? [null] : files;
    const ids: number[] = [];
    for (const [index, file] of drafts.entries()) {
      const mediaType = file ? kindOf(file.mime) : 'chat';
      if (file && !capabilities.media.includes(mediaType as MediaKind)) throw connectionErrors.ERR_CHANNEL_CANNOT();
      ids.push(
        await this.outgoing.queue(ticket, {
          body: index === 0 ? body : '',
          mediaType,
          file,
          quotedMsgId: index === 0 ? quotedMsgId : null,
          clientMessageId: clientIds(input.clientMessageId, index),
          userId: this.context.actor.userId,
        }),
      );
    }
    await this.cycles.respond(ticketId);
    return this.rows.byIds(ids);
  }

  /** Tries a failed message again ('tentar novamente'). @throws 404, 400 when it did not fail */
  async retry(messageId: number): Promise<MessageRow> {
    const message = await this.db.row<{ ticketId: number; status: string }>(
      'select ticket_id as "ticketId", status from messages where company_id = ? and id = ? and from_me for update',
      [this.context.companyId, messageId],
    );
    if (!message) throw messageErrors.ERR_NO_MESSAGE_FOUND();
    const ticket = await this.tickets.get(message.ticketId);
    if (message.status !== 'failed') throw messageErrors.ERR_SENDING_WAPP_MSG();
    await this.connections.assertSends(ticket.whatsappId);
    await this.outgoing.requeue(ticket, messageId);
    const [row] = await this.rows.byIds([messageId]);
    if (!row) throw messageErrors.ERR_NO_MESSAGE_FOUND();
    return row;
  }

  private async stored(ticket: TicketRow, clientMessageId: string | undefined, count: number): Promise<MessageRow[]> {
    if (!clientMessageId) return [];
    // two requests with one id wait for each other; the second finds what the first stored
    await this.db.lock('client-message', this.context.companyId, clientMessageId);
    const ids = Array.from({ length: count }, (_, index) => clientIds(clientMessageId, index));
    const rows = await this.db.rows<{ id: number; ticketId: number }>(
      'select id, ticket_id as "ticketId" from messages where company_id = ? and client_message_id = any(?::uuid[]) order by id',
      [this.context.companyId, ids],
    );
    if (rows.some(({ ticketId }) => ticketId !== ticket.id)) throw messageErrors.ERR_CREATING_MESSAGE();
    return rows.length === 0 ? [] : this.rows.byIds(rows.map(({ id }) => id));
  }

  private async quotable(ticket: TicketRow, id: number): Promise<number> {
    const row = await this.db.row(
      'select 1 from messages where company_id = ? and id = ? and contact_id = ? and whatsapp_id = ?',
      [this.context.companyId, id, ticket.contactId, ticket.whatsappId],
    );
    if (!row) throw foreignQuote();
    return id;
  }
}

/** The kind of a file by its type. */
export function kindOf(mime: string): MediaKind {
  const [family] = mime.split('/');
  if (family === 'image' && mime !== 'image/svg+xml') return 'image';
  return family === 'audio' || family === 'video' ? family : 'application';
}

/** The first file carries the client's own id, the others ids that follow from it. */
function clientIds(clientMessageId: string | undefined, index: number): string | null {
  if (!clientMessageId || index === 0) return clientMessageId ?? null;
  const hash = createHash('sha256').update(`${clientMessageId}|${index}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
