import 'reflect-metadata';
import { createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { AppConfig } from '../src/core/config/config.js';
import { connectDatabase } from '../src/core/database/connect-database.js';
import { Crowd } from './lib/crowd.js';
import { meter, stream } from './lib/crowd-load.js';
import {
  atMost,
  demotionText,
  nothingWrong,
  type Opened,
  openedText,
  type Restarted,
  restartText,
  slownessText,
  streamText,
} from './lib/crowd-report.js';
import { demotion, slowReaders } from './lib/crowd-trials.js';
import { loads, pause, say } from './lib/figures.js';
import { memoryNow } from './lib/memory.js';
import { Client } from './lib/open-loop.js';
import { type Verdict, verdictTable } from './lib/report.js';
import { load, type Server, startServer } from './lib/started.js';
import { Watch } from './lib/statements.js';
import { settleTowns } from './lib/towns.js';

/*
 * Ten thousand sockets of signed-in attendants on one server: what each costs, how fast a customer's message is on the
 * screens that may show it, what those that stop reading do to the rest, how a restart goes, and whether somebody who
 * loses a department hears any more of it. `npm run bench:sockets`.
 */

const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '10000' },
    accounts: { type: 'string', default: '500' },
    /** A DATA_DIR that stays; loaded now when it is empty. */
    data: { type: 'string' },
    json: { type: 'string' },
    profile: { type: 'string' },
    flags: { type: 'string' },
    /** Messages a second over all companies, and for how long. */
    rate: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '20' },
    processes: { type: 'string', default: '2' },
    /** Part of the accounts whose access token is past its time when the server comes back. */
    expired: { type: 'string', default: '0.2' },
    /** Accounts whose sockets stop reading; 0 leaves that part out. */
    slow: { type: 'string', default: '5' },
  },
});
const companies = ['--companies', '20', '--tickets', '4000', '--messages', '40000', '--contacts', '4000'];
const [sockets, rate, seconds] = [Number(values.sockets), Number(values.rate), Number(values.seconds)];
const restMs = 5_000;
const openPatienceMs = 300_000;
const backPatienceMs = 180_000;
const targets = { rss: 400, backSeconds: 45 };
const held: Verdict[] = [];

const loaded = await load(values.data, companies);
try {
  const flags = values.flags?.split(' ').filter(Boolean);
  const options = { profile: values.profile, flags };
  let server = await startServer(loaded.dataDir, options);
  const stop = (): void => void server.stop().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  try {
    await bench(server, async () => {
      await server.stop();
      const stoppedAt = performance.timeOrigin + performance.now();
      server = await startServer(loaded.dataDir, { ...options, port: Number(new URL(server.url).port) });
      return { server, stoppedAt };
    });
  } finally {
    await server.stop();
  }
} finally {
  await loaded.clean();
}

