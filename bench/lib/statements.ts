import { readFile, stat } from 'node:fs/promises';
import pg from 'pg';
import { pause } from './figures.js';

export interface Statement {
  readonly role: 'app' | 'platform';
  readonly sql: string;
  readonly params: readonly (string | null)[];
}

interface Entry extends Statement {
  readonly process: string;
}

const quietLooks = 5;
const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const prefix = /^\d{4}-\d\d-\d\d [\d:.]+ \w+\|/;

/** The database of the server under load, as its owner: takes statements down and says what is left to do. */
export class Watch {
  private constructor(
    private readonly owner: pg.Client,
    private readonly log: string,
  ) {}

  static async open(ownerUrl: string, log: string): Promise<Watch> {
    const owner = new pg.Client({ connectionString: ownerUrl });
    // the database stops with the server: the next statement fails, and what ended the server is told first
    owner.on('error', () => undefined);
    await owner.connect();
    const watch = new Watch(owner, log);
    // before anything is taken down: a backend hears of it with its next statement
    await watch.set('log_line_prefix', '%m|%u|%p|');
    return watch;
  }

  async rows<T extends object>(sql: string, params: readonly unknown[] = []): Promise<T[]> {
    return (await this.owner.query<T>(sql, [...params])).rows;
  }

  async one<T extends object>(sql: string, params: readonly unknown[] = []): Promise<T> {
    const [row] = await this.rows<T>(sql, params);
    if (!row) throw new Error('The database is not loaded: npm run bench:seed');
    return row;
  }

  /** Until no job is due and nothing is in a transaction; answers the seconds, or undefined when patience ran out. */
  async settled(patienceSeconds = 20): Promise<number | undefined> {
    const started = performance.now();
    for (let quiet = 0; performance.now() - started < patienceSeconds * 1000; ) {
      const { busy } = await this.one<{ busy: boolean }>(
        `select exists (select 1 from outbox_jobs where failed_at is null and run_at <= now())
           or exists (select 1 from pg_stat_activity where usename like 'atende\\_%' and state <> 'idle') as busy`,
      );
      // between two events that are shown one after the other nothing is to be seen for a moment
      quiet = busy ? 0 : quiet + 1;
      if (quiet === quietLooks) return (performance.now() - started) / 1000;
      await pause(20);
    }
    return undefined;
  }

  /** Everything the server asks the database until it answers `act`, from the database's own log. */
  async takeDown(act: () => Promise<unknown>): Promise<Statement[]> {
    await this.set('log_statement', 'all');
    const from = (await stat(this.log)).size;
    await act();
    await pause(150);
    await this.set('log_statement');
    const text = (await readFile(this.log)).subarray(from).toString('utf8');
    return untilTheAnswer(entriesOf(text));
  }

  /** Jobs that repeated statements left behind. */
  async forget(companyId: number): Promise<void> {
    await this.owner.query('delete from outbox_jobs where company_id = $1', [companyId]);
  }

  async close(): Promise<void> {
    await this.set('log_line_prefix');
    await this.owner.end();
  }

  private async set(name: string, value?: string): Promise<void> {
    await this.owner.query(value ? `alter system set ${name} = '${value}'` : `alter system reset ${name}`);
    await this.owner.query('select pg_reload_conf()');
    await pause(150);
  }
}

/** Repeats statements with nothing around them: the part of an answer that is the database's and the driver's. */
export class Replay {
  private constructor(private readonly clients: Readonly<Record<Statement['role'], pg.Client>>) {}

  static async open(urls: Readonly<Record<Statement['role'], string>>): Promise<Replay> {
    const app = new pg.Client({ connectionString: urls.app });
    const platform = new pg.Client({ connectionString: urls.platform });
    await Promise.all([app.connect(), platform.connect()]);
    return new Replay({ app, platform });
  }

