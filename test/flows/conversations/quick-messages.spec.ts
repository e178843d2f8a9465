import { readdir } from 'node:fs/promises';
import { sharedApp } from '../../support/app.js';
import { type Answer, bodyOf, type Client } from '../../support/client.js';
import { files, form, type TestFile } from '../../support/files.js';
import type { LiveSocket } from '../../support/live-socket.js';
import { type World, world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);

interface QuickMessage {
  readonly id: number;
  readonly shortcode: string;
  readonly message: string;
  readonly geral: boolean;
  readonly status: boolean;
  readonly allowView: boolean;
  readonly allowEdit: boolean;
  readonly userId: number | null;
  readonly isMedia: boolean;
  readonly mediaPath: string | null;
  readonly mediaName: string | null;
  readonly mediaMime: string | null;
  readonly mediaSize: number | null;
}

interface Page {
  readonly records: QuickMessage[];
  readonly hasMore: boolean;
  readonly count: number;
}

const make = async (client: Client, body: object): Promise<QuickMessage> =>
  bodyOf(await client.post<QuickMessage>('/quick-messages', body), 201);
const change = (client: Client, { id }: QuickMessage, body: object): Promise<Answer<QuickMessage>> =>
  client.put<QuickMessage>(`/quick-messages/${id}`, body);
const attach = (client: Client, { id }: QuickMessage, file: TestFile, fields = { typeArch: 'quickMessage' }) =>
  client.post<QuickMessage>(`/quick-messages/${id}/media-upload`, form(fields, [file], 'file'));
const seen = async (client: Client): Promise<string[]> =>
  bodyOf(await client.get<Page>('/quick-messages')).records.map(({ shortcode }) => shortcode);
const suggested = async (client: Client): Promise<string[]> =>
  bodyOf(await client.get<QuickMessage[]>('/quick-messages/list')).map(({ shortcode }) => shortcode);

/** Files of the company in the storage, each with a file of its type. */
const stored = async ({ companyId }: World): Promise<number> =>
  (
    await readdir(`${app.config.storageDir}/${companyId}`, { recursive: true, withFileTypes: true }).catch(() => [])
  ).filter((entry) => entry.isFile() && !entry.name.includes('~')).length;

test('created, listed by shortcode, searched, changed and removed', async () => {
  const { attendant } = await world(app);
  const { me } = attendant;
  for (const shortcode of ['tchau', 'ola', 'preco'])
    await make(attendant, { shortcode, message: `texto de ${shortcode}` });
  const made = await make(attendant, { shortcode: '/aviso', message: 'Olá, {{firstName}}!' });
  expect(made).toMatchObject({
    shortcode: 'aviso',
    message: 'Olá, {{firstName}}!',
    geral: false,
    status: true,
    userId: me.id,
    isMedia: false,
    mediaPath: null,
    mediaName: null,
  });
  const query = `userId=${me.id}&pageNumber=1`;
  const page = bodyOf(await attendant.get<Page>(`/quick-messages?searchParam=&${query}`));
  expect(page).toMatchObject({ hasMore: false, count: 4 });
  expect(page.records.map(({ shortcode }) => shortcode)).toEqual(['aviso', 'ola', 'preco', 'tchau']);
  expect(page.records[0]).toEqual(made);
  for (const [text, found] of [
    ['OLA', ['ola']],
    ['texto', ['ola', 'preco', 'tchau']],
    ['firstName', ['aviso']],
    ['%', []],
  ] as const)
    expect(
      bodyOf(await attendant.get<Page>(`/quick-messages?searchParam=${encodeURIComponent(text)}`)).records.map(
        ({ shortcode }) => shortcode,
      ),
    ).toEqual(found);
  const ranged = await attendant.get<QuickMessage[]>('/quick-messages?range=[1,2]&sort=["shortcode","DESC"]');
  expect(bodyOf(ranged).map(({ shortcode }) => shortcode)).toEqual(['preco', 'ola']);
  expect(ranged.headers.get('content-range')).toBe('records 1-2/4');
  const list = await attendant.get<QuickMessage[]>(`/quick-messages/list?companyId=${me.companyId}&userId=${me.id}`);
  expect(bodyOf(list)).toEqual(page.records);

  expect(bodyOf(await change(attendant, made, { shortcode: 'avisos', message: '' }))).toMatchObject({
    id: made.id,
    shortcode: 'avisos',
    message: '',
  });
  expect(bodyOf(await attendant.get<QuickMessage>(`/quick-messages/${made.id}`)).shortcode).toBe('avisos');
  expect(bodyOf(await attendant.delete<{ message: string }>(`/quick-messages/${made.id}`))).toEqual({
    message: 'Operação realizada com sucesso!',
  });
  expect(await attendant.get(`/quick-messages/${made.id}`)).toMatchObject({
    status: 404,
    body: { code: 'ERR_NO_QUICK_MESSAGE_FOUND' },
  });
});

