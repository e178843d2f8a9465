import { setTimeout as delay } from 'node:timers/promises';
import { Checks } from '../support/checks.js';
import { CloudTenant } from '../support/cloud-tenant.js';
import { Deployment } from '../support/deployment.js';
import { callAs, RetryingClient } from '../support/retrying-client.js';
import { replyToAll } from './replies.js';

export interface SendRateOptions {
  readonly seed: number;
  readonly messages: number;
  readonly tickets: number;
  readonly attendants: number;
  readonly processes: number;
  readonly redis: boolean;
}

/** What the provider takes of one number. */
const perSecond = 80;
/** The rate limiter stays a twentieth below the provider's limit. */
const leastUse = 0.94;
const patienceMs = 120_000;

/** What waited for a paused connection is sent at the provider's rate: none refused, little of the rate unused. */
export async function sendRate(options: SendRateOptions): Promise<Checks> {
  const { seed, messages, tickets: count, attendants, processes, redis } = options;
  const checks = new Checks(`rate${redis ? ' over Redis' : ''}`);
  const graph = { latencyMs: [100, 200] as const, throughput: { perSecond, burst: perSecond } };
  const deployment = await Deployment.start({ seed, processes, redis, graph });
  const { log } = deployment.graph;
  const client = new RetryingClient(deployment.urls);
  try {
    const tenant = await CloudTenant.create(deployment, { attendants });
    const { w, connection } = tenant;
    const tickets = await tenant.openTickets(client, seed, count);
    await deployment.postgres.rows("update connections set paused_until = now() + interval '1 hour' where id = $1", [
      connection.id,
    ]);
    const before = log.accepted.length;
    const replies = await replyToAll(client, tickets, messages);
    await delay(2_000);
    checks.equal('sent during the pause', log.accepted.length - before, 0);
    if (!(await client.send(callAs(w.admin, 'POST', `/whatsapp/${connection.id}/resume`))))
      throw new Error('The connection could not be resumed');
    const end = Date.now() + patienceMs;
    while (log.accepted.length - before < replies.length && Date.now() < end) await delay(50);
    checks.figure('answers to attendants', client.summary());
    const times = log.accepted.slice(before).map(({ at }) => at);
    const rate = ((times.length - 1) * 1000) / ((times.at(-1) ?? 0) - (times[0] ?? 0));
    checks.equal('accepted', times.length, messages);
    checks.atMost('messages a second', rate, perSecond);
    checks.atMost('% of the rate unused', 100 * (1 - Math.min(1, rate / perSecond)), 100 * (1 - leastUse));
    checks.equal('refused for the rate', log.requests.filter(({ code }) => code === 130_429).length, 0);
    await deployment.check(checks);
    return checks;
  } finally {
    await client.close();
    await deployment.close(!checks.ok);
  }
}
