import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { AppConfig } from '../../../core/config/config.js';
import { openStorage } from '../../../core/storage/open-storage.js';
import type { TableCounts } from '../../../modules/operations/imports/import-run.entity.js';
import { takeCampaigns } from './campaigns.js';
import { takeCompanies } from './companies.js';
import { takeConnections } from './connections.js';
import { takeContacts } from './contacts.js';
import { ImportStore, type Refusal } from './import-store.js';
import { MediaFolder } from './media-folder.js';
import { takeMessages } from './messages.js';
import { takeOrganisation, takeQuickMessages } from './organisation.js';
import { reasons } from './reasons.js';
import { settleCompany } from './settle.js';
import { openSource, readTables } from './source.js';
import type { SourceDatabase } from './source-database.js';
import { TableImporter } from './table-import.js';
import { takeRatings, takeTickets } from './tickets.js';

export interface ImportOptions {
  readonly url: string;
  /** Folder of the source's files. */
  readonly media?: string | undefined;
  /** Nothing is written. */
  readonly dryRun?: boolean;
  /** Ids of the source's companies; all unless given. */
  readonly companies?: readonly string[] | undefined;
  /** Existing companies here, by ids of the source. */
  readonly into?: ReadonlyMap<string, number>;
  /** Of the company of a source that knows none. */
  readonly name?: string | undefined;
  /** Instead of the address of the database, which may change between runs. */
  readonly source?: string | undefined;
  /** Of times that MySQL stores without one. */
  readonly timezone?: string;
  /** File for all refusals, as CSV. */
  readonly report?: string | undefined;
  readonly log?: (line: string) => void;
}

/** Rows with the same reason. */
export interface RefusalGroup {
  readonly table: string;
  readonly reason: string;
  readonly count: number;
  readonly examples: readonly string[];
}

export interface ImportReport {
  readonly run: number;
  readonly counts: Readonly<Record<string, TableCounts>>;
  readonly refusals: readonly RefusalGroup[];
}

/**
 * Takes what a database of the Whaticket family has. A run that was interrupted is continued, and one that is repeated adds
 * what is new: each batch is one transaction with the ids it took.
 */
export async function importWhaticket(
  config: AppConfig,
  platformUrl: string,
  { url, media, dryRun = false, log = () => undefined, ...options }: ImportOptions,
): Promise<ImportReport> {
  const groups = new Map<string, { -readonly [K in keyof RefusalGroup]: RefusalGroup[K] }>();
  const file = options.report === undefined ? undefined : createWriteStream(options.report);
  file?.write('table;id;reason\n');
  const onRefusal = ({ table, sourceId, reason }: Refusal): void => {
    const key = `${table}|${reason.en}`;
    const group = groups.get(key) ?? { table, reason: reason.en, count: 0, examples: [] };
    group.count += 1;
    if (group.examples.length < examples) group.examples = [...group.examples, sourceId];
    groups.set(key, group);
    file?.write(`${[table, sourceId, reason.en].map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')}\n`);
  };
  const source = await openSource(url, options.timezone ?? '-03:00');
  try {
    const label = options.source ?? source.label;
    return await ImportStore.open(platformUrl, label, { dry: dryRun, onRefusal }, async (store) => {
      const many = source.tables.has('Companies');
      const name = options.name ?? new URL(url).pathname.slice(1);
      const into = options.into ?? new Map<string, number>();
      await takeCompanies(source, store, { only: options.companies, into, name });
      const importer = new TableImporter(
        source,
        store,
        many ? options.companies : undefined,
        many ? undefined : '1',
        log,
      );
      const folder =
        media === undefined ? undefined : new MediaFolder(media, label, dryRun ? undefined : await openStorage(config));
      await takeOrganisation(importer);
      await takeQuickMessages(importer, folder);
      await takeConnections(importer);
      await takeContacts(importer);
      await takeTickets(importer);
      await takeMessages(importer, folder);
      await takeRatings(importer);
      await takeCampaigns(importer);
      await noteOtherTables(source, store);
      const companies = await store.rows<{ id: number }>(
        "select target_id as id from import_ids where import_id = $1 and table_name = 'Companies' order by 1",
        [store.origin],
      );
      if (!dryRun) for (const { id } of companies) await settleCompany(store, id);
      return { run: store.run, counts: store.counts, refusals: [...groups.values()] };
    });
  } finally {
    await source.close();
    if (file) {
      file.end();
      await finished(file);
    }
  }
}

const examples = 5;

/** Tables with rows that are not read. */
async function noteOtherTables(source: SourceDatabase, store: ImportStore): Promise<void> {
  await store.batch(async () => {
    for (const table of source.tables.keys()) {
      if (readTables.has(table)) continue;
      const [found] = await source.query(`select count(*) as count from ${source.relation(table)} t`);
      const rows = Number(found?.['count'] ?? 0);
      if (rows > 0) store.note(table.slice(0, 64), '', reasons.table(rows));
    }
  });
}
