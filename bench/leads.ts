import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { getCnae } from '@brazilian-utils/brazilian-utils/get-cnae';
import pg from 'pg';
import { AppConfig } from '../src/core/config/config.js';
import { connectDatabase } from '../src/core/database/connect-database.js';
import { writeLeadFiles } from '../src/demo/lead-files.js';
import { migrationsOf } from '../src/mikro-orm.config.js';
import { importLeads } from '../src/modules/contacts/leads/import/import-leads.js';
import { bodyOf } from '../test/support/client.js';
import { ms, print, printMachine } from './lib/report.js';
import { withServer } from './lib/server.js';
import { signIn } from './lib/tenants.js';

/*
 * The finder of companies: how fast a set of made-up files is imported while somebody searches, and how fast pages are, at
 * the beginning and deep, for mixes of filters. `npm run bench:leads -- --companies 200000`.
 */

const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '200000' },
    repeats: { type: 'string', default: '60' },
    /** A DATA_DIR that is kept; what was imported there is not imported again. */
    data: { type: 'string' },
  },
});
const companies = Number(values.companies);
const repeats = Number(values.repeats);
const limitMs = 50;

const mixes: Readonly<Record<string, string>> = {
  'no filter': '',
  'any status': 'situacao=todas',
  SP: 'estado=SP',
  'SP, frequent activity': 'estado=SP&cnae_principal=4781400',
  'SP, rare activity': 'estado=SP&cnae_principal=8129000',
  'AC, frequent activity': 'estado=AC&cnae_principal=4781400',
  'rare activity': 'cnae_principal=8129000',
  retail: 'setor=47',
  'all trade, SP': 'estado=SP&setor=G',
  words: 'pesquisa=comercio',
  'small town, MEI, e-mail': 'estado=MG&cidade=Abaet%C3%A9&mei=true&email=true',
  'MEI, e-mail, phone': 'mei=true&email=true&telefone=true',
  'MEI, capital from 1 million': 'mei=true&capital_de=1000000',
  'capital from 10 million': 'capital_de=10000000',
  'SP, capital from 1 million, retail': 'estado=SP&capital_de=1000000&setor=47',
  'opened on one day': 'abertura_de=2024-03-12&abertura_ate=2024-03-12',
  'opened in a month, SP': 'estado=SP&abertura_de=2026-09-01&abertura_ate=2026-09-30',
  'opened 2005 to 2007, MEI': 'abertura_de=2005-01-01&abertura_ate=2007-12-31&mei=true',
  'opened before 1970': 'abertura_ate=1969-12-31',
  'suspended, large, without phone': 'situacao=suspensa&porte=demais&telefone=false',
  'no MEI, small, odd capital': 'mei=false&porte=pequeno&capital_de=12345',
  'opened in days, MEI, e-mail, retail': 'abertura_de=2024-03-01&abertura_ate=2024-03-20&mei=true&email=true&setor=47',
  everything:
    'estado=SP&setor=47&mei=false&email=true&telefone=true&porte=micro&capital_de=10000&abertura_de=2015-01-01',
};

