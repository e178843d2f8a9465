import type { CpuMeter } from './cpu-meter.js';
import { Crowd, type Heard } from './crowd.js';
import { pause } from './figures.js';
import { type Client, onSchedule } from './open-loop.js';
import { hears, peopleOf, signInAs, waitingIn } from './people.js';
import type { Company } from './scenarios.js';
import type { Watch } from './statements.js';

export interface Delivery extends Heard {
  readonly sockets: number;
  readonly webhooks: number;
  readonly refused: number;
  /** Shares of a core of the processes that hold the sockets. */
  readonly receivers: number;
}

const count = 90;
const warmUp = 30;
const outsiders = 20;
const accounts = 12;
const patienceMs = 20_000;
const patienceSeconds = 30;
export const deliveryRate = 15;

/**
 * From the moment a webhook was meant to leave to the moment each attendant's socket has its message. All but a few
 * sockets are of accounts that see the department of the conversation; those few must hear nothing.
 */
export async function deliver(
  client: Client,
  watch: Watch,
  company: Company,
  sockets: number,
  meter: CpuMeter,
): Promise<Delivery> {
  const { id, webhook } = company;
  const waiting = await waitingIn(watch, id, webhook.connectionId, 5);
  const queueId = waiting[0]?.queueId ?? 0;
  const here = waiting.filter((one) => one.queueId === queueId);
  const people = (await peopleOf(watch, id)).filter(({ email }) => !email.startsWith('gestor1@'));
  const audience = people.filter(hears(queueId)).slice(0, accounts);
  const others = people.filter((person) => !hears(queueId)(person)).slice(0, 4);
  const members = [];
  for (const [persons, sum] of [
    [audience, sockets],
    [others, outsiders],
  ] as const)
    for (const [index, { id: user, email }] of persons.entries()) {
      const signedIn = { user, ...(await signInAs(client, email)) };
      const share = Math.floor(sum / persons.length) + (index < sum % persons.length ? 1 : 0);
      members.push(...new Array<typeof signedIn>(share).fill(signedIn));
    }
  const crowd = await Crowd.open(client.url, members, 1, 40);
  try {
    const state = await crowd.until(members.length, 60_000);
    if (state.ready < members.length) throw new Error(`Only ${state.ready} of ${members.length} sockets came up`);
    const mark = `entrega-${Date.now()}-`;
    await crowd.listenFor(mark, count);
    await meter.quiet(patienceSeconds);
    const before = { at: performance.now(), cpu: (await crowd.state()).cpu };
    let refused = 0;
    const posted: Promise<void>[] = [];
    const stream = async (): Promise<void> => {
      await onSchedule(deliveryRate, count, (moment, index) => {
        const at = (performance.timeOrigin + moment).toFixed(2);
        const call = webhook.call(index, `${mark}${index}@${at}#`, here[index % here.length]?.from);
        const failed = (): void => {
          refused += 1;
        };
        posted.push(client.send(call).then(({ status }) => (status === 200 ? undefined : failed()), failed));
      });
      await Promise.all(posted);
    };
    await meter.during(stream);
    const after = { at: performance.now(), cpu: (await crowd.state()).cpu };
    const until = Date.now() + patienceMs;
    while ((await crowd.state()).heard < (count - refused) * sockets && Date.now() < until) await pause(50);
    // what comes twice comes late
    await pause(500);
    const all = Array.from({ length: count }, (_, index) => index);
    const heard = await crowd.count(Object.fromEntries(audience.map(({ id: user }) => [user, all])), warmUp);
    const receivers = ((after.cpu - before.cpu) / (after.at - before.at)) * 1000;
    return { sockets, webhooks: count, refused, receivers, ...heard };
  } finally {
    await crowd.close();
  }
}
