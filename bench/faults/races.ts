import { type Answered, Courier } from '../lib/courier.js';
import type { Call } from '../lib/open-loop.js';
import { as, numberOf, type Person, password, Scene } from '../lib/scene.js';
import { Stage } from '../lib/stage.js';
import { Verdict } from '../lib/verdict.js';

export interface RaceOptions {
  readonly seed: number;
  readonly rounds: number;
  /** Runners in a round of the two large ones. */
  readonly attendants: number;
  readonly messages: number;
  /** Races whose name fits. */
  readonly only: string;
  readonly processes: number;
  readonly redis: boolean;
}

interface Track {
  readonly stage: Stage;
  readonly scene: Scene;
  readonly courier: Courier;
  readonly options: RaceOptions;
}

interface Race {
  readonly name: string;
  /** Once, before the rounds; answers the round: what was wrong in it. */
  readonly prepare: (track: Track) => Promise<(round: number) => Promise<string[]>>;
  /** Once, after the rounds. */
  readonly finish?: (track: Track) => Promise<string[]>;
}

const refreshTabs = 5;
const creators = 8;

/** Several want the same at the same moment, again and again. */
export async function races(options: RaceOptions): Promise<Verdict[]> {
  const { seed, only, processes, redis } = options;
  const verdicts: Verdict[] = [];
  for (const race of allRaces.filter(({ name }) => new RegExp(only).test(name))) {
    const stage = await Stage.open({ seed, processes, redis });
    const courier = new Courier(stage.urls);
    const verdict = new Verdict(race.name);
    try {
      const attendants = race === accept ? options.attendants : 1;
      const scene = await Scene.make(stage, { attendants });
      verdicts.push(await run(race, { stage, scene, courier, options }, verdict));
    } finally {
      await courier.close();
      await stage.close(!verdict.ok);
    }
  }
  return verdicts;
}

async function run(race: Race, track: Track, verdict: Verdict): Promise<Verdict> {
  const { rounds } = track.options;
  const round = await race.prepare(track);
  const began = performance.now();
  const wrong: string[] = [];
  for (let number = 1; number <= rounds; number += 1) {
    for (const fault of await round(number)) wrong.push(`round ${number}: ${fault}`);
  }
  verdict.figure('rounds a second', rounds / ((performance.now() - began) / 1000));
  verdict.figure('answers', track.courier.summary());
  await track.stage.settled();
  wrong.push(...((await race.finish?.(track)) ?? []));
  verdict.none(`faults in ${rounds} rounds`, wrong);
  verdict.none('broken invariants', await track.stage.violations());
  verdict.none('servers that died by themselves', track.stage.deaths);
  return verdict;
}

/** All at once; no answer counts as status 0. */
async function together(courier: Courier, calls: readonly Call[]): Promise<Answered[]> {
  const answers = await Promise.all(calls.map((call) => courier.once(call)));
  return answers.map((answer) => answer ?? { status: 0, body: '', cookie: undefined });
}

/** `expected 1×200 49×409, got …`, when it is not so. */
function unless(answers: readonly Answered[], wanted: Readonly<Record<number, number>>): string[] {
  const found: Record<number, number> = {};
  for (const { status } of answers) found[status] = (found[status] ?? 0) + 1;
  const text = (counts: Readonly<Record<number, number>>): string =>
    Object.entries(counts)
      .map(([status, count]) => `${count}×${status}`)
      .join(' ');
  return text(found) === text(wanted) ? [] : [`expected ${text(wanted)}, got ${text(found)}`];
}

/** One accepts, everybody else is told by name who it was, and the customer is greeted once. */
const accept: Race = {
  name: 'accept',
  prepare: async ({ stage, scene, courier, options }) => {
    await courier.deliver(as(scene.admin, 'PUT', '/settings/sendGreetingAccepted', { value: 'enabled' }));
    const names = new Set(scene.attendants.map((_, index) => `Atendente ${index + 1}`));
    return async (round) => {
      const from = numberOf(options.seed, round);
      await courier.deliver(scene.webhook({ from, id: `wamid.${from}`, text: 'Olá', at: Date.now() }));
      const id = await ticketOf(stage, scene, from);
      const takes = scene.attendants.map((person) => as(person, 'PUT', `/tickets/${id}`, { status: 'open' }));
      const answers = await together(courier, takes);
      const unnamed = answers.filter(
        ({ status, body }) =>
          status === 409 && !names.has(bodyAs<{ params?: { user?: string } }>(body).params?.user ?? ''),
      );
      return [
        ...unless(answers, { 200: 1, 409: takes.length - 1 }),
        ...unnamed.map(({ body }) => `refused without a name: ${body.slice(0, 200)}`),
      ];
    };
  },
  finish: async ({ stage, scene }) => {
    const odd = await stage.cluster.rows<{ id: number; greetings: number; cycles: number }>(
      `select t.id::int, (select count(*)::int from messages m where m.ticket_id = t.id and m.from_me) as greetings,
         (select count(*)::int from ticket_cycles y where y.ticket_id = t.id) as cycles
       from tickets t where t.company_id = $1`,
      [scene.companyId],
    );
    return odd
      .filter(({ greetings, cycles }) => greetings !== 1 || cycles !== 1)
      .map(({ id, greetings, cycles }) => `conversation ${id}: ${greetings} greetings, ${cycles} attendances`);
  },
};