test('pages of 20, and a page number past the end', async () => {
  const { supervisor } = await world(app);
  for (let count = 0; count < 23; count += 1) await make(supervisor, { shortcode: `n${count}`, message: 'x' });
  const pages = await Promise.all(
    [1, 2, 3].map(async (page) => bodyOf(await supervisor.get<Page>(`/quick-messages?pageNumber=${page}`))),
  );
  expect(pages.map(({ records, hasMore, count }) => [records.length, hasMore, count])).toEqual([
    [20, true, 23],
    [3, false, 23],
    [0, false, 23],
  ]);
});

test.each([
  ['no shortcode', { message: 'x' }, 'shortcode', 'Obrigatório'],
  ['a blank one', { shortcode: '  ' }, 'shortcode', 'Obrigatório'],
  ['nothing but the slash', { shortcode: '/ ' }, 'shortcode', 'Obrigatório'],
  ['one that is too long', { shortcode: 'a'.repeat(51) }, 'shortcode', 'Muito longo!'],
  ['a text that is too long', { shortcode: 'a', message: 'a'.repeat(4097) }, 'message', 'Muito longo!'],
  ['a state that is none', { shortcode: 'a', status: 'sim' }, 'status', 'Valor inválido'],
])('%s: refused with its message, and nothing is created', async (_name, body, field, text) => {
  const before = await seen(w.attendant);
  expect(await w.attendant.post('/quick-messages', body)).toMatchObject({
    status: 400,
    body: { code: 'ERR_VALIDATION', fields: { [field]: text } },
  });
  expect(await seen(w.attendant)).toEqual(before);
});

