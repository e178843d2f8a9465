import { type SettingKey, seededSettings } from '../../../modules/people/settings/settings.dto.js';
import type { MediaFolder } from './media-folder.js';
import { reasons } from './reasons.js';
import { Refused, type TableImport, type TableImporter, type Taken } from './table-import.js';
import { flag, integer, openingDays, text, textOrNull } from './values.js';

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const bcrypt = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/;
/** Of departments whose own is another's already. */
const colors = ['#1565c0', '#2e7d32', '#ef6c00', '#6a1b9a', '#c62828', '#00838f', '#4e342e', '#37474f', '#ad1457'];

export const required = (value: string): string => {
  if (value === '') throw new Refused(reasons.emptyName);
  return value;
};

/** Departments, users and what belongs to them. */
export async function takeOrganisation(importer: TableImporter): Promise<void> {
  await importer.take(queues(importer));
  await importer.take(users(importer));
  await importer.take({
    table: 'UserQueues',
    into: 'user_queues',
    columns: { user_id: 'bigint', queue_id: 'bigint' },
    references: { userId: 'Users', queueId: 'Queues' },
    parent: 'userId',
    key: ['user_id', 'queue_id'],
    ids: ['userId', 'queueId'],
    order: ['userId', 'queueId'],
    values: (_row, of) => {
      const queue = of('queueId');
      if (!queue) throw new Refused(reasons.parent('Queues'));
      return { user_id: of('userId')?.id, queue_id: queue.id };
    },
  });
  await importer.take({
    table: 'QueueOptions',
    into: 'queue_options',
    columns: { queue_id: 'bigint', parent_id: 'bigint', title: 'text', message: 'text', option: 'int' },
    references: { queueId: 'Queues', parentId: 'QueueOptions' },
    parent: 'queueId',
    // an entry may be below the one before it
    size: 1,
    values: (row, of) => {
      const parent = of('parentId');
      if (row['parentId'] && !parent) throw new Refused(reasons.parent('QueueOptions'));
      return {
        queue_id: of('queueId')?.id,
        parent_id: parent?.id ?? null,
        title: required(text(row['title'], 100)),
        message: text(row['message']),
        // numbered without a gap afterwards
        option: integer(row['option'], 1000),
      };
    },
  });
  await importer.take({
    table: 'Tags',
    into: 'tags',
    columns: { name: 'text', color: 'text', kanban: 'smallint' },
    key: ['name'],
    values: (row) => ({
      name: required(text(row['name'], 100)),
      color: text(row['color'], 30) || '#808080',
      kanban: flag(row['kanban']) ? 1 : 0,
    }),
  });
  await takeSettings(importer);
}

function queues({ store }: TableImporter): TableImport {
  let used = new Set<string>();
  return {
    table: 'Queues',
    into: 'queues',
    columns: {
      name: 'text',
      color: 'text',
      greeting_message: 'text',
      out_of_hours_message: 'text',
      order_queue: 'int',
      schedules: 'jsonb',
    },
    key: ['name'],
    prepare: async (rows) => {
      const found = await store.rows<{ key: string }>(
        "select company_id || ' ' || color as key from queues where company_id = any($1)",
        [[...new Set(rows.map(({ companyId }) => companyId))]],
      );
      used = new Set(found.map(({ key }) => key));
    },
    values: (row, _of, companyId) => {
      const [own = '', ...others] = [text(row['color'], 9) || '#808080', ...colors];
      const generated = (): string => `#${(0x100000 + used.size * 4099).toString(16)}`;
      const color = [own, ...others].find((each) => !used.has(`${companyId} ${each}`)) ?? generated();
      used.add(`${companyId} ${color}`);
      return {
        name: required(text(row['name'], 50)),
        color,
        greeting_message: textOrNull(row['greetingMessage']),
        out_of_hours_message: textOrNull(row['outOfHoursMessage']),
        order_queue: row['orderQueue'] === null ? null : integer(row['orderQueue']),
        schedules: openingDays(row['schedules']),
      };
    },
  };
}

function users({ store }: TableImporter): TableImport {
  let companies = new Map<string, number>();
  return {
    table: 'Users',
    into: 'users',
    columns: {
      name: 'text',
      email: 'text',
      password_hash: 'text',
      profile: 'text',
      super: 'boolean',
      active: 'boolean',
      all_ticket: 'text',
      two_factor: 'boolean',
      language: 'text',
    },
    key: ['email'],
    prepare: async (rows) => {
      const found = await store.rows<{ email: string; companyId: number }>(
        'select email, company_id as "companyId" from users where email = any($1)',
        [rows.map(({ row }) => text(row['email'], 255).toLowerCase())],
      );
      companies = new Map(found.map(({ email, companyId }) => [email, companyId]));
    },
    values: (row, _of, companyId, note) => {
      const email = text(row['email'], 255).toLowerCase();
      if (!emailPattern.test(email)) throw new Refused(reasons.email);
      if ((companies.get(email) ?? companyId) !== companyId) throw new Refused(reasons.emailTaken);
      companies.set(email, companyId);
      const hash = text(row['passwordHash']);
      if (!bcrypt.test(hash)) note(reasons.password);
      const profile = text(row['profile']);
      return {
        name: text(row['name'], 50) || email.slice(0, 50),
        email,
        password_hash: bcrypt.test(hash) ? hash : null,
        profile: ['admin', 'supervisor'].includes(profile) ? profile : 'user',
        // of the platform only those whom it made itself
        super: false,
        active: flag(row['active'], true),
        all_ticket: ['enabled', 'enable'].includes(text(row['allTicket'])) ? 'enabled' : 'desabled',
        two_factor: false,
        language: 'pt',
      };
    },
  };
}

