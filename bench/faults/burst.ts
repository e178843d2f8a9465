import { Courier } from '../lib/courier.js';
import { numberOf, type Said, Scene } from '../lib/scene.js';
import { Stage } from '../lib/stage.js';
import { Verdict } from '../lib/verdict.js';

export interface BurstOptions {
  readonly seed: number;
  readonly numbers: number;
  readonly each: number;
  /** Webhooks on their way at a time. */
  readonly atOnce: number;
  /** kill -9 in the middle of either round. */
  readonly kill: boolean;
  readonly processes: number;
  readonly redis: boolean;
  /** Leases of the killed are not waited for: everything rests while time passes. */
  readonly hurry: boolean;
}

interface Conversation {
  readonly number: string;
  readonly bodies: string[];
  readonly tickets: number;
}

/** Strangers write all at once, and the provider tells everything twice. */
export async function burst(options: BurstOptions): Promise<Verdict> {
  const { seed, numbers, each, kill, processes, redis } = options;
  const verdict = new Verdict(
    `burst${kill ? ', kill -9 in the middle' : ''}${processes > 1 ? `, ${processes} processes` : ''}${redis ? ' over Redis' : ''}`,
  );
  const stage = await Stage.open({ seed, processes, redis });
  const courier = new Courier(stage.urls);
  try {
    const scene = await Scene.make(stage);
    const customers = Array.from({ length: numbers }, (_, index) => said(seed, index, each));
    for (const round of [1, 2]) {
      const began = performance.now();
      const acknowledged = await post(stage, scene, courier, customers, options);
      verdict.figure(`round ${round}`, `${acknowledged} acknowledged in ${seconds(began)}`);
      verdict.exactly(`round ${round}: webhooks answered 200`, acknowledged, numbers * each);
    }
    verdict.figure('what the provider saw', courier.summary());
    if (options.hurry) await stage.timePasses();
    verdict.figure('everything handled after', `${(await stage.settled()).toFixed(1)} s`);
    await judge(stage, scene, customers, verdict);
    const refused = courier.seen.filter(
      ({ what }) => !['200', ...(kill ? ['cut', 'silence', '503'] : [])].includes(what),
    );
    verdict.none('answers other than 200', refused);
    return verdict;
  } finally {
    await courier.close();
    await stage.close(!verdict.ok);
  }
}

/** So many at a time, each customer's one after the other: that is the order there is. */
async function post(
  stage: Stage,
  scene: Scene,
  courier: Courier,
  customers: readonly (readonly Said[])[],
  { atOnce, kill }: BurstOptions,
): Promise<number> {
  const waiting = customers.map((all) => [...all]);
  const total = customers.length * (customers[0]?.length ?? 0);
  let acknowledged = 0;
  let killed: Promise<void> | undefined;
  const hand = async (): Promise<void> => {
    for (let own = waiting.shift(); own; own = waiting.shift()) {
      const next = own.shift();
      if (!next) continue;
      if (await courier.deliver(scene.webhook(next))) acknowledged += 1;
      // half way, with others on their way
      if (kill && acknowledged >= total / 2) killed ??= killAll(stage);
      // to the end of the line, so that everybody's first message comes before anybody's second
      if (own.length > 0) waiting.push(own);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, hand));
  await killed;
  return acknowledged;
}

async function killAll(stage: Stage): Promise<void> {
  await Promise.all(stage.servers.map((server) => server.kill()));
}

async function judge(
  stage: Stage,
  scene: Scene,
  customers: readonly (readonly Said[])[],
  verdict: Verdict,
): Promise<void> {
  const of = [scene.companyId];
  const count = async (table: string): Promise<number> =>
    (
      await stage.cluster.row<{ count: number }>(
        `select count(*)::int as count from ${table} where company_id = $1`,
        of,
      )
    ).count;
  verdict.exactly('contacts', await count('contacts'), customers.length);
  verdict.exactly('conversations', await count('tickets'), customers.length);
  verdict.exactly('messages', await count('messages'), customers.flat().length);
  const found = await stage.cluster.rows<Conversation>(
    `select c.number, array_agg(m.body order by m.id) as bodies, count(distinct m.ticket_id)::int as tickets
     from messages m join contacts c on c.id = m.contact_id where m.company_id = $1 group by 1`,
    of,
  );
  const byNumber = new Map(found.map((conversation) => [conversation.number, conversation]));
  const wrong = customers.flatMap((all) => {
    const stored = byNumber.get(all[0]?.from ?? '');
    const wanted = all.map(({ text }) => text);
    return JSON.stringify(stored?.bodies) === JSON.stringify(wanted) && stored?.tickets === 1
      ? []
      : [{ wanted, stored }];
  });
  verdict.none('customers whose messages are not complete and in order', wrong);
  verdict.none('broken invariants', await stage.violations());
  verdict.none('servers that died by themselves', stage.deaths);
}

function said(seed: number, customer: number, each: number): Said[] {
  const from = numberOf(seed, customer);
  const at = Date.now();
  return Array.from({ length: each }, (_, index) => ({
    from,
    id: `wamid.${seed}.${from}.${index + 1}`,
    text: `mensagem ${index + 1} de ${from}`,
    at,
  }));
}

const seconds = (began: number): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;
