import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/bcrypt';
import { type ImportOptions, importWhaticket } from '../../../src/cli/lib/whaticket/import-whaticket.js';
import { roleUrls } from '../../../src/core/database/prepare-database.js';
import { startApp, type TestApp } from '../../support/app.js';
import { bodyOf, type Client } from '../../support/client.js';
import { files } from '../../support/files.js';
import { violationsIn } from '../../support/invariants.js';
import { encryptionKey } from '../../support/test-config.js';
import { hasMariadb, mariadbSource, postgresSource, type SourceServer } from '../../support/whaticket/databases.js';
import { at, firstCompany, numberedMessages, twoCompanies, twoTenants } from '../../support/whaticket/rows.js';
import {
  companiesSchema,
  createTables,
  insertRows,
  numberedSchema,
  oldSchema,
  tenantsSchema,
} from '../../support/whaticket/schema.js';
import type { MessageRow, TicketRow } from '../../support/world.js';

const oldPassword = 'senha-antiga';
let app: TestApp;
let hashed: string;
let media: string;
const sources: SourceServer[] = [];

beforeAll(async () => {
  [app, hashed, media] = await Promise.all([
    startApp(),
    hash(oldPassword, 8),
    mkdtemp(join(tmpdir(), 'atende-public-')),
  ]);
  await mkdir(join(media, 'company1'));
  await writeFile(join(media, 'company1', 'foto.png'), files.png.bytes);
});
afterAll(async () => {
  await app.close();
  for (const source of sources) await source.drop();
  await rm(media, { recursive: true, force: true });
});

async function kept(source: Promise<SourceServer>): Promise<SourceServer> {
  const made = await source;
  sources.push(made);
  return made;
}

const run = (source: SourceServer, options: Partial<ImportOptions> = {}) =>
  importWhaticket(app.config, roleUrls(app.database.url, encryptionKey).platform, {
    url: source.url,
    media,
    ...options,
  });

/** How many rows each table has. */
async function rowCounts(): Promise<Record<string, number>> {
  const tables = await app.database.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
     and table_name !~ '^(outbox|cron|lease|import)' order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await app.database.query<{ count: number }>(`select count(*)::int as count from "${name}"`);
    counts[name] = row?.count ?? 0;
  }
  return counts;
}

async function signedIn(email: string): Promise<Client> {
  const client = app.visitor();
  bodyOf(await client.signIn(email, oldPassword));
  return client;
}

interface Page {
  readonly tickets: readonly TicketRow[];
}
const ticketsOf = async (client: Client, status: string): Promise<readonly TicketRow[]> =>
  bodyOf(await client.get<Page>(`/tickets?status=${status}&showAll=true`)).tickets;
const messagesOf = async (client: Client, ticketId: number): Promise<readonly MessageRow[]> =>
  bodyOf(await client.get<{ messages: readonly MessageRow[] }>(`/messages/${ticketId}`)).messages;
const groups = (report: Awaited<ReturnType<typeof run>>) =>
  report.refusals.map(({ table, examples, count }) => `${table} ${count}: ${examples.join(' ')}`);

test('a company of an old version moves in: sign-in with the old password, conversations as they were', async () => {
  const source = await kept(postgresSource());
  await createTables(source, oldSchema, firstCompany({ hash: hashed, tag: 'velha' }));

  const before = await rowCounts();
  // one company, one folder
  const options = { name: 'Loja Velha', media: join(media, 'company1') };
  const dry = await run(source, { ...options, dryRun: true });
  expect(await rowCounts()).toEqual(before);
  expect(bodyOf(await app.platform.get<{ imports: object[] }>('/imports')).imports).toEqual([]);

  const report = await run(source, options);
  expect(report.counts).toEqual(dry.counts);
  expect(report.refusals).toEqual(dry.refusals);
  expect(report.counts).toMatchObject({
    Companies: { taken: 1 },
    Users: { read: 3, taken: 2, refused: 1 },
    Contacts: { read: 5, taken: 3, present: 1, refused: 1 },
    Tickets: { read: 6, taken: 5, refused: 1 },
    Messages: { read: 12, taken: 10, refused: 2 },
  });
  expect(groups(report)).toContain('Messages 1: M4');

  const ana = await signedIn('ana.velha@loja.test');
  expect(ana.me).toMatchObject({ name: 'Ana', profile: 'admin', super: false });
  const [row] = await app.database.query<{ hash: string }>(
    "select password_hash as hash from users where email = 'ana.velha@loja.test'",
  );
  expect(row?.hash).toMatch(/^\$argon2id/);
  await signedIn('ana.velha@loja.test');
  expect((await app.visitor().signIn('beto.velha@loja.test', 'plain')).status).toBe(401);
  expect(await violationsIn(app)).toEqual([]);
});

