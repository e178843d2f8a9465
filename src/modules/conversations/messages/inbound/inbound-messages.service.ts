import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import type { InboundChange, InboundMessage } from '../../../channels/connections/channels/channel.js';
import { InboxStatusesReceived } from '../../../channels/connections/connections.events.js';
import type { InboxConnection, ProcessedEvent } from '../../../channels/connections/inbox/inbox.queries.js';
import { InboxService } from '../../../channels/connections/inbox/inbox.service.js';
import { ContactsService } from '../../../contacts/contacts/crud/contacts.service.js';
import { SettingsService } from '../../../people/settings/crud/settings.service.js';
import { CustomerServiceWindowService } from '../../tickets/lifecycle/customer-service-window.service.js';
import { type InboundTicket, InboundTicketsService } from '../../tickets/lifecycle/inbound-tickets.service.js';
import { type RatingReply, RatingsService } from '../csat/ratings.service.js';
import { DeliveryStatusService } from '../delivery-status/delivery-status.service.js';
import { EchoesAndWatermarksService } from '../delivery-status/echoes-and-watermarks.service.js';
import { MessageEditStoreService } from '../edits/message-edit-store.service.js';
import type { NewMessage } from '../history/message-writer.queries.js';
import { MessageWriterService } from '../history/message-writer.service.js';
import { LinkPreviewsService } from '../link-previews/link-previews.service.js';
import { FetchMedia } from '../media/fetch-media.job.js';
import {
  AutomaticAnswersEnding,
  MessageReceived,
  MessageStored,
  MessagesReceived,
  type ReportedStatus,
} from '../messages.events.js';
import { isAutomatic } from '../outbound/automatic-messages.service.js';
import { ReactionsService } from '../reactions/reactions.service.js';
import { CustomerProfilesService } from './customer-profiles.service.js';
import { isStored, messageOfProvider } from './inbound.queries.js';
import { InboundCallsService } from './inbound-calls.service.js';
import { type CampaignPreference, OptOutsService } from './opt-outs.service.js';

interface Received {
  readonly connection: InboxConnection;
  readonly event: InboundMessage;
}

interface Contact {
  readonly id: number;
  readonly created: boolean;
  readonly isGroup: boolean;
}

interface Conversation extends Received {
  readonly contact: Contact;
  readonly ticket: InboundTicket;
  /** Sent from another device, or reported by the provider itself: nobody waits for an answer. */
  readonly isHistory: boolean;
  readonly isKept: boolean;
  /** What the message says about campaigns, and nothing else. */
  readonly preference: CampaignPreference | undefined;
  /** The rating that the message contains. */
  readonly rating: RatingReply | undefined;
}

interface Stored extends Conversation {
  readonly messageId: number;
}

/** Turns inbox events into contacts, tickets and messages, in the transaction that marks the events processed. */
@Injectable()
export class InboundMessagesService {
  constructor(
    private readonly db: Db,
    private readonly inbox: InboxService,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly settings: SettingsService,
    private readonly contacts: ContactsService,
    private readonly tickets: InboundTicketsService,
    private readonly windows: CustomerServiceWindowService,
    private readonly writer: MessageWriterService,
    private readonly deliveryStatus: DeliveryStatusService,
    private readonly echoes: EchoesAndWatermarksService,
    private readonly edits: MessageEditStoreService,
    private readonly reactions: ReactionsService,
    private readonly links: LinkPreviewsService,
    private readonly ratings: RatingsService,
    private readonly optOuts: OptOutsService,
    private readonly calls: InboundCallsService,
    private readonly profiles: CustomerProfilesService,
  ) {}

  /** Skips events that are already processed. */
  async process(inboxIds: readonly number[]): Promise<void> {
    const messages: Received[] = [];
    const statuses: ReportedStatus[] = [];
    for (const { connectionId, payload, connection } of await this.markProcessed(inboxIds)) {
      if (payload.kind === 'status') statuses.push({ connectionId, status: payload });
      else if (payload.kind === 'statuses')
        statuses.push(...payload.statuses.map((status) => ({ connectionId, status })));
      else if (payload.kind === 'reaction') await this.reactions.receive(connectionId, payload);
      else if (payload.kind === 'change') await this.receiveEdit(connectionId, payload);
      else if (payload.kind === 'preference') await this.optOuts.receive(payload);
      else if (payload.kind === 'watermark') await this.echoes.applyWatermark(connectionId, payload);
      else if (connection === null) continue;
      else if (payload.kind === 'call') await this.calls.receive(connection, payload);
      else if (payload.fromMe && (await this.echoes.applyEcho(connection, payload))) continue;
      else if (!payload.group || (await this.settings.get('CheckMsgIsGroup')) !== 'enabled')
        messages.push({ connection, event: payload });
    }
    await this.deliveryStatus.applyProviderStatuses(statuses);
    for (const group of this.groupByContact(messages)) await this.receiveMessages(group);
  }

