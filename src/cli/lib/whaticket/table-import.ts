import type { Localized } from '../../../core/i18n.js';
import type { ImportStore, Target, Values } from './import-store.js';
import { reasons } from './reasons.js';
import type { SourceDatabase, SourceRow } from './source-database.js';
import { moment } from './values.js';

/** The row that a column of a source row refers to, if it was taken, in the same company. */
export type Reference = (column: string) => Target | undefined;

export interface Taken {
  readonly sourceId: string;
  readonly row: SourceRow;
  readonly companyId: number;
  /** Of the columns of the target; `id` is that of the new row. */
  readonly values: Values;
}

/** Thrown for a row that is not taken. */
export class Refused extends Error {
  constructor(readonly reason: Localized) {
    super(reason.en);
  }
}

/** Which rows of a source table are read, and in what order. */
interface TableSelection {
  readonly table: string;
  /** Columns that hold ids of other source tables. */
  readonly references?: Readonly<Record<string, string>>;
  /** The reference whose company a row without a `companyId` has. */
  readonly parent?: string;
  /** Condition of SQL on the alias `t`. */
  readonly where?: string;
  readonly order?: readonly string[];
}

export interface TableImport extends TableSelection {
  /** The table here. */
  readonly into: string;
  /** SQL types by column, without id, company and times, which all have. */
  readonly columns: Readonly<Record<string, string>>;
  /** Columns that identify a row in its company: one that is here already is used instead of a new one. */
  readonly key?: readonly string[];
  /** Condition of SQL on the alias `x`: which of these are used. */
  readonly keyWhere?: string;
  /** What identifies a row where the table has no `id`. */
  readonly ids?: readonly string[];
  readonly size?: number;
  /** Reads what the rows of a batch need beside them. */
  readonly prepare?: (rows: readonly { row: SourceRow; companyId: number; of: Reference }[]) => Promise<void>;
  /** Target columns of a source row. @throws Refused */
  readonly values: (row: SourceRow, of: Reference, companyId: number, note: (reason: Localized) => void) => Values;
  /** Stores rows in another way than as new ones of `into`; answers the ids to be remembered, in their order. */
  readonly store?: (rows: readonly Taken[]) => Promise<readonly (number | Localized)[]>;
  /** Fills what only new rows have, before they are stored. */
  readonly complete?: (rows: readonly Taken[]) => Promise<void>;
  /** After the rows of a batch were stored. */
  readonly after?: (rows: readonly Taken[]) => Promise<void>;
}

const defaultSize = 1000;

/** Whether a row says whose it is. */
export const isNamed = (row: SourceRow): boolean => (row['companyId'] ?? null) !== null;

/** What all imports of tables share. */
export class TableImporter {
  constructor(
    readonly source: SourceDatabase,
    readonly store: ImportStore,
    /** Ids of the source; undefined: all. */
    private readonly companies: readonly string[] | undefined,
    /** Of a source of only one company, whose tables name none. */
    private readonly onlyCompany: string | undefined,
    readonly log: (line: string) => void,
  ) {}

  has(table: string, column?: string): boolean {
    const columns = this.source.tables.get(table);
    return columns !== undefined && (column === undefined || columns.has(column));
  }

  /** `t.*` of a table, with the company of rows that name none, of the chosen companies. */
  select({ table, references = {}, parent, where = '', order }: TableSelection, columns = 't.*'): string {
    const quote = (name: string): string => this.source.quote(name);
    const relation = (name: string): string => this.source.relation(name);
    const parentTable = parent ? references[parent] : undefined;
    const own = this.has(table, 'companyId');
    const inherited = !own && parentTable && this.has(parentTable, 'companyId');
    const company = own ? 't' : 'p';
    const join =
      inherited && parent && parentTable ? ` left join ${relation(parentTable)} p on p.id = t.${quote(parent)}` : '';
    const column = `${company}.${quote('companyId')}`;
    // those that name none may belong to one of these by their parent
    const chosen =
      this.companies && (own || inherited)
        ? `(${column} in (${this.companies.map((id) => (/^\d+$/.test(id) ? id : `'${id}'`)).join(', ')}) or ${column} is null)`
        : '';
    const conditions = [where, chosen].filter((each) => each !== '').join(' and ');
    const sorted = order ?? (this.has(table, 'id') ? ['id'] : [...(this.source.tables.get(table) ?? [])].slice(0, 2));
    return `select ${columns}${inherited ? `, p.${quote('companyId')}` : ''} from ${relation(table)} t${join}${
      conditions === '' ? '' : ` where ${conditions}`
    } order by ${sorted.map((name) => `t.${quote(name)}`).join(', ')}`;
  }

