import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Checks } from '../test/support/checks.js';
import { bodyOf, type Client } from '../test/support/client.js';
import { form } from '../test/support/files.js';
import { residentMegabytes } from '../test/support/proc.js';
import type { Named, TicketRow } from '../test/support/world.js';
import { BenchDatabase } from './lib/database.js';
import { ms, print, printMachine, quantile, writeJson } from './lib/report.js';
import { type BenchServer, withServer } from './lib/server.js';
import { seededCompanies, signIn } from './lib/tenants.js';

/* A large contact list is imported while attendants read and answer. `npm run bench:lists`. */

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '100000' }, json: { type: 'string' } },
});
const rows = Number(values.rows);
const seed = { companies: 1, tickets: 10_000, messages: 50_000, contacts: 10_000 };
const mostSeconds = 20;
const mostMegabytes = 400;
const quietMs = 10_000;
const everyMs = 50;

interface Import {
  readonly id: number;
  readonly status: string;
  readonly created: number;
}

await withServer({ seed }, bench);

/** The open list and a message, in turn. @returns the 95th percentiles */
async function converse(client: Client, ticket: TicketRow, over: () => boolean): Promise<[list: number, send: number]> {
  const times: [number[], number[]] = [[], []];
  for (let n = 0; !over(); n += 1) {
    const began = performance.now();
    if (n % 2 === 0) bodyOf(await client.get<object>('/tickets?showAll=true&status=open'));
    else bodyOf(await client.post(`/messages/${ticket.id}`, { body: `resposta ${n}` }), 201);
    times[n % 2 === 0 ? 0 : 1].push(performance.now() - began);
    await delay(everyMs);
  }
  return [quantile(times[0], 0.95), quantile(times[1], 0.95)];
}

async function bench({ server, dataDir }: BenchServer): Promise<void> {
  const checks = new Checks('bench:lists');
  printMachine();
  const database = await BenchDatabase.open(dataDir);
  const [company] = await seededCompanies(database);
  await database.close();
  if (!company) throw new Error('The database is not loaded: npm run bench:seed');
  const manager = await signIn(server.url, `gestor1@${company.host}`);
  const { tickets } = bodyOf(await manager.get<{ tickets: TicketRow[] }>('/tickets?showAll=true&status=open'));
  const [ticket] = tickets;
  if (!ticket) throw new Error('No conversation is open');
  const list = bodyOf(await manager.post<Named>('/contact-lists', { name: 'Todos' }), 201);
  const lines = Array.from({ length: rows }, (_, n) => `Cliente ${n};${5511900000000 + n};Cidade ${n % 500};${n}`);
  const file = {
    name: 'lista.csv',
    mime: 'text/csv',
    bytes: Buffer.from(['nome;numero;cidade;valor', ...lines].join('\n')),
  };

  const quietEnd = performance.now() + quietMs;
  const before = await converse(manager, ticket, () => performance.now() > quietEnd);
  const began = performance.now();
  const { id } = bodyOf(await manager.post<Import>(`/contact-lists/${list.id}/upload`, form({}, [file], 'file')), 202);
  const accepted = performance.now() - began;
  let over = false;
  const during = converse(manager, ticket, () => over);
  let state: Import | undefined;
  let megabytes = 0;
  while (state?.status !== 'done') {
    await delay(100);
    state = bodyOf(await manager.get<Import>(`/contact-lists/imports/${id}`));
    megabytes = Math.max(megabytes, residentMegabytes(server.pid));
  }
  const seconds = (performance.now() - began) / 1000;
  over = true;
  const [list95, send95] = await during;
  print(
    `${rows} rows, ${(file.bytes.length / 1e6).toFixed(1)} MB: accepted after ${ms(accepted)} ms, in the list after ${seconds.toFixed(1)} s\n` +
      `open list, p95: ${ms(before[0])} before, ${ms(list95)} ms meanwhile; message: ${ms(before[1])}, ${ms(send95)} ms\n\n`,
  );
  checks.equal('rows in the list', state.created, rows);
  checks.atMost('import', seconds, mostSeconds, ' s');
  checks.atMost('memory of the server', megabytes, mostMegabytes, ' MB');
  print(`${checks}\n`);
  await writeJson(values.json, { arguments: values, seconds, before, during: [list95, send95], checks });
  if (!checks.ok) process.exitCode = 1;
}
