import 'reflect-metadata';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Checks } from '../support/checks.js';
import { Deployment } from '../support/deployment.js';
import { buildParts } from '../support/server-process.js';
import { AiSmsCampaigns } from './ai-sms-campaigns.js';
import { Burst } from './burst.js';
import { campaign } from './campaign.js';
import { N8nFlow, TypebotFlow } from './flows.js';
import { gameDay } from './game-day.js';
import { Menus } from './menus.js';
import { outages, postgresOutages, redisOutages } from './outages.js';
import { Outbound } from './outbound.js';
import { races } from './races.js';
import { release } from './release.js';
import { Schedules } from './schedules.js';
import { sendRate } from './send-rate.js';
import { sessions } from './sessions.js';
import { type FaultLoad, underKills } from './under-kills.js';

/*
 * Fault injection: `npm run faults -- burst|outbound|campaign|menus|flows|schedules|service|sessions|rate|postgres|redis|races|release|gameday [options]`. Each program starts its own
 * processes and PostgreSQL, records what was acknowledged, and ends with a table of checks and the invariants; the exit
 * code is 1 when anything was lost, duplicated or broken.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Of all random choices; printed, so that a run can be repeated. */
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    processes: { type: 'string', default: '1' },
    redis: { type: 'boolean', default: false },
    /** Does not wait for leases and timers. */
    hurry: { type: 'boolean', default: false },
    numbers: { type: 'string', default: '100' },
    each: { type: 'string', default: '5' },
    concurrency: { type: 'string', default: '20' },
    messages: { type: 'string', default: '2000' },
    tickets: { type: 'string', default: '200' },
    attendants: { type: 'string', default: '8' },
    'kill-every': { type: 'string', default: '2' },
    kills: { type: 'string', default: '40' },
    recipients: { type: 'string', default: '2000' },
    /** Beside Redis. */
    workers: { type: 'string', default: '1' },
    /** PostgreSQL crashes once during the campaigns; Redis, where there is one, is emptied twice. */
    crash: { type: 'boolean', default: false },
    /** Messages a second of the connection. */
    rate: { type: 'string', default: '200' },
    /** Only outages or races whose name matches. */
    only: { type: 'string', default: '' },
    customers: { type: 'string', default: '12' },
    rows: { type: 'string', default: '200' },
    /** Connections by QR code. */
    sessions: { type: 'string', default: '200' },
    pause: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '1000' },
    racers: { type: 'string', default: '50' },
    'racing-messages': { type: 'string', default: '100' },
  },
});
const { redis, hurry, only } = values;
const [seed, processes, attendants] = [Number(values.seed), Number(values.processes), Number(values.attendants)];
const matching = ({ name }: { name: string }): boolean => new RegExp(only).test(name);
const replies = { messages: Number(values.messages), tickets: Number(values.tickets), attendants };
const customers = Number(values.customers);
const load = {
  seed,
  hurry,
  attendants,
  customers,
  pauseMs: Number(values.pause),
  loadSeconds: 4,
  recoverySeconds: 5,
};

/** These loads together, under kills. */
const killed = async (...loads: readonly FaultLoad[]): Promise<Checks[]> => {
  const [kills, killEvery] = [Number(values.kills), Number(values['kill-every'])];
  return [await underKills(loads, { seed, kills, killEvery, processes, redis, crash: values.crash, hurry })];
};

const programs: Readonly<Record<string, () => Promise<Checks[]>>> = {
  burst: () =>
    killed(
      new Burst({
        numbers: Number(values.numbers),
        each: Number(values.each),
        concurrency: Number(values.concurrency),
      }),
    ),
  outbound: () => killed(new Outbound({ messages: replies.messages, tickets: replies.tickets, pauseMs: 0 })),
  campaign: async () => {
    const kills = { killEvery: Number(values['kill-every']), kills: Number(values.kills) };
    const size = { recipients: Number(values.recipients), perSecond: Number(values.rate), processes };
    const outage = { redis, workers: Number(values.workers), crash: values.crash };
    return [await campaign({ seed, ...size, ...kills, ...outage, hurry })];
  },
  menus: () => killed(new Menus(customers)),
  flows: () => killed(new TypebotFlow(customers), new N8nFlow(customers)),
  schedules: () => killed(new Schedules(customers)),
  service: () => killed(new AiSmsCampaigns(Number(values.rows))),
  sessions: async () => [
    await sessions({
      seed,
      sessions: Number(values.sessions),
      kills: Number(values.kills),
      takeoverSeconds: 15,
    }),
  ],
  rate: async () => [await sendRate({ seed, ...replies, processes, redis })],
  postgres: () => outages(postgresOutages.filter(matching), { processes, redis }, load),
  redis: () => outages(redisOutages.filter(matching), { processes: Math.max(2, processes), redis: true }, load),
  races: () => {
    const racing = { attendants: Number(values.racers), messages: Number(values['racing-messages']) };
    return races({ seed, rounds: Number(values.rounds), ...racing, only, processes, redis });
  },
  release: async () => {
    const ref = positionals[1];
    if (!ref) throw new Error('Which release? npm run faults -- release <git ref>');
    return [await release({ seed, ref })];
  },
  gameday: () => gameDay({ seed, only: new RegExp(only), seconds: 10, recoverySeconds: 30, pauseMs: 300 }),
};

const program = programs[positionals[0] ?? ''];
if (!program) {
  process.stderr.write(`Usage: npm run faults -- ${Object.keys(programs).join('|')} [options]\n`);
  process.exit(2);
}
process.stdout.write(`seed ${seed}\n`);
Deployment.closeOnSignals();
await buildParts('server');
const results = await program();
process.stdout.write(results.join(''));
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
