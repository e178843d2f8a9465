import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BenchDatabase } from './database.js';

/** A statement of the server, with the values of its parameters as text. */
export interface LoggedStatement {
  readonly role: 'app' | 'platform';
  readonly text: string;
  readonly values: readonly (string | null)[];
}

const settings = { log_statement: 'all', log_line_prefix: '%u|', log_parameter_max_length: '-1' };
const background = /outbox_jobs|cron_runs|leases/;

/** What the server sends to the database during `act`, read from the log of PostgreSQL. */
export async function statementsOf(
  database: BenchDatabase,
  dataDir: string,
  act: () => Promise<unknown>,
): Promise<LoggedStatement[]> {
  const file = join(dataDir, 'postgres', 'server.log');
  const configure = async (lines: readonly string[]): Promise<void> => {
    for (const line of lines) await database.rows(line);
    await database.rows('select pg_reload_conf()');
    await delay(200);
  };
  await configure(Object.entries(settings).map(([name, value]) => `alter system set ${name} = '${value}'`));
  const { size } = await stat(file);
  try {
    await act();
  } finally {
    await configure(Object.keys(settings).map((name) => `alter system reset ${name}`));
  }
  return parse((await readFile(file)).toString('utf8', size));
}

function parse(log: string): LoggedStatement[] {
  const statements: { role: LoggedStatement['role']; text: string; values: (string | null)[] }[] = [];
  // a line that begins with a tab continues the one before it
  for (const entry of log.split(/\n(?!\t)/)) {
    const [, role, message = ''] = /^atende_(app|platform)\|(.*)$/s.exec(entry.replaceAll('\n\t', '\n')) ?? [];
    if (role !== 'app' && role !== 'platform') continue;
    const [, text] = /^LOG: {2}(?:statement|execute [^:]+): (.*)$/s.exec(message) ?? [];
    if (text !== undefined) statements.push({ role, text, values: [] });
    const [, parameters] = /^DETAIL: {2}Parameters: (.*)$/is.exec(message) ?? [];
    if (parameters !== undefined) statements.at(-1)?.values.push(...readValues(parameters));
  }
  return statements.filter(({ role, text }) => role === 'app' || !background.test(text));
}

/** @param text as `$1 = '7', $2 = NULL` */
const readValues = (text: string): (string | null)[] =>
  [...text.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(([, value]) => value?.replaceAll("''", "'") ?? null);