await withServer({ data: values.data, env: { DEMO: 'on' } }, async ({ server: { url }, dataDir }) => {
  const { ownerUrl } = await connectDatabase(AppConfig.load({ DATA_DIR: dataDir }), migrationsOf);
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const client = await signIn(url, 'gestor@demo.local');
  const get = async <T>(path: string): Promise<T> => bodyOf(await client.get<T>(path));
  printMachine();
  const present = await owner.query('select companies from leads.generations where shown_at is not null');
  if (present.rows[0]?.companies < companies) await timedImport();
  const slow: string[] = [];
  print(
    `\n${'filters'.padEnd(38)}${'found'.padStart(8)}  first page p50 p95 ms   deep p50 p95 ms   count by plain SQL, ms\n`,
  );
  for (const [name, query] of Object.entries(mixes)) {
    const first = await page(query);
    const firsts = await times(() => page(query));
    let cursor = first.cursor;
    // as deep as 200 pages lead
    for (let depth = 0; depth < 200 && cursor; depth += 1)
      cursor = (await page(`${query}&cursor=${cursor}`)).cursor ?? null;
    const deep = cursor ? await times(() => page(`${query}&cursor=${cursor}`)) : undefined;
    const plain = await plainCount(query);
    print(
      `${name.padEnd(38)}${String(first.countIsMinimum ? '1000+' : first.count).padStart(8)}${pair(firsts)}${deep ? pair(deep) : ''.padStart(20)}${plain.padStart(16)}\n`,
    );
    if (Math.max(firsts.p95, deep?.p95 ?? 0) > limitMs) slow.push(name);
  }
  print(
    slow.length === 0 ? `\nEvery page within ${limitMs} ms (p95).\n` : `\nOver ${limitMs} ms: ${slow.join('; ')}\n`,
  );
  if (slow.length > 0) process.exitCode = 1;
  await owner.end();

  interface PageAnswer {
    readonly count?: number;
    readonly countIsMinimum?: boolean;
    readonly cursor: string | null;
  }

  function page(query: string): Promise<PageAnswer> {
    return get(`/leads/empresas?${query}`);
  }

  async function timedImport(): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'atende-leads-'));
    try {
      let started = performance.now();
      await writeLeadFiles(folder, { companies, parts: 10, activities: activitiesOfCnae() });
      print(`files written in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
      started = performance.now();
      let done = false;
      let [requests, failures, longest] = [0, 0, 0];
      const searching = (async () => {
        while (!done) {
          const began = performance.now();
          const { status } = await client.get('/leads/empresas?estado=SP');
          longest = Math.max(longest, performance.now() - began);
          requests += 1;
          if (status !== 200) failures += 1;
        }
      })();
      const result = await importLeads(ownerUrl, folder, { log: (line) => print(`${line}\n`) });
      done = true;
      await searching;
      const seconds = result.loadSeconds + result.buildSeconds;
      print(
        `${result.rows} rows, ${result.companies} companies in ${seconds.toFixed(1)} s: ${Math.round(result.rows / seconds)} rows/s ` +
          `(files ${result.loadSeconds.toFixed(1)} s, table and indexes ${result.buildSeconds.toFixed(1)} s)\n` +
          `meanwhile ${requests} searches, ${failures} failed, the longest ${ms(longest)} ms\n`,
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async function times(act: () => Promise<unknown>): Promise<{ p50: number; p95: number }> {
    const taken: number[] = [];
    for (let run = 0; run < repeats; run += 1) {
      const began = performance.now();
      await act();
      taken.push(performance.now() - began);
    }
    const sorted = taken.toSorted((a, b) => a - b);
    return { p50: sorted[Math.floor(repeats * 0.5)] as number, p95: sorted[Math.floor(repeats * 0.95)] as number };
  }

  /** What a plain statement over the same table takes that must read all that match. */
  async function plainCount(query: string): Promise<string> {
    const wanted = new URLSearchParams(query);
    const where = [
      wanted.get('situacao') === 'todas' ? 'true' : `status = ${wanted.get('situacao') === 'suspensa' ? 3 : 2}`,
    ];
    if (wanted.has('estado')) where.push(`state = '${wanted.get('estado')}'`);
    if (wanted.has('mei')) where.push(`mei = ${wanted.get('mei')}`);
    if (wanted.has('capital_de')) where.push(`capital >= ${wanted.get('capital_de')}`);
    if (wanted.has('cnae_principal')) where.push(`activity = ${wanted.get('cnae_principal')}`);
    const began = performance.now();
    await owner.query(`select count(*) from leads.companies where ${where.join(' and ')}`);
    return ms(performance.now() - began);
  }
});

function pair({ p50, p95 }: { p50: number; p95: number }): string {
  return `${ms(p50).padStart(13)}${ms(p95).padStart(7)}`;
}

/** Every code that exists; frequent ones first, as in the demo. */
function activitiesOfCnae(): string[] {
  const frequent = ['4781400', '9602501', '5611203', '4712100', '8219999', '7319002', '4930202', '5611201', '4399103'];
  const all: string[] = [];
  for (let group = 111; group <= 9900; group += 1)
    for (let digit = 0; digit < 10; digit += 1)
      for (let last = 0; last < 100; last += 1) {
        const code = `${String(group).padStart(4, '0')}${digit}${String(last).padStart(2, '0')}`;
        if ((last < 12 || last > 98) && getCnae(code)) all.push(code);
      }
  const shuffled = all.toSorted((a, b) => Number(a.slice(3) + a.slice(0, 3)) - Number(b.slice(3) + b.slice(0, 3)));
  return [...new Set([...frequent, ...shuffled.filter((code) => code !== '8129000'), '8129000'])];
}
