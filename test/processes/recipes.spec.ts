import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { bodyOf, Client } from '../support/client.js';
import { cloneDatabase, type TestDatabase } from '../support/database.js';
import { form } from '../support/files.js';
import { freePort } from '../support/free-port.js';
import { terminate } from '../support/server-process.js';
import { encryptionKey, jwtSecret, superLogin } from '../support/test-config.js';
import { until } from '../support/until.js';

const sources = [
  'src',
  'migrations',
  'scripts',
  'docs/ARCHITECTURE.md',
  'package.json',
  'biome.json',
  '.swcrc',
  '.gitignore',
];
const fromSources = ['--import', './scripts/lib/typescript-hooks.mjs'];

let folder: string;
let many: string;
let migration: string;
let database: TestDatabase;
let server: ChildProcess;
let client: Client;

/** The commands of the README, the recipes of the page and a channel: one folder, one migration and one start for all. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atende-new-'));
  for (const name of sources) await cp(name, join(folder, name), { recursive: true });
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  const commands = [...(await readFile('README.md', 'utf8')).matchAll(/^npm run (new|migration --) (\S+) /gm)];
  const [path = '', migrationName = ''] = commands.map(([, , name]) => name);
  many = basename(path);
  await run('scripts/new-module.mjs', path);
  for (const title of ['A field of contacts', 'A column of a report']) await follow(title);
  await addPagerChannel();
  migration = (await run(...fromSources, 'src/cli/migration.ts', migrationName)).stdout.trim();

  database = await cloneDatabase();
  const port = String(await freePort());
  const env = {
    ...{ PATH: process.env['PATH'], NODE_ENV: 'test', PORT: port, DATA_DIR: join(folder, 'data') },
    ...{ DATABASE_URL: database.url, ENCRYPTION_KEY: encryptionKey.toString('hex'), JWT_SECRET: jwtSecret },
    ...{ ADMIN_EMAIL: superLogin.email, ADMIN_PASSWORD: superLogin.password, DEMO: 'off', LOG_LEVEL: 'warn' },
  };
  server = spawn(process.execPath, [...fromSources, 'src/main.ts'], { cwd: folder, env, stdio: 'inherit' });
  client = new Client(`http://127.0.0.1:${port}`);
  await until(
    'the server answers',
    () =>
      fetch(`http://127.0.0.1:${port}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    120_000,
  );
  bodyOf(await client.signIn(superLogin.email, superLogin.password));
});
afterAll(async () => {
  if (server) await terminate(server);
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: folder });

/** Puts each block of code of a recipe at the end of the class or constant that its first line names. */
async function follow(title: string): Promise<void> {
  const page = await readFile('docs/ARCHITECTURE.md', 'utf8');
  const [, recipe = ''] = new RegExp(`\\n\\*\\*${title}\\.\\*\\*([\\s\\S]*?)\\n\\*\\*`).exec(page) ?? [];
  const blocks = [...recipe.matchAll(/```ts\n\/\/ (\S+), in (\w+)\n([\s\S]*?)```/g)];
  if (blocks.length === 0) throw new Error(`The page has no recipe '${title}' with code`);
  for (const [, path = '', name = '', code = ''] of blocks) {
    const file = join(folder, path);
    const text = await readFile(file, 'utf8');
    const [declaration] = new RegExp(`^export (?:class|const) ${name}\\b[\\s\\S]*?(?=^[}\\]])`, 'm').exec(text) ?? [];
    if (declaration === undefined) throw new Error(`${path} declares no ${name}`);
    await writeFile(
      file,
      text.replace(declaration, () => declaration + code),
    );
  }
}

async function addPagerChannel(): Promise<void> {
  const home = join(folder, 'src/modules/channels/connections/channels/pager');
  await mkdir(home);
  const text = await readFile('test/support/pager-channel.ts', 'utf8');
  await writeFile(join(home, 'pager.channel.ts'), text.replaceAll('../../src/', '../../../../../'));
}

interface Field {
  readonly name: string;
  readonly label: string;
  readonly options?: readonly { readonly value: string }[];
}
interface ResourceView {
  readonly name: string;
  readonly menu: object | null;
  readonly form: { readonly create: readonly Field[] };
}
async function resource(name: string): Promise<ResourceView | undefined> {
  const { resources } = bodyOf(await client.get<{ resources: ResourceView[] }>('/resources'));
  return resources.find((each) => each.name === name);
}

test('the commands of the README make a module that works', async () => {
  expect(await readFile(join(folder, migration), 'utf8')).toContain(`alter table "${many}" force row level security`);
  bodyOf(await client.post(`/${many}`, { name: 'O primeiro' }), 201);
  expect(bodyOf(await client.get<{ count: number }>(`/${many}`))).toMatchObject({ count: 1 });
  expect(await resource(many)).toMatchObject({ menu: expect.anything() });
});

