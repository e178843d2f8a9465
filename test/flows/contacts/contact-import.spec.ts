import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { newStorageKey, Storage } from '../../../src/core/storage/storage.js';
import { sharedApp } from '../../support/app.js';
import { type Answer, bodyOf, type Refusal } from '../../support/client.js';
import { longestEventLoopBlock } from '../../support/event-loop-delay.js';
import { files, form } from '../../support/files.js';
import { type World, world } from '../../support/world.js';

const app = await sharedApp();
let w: World;

beforeEach(async () => {
  w = await world(app);
});

interface Import {
  readonly id: number;
  readonly status: 'waiting' | 'running' | 'done' | 'failed';
  readonly total: number;
  readonly position: number;
  readonly created: number;
  readonly skipped: number;
  readonly refused: number;
  readonly errors: readonly { readonly line: number; readonly message: string }[];
  readonly noted: number;
  readonly notes: Import['errors'];
  readonly problem: string | null;
}

const send = (
  content: string | Buffer,
  name = 'contatos.csv',
  mime = 'text/csv',
  fields: Readonly<Record<string, string>> = {},
): Promise<Answer<Import>> =>
  w.supervisor.post<Import>('/contacts/import', form(fields, [{ name, mime, bytes: Buffer.from(content) }], 'file'));

/** Imports it. @returns the result */
async function imported(
  content: string | Buffer,
  ...kind: [name?: string, mime?: string, fields?: Readonly<Record<string, string>>]
): Promise<Import> {
  const { id } = bodyOf(await send(content, ...kind), 202);
  await app.settled();
  return bodyOf(await w.supervisor.get<Import>(`/contacts/imports/${id}`));
}

interface ContactRecord {
  readonly name: string;
  readonly number: string;
  readonly email: string;
  readonly extraInfo: readonly { readonly name: string; readonly value: string }[];
}

const found = async (search: string): Promise<ContactRecord[]> =>
  bodyOf(await w.admin.get<{ contacts: ContactRecord[] }>(`/contacts?searchParam=${encodeURIComponent(search)}`))
    .contacts;

const storedFiles = async (): Promise<number> =>
  (await readdir(app.config.storageDir, { recursive: true, withFileTypes: true }).catch(() => [])).filter((entry) =>
    entry.isFile(),
  ).length;

test('every line becomes a contact, exists already, or is reported with its number', async () => {
  bodyOf(await w.admin.post('/contacts', { name: 'Já existe', number: '5541988880000' }), 201);
  const screen = await w.supervisor.socket();
  const answer = await imported(
    [
      'Nome;Número;E-mail;Cidade;Observação',
      'Ana Lúcia;+55 (41) 98888-1111;ana@cliente.test;Curitiba;"gosta de ""café""; preto"',
      'Repetida no arquivo;55 41 8888-1111;;;',
      'De novo;5541988880000;;;',
      'B;5541988882222;;;',
      '',
      'Sem número;;;;',
      'E-mail errado;5541988883333;nada@;;',
      'Arredondado;5,54199E+12;;;',
      'Sem número de verdade;abc;;;',
      'Nem este;telefone fixo;;;',
      'Só nome e número;5541988884444',
    ].join('\r\n'),
  );
  expect(answer).toMatchObject({
    status: 'done',
    total: 10,
    position: 10,
    created: 4,
    skipped: 2,
    refused: 4,
    noted: 2,
  });
  expect(answer.errors).toEqual([
    { line: 7, message: 'Número: Obrigatório' },
    { line: 9, message: 'Número: A planilha arredondou o número; formate a coluna como texto' },
    { line: 10, message: 'Número: Número inválido' },
    { line: 11, message: 'Número: Número inválido' },
  ]);
  expect(answer.notes).toEqual([
    { line: 5, message: 'O nome tem uma letra só; ficou o número' },
    { line: 8, message: 'O e-mail não é válido e ficou de fora: nada@' },
  ]);
  expect(await found('5541988882222')).toMatchObject([{ name: '5541988882222' }]);
  expect(await found('E-mail errado')).toMatchObject([{ email: '' }]);
  expect(await found('Ana Lúcia')).toMatchObject([
    {
      number: '5541988881111',
      email: 'ana@cliente.test',
      extraInfo: [
        { name: 'Cidade', value: 'Curitiba' },
        { name: 'Observação', value: 'gosta de "café"; preto' },
      ],
    },
  ]);
  expect(await found('Já existe')).toHaveLength(1);
  await screen.next('contactImport', ({ contactImport }) => (contactImport as Import).status === 'done');
  await screen.next('contact', ({ action }) => action === 'import');
  const list = bodyOf(await w.supervisor.get<Import[]>('/contacts/imports'));
  expect(list.map(({ id }) => id)).toEqual([answer.id]);
  const english = await w.supervisor.get<Import>(`/contacts/imports/${answer.id}`, { 'accept-language': 'en' });
  expect(english.body.errors[0]?.message).toBe('Number: Required');
});

