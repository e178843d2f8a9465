import { randomUUID } from 'node:crypto';
import type { EntityData } from '@mikro-orm/postgresql';
import type { Db } from '../core/database/db.js';
import type { Storage } from '../core/storage/storage.js';
import { meaningOf } from '../modules/channels/connections/channels/cloudapi/errors.js';
import { sandboxId } from '../modules/channels/connections/channels/sandbox/sandbox.channel.js';
import type { Contact } from '../modules/contacts/contacts/contact.entity.js';
import { questionAsText } from '../modules/conversations/messages/csat/rating-scale.js';
import { Message } from '../modules/conversations/messages/message.entity.js';
import { TicketNote } from '../modules/conversations/tickets/notes/ticket-note.entity.js';
import { refreshOpenLanes } from '../modules/conversations/tickets/tags/ticket-lanes.queries.js';
import { Ticket, TicketCycle, TicketTag } from '../modules/conversations/tickets/ticket.entity.js';
import { attachmentContent, storeFile } from './attachment.js';
import type { DemoCompany, DemoConversation, DemoMessage } from './demo-data.js';
import { type Ids, insertAll, reserveIds } from './insert-entities.js';
import { messageTimes } from './timeline.js';

/** Automatic texts begin with it (behaviour.md §5). */
const botMark = '\u200e';
const failureCode = '131026';
/** Why a number gets nothing. */
export const undeliverable = { errorCode: failureCode, errorText: meaningOf(failureCode)?.text ?? null };
const acceptedBeforeMs = 40_000;

export interface ConversationContext {
  readonly db: Db;
  readonly storage: Storage;
  readonly companyId: number;
  readonly data: DemoCompany;
  readonly contacts: readonly Contact[];
  readonly ids: Readonly<Record<'users' | 'queues' | 'tags' | 'connections', Ids>>;
  readonly now: Date;
}

interface TimedMessage extends DemoMessage {
  readonly at: Date;
}

interface TimedConversation {
  readonly conversation: DemoConversation;
  readonly ticketId: number;
  readonly contact: Contact;
  readonly connectionId: number;
  readonly messages: readonly TimedMessage[];
}

type Row<T> = EntityData<T>;

/** Conversations with their messages, cycles, tags and notes, as they would be had they happened. */
export async function writeConversations(context: ConversationContext): Promise<void> {
  const { db, companyId, data, contacts, ids, now } = context;
  const timed = data.conversations
    .map((conversation) => {
      const contact = contacts.find(({ name }) => name === conversation.contact);
      if (!contact) throw new Error(`The demo data names no ${conversation.contact}`);
      const complete = withFarewell(conversation, data, contact);
      const times = messageTimes(complete, now);
      const messages = complete.messages.map((message, index) => ({ ...message, at: times[index] ?? now }));
      const connectionId = ids.connections(conversation.connection ?? data.connections[0]?.name ?? '');
      return { conversation, contact, connectionId, messages };
    })
    .toSorted((a, b) => Number(a.messages[0]?.at) - Number(b.messages[0]?.at));
  const ticketIds = await reserveIds(db, 'tickets', timed.length);
  const all = timed.map((each, index): TimedConversation => ({ ...each, ticketId: ticketIds[index] ?? 0 }));
  const messages = await messageRows(context, all);
  const tickets = all.map((each, index) => ticketRow(context, each, index + 1, messages));
  await insertAll(db, Ticket, tickets);
  await insertAll(db, Message, messages);
  await insertAll(
    db,
    TicketCycle,
    all.flatMap((each) => cycleRows(context, each)),
  );
  const tags = all.flatMap(({ ticketId, conversation }) =>
    (conversation.tags ?? []).map((tag) => ({ companyId, ticketId, tagId: ids.tags(tag) })),
  );
  await insertAll(db, TicketTag, tags);
  await db.run(refreshOpenLanes(companyId));
  const notes = all.flatMap(({ ticketId, conversation, messages: [first] }) =>
    (conversation.notes ?? []).map(({ by, text }) => {
      const at = first?.at ?? now;
      return { companyId, ticketId, userId: ids.users(by), note: text, createdAt: at, updatedAt: at };
    }),
  );
  await insertAll(db, TicketNote, notes);
}

/** What the server sends at the close: the farewell, or the rating question and the farewell after its answer. */
function withFarewell(
  conversation: DemoConversation,
  { texts, settings }: DemoCompany,
  { isGroup }: Contact,
): DemoConversation {
  const { status, messages, rating } = conversation;
  if (status !== 'closed') return conversation;
  const farewell: DemoMessage = { from: 'bot', text: texts.complationMessage, gap: 2 };
  if (settings['userRating'] !== 'enabled' || isGroup) return { ...conversation, messages: [...messages, farewell] };
  const question: DemoMessage = { from: 'bot', text: questionAsText(texts.ratingMessage), gap: 2, asks: true };
  const answer: DemoMessage[] = rating
    ? [
        { from: 'customer', text: String(rating), gap: 3, rating },
        { ...farewell, gap: 0 },
      ]
    : [];
  return { ...conversation, messages: [...messages, question, ...answer] };
}