const onOrOff = ['enabled', 'disabled'];
const settingValues: Partial<Record<SettingKey, readonly string[]>> = {
  scheduleType: ['disabled', 'queue', 'company'],
  chatBotType: ['text', 'list', 'button'],
};

/** The settings of a row that Atende has, with a value that it knows. */
function knownSettings(given: Readonly<Record<string, unknown>>): [SettingKey, string][] {
  const known = seededSettings
    .map((key): [SettingKey, string] => [key, text(given[key], 100)])
    .filter(([key, value]) => (settingValues[key] ?? onOrOff).includes(value));
  if (known.length === 0) throw new Refused(reasons.setting);
  return known;
}

/** A row for each setting or, in newer versions, one with a column for each. */
async function takeSettings(importer: TableImporter): Promise<void> {
  const plan = { into: 'settings', columns: {}, store: storeSettings(importer) };
  await importer.take({
    ...plan,
    table: 'Settings',
    ids: ['key'],
    order: ['key'],
    values: (row) => ({ known: knownSettings({ [text(row['key'])]: row['value'] }) }),
  });
  await importer.take({ ...plan, table: 'CompaniesSettings', values: (row) => ({ known: knownSettings(row) }) });
}

const storeSettings =
  ({ store }: TableImporter) =>
  async (rows: readonly Taken[]): Promise<number[]> => {
    const ids: number[] = [];
    for (const { companyId, values } of rows) {
      let id = 0;
      for (const [key, value] of values['known'] as ReturnType<typeof knownSettings>) {
        // what a person has set here stays
        const [stored] = await store.write<{ id: number }>(
          `with stored as (insert into settings (company_id, key, value) values ($1, $2, $3)
             on conflict (company_id, key) do update set value = excluded.value where settings.updated_at = settings.created_at
             returning id)
           select id from stored union all select id from settings where company_id = $1 and key = $2 limit 1`,
          [companyId, key, value],
        );
        id = stored?.id ?? 0;
      }
      ids.push(id);
    }
    return ids;
  };

/** Texts that are ready to be sent, under either of their names. */
export async function takeQuickMessages(importer: TableImporter, media: MediaFolder | undefined): Promise<void> {
  const columns = {
    shortcode: 'text',
    message: 'text',
    geral: 'boolean',
    status: 'boolean',
    allow_view: 'boolean',
    allow_edit: 'boolean',
    user_id: 'bigint',
  };
  const always = { status: true, allow_view: true, allow_edit: false };
  const shortcode = (value: unknown): string => required(text(value, 51).replace(/^\//, '').slice(0, 50));
  await importer.take({
    table: 'QuickAnswers',
    into: 'quick_messages',
    columns,
    values: (row) => ({
      ...always,
      shortcode: shortcode(row['shortcut']),
      message: text(row['message']),
      geral: true,
      user_id: null,
    }),
  });
  await importer.take({
    table: 'QuickMessages',
    into: 'quick_messages',
    columns,
    references: { userId: 'Users' },
    values: (row, of) => {
      const user = of('userId');
      return {
        ...always,
        shortcode: shortcode(row['shortcode']),
        message: text(row['message']),
        // nobody would see one without an owner
        geral: flag(row['geral']) || flag(row['visao']) || !user,
        user_id: user?.id ?? null,
      };
    },
    after: (rows) => addFiles(importer, media, rows),
  });
}

async function addFiles(
  { store }: TableImporter,
  media: MediaFolder | undefined,
  rows: readonly Taken[],
): Promise<void> {
  for (const { row, sourceId, companyId, values } of rows) {
    const name = text(row['mediaPath'], 500) || text(row['mediaUrl'], 500);
    if (name === '') continue;
    const at = String(values['created_at']);
    const id = `QuickMessages|${sourceId}`;
    const copy = await media?.copy({ companyId, sourceCompanyId: row['companyId'], id, name, at });
    if (!copy) {
      store.note('QuickMessages', sourceId, media ? reasons.fileMissing : reasons.noMedia);
      continue;
    }
    await store.write(
      'update quick_messages set media_key = $3, media_name = $4, media_mime = $5, media_size = $6 where company_id = $1 and id = $2',
      [companyId, values['id'], copy.key, text(row['mediaName'], 255) || name.slice(-255), copy.mime, copy.size],
    );
  }
}
