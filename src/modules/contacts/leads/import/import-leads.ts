import { pipeline } from 'node:stream/promises';
import { getMunicipalities } from '@brazilian-utils/brazilian-utils/get-municipalities';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { roles } from '../../../../core/database/database-types.js';
import { withConnection } from '../../../../core/database/prepare-database.js';
import { checkBytes } from './check-bytes.js';
import {
  buildSteps,
  copyInto,
  createStage,
  repeatedIn,
  showGeneration,
  stageTable,
  tables,
  vacuum,
} from './generation.js';
import { type Kind, kinds } from './layout.js';
import { LeadFileError } from './lead-file-error.js';
import { publishedOn, type SourceFile, sourceFiles } from './source-files.js';

export interface ImportOptions {
  /** The date of the data as YYYY-MM-DD; by default taken from the names of the files. */
  readonly date?: string | undefined;
  readonly source?: string;
  readonly log?: (line: string) => void;
}

export interface ImportResult {
  readonly generation: number;
  readonly companies: number;
  /** The number of rows in all files. */
  readonly rows: number;
  /** The number of files loaded now; earlier runs have loaded the others. */
  readonly files: number;
  readonly loadSeconds: number;
  readonly buildSeconds: number;
}

const lockNotAvailable = '55P03';
const uniqueViolation = '23505';
const maxTries = 150;
/** The share of companies that may lack a row in `Empresas`. */
const maxOrphans = 0.01;

/**
 * Loads a published set of files into a new generation beside the current one, and shows it when it is complete.
 * An interrupted run is continued without loading its files again.
 * @throws LeadFileError with file and line; the current generation then stays
 */
export async function importLeads(
  ownerUrl: string,
  path: string,
  { date, source = 'Receita Federal do Brasil, dados abertos do CNPJ', log = () => undefined }: ImportOptions = {},
): Promise<ImportResult> {
  const files = await sourceFiles(path);
  const day = date ?? publishedOn(files.map(({ innerName }) => innerName));
  return withConnection(ownerUrl, async (client) => {
    await lockImports(client, path);
    await client.query(
      "set work_mem = '256MB'; set maintenance_work_mem = '512MB'; set jit = off; set synchronous_commit = off",
    );
    // servers may limit statement times, but a file or an index takes minutes
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0');
    const started = performance.now();
    const generation = await openGeneration(client, files, source, day);
    const loaded = await loadFiles(client, generation, files, log);
    const loadedAt = performance.now();
    await build(client, generation, files, log);
    const companies = await show(client, generation);
    await dropOthers(client, generation);
    const rows = await client.query<{ rows: number }>(
      'select sum(rows)::float8 as rows from leads.files where generation = $1',
      [generation],
    );
    return {
      generation,
      companies,
      rows: rows.rows[0]?.rows ?? 0,
      files: loaded,
      loadSeconds: (loadedAt - started) / 1000,
      buildSeconds: (performance.now() - loadedAt) / 1000,
    };
  });
}

/** Frees the disk space of a refused or interrupted import, which then cannot be continued. */
export function discardUnfinished(ownerUrl: string): Promise<void> {
  return withConnection(ownerUrl, async (client) => {
    await lockImports(client, 'discard');
    const shown = await client.query<{ id: number }>(
      'select id from leads.generations where shown_at is not null order by id desc limit 1',
    );
    await dropOthers(client, shown.rows[0]?.id ?? 0);
  });
}

async function lockImports(client: pg.Client, path: string): Promise<void> {
  const lock = await client.query<{ free: boolean }>("select pg_try_advisory_lock(hashtext('atende:leads')) as free");
  if (!lock.rows[0]?.free) throw new LeadFileError(path, undefined, 'another import is running');
}

