import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AppConfig } from '../src/core/config/config.js';
import { connectDatabase } from '../src/core/database/connect-database.js';
import { startBare } from './lib/bare.js';
import { CpuMeter } from './lib/cpu-meter.js';
import { deliver } from './lib/deliver.js';
import { loads, ms, pause, say } from './lib/figures.js';
import { type Measured, measure } from './lib/measure.js';
import { type Memory, memoryNow } from './lib/memory.js';
import { Client } from './lib/open-loop.js';
import { verdicts } from './lib/promises.js';
import {
  deliveryTable,
  limitsTable,
  loadTable,
  type MeasuredDelivery,
  memoryTable,
  verdictTable,
} from './lib/report.js';
import { enter, scenarios } from './lib/scenarios.js';
import { load, type Server, startServer } from './lib/started.js';
import { Replay, Watch } from './lib/statements.js';

/*
 * What the routes that matter take under load, each beside its limits in the same run, and what of promises held:
 * `npm run bench` over a server of its own with a database loaded for it, `npm run bench -- --size large --data folder`
 * over one that is loaded once and stays, or `--pid` of a server that runs over what `npm run bench:seed` filled.
 * Arrivals are on a schedule and latency counts from the intended moment; figures are medians of the runs.
 */

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: 'small' },
    /** A loaded DATA_DIR to start over, which stays; loaded now when it is empty. */
    data: { type: 'string' },
    /** A file for all figures. */
    json: { type: 'string' },
    /** A folder for the CPU profile of the started server. */
    profile: { type: 'string' },
    /** Flags for the started server's Node, divided by blanks. */
    flags: { type: 'string' },
    /** Of a server that runs already, with its process. */
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    pid: { type: 'string' },
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    /** Multiplies every rate. */
    pace: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    /** Sizes of the audience of a delivery, divided by commas. */
    sockets: { type: 'string', default: '200,1000' },
    /** Seconds of rest before the last look at the memory. */
    rest: { type: 'string', default: '60' },
    /** Seconds to wait before each run for the rest of the machine to be quiet. */
    quiet: { type: 'string', default: '3' },
  },
});
const idleMs = 8_000;

const loaded = values.pid ? undefined : await load(values.data, values.size === 'large' ? ['--large'] : []);
try {
  const flags = values.flags?.split(' ').filter(Boolean);
  const server = loaded ? await startServer(loaded.dataDir, { profile: values.profile, flags }) : running();
  const stop = (): void => void server.stop().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  try {
    await bench(server);
  } finally {
    await server.stop();
  }
} finally {
  await loaded?.clean();
}

async function bench({ url, pid, dataDir, startedIn }: Server): Promise<void> {
  await pause(idleMs);
  const memory: [string, Memory][] = [['at rest', await memoryNow(pid, url)]];
  const database = await connectDatabase(AppConfig.load(loaded ? { DATA_DIR: dataDir } : undefined));
  const cluster = join(dataDir, 'postgres');
  const watch = await Watch.open(database.ownerUrl, join(cluster, 'server.log'));
  const replay = await Replay.open(database.urls);
  const bare = await startBare();
  const client = new Client(url);
  const results: Measured[] = [];
  const deliveries: MeasuredDelivery[] = [];
  try {
    const databasePid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const company = await enter(client, watch);
    const size = await watch.one<Record<'tickets' | 'messages' | 'contacts', number>>(
      'select (select count(*) from tickets) as tickets, (select count(*) from messages) as messages, (select count(*) from contacts) as contacts',
    );
    say(
      `\n${size.tickets} conversations, ${size.messages} messages, ${size.contacts} contacts; ${cpus().length} cores, Node ${process.version}, ready in ${startedIn.toFixed(1)} s, load ${loads()}\n\n`,
    );
    const context = {
      client,
      watch,
      replay,
      bare,
      companyId: company.id,
      serverPid: pid,
      databasePid,
      own: loaded !== undefined,
      patience: Number(values.quiet),
      load: { warmUpSeconds: 1, runs: Number(values.runs), runSeconds: Number(values.seconds) },
    };
    for (const scenario of await scenarios(client, watch, company)) {
      if (!new RegExp(values.only).test(scenario.name)) continue;
      const result = await measure(context, { ...scenario, rate: scenario.rate * Number(values.pace) });
      results.push(result);
      // what is known already when somebody ends a long run
      process.stderr.write(`${result.name}: p50 ${ms(result.latency.p50)}, p95 ${ms(result.latency.p95)} ms\n`);
    }
    say(`${loadTable(results)}\n${limitsTable(results)}\n`);
    for (const sockets of values.sockets.split(',').map(Number).filter(Boolean)) {
      const meter = new CpuMeter(context);
      const delivery = await deliver(client, watch, company, sockets, meter);
      deliveries.push({ delivery, cpu: meter.shares, memory: await memoryNow(pid, url) });
      await watch.settled();
    }
    if (deliveries.length > 0) say(`${deliveryTable(deliveries)}\n`);
    memory.push(['after the load', await memoryNow(pid, url)]);
  } finally {
    await Promise.all([client.close(), bare.stop(), watch.close(), replay.close()]);
  }
  if (Number(values.rest) > 0) {
    await pause(Number(values.rest) * 1000);
    memory.push([`${values.rest} s later`, await memoryNow(pid, url)]);
  }
  say(`${memoryTable(memory)}\n`);
  const held = verdicts(
    results,
    deliveries.map(({ delivery }) => delivery),
    memory,
  );
  say(`${verdictTable(held)}\nLoad of the machine at the end: ${loads()}\n`);
  if (values.json) {
    const told = {
      at: new Date().toISOString(),
      arguments: values,
      startedIn,
      results,
      deliveries,
      memory,
      verdicts: held,
    };
    const text = JSON.stringify(told, (_key, value) => (value instanceof Map ? Object.fromEntries(value) : value), 2);
    await writeFile(values.json, `${text}\n`);
  }
}

/** Somebody else's server: nothing of it is stopped, halted or removed. */
function running(): Server {
  return {
    url: values.url,
    pid: Number(values.pid),
    dataDir: AppConfig.load().dataDir,
    startedIn: 0,
    stop: async () => undefined,
  };
}