  /** Gives each of these statuses its own job. @returns false when there is only one */
  async separate({ connectionId, inboxIds }: InboxStatusesReceived): Promise<boolean> {
    const [first, ...others] = inboxIds;
    if (others.length === 0) return first !== undefined && this.inbox.split(connectionId, first);
    for (const id of inboxIds) this.events.emit(new InboxStatusesReceived({ connectionId, inboxIds: [id] }));
    return true;
  }

  markProcessed(inboxIds: readonly number[]): Promise<ProcessedEvent[]> {
    return this.inbox.markProcessed(inboxIds, isStored);
  }

  /**
   * Each group contains at most one message per contact; another one, to a different connection, goes to a later group.
   * A message with a LID is alone in its group, as two contacts may turn out to be the same person.
   */
  private groupByContact(messages: readonly Received[]): Received[][] {
    const groups: Map<string, Received>[] = [];
    for (const message of messages) {
      const number = this.contacts.numberOf(senderOf(message.event));
      const earlier = groups.findLastIndex((each) => each.has(number));
      const group = hasLid(message) ? undefined : groups.slice(earlier + 1).find(([...each]) => !each.some(isAlone));
      if (group) group.set(number, message);
      else groups.push(new Map([[number, message]]));
    }
    return groups.map((group) => [...group.values()]);
  }

  /** Receives messages of different contacts. Only ratings and opt-outs need additional statements per message. */
  private async receiveMessages(messages: readonly Received[]): Promise<void> {
    const contacts = await this.findContacts(messages);
    const conversations = await this.findOrOpenTickets(messages, contacts);
    const stored = await this.store(conversations);
    await this.notify(stored);
  }

  /** Returns the contacts in the order of the messages, and creates unknown ones. */
  private async findContacts(messages: readonly Received[]): Promise<Pick<Contact, 'id' | 'created'>[]> {
    const [first] = messages;
    return first && hasLid(first)
      ? [await this.contacts.upsertFromChannel({ ...senderOf(first.event), lid: first.event.lid })]
      : this.contacts.upsertAllFromChannel(messages.map(({ event }) => senderOf(event)));
  }

  /** A rating goes to the ticket that asked for it. */
  private async findOrOpenTickets(
    messages: readonly Received[],
    contacts: readonly Pick<Contact, 'id' | 'created'>[],
  ): Promise<Conversation[]> {
    const rated: Conversation[] = [];
    const others: Omit<Conversation, 'ticket'>[] = [];
    for (const [index, { id, created }] of contacts.entries()) {
      const message = messages[index];
      if (!message) continue;
      const { connection, event } = message;
      const contact = { id, created, isGroup: event.group !== null };
      const rating = await this.ratings.matchReply(id, connection.id, event);
      if (rating) {
        const ticket = { id: rating.ticketId, userId: null, created: false };
        rated.push({ ...message, contact, rating, ticket, isHistory: false, isKept: true, preference: undefined });
      } else {
        const preference = await this.optOuts.preferenceOf(id, event);
        const isHistory = event.fromMe || event.notice === true;
        others.push({ ...message, contact, rating, isHistory, isKept: !event.notice, preference });
      }
    }
    return [...rated, ...(await this.tickets.findOrCreateAll(others))];
  }

  /** Leaves out messages that were already stored. */
  private async store(conversations: readonly Conversation[]): Promise<Stored[]> {
    const ids = await this.writer.insertAll(conversations.map((each) => this.messageOf(each)));
    return conversations.flatMap((each, index) => {
      const messageId = ids[index];
      return messageId === undefined ? [] : [{ ...each, messageId }];
    });
  }