/** The unfinished generation of the same files, or a new one. */
async function openGeneration(
  client: pg.Client,
  files: readonly SourceFile[],
  source: string,
  day: string | undefined,
): Promise<number> {
  const found = await client.query<{ id: number; names: string[]; marks: string[]; kinds: typeof kinds }>(
    `select g.id, array_remove(array_agg(f.name), null) as names, array_remove(array_agg(f.mark), null) as marks,
       array_remove(array_agg(distinct f.kind), null) as kinds
     from leads.generations g left join leads.files f on f.generation = g.id
     where g.shown_at is null group by g.id`,
  );
  for (const { id, names, marks, kinds: loaded } of found.rows) {
    const built = await client.query('select to_regclass($1) as found', [`leads.companies_${id}`]);
    const same =
      (names.length === files.length || built.rows[0].found === null) &&
      names.every((name, index) => files.some((file) => file.name === name && file.mark === marks[index]));
    if (same && (await areKept(client, id, loaded))) {
      await client.query('update leads.generations set source = $2, source_date = $3 where id = $1', [id, source, day]);
      return id;
    }
  }
  const made = await client.query<{ id: number }>(
    'insert into leads.generations (source, source_date) values ($1, $2) returning id',
    [source, day],
  );
  const id = made.rows[0]?.id as number;
  await dropOthers(client, id);
  for (const kind of kinds) await client.query(createStage(id, kind));
  return id;
}

/** A crash of PostgreSQL empties the stage tables, and a finished build drops them. */
async function areKept(client: pg.Client, generation: number, loaded: typeof kinds): Promise<boolean> {
  for (const kind of kinds) {
    const there = await client.query('select to_regclass($1) as found', [stageTable(generation, kind)]);
    if (there.rows[0].found === null) return false;
    if (!loaded.includes(kind)) continue;
    const rows = await client.query(`select from ${stageTable(generation, kind)} limit 1`);
    if (rows.rowCount === 0) return false;
  }
  return true;
}

