import { readdir } from 'node:fs/promises';
import { sharedApp } from '../../support/app.js';
import { bodyOf, type Client } from '../../support/client.js';
import { files, form } from '../../support/files.js';
import { until } from '../../support/until.js';
import { world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);
const other = await world(app);
const { platform } = app;

// other tests of this application publish for everybody
await app.database.query('delete from announcements');

interface Announcement {
  readonly id: number;
  readonly title: string;
  readonly priority: number;
  readonly planIds: readonly number[];
  readonly mediaName: string | null;
  readonly mediaPath: string | null;
}

interface Page {
  readonly records: Announcement[];
  readonly hasMore: boolean;
  readonly count: number;
}

const publish = async (body: object): Promise<Announcement> =>
  bodyOf(await platform.post<Announcement>('/announcements', { text: 'Texto', planIds: [w.planId], ...body }), 201);
const shown = async (client: Client): Promise<string[]> =>
  bodyOf(await client.get<Announcement[]>('/announcements/list')).map(({ title }) => title);
const hoursFromNow = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

test('only what is active, of its period and of its plan is shown, the most important and newest first', async () => {
  const mine = await Promise.all([
    publish({ title: 'baixa antiga' }).then(() => publish({ title: 'baixa nova' })),
    publish({ title: 'alta', priority: 1 }),
    publish({ title: 'inativo', status: false }),
    publish({ title: 'amanhã', showFrom: hoursFromNow(24) }),
    publish({ title: 'acabou', showUntil: hoursFromNow(-1) }),
    publish({ title: 'agora', priority: 2, showFrom: hoursFromNow(-1), showUntil: hoursFromNow(1) }),
    publish({ title: 'do outro plano', planIds: [other.planId] }),
    publish({ title: 'dos dois', priority: 2, planIds: [other.planId, w.planId] }),
  ]);
  const titles = await shown(w.attendant);
  expect(titles.filter((title) => !['agora', 'dos dois'].includes(title))).toEqual([
    'alta',
    'baixa nova',
    'baixa antiga',
  ]);
  expect(titles.indexOf('alta')).toBeLessThan(titles.indexOf('agora'));
  expect(await shown(other.admin)).toEqual(expect.arrayContaining(['do outro plano', 'dos dois']));
  expect(await shown(other.admin)).not.toContain('alta');

  const page = bodyOf(await w.attendant.get<Page>('/announcements?searchParam=&pageNumber=1'));
  expect(page).toMatchObject({ hasMore: false, count: titles.length });
  expect(page.records.map(({ title }) => title)).toEqual(titles);
  const found = bodyOf(await w.attendant.get<Page>('/announcements?searchParam=ALTA'));
  expect(found.records.map(({ title }) => title)).toEqual(['alta']);
  expect(bodyOf(await platform.get<Page>('/announcements?searchParam=inativo')).count).toBeGreaterThan(0);

  const [, alta, inactive] = mine;
  expect(bodyOf(await w.attendant.get<Announcement>(`/announcements/${alta?.id}`)).title).toBe('alta');
  // for whom else is the platform's to know
  const listed = bodyOf(await w.admin.get<Announcement[]>('/announcements/list'));
  expect([...page.records, ...listed].flatMap(({ planIds }) => planIds)).toEqual([]);
  expect(bodyOf(await platform.get<Announcement>(`/announcements/${alta?.id}`)).planIds).toEqual([w.planId]);
  expect(await w.attendant.get(`/announcements/${inactive?.id}`)).toMatchObject({
    status: 404,
    body: { code: 'ERR_NO_ANNOUNCEMENT_FOUND' },
  });
});

test('those who see an announcement hear of it; those who no longer do take it away', async () => {
  const seeing = await w.attendant.socket();
  const blind = await other.attendant.socket();
  const { id } = await publish({ title: 'Manutenção' });
  const ofThis = (payload: Readonly<Record<string, unknown>>) =>
    payload['id'] === id || (payload['record'] as Announcement | undefined)?.id === id;
  expect(await seeing.nextNamed('company-announcement', ofThis)).toMatchObject({
    action: 'create',
    record: { id, title: 'Manutenção', priority: 3, status: true, planIds: [], mediaPath: null },
  });
  expect(await blind.nextNamed('company-announcement', ofThis)).toEqual({ action: 'delete', id });

  bodyOf(await platform.put(`/announcements/${id}`, { planIds: [other.planId] }));
  expect(await seeing.nextNamed('company-announcement', ofThis)).toEqual({ action: 'delete', id });
  expect(await blind.nextNamed('company-announcement', ofThis)).toMatchObject({ action: 'update', record: { id } });

  expect(bodyOf(await platform.delete(`/announcements/${id}`))).toEqual({ message: 'Operação realizada com sucesso!' });
  expect(await blind.nextNamed('company-announcement', ofThis)).toEqual({ action: 'delete', id });
  seeing.close();
  blind.close();
});