async function bench(first: Server, restart: () => Promise<{ server: Server; stoppedAt: number }>): Promise<void> {
  const { url } = first;
  const config = AppConfig.load({ DATA_DIR: first.dataDir });
  const client = new Client(url);
  let watch = await openWatch(config);
  say(`\n${cpus().length} cores, Node ${process.version}, load ${loads()}\n`);
  const { towns, members, signedInAfter } = await settleTowns(client, watch, Number(values.accounts), sockets);
  const accounts = new Set(members.map(({ user }) => user));
  say(`${accounts.size} people of ${towns.length} companies signed in within ${signedInAfter.toFixed(1)} s\n`);
  await pause(restMs);
  const before = await memoryNow(first.pid, url);
  const opening = meter(first.pid, []);
  const crowd = await Crowd.open(url, members, Number(values.processes), 200);
  const trial = { crowd, client, towns };
  try {
    const up = await crowd.until(sockets, openPatienceMs);
    const used = opening(crowd.pids);
    await pause(restMs);
    const full = await memoryNow(first.pid, url);
    const kilobytesEach = ((full.rss - before.rss) * 1024) / up.ready;
    const opened: Opened = { ...up, ...used, before, full, kilobytesEach };
    say(openedText(opened));
    held.push(atMost(`${up.ready} sockets, memory`, targets.rss, full.rss, 'MB'));

    const streamed = await stream(trial, first.pid, rate, seconds);
    const after = await memoryNow(first.pid, url);
    say(`\n${streamText(streamed, rate)}server ${after.rss.toFixed(0)} MB RSS\n\n`);
    held.push(atMost('memory under the stream', targets.rss, after.rss, 'MB'));
    held.push(nothingWrong(`stream to ${sockets} sockets`, streamed));

    const demoted = await demotion(trial, watch);
    say(demotionText(demoted));
    const wrong = demoted.leaked + demoted.missed + demoted.doubled + demoted.refused;
    held.push({ promise: 'demoted, hears no more', target: '0', measured: String(wrong), held: wrong === 0 });

    const slow = Number(values.slow) > 0 ? await slowReaders(trial, first.pid, Number(values.slow)) : undefined;
    if (slow) {
      say(slownessText(slow));
      held.push(atMost('memory with slow readers', targets.rss, slow.highest, 'MB'));
      held.push(nothingWrong('the others beside slow readers', slow));
    }

    const expired = expiredTokens(config, await sessionsOf(watch, [...accounts]));
    await crowd.expire(expired);
    await watch.close();
    const there = (await crowd.state()).ready;
    const { server, stoppedAt } = await restart();
    const coming = meter(server.pid, crowd.pids);
    const back = await crowd.until(there, backPatienceMs);
    const came = coming(crowd.pids);
    watch = await openWatch(config);
    const restarted: Restarted = {
      ...back,
      ...came,
      there,
      backAfter: back.ready < there ? Number.POSITIVE_INFINITY : (back.lastReady - stoppedAt) / 1000,
      startedIn: server.startedIn,
      expired: Object.keys(expired).length,
      memory: await memoryNow(server.pid, url),
    };
    say(`\n${restartText(restarted)}`);
    held.push(atMost('all back after a restart', targets.backSeconds, restarted.backAfter, 's'));
    held.push(atMost('memory after the restart', targets.rss, restarted.memory.rss, 'MB'));

    const again = await stream(trial, server.pid, rate, seconds);
    say(`\n${streamText(again, rate)}\n`);
    held.push(nothingWrong('stream after the restart', again));
    say(`${verdictTable(held)}\nLoad of the machine at the end: ${loads()}\n`);
    const told = {
      at: new Date().toISOString(),
      arguments: values,
      opened,
      streamed,
      demoted,
      slow,
      restarted,
      again,
      held,
    };
    if (values.json) await writeFile(values.json, `${JSON.stringify(told, null, 2)}\n`);
  } finally {
    await Promise.all([crowd.close(), client.close(), watch.close()]);
  }
}

async function sessionsOf(watch: Watch, users: readonly number[]): Promise<{ user: number; sid: string }[]> {
  const part = users.filter((_, index) => index % Math.round(1 / Number(values.expired)) === 0);
  const rows = await watch.rows<{ user: string; sid: string }>(
    'select user_id as user, sid from sessions where ended_at is null and user_id = any($1)',
    [part],
  );
  return rows.map(({ user, sid }) => ({ user: Number(user), sid }));
}

/** What their access tokens are after a quarter of an hour, without waiting for it. */
function expiredTokens(
  { jwtSecret }: AppConfig,
  sessions: readonly { user: number; sid: string }[],
): Record<number, string> {
  const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const past = Math.floor(Date.now() / 1000) - 3600;
  return Object.fromEntries(
    sessions.map(({ user, sid }) => {
      const said = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ sid, userId: user, iat: past, exp: past + 900 })}`;
      return [user, `${said}.${createHmac('sha256', jwtSecret).update(said).digest('base64url')}`];
    }),
  );
}

async function openWatch(config: AppConfig): Promise<Watch> {
  const { ownerUrl } = await connectDatabase(config);
  return Watch.open(ownerUrl, `${config.dataDir}/postgres/server.log`);
}
