import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Checks } from '../support/checks.js';
import { CloudTenant, type CustomerTicket } from '../support/cloud-tenant.js';
import { Deployment } from '../support/deployment.js';
import { Random } from '../support/graph-simulator/random.js';
import { callAs, RetryingClient } from '../support/retrying-client.js';
import type { MenuOptions } from './menus.js';

/** How long before it is due a message is scheduled; the rest of the time its text may be changed. */
const aheadMs = [400, 1_500] as const;
/** Between the claim of a message and the kill: before its transaction, during it, or after the commit. */
const longestWorkMs = 60;
const changedMark = ', mudado';
const patienceMs = 90_000;

interface Planned {
  readonly id: number;
  readonly number: string;
  readonly repeated: boolean;
  /** What may have been sent. */
  readonly texts: readonly string[];
}

/**
 * Messages that are due, some changed right then, while the server is killed at its work on them: each is sent once, as its
 * attendant was told, and each repetition has one next occurrence.
 */
export async function schedules({ seed, customers, kills, hurry }: MenuOptions): Promise<Checks> {
  const checks = new Checks('schedules, kill -9 while they are sent');
  const deployment = await Deployment.start({ seed, graph: { throughput: { perSecond: 500, burst: 500 } } });
  const client = new RetryingClient(deployment.urls);
  const random = new Random(seed);
  try {
    const tenant = await CloudTenant.create(deployment, { attendants: 1 });
    const tickets = await tenant.openTickets(client, seed, customers);
    let killing = true;
    const planned: Planned[] = [];
    const planners = tickets.map(async (ticket) => {
      while (killing) {
        const one = await plan(deployment, client, random, ticket);
        if (one) planned.push(one);
      }
    });
    let interrupted = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      await Promise.all(deployment.runners.map((server) => server.ready()));
      await untilClaimed(deployment);
      await delay(random.between([0, longestWorkMs]));
      for (const server of deployment.runners) await server.kill();
      if ((await claimed(deployment)) > 0) interrupted += 1;
      if (hurry) await deployment.postgres.rows('update outbox_jobs set leased_until = null where failed_at is null');
    }
    killing = false;
    await Promise.all(planners);
    await deployment.settled();
    // the next occurrences stay in the future
    if (hurry) await deployment.skipWaits('send-schedule');
    await deployment.settled();
    await check(deployment, planned, checks);
    checks.figure('schedules', planned.length);
    checks.figure(
      'changed when they were due',
      planned.filter(({ texts: [text] }) => text?.endsWith(changedMark)).length,
    );
    checks.figure('kills', `${kills}, ${interrupted} of them while one was being sent`);
    return checks;
  } finally {
    await client.close();
    await deployment.close(!checks.ok);
  }
}

/** Schedules a message, perhaps changes it when it is due, and waits until it is sent. undefined: it was refused */
async function plan(
  { postgres }: Deployment,
  client: RetryingClient,
  random: Random,
  { id: ticketId, number, attendant }: CustomerTicket,
): Promise<Planned | undefined> {
  const contact = await postgres.row<{ id: number }>('select contact_id::int as id from tickets where id = $1', [
    ticketId,
  ]);
  const text = `Lembrete ${randomUUID()}`;
  const repeated = random.between([0, 1]) < 0.5;
  const dueAt = Date.now() + random.between(aheadMs);
  const body = { body: text, contactId: contact.id, sendAt: new Date(dueAt).toISOString() };
  const call = callAs(attendant, 'POST', '/schedules', { ...body, repetition: repeated ? 'daily' : 'none' });
  const answer = await client.send({ ...call, headers: { ...call.headers, 'idempotency-key': randomUUID() } });
  // too late by then
  if (!answer) return undefined;
  const { id } = JSON.parse(answer.body) as { id: number };
  const changed = `${text}${changedMark}`;
  let texts = [text];
  if (random.between([0, 1]) < 0.5) {
    await delay(Math.max(0, dueAt - Date.now() + random.between([-50, 50])));
    // a change whose answer was lost may be refused when it is repeated, as the message was sent by then
    const isChanged = await client.send(callAs(attendant, 'PUT', `/schedules/${id}`, { body: changed }));
    texts = isChanged ? [changed] : [text, changed];
  }
  const end = Date.now() + patienceMs;
  const isSent = (): Promise<number> => postgres.count("schedules where id = $1 and status = 'ENVIADA'", [id]);
  while ((await isSent()) === 0 && Date.now() < end) await delay(20);
  return { id, number, repeated, texts };
}

const claimed = ({ postgres }: Deployment): Promise<number> =>
  postgres.count("outbox_jobs where name = 'send-schedule' and leased_until > now()");

/** Until the server works on one that is due. */
async function untilClaimed(deployment: Deployment): Promise<void> {
  const end = Date.now() + patienceMs;
  while ((await claimed(deployment)) === 0 && Date.now() < end) await delay(1);
}

interface Stored {
  readonly id: number;
  readonly status: string;
  readonly sent: string[];
  readonly statuses: string[];
  /** The provider does not have its message, and the schedule shows that nobody knows. */
  readonly uncertain: boolean;
  /** Occurrences that wait, with the text that was sent. */
  readonly next: number;
}

async function check(deployment: Deployment, planned: readonly Planned[], checks: Checks): Promise<void> {
  const rows = await deployment.postgres.rows<Stored>(
    `select s.id::int, s.status, coalesce(array_agg(m.body) filter (where m.id is not null), '{}') as sent,
       coalesce(array_agg(m.status) filter (where m.id is not null), '{}') as statuses,
       coalesce(bool_and(s.status = 'ERRO' and m.error_code = 'UNCERTAIN' and m.id <> all($1::bigint[])), false) as uncertain,
       (select count(*)::int from schedules n where n.contact_id = s.contact_id and n.body = s.body and n.status = 'PENDENTE') as next
     from schedules s left join messages m on (m.data->>'scheduleId')::bigint = s.id
     where s.status <> 'PENDENTE' group by s.id`,
    [[...deployment.graph.log.byCallbackData().keys()]],
  );
  const found = planned.map((one) => ({ ...one, stored: rows.find(({ id }) => id === one.id) }));
  const sent = found.filter(({ stored }) => stored?.status === 'ENVIADA');
  checks.none(
    'schedules that were not sent',
    found.filter(({ stored }) => !stored?.uncertain && (stored?.status !== 'ENVIADA' || stored.sent.length === 0)),
  );
  checks.none(
    'schedules that were sent twice',
    found.filter(({ stored }) => stored && stored.sent.length > 1),
  );
  checks.none(
    'schedules sent with another text',
    sent.filter(({ texts, stored }) => !stored?.sent.every((text) => texts.includes(text))),
  );
  checks.none(
    'messages that did not leave',
    sent.filter(({ stored }) => stored?.statuses.some((status) => ['queued', 'sending', 'failed'].includes(status))),
  );
  checks.none(
    'repetitions without one next occurrence',
    sent.filter(({ repeated, stored }) => stored?.next !== (repeated ? 1 : 0)),
  );
  checks.figure('uncertain', found.filter(({ stored }) => stored?.uncertain).length);
  checks.none('messages sent twice', deployment.graph.log.duplicates());
  await deployment.check(checks);
}
