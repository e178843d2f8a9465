import pg from 'pg';
import { withConnection } from '../../../core/database/prepare-database.js';
import type { Localized } from '../../../core/i18n.js';
import type { ImportState, TableCounts } from '../../../modules/operations/imports/import-run.entity.js';
import { CliError } from '../run-command.js';

export type Values = Record<string, unknown>;

/** A row here. */
export interface Target extends Values {
  readonly id: number;
  readonly companyId: number;
}

export interface Refusal {
  readonly table: string;
  readonly sourceId: string;
  readonly reason: Localized;
}

export interface TakenId {
  readonly companyId: number;
  readonly sourceId: string;
  readonly targetId: number;
  readonly values?: Values;
}

const companyColumn = (table: string): string => (table === 'companies' ? 'x.id' : 'x.company_id');

/** The table here that rows of a source table become, and what references to them need beside the id. */
const targets: Readonly<Record<string, { into: string; more?: string; only?: string }>> = {
  Companies: { into: 'companies' },
  Queues: { into: 'queues' },
  Users: { into: 'users' },
  QueueOptions: { into: 'queue_options' },
  Tags: { into: 'tags' },
  Whatsapps: { into: 'connections', more: ', x.channel' },
  // an erased contact gets nothing back
  Contacts: { into: 'contacts', more: ', x.name, x.number, x.is_group as "isGroup"', only: 'and x.erased_at is null' },
  Tickets: {
    into: 'tickets',
    more: ', x.contact_id as "contactId", x.connection_id as "whatsappId", x.is_group as "isGroup"',
    only: 'and not exists (select from contacts c where c.company_id = x.company_id and c.id = x.contact_id and c.erased_at is not null)',
  },
  ContactLists: { into: 'contact_lists' },
};
/** Few enough to be remembered. */
const remembered = new Set(['Companies', 'Queues', 'Users', 'Tags', 'Whatsapps', 'ContactLists']);

/** Another process stored the same thing, or waited for the same rows. */
const repeatable = new Set(['23505', '40P01', '40001']);
const maxTries = 3;

/**
 * Writes what a run takes, as the platform's role. A dry run only reads: what it would have stored stays in memory, as far
 * as later tables refer to it.
 */
export class ImportStore {
  readonly counts: Record<string, TableCounts> = {};
  private readonly memory = new Map<string, Map<string, Target>>();
  /** Of a dry run, by table. */
  private readonly imagined = new Map<string, Map<string, Target>>();
  private readonly imaginedKeys = new Map<string, Map<string, number>>();
  private imaginedId = 0;
  private refusals: Refusal[] = [];
  private counting: Record<string, TableCounts> = {};

  private constructor(
    readonly client: pg.Client,
    /** 0 in a dry run. */
    readonly run: number,
    /** The first run of the source, to which the ids belong. */
    readonly origin: number,
    readonly dry: boolean,
    private readonly onRefusal: (refusal: Refusal) => void,
  ) {}

  /** Runs `fn` with a run of its own; runs that were killed are marked as interrupted. */
  static open<T>(
    url: string,
    source: string,
    { dry, onRefusal }: { dry: boolean; onRefusal: (refusal: Refusal) => void },
    fn: (store: ImportStore) => Promise<T>,
  ): Promise<T> {
    return withConnection(url, async (client) => {
      const lock = await client.query<{ free: boolean }>(
        "select pg_try_advisory_lock(hashtext('atende:imports')) as free",
      );
      if (!lock.rows[0]?.free) throw new CliError('Another import is running.');
      await client.query(
        `set synchronous_commit = off; set jit = off; set statement_timeout = 0; set lock_timeout = 0;
         set idle_in_transaction_session_timeout = 0; set timezone = 'UTC'`,
      );
      if (dry) await client.query('set default_transaction_read_only = on');
      else
        await client.query(
          "update imports set state = 'interrupted', ended_at = now(), updated_at = now() where state = 'running'",
        );
      const first = await client.query<{ id: number | null }>('select min(id) as id from imports where source = $1', [
        source,
      ]);
      const made = dry
        ? undefined
        : await client.query<{ id: number }>(
            "insert into imports (source, state) values ($1, 'running') returning id",
            [source],
          );
      const run = made?.rows[0]?.id ?? 0;
      const store = new ImportStore(client, run, first.rows[0]?.id ?? run, dry, onRefusal);
      try {
        const result = await fn(store);
        await store.end('done', null);
        return result;
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        // without a connection the next run marks it as interrupted
        await store.end('failed', message).catch(() => undefined);
        throw error;
      }
    });
  }

