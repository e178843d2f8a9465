import { sql } from 'kysely';
import { type Condition, listed, type Statement } from '../../../../core/database/statements.js';
import type { Localized } from '../../../../core/i18n.js';
import type { RecordTable, Stored } from '../../../../core/resource/record-table.js';
import type { FileImport, FileRefusal, ImportFault, RefusedLine } from './contact-import.entity.js';

// Each kind of import has its own table; the statements take its name or a RecordTable.

const progressColumns = ['id', 'status', 'total', 'position', 'created', 'skipped', 'refused'] as const;
export type ImportProgress = Pick<FileImport, (typeof progressColumns)[number]>;

const maxListed = 10;

const importsWhere = <I extends FileImport>(
  companyId: number,
  table: RecordTable<I>,
  where: Condition,
): Statement<Stored<FileImport>> => sql`
  select ${table.columns()} ${table.from} where t.company_id = ${companyId} and ${where}
  order by t.id desc limit ${sql.lit(maxListed)}`;

export const importOf = <I extends FileImport>(
  companyId: number,
  table: RecordTable<I>,
  id: number,
): Statement<Stored<FileImport>> => importsWhere(companyId, table, sql`t.id = ${id}`);

/** The newest imports of a user. @param where on the alias `t` */
export const newestImports = <I extends FileImport>(
  companyId: number,
  table: RecordTable<I>,
  userId: number,
  where: Condition = sql`true`,
): Statement<Stored<FileImport>> => importsWhere(companyId, table, sql`t.user_id = ${userId} and ${where}`);

export const importProgress = <I extends FileImport>(
  companyId: number,
  table: RecordTable<I>,
  id: number,
): Statement<ImportProgress & { readonly userId: number }> => sql`
  select ${table.columns(['userId', ...progressColumns])} ${table.from}
  where t.company_id = ${companyId} and t.id = ${id}`;

/** Returns no row if the import has ended. */
export const beginImport = (
  companyId: number,
  table: string,
  id: number,
): Statement<{ mediaKey: string; position: number; columns: readonly string[] | null }> =>
  sql`update ${sql.table(table)} set status = 'running', updated_at = now()
   where company_id = ${companyId} and id = ${id} and status in ('waiting', 'running')
     returning media_key as "mediaKey", position, columns`;

export const setImportTotal = (
  companyId: number,
  table: string,
  id: number,
  { total, headings }: { readonly total: number; readonly headings: readonly string[] },
): Statement =>
  sql`update ${sql.table(table)} set total = ${total}, headings = ${JSON.stringify(headings)}, updated_at = now()
  where company_id = ${companyId} and id = ${id}`;

/** Locks the import if it is still at this position; another process may have stored the batch. */
export const lockImport = (
  companyId: number,
  table: string,
  id: number,
  position: number,
): Statement<{ faults: ImportFault[]; notes: ImportFault[] }> =>
  sql`select faults, notes from ${sql.table(table)} where company_id = ${companyId} and id = ${id}
   and position = ${position} and status = 'running' for update`;

/** Advances the position after a batch. */
export const moveImport = (
  companyId: number,
  table: string,
  id: number,
  {
    lines,
    created,
    skipped,
    refused,
    faults,
    noted,
    notes,
  }: Pick<FileImport, 'created' | 'skipped' | 'refused' | 'faults' | 'noted' | 'notes'> & { readonly lines: number },
): Statement =>
  sql`update ${sql.table(table)} set position = position + ${lines}, created = created + ${created},
   skipped = skipped + ${skipped}, refused = refused + ${refused},
   faults = ${JSON.stringify(faults)}, noted = noted + ${noted}, notes = ${JSON.stringify(notes)}, updated_at = now()
   where company_id = ${companyId} and id = ${id}`;

/** Ends the import and returns the storage key of its file. */
export const endImport = (
  companyId: number,
  table: string,
  id: number,
  problem: Localized | null,
): Statement<{ key: string | null }> =>
  sql`update ${sql.table(table)} i
   set status = ${problem ? 'failed' : 'done'}, problem = ${problem && JSON.stringify(problem)}, media_key = null,
   finished_at = now(), updated_at = now()
   from (select id, media_key from ${sql.table(table)} where company_id = ${companyId} and id = ${id}
     and status in ('waiting', 'running') for update) old
   where i.company_id = ${companyId} and i.id = old.id returning old.media_key as key`;

export const insertRefusals = (
  companyId: number,
  table: string,
  importId: number,
  refused: readonly RefusedLine[],
): Statement => sql`
  insert into ${sql.table(table)} (company_id, import_id, line, name, number, cells, reason)
  select ${companyId}, ${importId}, r.line, r.name, r.number, r.cells, r.reason from ${listed('r', {
    line: ['int', refused.map(({ line }) => line)],
    name: ['text', refused.map(({ name }) => name)],
    number: ['text', refused.map(({ number }) => number)],
    cells: ['jsonb', refused.map(({ cells }) => JSON.stringify(cells))],
    reason: ['jsonb', refused.map(({ text }) => JSON.stringify(text))],
  })}`;

/** The refused lines of a file after the given line. */
export const refusalsAfter = (
  companyId: number,
  table: string,
  { importId, line, limit }: { readonly importId: number; readonly line: number; readonly limit: number },
): Statement<Pick<FileRefusal, 'line' | 'name' | 'number' | 'cells' | 'reason'>> => sql`
  select line, name, number, cells, reason from ${sql.table(table)}
  where company_id = ${companyId} and import_id = ${importId} and line > ${line}
  order by line limit ${sql.lit(limit)}`;

/** The headings of the file of an import. */
export const importHeadings = (
  companyId: number,
  table: string,
  id: number,
): Statement<{ headings: readonly string[] | null }> =>
  sql`select headings from ${sql.table(table)} where company_id = ${companyId} and id = ${id}`;
