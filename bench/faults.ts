import 'reflect-metadata';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { burst } from './faults/burst.js';
import { outbound } from './faults/outbound.js';
import { pace } from './faults/pace.js';
import { postgresFaults } from './faults/postgres.js';
import { races } from './faults/races.js';
import { redisFaults } from './faults/redis.js';
import { underLoad } from './faults/under-load.js';
import { say } from './lib/figures.js';
import { Stage } from './lib/stage.js';
import type { Verdict } from './lib/verdict.js';

/*
 * Breaks the running product on purpose: `npm run faults -- burst|outbound|pace|postgres|redis|races [options]`. Each starts
 * processes of its own over a PostgreSQL of its own, knows from outside what was acknowledged, and ends with a table and
 * the invariants; the exit code is 1 when anything was lost, doubled or broken.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Of everything random; printed, so that a run can be repeated. */
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    processes: { type: 'string', default: '1' },
    redis: { type: 'boolean', default: false },
    kill: { type: 'boolean', default: false },
    /** Does not wait for leases and timers: everything rests while time passes. */
    hurry: { type: 'boolean', default: false },
    numbers: { type: 'string', default: '100' },
    each: { type: 'string', default: '5' },
    'at-once': { type: 'string', default: '20' },
    messages: { type: 'string', default: '2000' },
    tickets: { type: 'string', default: '200' },
    attendants: { type: 'string', default: '8' },
    'kill-every': { type: 'string', default: '2' },
    kills: { type: 'string', default: '40' },
    /** Of the faults of PostgreSQL or Redis, those whose name fits. */
    only: { type: 'string', default: '' },
    customers: { type: 'string', default: '12' },
    rest: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '1000' },
    racers: { type: 'string', default: '50' },
    together: { type: 'string', default: '100' },
  },
});
const seed = Number(values.seed);
const chosen = ({ name }: { name: string }): boolean => new RegExp(values.only).test(name);
const { redis, kill, hurry } = values;
const processes = Number(values.processes);

const load = {
  seed,
  hurry,
  attendants: Number(values.attendants),
  customers: Number(values.customers),
  restMs: Number(values.rest),
  calmSeconds: 4,
  recoverySeconds: 5,
};

const replies = {
  messages: Number(values.messages),
  tickets: Number(values.tickets),
  attendants: Number(values.attendants),
};

const programs: Readonly<Record<string, () => Promise<Verdict[]>>> = {
  burst: async () => {
    const size = { numbers: Number(values.numbers), each: Number(values.each), atOnce: Number(values['at-once']) };
    return [await burst({ seed, ...size, kill, processes, redis, hurry })];
  },
  outbound: async () => {
    const kills = { killEvery: Number(values['kill-every']), kills: Number(values.kills) };
    return [await outbound({ seed, ...replies, ...kills, redis, hurry })];
  },
  pace: async () => [await pace({ seed, ...replies, processes, redis })],
  postgres: () => underLoad(postgresFaults.filter(chosen), { processes, redis }, load),
  redis: () => underLoad(redisFaults.filter(chosen), { processes: Math.max(2, processes), redis: true }, load),
  races: () =>
    races({
      seed,
      rounds: Number(values.rounds),
      attendants: Number(values.racers),
      messages: Number(values.together),
      only: values.only,
      processes,
      redis,
    }),
};

const program = programs[positionals[0] ?? ''];
if (!program) {
  say(`Usage: npm run faults -- ${Object.keys(programs).join('|')} [options]\n`);
  process.exit(2);
}
say(`seed ${seed}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void Stage.closeAll().finally(() => process.exit(130)));
const verdicts = await program();
for (const verdict of verdicts) say(verdict.toString());
process.exitCode = verdicts.every(({ ok }) => ok) ? 0 : 1;