  /** One transaction, with its counts and refusals. */
  async batch(fn: () => Promise<void>): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      this.refusals = [];
      this.counting = {};
      await this.client.query('begin');
      try {
        await fn();
        await this.record();
        await this.client.query('commit');
        Object.assign(this.counts, this.counting);
        for (const refusal of this.refusals) this.onRefusal(refusal);
        return;
      } catch (error) {
        await this.client.query('rollback');
        this.memory.clear();
        if (tries === maxTries || !repeatable.has((error as { code?: string }).code ?? '')) throw error;
      }
    }
  }

  count(table: string, more: Partial<TableCounts>): void {
    const now = this.counting[table] ?? this.counts[table] ?? { read: 0, taken: 0, present: 0, refused: 0 };
    this.counting[table] = {
      read: now.read + (more.read ?? 0),
      taken: now.taken + (more.taken ?? 0),
      present: now.present + (more.present ?? 0),
      refused: now.refused + (more.refused ?? 0),
    };
  }

  /** Notes what became of a row that was taken, though not as it was. */
  note(table: string, sourceId: string, reason: Localized): void {
    this.refusals.push({ table, sourceId, reason });
  }

  refuse(table: string, sourceId: string, reason: Localized): void {
    this.note(table, sourceId, reason);
    this.count(table, { refused: 1 });
  }

  async rows<T extends object = Values>(sql: string, values: readonly unknown[] = []): Promise<T[]> {
    return (await this.client.query<T>(sql, [...values])).rows;
  }

  /** A statement that changes something; a dry run answers `instead`. */
  async write<T extends object>(sql: string, values: readonly unknown[], instead: readonly T[] = []): Promise<T[]> {
    return this.dry ? [...instead] : this.rows<T>(sql, values);
  }

  /** Ids by the keys of a table that are known before it is asked: those of a dry run. */
  keysOf(table: string): Map<string, number> {
    const keys = this.imaginedKeys.get(table) ?? new Map<string, number>();
    if (this.dry) this.imaginedKeys.set(table, keys);
    return keys;
  }

  /** Rows that this source's rows of a table have become and that are still here, by the source's ids. */
  async resolve(table: string, sourceIds: Iterable<unknown>): Promise<ReadonlyMap<string, Target>> {
    const target = targets[table];
    if (!target) throw new Error(`Nothing refers to rows of ${table}`);
    const imagined = this.imagined.get(table);
    const known = new Map<string, Target>(remembered.has(table) ? this.memory.get(table) : []);
    const wanted = [...new Set([...sourceIds].filter((id) => id !== null && id !== undefined).map(String))];
    for (const id of imagined ? wanted : []) {
      const target = imagined?.get(id);
      if (target) known.set(id, target);
    }
    const unknown = wanted.filter((id) => !known.has(id));
    if (unknown.length > 0) {
      const company = companyColumn(target.into);
      const found = await this.rows<Target & { sourceId: string }>(
        `select i.source_id as "sourceId", x.id, ${company} as "companyId"${target.more ?? ''}
         from import_ids i join ${target.into} x on x.id = i.target_id and ${company} = i.company_id ${target.only ?? ''}
         where i.import_id = $1 and i.table_name = $2 and i.source_id = any($3)`,
        [this.origin, table, unknown],
      );
      for (const { sourceId, ...row } of found) known.set(sourceId, row as Target);
    }
    if (remembered.has(table)) this.memory.set(table, known);
    return known;
  }

  /** Which of these ids have been taken, whatever became of the rows since. */
  async taken(table: string, sourceIds: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.rows<{ id: string }>(
      'select source_id as id from import_ids where import_id = $1 and table_name = $2 and source_id = any($3)',
      [this.origin, table, sourceIds],
    );
    return new Set(found.map(({ id }) => id));
  }

  async newIds(table: string, count: number): Promise<number[]> {
    if (this.dry) {
      this.imaginedId -= count;
      return Array.from({ length: count }, (_, index) => this.imaginedId + index);
    }
    const found = await this.rows<{ id: number }>(
      `select nextval(pg_get_serial_sequence($1, 'id'))::float8 as id from generate_series(1, $2)`,
      [table, count],
    );
    return found.map(({ id }) => id);
  }

  /** @param columns types by the names of the columns; values are by the same names */
  async insert(table: string, columns: Readonly<Record<string, string>>, rows: readonly Values[]): Promise<void> {
    if (rows.length === 0 || this.dry) return;
    const names = Object.keys(columns).join(', ');
    const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
    await this.client.query(
      `insert into ${table} (${names}) select ${names} from json_to_recordset($1::json) as g(${typed.join(', ')})`,
      [JSON.stringify(rows)],
    );
  }

  /** Which rows here the source's rows became; `values` are those of new ones. */
  async remember(table: string, taken: readonly TakenId[]): Promise<void> {
    if (this.dry) return this.imagine(table, taken);
    await this.insert(
      'import_ids',
      { company_id: 'bigint', import_id: 'bigint', table_name: 'text', source_id: 'text', target_id: 'bigint' },
      taken.map(({ companyId, sourceId, targetId }) => ({
        company_id: companyId,
        import_id: this.origin,
        table_name: table,
        source_id: sourceId,
        target_id: targetId,
      })),
    );
  }

  private async imagine(table: string, taken: readonly TakenId[]): Promise<void> {
    const target = targets[table];
    if (!target) return;
    const found = await this.rows<Target>(
      `select x.id, ${companyColumn(target.into)} as "companyId"${target.more ?? ''} from ${target.into} x where x.id = any($1)`,
      [taken.map(({ targetId }) => targetId)],
    );
    const rows = new Map(found.map((row) => [row.id, row]));
    const imagined = this.imagined.get(table) ?? new Map<string, Target>();
    for (const { companyId, sourceId, targetId, values = {} } of taken) {
      const { channel, name, number } = values;
      const [contactId, whatsappId, isGroup] = [values['contact_id'], values['connection_id'], values['is_group']];
      const more = { channel, name, number, contactId, whatsappId, isGroup };
      imagined.set(sourceId, rows.get(targetId) ?? { id: targetId, companyId, ...more });
    }
    this.imagined.set(table, imagined);
  }

  private async record(): Promise<void> {
    if (this.dry) return;
    await this.insert(
      'import_refusals',
      { import_id: 'bigint', table_name: 'text', source_id: 'text', reason: 'jsonb' },
      this.refusals.map(({ table, sourceId, reason }) => ({
        import_id: this.run,
        table_name: table,
        source_id: sourceId.slice(0, 255),
        reason,
      })),
    );
    const counts = JSON.stringify({ ...this.counts, ...this.counting });
    await this.client.query('update imports set counts = $2, updated_at = now() where id = $1', [this.run, counts]);
  }

  private async end(state: ImportState, error: string | null): Promise<void> {
    await this.write('update imports set state = $2, error = $3, ended_at = now(), updated_at = now() where id = $1', [
      this.run,
      state,
      error?.slice(0, 2000) ?? null,
    ]);
  }
}
