import { readdir } from 'node:fs/promises';
import { writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { recipientsOf } from '../../../src/modules/campaigns/mass/editing/recipients.queries.js';
import {
  type Recipient,
  recipientsOfList,
} from '../../../src/modules/contacts/contact-lists/queries/contact-lists.queries.js';
import { sharedApp } from '../../support/app.js';
import { type Answer, bodyOf, type Client, type Refusal } from '../../support/client.js';
import { files, form, type TestFile } from '../../support/files.js';
import { type World, world } from '../../support/world.js';

const app = await sharedApp();
let w: World;
let listId: number;

beforeEach(async () => {
  w = await world(app);
  listId = (await makeList('Clientes')).id;
});

interface List {
  readonly id: number;
  readonly name: string;
  readonly contactsCount: number;
}
interface Item {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly email: string;
  readonly variables: readonly { readonly name: string; readonly value: string }[];
}
interface Import {
  readonly id: number;
  readonly status: 'waiting' | 'running' | 'done' | 'failed';
  readonly errors: readonly { readonly line: number; readonly message: string }[];
  readonly problem: string | null;
}
interface Added {
  readonly added: number;
  readonly repeated: number;
  readonly optedOut: number;
  readonly unreachable: number;
}

const makeList = async (name: string): Promise<List> =>
  bodyOf(await w.admin.post<List>('/contact-lists', { name }), 201);
const contactsCount = async (id = listId): Promise<number> =>
  bodyOf(await w.admin.get<List>(`/contact-lists/${id}`)).contactsCount;
const items = async (id = listId, also = ''): Promise<Item[]> =>
  bodyOf(await w.admin.get<{ contacts: Item[] }>(`/contact-list-items?contactListId=${id}${also}`)).contacts;
const add = (number: string, also: object = {}): Promise<Answer<Item & Refusal>> =>
  w.admin.post('/contact-list-items', { contactListId: listId, name: 'Alguém', number, ...also });
const makeContact = async (name: string, number: string, also: object = {}): Promise<number> =>
  bodyOf(await w.admin.post<{ id: number }>('/contacts', { name, number, ...also }), 201).id;

const upload = (file: TestFile | undefined, client: Client = w.admin): Promise<Answer<Import & Refusal>> =>
  client.post(`/contact-lists/${listId}/upload`, form({}, file ? [file] : [], 'file'));
const csvFile = (...lines: string[]): TestFile => ({
  name: 'lista.csv',
  mime: 'text/csv',
  bytes: Buffer.from(lines.join('\r\n')),
});
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const xlsxFile = async (...rows: (string | number | Date | null)[][]): Promise<TestFile> => ({
  name: 'lista.xlsx',
  mime: xlsxType,
  bytes: Buffer.from(await writeXlsx({ sheets: [{ name: 'Clientes', rows }] })),
});

/** Uploads it. @returns the result */
async function imported(file: TestFile): Promise<Import> {
  const { id } = bodyOf(await upload(file), 202);
  await app.settled();
  return bodyOf(await w.admin.get<Import>(`/contact-lists/imports/${id}`));
}

const storedFiles = async (): Promise<number> =>
  (await readdir(app.config.storageDir, { recursive: true, withFileTypes: true }).catch(() => [])).filter((entry) =>
    entry.isFile(),
  ).length;

test('lists and those on them, in both dialects', async () => {
  bodyOf(await add('+55 (41) 98888-1111', { name: 'Ana', variables: [{ name: 'Cidade', value: 'Curitiba' }] }), 201);
  bodyOf(await add('5541988882222', { name: 'Bia', email: 'bia@cliente.test' }), 201);
  const other = await makeList('Outra');
  const lists = bodyOf(await w.admin.get<{ records: List[]; count: number }>('/contact-lists'));
  expect(lists).toMatchObject({
    records: [
      { name: 'Outra', contactsCount: 0 },
      { name: 'Clientes', contactsCount: 2 },
    ],
    count: 2,
  });
  expect(bodyOf(await w.admin.get('/contact-lists/list'))).toEqual([
    { id: listId, name: 'Clientes' },
    { id: other.id, name: 'Outra' },
  ]);
  expect(await items()).toMatchObject([
    { name: 'Bia', number: '5541988882222', email: 'bia@cliente.test', variables: [] },
    { name: 'Ana', number: '5541988881111', email: '', variables: [{ name: 'Cidade', value: 'Curitiba' }] },
  ]);
  expect(await items(other.id)).toEqual([]);
  expect(await items(listId, '&searchParam=bia')).toHaveLength(1);
  const filter = encodeURIComponent(JSON.stringify({ contactListId: listId, q: '88881111' }));
  expect(bodyOf(await w.admin.get(`/contact-list-items?filter=${filter}`))).toMatchObject([{ name: 'Ana' }]);
  expect((await w.admin.get('/contact-list-items?contactListId=abc')).status).toBe(400);
  expect((await w.admin.post('/contact-lists', { name: 'Clientes' })).body).toMatchObject({
    fields: { name: 'Já existe uma lista de contatos com este nome' },
  });
});

test('a number is on a list once, moves with its count, and is none of those who opted out', async () => {
  const ana = bodyOf(await add('5541988881111'), 201);
  const other = await makeList('Outra');
  expect((await add('554188881111')).body.fields).toEqual({ number: 'Este número já está na lista' });
  expect((await add('12345678901234567')).body.fields).toEqual({ number: 'Número inválido' });
  await makeContact('Zeca', '5541988883333', { optedOut: true });
  expect((await add('5541988883333')).body.fields).toEqual({ number: 'Este contato não quer receber campanhas' });
  expect((await add('5541988884444', { contactListId: other.id + 1_000_000 })).status).toBe(404);
  expect(await contactsCount()).toBe(1);

  bodyOf(await w.admin.put(`/contact-list-items/${ana.id}`, { contactListId: other.id, name: 'Ana Maria' }));
  expect([await contactsCount(), await contactsCount(other.id)]).toEqual([0, 1]);
  bodyOf(await w.admin.delete(`/contact-list-items/${ana.id}`));
  expect([await contactsCount(other.id), await items(other.id)]).toEqual([0, []]);
});

test('every line of a file is on the list, or is refused with its reason', async () => {
  await makeContact('Zeca', '5541988883333', { optedOut: true });
  bodyOf(await add('5541988880000'), 201);
  const screen = await w.admin.socket();
  const answer = await imported(
    csvFile(
      'Nome;Número;E-mail;Cidade;Plano',
      'Ana Lúcia;+55 (41) 98888-1111;ana@cliente.test;Curitiba;Ouro',
      'Repetida no arquivo;55 41 8888-1111;;;',
      'Já na lista;5541988880000;;;',
      'Zeca;5541988883333;;;',
      '=1+1;123;;;',
      'Bia;5541988882222',
    ),
  );
  expect(answer).toMatchObject({ status: 'done', total: 6, position: 6, created: 2, skipped: 2, refused: 2 });
  expect(answer.errors).toEqual([
    { line: 5, message: 'Este contato não quer receber campanhas' },
    { line: 6, message: 'Número: Muito curto!' },
  ]);
  expect(await items()).toMatchObject([
    { name: 'Bia', number: '5541988882222', variables: [] },
    {
      name: 'Ana Lúcia',
      email: 'ana@cliente.test',
      variables: [
        { name: 'Cidade', value: 'Curitiba' },
        { name: 'Plano', value: 'Ouro' },
      ],
    },
    { number: '5541988880000' },
  ]);
  expect(await contactsCount()).toBe(3);
  await screen.next('contactListImport', ({ contactListImport }) => (contactListImport as Import).status === 'done');
  await screen.next('contactList', ({ contactList }) => (contactList as List).contactsCount === 3);
  const list = bodyOf(await w.admin.get<Import[]>(`/contact-lists/${listId}/imports`));
  expect(list.map(({ id }) => id)).toEqual([answer.id]);

  const response = await fetch(`${app.url}/contact-lists/imports/${answer.id}/refused`, {
    headers: { authorization: `Bearer ${w.admin.token}`, 'accept-language': 'pt-BR' },
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(Buffer.from(await response.arrayBuffer()).toString('utf8')).toBe(
    [
      '\ufeff"Nome";"Número";"E-mail";"Cidade";"Plano";"Linha do arquivo";"Motivo da recusa"',
      '"Repetida no arquivo";"55 41 8888-1111";"";"";"";"3";"Número repetido"',
      '"Já na lista";"5541988880000";"";"";"";"4";"Número repetido"',
      '"Zeca";"5541988883333";"";"";"";"5";"Este contato não quer receber campanhas"',
      `"'=1+1";"123";"";"";"";"6";"Número: Muito curto!"`,
      '',
    ].join('\r\n'),
  );
});

test('a workbook is read as it is shown', async () => {
  const answer = await imported(
    await xlsxFile(
      ['nome', 'whatsapp', 'Vencimento', 'Valor', null],
      ['Ana', 5541988881111, new Date('2026-03-09T00:00:00Z'), 10.5, 'sem título'],
      [null, null, null, null],
      ['Bia', '(55) 41 98888-2222', null, 3, null],
    ),
  );
  expect(answer).toMatchObject({ status: 'done', total: 2, created: 2, refused: 0 });
  expect(await items()).toMatchObject([
    { name: 'Bia', number: '5541988882222', variables: [{ name: 'Valor', value: '3' }] },
    {
      name: 'Ana',
      number: '5541988881111',
      variables: [
        { name: 'Vencimento', value: '09/03/2026' },
        { name: 'Valor', value: '10,5' },
      ],
    },
  ]);
});

test('a large file is counted exactly, over its batches', async () => {
  // every tenth number is too short; the last five hundred are those of the first
  const lines = Array.from({ length: 5_000 }, (_, index) =>
    index % 10 === 9 ? `Pessoa ${index};1` : `Pessoa ${index};55419${80_000_000 + (index % 4_500)}`,
  );
  const answer = await imported(csvFile('nome;numero', ...lines));
  expect(answer).toMatchObject({ status: 'done', total: 5_000, created: 4_050, skipped: 450, refused: 500 });
  expect(answer.errors).toHaveLength(100);
  expect(await contactsCount()).toBe(4_050);
});

test.each([
  ['latin1 and semicolons', Buffer.from('nome;numero;cidade\nJoão;5541988881111;Maringá', 'latin1')],
  ['a byte order mark and commas', Buffer.from('\ufeffnome,numero,cidade\r\nJoão,5541988881111,Maringá\r\n')],
])('a file with %s is read', async (_, bytes) => {
  expect(await imported({ ...csvFile(), bytes })).toMatchObject({ status: 'done', created: 1, refused: 0 });
  expect(await items()).toMatchObject([{ name: 'João', variables: [{ name: 'cidade', value: 'Maringá' }] }]);
});

test('a file that is no table is refused, and nothing of it is kept', async () => {
  const before = await storedFiles();
  const zip = await xlsxFile(['nome', 'numero']);
  for (const file of [files.png, files.pdf, undefined])
    expect(await upload(file)).toMatchObject({
      status: 400,
      body: { code: 'ERR_VALIDATION', fields: { file: 'Escolha um arquivo CSV ou XLSX' } },
    });
  const empty = { ...csvFile(), bytes: Buffer.alloc(0) };
  const program = { ...csvFile(), bytes: Buffer.concat([Buffer.from('MZ\u0090\u0000'), Buffer.alloc(2_000)]) };
  for (const file of [empty, program])
    expect(await upload(file)).toMatchObject({ status: 400, body: { code: 'ERR_VALIDATION' } });
  const huge = { ...csvFile(), bytes: Buffer.alloc(200 * 1024 * 1024, 'Ana;5541988881111\n') };
  expect([400, 413]).toContain((await upload(huge)).status);
  const problem = async (file: TestFile): Promise<string | null> => (await imported(file)).problem;
  expect(await problem(csvFile('nome;cpf', 'Ana;1'))).toMatch(/^Nenhuma coluna tem o número\./);
  expect(await problem(zip)).toBe('O arquivo não tem contatos.');
  expect(await problem({ ...zip, bytes: zip.bytes.subarray(0, 300) })).toMatch(
    /^O arquivo não pôde ser lido\. Salve-o de novo/,
  );
  const many = Array.from({ length: 100_001 }, (_, index) => `P${index};55419${10_000_000 + index}`);
  expect(await problem(csvFile('nome;numero', ...many))).toMatch(/^O arquivo tem mais de 100000 contatos/);
  expect([await storedFiles(), await contactsCount()]).toEqual([before, 0]);
});

test('a list that is deleted takes along its imports', async () => {
  const before = await storedFiles();
  bodyOf(await upload(csvFile('nome;numero', 'Ana;5541988881111')), 202);
  bodyOf(await w.admin.delete(`/contact-lists/${listId}`));
  await app.settled();
  expect(await storedFiles()).toBe(before);
  expect((await w.admin.get(`/contact-lists/${listId}`)).body.code).toBe('ERR_NO_CONTACT_LIST_FOUND');
  expect((await w.admin.get(`/contact-lists/${listId}/imports`)).status).toBe(404);
});

describe('from the contacts', () => {
  const fill = async (query: string): Promise<Added> =>
    bodyOf(await w.admin.post<Added>(`/contact-lists/${listId}/contacts?${query}`, {}));
  const byFilter = (filter: object): string => `filter=${encodeURIComponent(JSON.stringify(filter))}`;

  beforeEach(async () => {
    await app.database.query('delete from contacts where company_id = $1', [w.companyId]);
    await makeContact('Ana', '5541988881111', {
      email: 'ana@cliente.test',
      tagIds: [w.tag.id],
      extraInfo: [{ name: 'Cidade', value: 'Curitiba' }],
    });
    await makeContact('Bia', '5541988882222');
    await makeContact('Zeca', '5541988883333', { tagIds: [w.tag.id], optedOut: true });
    await makeContact('Um grupo', '120363025246125016', { tagIds: [w.tag.id] });
  });

  test('with a tag', async () => {
    expect(await fill(byFilter({ tagIds: [w.tag.id] }))).toEqual({
      added: 1,
      repeated: 0,
      optedOut: 1,
      unreachable: 1,
    });
    expect(await items()).toMatchObject([
      { name: 'Ana', email: 'ana@cliente.test', variables: [{ name: 'Cidade', value: 'Curitiba' }] },
    ]);
    expect(await contactsCount()).toBe(1);
  });

  test('with whatever the list of contacts is narrowed by', async () => {
    expect(await fill('searchParam=bia')).toEqual({ added: 1, repeated: 0, optedOut: 0, unreachable: 0 });
    expect(await fill('')).toEqual({ added: 1, repeated: 1, optedOut: 1, unreachable: 1 });
    expect(await fill(byFilter({ dateEnd: '2020-01-01' }))).toMatchObject({ added: 0, repeated: 0 });
    expect((await w.admin.post(`/contact-lists/${listId}/contacts?${byFilter({ name: 'Ana' })}`, {})).status).toBe(400);
  });

  test('whoever opts out or is erased later gets no campaign', async () => {
    await fill('');
    const [, ana] = await items();
    expect(ana?.name).toBe('Ana');
    const contacts = bodyOf(await w.admin.get<{ contacts: { id: number; number: string }[] }>('/contacts')).contacts;
    const idOf = (number: string): number => contacts.find((each) => each.number === number)?.id ?? 0;
    bodyOf(await w.admin.put(`/contacts/${idOf('5541988882222')}`, { optedOut: true }));
    const recipients = (): Promise<Recipient[]> =>
      app.as(w.companyId, (db) =>
        db.rows<Recipient>(sql`select * from ${recipientsOfList(w.companyId, listId)} r order by r.id`),
      );
    expect(await recipients()).toMatchObject([
      { number: '5541988881111', optedOut: false, variables: [{ name: 'Cidade', value: 'Curitiba' }] },
      { number: '5541988882222', optedOut: true },
    ]);
    const tagged = await app.as(w.companyId, (db) =>
      db.rows<Recipient>(
        sql`select * from ${recipientsOf(w.companyId, { contactListId: null, tagListId: w.tag.id, tagScope: 'contacts' })} r order by r.id`,
      ),
    );
    expect(tagged).toMatchObject([
      { number: '5541988881111', optedOut: false },
      { number: '5541988883333', optedOut: true },
    ]);

    const ours = bodyOf(
      await w.admin.get<{ contactLists: object[] }>(`/contacts/${idOf('5541988881111')}/personal-data`),
    );
    expect(ours.contactLists).toMatchObject([{ list: 'Clientes', number: '5541988881111' }]);
    bodyOf(await w.admin.post(`/contacts/${idOf('5541988881111')}/erase`, { number: '5541988881111' }));
    expect(await recipients()).toMatchObject([{ number: '5541988882222' }]);
    expect(await contactsCount()).toBe(1);
  });
});

test('lists are for managers whose plan has campaigns, and of their own company', async () => {
  const { id } = await imported(csvFile('nome;numero', 'Ana;5541988881111'));
  const [item] = await items();
  const paths = [
    ...['/contact-lists', `/contact-lists/${listId}`, '/contact-lists/list', '/contact-list-items'],
    ...[`/contact-lists/${listId}/imports`, `/contact-lists/imports/${id}`, `/contact-lists/imports/${id}/refused`],
  ];
  const without = await world(app, { plan: { useCampaigns: false } });
  for (const client of [w.supervisor, w.attendant, without.admin])
    for (const path of paths) expect((await client.get(path)).status).toBe(403);
  expect((await upload(csvFile('nome;numero', 'Bia;5541988882222'), w.supervisor)).status).toBe(403);

  const stranger = await world(app);
  for (const path of [
    ...[`/contact-lists/${listId}`, `/contact-lists/${listId}/imports`, `/contact-list-items/${item?.id}`],
    ...[`/contact-lists/imports/${id}`, `/contact-lists/imports/${id}/refused`],
  ])
    expect((await stranger.admin.get(path)).status).toBe(404);
  expect((await stranger.admin.post(`/contact-lists/${listId}/contacts`, {})).status).toBe(404);
  expect((await upload(csvFile('nome;numero', 'Bia;5541988882222'), stranger.admin)).status).toBe(404);
  expect(await contactsCount()).toBe(1);
});