test('companies of a newer version: attendances, ratings, labels, files, and nothing that is sent by itself', async () => {
  const source = await kept(postgresSource());
  await createTables(source, companiesSchema, twoCompanies({ hash: hashed, tag: 'nova' }));
  const dry = await run(source, { dryRun: true });
  const report = await run(source);
  expect(report.counts).toEqual(dry.counts);

  const ana = await signedIn('ana.nova@loja.test');
  const vera = await signedIn('vera.nova@verde.test');
  const [pending] = (await ticketsOf(ana, 'pending')).filter(({ isGroup }) => !isGroup);
  expect(pending).toMatchObject({ contact: { name: 'Maria', number: '5541988887777' } });
  const closed = await ticketsOf(ana, 'closed');
  const maria = closed.find(({ uuid }) => uuid === '5f0c2a34-8f11-4a6c-9d5e-111111111111') as TicketRow;
  // the older of two conversations that were open with one person
  expect(maria).toMatchObject({ unreadMessages: 1, lastMessage: 'Ainda aí?', queue: { name: 'Vendas' } });

  const messages = await messagesOf(ana, maria.id);
  expect(messages.map(({ body }) => body)).toEqual(['Bom dia', 'Bom dia, Maria', '', 'Contrato', 'Ainda aí?']);
  expect(messages[1]).toMatchObject({ fromMe: true, ack: 2, quotedMsg: { body: 'Bom dia' } });
  const photo = await ana.download(messages[2]?.mediaUrl ?? '');
  expect(photo.headers.get('content-type')).toBe('image/png');
  expect(files.png.bytes.equals(Buffer.from(await photo.arrayBuffer()))).toBe(true);
  expect(messages[3]).toMatchObject({ mediaUrl: null, errorText: expect.stringContaining('arquivo') });

  const cycles = await app.database.query(
    `select y.number, u.name as "user", y.rating, y.started_at as "startedAt", y.finished_at as "finishedAt",
       y.first_response_at as "firstResponseAt"
     from ticket_cycles y join import_ids i on i.target_id = y.ticket_id and i.table_name = 'Tickets' and i.source_id = '3'
       and i.company_id = $1 left join users u on u.id = y.user_id where y.company_id = $1 order by number`,
    [ana.me.companyId],
  );
  expect(cycles).toEqual([
    { number: 1, user: 'Ana', rating: null, startedAt: at(6, 5), finishedAt: at(6, 30), firstResponseAt: null },
    { number: 2, user: 'Beto', rating: 3, startedAt: at(8, 1), finishedAt: at(8, 20), firstResponseAt: at(8, 3) },
  ]);

  const connections = bodyOf(await ana.get<{ name: string; status: string; isDefault: boolean }[]>('/whatsapp'));
  expect(connections.map(({ name, status, isDefault }) => [name, status, isDefault]).toSorted()).toEqual([
    ['Loja 2', 'DISCONNECTED', true],
    ['Principal', 'DISCONNECTED', false],
  ]);
  const jobs = await app.database.query(
    "select name from outbox_jobs where company_id = $1 and name <> 'roll-up-figures'",
    [ana.me.companyId],
  );
  expect(jobs).toEqual([]);
  expect((await ticketsOf(vera, 'pending')).map(({ lastMessage }) => lastMessage)).toEqual(['Verde?']);
  expect(await violationsIn(app)).toEqual([]);
});