  /** Bots, campaigns, timers and webhooks receive events; jobs of the messages themselves are enqueued here. */
  private async notify(stored: readonly Stored[]): Promise<void> {
    for (const { event, ticket } of stored)
      if (isByPerson(event)) await this.events.dispatch(new AutomaticAnswersEnding({ ticketId: ticket.id }));
    const changed = new Set<number>();
    for (const { contact, messageId, preference } of stored)
      if (preference && (await this.optOuts.store(contact.id, preference))) changed.add(messageId);
    const received = stored.flatMap((each) => this.receivedOf(each));
    if (received.length > 0) await this.events.dispatch(new MessagesReceived({ messages: received }));
    for (const event of received) this.events.emit(event);
    for (const each of stored) {
      await this.followUp(each);
      const { ticket, messageId, preference } = each;
      if (preference) await this.optOuts.confirm(ticket.id, messageId, preference, changed.has(messageId));
    }
  }

  private receivedOf({ connection, event, contact, ticket, rating, preference, messageId }: Stored): MessageReceived[] {
    if (event.fromMe || rating || event.standby || event.notice) return [];
    return [
      new MessageReceived({
        companyId: this.db.companyId,
        connectionId: connection.id,
        ticketId: ticket.id,
        contactId: contact.id,
        messageId,
        type: event.type,
        body: event.body,
        isGroup: contact.isGroup,
        newConversation: ticket.created,
        assigned: ticket.userId !== null,
        optsOut: preference !== undefined,
      }),
    ];
  }

  private async followUp({ connection, event, contact, rating, messageId }: Stored): Promise<void> {
    if (contact.created) await this.profiles.enqueue(connection, contact.id);
    if (event.media) await this.jobs.add(FetchMedia, { messageId });
    await this.links.enqueue(messageId, event.body);
    this.events.emit(new MessageStored({ companyId: this.db.companyId, messageId, action: 'create' }));
    // emitted after the reply, so that screens show the completion message below it
    if (rating) await this.ratings.recordReply(rating);
  }

  /** The author edited or deleted a message; unknown messages are ignored. */
  private async receiveEdit(connectionId: number, { targetProviderId, fromMe, body }: InboundChange): Promise<void> {
    const row = await this.db.row(
      messageOfProvider(this.db.companyId, { connectionId, providerId: targetProviderId, fromMe }),
    );
    if (!row) return;
    await this.edits.applyRemote(row.id, body);
    if (body !== null) await this.links.enqueue(row.id, body);
  }

  /** A rating is stored as read, as it needs no answer. */
  private messageOf({ connection, contact, ticket, rating, event }: Conversation): NewMessage {
    const { body, fromMe, media, group, forwarded } = event;
    const data = {
      ...event.data,
      ...(media ? { mediaRef: media.ref } : {}),
      ...(media?.voice ? { voice: true } : {}),
      ...(forwarded ? { forwarded: true } : {}),
      ...(rating ? { rating: rating.rating } : {}),
      ...(group && !fromMe ? { participantNumber: this.contacts.normalise(event.from) } : {}),
    };
    return {
      ticketId: ticket.id,
      contactId: contact.id,
      connectionId: connection.id,
      body,
      fromMe,
      read: fromMe || rating !== undefined || event.notice === true,
      mediaType: event.type,
      file: media && {
        key: null,
        name: media.name?.slice(-255) ?? null,
        mime: media.mime.slice(0, 100),
        size: null,
      },
      quoted: event.quotedProviderId,
      status: fromMe ? 'sent' : 'received',
      ack: fromMe ? 1 : 0,
      providerId: event.providerId,
      participant: group ? (event.name ?? event.from).slice(0, 100) : null,
      data: Object.keys(data).length > 0 ? data : null,
      sentAt: event.timestamp,
      byPerson: isByPerson(event),
      windowUntil: fromMe || event.notice ? null : this.windows.expiryAfter(connection, new Date(event.timestamp)),
    };
  }
}

const hasLid = ({ event }: Received): boolean => event.lid !== undefined;
const isAlone = ([, message]: readonly [string, Received]): boolean => hasLid(message);

/** Sent by our own number from another device, and not a bot's text. */
const isByPerson = ({ fromMe, body }: InboundMessage): boolean => fromMe && !isAutomatic(body);

/** The contact of the conversation, whoever wrote the message. */
const senderOf = ({ group, from, fromMe, name }: InboundMessage) => ({
  number: group?.id ?? from,
  name: group ? group.name : fromMe ? null : name,
  isGroup: group !== null,
});