test('personal ones are invisible to others, managers included', async () => {
  const colleague = await w.member();
  const own = await make(colleague, { shortcode: 'minha', message: 'só minha' });
  expect(await seen(colleague)).toContain('minha');
  for (const other of [w.attendant, w.supervisor, w.admin]) {
    expect(await seen(other)).not.toContain('minha');
    expect(await suggested(other)).not.toContain('minha');
    const answers = [
      await other.get(`/quick-messages/${own.id}`),
      await other.get(`/quick-messages?userId=${colleague.id}&filter={"id":${own.id}}`),
      await change(other, own, { message: 'mudada' }),
      await attach(other, own, files.png),
      await other.delete(`/quick-messages/${own.id}/media-upload`),
      await other.delete(`/quick-messages/${own.id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 200, 404, 404, 404, 404]);
    expect(answers[1]?.body).toEqual([]);
  }
  expect(bodyOf(await colleague.get<QuickMessage>(`/quick-messages/${own.id}`))).toEqual(own);
});

test('those of another company cannot be read, changed or removed', async () => {
  const other = await world(app);
  const general = await make(w.admin, { shortcode: 'daqui', message: 'x', geral: true });
  for (const client of [other.admin, other.attendant]) {
    const answers = [
      await client.get(`/quick-messages/${general.id}`),
      await change(client, general, { message: 'mudada' }),
      await attach(client, general, files.png),
      await client.delete(`/quick-messages/${general.id}/media-upload`),
      await client.delete(`/quick-messages/${general.id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(await seen(client)).toEqual([]);
    expect(await suggested(client)).toEqual([]);
  }
  expect(await stored(other)).toBe(0);
  expect(bodyOf(await w.admin.get<QuickMessage>(`/quick-messages/${general.id}`))).toEqual(general);
});

describe('general ones', () => {
  test('are created by managers only', async () => {
    for (const client of [w.attendant, w.supervisor]) {
      expect(await client.post('/quick-messages', { shortcode: 'todos', geral: true })).toMatchObject({
        status: 403,
        body: { code: 'ERR_NO_PERMISSION' },
      });
      const own = await make(client, { shortcode: 'minha-ainda', geral: false, allowView: true, allowEdit: false });
      for (const body of [{ geral: true }, { allowEdit: true }, { allowView: false }])
        expect([body, (await change(client, own, body)).status]).toEqual([body, 403]);
    }
  });

  test('are visible to all and changed by managers; with allowEdit all change text and file', async () => {
    const general = await make(w.admin, { shortcode: 'geral', message: 'de todos', geral: true });
    for (const client of [w.attendant, w.supervisor, w.admin]) {
      expect(await seen(client)).toContain('geral');
      expect(await suggested(client)).toContain('geral');
    }
    for (const answer of [
      await change(w.attendant, general, { message: 'mudada' }),
      await change(w.attendant, general, general),
      await attach(w.attendant, general, files.png),
      await w.attendant.delete(`/quick-messages/${general.id}/media-upload`),
      await w.attendant.delete(`/quick-messages/${general.id}`),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'ERR_NO_PERMISSION' } });
    const open = bodyOf(await change(w.admin, general, { allowEdit: true }));
    // forms post whole records
    expect(bodyOf(await change(w.attendant, open, { ...open, message: 'mudada' })).message).toBe('mudada');
    expect(bodyOf(await attach(w.attendant, open, files.png)).isMedia).toBe(true);
    for (const body of [{ status: false }, { geral: false }, { allowEdit: false }, { allowView: false }])
      expect([body, (await change(w.attendant, open, body)).status]).toEqual([body, 403]);
    expect((await w.attendant.delete(`/quick-messages/${general.id}`)).status).toBe(403);
    bodyOf(await w.admin.delete(`/quick-messages/${general.id}`));
  });

  test('that are inactive or hidden are visible to managers only, and inactive ones are not suggested', async () => {
    const general = await make(w.admin, { shortcode: 'oculta', message: 'x', geral: true });
    for (const [body, suggests] of [
      [{ status: false, allowView: true }, false],
      [{ status: true, allowView: false }, true],
    ] as const) {
      bodyOf(await change(w.admin, general, body));
      for (const client of [w.attendant, w.supervisor]) {
        expect(await seen(client)).not.toContain('oculta');
        expect(await suggested(client)).not.toContain('oculta');
        expect((await client.get(`/quick-messages/${general.id}`)).status).toBe(404);
      }
      expect(await seen(w.admin)).toContain('oculta');
      expect((await suggested(w.admin)).includes('oculta')).toBe(suggests);
    }
  });

  test('inactive personal ones are listed, but not suggested', async () => {
    await make(w.attendant, { shortcode: 'guardada', message: 'x', status: false });
    expect(await seen(w.attendant)).toContain('guardada');
    expect(await suggested(w.attendant)).not.toContain('guardada');
  });

  test('that are made personal belong to the manager who did it', async () => {
    const second = await w.member({ profile: 'admin' });
    const general = await make(w.admin, { shortcode: 'tomada', message: 'x', geral: true });
    expect(bodyOf(await change(second, general, { geral: false }))).toMatchObject({ geral: false, userId: second.id });
    expect(await seen(second)).toContain('tomada');
    expect(await seen(w.admin)).not.toContain('tomada');
  });
});

describe('files', () => {
  test('have a signed address, are replaced, removed, and deleted with their row', async () => {
    const other = await world(app);
    const { attendant } = other;
    const own = await make(attendant, { shortcode: 'foto', message: 'veja' });
    const first = bodyOf(await attach(attendant, own, files.png));
    expect(first).toMatchObject({
      id: own.id,
      message: 'veja',
      isMedia: true,
      mediaName: 'foto.png',
      mediaMime: 'image/png',
      mediaSize: files.png.bytes.length,
    });
    expect(first.mediaPath).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/media\/.+[?&]s=/);
    const download = await attendant.download(first.mediaPath ?? '');
    expect(Buffer.from(await download.arrayBuffer())).toEqual(files.png.bytes);
    expect(download.headers.get('content-disposition')).toContain('foto.png');
    const bare = new URL(first.mediaPath ?? '');
    bare.search = '';
    expect((await attendant.download(bare.href)).status).toBe(403);
    expect(bodyOf(await attendant.get<QuickMessage[]>('/quick-messages/list'))).toEqual([first]);

    const second = bodyOf(await attach(attendant, own, files.pdf));
    expect(second).toMatchObject({ mediaName: 'contrato.pdf', mediaMime: 'application/pdf' });
    await app.settled();
    expect((await attendant.download(first.mediaPath ?? '')).status).toBe(404);
    expect((await attendant.download(second.mediaPath ?? '')).status).toBe(200);
    expect(await stored(other)).toBe(1);

    expect(bodyOf(await attendant.delete(`/quick-messages/${own.id}/media-upload`))).toEqual({
      message: 'Operação realizada com sucesso!',
    });
    expect(bodyOf(await attendant.get<QuickMessage>(`/quick-messages/${own.id}`))).toMatchObject({
      isMedia: false,
      mediaPath: null,
      mediaName: null,
      mediaMime: null,
      mediaSize: null,
    });
    bodyOf(await attendant.delete(`/quick-messages/${own.id}/media-upload`));
    await app.settled();
    expect(await stored(other)).toBe(0);

    bodyOf(await attach(attendant, own, files.mp3));
    bodyOf(await attendant.delete(`/quick-messages/${own.id}`));
    await app.settled();
    expect(await stored(other)).toBe(0);
  });

  test('of refused uploads are not kept', async () => {
    const other = await world(app);
    const { attendant, admin } = other;
    const own = await make(attendant, { shortcode: 'foto' });
    const general = await make(admin, { shortcode: 'geral', geral: true });
    const empty = { ...files.png, bytes: Buffer.alloc(0) };
    expect((await attach(attendant, own, empty)).status).toBe(400);
    expect((await attach(attendant, own, files.png, { typeArch: 'announcements' })).status).toBe(400);
    expect((await attach(attendant, general, files.png)).status).toBe(403);
    expect((await attach(attendant, { ...own, id: 999_999 }, files.png)).status).toBe(404);
    const two = form({}, [files.png, files.pdf], 'file');
    expect((await attendant.post(`/quick-messages/${own.id}/media-upload`, two)).status).toBe(400);
    for (const body of [form({ typeArch: 'quickMessage' }), {}])
      expect(await attendant.post(`/quick-messages/${own.id}/media-upload`, body)).toMatchObject({
        status: 400,
        body: { fields: { file: 'Anexe um arquivo' } },
      });
    expect(await stored(other)).toBe(0);
    expect(bodyOf(await attendant.get<QuickMessage>(`/quick-messages/${own.id}`)).isMedia).toBe(false);
  });

  test('of concurrent uploads one is kept, and none after a concurrent removal', async () => {
    const other = await world(app);
    const own = await make(other.attendant, { shortcode: 'foto' });
    const uploads = await Promise.all(Array.from({ length: 6 }, () => attach(other.attendant, own, files.png)));
    expect(uploads.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    await app.settled();
    expect(await stored(other)).toBe(1);
    await Promise.all([
      attach(other.attendant, own, files.pdf),
      other.attendant.delete(`/quick-messages/${own.id}`),
      attach(other.attendant, own, files.pdf),
    ]);
    await app.settled();
    expect(await stored(other)).toBe(0);
  });
});

test('a removed user’s personal ones are deleted with their files; general ones stay', async () => {
  const other = await world(app);
  const leaving = await other.member({ profile: 'admin' });
  const own = await make(leaving, { shortcode: 'minha' });
  bodyOf(await attach(leaving, own, files.png));
  const general = await make(leaving, { shortcode: 'de-todos', geral: true });
  bodyOf(await attach(leaving, general, files.pdf));
  bodyOf(await other.admin.delete(`/users/${leaving.id}`));
  await app.settled();
  const [kept, ...rest] = bodyOf(await other.attendant.get<QuickMessage[]>('/quick-messages/list'));
  expect([kept?.id, kept?.userId, kept?.mediaName, rest]).toEqual([general.id, null, 'contrato.pdf', []]);
  expect(await app.database.query('select id from quick_messages where id = $1', [own.id])).toEqual([]);
  expect(await stored(other)).toBe(1);
});

describe('live', () => {
  /** Events of quick messages that a socket received, each under both names. */
  const eventsOf = ({ received: all }: LiveSocket, companyId: number): unknown[] => {
    const under = (name: string) => all.filter((each) => each.name === name).map(({ payload }) => payload);
    const current = under(`company-${companyId}-quickemessage`);
    expect(under(`company${companyId}-quickemessage`)).toEqual(current);
    return current;
  };

  test('events of general ones go to all, of personal ones to the owner; losing access sends delete', async () => {
    const other = await world(app);
    const { admin, attendant, supervisor, companyId } = other;
    const sockets = [await admin.socket(), await attendant.socket(), await supervisor.socket()] as const;
    const said = async (act: () => Promise<unknown>): Promise<unknown[][]> => {
      const before = sockets.map((socket) => eventsOf(socket, companyId).length);
      await act();
      await app.settled();
      for (const socket of sockets) await socket.flush();
      return sockets.map((socket, index) => eventsOf(socket, companyId).slice(before[index]));
    };
    let own = {} as QuickMessage;
    expect(
      await said(async () => {
        own = await make(attendant, { shortcode: 'minha' });
      }),
    ).toEqual([[], [{ action: 'create', record: own }], []]);
    let filed = {} as QuickMessage;
    expect(
      await said(async () => {
        filed = bodyOf(await attach(attendant, own, files.png));
      }),
    ).toEqual([[], [{ action: 'update', record: filed }], []]);
    expect(await said(() => attendant.delete(`/quick-messages/${own.id}`))).toEqual([
      [],
      [{ action: 'delete', id: own.id }],
      [],
    ]);

    let general = {} as QuickMessage;
    await said(async () => {
      general = await make(admin, { shortcode: 'nossa' });
    });
    const told = async (body: object): Promise<unknown[][]> =>
      said(async () => {
        general = bodyOf(await change(admin, general, body));
      });
    const gone = { action: 'delete', id: general.id };
    const now = () => ({ action: 'update', record: general });
    expect(await told({ geral: true })).toEqual([[now()], [now()], [now()]]);
    expect(await told({ message: 'outra' })).toEqual([[now()], [now()], [now()]]);
    expect(await told({ status: false })).toEqual([[now()], [gone], [gone]]);
    expect(await told({ message: 'mais uma' })).toEqual([[now()], [], []]);
    expect(await told({ status: true })).toEqual([[now()], [now()], [now()]]);
    expect(await told({ allowView: false })).toEqual([[now()], [gone], [gone]]);
    expect(await told({ allowView: true })).toEqual([[now()], [now()], [now()]]);
    expect(await told({ geral: false })).toEqual([[now()], [gone], [gone]]);
    await told({ geral: true });
    expect(await said(() => admin.delete(`/quick-messages/${general.id}`))).toEqual([[gone], [gone], [gone]]);
  });
});