test('a second run adds what is new and nothing twice; what was removed here stays removed', async () => {
  const source = await kept(postgresSource());
  const rows = twoCompanies({ hash: hashed, tag: 'duas' });
  await createTables(source, companiesSchema, rows);
  await run(source, { companies: ['1'] });
  const ana = await signedIn('ana.duas@loja.test');
  const { tags } = bodyOf(await ana.get<{ tags: { id: number; name: string }[] }>('/tags'));
  bodyOf(await ana.delete(`/tags/${tags.find(({ name }) => name === 'Cliente')?.id}`));

  const before = await rowCounts();
  const again = await run(source, { companies: ['1'] });
  expect(await rowCounts()).toEqual(before);
  expect(Object.values(again.counts).map(({ taken }) => taken)).toEqual(Object.values(again.counts).map(() => 0));

  const late = {
    ...rows['Messages']?.[0],
    id: 'M99',
    body: 'Voltei',
    read: false,
    createdAt: at(20),
    updatedAt: at(20),
  };
  await insertRows(source, companiesSchema, { Messages: [late] });
  const { counts } = await run(source);
  expect(counts['Messages']).toMatchObject({ taken: 2 });
  expect(counts['Companies']).toMatchObject({ taken: 1, present: 1 });
  const [maria] = (await ticketsOf(ana, 'closed')).filter(({ lastMessage }) => lastMessage === 'Voltei');
  expect(maria).toMatchObject({ unreadMessages: 2 });
  expect(await violationsIn(app)).toEqual([]);
});

test('into a company that is here: its people, labels and customers are used, and nobody of another company', async () => {
  const source = await kept(postgresSource());
  await createTables(source, companiesSchema, twoCompanies({ hash: hashed, tag: 'nova' }));
  const ana = await signedIn('ana.nova@loja.test');
  const { companyId } = ana.me;
  const { counts, refusals } = await run(source, { source: 'outra origem', into: new Map([['1', companyId]]) });
  expect(counts).toMatchObject({
    // the other has a name that is taken
    Companies: { present: 1, refused: 1 },
    Users: { taken: 0, present: 2, refused: 2 },
    Tags: { taken: 0, present: 2 },
    Contacts: { taken: 0, present: 4 },
    Whatsapps: { taken: 0, present: 2 },
    // of the same connections, and so the same ones
    Messages: { taken: 0, present: 10 },
  });
  expect(refusals.map(({ table, reason }) => `${table}: ${reason}`)).toContain(
    'Companies: A company of this name exists; --into says which company here it goes to',
  );
  expect(await violationsIn(app)).toEqual([]);
});

