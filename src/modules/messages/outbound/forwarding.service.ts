import { Injectable } from '@nestjs/common';
import { Context } from '../../../core/context.js';
import type { MediaKind } from '../../connections/channels/channel.js';
import { ConnectionsService } from '../../connections/connections.service.js';
import { TicketCycles } from '../../tickets/lifecycle/ticket-cycles.service.js';
import type { TicketRow } from '../../tickets/tickets.queries.js';
import { TicketsService } from '../../tickets/tickets.service.js';
import { TicketHistory } from '../../tickets/visibility/ticket-history.service.js';
import { messageErrors } from '../messages.errors.js';
import { MessageQueries, type MessageRow, type StoredMessage } from '../messages.queries.js';
import { type DraftContent, MessageComposer, mediaKindOf } from './message-composer.service.js';
import { OutboundMessages, systemDraft } from './outbound-messages.service.js';

/** Types that can be forwarded as a text; a location or a contact card is more than its text. */
const textTypes: readonly string[] = ['chat', 'template', 'interactive'];
const mediaKinds: readonly string[] = ['image', 'audio', 'video', 'application', 'sticker'] satisfies MediaKind[];
/** Marks of bots and campaigns: a person forwards the text as their own. */
const botMarkers = /^[\u200e\u200c]+/;

/** Forwards a message to other tickets. */
@Injectable()
export class Forwarding {
  constructor(
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
    const message = await this.rows.getStored(messageId);
    await this.history.assertCanRead(message.ticketId);
    const content = contentOf(message);
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
}

/** @throws ERR_FORWARD_WAPP_MSG for what is deleted, not downloaded yet, or of another type */
function contentOf({ body, isDeleted, mediaType, data, ...file }: StoredMessage): DraftContent {
  const text = body.replace(botMarkers, '');
  const forwarded = { forwarded: true };
  if (isDeleted) throw messageErrors.ERR_FORWARD_WAPP_MSG();
  const { mediaKey: key, mediaMime: mime, mediaName: name } = file;
  if (key !== null && mime !== null) {
    const { width, height, voice } = data ?? {};
    const picture = width === undefined ? {} : { width, height };
    return {
      body: text,
      mediaType: mediaKinds.includes(mediaType) ? mediaType : mediaKindOf(mime),
      file: { key, mime, name, size: file.mediaSize ?? 0 },
      data: { ...forwarded, ...picture, ...(voice === true ? { voice } : {}) },
    };
  }
  if (!textTypes.includes(mediaType) || text.trim() === '') throw messageErrors.ERR_FORWARD_WAPP_MSG();
  return { body: text, mediaType: 'chat', file: null, data: forwarded };
}