async function loadFiles(
  client: pg.Client,
  generation: number,
  files: readonly SourceFile[],
  log: (line: string) => void,
): Promise<number> {
  const done = await client.query<{ name: string }>('select name from leads.files where generation = $1', [generation]);
  const waiting = files.filter(({ name }) => !done.rows.some((row) => row.name === name));
  for (const file of waiting) {
    const started = performance.now();
    await client.query('begin');
    const rows = await copyFile(client, generation, file).catch(async (error: unknown) => {
      await client.query('rollback');
      throw error;
    });
    if (rows === 0) {
      await client.query('rollback');
      throw new LeadFileError(file.name, 1, 'is empty');
    }
    await client.query('insert into leads.files (generation, name, kind, mark, rows) values ($1, $2, $3, $4, $5)', [
      generation,
      file.name,
      file.kind,
      file.mark,
      rows,
    ]);
    await client.query('commit');
    log(`  ${file.name}: ${rows} rows in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
  return waiting.length;
}

async function copyFile(client: pg.Client, generation: number, file: SourceFile): Promise<number> {
  const copy = client.query(copyFrom(copyInto(generation, file.kind)));
  try {
    await pipeline(await file.open(), checkBytes(file.name, file.kind), copy);
    return copy.rowCount;
  } catch (error) {
    if (error instanceof LeadFileError) throw error;
    const { message, where = '' } = error as { message: string; where?: string };
    const line = /, line (\d+)/.exec(where)?.[1];
    throw new LeadFileError(file.name, line === undefined ? undefined : Number(line), message);
  }
}

async function build(
  client: pg.Client,
  generation: number,
  files: readonly SourceFile[],
  log: (line: string) => void,
): Promise<void> {
  const cities = getMunicipalities().map(({ stateCode, name, code }) => ({ uf: stateCode, name, code: Number(code) }));
  for (const kind of ['empresas', 'simples'] as const) await client.query(`analyze ${stageTable(generation, kind)}`);
  for (const { name, done, statements } of buildSteps(generation, pg.escapeLiteral(JSON.stringify(cities)))) {
    const started = performance.now();
    const there = await client.query('select to_regclass($1) as found', [done]);
    if (there.rows[0].found !== null) continue;
    await client.query('begin');
    try {
      for (const statement of statements) await client.query(statement);
      if (name === 'companies') await assertJoined(client, generation, files);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw await withFiles(client, generation, files, error);
    }
    log(`  ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
  const started = performance.now();
  for (const statement of vacuum(generation)) await client.query(statement);
  log(`  vacuum and analyze: ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** For a unique violation, an error that names the files with the repeated key. */
async function withFiles(
  client: pg.Client,
  generation: number,
  files: readonly SourceFile[],
  error: unknown,
): Promise<unknown> {
  const { code, detail = '' } = error as { code?: string; detail?: string };
  const key = /([0-9A-Z]+)\) is duplicated/.exec(detail)?.[1];
  if (code !== uniqueViolation || key === undefined) return error;
  const { rows } = await client.query<{ kind: Kind }>(repeatedIn(generation), [key]);
  const names = files.filter(({ kind }) => rows.some((row) => row.kind === kind)).map(({ name }) => name);
  return names.length > 0 ? new LeadFileError(names.join(', '), undefined, `more than one row of ${key}`) : error;
}

/** @throws when too many companies lack a row in `Empresas`: files of different months, or an incomplete set */
async function assertJoined(client: pg.Client, generation: number, files: readonly SourceFile[]): Promise<void> {
  const found = await client.query<{ companies: number; wanted: number }>(
    `select (select count(*) from leads.companies_${generation})::float8 as companies,
       (select sum(rows) from leads.files where generation = $1 and kind = 'estabelecimentos')::float8 as wanted`,
    [generation],
  );
  const { companies = 0, wanted = 0 } = found.rows[0] ?? {};
  if (wanted - companies <= wanted * maxOrphans) return;
  const names = files.filter(({ kind }) => kind === 'empresas').map(({ name }) => name);
  throw new LeadFileError(names.join(', '), undefined, `has no row for ${wanted - companies} of ${wanted} companies`);
}

/** Changes all views at once. The exclusive lock is retried, so that a slow reader does not block other readers. */
async function show(client: pg.Client, generation: number): Promise<number> {
  const counted = await client.query<{ companies: number }>(
    `select count(*)::float8 as companies from leads.companies_${generation}`,
  );
  const companies = counted.rows[0]?.companies ?? 0;
  await retried(client, [
    ...showGeneration(generation, Object.values(roles)),
    `update leads.generations set shown_at = clock_timestamp(), companies = ${companies} where id = ${generation}`,
  ]);
  return companies;
}

/** Drops the tables of all other generations, and the stage tables of a complete one. */
async function dropOthers(client: pg.Client, generation: number): Promise<void> {
  const found = await client.query<{ name: string }>(
    `select format('leads.%I', c.relname) as name from pg_class c
     where c.relnamespace = 'leads'::regnamespace and c.relkind = 'r'
       and (c.relname ~ '^stage_' or c.relname ~ '^(${tables.join('|')})_\\d+$' and c.relname not like $1)
       and not exists (select from pg_depend d where d.refobjid = c.oid and d.classid = 'pg_rewrite'::regclass)`,
    [`%\\_${generation}`],
  );
  if (found.rows.length > 0) await retried(client, [`drop table ${found.rows.map(({ name }) => name).join(', ')}`]);
  await client.query(
    `delete from leads.generations g where id <> $1 and not exists (
       select from leads.generations n where n.id = $1 and n.shown_at is null and g.shown_at is not null)`,
    [generation],
  );
}

async function retried(client: pg.Client, statements: readonly string[]): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query(`begin; set local lock_timeout = '200ms'; ${statements.join('; ')}; commit`);
      return;
    } catch (error) {
      await client.query('rollback');
      if ((error as { code?: string }).code !== lockNotAvailable || tries === maxTries) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
