import { CliError } from '../run-command.js';
import { MysqlSource } from './mysql-source.js';
import { PostgresSource } from './postgres-source.js';
import type { SourceDatabase } from './source-database.js';

/** @param timezone of the times that MySQL stores without one, like `-03:00` */
export async function openSource(url: string, timezone: string): Promise<SourceDatabase> {
  const { protocol } = new URL(url);
  const open = (): Promise<SourceDatabase> => {
    if (protocol === 'postgres:' || protocol === 'postgresql:') return PostgresSource.open(url);
    if (protocol === 'mysql:' || protocol === 'mariadb:') return MysqlSource.open(url, timezone);
    throw new CliError(`${protocol} is neither postgres: nor mysql:`);
  };
  const source = await open().catch((cause: unknown) => {
    throw new CliError(`The source cannot be opened: ${(cause as Error).message}`);
  });
  if (source.tables.has('Contacts') && source.tables.has('Tickets')) return source;
  await source.close();
  throw new CliError('The source has no tables Contacts and Tickets: it is no database of the Whaticket family.');
}