/** However many first words of a stranger come at once: one contact, one conversation, every message. */
const firstWords: Race = {
  name: 'first-words',
  prepare: async ({ scene, courier, options }) => {
    const { seed, messages } = options;
    return async (round) => {
      const from = numberOf(seed, round);
      const calls = Array.from({ length: messages }, (_, index) =>
        scene.webhook({ from, id: `wamid.${from}.${index}`, text: `mensagem ${index}`, at: Date.now() }),
      );
      return unless(await together(courier, calls), { 200: messages });
    };
  },
  finish: async ({ stage, scene, options }) => {
    const found = await stage.cluster.row<{ contacts: number; tickets: number; right: number }>(
      `select (select count(*)::int from contacts where company_id = $1) as contacts,
         (select count(*)::int from tickets where company_id = $1) as tickets,
         (select count(*)::int from (select 1 from messages where company_id = $1 group by contact_id
            having count(*) = $2 and count(distinct provider_id) = $2 and count(distinct ticket_id) = 1) x) as right`,
      [scene.companyId, options.messages],
    );
    const { rounds } = options;
    return Object.entries(found).flatMap(([what, count]) =>
      count === rounds ? [] : [`${what}: ${count} of ${rounds}`],
    );
  },
};

/** One gets the last place that the plan has, the others are told the limit. */
function lastPlace(thing: 'users' | 'connections', path: string, body: (name: string) => object): Race {
  return {
    name: `last-place-${thing}`,
    prepare: async ({ stage, scene, courier }) => {
      const { used } = await stage.cluster.row<{ used: number }>(
        `select count(*)::int as used from ${thing} where company_id = $1`,
        [scene.companyId],
      );
      await stage.cluster.rows(`update plans set ${thing} = $1 where id = $2`, [used + 1, scene.planId]);
      return async (round) => {
        const calls = Array.from({ length: creators }, (_, index) =>
          as(scene.admin, 'POST', path, body(`${round}-${index}`)),
        );
        const answers = await together(courier, calls);
        for (const { status, body: made } of answers) {
          if (status !== 201) continue;
          const { id } = bodyAs<{ id: number }>(made);
          await courier.deliver(as(scene.admin, 'DELETE', `${path}/${id}`));
        }
        return unless(answers, { 201: 1, 403: creators - 1 });
      };
    },
  };
}

/** Two devices sign in with one account: one of them stays. */
const signIn: Race = {
  name: 'sign-in',
  prepare: async ({ stage, scene, courier }) => {
    const { email, id } = person(scene);
    const headers = { 'content-type': 'application/json' };
    const call: Call = { method: 'POST', path: '/auth/login', headers, body: JSON.stringify({ email, password }) };
    return async () => {
      const answers = await together(courier, [call, call]);
      const tokens = answers.map(({ body }) => bodyAs<{ token?: string }>(body).token);
      const me = tokens.map(
        (token): Call => ({ method: 'GET', path: '/auth/me', headers: { authorization: `Bearer ${token}` } }),
      );
      const seen = await together(courier, me);
      const { live } = await stage.cluster.row<{ live: number }>(
        'select count(*)::int as live from sessions where user_id = $1 and ended_at is null',
        [id],
      );
      return [
        ...unless(answers, { 200: 2 }),
        ...unless(seen, { 200: 1, 401: 1 }),
        ...(live === 1 ? [] : [`${live} sessions are alive`]),
      ];
    };
  },
};

/** Five tabs refresh with one cookie at once: nobody is logged out. */
const refresh: Race = {
  name: 'refresh',
  prepare: async ({ stage, scene, courier }) => {
    const { client, id } = person(scene);
    let cookie = client.cookie ?? '';
    return async () => {
      const call: Call = { method: 'POST', path: '/auth/refresh_token', headers: { cookie: `jrt=${cookie}` } };
      const answers = await together(courier, Array(refreshTabs).fill(call));
      const kept = answers.map(({ cookie }) => cookie).filter((given) => given !== undefined);
      // the browser has one jar: whatever came last is what all tabs send next
      cookie = kept.at(-1) ?? cookie;
      const { live } = await stage.cluster.row<{ live: number }>(
        'select count(*)::int as live from sessions where user_id = $1 and ended_at is null',
        [id],
      );
      return [...unless(answers, { 200: refreshTabs }), ...(live === 1 ? [] : [`${live} sessions are alive`])];
    };
  },
};

const allRaces: readonly Race[] = [
  accept,
  firstWords,
  lastPlace('users', '/users', (name) => ({
    name: `Pessoa ${name}`,
    email: `pessoa-${name}@falhas.test`,
    password,
    profile: 'user',
    queueIds: [],
  })),
  lastPlace('connections', '/whatsapp', (name) => ({ name: `Telefone ${name}`, channel: 'sandbox', queueIds: [] })),
  signIn,
  refresh,
];

function person({ attendants }: Scene): Person {
  const [first] = attendants;
  if (!first) throw new Error('Nobody is there');
  return first;
}

async function ticketOf(stage: Stage, scene: Scene, number: string): Promise<number> {
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    const [row] = await stage.cluster.rows<{ id: number }>(
      'select t.id::int from tickets t join contacts c on c.id = t.contact_id where t.company_id = $1 and c.number = $2',
      [scene.companyId, number],
    );
    if (row) return row.id;
  }
  throw new Error(`${number} has no conversation`);
}

function bodyAs<T extends object>(text: string): Partial<T> {
  try {
    return JSON.parse(text) as Partial<T>;
  } catch {
    return {};
  }
}
