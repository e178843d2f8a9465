import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../core/database/db.js';
import type { Storage } from '../../core/storage/storage.js';
import { meaningOf } from '../../modules/connections/channels/cloudapi/errors.js';
import { sandboxId } from '../../modules/connections/channels/sandbox/sandbox.channel.js';
import { questionAsText } from '../../modules/messages/csat/rating-scale.js';
import { insertRows, nextIds, type Row } from '../insert-rows.js';
import { attachmentColumns } from '../media/attach.js';
import { type Attendant, bot, customer, type Department, type Label, type Line, type Script } from '../script.js';
import { lineTimes } from './timeline.js';

/** The bot's own texts begin with it (behaviour.md §5). */
const botMark = '\u200e';
const failureCode = '131026';

/** What the scripts speak of, as rows. */
export interface DemoContext {
  readonly companyId: number;
  readonly contacts: ReadonlyMap<string, { readonly id: number; readonly number: string; readonly isGroup: boolean }>;
  readonly users: ReadonlyMap<Attendant, number>;
  readonly departments: ReadonlyMap<Department, number>;
  readonly tags: ReadonlyMap<Label, number>;
  readonly connections: { readonly main: number; readonly store: number };
  /** What the connections say when a conversation ends. */
  readonly farewell: string;
  /** What they ask then; null: the company asks for no ratings. */
  readonly question: string | null;
}

interface Told {
  readonly script: Script;
  readonly ticketId: number;
  readonly lines: readonly { readonly line: Line; readonly at: Date }[];
}

/** Writes the scripts as conversations with messages, attendances and tags, all as if they had happened. */
export async function writeConversations(
  db: Db,
  storage: Storage,
  cast: DemoContext,
  scripts: readonly Script[],
  now: Date,
): Promise<void> {
  const timed = scripts
    .map((script) => withFarewell(script, cast))
    .map((script) => ({ script, times: lineTimes(script, now) }))
    .toSorted((a, b) => first(a.times) - first(b.times));
  const ids = await nextIds(db, 'tickets', timed.length);
  const all = timed.map(
    ({ script, times }, index): Told => ({
      script,
      ticketId: ids[index] ?? 0,
      lines: script.lines.map((line, place) => ({ line, at: times[place] ?? now })),
    }),
  );
  const messages = await messagesOf(db, storage, cast, all);
  await insertRows(
    db,
    'tickets',
    all.map((one, index) => ticketOf(cast, one, index + 1, messages)),
  );
  await insertRows(db, 'messages', messages);
  await insertRows(
    db,
    'ticket_cycles',
    all.flatMap((one) => cyclesOf(cast, one)),
  );
  const tags = all.flatMap(({ script, ticketId }) =>
    (script.tags ?? []).map((tag) => ({ company_id: cast.companyId, ticket_id: ticketId, tag_id: cast.tags.get(tag) })),
  );
  await insertRows(db, 'ticket_tags', tags);
  await insertRows(
    db,
    'ticket_notes',
    all.flatMap((one) => notesOf(cast, one)),
  );
  await db.run(sql`update companies set last_ticket_code = ${all.length} where id = ${cast.companyId}`);
}

const first = (times: readonly Date[]): number => times[0]?.getTime() ?? 0;

/** Closing says goodbye, or asks how it was and says goodbye after the answer, as the server does it. */
function withFarewell(script: Script, { contacts, farewell, question }: DemoContext): Script {
  if (script.status !== 'closed') return script;
  const { lines, rating } = script;
  if (question === null || contacts.get(script.contact)?.isGroup)
    return { ...script, lines: [...lines, bot(farewell, { gap: 2 })] };
  const asked = bot(questionAsText(question), { gap: 2, asks: true });
  const answered = rating ? [customer(String(rating), { gap: 3, rating }), bot(farewell, { gap: 0 })] : [];
  return { ...script, lines: [...lines, asked, ...answered] };
}

/** Ids in the order of time over all conversations: that is the order in which screens page. */
async function messagesOf(db: Db, storage: Storage, cast: DemoContext, all: readonly Told[]): Promise<Row[]> {
  const places = all
    .flatMap((one) => one.lines.map(({ at }, index) => ({ one, index, at })))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const ids = await nextIds(db, 'messages', places.length);
  const idOf = new Map(places.map(({ one, index }, place) => [`${one.ticketId}:${index}`, ids[place]]));
  return Promise.all(
    places.map(async ({ one, index }) => {
      const { line, at } = one.lines[index] ?? { line: bot(''), at: new Date() };
      const quoted = line.quote === undefined ? undefined : idOf.get(`${one.ticketId}:${index - line.quote}`);
      return {
        ...messageOf(cast, one, index, line, at, idOf.get(`${one.ticketId}:${index}`) ?? 0),
        quoted_msg_id: quoted ?? null,
        ...(await attachmentColumns(storage, cast.companyId, line.attachment, at)),
        ...(line.rating ? { data: { rating: line.rating } } : {}),
      };
    }),
  );
}