test.each([
  ['UTF-8 with a mark and commas', Buffer.from('\ufeffname,phone\nJoão da Silva,5541988881111\n')],
  ['UTF-8 without one', Buffer.from('nome;telefone\nJoão da Silva;5541988881111')],
  ['Latin-1', Buffer.from('nome;número\r\nJoão da Silva;5541988881111\r\n', 'latin1')],
  [
    'the line of Excel and bars',
    Buffer.from('sep=|\r\nNome Completo|Telefone Celular\r\nJoão da Silva|(41) 98888-1111'),
  ],
  ['UTF-16, other byte order', Buffer.from('\ufeffnome;celular\nJoão da Silva;041988881111', 'utf16le').swap16()],
  ['UTF-16 of spreadsheets, tabs', Buffer.from('\ufeffNome\tCelular\r\nJoão da Silva\t5541988881111\r\n', 'utf16le')],
])('%s', async (_name, content) => {
  expect(await imported(content)).toMatchObject({ status: 'done', total: 1, created: 1 });
  expect(await found('joao da silva')).toMatchObject([{ name: 'João da Silva', number: '5541988881111' }]);
});

test('an invalid file is refused or fails as a whole, with the reason', async () => {
  const before = await storedFiles();
  for (const answer of [
    await send(files.png.bytes, 'contatos.csv', 'text/csv'),
    await w.supervisor.post<Import>('/contacts/import', form({}, [], 'file')),
    await w.supervisor.post<Import>('/contacts/import', {}),
  ]) {
    expect(answer as unknown as Answer<Refusal>).toMatchObject({
      status: 400,
      body: { code: 'ERR_VALIDATION', fields: { file: 'Escolha um arquivo CSV ou XLSX' } },
    });
  }
  const problem = async (content: string | Buffer, mime = 'text/csv'): Promise<string | null> => {
    const { status, created, problem: said } = await imported(content, 'contatos.csv', mime);
    expect([status, created]).toEqual(['failed', 0]);
    return said;
  };
  expect(await problem('nome;cpf\nAna;5541988881111')).toMatch(/^Nenhuma coluna tem o número\./);
  expect(await problem('nome;numero\n')).toBe('O arquivo não tem contatos.');
  expect(await problem(Buffer.from([1, 2, 0, 3]), 'application/octet-stream')).toMatch(/^O arquivo não é um texto CSV/);
  expect(await problem('nome;numero\nAna;5541988881111\n"Bia;5541988882222\n')).toMatch(/a partir da linha 3/);
  const lines = Array.from({ length: 20_001 }, (_, index) => `Pessoa ${index};55419${10_000_000 + index}`);
  expect(await problem(['nome;numero', ...lines].join('\n'))).toMatch(/^O arquivo tem mais de 20000 contatos/);
  const columns = (count: number, cell: string) => `;${cell}`.repeat(count);
  expect(await problem(`nome;numero${columns(60_000, 'x')}\nAna;5541988881111${columns(60_000, 'y')}`)).toMatch(
    /^O arquivo tem mais de 200 colunas/,
  );
  expect(await problem(`nome;numero\nAna;5541988881111;${'y'.repeat(70_000)}`)).toMatch(/a partir da linha 2/);
  expect(await problem(`nome;numero\n${'Ana;5541988881111;x\n'.repeat(900_000)}`)).toMatch(/mais de 16 MB/);
  expect(await storedFiles()).toBe(before);
  expect(await found('5541988881111')).toEqual([]);
});

