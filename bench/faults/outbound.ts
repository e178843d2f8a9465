import { Random } from '../../test/support/graph-simulator/random.js';
import { Courier } from '../lib/courier.js';
import { pause } from '../lib/figures.js';
import { converse, type Reply, reply } from '../lib/replies.js';
import { Scene } from '../lib/scene.js';
import { Stage } from '../lib/stage.js';
import { Verdict } from '../lib/verdict.js';

export interface OutboundOptions {
  readonly seed: number;
  readonly messages: number;
  readonly tickets: number;
  readonly attendants: number;
  /** Seconds a sender is given before it is killed. */
  readonly killEvery: number;
  /** No further kills after so many. */
  readonly kills: number;
  readonly redis: boolean;
  readonly hurry: boolean;
}

/** What the provider takes for an answer. */
const latencyMs = [20, 150] as const;

interface Stored {
  readonly id: number;
  readonly status: string;
  readonly errorCode: string | null;
}

/** Replies are queued while whoever sends them is killed again and again, and the provider has bad days of its own. */
export async function outbound(options: OutboundOptions): Promise<Verdict> {
  const { seed, messages, attendants, redis, hurry } = options;
  const verdict = new Verdict(`outbound${redis ? ' over Redis' : ''}`);
  const stage = await Stage.open({
    seed,
    redis,
    graph: {
      latencyMs,
      throughput: { perSecond: 500, burst: 500 },
      statuses: { read: true, delayMs: [0, 2_000], skip: 0.2, repeat: 0.2, shuffle: 0.2 },
      webhooks: { duplicate: 0.1 },
    },
  });
  const courier = new Courier(stage.urls);
  try {
    const scene = await Scene.make(stage, { attendants });
    const tickets = await converse(stage, scene, courier, options);
    stage.graph.failRandomly({ code: 131026 }, 0.01);
    stage.graph.failRandomly('accept-then-drop', 0.01);
    const began = performance.now();
    let posting = true;
    const killing = kill(stage, options, () => posting);
    const replies = await reply(courier, tickets, messages).finally(() => {
      posting = false;
    });
    verdict.exactly('replies acknowledged', replies.length, messages);
    verdict.figure('acknowledged in', since(began));
    verdict.figure('what the attendants saw', courier.summary());
    const { done, caught } = await killing;
    const arrived = stage.graph.log.byCallbackData();
    const accepted = caught.filter((id) => arrived.has(String(id))).length;
    verdict.figure(
      'kills',
      `${done}, with ${caught.length} messages between claim and record, ${accepted} of them accepted`,
    );
    await ended(stage, hurry);
    verdict.figure('nothing on its way any more after', since(began));
    // the provider has told everything; what is uncertain by now stays so until its ten minutes are over
    await stage.graph.settled(300_000);
    await stage.settled();
    await judge(stage, scene, replies, verdict);
    return verdict;
  } finally {
    await courier.close();
    await stage.close(!verdict.ok);
  }
}

interface Kills {
  readonly done: number;
  /** Messages that were at the provider, or on their way to it, when their sender died. */
  readonly caught: readonly number[];
}

/** Kills whoever sends while something is at the provider, lets it start, and again, as long as there is something to send. */
async function kill(stage: Stage, { seed, killEvery, kills }: OutboundOptions, posting: () => boolean): Promise<Kills> {
  const random = new Random(seed);
  const caught = new Set<number>();
  for (let done = 0; ; done += 1) {
    await Promise.all(stage.runners.map((server) => server.ready()));
    await pause(killEvery * 1000);
    // those of earlier kills are `sending` too, until their leases are over
    while ((await torn(stage)).every((id) => caught.has(id)) && (posting() || (await sendable(stage)) > 0))
      await pause(5);
    // before it left, on its way, or accepted and not recorded
    await pause(random.between([0, latencyMs[1]]));
    if (done === kills || (!posting() && (await sendable(stage)) === 0)) return { done, caught: [...caught] };
    for (const server of stage.runners) await server.kill();
    for (const id of await torn(stage)) caught.add(id);
  }
}

