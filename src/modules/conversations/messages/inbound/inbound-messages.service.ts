import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { Metrics } from '../../../../core/observability/metrics.js';
import type {
  InboundChange,
  InboundContact,
  InboundIdentity,
  InboundMessage,
} from '../../../channels/connections/channels/channel.js';
import { InboxStatusesReceived } from '../../../channels/connections/connections.events.js';
import type { InboxConnection, ProcessedEvent } from '../../../channels/connections/inbox/inbox.queries.js';
import { InboxService } from '../../../channels/connections/inbox/inbox.service.js';
import { unsupportedKind } from '../../../channels/connections/message-words.dto.js';
import type { PersonIds } from '../../../contacts/contacts/contact-identifier.entity.js';
import { ContactsService } from '../../../contacts/contacts/crud/contacts.service.js';
import { SettingsService } from '../../../people/settings/crud/settings.service.js';
import { CustomerServiceWindowService } from '../../tickets/lifecycle/customer-service-window.service.js';
import { type InboundTicket, InboundTicketsService } from '../../tickets/lifecycle/inbound-tickets.service.js';
import { TicketCyclesService } from '../../tickets/lifecycle/ticket-cycles.service.js';
import { TicketPreviewService } from '../../tickets/preview/ticket-preview.service.js';
import { type RatingReply, RatingsService } from '../csat/ratings.service.js';
import { DeliveryStatusService } from '../delivery-status/delivery-status.service.js';
import { EchoesAndWatermarksService } from '../delivery-status/echoes-and-watermarks.service.js';
import { MessageEditStoreService } from '../edits/message-edit-store.service.js';
import { type NewMessage, newestMessages } from '../history/message-writer.queries.js';
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
import { ReactionStoreService } from '../reactions/reaction-store.service.js';
import { CustomerProfilesService } from './customer-profiles.service.js';
import { fillPlaceholder, isStored, messageOfProvider } from './inbound.queries.js';
import { InboundCallsService } from './inbound-calls.service.js';
import { type CampaignPreference, OptOutsService } from './opt-outs.service.js';

interface Received {
  readonly connection: InboxConnection;
  readonly event: InboundMessage;
}

interface Sender {
  readonly id: number;
  readonly created: boolean;
}