  /** Nothing where the source has no such table. */
  async take(plan: TableImport): Promise<void> {
    if (!this.has(plan.table)) return;
    const started = performance.now();
    for await (const rows of ahead(this.source.stream(this.select(plan), plan.size ?? defaultSize)))
      await this.store.batch(() => this.takeBatch(plan, rows));
    const { taken = 0, refused = 0 } = this.store.counts[plan.table] ?? {};
    this.log(`  ${plan.table}: ${taken} taken, ${refused} not, ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }

  /** Of the source's rows the rows here that their columns refer to. */
  async references(
    rows: readonly SourceRow[],
    columns: Readonly<Record<string, string>>,
  ): Promise<(row: SourceRow, companyId?: number) => Reference> {
    const found = new Map<string, ReadonlyMap<string, Target>>();
    for (const [column, table] of Object.entries(columns))
      found.set(
        column,
        await this.store.resolve(
          table,
          rows.map((row) => row[column]),
        ),
      );
    return (row, companyId) => (column) => {
      const target = found.get(column)?.get(String(row[column]));
      return companyId === undefined || target?.companyId === companyId ? target : undefined;
    };
  }

  /** The company here of each row. */
  async companiesOf(rows: readonly SourceRow[]): Promise<(row: SourceRow) => number | undefined> {
    const of = (row: SourceRow): unknown => this.onlyCompany ?? row['companyId'];
    const found = await this.store.resolve('Companies', rows.map(of));
    return (row) => found.get(String(of(row)))?.id;
  }

  private async takeBatch(plan: TableImport, read: readonly SourceRow[]): Promise<void> {
    const { table, references = {}, parent } = plan;
    const { store } = this;
    const ids = read.map((row) => this.idOf(plan, row));
    const done = await store.taken(table, ids);
    const rows = read
      .map((row, index) => ({ row, sourceId: ids[index] ?? '' }))
      .filter(({ sourceId }) => !done.has(sourceId));
    store.count(table, { read: read.length, present: read.length - rows.length });
    const [companyOf, referring] = [
      await this.companiesOf(rows.map(({ row }) => row)),
      await this.references(
        rows.map(({ row }) => row),
        references,
      ),
    ];
    const known = rows.flatMap(({ row, sourceId }) => {
      const company = companyOf(row) ?? (parent && !isNamed(row) ? referring(row)(parent)?.companyId : undefined);
      if (company === undefined) store.refuse(table, sourceId, reasons.noCompany);
      const of = referring(row, company);
      if (company !== undefined && parent && !of(parent))
        store.refuse(table, sourceId, reasons.parent(references[parent] ?? parent));
      return company === undefined || (parent && !of(parent)) ? [] : [{ row, sourceId, companyId: company, of }];
    });
    await plan.prepare?.(known);
    const accepted = known.flatMap(({ row, sourceId, companyId, of }): Taken[] => {
      try {
        const note = (reason: Localized): void => store.note(table, sourceId, reason);
        const createdAt = moment(row['createdAt']) ?? new Date().toISOString();
        const times = { created_at: createdAt, updated_at: moment(row['updatedAt']) ?? createdAt };
        const values = { ...times, ...plan.values(row, of, companyId, note), company_id: companyId };
        return [{ sourceId, row, companyId, values }];
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        store.refuse(table, sourceId, error.reason);
        return [];
      }
    });
    await (plan.store ? this.storeOtherwise(plan, accepted) : this.storeNew(plan, accepted));
  }

  private async storeOtherwise({ table, store: write }: TableImport, rows: readonly Taken[]): Promise<void> {
    const results = (await write?.(rows)) ?? [];
    const taken = rows.flatMap(({ companyId, sourceId }, index) => {
      const result = results[index];
      if (typeof result === 'number') return [{ companyId, sourceId, targetId: result }];
      if (result) this.store.refuse(table, sourceId, result);
      return [];
    });
    await this.store.remember(table, taken);
    this.store.count(table, { taken: taken.length });
  }

  private async storeNew(
    { table, into, columns, key, keyWhere = 'true', complete, after }: TableImport,
    rows: readonly Taken[],
  ): Promise<void> {
    const keyOf = (companyId: unknown, values: Values): string =>
      JSON.stringify([Number(companyId), ...(key ?? []).map((column) => String(values[column]))]);
    const here = this.store.keysOf(into);
    if (key) {
      const typed = key.map((column) => `${column} ${columns[column]}`).join(', ');
      const found = await this.store.rows<Values & { id: number; company_id: number }>(
        `select x.id, x.company_id, ${key.map((column) => `x.${column}`).join(', ')} from ${into} x
         join json_to_recordset($1::json) as g(company_id bigint, ${typed}) using (company_id, ${key.join(', ')}) where ${keyWhere}`,
        [JSON.stringify(rows.map(({ values }) => values))],
      );
      for (const row of found) here.set(keyOf(row.company_id, row), row.id);
    }
    const fresh: Taken[] = [];
    const ids = await this.store.newIds(into, rows.length);
    const taken = rows.map(({ sourceId, row, companyId, values }, index) => {
      const found = key && here.get(keyOf(companyId, values));
      if (found !== undefined) return { companyId, sourceId, targetId: found };
      const id = ids[index] ?? 0;
      if (key) here.set(keyOf(companyId, values), id);
      fresh.push({ sourceId, row, companyId, values: { ...values, id } });
      return { companyId, sourceId, targetId: id, values };
    });
    await complete?.(fresh);
    const common = { id: 'bigint', company_id: 'bigint', created_at: 'timestamptz', updated_at: 'timestamptz' };
    await this.store.insert(
      into,
      { ...common, ...columns },
      fresh.map(({ values }) => values),
    );
    await this.store.remember(table, taken);
    this.store.count(table, { taken: fresh.length, present: taken.length - fresh.length });
    await after?.(fresh);
  }

  private idOf({ table, ids = [] }: TableImport, row: SourceRow): string {
    if (this.has(table, 'id')) return String(row['id']);
    const names = this.has(table, 'companyId') ? ['companyId', ...ids] : ids;
    return names.map((name) => String(row[name])).join('-');
  }
}

/** Reads the next batch while one is stored. */
export async function* ahead<T>(batches: AsyncIterable<T>): AsyncIterable<T> {
  const iterator = batches[Symbol.asyncIterator]();
  const read = (): Promise<IteratorResult<T>> => {
    const next = iterator.next();
    // thrown when it is awaited
    next.catch(() => undefined);
    return next;
  };
  let next = read();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = read();
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