interface ContactRecord {
  readonly id: number;
  readonly employer: string | null;
}

test('the recipe of a field of contacts makes one that is exported, imported, merged and erased', async () => {
  expect((await resource('contacts'))?.form.create).toContainEqual(
    expect.objectContaining({ name: 'employer', label: 'Empresa' }),
  );
  const create = async (input: object) => bodyOf(await client.post<ContactRecord>('/contacts', input), 201);
  const get = async (id: number) => bodyOf(await client.get<ContactRecord>(`/contacts/${id}`));
  const ana = await create({ name: 'Ana', number: '5541988880001', employer: 'Padaria Sol' });
  const bia = await create({ name: 'Bia', number: '5541988880002' });
  expect([await get(ana.id), await get(bia.id)]).toMatchObject([{ employer: 'Padaria Sol' }, { employer: null }]);

  const lines = 'nome;numero;Empregador\nCaio;5541988880003;Oficina Lua\nDavi;5541988880004;';
  const file = { name: 'contatos.csv', mime: 'text/csv', bytes: Buffer.from(lines) };
  const { id } = bodyOf(await client.post<{ id: number }>('/contacts/import', form({}, [file], 'file')), 202);
  await until('the file is imported', async () => {
    const { status } = bodyOf(await client.get<{ status: string }>(`/contacts/imports/${id}`));
    return status === 'done';
  });
  const csv = bodyOf(await client.get<string>('/contacts/export'));
  expect(csv).toContain('"nome";"numero";"email";"empresa"');
  expect(csv).toContain('"Ana";"5541988880001";"";"Padaria Sol"');
  expect(csv).toContain('"Caio";"5541988880003";"";"Oficina Lua"');
  expect(csv).toContain('"Davi";"5541988880004";"";""');

  const [caio] = bodyOf(await client.get<{ contacts: ContactRecord[] }>('/contacts?searchParam=Caio')).contacts;
  const merge = async (other: number | undefined) =>
    bodyOf(await client.post<ContactRecord>(`/contacts/${bia.id}/merge`, { contactId: other }));
  expect(await merge(caio?.id)).toMatchObject({ id: bia.id, employer: 'Oficina Lua' });
  const other = await create({ name: 'Outra', number: '5541988880005', employer: 'Mercado' });
  expect(await merge(other.id)).toMatchObject({ employer: 'Oficina Lua' });

  const disclosed = bodyOf(await client.get<{ contact: ContactRecord }>(`/contacts/${ana.id}/personal-data`));
  expect(disclosed.contact.employer).toBe('Padaria Sol');
  bodyOf(await client.post(`/contacts/${ana.id}/erase`, { number: '5541988880001' }));
  expect(await database.query('select name, employer from contacts where id = $1', [ana.id])).toEqual([
    { name: 'Contato removido', employer: null },
  ]);
});

test('the recipe of a column of a report adds it to files', async () => {
  const [headings = ''] = bodyOf(await client.get<string>('/relatories/export')).split('\r\n');
  expect(headings.split(';').at(-1)).toBe('"Grupo"');
});

test('a file in a folder of its own makes a channel', async () => {
  const channel = (await resource('whatsapp'))?.form.create.find(({ name }) => name === 'channel');
  expect(channel?.options).toContainEqual(expect.objectContaining({ value: 'pager' }));
  const input = { name: 'Pagers', channel: 'pager', pagerKey: 'k-1', pagerRegion: 'sul' };
  const { id } = bodyOf(await client.post<{ id: number }>('/whatsapp', input), 201);
  expect((await client.post(`/webhooks/pager/${id}`, [], { 'x-pager-key': 'k-2' })).status).toBe(403);
  expect((await client.post(`/webhooks/pager/${id}`, [], { 'x-pager-key': 'k-1' })).status).toBe(200);
});

test.each([
  ['a resource', 'contacts/saved-views', 'src/modules/people/saved-views/'],
  ['a table', 'contacts/chat-users', "tableName: 'chat_users'"],
  ['an entity', 'platform/holidays', 'src/modules/people/opening-hours/holiday'],
  ['an entity of core', 'contacts/audit-entries', 'src/core/audit/audit-entry.entity.ts'],
  ['a module', 'platform/reports', 'src/modules/insight/reports/reports.module.ts'],
  ['a route', 'people/relatories', "@Controller('relatories'"],
  ['a folder', 'contacts/tags', 'src/modules/contacts/tags is there already'],
])('a name that %s has is refused, by the file that has it', async (_, path, holder) => {
  await expect(run('scripts/new-module.mjs', path)).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining(holder),
  });
});