interface Contact extends Sender {
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
    private readonly reactions: ReactionStoreService,
    private readonly links: LinkPreviewsService,
    private readonly ratings: RatingsService,
    private readonly optOuts: OptOutsService,
    private readonly calls: InboundCallsService,
    private readonly profiles: CustomerProfilesService,
    private readonly cycles: TicketCyclesService,
    private readonly metrics: Metrics,
    private readonly previews: TicketPreviewService,
  ) {}

  /** Skips events that are already processed. @param historyIds reserved for messages of a phone's history */
  async process(inboxIds: readonly number[], historyIds: readonly number[] = []): Promise<void> {
    const messages: Received[] = [];
    const statuses: ReportedStatus[] = [];
    for (const { connectionId, payload, connection } of inOrder(await this.markProcessed(inboxIds))) {
      if (payload.kind === 'status') statuses.push({ connectionId, status: payload });
      else if (payload.kind === 'statuses')
        statuses.push(...payload.statuses.map((status) => ({ connectionId, status })));
      else if (payload.kind === 'reaction') await this.reactions.receive(connectionId, payload);
      else if (payload.kind === 'change') await this.receiveEdit(connectionId, payload);
      else if (payload.kind === 'preference') await this.optOuts.receive(payload);
      else if (payload.kind === 'watermark') await this.echoes.applyWatermark(connectionId, payload);
      else if (payload.kind === 'contact') await this.contacts.upsertAllFromChannel([senderOfContact(payload)]);
      else if (payload.kind === 'identity') await this.receiveIdentity(payload);
      else if (connection === null) {
        if (payload.kind === 'message' && payload.history && payload.media)
          await this.addFileOfHistory(connectionId, payload);
      } else if (payload.kind === 'call') await this.calls.receive(connection, payload);
      else if (payload.fromMe && !payload.history && (await this.echoes.applyEcho(connection, payload))) continue;
      else if (!payload.group || (await this.settings.get('CheckMsgIsGroup')) !== 'enabled')
        messages.push({ connection, event: payload });
    }
    await this.linkRecipients(statuses);
    await this.deliveryStatus.applyProviderStatuses(statuses);
    const ids = historyIds.values();
    for (const group of this.groupByContact(messages)) await this.receiveMessages(group, ids);
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
   * No two messages of a group have a number or an id in common; such ones go to different groups, in their order. A
   * notice of a new number is alone in its group.
   */
  private groupByContact(messages: readonly Received[]): Received[][] {
    const groups: { readonly keys: Set<string>; readonly messages: Received[]; readonly isClosed: boolean }[] = [];
    for (const message of messages) {
      const isClosed = message.event.moved !== undefined;
      const keys = this.contacts.keysOf(senderOf(message.event));
      const earlier = groups.findLastIndex((each) => each.isClosed || keys.some((key) => each.keys.has(key)));
      const group = isClosed ? undefined : groups[earlier + 1];
      if (group) {
        group.messages.push(message);
        for (const key of keys) group.keys.add(key);
      } else groups.push({ keys: new Set(keys), messages: [message], isClosed });
    }
    return groups.map((group) => group.messages);
  }

  /** Receives messages of different contacts. Only ratings and opt-outs need additional statements per message. */
  private async receiveMessages(messages: readonly Received[], historyIds: Iterator<number>): Promise<void> {
    const contacts = await this.findContacts(messages);
    for (const { received, senders } of inRounds(messages, contacts)) {
      const conversations = await this.findOrOpenTickets(received, senders);
      const stored = await this.store(conversations, historyIds);
      this.countUnreadable(stored);
      await this.notify(stored);
    }
  }

  /** Returns the contacts in the order of the messages, and creates unknown ones; undefined: nobody we know. */
  private async findContacts(messages: readonly Received[]): Promise<(Sender | undefined)[]> {
    const [first] = messages;
    if (!first?.event.moved) return this.contacts.upsertAllFromChannel(messages.map(({ event }) => senderOf(event)));
    const changed = await this.contacts.changeFromChannel(senderOf(first.event), first.event.moved);
    return [changed && { id: changed.id, created: false }];
  }

  private async receiveIdentity({ from: number, moved, ...ids }: InboundIdentity): Promise<void> {
    const contact = { ...idsOf(ids), number, name: null, isGroup: false };
    await (moved ? this.contacts.changeFromChannel(contact, moved) : this.contacts.linkFromChannel([contact]));
  }

  /** The ids of a recipient become those of the message's contact, else of the contact with the reported number. */
  private async linkRecipients(statuses: readonly ReportedStatus[]): Promise<void> {
    const reported = statuses.filter(({ status }) => status.userId && status.recipient);
    if (reported.length === 0) return;
    const numbers = await this.deliveryStatus.numbersOf(reported);
    await this.contacts.linkFromChannel(
      reported.map((each) => ({
        ...idsOf(each.status),
        number: numbers.get(each) ?? each.status.recipient ?? '',
        name: null,
        isGroup: false,
      })),
    );
  }

  /** A rating goes to the ticket that asked for it. */
  private async findOrOpenTickets(messages: readonly Received[], contacts: readonly Sender[]): Promise<Conversation[]> {
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
        // a phone's history says nothing new
        const preference = event.history ? undefined : await this.optOuts.preferenceOf(id, connection.id, event);
        const isHistory = event.fromMe || event.notice === true || event.history === true;
        others.push({ ...message, contact, rating, isHistory, isKept: !event.notice, preference });
      }
    }
    return [...rated, ...(await this.tickets.findOrCreateAll(others))];
  }

  /** Leaves out messages that were already stored. */
  private async store(conversations: readonly Conversation[], historyIds: Iterator<number>): Promise<Stored[]> {
    const ids = await this.writer.insertAll(conversations.map((each) => this.newMessage(each, historyIds)));
    return conversations.flatMap((each, index) => {
      const messageId = ids[index];
      return messageId === undefined ? [] : [{ ...each, messageId }];
    });
  }

  /** Messages of a phone's history get ids that are lower than those of later messages. */
  private newMessage(conversation: Conversation, historyIds: Iterator<number>): NewMessage {
    const message = this.messageOf(conversation);
    const next = conversation.event.history ? historyIds.next() : undefined;
    return next && !next.done ? { ...message, id: next.value } : message;
  }

  /** The file of a message that was stored without it. */
  private async addFileOfHistory(connectionId: number, { providerId, type, body, media, data }: InboundMessage) {
    if (!media) return;
    const content = { ...data, mediaRef: media.ref, ...(media.voice ? { voice: true } : {}) };
    const file = { type, body, mime: media.mime.slice(0, 100), name: media.name?.slice(-255) ?? null, data: content };
    const row = await this.db.row(fillPlaceholder(this.db.companyId, { connectionId, providerId }, file));
    if (!row) return;
    await this.previews.refresh(newestMessages(this.db.companyId, [row.ticketId]));
    await this.jobs.add(FetchMedia, { messageId: row.id });
  }

  /** Counts messages that are shown as not supported, by their kind. */
  private countUnreadable(stored: readonly Stored[]): void {
    for (const { event, connection } of stored)
      if (event.type === 'unsupported' && !event.notice && !event.history)
        this.metrics.increment('messages_unsupported_total', 'Messages whose content cannot be shown, by their kind', {
          channel: connection.channel,
          kind: unsupportedKind(event.data?.['providerType']),
        });
  }

  /** Bots, campaigns, timers and webhooks receive events; jobs of the messages themselves are enqueued here. */
  private async notify(stored: readonly Stored[]): Promise<void> {
    const live = stored.filter(({ event }) => !event.history);
    await this.followUpHistory(stored.filter(({ event }) => event.history));
    for (const { event, ticket } of live)
      if (isByPerson(event)) await this.events.dispatch(new AutomaticAnswersEnding({ ticketId: ticket.id }));
    const changed = new Set<number>();
    for (const { contact, messageId, preference } of live)
      if (preference && (await this.optOuts.store(contact.id, preference))) changed.add(messageId);
    const received = live.flatMap((each) => this.receivedOf(each));
    if (received.length > 0) await this.events.dispatch(new MessagesReceived({ messages: received }));
    for (const event of received) this.events.emit(event);
    for (const each of live) {
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

  /** Newer messages stay the preview of the conversation. */
  private async followUpHistory(stored: readonly Stored[]): Promise<void> {
    if (stored.length === 0) return;
    for (const { event, messageId } of stored) if (event.media) await this.jobs.add(FetchMedia, { messageId });
    const tickets = [...new Set(stored.map(({ ticket }) => ticket.id))];
    await this.previews.refresh(newestMessages(this.db.companyId, tickets));
  }

  private async followUp({ connection, event, contact, ticket, rating, messageId }: Stored): Promise<void> {
    if (contact.created) await this.profiles.enqueue(connection, contact.id);
    if (event.media) await this.jobs.add(FetchMedia, { messageId });
    const ad = event.data?.ad;
    if (ad) await this.cycles.recordAd(ticket.id, ad);
    await (ad?.imageUrl ? this.links.enqueueAd(messageId, ad) : this.links.enqueue(messageId, event.body));
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
      read: fromMe || rating !== undefined || event.notice === true || event.history === true,
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
      windowUntil:
        fromMe || event.notice || event.history
          ? null
          : this.windows.expiryAfter(connection, new Date(event.timestamp)),
    };
  }
}

