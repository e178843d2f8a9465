import 'reflect-metadata';
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { burstTable, burstVerdicts, pollTable, restartText, statementTable } from './lib/burst-report.js';
import { type BurstRun, burstRun, limitRun, type RestartRun, restartRun } from './lib/burst-runs.js';
import { busyCompany } from './lib/busy-company.js';
import type { StopMode } from './lib/cluster.js';
import { Crowd } from './lib/crowd.js';
import { meter } from './lib/crowd-load.js';
import { atMost, openedText } from './lib/crowd-report.js';
import { loads, pause, say } from './lib/figures.js';
import { LiveView } from './lib/live-view.js';
import { memoryNow } from './lib/memory.js';
import { verdictTable } from './lib/report.js';
import { Stage } from './lib/stage.js';

/*
 * A company at its busiest on one process: all its attendants are there with their tabs, customers write by the hundred
 * a second, pages ask for their lists beside it, and PostgreSQL is restarted under all of it. `npm run bench:burst`; the
 * same fan-out by socket.io alone stands beside it. Some of the sockets are whole screens, which are compared with a
 * fresh look afterwards.
 */

const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '2000' },
    attendants: { type: 'string', default: '200' },
    /** A message is heard in one of them: fewer departments, larger audiences. */
    departments: { type: 'string', default: '20' },
    /** Messages a second, and for how long. */
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '30' },
    /** Seconds between two looks of a page at its lists; 0 leaves that run out. */
    poll: { type: 'string', default: '15' },
    /** Ways to end PostgreSQL, divided by commas: fast, crash (immediately); empty leaves that part out. */
    postgres: { type: 'string', default: 'fast,crash' },
    /** Processes that hold the sockets. */
    processes: { type: 'string', default: '2' },
    /** So many of the statements that took PostgreSQL longest are told. */
    statements: { type: 'string', default: '0' },
    json: { type: 'string' },
  },
});
const [sockets, attendants, departments] = [
  Number(values.sockets),
  Number(values.attendants),
  Number(values.departments),
];
const load = { rate: Number(values.rate), seconds: Number(values.seconds), pollMs: Number(values.poll) * 1000 };
const processes = Number(values.processes);
const counted = Number(values.statements);
const restMs = 5_000;
const openPatienceMs = 120_000;
const mostMegabytes = 400;

const stage = await Stage.open({ seed: 1, counts: counted > 0 });
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void Stage.closeAll().finally(() => process.exit(130)));
try {
  await bench();
} finally {
  await stage.close();
}

async function bench(): Promise<void> {
  say(`\n${cpus().length} cores, Node ${process.version}, load ${loads()}\n`);
  const company = await busyCompany(stage, { attendants, departments, sockets });
  const [url = '', pid = 0] = [stage.urls[0], stage.web[0]?.pid];
  say(`${attendants} attendants of ${departments} departments, ${company.town.waiting.length} conversations wait\n`);
  await pause(restMs);
  const before = await memoryNow(pid, url);
  const opening = meter(pid, []);
  // one of each attendant's sockets is a whole screen, here; the others are light ones, elsewhere
  const crowd = await Crowd.open(url, company.members.slice(attendants), processes, 200);
  const views: LiveView[] = [];
  try {
    const up = await crowd.until(sockets - attendants, openPatienceMs);
    const used = opening(crowd.pids);
    await pause(restMs);
    const full = await memoryNow(pid, url);
    const kilobytesEach = ((full.rss - before.rss) * 1024) / up.ready;
    say(openedText({ ...up, ...used, before, full, kilobytesEach }));
    for (const { id, email, client } of company.attendants)
      views.push(await LiveView.open(email, client, company.openTickets.get(id) ?? 0));
    await quiet(crowd);
    const trial = { stage, company, crowd, views, load };
    if (counted > 0) await stage.cluster.costliest(0);
    const runs: BurstRun[] = [await burstRun(trial, `${load.rate} messages a second`, false)];
    if (counted > 0) say(statementTable(await stage.cluster.costliest(counted), load.rate * load.seconds));
    if (load.pollMs > 0) runs.push(await burstRun(trial, `with ${attendants} pages that ask`, true));
    const modes = values.postgres.split(',').filter((mode): mode is StopMode => mode === 'fast' || mode === 'crash');
    const restarts: RestartRun[] = [];
    for (const mode of modes) restarts.push(await restartRun(trial, mode));
    const stored = await storedTwice();
    for (const view of views) view.close();
    await crowd.close();
    const each = runs[0]?.each ?? { events: 1, bytes: 1000 };
    const limit = await limitRun({ company, load }, { each, processes });
    const all = [...runs, ...restarts];
    say(`\n${burstTable([...all, limit])}\n${pollTable(all)}\n${restarts.map(restartText).join('')}`);
    say(
      `a message is ${each.events.toFixed(1)} events of ${each.bytes.toFixed(0)} bytes for each who may see it; ` +
        `a socket of socket.io alone takes ${limit.kilobytesEach.toFixed(1)} kB\n\n`,
    );
    const sent = all.reduce((sum, { messages, refused }) => sum + messages - refused, 0);
    const held = [
      atMost(`${up.ready} sockets, memory`, mostMegabytes, full.rss, 'MB'),
      atMost('memory after the bursts', mostMegabytes, Math.max(...all.map(({ rss }) => rss)), 'MB'),
      ...burstVerdicts(runs, restarts, views.length),
      {
        promise: 'acknowledged and stored, once',
        target: String(sent),
        measured: `${stored.rows} rows, ${stored.texts} texts`,
        held: stored.rows === sent && stored.texts === sent,
      },
    ];
    for (const wrong of all.flatMap((run) => run.wrong).slice(0, 5)) say(`${wrong}\n`);
    for (const violation of await stage.violations()) say(`broken: ${JSON.stringify(violation)}\n`);
    say(`${verdictTable(held)}\nLoad of the machine at the end: ${loads()}\n`);
    const told = {
      at: new Date().toISOString(),
      arguments: values,
      before,
      full,
      kilobytesEach,
      runs,
      restarts,
      limit,
      held,
    };
    if (values.json) await writeFile(values.json, `${JSON.stringify(told, null, 2)}\n`);
    if (!held.every((verdict) => verdict.held)) process.exitCode = 1;
  } finally {
    for (const view of views) view.close();
    await crowd.close();
  }
}

/** Until everybody has heard who came: hundreds of colleagues in one minute are another load than a busy one. */
async function quiet(crowd: Crowd): Promise<void> {
  for (let [before, now] = [-1, 0]; now !== before; ) {
    await pause(2_000);
    [before, now] = [now, (await crowd.state()).events];
  }
}

/** Rows of the bursts' messages, and different texts among them. */
function storedTwice(): Promise<{ rows: number; texts: number }> {
  return stage.cluster.row(
    "select count(*)::int as rows, count(distinct body)::int as texts from messages where body like 'fluxo-%'",
  );
}
