import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import type { MediaKind } from '../../connections/channels/channel.js';
import { ConnectionsService } from '../../connections/connections.service.js';
import { TicketCycles } from '../../tickets/lifecycle/ticket-cycles.service.js';
import type { TicketRow } from '../../tickets/tickets.queries.js';
import { TicketsService } from '../../tickets/tickets.service.js';
import { TicketHistory } from '../../tickets/visibility/ticket-history.service.js';
import { messageErrors } from '../messages.errors.js';
import { MessageQueries, type MessageRow } from '../messages.queries.js';
import { type DraftContent, MessageComposer, mediaKindOf } from './message-composer.service.js';
import { OutboundMessages, systemDraft } from './outbound-messages.service.js';

interface Source {
  ticketId: number;
  body: string;
  isDeleted: boolean;
  mediaType: string;
  key: string | null;
  name: string | null;
  mime: string | null;
  size: number | null;
  voice: boolean;
  /** Of a picture, once it is known. */
  picture: { width: number; height: number } | null;
}

/** Types that can be forwarded as a text; a location or a contact card is more than its text. */
const textTypes: readonly string[] = ['chat', 'template', 'interactive'];
const mediaKinds: readonly string[] = ['image', 'audio', 'video', 'application', 'sticker'] satisfies MediaKind[];
/** Marks of bots and campaigns: a person forwards the text as their own. */
const botMarkers = /^[\u200e\u200c]+/;

/** Forwards a message to other tickets. */
@Injectable()
export class Forwarding {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly connections: ConnectionsService,
    private readonly tickets: TicketsService,
    private readonly history: TicketHistory,
    private readonly cycles: TicketCycles,
    private readonly composer: MessageComposer,
    private readonly outboundMessages: OutboundMessages,
    private readonly rows: MessageQueries,
  ) {}

  /** One new message in each ticket, all of them or none. */
  async forward(messageId: number, ticketIds: readonly number[]): Promise<MessageRow[]> {
    const content = contentOf(await this.source(messageId));
    const targets: TicketRow[] = [];
    // one lock order
    for (const id of [...new Set(ticketIds)].toSorted((a, b) => a - b)) {
      const ticket = await this.tickets.get(id);
      this.composer.assertCanSend(ticket, content);
      await this.connections.assertConnected(ticket.whatsappId);
      targets.push(ticket);
    }
    const ids: number[] = [];
    for (const ticket of targets) {
      const { userId } = this.context.actor;
      const draft = { ...systemDraft, ...content, userId, needsCopy: content.file !== null };
      ids.push(await this.outboundMessages.enqueue(ticket, draft));
      await this.cycles.recordFirstResponse(ticket.id);
    }
    return this.rows.byIds(ids);
  }

  private async source(messageId: number): Promise<Source> {
    const row = await this.db.row<Source>(
      sql`select ticket_id as "ticketId", body, is_deleted as "isDeleted", media_type as "mediaType",
       media_key as key, media_name as name, media_mime as mime, media_size as size,
       coalesce((data->>'voice')::boolean, false) as voice, case when jsonb_exists(data, 'width')
         then jsonb_build_object('width', data->'width', 'height', data->'height') end as picture
       from messages where company_id = ${this.context.companyId} and id = ${messageId}`,
    );
    if (!row) throw messageErrors.ERR_NO_MESSAGE_FOUND();
    await this.history.assertCanRead(row.ticketId);
    return row;
  }
}

/** @throws ERR_FORWARD_WAPP_MSG for what is deleted, not downloaded yet, or of another type */
function contentOf({ body, isDeleted, mediaType, key, name, mime, size, voice, picture }: Source): DraftContent {
  const text = body.replace(botMarkers, '');
  const forwarded = { forwarded: true };
  if (isDeleted) throw messageErrors.ERR_FORWARD_WAPP_MSG();
  if (key !== null && mime !== null) {
    const file = { key, mime, name, size: size ?? 0 };
    const kind = mediaKinds.includes(mediaType) ? mediaType : mediaKindOf(mime);
    return { body: text, mediaType: kind, file, data: { ...forwarded, ...picture, ...(voice ? { voice } : {}) } };
  }
  if (!textTypes.includes(mediaType) || text.trim() === '') throw messageErrors.ERR_FORWARD_WAPP_MSG();
  return { body: text, mediaType: 'chat', file: null, data: forwarded };
}
