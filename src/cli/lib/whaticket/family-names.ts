import { CliError } from '../run-command.js';
import type { SourceDatabase } from './source-database.js';

/** Where forks have another name for a table, by that of the importer. */
const tableNames: Readonly<Record<string, readonly string[]>> = {
  UserQueues: ['UsersQueues'],
  Whatsapps: ['WhatsApps'],
  QuickAnswers: ['FastReply', 'FastReplies'],
};

/** The same for columns. */
const columnNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Queues: { name: 'queue' },
  Tags: { name: 'tag' },
  Whatsapps: { channel: 'type' },
  QuickAnswers: { shortcut: 'key' },
  Campaigns: { scheduledAt: 'start', whatsappId: 'sessionId' },
};

/** How forks that serve several companies tell them apart. */
const tenancies = [
  { table: 'Companies', column: 'companyId' },
  { table: 'Tenants', column: 'tenantId' },
] as const;
type Tenancy = (typeof tenancies)[number];
type Tables = SourceDatabase['tables'];

const namesTenant = (column: string): boolean =>
  /^(tenant|company|empresa|organi[sz]ation|workspace)_?id$|^id_?(tenant|company|empresa)$/i.test(column);

/**
 * The source under the names of the importer: tenants are `Companies`, their column is `companyId`.
 * @throws CliError where rows may belong to companies in a way that is not understood: they would end up in one
 */
export function withFamilyNames(source: SourceDatabase, isRead: (table: string) => boolean): SourceDatabase {
  const tenancy = tenancyOf(source.tables, isRead);
  /** Tables there and their columns there, by the names of the importer. */
  const relations = new Map<string, { actual: string; renamed: Map<string, string> }>();
  const tables = new Map<string, ReadonlySet<string>>();
  for (const [actual, columns] of source.tables) {
    const table = tableName(source.tables, actual, tenancy);
    const renamed = new Map<string, string>();
    if (tenancy && columns.has(tenancy.column) && tenancy.column !== 'companyId')
      renamed.set('companyId', tenancy.column);
    for (const [name, there] of Object.entries(columnNames[table] ?? {}))
      if (!columns.has(name) && columns.has(there)) renamed.set(name, there);
    relations.set(table, { actual, renamed });
    tables.set(table, new Set([...columns, ...renamed.keys()]));
  }
  const { label } = source;
  return {
    ...{ label, tables },
    relation: (table) => {
      const { actual, renamed } = relations.get(table) ?? { actual: table, renamed: new Map<string, string>() };
      const more = [...renamed].map(([name, there]) => `, ${source.quote(there)} as ${source.quote(name)}`);
      return more.length === 0 ? source.quote(actual) : `(select *${more.join('')} from ${source.quote(actual)})`;
    },
    quote: (name) => source.quote(name),
    query: (sql) => source.query(sql),
    stream: (sql, size) => source.stream(sql, size),
    close: () => source.close(),
  };
}

function tableName(tables: Tables, actual: string, tenancy: Tenancy | undefined): string {
  if (actual === tenancy?.table) return 'Companies';
  // of a fork with tenants: companies of its customers
  if (actual === 'Companies') return '(Companies)';
  const [name] = Object.entries(tableNames).find(([, others]) => others.includes(actual)) ?? [actual];
  return tables.has(name) ? actual : name;
}

/** undefined: a source of one company. */
function tenancyOf(tables: Tables, isRead: (table: string) => boolean): Tenancy | undefined {
  const contacts = tables.get('Contacts') ?? new Set<string>();
  const present = tenancies.filter(({ table }) => tables.has(table));
  const [tenancy, ...others] = present.filter(({ column }) => contacts.has(column));
  if (others.length > 0) refuse('Contacts has both companyId and tenantId');
  if (!tenancy && present[0]) refuse(`there is a table ${present[0].table}, but Contacts has no ${present[0].column}`);
  for (const [table, columns] of tables) {
    if (!isRead(tableName(tables, table, tenancy))) continue;
    const strange = [...columns].find((column) => namesTenant(column) && column !== tenancy?.column);
    if (strange && table !== tenancy?.table)
      refuse(`${table} has a column ${strange}, and no table that says whose it is`);
  }
  return tenancy;
}

function refuse(what: string): never {
  throw new CliError(
    `It is not clear which company the rows of this source belong to: ${what}. Nothing was imported, as companies would see each other's customers.`,
  );
}
