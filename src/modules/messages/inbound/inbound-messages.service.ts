import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../../../core/database/db.js';
import { Events } from '../../../core/events/events.js';
import { Jobs } from '../../../core/jobs/jobs.js';
import type { InboundChange, InboundMessage } from '../../connections/channels/channel.js';
import type { Connection } from '../../connections/connection.entity.js';
import { InboxService, type ProcessedEvent } from '../../connections/inbox/inbox.service.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import { Settings } from '../../settings/settings.service.js';
import { CustomerServiceWindow } from '../../tickets/lifecycle/customer-service-window.service.js';
import { InboundTickets } from '../../tickets/lifecycle/inbound-tickets.service.js';
import { type RatingReply, Ratings } from '../csat/ratings.service.js';
import { DeliveryStatusService } from '../delivery-status/delivery-status.service.js';
import { MessageEditStore } from '../edits/message-edit-store.service.js';
import { LinkPreviews } from '../link-previews/link-previews.service.js';
import { FetchMedia } from '../media/fetch-media.job.js';
import { MessageLog } from '../message-log.service.js';
import { MessageReceived, MessageStored } from '../messages.events.js';
import { Reactions } from '../reactions/reactions.service.js';
import { InboundCalls } from './inbound-calls.service.js';

type InboundConnection = Pick<Connection, 'id' | 'channel'>;

/** Turns inbox events into contacts, tickets and messages, in the transaction that marks them processed. */
@Injectable()
export class InboundMessages {
  constructor(
    private readonly db: Db,
    private readonly inbox: InboxService,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly settings: Settings,
    private readonly contacts: ContactsService,
    private readonly tickets: InboundTickets,
    private readonly windows: CustomerServiceWindow,
    private readonly log: MessageLog,
    private readonly deliveryStatus: DeliveryStatusService,
    private readonly edits: MessageEditStore,
    private readonly reactions: Reactions,
    private readonly links: LinkPreviews,
    private readonly ratings: Ratings,
    private readonly calls: InboundCalls,
  ) {}

  /** Nothing happens when the event was processed before. */
  async process(connectionId: number, inboxId: number): Promise<void> {
    const event = await this.markProcessed(inboxId);
    if (!event) return;
    const { payload, channel } = event;
    if (payload.kind === 'status') await this.deliveryStatus.applyProviderStatus(connectionId, payload);
    else if (payload.kind === 'reaction') await this.reactions.receive(connectionId, payload);
    else if (payload.kind === 'change') await this.receiveEdit(connectionId, payload);
    else if (channel === null) return;
    else if (payload.kind === 'call') await this.calls.receive({ id: connectionId, channel }, payload);
    else await this.receiveMessage({ id: connectionId, channel }, payload);
  }

  markProcessed(inboxId: number): Promise<ProcessedEvent | undefined> {
    return this.inbox.markProcessed(
      inboxId,
      sql`exists (select 1 from messages m where m.whatsapp_id = w.id
        and m.provider_id = i.payload->>'providerId')`,
    );
  }

  private async receiveMessage(connection: InboundConnection, event: InboundMessage): Promise<void> {
    const { group } = event;
    if (group && (await this.settings.get('CheckMsgIsGroup')) === 'enabled') return;
    const contact = await this.contacts.upsertFromChannel({
      number: group?.id ?? event.from,
      name: group ? group.name : event.fromMe ? null : event.name,
      isGroup: group !== null,
      lid: null,
    });
    const rated = await this.ratings.matchReply(contact.id, connection.id, event);
    const ticket = rated
      ? { id: rated.ticketId, userId: null, created: false }
      : await this.tickets.findOrCreate({ id: contact.id, isGroup: group !== null }, connection);
    const messageId = await this.store(connection, ticket.id, contact.id, event, rated);
    if (messageId === undefined) return;
    if (!event.fromMe && !rated) {
      const received = new MessageReceived(
        this.db.companyId,
        connection.id,
        ticket.id,
        contact.id,
        messageId,
        event.type,
        event.body,
        group !== null,
        ticket.created,
        ticket.userId !== null,
      );
      await this.events.dispatch(received);
      this.events.emit(received);
    }
    if (event.media) await this.jobs.add(FetchMedia, { messageId });
    await this.links.enqueue(messageId, event.body);
    this.events.emit(new MessageStored(this.db.companyId, messageId, 'create'));
    // after the event of the reply, so that screens show the answer below it
    if (rated) await this.ratings.recordReply(rated);
  }

  /** The author edited or deleted the message; unknown messages are ignored. */
  private async receiveEdit(connectionId: number, { targetProviderId, fromMe, body }: InboundChange): Promise<void> {
    const row = await this.db.row<{ id: number }>(sql`select id from messages
       where company_id = ${this.db.companyId} and whatsapp_id = ${connectionId}
         and provider_id = ${targetProviderId} and from_me = ${fromMe} and not is_deleted`);
    if (!row) return;
    await this.edits.applyRemote(row.id, body);
    if (body !== null) await this.links.enqueue(row.id, body);
  }

  /** A rating is not unread, as it needs no answer. undefined: the message is stored already. */
  private store(
    connection: InboundConnection,
    ticketId: number,
    contactId: number,
    { body, fromMe, media, group, forwarded, ...event }: InboundMessage,
    rated: RatingReply | undefined,
  ): Promise<number | undefined> {
    const data = {
      ...event.data,
      ...(media ? { mediaRef: media.ref } : {}),
      ...(media?.voice ? { voice: true } : {}),
      ...(forwarded ? { forwarded: true } : {}),
      ...(rated ? { rating: rated.rating } : {}),
      ...(group && !fromMe ? { participantNumber: this.contacts.normalise(event.from) } : {}),
    };
    return this.log.insert({
      ticketId,
      contactId,
      whatsappId: connection.id,
      body,
      fromMe,
      read: fromMe || rated !== undefined,
      unread: !fromMe && !rated,
      mediaType: event.type,
      file: media && {
        key: null,
        name: media.name?.slice(-255) ?? null,
        mime: media.mime.slice(0, 100),
        size: null,
        voice: media.voice ?? false,
      },
      quoted: event.quotedProviderId,
      status: fromMe ? 'sent' : 'received',
      ack: fromMe ? 1 : 0,
      providerId: event.providerId,
      participant: group ? (event.name ?? event.from).slice(0, 100) : null,
      data: Object.keys(data).length > 0 ? data : null,
      sentAt: event.timestamp,
      windowUntil: fromMe ? null : this.windows.expiryAfter(connection.channel, new Date(event.timestamp)),
    });
  }
}