test('tenants are companies: a number that two of them know is two customers, and what is nobody’s is refused', async () => {
  const source = await kept(postgresSource());
  await createTables(source, tenantsSchema, twoTenants({ hash: hashed, tag: 'alugada' }));
  const before = await rowCounts();
  const dry = await run(source, { dryRun: true });
  expect(await rowCounts()).toEqual(before);
  const report = await run(source);
  expect(report.counts).toEqual(dry.counts);
  expect(report.refusals).toEqual(dry.refusals);
  expect(report.counts).toMatchObject({
    Companies: { taken: 2 },
    Queues: { taken: 2 },
    UserQueues: { taken: 1, refused: 1 },
    Tags: { taken: 2 },
    Contacts: { taken: 2, refused: 2 },
    ContactCustomFields: { taken: 2 },
    ContactTags: { taken: 1, refused: 1 },
    Tickets: { taken: 2, refused: 1 },
    Messages: { taken: 3, refused: 1 },
    QuickAnswers: { taken: 2 },
    Settings: { taken: 2 },
    Campaigns: { taken: 2 },
  });
  expect(groups(report)).toEqual(
    expect.arrayContaining(['Contacts 2: 3 4', 'ContactTags 1: 2', 'Tickets 1: 3', 'Messages 1: T4']),
  );

  for (const [tenant, name, bodies] of [
    [1, 'Maria de 1', ['Segredo da loja', 'Antiga da loja']],
    [2, 'Maria de 2', ['Segredo da verde']],
  ] as const) {
    const manager = await signedIn(`gestor${tenant}.alugada@loja.test`);
    const { contacts } = bodyOf(await manager.get<{ contacts: { name: string }[] }>('/contacts'));
    expect(contacts.map((each) => each.name)).toEqual([name]);
    const queues = bodyOf(await manager.get<{ name: string }[]>('/queue'));
    expect(queues.map((each) => each.name)).toEqual([`Setor ${tenant}`]);
    const { tags } = bodyOf(await manager.get<{ tags: { name: string }[] }>('/tags'));
    expect(tags.map((each) => each.name)).toEqual(['Cliente']);
    const tickets = await ticketsOf(manager, 'pending');
    expect(tickets).toMatchObject([{ contact: { name }, queue: { name: `Setor ${tenant}` } }]);
    expect((await messagesOf(manager, tickets[0]?.id ?? 0)).map(({ body }) => body)).toEqual(bodies);
    const { records } = bodyOf(await manager.get<{ records: { shortcode: string }[] }>('/quick-messages'));
    expect(records.map(({ shortcode }) => shortcode)).toEqual([`pix${tenant}`]);
  }
  expect(await violationsIn(app)).toEqual([]);
  const after = await rowCounts();
  await run(source);
  expect(await rowCounts()).toEqual(after);
});

test('one tenant alone can be taken, and rows that name none come by their parents', async () => {
  const source = await kept(postgresSource());
  await createTables(source, tenantsSchema, twoTenants({ hash: hashed, tag: 'so' }));
  // ids of another fork
  for (const [table, column] of [
    ['Tenants', 'id'],
    ...Object.entries(tenantsSchema).flatMap(([name, columns]) => ('tenantId' in columns ? [[name, 'tenantId']] : [])),
  ])
    await source.run(
      `alter table "${table}" alter "${column}" drop default,
       alter "${column}" type uuid using ('00000000-0000-4000-8000-00000000000' || "${column}")::uuid`,
    );
  await source.run('alter table "Tickets" drop column "tenantId"');
  const { counts } = await run(source, { companies: ['00000000-0000-4000-8000-000000000002'] });
  expect(counts).toMatchObject({ Companies: { taken: 1 }, Contacts: { taken: 1 }, Messages: { taken: 1 } });
  const manager = await signedIn('gestor2.so@loja.test');
  expect(await ticketsOf(manager, 'pending')).toMatchObject([{ contact: { name: 'Maria de 2' } }]);
});

test.each([
  ['a tenant that no table describes', 'alter table "Tenants" rename to "Inquilinos"', 'tenantId'],
  ['a column of another name', 'alter table "Contacts" rename "tenantId" to "empresaId"', 'Contacts'],
  ['a table that says it otherwise', 'alter table "Messages" rename "tenantId" to "company_id"', 'company_id'],
])('%s is refused before anything is written', async (_name, change, named) => {
  const source = await kept(postgresSource());
  await createTables(source, tenantsSchema, twoTenants({ hash: hashed, tag: 'incerta' }));
  await source.run(change);
  const before = await rowCounts();
  const runs = bodyOf(await app.platform.get<{ imports: object[] }>('/imports')).imports;
  for (const dryRun of [true, false]) await expect(run(source, { dryRun })).rejects.toThrow(named);
  expect(await rowCounts()).toEqual(before);
  expect(bodyOf(await app.platform.get<{ imports: object[] }>('/imports')).imports).toEqual(runs);
});

