import { setTimeout as delay } from 'node:timers/promises';
import { Checks } from '../support/checks.js';
import { CloudTenant } from '../support/cloud-tenant.js';
import { Deployment } from '../support/deployment.js';
import { Random } from '../support/graph-simulator/random.js';
import { RetryingClient } from '../support/retrying-client.js';
import { type Reply, replyToAll } from './replies.js';

export interface OutboundOptions {
  readonly seed: number;
  readonly messages: number;
  readonly tickets: number;
  readonly attendants: number;
  /** Seconds between two kills of the sending process. */
  readonly killEvery: number;
  /** At most. */
  readonly kills: number;
  readonly redis: boolean;
  readonly hurry: boolean;
}

const latencyMs = [20, 150] as const;
const patienceMs = 400_000;

/** Replies are sent while the sending process is killed repeatedly and the provider fails at times. */
export async function outbound(options: OutboundOptions): Promise<Checks> {
  const { seed, messages, tickets: count, attendants, redis, hurry } = options;
  const checks = new Checks(`outbound${redis ? ' over Redis' : ''}`);
  const deployment = await Deployment.start({
    seed,
    redis,
    graph: {
      latencyMs,
      throughput: { perSecond: 500, burst: 500 },
      statuses: { read: true, delayMs: [0, 2_000], skip: 0.2, repeat: 0.2, shuffle: 0.2 },
      webhooks: { duplicate: 0.1 },
    },
  });
  const { graph } = deployment;
  const client = new RetryingClient(deployment.urls);
  try {
    const tenant = await CloudTenant.create(deployment, { attendants });
    const tickets = await tenant.openTickets(client, seed, count);
    graph.failRandomly({ code: 131026 }, 0.01);
    graph.failRandomly('accept-then-drop', 0.01);
    let posting = true;
    const killing = killSenders(deployment, options, () => posting);
    const replies = await replyToAll(client, tickets, messages).finally(() => {
      posting = false;
    });
    checks.equal('replies acknowledged', replies.length, messages);
    checks.figure('answers to attendants', client.summary());
    const { kills, interrupted } = await killing;
    const accepted = interrupted.filter((id) => graph.log.byCallbackData().has(String(id))).length;
    checks.figure(
      'kills',
      `${kills}, with ${interrupted.length} messages between claim and record, ${accepted} of them accepted`,
    );
    await allSent(deployment, hurry);
    // all statuses have been reported; what is uncertain now stays so for ten minutes
    await graph.settled(300_000);
    await deployment.settled();
    await check(deployment, tenant, replies, checks);
    return checks;
  } finally {
    await client.close();
    await deployment.close(!checks.ok);
  }
}

/** Kills the senders while a message is at the provider, as long as there is something to send. */
async function killSenders(
  deployment: Deployment,
  { seed, killEvery, kills: most }: OutboundOptions,
  posting: () => boolean,
): Promise<{ readonly kills: number; readonly interrupted: readonly number[] }> {
  const random = new Random(seed);
  const interrupted = new Set<number>();
  const busy = async (): Promise<boolean> => posting() || (await sendable(deployment)) > 0;
  for (let kills = 0; ; kills += 1) {
    await Promise.all(deployment.runners.map((server) => server.ready()));
    await delay(killEvery * 1000);
    // messages of earlier kills are `sending` until their leases end
    while ((await sending(deployment)).every((id) => interrupted.has(id)) && (await busy())) await delay(5);
    // before the request, during it, or accepted and not recorded
    await delay(random.between([0, latencyMs[1]]));
    if (kills === most || !(await busy())) return { kills, interrupted: [...interrupted] };
    for (const server of deployment.runners) await server.kill();
    for (const id of await sending(deployment)) interrupted.add(id);
  }
}

async function sending({ postgres }: Deployment): Promise<number[]> {
  const rows = await postgres.rows<{ id: number }>("select id::int from messages where status = 'sending'");
  return rows.map(({ id }) => id);
}

/** Jobs that a sender could claim now. */
const sendable = ({ postgres }: Deployment): Promise<number> =>
  postgres.count(
    `outbox_jobs j where j.name = 'send-message' and j.failed_at is null and j.run_at <= now()
       and (j.leased_until is null or j.leased_until < now())
       and not exists (select from outbox_jobs e where e.ordering_key = j.ordering_key and e.id < j.id and e.failed_at is null)`,
  );

/** Until every message was sent or failed; in a hurry, without waiting for leases. */
async function allSent(deployment: Deployment, hurry: boolean): Promise<void> {
  const end = Date.now() + patienceMs;
  const left = (): Promise<number> => deployment.postgres.count("messages where status in ('queued', 'sending')");
  for (let idle = 0; (await left()) > 0 && Date.now() < end; await delay(100)) {
    idle = (await sendable(deployment)) === 0 ? idle + 1 : 0;
    if (!hurry || idle < 5) continue;
    await deployment.skipWaits();
    idle = 0;
  }
}

interface StoredMessage {
  readonly id: number;
  readonly status: string;
  readonly errorCode: string | null;
}

async function check(
  deployment: Deployment,
  { w }: CloudTenant,
  replies: readonly Reply[],
  checks: Checks,
): Promise<void> {
  const { log } = deployment.graph;
  const stored = (): Promise<StoredMessage[]> =>
    deployment.postgres.rows(
      'select id::int, status, error_code as "errorCode" from messages where company_id = $1 and from_me and client_message_id is not null',
      [w.companyId],
    );
  const uncertain = (await stored()).filter(({ status }) => status === 'uncertain');
  checks.figure('uncertain for ten minutes', uncertain.length);
  await deployment.skipWaits();
  await deployment.settled();
  const messages = await stored();
  const accepted = log.byCallbackData();
  const unsent = messages.filter(({ id }) => !accepted.has(String(id)));
  const sent = messages.filter(({ id }) => accepted.has(String(id)));
  const shownAsSent = ({ status }: StoredMessage): boolean => ['sent', 'delivered', 'read'].includes(status);
  checks.equal('replies stored', messages.length, replies.length);
  checks.none(
    'acknowledged replies lost',
    replies.filter(({ id }) => messages.every((message) => message.id !== id)),
  );
  checks.none('accepted twice', log.duplicates());
  checks.none('never accepted, though shown as sent', unsent.filter(shownAsSent));
  checks.none(
    'never accepted and not failed',
    unsent.filter(({ status }) => status !== 'failed'),
  );
  checks.none(
    'accepted and reported, but not shown as sent',
    sent.filter((message) => !shownAsSent(message)),
  );
  checks.none('sent out of order', outOfOrder(deployment, replies));
  await deployment.check(checks);
  const failed = messages.filter(({ status }) => status === 'failed');
  const undecided = failed.filter(({ errorCode }) => errorCode === 'UNCERTAIN').length;
  checks.figure('accepted', sent.length);
  checks.figure('refused by the provider', failed.length - undecided);
  checks.figure('uncertain for good, shown to attendants', undecided);
}

/** Each recipient's messages were accepted in the order in which the replies were acknowledged. */
function outOfOrder({ graph }: Deployment, replies: readonly Reply[]): string[] {
  const ids = new Set(replies.map(({ id }) => id));
  const newest = new Map<string, number>();
  return graph.log.accepted.flatMap(({ to, callbackData }) => {
    const id = Number(callbackData);
    if (!ids.has(id)) return [];
    const last = newest.get(to) ?? 0;
    newest.set(to, Math.max(last, id));
    return id > last ? [] : [`${to}: ${id} after ${last}`];
  });
}
