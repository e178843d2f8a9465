import { readdir } from 'node:fs/promises';
import { sharedApp } from '../../support/app.js';
import { type Answer, bodyOf, type Client } from '../../support/client.js';
import { files, form, type TestFile } from '../../support/files.js';
import { type MessageRow, type World, world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);

interface Option {
  readonly id: number;
  readonly name: string;
  readonly path: string | null;
  readonly mediaType: string | null;
  readonly mediaName: string | null;
}

interface FileList {
  readonly id: number;
  readonly name: string;
  readonly message: string;
  readonly userId: number | null;
  readonly options: Option[];
}

interface Page {
  readonly files: FileList[];
  readonly hasMore: boolean;
  readonly count: number;
}

const make = async (client: Client, body: object = {}): Promise<FileList> =>
  bodyOf(await client.post<FileList>('/files', { name: 'Catálogo', message: 'Olá, {{firstName}}!', ...body }), 201);
const upload = (client: Client, { id }: { id: number }, data: FormData): Promise<Answer<FileList>> =>
  client.post<FileList>(`/files/uploadList/${id}`, data);
const read = async (client: Client, { id }: { id: number }): Promise<FileList> =>
  bodyOf(await client.get<FileList>(`/files/${id}`));
const names = ({ options }: FileList): string[] => options.map(({ name }) => name);
/** A list with a message and two files. */
const catalogue = async (client: Client): Promise<FileList> =>
  bodyOf(await upload(client, await make(client), form({}, [files.pdf, files.png], 'files')));

const stored = async ({ companyId }: World): Promise<number> =>
  (
    await readdir(`${app.config.storageDir}/${companyId}`, { recursive: true, withFileTypes: true }).catch(() => [])
  ).filter((entry) => entry.isFile() && !entry.name.includes('~')).length;

/** As an existing client writes the form: the fields of each file follow it. */
function familyForm(listId: number, entries: readonly { file: TestFile; name: string; id?: number }[]): FormData {
  const data = new FormData();
  data.append('fileId', String(listId));
  data.append('typeArch', 'fileList');
  for (const { file, name, id } of entries) {
    data.append('files', new Blob([new Uint8Array(file.bytes)], { type: file.mime }), file.name);
    data.append('mediaType', file.mime);
    data.append('name', name);
    data.append('id', String(id));
  }
  return data;
}

test('an existing client makes a list, fills it with files, changes and removes it', async () => {
  const own = await world(app);
  const { admin } = own;
  const socket = await own.attendant.socket();
  const made = await make(admin, {
    userId: 999,
    options: [
      { name: 'Contrato', path: '', mediaType: '' },
      { name: 'Foto da loja', path: '', mediaType: '' },
    ],
  });
  expect(made).toMatchObject({ name: 'Catálogo', message: 'Olá, {{firstName}}!', userId: admin.me.id });
  expect(made.options).toMatchObject([
    { name: 'Contrato', path: null, mediaType: null },
    { name: 'Foto da loja', path: null, mediaType: null },
  ]);
  expect(await socket.next('file')).toMatchObject({ action: 'create', file: { id: made.id }, files: { id: made.id } });

  const [contract, photo] = made.options;
  // each file belongs to the fields at its place, whatever the order in the list
  const filled = bodyOf(
    await upload(
      admin,
      made,
      familyForm(made.id, [
        { file: files.png, name: 'Foto da loja', id: photo?.id ?? 0 },
        { file: files.pdf, name: 'Contrato', id: contract?.id ?? 0 },
      ]),
    ),
  );
  expect(filled.options).toMatchObject([
    { id: contract?.id, name: 'Contrato', mediaType: 'application/pdf', mediaName: 'contrato.pdf' },
    { id: photo?.id, name: 'Foto da loja', mediaType: 'image/png', mediaName: 'foto.png' },
  ]);
  expect(await socket.next('file')).toMatchObject({ action: 'update', file: { id: made.id } });
  const { pathname, search } = new URL(filled.options[0]?.path ?? '');
  expect((await own.attendant.get(pathname + search)).status).toBe(200);
  expect(await stored(own)).toBe(2);

  const changed = bodyOf(
    await admin.put<FileList>(`/files/${made.id}`, {
      name: 'Loja',
      message: 'Oi',
      options: [{ id: photo?.id, name: 'Fachada', path: 'x', mediaType: 'image/png' }, { name: 'Novo' }],
    }),
  );
  expect(changed).toMatchObject({ name: 'Loja', message: 'Oi' });
  expect(names(changed)).toEqual(['Fachada', 'Novo']);
  await app.settled();
  expect(await stored(own)).toBe(1);
  // a new file of an existing client has no id
  const more = bodyOf(await upload(admin, made, familyForm(made.id, [{ file: files.mp3, name: 'Novo' }])));
  expect(more.options.map(({ name, mediaType }) => [name, mediaType])).toEqual([
    ['Fachada', 'image/png'],
    ['Novo', 'audio/mpeg'],
  ]);

  const page = bodyOf(await admin.get<Page>('/files/?searchParam=lOJ&pageNumber=1'));
  expect(page).toMatchObject({ files: [{ id: made.id, options: [{}, {}] }], hasMore: false, count: 1 });
  expect(bodyOf(await admin.delete(`/files/${made.id}`))).toEqual({ message: 'Operação realizada com sucesso!' });
  expect(await socket.next('file', ({ action }) => action === 'delete')).toEqual({ action: 'delete', fileId: made.id });
  expect(await admin.get(`/files/${made.id}`)).toMatchObject({ status: 404, body: { code: 'ERR_NO_FILE_LIST_FOUND' } });
  await app.settled();
  expect(await stored(own)).toBe(0);
  socket.close();
});

