import { Load, type LoadSize } from '../lib/fault-load.js';
import { pause } from '../lib/figures.js';
import { Scene } from '../lib/scene.js';
import { Stage, type StageOptions } from '../lib/stage.js';
import { Verdict } from '../lib/verdict.js';

export interface Fault {
  readonly name: string;
  /** Breaks something and mends it; answers when it was back, ms since the epoch. */
  readonly strike: (stage: Stage) => Promise<number>;
  /** What clients may see beside success; `503` (with Retry-After) unless the server itself is killed. */
  readonly allowed?: readonly string[];
}

export interface LoadedOptions extends LoadSize {
  readonly attendants: number;
  readonly hurry: boolean;
  /** Seconds of load before and after. */
  readonly calmSeconds: number;
  /** Everything works again so soon after the return. */
  readonly recoverySeconds: number;
}

/** Each fault on a stage of its own, under webhooks, sends, polled lists and sockets. */
export async function underLoad(
  faults: readonly Fault[],
  stageOptions: Omit<StageOptions, 'seed'>,
  options: LoadedOptions,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const fault of faults) verdicts.push(await once(fault, stageOptions, options));
  return verdicts;
}

async function once(fault: Fault, stageOptions: Omit<StageOptions, 'seed'>, options: LoadedOptions): Promise<Verdict> {
  const { seed, attendants, hurry, calmSeconds, recoverySeconds } = options;
  const verdict = new Verdict(fault.name);
  const stage = await Stage.open({
    graph: { throughput: { perSecond: 500, burst: 500 }, pair: { everyMs: 0, burst: 1_000 }, latencyMs: [5, 60] },
    ...stageOptions,
    seed,
  });
  let load: Load | undefined;
  try {
    const scene = await Scene.make(stage, { attendants });
    load = await Load.prepare(stage, scene, options);
    load.start();
    await pause(calmSeconds * 1000);
    const struck = Date.now();
    const back = await fault.strike(stage);
    const handled = firstHandled(stage, back);
    await handled;
    await pause(calmSeconds * 1000);
    await load.stop();
    verdict.figure('struck for', `${((back - struck) / 1000).toFixed(1)} s`);
    saw(load, back, fault, recoverySeconds, verdict);
    const first = await handled;
    verdict.atMost('seconds until something new was handled', first, recoverySeconds, ' s');
    // what those who watch see without asking again
    if (hurry) await stage.timePasses();
    verdict.figure('everything handled after', `${(await stage.settled()).toFixed(1)} s`);
    await stage.graph.settled(30_000);
    await stage.settled();
    await judge(stage, scene, load, verdict);
    return verdict;
  } finally {
    await load?.close();
    await stage.close(!verdict.ok);
  }
}

/** Seconds from then to the first webhook that came and was handled afterwards. */
async function firstHandled(stage: Stage, back: number): Promise<number> {
  for (const until = Date.now() + 60_000; Date.now() < until; await pause(50)) {
    const { at } = await stage.cluster.row<{ at: number | null }>(
      'select (extract(epoch from min(processed_at)) * 1000)::float8 as at from inbox_events where created_at > to_timestamp($1)',
      [back / 1000],
    );
    if (at !== null) return Math.max(0, (at - back) / 1000);
  }
  return Number.POSITIVE_INFINITY;
}

function saw(load: Load, back: number, { allowed = ['503'] }: Fault, recoverySeconds: number, verdict: Verdict): void {
  const { seen } = load.courier;
  const fine = new Set(['200', '201', ...allowed]);
  const odd = seen.filter(({ what }) => !fine.has(what));
  verdict.figure('what clients saw', load.courier.summary());
  verdict.none(
    `answers other than success and ${allowed.join(', ')}`,
    odd.map(({ what, call, left, over }) => `${what} to ${call}, ${left - back} to ${over - back} ms of the return`),
  );
  const failures = seen.filter(({ what }) => !['200', '201'].includes(what));
  const last = Math.max(back, ...failures.map(({ over }) => over));
  verdict.atMost('seconds until the last failure', (last - back) / 1000, recoverySeconds, ' s');
  const slowest = Math.max(...seen.map(({ left, over }) => over - left));
  verdict.figure('longest wait for an answer', `${(slowest / 1000).toFixed(1)} s`);
}

async function judge(stage: Stage, scene: Scene, load: Load, verdict: Verdict): Promise<void> {
  const { written, replied } = load.ledger;
  const { cluster, graph } = stage;
  const stored = await cluster.rows<{ id: number; providerId: string | null; body: string; number: string }>(
    `select m.id::int, m.provider_id as "providerId", m.body, c.number from messages m join contacts c on c.id = m.contact_id
     where m.company_id = $1 order by m.id`,
    [scene.companyId],
  );
  const byProvider = new Set(stored.map(({ providerId }) => providerId));
  const byId = new Set(stored.map(({ id }) => id));
  verdict.figure('acknowledged', `${written.length} webhooks, ${replied.length} replies`);
  verdict.none('acknowledged writes lost', [
    ...written.filter(({ id }) => !byProvider.has(id)),
    ...replied.filter(({ id }) => !byId.has(id)),
  ]);
  const bodies = stored.map(({ body, number }) => `${number}: ${body}`);
  verdict.none(
    'duplicates',
    bodies.filter((body, index) => bodies.indexOf(body) !== index),
  );
  verdict.none('accepted twice by the provider', graph.log.duplicates());
  verdict.none('customers whose messages are in another order', disordered(bodies));
  const stale = await differences(load);
  verdict.figure('differences before a resync', stale.length === 0 ? 0 : `${stale.length}, as ${stale[0]}`);
  verdict.figure(
    'reconnects of sockets',
    load.views.reduce((sum, { reconnects }) => sum + reconnects, 0),
  );
  await Promise.all(load.views.map((view) => view.resync()));
  verdict.none('differences of screens after a resync', await differences(load));
  verdict.none('broken invariants', await stage.violations());
  verdict.none('servers that died by themselves', stage.deaths);
}

async function differences(load: Load): Promise<string[]> {
  return (await Promise.all(load.views.map((view) => view.differences()))).flat();
}

/** `551191…: mensagem 3 de …` after a higher number of the same customer. */
function disordered(bodies: readonly string[]): string[] {
  const newest = new Map<string, number>();
  return bodies.filter((body) => {
    const [, of = '', digits = '0'] = /^(\d+: \w+) (\d+)/.exec(body) ?? [];
    const last = newest.get(of) ?? 0;
    newest.set(of, Math.max(last, Number(digits)));
    return Number(digits) < last;
  });
}