/** In the order of time over all conversations, which their ids follow. */
async function messageRows(
  context: ConversationContext,
  all: readonly TimedConversation[],
): Promise<(Row<Message> & { id: number })[]> {
  const ordered = all
    .flatMap((each) => each.messages.map((message) => ({ each, message })))
    .toSorted((a, b) => a.message.at.getTime() - b.message.at.getTime());
  const ids = await reserveIds(context.db, 'messages', ordered.length);
  const idOf = new Map(ordered.map(({ message }, index) => [message, ids[index] ?? 0]));
  return Promise.all(
    ordered.map(async ({ each, message }) => {
      const quoted = message.quote && each.messages[each.messages.indexOf(message) - message.quote];
      return {
        ...messageRow(context, each, message, idOf.get(message) ?? 0),
        quotedMsgId: (quoted && idOf.get(quoted)) || null,
        ...(await storeFile(context.storage, context.companyId, message.attachment, message.at)),
      };
    }),
  );
}

function messageRow(
  { companyId, ids }: ConversationContext,
  { conversation, contact, ticketId, connectionId, messages }: TimedConversation,
  message: TimedMessage,
  id: number,
): Row<Message> & { id: number } {
  const { from, text, at, reaction, rating } = message;
  const fromMe = from !== 'customer';
  const author = from === 'attendant' ? (message.by ?? conversation.attendant) : undefined;
  const unread = !fromMe && messages.indexOf(message) >= messages.length - (conversation.unread ?? 0);
  return {
    id,
    companyId,
    ticketId,
    contactId: contact.id,
    connectionId,
    userId: author === undefined ? null : ids.users(author),
    body: (from === 'bot' ? botMark : '') + text,
    fromMe,
    read: !unread,
    isDeleted: message.deleted ?? false,
    isEdited: message.edited ?? false,
    ...deliveryOf(message),
    clientMessageId: author === undefined ? null : randomUUID(),
    providerId: message.failed ? null : fromMe ? sandboxId(id) : `customer-${randomUUID()}`,
    participant: message.who ?? null,
    reactions: reaction ? [{ emoji: reaction, fromMe: !fromMe, from: fromMe ? contact.number : '' }] : [],
    sentAt: at,
    createdAt: at,
    updatedAt: at,
    ...(rating ? { data: { rating } } : {}),
    ...attachmentContent(message.attachment),
  };
}

const statusOfAck = { 1: 'sent', 2: 'delivered', 3: 'read' } as const;

function deliveryOf({ from, failed, ack = 3 }: DemoMessage): Pick<Row<Message>, 'status' | 'ack'> {
  if (from === 'customer') return { status: 'received', ack: 0 };
  if (!failed) return { status: statusOfAck[ack], ack };
  return { status: 'failed', ack: 0, ...undeliverable };
}

function ticketRow(
  { companyId, ids }: ConversationContext,
  { conversation, contact, ticketId, connectionId, messages }: TimedConversation,
  code: number,
  rows: readonly Row<Message>[],
): Row<Ticket> {
  const { status, attendant, queue, unread = 0 } = conversation;
  const [first, last] = [messages[0]?.at ?? new Date(), messages.at(-1)?.at ?? new Date()];
  const newest = rows.findLast((row) => row.ticketId === ticketId);
  return {
    id: ticketId,
    companyId,
    code,
    status,
    userId: status === 'pending' || attendant === undefined ? null : ids.users(attendant),
    queueId: queue === undefined ? null : ids.queues(queue),
    connectionId,
    contactId: contact.id,
    isGroup: contact.isGroup,
    channel: 'sandbox',
    unreadMessages: unread,
    lastMessage: newest?.body || newest?.mediaName || '',
    lastMessageFromMe: newest?.fromMe ?? false,
    lastMessageAck: newest?.ack ?? 0,
    lastMessageType: newest?.mediaType ?? 'chat',
    lastMessageAt: last,
    lastArrivalAt: last,
    createdAt: first,
    updatedAt: last,
    kanbanPosition: String(first.getTime() / 1000),
  };
}

/** From the first message, or a customer's return, to the farewell or the end. */
function cycleRows(
  { companyId, ids }: ConversationContext,
  { conversation, ticketId, messages }: TimedConversation,
): Row<TicketCycle>[] {
  const { status, attendant, queue } = conversation;
  const starts = [0, ...messages.flatMap(({ reopens }, index) => (reopens ? [index] : []))];
  return starts.map((start, index) => {
    const own = messages.slice(start, starts[index + 1] ?? messages.length);
    const [begin, end] = [own[0]?.at ?? new Date(), own.at(-1)?.at ?? new Date()];
    const answeredAt = own.find(({ from }) => from === 'attendant')?.at ?? null;
    const askedAt = own.find(({ asks }) => asks)?.at ?? null;
    const rated = own.find(({ rating }) => rating);
    const finished = status === 'closed' || index < starts.length - 1;
    return {
      companyId,
      ticketId,
      number: index + 1,
      queuedAt: own[0]?.from === 'attendant' ? null : begin,
      startedAt: answeredAt && new Date(Math.max(begin.getTime(), answeredAt.getTime() - acceptedBeforeMs)),
      firstResponseAt: answeredAt,
      finishedAt: finished ? (askedAt ?? end) : null,
      queueId: finished && queue !== undefined ? ids.queues(queue) : null,
      userId: status === 'pending' || attendant === undefined ? null : ids.users(attendant),
      ratingAskedAt: askedAt,
      rating: rated?.rating ?? null,
      ratedAt: rated?.at ?? null,
      createdAt: begin,
      updatedAt: end,
    };
  });
}