test('super-administrators see runs and what could not be taken; a failed run says why', async () => {
  const source = await kept(postgresSource());
  await createTables(source, oldSchema, firstCompany({ hash: hashed, tag: 'vista' }));
  const report = join(media, 'relatorio.csv');
  const { run: id } = await run(source, { name: 'Loja Vista', report });
  expect(await readFile(report, 'utf8')).toContain('"Messages";"M5";"This is no message: reactionMessage"');

  const [shown] = bodyOf(await app.platform.get<{ imports: object[] }>('/imports')).imports;
  expect(shown).toMatchObject({ id, state: 'done', error: null, refused: 6 });
  expect(shown).toHaveProperty('counts', expect.stringContaining('Messages 10'));
  const filter = encodeURIComponent(JSON.stringify({ importId: id, q: 'Contacts' }));
  const path = `/import-refusals?range=[0,9]&filter=${filter}`;
  const refused = bodyOf(await app.platform.get<object[]>(path));
  expect(refused).toMatchObject([{ run: id, sourceId: '4', reason: 'Não tem um número que sirva' }]);
  const ana = await signedIn('ana.vista@loja.test');
  for (const closed of ['/imports', path]) expect((await ana.get(closed)).status).toBe(403);

  await source.run('alter table "Messages" drop column "createdAt"');
  await expect(run(source)).rejects.toThrow();
  const [failed] = bodyOf(await app.platform.get<{ imports: object[] }>('/imports')).imports;
  expect(failed).toMatchObject({ state: 'failed', error: expect.any(String) });
});

test('LIDs become identifiers of the contacts', async () => {
  const source = await kept(postgresSource());
  await createTables(source, numberedSchema, numberedMessages(twoCompanies({ hash: hashed, tag: 'lid' })));
  const identifiers = () =>
    app.database.query<{ value: string; lid: null }>(
      "select i.value, c.lid, c.is_group from contact_identifiers i join contacts c on c.id = i.contact_id where i.kind = 'lid'",
    );
  expect(await identifiers()).toEqual([]);
  await run(source);
  expect(await identifiers()).toEqual([{ value: '123456789012345@lid', lid: null, is_group: false }]);
  expect(await violationsIn(app)).toEqual([]);
});

(hasMariadb ? test : test.skip)(
  'from MySQL, with numbered messages and notes among them (needs mariadbd)',
  async () => {
    const source = await kept(mariadbSource());
    await createTables(source, numberedSchema, numberedMessages(twoCompanies({ hash: hashed, tag: 'mysql' })));
    const dry = await run(source, { dryRun: true });
    const report = await run(source);
    expect(report.counts).toEqual(dry.counts);
    expect(report.counts).toMatchObject({
      Companies: { taken: 2 },
      Users: { taken: 3, refused: 1 },
      Contacts: { taken: 4 },
    });
    // the note of colleagues is no message
    expect(report.counts['Messages']).toMatchObject({ read: 14, taken: 12, refused: 2 });

    const ana = await signedIn('ana.mysql@loja.test');
    const maria = (await ticketsOf(ana, 'closed')).find(({ lastMessage }) => lastMessage === 'Ainda aí?') as TicketRow;
    const messages = await messagesOf(ana, maria.id);
    expect(messages.map(({ body }) => body)).toEqual(['Bom dia', 'Bom dia, Maria', '', 'Contrato', 'Ainda aí?']);
    expect(messages[1]).toMatchObject({ quotedMsg: { body: 'Bom dia' }, createdAt: at(4, 2).toISOString() });
    const notes = bodyOf(
      await ana.get<{ note: string }[]>(`/ticket-notes/list?ticketId=${maria.id}&contactId=${maria.contactId}`),
    );
    expect(notes.map(({ note }) => note).toSorted()).toEqual(['Gosta de azul', 'Só para nós']);

    const before = await rowCounts();
    await run(source);
    expect(await rowCounts()).toEqual(before);
    expect(await violationsIn(app)).toEqual([]);
  },
);
