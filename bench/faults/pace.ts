import { Courier } from '../lib/courier.js';
import { pause } from '../lib/figures.js';
import { converse, reply } from '../lib/replies.js';
import { as, Scene } from '../lib/scene.js';
import { Stage } from '../lib/stage.js';
import { Verdict } from '../lib/verdict.js';

export interface PaceOptions {
  readonly seed: number;
  readonly messages: number;
  readonly tickets: number;
  readonly attendants: number;
  readonly processes: number;
  readonly redis: boolean;
}

/** What the provider takes for an answer, as far away as it is. */
const latencyMs = [100, 200] as const;
/** What it takes of one number. */
const perSecond = 80;
/** What of that must be used: ours keeps a twentieth away from the provider's limit. */
const used = 0.94;
const patienceMs = 120_000;

/** What waited for a connection goes out at the rate its provider takes, neither slower nor refused. */
export async function pace(options: PaceOptions): Promise<Verdict> {
  const { seed, messages, attendants, processes, redis } = options;
  const verdict = new Verdict(`pace${redis ? ' over Redis' : ''}`);
  const graph = { latencyMs, throughput: { perSecond, burst: perSecond } };
  const stage = await Stage.open({ seed, processes, redis, graph });
  const courier = new Courier(stage.urls);
  try {
    const scene = await Scene.make(stage, { attendants });
    const tickets = await converse(stage, scene, courier, options);
    await stage.cluster.rows("update connections set paused_until = now() + interval '1 hour' where id = $1", [
      scene.connectionId,
    ]);
    const before = stage.graph.log.accepted.length;
    const replies = await reply(courier, tickets, messages);
    await pause(2_000);
    verdict.exactly('sent during the pause', stage.graph.log.accepted.length - before, 0);
    const resumed = await courier.deliver(as(scene.admin, 'POST', `/whatsapp/${scene.connectionId}/resume`));
    if (!resumed) throw new Error('The connection could not be resumed');
    const until = Date.now() + patienceMs;
    while (stage.graph.log.accepted.length - before < replies.length && Date.now() < until) await pause(50);
    const times = stage.graph.log.accepted.slice(before).map(({ at }) => at);
    const rate = (times.length - 1) / (((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000);
    verdict.exactly('accepted', times.length, messages);
    verdict.atMost('messages a second', rate, perSecond);
    verdict.atMost('of the rate not used', 1 - Math.min(1, rate / perSecond), 1 - used);
    const refused = stage.graph.log.requests.filter(({ code }) => code === 130_429);
    verdict.exactly('refused for the rate', refused.length, 0);
    verdict.none('broken invariants', await stage.violations());
    verdict.none('servers that died by themselves', stage.deaths);
    return verdict;
  } finally {
    await courier.close();
    await stage.close(!verdict.ok);
  }
}
