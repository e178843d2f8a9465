import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AppConfig } from '../src/core/config/config.js';
import { connectDatabase } from '../src/core/database/connect.js';
import { startBare } from './lib/bare.js';
import { say } from './lib/figures.js';
import { type Measured, measure, shareMeter } from './lib/measure.js';
import { Client } from './lib/open-loop.js';
import { memoryOf } from './lib/processes.js';
import { deliveryTable, limitsTable, loadTable } from './lib/report.js';
import { enter, scenarios } from './lib/scenarios.js';
import { deliver } from './lib/sockets.js';
import { type Server, startServer } from './lib/started.js';
import { Replay, Watch } from './lib/statements.js';

/*
 * What the routes that matter take under load, each beside its limits in the same run: `npm run bench -- --start` over a
 * server of its own with a loaded database, or without `--start` against `npm start` over one that `npm run bench:seed`
 * filled. Arrivals are on a schedule and latency counts from the intended moment; figures are medians of the runs.
 */

const { values } = parseArgs({
  options: {
    start: { type: 'boolean', default: false },
    /** A loaded DATA_DIR to start over, which stays. */
    data: { type: 'string' },
    /** A folder for the CPU profile of the started server. */
    profile: { type: 'string' },
    /** Of a server that runs already, with its process. */
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    pid: { type: 'string' },
    tickets: { type: 'string', default: '10000' },
    messages: { type: 'string', default: '200000' },
    contacts: { type: 'string', default: '10000' },
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    /** Multiplies every rate. */
    pace: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    sockets: { type: 'string', default: '200' },
  },
});
/** What is not begun by then is left out. */
const patienceSeconds = 150;

const server = values.start ? await startServer(values, values) : running();
const stop = (): void => void server.stop().finally(() => process.exit(130));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
try {
  await bench(server);
} finally {
  await server.stop();
}

async function bench({ url, pid, dataDir }: Server): Promise<void> {
  const database = await connectDatabase(AppConfig.load(values.start ? { DATA_DIR: dataDir } : undefined));
  const cluster = join(dataDir, 'postgres');
  const watch = await Watch.open(database.ownerUrl, join(cluster, 'server.log'));
  const replay = await Replay.open(database.urls);
  const bare = await startBare();
  const client = new Client(url);
  try {
    const databasePid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const company = await enter(client, watch);
    const size = await watch.one<Record<'tickets' | 'messages' | 'contacts', number>>(
      'select (select count(*) from tickets) as tickets, (select count(*) from messages) as messages, (select count(*) from contacts) as contacts',
    );
    say(
      `\n${size.tickets} conversations, ${size.messages} messages, ${size.contacts} contacts; ${cpus().length} cores, Node ${process.version}\n`,
    );
    const load = { warmUpSeconds: 1, runs: Number(values.runs), runSeconds: Number(values.seconds) };
    const context = {
      client,
      watch,
      replay,
      bare,
      companyId: company.id,
      serverPid: pid,
      databasePid,
      own: values.start,
      load,
    };
    const started = performance.now();
    const results: Measured[] = [];
    for (const scenario of await scenarios(client, watch, company)) {
      if (!new RegExp(values.only).test(scenario.name)) continue;
      if (performance.now() - started > patienceSeconds * 1000) say(`${scenario.name}: left out, no time\n`);
      else results.push(await measure(context, { ...scenario, rate: scenario.rate * Number(values.pace) }));
    }
    say(`${loadTable(results)}\n${limitsTable(results)}\n`);
    if (Number(values.sockets) > 0) {
      const shares = shareMeter(context);
      const delivery = await deliver(client, watch, company, Number(values.sockets));
      say(deliveryTable(delivery, shares.read(), memoryOf(pid)));
      await watch.settled();
    }
  } finally {
    await Promise.all([client.close(), bare.stop(), watch.close(), replay.close()]);
  }
}

/** Somebody else's server: nothing of it is stopped, halted or removed. */
function running(): Server {
  if (!values.pid)
    throw new Error('Say --start, or --url and --pid of a server over the database of this configuration');
  return { url: values.url, pid: Number(values.pid), dataDir: AppConfig.load().dataDir, stop: async () => undefined };
}