/** A phone's history comes newest first; a message with its file goes before its placeholder. */
function inOrder(events: readonly ProcessedEvent[]): readonly ProcessedEvent[] {
  const history = events.flatMap((event) =>
    event.payload.kind === 'message' && event.payload.history ? [{ ...event, payload: event.payload }] : [],
  );
  if (history.length < events.length) return events;
  return history.toSorted(
    ({ payload: a }, { payload: b }) => a.timestamp - b.timestamp || a.eventId.length - b.eventId.length,
  );
}

/** Messages in groups of different contacts: two may turn out to be of one, by a number and by an id. */
function inRounds(
  messages: readonly Received[],
  contacts: readonly (Sender | undefined)[],
): { readonly received: Received[]; readonly senders: Sender[] }[] {
  const rounds: { readonly received: Received[]; readonly senders: Sender[] }[] = [];
  for (const [index, message] of messages.entries()) {
    const sender = contacts[index];
    if (!sender) continue;
    const round = rounds.find(({ senders }) => !senders.some(({ id }) => id === sender.id));
    if (round) {
      round.received.push(message);
      round.senders.push(sender);
    } else
      rounds.push({ received: [message], senders: [{ ...sender, created: sender.created && rounds.length === 0 }] });
  }
  return rounds;
}

const idsOf = ({ lid, userId, parentUserId, username }: PersonIds): PersonIds => ({
  lid,
  userId,
  parentUserId,
  username,
});

/** Sent by our own number from another device, and not a bot's text. */
const isByPerson = ({ fromMe, body, history }: InboundMessage): boolean => fromMe && !history && !isAutomatic(body);

const senderOfContact = ({ from, name }: InboundContact) => ({ number: from, name, isGroup: false });

/** The contact of the conversation, whoever wrote the message. */
const senderOf = ({ group, from, fromMe, name, ...ids }: InboundMessage) => ({
  ...idsOf(ids),
  number: group?.id ?? from,
  name: group ? group.name : fromMe ? null : name,
  isGroup: group !== null,
});