test('files keep the order that they are given, and a partial change keeps them', async () => {
  const list = await catalogue(w.admin);
  expect(names(list)).toEqual(['contrato.pdf', 'foto.png']);
  const turned = list.options.toReversed().map(({ id, name }) => ({ id, name }));
  expect(names(bodyOf(await w.admin.put<FileList>(`/files/${list.id}`, { options: turned })))).toEqual([
    'foto.png',
    'contrato.pdf',
  ]);
  expect(names(bodyOf(await w.admin.put<FileList>(`/files/${list.id}`, { name: 'Outro' })))).toEqual([
    'foto.png',
    'contrato.pdf',
  ]);
  const foreign = await catalogue(w.admin);
  const gone = { id: foreign.options[0]?.id, name: 'de outra lista' };
  expect(names(bodyOf(await w.admin.put<FileList>(`/files/${list.id}`, { options: [gone] })))).toEqual([]);
  expect(names(await read(w.admin, foreign))).toHaveLength(2);
});

test.each([
  ['a short name', { name: 'ab' }, { name: 'nome muito curto' }],
  ['no message', { message: '' }, { message: 'Obrigatório' }],
])('%s is refused', async (_, body, fields) => {
  const answer = await w.admin.post('/files', { name: 'Catálogo', message: 'Oi', ...body });
  expect(answer).toMatchObject({ status: 400, body: { fields } });
});

test('an upload without files, or into a full list, leaves nothing behind', async () => {
  const list = await make(w.admin, { options: Array.from({ length: 100 }, (_, index) => ({ name: `n${index}` })) });
  // files that an earlier test left out are still being removed
  await app.settled();
  const before = await stored(w);
  expect(await upload(w.admin, list, form({}))).toMatchObject({
    status: 400,
    body: { fields: { files: 'Anexe um arquivo' } },
  });
  expect(await upload(w.admin, list, form({}, [files.png], 'files'))).toMatchObject({
    status: 400,
    body: { fields: { files: 'No máximo 100 arquivos' } },
  });
  expect(await stored(w)).toBe(before);
});

test('managers write them, attendants only see what they can send, and a removed user leaves theirs', async () => {
  const own = await world(app);
  const manager = await own.member({ profile: 'admin' });
  const { id } = await make(manager, { name: 'Da gestora' });
  for (const answer of [
    await own.attendant.get('/files'),
    await own.attendant.get(`/files/${id}`),
    await own.supervisor.post('/files', { name: 'Lista', message: 'x' }),
    await own.attendant.post(`/files/uploadList/${id}`, form({}, [files.png], 'files')),
  ])
    expect(answer).toMatchObject({ status: 403, body: { code: 'ERR_NO_PERMISSION' } });
  expect(bodyOf(await own.attendant.get<FileList[]>('/files/list'))).toMatchObject([{ id, userId: manager.me.id }]);
  bodyOf(await own.admin.delete(`/users/${manager.me.id}`));
  expect((await read(own.admin, { id })).userId).toBeNull();
});

test('sent in a conversation: the message with its variables, then the files, once', async () => {
  const list = await catalogue(w.admin);
  const turned = [list.options[1], list.options[0]].map((option) => ({ id: option?.id, name: option?.name }));
  bodyOf(await w.admin.put(`/files/${list.id}`, { options: [{ ...turned[0], name: 'A loja' }, turned[1]] }));
  const customer = w.customer('Ana Lima');
  const ticket = await customer.says('quero o catálogo');
  bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
  await app.settled();
  const already = (await customer.sees()).length;
  const body = { fileListId: list.id, clientMessageId: crypto.randomUUID() };
  const path = `/messages/${ticket.id}`;
  const sent = bodyOf(await w.attendant.post<MessageRow[]>(path, body), 201);
  expect(sent.map(({ body: text, mediaType }) => [text, mediaType])).toEqual([
    ['Olá, Ana!', 'chat'],
    ['A loja', 'image'],
    ['', 'application'],
  ]);
  expect(bodyOf(await w.attendant.post<MessageRow[]>(path, body), 201).map(({ id }) => id)).toEqual(
    sent.map(({ id }) => id),
  );
  await app.settled();
  const seen = (await customer.sees()).slice(already);
  expect(seen.map(({ body: text, mediaType }) => [text, mediaType])).toEqual([
    ['Olá, Ana!', 'chat'],
    ['A loja', 'image'],
    ['', 'application'],
  ]);
  // the messages have copies: they outlive the list
  bodyOf(await w.admin.delete(`/files/${list.id}`));
  await app.settled();
  const { pathname, search } = new URL(seen[1]?.mediaUrl ?? '');
  expect((await w.attendant.get(pathname + search)).status).toBe(200);
});

test('not sent where nothing can be, nor together with anything else', async () => {
  const list = await catalogue(w.admin);
  const ticket = await w.customer().says('oi');
  const path = `/messages/${ticket.id}`;
  expect(await w.attendant.post(path, { fileListId: list.id })).toMatchObject({
    body: { code: 'ERR_TICKET_NOT_OPEN' },
  });
  bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
  expect(await w.attendant.post(path, { fileListId: 999_999 })).toMatchObject({
    status: 404,
    body: { code: 'ERR_NO_FILE_LIST_FOUND' },
  });
  const both = 'Envie um texto, um modelo, opções ou uma lista de arquivos, um de cada vez';
  expect(await w.attendant.post(path, { fileListId: list.id, body: 'x' })).toMatchObject({
    body: { fields: { body: both } },
  });
  const other = await catalogue((await world(app)).admin);
  expect(await w.attendant.post(path, { fileListId: other.id })).toMatchObject({ status: 404 });
});