test('attendants cannot import, and imports of other companies are invisible', async () => {
  expect((await w.attendant.post('/contacts/import', form({}, [], 'file'))).status).toBe(403);
  const { id } = await imported('nome;numero\nAna;5541988881111');
  const stranger = await world(app);
  expect((await stranger.admin.get(`/contacts/imports/${id}`)).body.code).toBe('ERR_NO_CONTACT_IMPORT_FOUND');
});

test.each([
  'google-contacts',
  'google-contacts-2023',
  'outlook',
  'outlook-pt',
  'hubspot',
  'hubspot-es',
  'chatwoot',
  'whaticket',
])('the export of %s is imported as it is', async (name) => {
  const content = await readFile(join(import.meta.dirname, '../../fixtures/address-books', `${name}.csv`));
  expect(await imported(content)).toMatchObject({ status: 'done', total: 2, created: 2, refused: 0, noted: 0 });
  const [ana] = await found('5541988881111');
  expect([ana?.name.replace(' Maria', ''), ana?.email]).toEqual(['Ana Lima', 'ana@cliente.test']);
  // nobody is lost for want of a name
  expect(await found('5541988882222')).toMatchObject([{ name: '5541988882222', email: '' }]);
});

test('the columns are shown with three rows, and what was chosen is imported', async () => {
  const content = [
    'Apelido;Contato;Cod;Tel 2',
    'Ana;ana@cliente.test;41988881111;(41) 3222-1100',
    `${'Bia '.repeat(20)};nada;41988882222;`,
    'Caio;;988883333;',
    'Davi;;11111111111;',
  ].join('\n');
  const file = { name: 'clientes.csv', mime: 'text/csv', bytes: Buffer.from(content) };
  const columns = await w.supervisor.post('/contacts/import/columns', form({}, [file], 'file'));
  expect(columns).toMatchObject({
    status: 200,
    body: [
      { heading: 'Apelido', role: 'info', samples: ['Ana', 'Bia '.repeat(20).trim(), 'Caio'] },
      { heading: 'Contato', role: 'name', samples: ['ana@cliente.test', 'nada', ''] },
      { heading: 'Cod', role: 'info', samples: ['41988881111', '41988882222', '988883333'] },
      { heading: 'Tel 2', role: 'number', samples: ['(41) 3222-1100', '', ''] },
    ],
  });
  expect(await found('41988881111')).toEqual([]);
  expect((await w.attendant.post('/contacts/import/columns', form({}, [file], 'file'))).status).toBe(403);
  for (const wrong of ['name,email,info,info', 'name,email,numbers,number'])
    expect(await send(content, 'clientes.csv', 'text/csv', { columns: wrong })).toMatchObject({
      status: 400,
      body: { fields: { columns: 'Escolha a coluna que tem o número' } },
    });
  const answer = await imported(content, 'clientes.csv', 'text/csv', { columns: 'name,email,number,skip' });
  expect(answer).toMatchObject({ created: 2, refused: 2, noted: 1 });
  expect(answer.errors.map(({ message }) => message)).toEqual([
    'Número: Falta o DDD: escreva o número com o código de área',
    'Número: Número inválido',
  ]);
  expect(answer.notes.map(({ message }) => message)).toEqual([
    'O e-mail não é válido e ficou de fora: nada',
    'O nome foi cortado em 50 letras',
  ]);
  expect(await found('5541988881111')).toMatchObject([{ name: 'Ana', email: 'ana@cliente.test', extraInfo: [] }]);
  const refused = await fetch(`${app.url}/contacts/imports/${answer.id}/refused`, {
    headers: { authorization: `Bearer ${w.supervisor.token}`, 'accept-language': 'pt-BR' },
  });
  expect(Buffer.from(await refused.arrayBuffer()).toString('utf8')).toBe(
    [
      '\ufeff"Apelido";"Contato";"Cod";"Tel 2";"Linha do arquivo";"Motivo da recusa"',
      '"Caio";"";"988883333";"";"4";"Número: Falta o DDD: escreva o número com o código de área"',
      '"Davi";"";"11111111111";"";"5";"Número: Número inválido"',
      '',
    ].join('\r\n'),
  );
});

