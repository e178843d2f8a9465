import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { Events } from '../../../core/events/events.js';
import { Jobs } from '../../../core/jobs/jobs.js';
import type {
  InboundChange,
  InboundEvent,
  InboundMessage,
  InboundReaction,
} from '../../connections/channels/channel.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import { Settings } from '../../settings/settings.service.js';
import { CustomerServiceWindow } from '../../tickets/lifecycle/customer-service-window.service.js';
import { InboundTickets } from '../../tickets/lifecycle/inbound-tickets.service.js';
import { type RatingReply, Ratings } from '../csat/ratings.service.js';
import { MessageEditStore } from '../edits/message-edit-store.service.js';
import { LinkPreviews } from '../link-previews/link-previews.service.js';
import { FetchMedia } from '../media/fetch-media.job.js';
import type { Reaction } from '../message.entity.js';
import { MessageLog } from '../message-log.service.js';
import { CustomerWrote, MessageStored } from '../messages.events.js';

interface InboundConnection {
  id: number;
  channel: string;
}

interface InboxRow {
  readonly payload: InboundEvent;
  /**
   * null when the connection is removed, or when the message was told before, perhaps so long ago that the inbox forgot: a
   * conversation must not be opened for it.
   */
  readonly channel: InboundConnection['channel'] | null;
}

/** Turns what a customer wrote into contact, conversation and message, in the transaction of its inbox row. */
@Injectable()
export class InboundMessages {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly settings: Settings,
    private readonly contacts: ContactsService,
    private readonly tickets: InboundTickets,
    private readonly windows: CustomerServiceWindow,
    private readonly log: MessageLog,
    private readonly edits: MessageEditStore,
    private readonly links: LinkPreviews,
    private readonly ratings: Ratings,
  ) {}

  /** Marks what came in as handled; undefined when it was before. */
  async markProcessed(inboxId: number): Promise<InboxRow | undefined> {
    return this.db.row<InboxRow>(sql`
  update inbox_events i set processed_at = now(), updated_at = now() where i.id = ${inboxId} and i.processed_at is null
  returning i.payload, (select w.channel from connections w where w.company_id = i.company_id and w.id = i.connection_id
    and w.deleted_at is null
    and not exists (select 1 from messages m where m.whatsapp_id = w.id
      and m.provider_id = i.payload->>'providerId')) as channel`);
  }

  async receiveMessage(connection: InboundConnection, event: InboundMessage): Promise<void> {
    const { group } = event;
    if (group && (await this.settings.get('CheckMsgIsGroup')) === 'enabled') return;
    const contact = await this.contacts.upsertFromChannel({
      number: group?.id ?? event.from,
      name: group ? group.name : event.fromMe ? null : event.name,
      isGroup: group !== null,
      lid: null,
    });
    const rated = await this.ratings.matchReply(contact.id, connection.id, event);
    const ticketId =
      rated?.ticketId ?? (await this.tickets.findOrCreate({ id: contact.id, isGroup: group !== null }, connection)).id;
    const messageId = await this.store(connection, ticketId, contact.id, event, rated);
    if (messageId === undefined) return;
    if (!event.fromMe && !rated)
      await this.events.dispatch(new CustomerWrote(contact.id, group !== null, event.type, event.body));
    if (event.media) await this.jobs.add(FetchMedia, { messageId });
    await this.links.enqueue(messageId, event.body);
    this.events.emit(new MessageStored(this.context.companyId, messageId, 'create'));
    // the thanks come after it on the screens
    if (rated) await this.ratings.recordReply(rated);
  }

  /** One reaction per person and message: a new one replaces it, null takes it back. */
  async receiveReaction(connectionId: number, { targetProviderId, from, emoji }: InboundReaction): Promise<void> {
    const { companyId } = this.context;
    const row = await this.db.row<{ id: number; reactions: Reaction[] }>(
      sql`select id, reactions from messages where company_id = ${companyId} and whatsapp_id = ${connectionId}
       and provider_id = ${targetProviderId} for no key update`,
    );
    if (!row) return;
    const others = row.reactions.filter((reaction) => reaction.fromMe || reaction.from !== from);
    const reactions = emoji === null ? others : [...others, { emoji, fromMe: false, from }];
    await this.db.run(sql`update messages set reactions = ${JSON.stringify(reactions)}, updated_at = now()
       where company_id = ${companyId} and id = ${row.id}`);
    this.events.emit(new MessageStored(companyId, row.id, 'update'));
  }

  /** Whoever wrote a message wrote it anew or took it back; of one that we never got there is nothing to change. */
  async receiveEdit(connectionId: number, { targetProviderId, fromMe, body }: InboundChange): Promise<void> {
    const row = await this.db.row<{ id: number }>(
      sql`select id from messages
       where company_id = ${this.context.companyId} and whatsapp_id = ${connectionId}
         and provider_id = ${targetProviderId} and from_me = ${fromMe} and not is_deleted`,
    );
    if (!row) return;
    await this.edits.applyRemote(row.id, body);
    if (body !== null) await this.links.enqueue(row.id, body);
  }

  /** A rating does not wait for anybody, nor has anybody to answer it. undefined: the provider told us before. */
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