test('they hear as well when its period begins and ends', async () => {
  const socket = await w.attendant.socket();
  const { id } = await publish({ title: 'Promoção', showFrom: hoursFromNow(1), showUntil: hoursFromNow(2) });
  const shows = (payload: Readonly<Record<string, unknown>>) =>
    (payload['record'] as Announcement | undefined)?.id === id;
  const hides = (payload: Readonly<Record<string, unknown>>) => payload['id'] === id;
  const soon = () => new Date(Date.now() + 700).toISOString();
  await socket.nextNamed('company-announcement', hides);
  bodyOf(await platform.put(`/announcements/${id}`, { showFrom: soon() }));
  expect(await socket.nextNamed('company-announcement', shows)).toMatchObject({ action: 'update' });
  const alreadyHidden = socket.received.filter(({ payload }) => hides(payload)).length;
  bodyOf(await platform.put(`/announcements/${id}`, { showUntil: soon() }));
  await until('it is hidden', () => socket.received.filter(({ payload }) => hides(payload)).length > alreadyHidden);
  socket.close();
});

test('a picture is told by its bytes, replaced, taken away, and does not belong to a company', async () => {
  const stored = async () =>
    (await readdir(`${app.config.storageDir}/0`, { recursive: true }).catch(() => [])).filter((name) =>
      /\.(png|jpg)$/.test(name),
    ).length;
  const before = await stored();
  const { id } = await publish({ title: 'Com imagem' });
  const path = `/announcements/${id}/media-upload`;
  for (const file of [files.pdf, { ...files.mp3, name: 'foto.png', mime: 'image/png' }])
    expect(await platform.post(path, form({}, [file], 'file'))).toMatchObject({
      status: 400,
      body: { fields: { file: 'Use uma imagem .png, .jpg ou .jpeg' } },
    });
  expect(await platform.post(path, form({}))).toMatchObject({
    status: 400,
    body: { fields: { file: 'Anexe um arquivo' } },
  });
  const record = bodyOf(await platform.post<Announcement>(path, form({}, [files.png], 'file')));
  expect(record).toMatchObject({ mediaName: 'foto.png', mediaPath: expect.stringContaining('/media/0/') });
  const { pathname, search } = new URL(record.mediaPath ?? '');
  expect((await w.attendant.get(pathname + search)).status).toBe(200);
  bodyOf(await platform.post(path, form({}, [files.png], 'file')));
  await app.settled();
  expect(await stored()).toBe(before + 1);
  bodyOf(await platform.delete(path));
  expect(bodyOf(await platform.get<Announcement>(`/announcements/${id}`))).toMatchObject({
    mediaName: null,
    mediaPath: null,
  });
  bodyOf(await platform.post(path, form({}, [files.png], 'file')));
  bodyOf(await platform.delete(`/announcements/${id}`));
  await app.settled();
  expect(await stored()).toBe(before);
});

test.each([
  ['without a title', { title: '' }, { title: 'Obrigatório' }],
  ['without a text', { text: ' ' }, { text: 'Obrigatório' }],
  ['of a fourth priority', { priority: 4 }, { priority: 'Valor inválido' }],
  [
    'that ends before it begins',
    { showFrom: hoursFromNow(2), showUntil: hoursFromNow(1) },
    { showUntil: 'O fim vem antes do início' },
  ],
  ['for a plan that does not exist', { planIds: [999_999] }, { planIds: 'Nenhum plano encontrado com este ID.' }],
])('one %s is refused at its field', async (_, body, fields) => {
  const answer = await platform.post('/announcements', { title: 'x', text: 'x', ...body });
  expect(answer).toMatchObject({ status: 400, body: { fields } });
});

test('days alone are those of the calendar of who writes it, up to their end', async () => {
  const { id } = await publish({ title: 'Março', showFrom: '2099-03-01', showUntil: '2099-03-31' });
  expect(bodyOf(await platform.get(`/announcements/${id}`))).toMatchObject({
    showFrom: '2099-03-01T03:00:00.000Z',
    showUntil: '2099-04-01T02:59:59.999Z',
  });
});

test('only super-administrators write', async () => {
  const { id } = await publish({ title: 'Da plataforma' });
  for (const answer of [
    await w.admin.post('/announcements', { title: 'x', text: 'x' }),
    await w.admin.put(`/announcements/${id}`, { title: 'x' }),
    await w.admin.delete(`/announcements/${id}`),
    await w.admin.post(`/announcements/${id}/media-upload`, form({}, [files.png], 'file')),
  ])
    expect(answer).toMatchObject({ status: 403, body: { code: 'ERR_NO_PERMISSION' } });
});