test('of several values in a cell the first usable counts and the others are kept; area codes may have a column', async () => {
  const answer = await imported(
    [
      'Nome,DDD,Telefone,Phone 1 - Value,E-mail 1 - Value',
      'Ana,41,98888-1111,3222-1100 ::: (41) 98888-2222,ana ::: ana@cliente.test ::: a@cliente.test',
      'Bia,41,3222-1100,,',
      'Caio,,98888-3333,,',
    ].join('\n'),
  );
  expect(answer).toMatchObject({ created: 2, errors: [{ line: 4 }], noted: 0 });
  expect(await found('5541988881111')).toMatchObject([
    {
      name: 'Ana',
      email: 'ana@cliente.test',
      extraInfo: [
        { name: 'Phone 1 - Value', value: '41 3222-1100, (41) 98888-2222' },
        { name: 'E-mail 1 - Value', value: 'ana, a@cliente.test' },
      ],
    },
  ]);
  expect(await found('554132221100')).toMatchObject([{ name: 'Bia' }]);
});

test('what was cut of contacts that exist already is not counted', async () => {
  const content = `nome;numero\n${'Ana '.repeat(20)};41988881111`;
  expect(await imported(`${content}\n${'Bia '.repeat(20)};41988881111`)).toMatchObject({
    ...{ created: 1, skipped: 1, noted: 1 },
    notes: [{ line: 2 }],
  });
  expect(await imported(content)).toMatchObject({ created: 0, skipped: 1, noted: 0, notes: [] });
});

test('numbers are read by the company’s country, and invisible names are the number', async () => {
  const answer = await imported('nome;numero\n\u3164;41988881111\n\u200bLia\u200b;\u202a+55 11 98888\u20117777');
  expect(answer).toMatchObject({ created: 2, noted: 0 });
  expect(await found('5541988881111')).toMatchObject([{ name: '5541988881111' }]);
  expect(await found('5511988887777')).toMatchObject([{ name: 'Lia' }]);
  bodyOf(await w.admin.put('/settings/country', { value: 'PT' }));
  expect(await imported('nome;numero\nRui;912 345 678\nBruno;(11) 98888-7777')).toMatchObject({
    created: 1,
    errors: [{ line: 3, message: 'Número: Número inválido' }],
  });
  expect(await found('Rui')).toMatchObject([{ number: '351912345678' }]);
  const made = await w.admin.post('/contacts', { name: '\u3164\u3164', number: '913 345 678' });
  expect(made.body).toMatchObject({ name: '351913345678', number: '351913345678' });
  const { status, body } = await w.admin.post('/contacts', { name: 'Bia', number: '11 98888-7777' });
  expect([status, body.fields]).toEqual([400, { number: 'Número inválido' }]);
});