function messageOf(cast: DemoContext, one: Told, index: number, line: Line, at: Date, id: number): Row {
  const { script, ticketId } = one;
  const contact = cast.contacts.get(script.contact);
  const fromMe = line.from !== 'customer';
  const author = line.from === 'us' ? (line.by ?? script.attendant) : undefined;
  const unread = !fromMe && index >= one.lines.length - (script.unread ?? 0);
  const reaction = { emoji: line.reaction, fromMe: !fromMe, from: fromMe ? contact?.number : '' };
  return {
    id,
    company_id: cast.companyId,
    ticket_id: ticketId,
    contact_id: contact?.id,
    whatsapp_id: connectionOf(cast, script),
    user_id: author ? cast.users.get(author) : null,
    body: (line.from === 'bot' ? botMark : '') + line.text,
    from_me: fromMe,
    read: !unread,
    is_deleted: line.deleted ?? false,
    is_edited: line.edited ?? false,
    ...deliveryOf(line),
    client_message_id: author ? randomUUID() : null,
    provider_id: line.failed ? null : fromMe ? sandboxId(id) : `customer-${randomUUID()}`,
    participant: line.who ?? null,
    reactions: line.reaction ? [reaction] : [],
    sent_at: at,
    created_at: at,
    updated_at: at,
  };
}

const reached = { 1: 'sent', 2: 'delivered', 3: 'read' } as const;

function deliveryOf({ from, failed, ack = 3 }: Line): Row {
  const well = { error_code: null, error_text: null };
  if (from === 'customer') return { status: 'received', ack: 0, ...well };
  if (!failed) return { status: reached[ack], ack, ...well };
  return { status: 'failed', ack: 0, error_code: failureCode, error_text: meaningOf(failureCode)?.text };
}

const connectionOf = ({ connections }: DemoContext, { store }: Script): number =>
  store ? connections.store : connections.main;

function ticketOf(cast: DemoContext, { script, ticketId, lines }: Told, code: number, messages: readonly Row[]): Row {
  const contact = cast.contacts.get(script.contact);
  const last = messages.findLast((message) => message['ticket_id'] === ticketId) ?? {};
  return {
    id: ticketId,
    company_id: cast.companyId,
    uuid: randomUUID(),
    code,
    status: script.status,
    user_id: script.status !== 'pending' && script.attendant ? cast.users.get(script.attendant) : null,
    queue_id: script.department ? cast.departments.get(script.department) : null,
    whatsapp_id: connectionOf(cast, script),
    contact_id: contact?.id,
    is_group: contact?.isGroup ?? false,
    channel: 'sandbox',
    unread_messages: script.unread ?? 0,
    last_message: last['body'] || last['media_name'] || '',
    last_message_from_me: last['from_me'],
    last_message_ack: last['ack'],
    last_message_type: last['media_type'],
    last_message_at: lines.at(-1)?.at,
    last_arrival_at: lines.at(-1)?.at,
    use_integration: false,
    created_at: lines[0]?.at,
    updated_at: lines.at(-1)?.at,
  };
}

function notesOf({ companyId, users }: DemoContext, { script, ticketId, lines }: Told): Row[] {
  return (script.notes ?? []).map(({ by, text }) => ({
    company_id: companyId,
    ticket_id: ticketId,
    user_id: users.get(by),
    note: text,
    created_at: lines[0]?.at,
    updated_at: lines[0]?.at,
  }));
}

/** One attendance from the first line or a customer's return to the farewell or the end. */
function cyclesOf(cast: DemoContext, { script, ticketId, lines }: Told): Row[] {
  const starts = [0, ...lines.flatMap(({ line }, index) => (line.reopens ? [index] : []))];
  return starts.map((start, index) => {
    const own = lines.slice(start, starts[index + 1] ?? lines.length);
    const begin = own[0]?.at ?? new Date();
    const answered = own.find(({ line }) => line.from === 'us')?.at;
    const ended = script.status === 'closed' || index < starts.length - 1;
    const asked = own.find(({ line }) => line.asks)?.at;
    const rated = own.find(({ line }) => line.rating);
    const attended = script.status !== 'pending' && script.attendant !== undefined;
    const taken = answered && new Date(Math.max(begin.getTime(), answered.getTime() - 40_000));
    return {
      company_id: cast.companyId,
      ticket_id: ticketId,
      number: index + 1,
      queued_at: own[0]?.line.from === 'us' ? null : begin,
      started_at: taken ?? null,
      first_response_at: answered ?? null,
      finished_at: ended ? (asked ?? own.at(-1)?.at) : null,
      user_id: attended && script.attendant ? cast.users.get(script.attendant) : null,
      rating_asked_at: asked ?? null,
      rating: rated?.line.rating ?? null,
      rated_at: rated?.at ?? null,
      created_at: begin,
      updated_at: own.at(-1)?.at,
    };
  });
}
