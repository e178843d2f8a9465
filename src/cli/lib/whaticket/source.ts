import { CliError } from '../run-command.js';
import { withFamilyNames } from './family-names.js';
import { MysqlSource } from './mysql-source.js';
import { PostgresSource } from './postgres-source.js';
import type { SourceDatabase } from './source-database.js';

/** What is read, beside tables that hold nothing of a company. */
export const readTables = new Set([
  ...[
    'Companies',
    'Plans',
    'Queues',
    'Users',
    'UserQueues',
    'QueueOptions',
    'Tags',
    'Settings',
    'QuickAnswers',
    'CompaniesSettings',
  ],
  ...['QuickMessages', 'Whatsapps', 'WhatsappQueues', 'Contacts', 'ContactCustomFields', 'ContactTags', 'Tickets'],
  ...['TicketTraking', 'TicketTags', 'TicketNotes', 'Messages', 'UserRatings', 'ContactLists', 'ContactListItems'],
  ...['Campaigns', 'Schedules', 'SequelizeMeta', 'SequelizeData', 'Baileys', 'BaileysSessions'],
]);

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
  try {
    if (source.tables.has('Contacts') && source.tables.has('Tickets'))
      return withFamilyNames(source, (table) => readTables.has(table));
  } catch (error) {
    await source.close();
    throw error;
  }
  await source.close();
  throw new CliError('The source has no tables Contacts and Tickets: it is no database of the Whaticket family.');
}