describe('a large file', () => {
  /** Every tenth number is too short; the last hundred numbers are those of the first. */
  const lines = Array.from({ length: 3_000 }, (_, index) =>
    index % 10 === 9 ? `X;${index}` : `Pessoa ${index};55419${80_000_000 + (index % 2_900)}`,
  );
  const content = ['nome;numero', ...lines].join('\n');
  const counts = { status: 'done', total: 3_000, position: 3_000, created: 2_610, skipped: 90, refused: 300 };

  test('is counted exactly, and lists the first hundred errors', async () => {
    const whole = await imported(content);
    expect(whole).toMatchObject(counts);
    expect(whole.errors).toHaveLength(100);
  });

  test('with many columns does not block other requests', async () => {
    const heading = `nome;numero${Array.from({ length: 58 }, (_, index) => `;Campo ${index}`).join('')}`;
    const wide = Array.from(
      { length: 400 },
      (_, index) => `Pessoa ${index};55419${80_000_000 + index}${';valor'.repeat(90)}`,
    );
    const stall = await longestEventLoopBlock(async () => {
      expect(await imported([heading, ...wide].join('\n'))).toMatchObject({ status: 'done', created: 400 });
    });
    expect(stall).toBeLessThan(1_000);
  });

  test('continues after a process died', async () => {
    const key = newStorageKey(w.companyId, 'csv');
    await app.nest.get(Storage).put(key, Buffer.from(content), { mime: 'text/csv' });
    // the first two of its batches
    const id = await app.as(w.companyId, async (db) => {
      await db.run(
        sql`insert into contacts (company_id, uuid, name, number)
         select ${w.companyId}, gen_random_uuid(), split_part(line, ';', 1), split_part(line, ';', 2)
           from unnest(${lines.slice(0, 1_000)}::text[]) line where line not like 'X;%'`,
      );
      const row = await db.row<{ id: number }>(
        sql`insert into contact_imports (company_id, user_id, status, name, media_key, total, position, created,
         refused)
         values (${w.companyId}, ${w.supervisor.id}, 'running', 'contatos.csv', ${key}, 3000, 1000, 900, 100)
           returning id`,
      );
      await db.run(sql`insert into outbox_jobs (company_id, name, payload, run_at)
         values (${w.companyId}, ${'import-contacts'}, ${JSON.stringify({ importId: row?.id })}, now())`);
      return row?.id;
    });
    await app.settled();
    expect(bodyOf(await w.supervisor.get<Import>(`/contacts/imports/${id}`))).toMatchObject(counts);
    await expect(app.nest.get(Storage).stat(key)).rejects.toThrow(key);
  });
});

describe('the export', () => {
  const csv = async (): Promise<string> => {
    const response = await fetch(`${app.url}/contacts/export`, {
      headers: { authorization: `Bearer ${w.supervisor.token}`, 'accept-language': 'pt-BR' },
    });
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('content-disposition'),
    ]).toEqual([200, 'text/csv; charset=utf-8', 'attachment; filename="contatos.csv"']);
    return Buffer.from(await response.arrayBuffer()).toString('utf8');
  };

  test('opens in a spreadsheet, and no cell is a formula', async () => {
    await app.database.query('delete from contacts where company_id = $1', [w.companyId]);
    const make = (name: string, number: string, extraInfo: { name: string; value: string }[] = []) =>
      w.admin.post('/contacts', { name, number, email: 'a@b.test', extraInfo });
    bodyOf(await make('=1+1', '5541988881111', [{ name: 'Cidade', value: '@casa' }]), 201);
    bodyOf(await make('José', '5541988882222', [{ name: 'Bairro', value: '\u00a0-2+3' }]), 201);
    // names from channels and imports
    await app.database.query("update contacts set name = $2 where company_id = $1 and name = 'José'", [
      w.companyId,
      'José; "Zé"\r\n=1+1',
    ]);
    expect(await csv()).toBe(
      [
        '\ufeff"nome";"numero";"email";"Bairro";"Cidade"',
        `"'=1+1";"5541988881111";"a@b.test";"";"'@casa"`,
        `"José; ""Zé"" =1+1";"5541988882222";"a@b.test";"'\u00a0-2+3";""`,
        '',
      ].join('\r\n'),
    );
    const [entry] = await app.database.query<{ user_id: number }>(
      "select user_id from audit_entries where company_id = $1 and action = 'contacts.exported'",
      [w.companyId],
    );
    expect(entry?.user_id).toBe(w.supervisor.id);
    expect((await w.attendant.get('/contacts/export')).status).toBe(403);
  });

  test('has every contact once, over many pages, and can be imported again', async () => {
    await app.database.query(
      `insert into contacts (company_id, uuid, name, number) select $1, gen_random_uuid(), 'Pessoa ' || n % 700, '55419' || 70000000 + n from generate_series(1, 2500) n`,
      [w.companyId],
    );
    const text = await csv();
    const lines = text.trim().split('\r\n').slice(1);
    expect(lines).toHaveLength(2_501);
    expect(new Set(lines.map((line) => line.split(';')[1])).size).toBe(2_501);
    await app.database.query('delete from contacts where company_id = $1', [w.companyId]);
    expect(await imported(text)).toMatchObject({ status: 'done', created: 2_501, refused: 0 });
  });
});