  /**
   * Times in ms, one after the other for so long, and the rows of one time; what was unique is made anew each time.
   * @throws when one is refused.
   */
  async times(
    statements: readonly Statement[],
    unique: readonly string[],
    forMs: number,
  ): Promise<{ times: number[]; rows: number }> {
    const renewed = new Set([...unique, ...statements.flatMap(inserted)]);
    const times: number[] = [];
    let rows = 0;
    const started = performance.now();
    const warm = started + forMs / 5;
    while (performance.now() - started < forMs) {
      const { time, rows: touched } = await this.once(statements, renewed);
      rows = touched;
      if (performance.now() > warm) times.push(time);
    }
    return { times, rows };
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.clients).map((client) => client.end()));
  }

  private async once(
    statements: readonly Statement[],
    renewed: ReadonlySet<string>,
  ): Promise<{ time: number; rows: number }> {
    const fresh = [...renewed].map((id) => [id, crypto.randomUUID()] as const);
    const renew = (text: string): string => fresh.reduce((renewed, [old, id]) => renewed.replaceAll(old, id), text);
    const prepared = statements.map(({ role, sql, params }) => ({
      role,
      sql: renew(sql),
      params: params.map((param) => param && renew(param)),
    }));
    const started = performance.now();
    let rows = 0;
    try {
      for (const { role, sql, params } of prepared) rows += (await this.clients[role].query(sql, params)).rowCount ?? 0;
    } catch (error) {
      await Promise.all(Object.values(this.clients).map((client) => client.query('rollback')));
      throw error;
    }
    return { time: performance.now() - started, rows };
  }
}

/** Ids that an insert brings; the ORM writes values of the product's own statements into their text. */
function inserted({ sql, params }: Statement): string[] {
  if (!/^\s*insert/i.test(sql)) return [];
  return [sql, ...params].flatMap((text) => text?.match(uuids) ?? []);
}

function entriesOf(text: string): Entry[] {
  const entries: Entry[] = [];
  for (const part of text.split(/^(?=\d{4}-\d\d-\d\d [\d:.]+ \w+\|)/m)) {
    const [user = '', process = '', ...rest] = part.replace(prefix, '').split('|');
    const said = rest.join('|').replaceAll('\n\t', '\n').trimEnd();
    const sql = /^LOG: {2}(?:statement|execute [^:]+): ([\s\S]+)$/.exec(said)?.[1];
    const params = /^DETAIL: {2}Parameters: ([\s\S]+)$/i.exec(said)?.[1];
    const last = entries.at(-1);
    if (sql && /^atende_(app|platform)$/.test(user))
      entries.push({ role: user === 'atende_app' ? 'app' : 'platform', process, sql, params: [] });
    else if (params && last) entries[entries.length - 1] = { ...last, params: paramsOf(params) };
  }
  return entries;
}

function paramsOf(text: string): (string | null)[] {
  return [...text.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(
    ([, value]) => value?.replaceAll("''", "'") ?? null,
  );
}

/**
 * By transactions, in the order they began; without the runner's own, and nothing after the first one that leaves a job
 * behind: what comes then is the job, not the answer.
 */
function untilTheAnswer(entries: readonly Entry[]): Statement[] {
  const open = new Map<string, Entry[]>();
  const units: Entry[][] = [];
  for (const entry of entries) {
    const current = open.get(entry.process) ?? [];
    if (current.length === 0) units.push(current);
    current.push(entry);
    const first = current[0]?.sql ?? '';
    if (/^(begin|start transaction)/i.test(first) && !/^(commit|rollback)/i.test(entry.sql))
      open.set(entry.process, current);
    else open.delete(entry.process);
  }
  const own = units.filter((unit) => !unit.some(({ role, sql }) => role === 'platform' && sql.includes('outbox_jobs')));
  const end = own.findIndex((unit) => unit.some(({ sql }) => /insert into "?outbox_jobs/i.test(sql)));
  return (end < 0 ? own : own.slice(0, end + 1)).flat();
}