/** Claimed, and not recorded. */
async function torn(stage: Stage): Promise<number[]> {
  const rows = await stage.cluster.rows<{ id: number }>("select id::int from messages where status = 'sending'");
  return rows.map(({ id }) => id);
}

/** Messages that a sender could take at this moment. */
async function sendable(stage: Stage): Promise<number> {
  const { count } = await stage.cluster.row<{ count: number }>(
    `select count(*)::int as count from outbox_jobs j where j.name = 'send-message' and j.failed_at is null and j.run_at <= now()
       and (j.leased_until is null or j.leased_until < now())
       and not exists (select from outbox_jobs e where e.ordering_key = j.ordering_key and e.id < j.id and e.failed_at is null)`,
  );
  return count;
}

/** Messages that nobody knows the end of. */
async function onTheWay(stage: Stage): Promise<number> {
  const { count } = await stage.cluster.row<{ count: number }>(
    "select count(*)::int as count from messages where status in ('queued', 'sending')",
  );
  return count;
}

/** Until every message has left or failed; in a hurry, leases of the dead are over at once. */
async function ended(stage: Stage, hurry: boolean): Promise<void> {
  const until = Date.now() + 400_000;
  for (let idle = 0; (await onTheWay(stage)) > 0 && Date.now() < until; await pause(100)) {
    idle = (await sendable(stage)) === 0 ? idle + 1 : 0;
    if (!hurry || idle < 5) continue;
    await stage.timePasses();
    idle = 0;
  }
}

async function judge(stage: Stage, scene: Scene, replies: readonly Reply[], verdict: Verdict): Promise<void> {
  const before = await stored(stage, scene);
  verdict.figure('uncertain before their time was over', before.filter(({ status }) => status === 'uncertain').length);
  await stage.timePasses();
  await stage.settled();
  const rows = await stored(stage, scene);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const accepted = stage.graph.log.byCallbackData();
  const times = (id: number): number => accepted.get(String(id))?.length ?? 0;
  verdict.exactly('replies stored', rows.length, replies.length);
  verdict.none(
    'acknowledged replies that are gone',
    replies.filter(({ id }) => !byId.has(id)),
  );
  verdict.none('accepted twice', stage.graph.log.duplicates());
  const left = new Set(['sent', 'delivered', 'read']);
  verdict.none(
    'never accepted, though shown as sent',
    rows.filter(({ id, status }) => left.has(status) && times(id) === 0),
  );
  verdict.none(
    'never accepted, and nobody is told',
    rows.filter(({ id, status }) => times(id) === 0 && status !== 'failed'),
  );
  verdict.none(
    'accepted, but not shown so although statuses came',
    rows.filter(({ id, status }) => times(id) > 0 && !left.has(status)),
  );
  verdict.none('recipients with another order', disordered(stage, replies));
  verdict.none('broken invariants', await stage.violations());
  verdict.none('servers that died by themselves', stage.deaths);
  const failed = rows.filter(({ status }) => status === 'failed');
  verdict.figure('accepted once', rows.filter(({ id }) => times(id) === 1).length);
  verdict.figure('refused by the provider', failed.filter(({ errorCode }) => errorCode !== 'UNCERTAIN').length);
  verdict.figure('uncertain, now for a person', failed.filter(({ errorCode }) => errorCode === 'UNCERTAIN').length);
}

function stored(stage: Stage, scene: Scene): Promise<Stored[]> {
  return stage.cluster.rows<Stored>(
    'select id::int, status, error_code as "errorCode" from messages where company_id = $1 and from_me and client_message_id is not null',
    [scene.companyId],
  );
}

/** Whoever was accepted came in the order in which the replies were acknowledged. */
function disordered(stage: Stage, replies: readonly Reply[]): string[] {
  const ids = new Set(replies.map(({ id }) => id));
  const newest = new Map<string, number>();
  return stage.graph.log.accepted.flatMap(({ to, callbackData }) => {
    const id = Number(callbackData);
    if (!ids.has(id)) return [];
    const last = newest.get(to) ?? 0;
    newest.set(to, Math.max(last, id));
    return id > last ? [] : [`${to}: ${id} after ${last}`];
  });
}

const since = (began: number): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;
