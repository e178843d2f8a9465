import { initialSettings, seededSettings } from '../../../modules/people/settings/settings.dto.js';
import { defaultTimeZone } from '../../../modules/platform/companies/company.entity.js';
import { dueDateFrom } from '../../../modules/platform/companies/registration/due-date.js';
import { CliError } from '../run-command.js';
import type { ImportStore } from './import-store.js';
import { reasons } from './reasons.js';
import type { SourceDatabase, SourceRow } from './source-database.js';
import { flag, integer, moment, openingDays, text, textOrNull } from './values.js';

const table = 'Companies';

export interface CompanyChoice {
  /** Ids of the source; undefined: all. */
  readonly only: readonly string[] | undefined;
  /** Existing companies here by ids of the source. */
  readonly into: ReadonlyMap<string, number>;
  /** Of a source without companies. */
  readonly name: string;
}

/** Flags of plans, by their names there. Versions without a flag have the feature, but for the last ones. */
const features = {
  use_campaigns: 'useCampaigns',
  use_schedules: 'useSchedules',
  use_internal_chat: 'useInternalChat',
  use_external_api: 'useExternalApi',
  use_kanban: 'useKanban',
  use_integrations: 'useIntegrations',
} as const;

/** Makes the companies with their plans, or finds those they go into. */
export async function takeCompanies(
  source: SourceDatabase,
  store: ImportStore,
  { only, into, name }: CompanyChoice,
): Promise<void> {
  const many = source.tables.has(table);
  const rows: readonly SourceRow[] = many
    ? await source.query(`select * from ${source.relation(table)} t order by id`)
    : [{ id: 1, name }];
  for (const id of new Set([...(only ?? []), ...into.keys()]))
    if (!rows.some((row) => String(row['id']) === id)) throw new CliError(`The source has no company ${id}.`);
  const plans = source.tables.has('Plans') ? await source.query(`select * from ${source.relation('Plans')} t`) : [];
  for (const row of rows) {
    const id = String(row['id']);
    if (only && !only.includes(id)) continue;
    await store.batch(async () => {
      store.count(table, { read: 1 });
      if ((await store.taken(table, [id])).has(id)) return store.count(table, { present: 1 });
      const wanted = into.get(id);
      const plan = plans.find((each) => String(each['id']) === String(row['planId']));
      const companyId = wanted === undefined ? await create(store, row, plan) : await existing(store, id, wanted);
      if (companyId === undefined) return;
      await store.remember(table, [{ companyId, sourceId: id, targetId: companyId }]);
      store.count(table, wanted === undefined ? { taken: 1 } : { present: 1 });
    });
  }
}

async function existing(store: ImportStore, sourceId: string, id: number): Promise<number | undefined> {
  const found = await store.rows('select 1 from companies where id = $1', [id]);
  if (found.length > 0) return id;
  store.refuse(table, sourceId, reasons.noTarget);
  return undefined;
}

async function create(store: ImportStore, row: SourceRow, plan: SourceRow | undefined): Promise<number | undefined> {
  const name = text(row['name'], 100);
  const taken = await store.rows('select 1 from companies where name = $1', [name]);
  if (taken.length > 0 || name === '') {
    store.refuse(table, String(row['id']), name === '' ? reasons.emptyName : reasons.companyName);
    return undefined;
  }
  const due = moment(row['dueDate']);
  const schedules = openingDays(row['schedules']);
  const [made] = await store.write<{ id: number }>(
    `insert into companies (name, email, phone, plan_id, status, campaigns_enabled, due_date, recurrence, schedules, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, coalesce($10, now())) returning id`,
    [
      name,
      textOrNull(row['email'], 255),
      textOrNull(row['phone'], 50),
      await planOf(store, plan),
      flag(row['status'], true),
      flag(row['campaignsEnabled'], true),
      due && dueDateFrom(due, defaultTimeZone).toISOString(),
      textOrNull(row['recurrence'], 20),
      schedules && JSON.stringify(schedules),
      moment(row['createdAt']),
    ],
    (await store.newIds('companies', store.dry ? 1 : 0)).map((id) => ({ id })),
  );
  const id = made?.id ?? 0;
  await store.insert(
    'settings',
    { company_id: 'bigint', key: 'text', value: 'text' },
    seededSettings.map((key) => ({ company_id: id, key, value: initialSettings[key] })),
  );
  return id;
}

/** The plan of this name; without one there the first here, or one for everything. */
async function planOf(store: ImportStore, row: SourceRow | undefined): Promise<number> {
  const name = row ? text(row['name'], 50) || `Whaticket ${row['id']}` : undefined;
  const [found] = await store.rows<{ id: number }>(
    'select id from plans where $1::text is null or name = $1 order by id limit 1',
    [name ?? null],
  );
  if (found) return found.id;
  const plan = row ?? {};
  const [made] = await store.write<{ id: number }>(
    `insert into plans (name, users, connections, queues, value, is_public, use_ai_active, use_sms, use_leads, ${Object.keys(features).join(', ')})
     values ($1, $2, $3, $4, $5, false, $6, false, false, ${Object.keys(features)
       .map((_name, index) => `$${index + 7}`)
       .join(', ')}) returning id`,
    [
      name ?? 'Whaticket',
      integer(plan['users'], 100),
      integer(plan['connections'], 20),
      integer(plan['queues'], 50),
      Number(text(plan['value']).replace(',', '.')) || 0,
      flag(plan['useOpenAi']),
      ...Object.values(features).map((there) => flag(plan[there], true)),
    ],
  );
  return made?.id ?? 0;
}
