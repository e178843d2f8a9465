import { sharedApp } from '../../support/app.js';
import { type Answer, bodyOf } from '../../support/client.js';
import { type Named, type World, world } from '../../support/world.js';

const app = await sharedApp();
let w: World;

beforeEach(async () => {
  w = await world(app);
});

interface Option {
  readonly id: number;
  readonly title: string;
  readonly option: number;
  readonly parentId: number | null;
  readonly children: readonly Option[];
}

const add = async (title: string, more: object = {}): Promise<Option> =>
  bodyOf(await w.admin.post<Option>('/queue-options', { queueId: w.sales.id, title, ...more }), 201);
const tree = async (parentId: number = -1, queueId = w.sales.id): Promise<readonly Option[]> =>
  bodyOf(await w.admin.get<Option[]>(`/queue-options?queueId=${queueId}&parentId=${parentId}`));
/** As `1 Planos (1 Casa, 2 Empresa)`. */
const shape = (options: readonly Option[]): string =>
  options
    .map(({ option, title, children }) => `${option} ${title}${children.length > 0 ? ` (${shape(children)})` : ''}`)
    .join(', ');
const refused = (answer: Answer<unknown>, status: number, what: object): void =>
  expect(answer).toMatchObject({ status, body: what });

test('options are a tree: added, changed, moved and removed, with their numbers in order', async () => {
  const plans = await add('Planos', { parentId: -1, message: 'Temos estes planos' });
  const bills = await add('Boletos');
  const home = await add('Casa', { parentId: plans.id });
  await add('Empresa', { parentId: plans.id });
  await add('Antes', { option: 1 });
  expect(shape(await tree())).toBe('1 Antes, 2 Planos (1 Casa, 2 Empresa), 3 Boletos');
  expect(shape(await tree(plans.id))).toBe('1 Casa, 2 Empresa');

  const screen = await w.admin.socket();
  bodyOf(await w.admin.put(`/queue-options/${bills.id}`, { option: 1 }));
  await screen.next('queueOption', ({ action }) => action === 'update');
  expect(shape(await tree())).toBe('1 Boletos, 2 Antes, 3 Planos (1 Casa, 2 Empresa)');
  bodyOf(await w.admin.put(`/queue-options/${home.id}`, { parentId: bills.id, title: 'Para casa' }));
  expect(shape(await tree())).toBe('1 Boletos (1 Para casa), 2 Antes, 3 Planos (1 Empresa)');
  bodyOf(await w.admin.put(`/queue-options/${home.id}`, { parentId: -1, option: 99 }));
  expect(shape(await tree())).toBe('1 Boletos, 2 Antes, 3 Planos (1 Empresa), 4 Para casa');
  bodyOf(await w.admin.delete(`/queue-options/${plans.id}`));
  expect(shape(await tree())).toBe('1 Boletos, 2 Antes, 3 Para casa');
  expect(await tree(-1, w.support.id)).toEqual([]);
});

test('the text of a menu is what a customer gets', async () => {
  const plans = await add('Planos', { message: 'Temos estes, {{firstName}}' });
  const bills = await add('Boletos', { message: ' \n ' });
  await add('Casa', { parentId: plans.id });
  await add('Segunda via', { parentId: bills.id });
  const menu = async (parentId: number): Promise<string> =>
    bodyOf(await w.admin.get<{ text: string }>(`/queue-options/menu?queueId=${w.sales.id}&parentId=${parentId}`)).text;
  const customer = w.customer('Maria Alves');
  const hears = async (text: string): Promise<string | undefined> => {
    await customer.says(text);
    // without the bot's mark
    return (await customer.sees()).at(-1)?.body.slice(1);
  };
  const back = '*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial';

  // the only department of its connection
  expect(await menu(-1)).toMatch(/^Olá da \w+\n\n\*\[ 1 ]\* - Planos\n\*\[ 2 ]\* - Boletos$/);
  expect(await hears('Oi')).toBe(await menu(-1));
  expect(await menu(plans.id)).toBe(`Temos estes, {{firstName}}\n\n*[ 1 ]* - Casa\n\n${back}`);
  expect(await hears('1')).toBe((await menu(plans.id)).replace('{{firstName}}', 'Maria'));
  await hears('0');
  expect(await menu(bills.id)).toBe(`Boletos\n\n*[ 1 ]* - Segunda via\n\n${back}`);
  expect(await hears('2')).toBe(await menu(bills.id));
  const preview = bodyOf(
    await w.admin.post<{ text: string }>('/message-texts/preview', { text: await menu(plans.id) }),
  );
  expect(preview.text).toMatch(/^Temos estes, Maria\n/);

  const queueIds = [w.sales.id, w.support.id];
  bodyOf(await w.admin.put(`/whatsapp/${w.connection.id}`, { queueIds, greetingMessage: 'Com quem?' }));
  expect(await hears('#')).toMatch(/^Com quem\?/);
  expect(await menu(-1)).toMatch(/Boletos\n\n\*\[ # ]\* - Menu inicial$/);
  expect(await hears('1')).toBe(await menu(-1));
});

test('depth, number, loops and other departments are refused', async () => {
  const level = (body: object) => w.admin.post('/queue-options', { queueId: w.sales.id, title: 'Mais', ...body });
  let parent = await add('1');
  const top = parent;
  for (const title of ['2', '3', '4', '5']) parent = await add(title, { parentId: parent.id });
  refused(await level({ parentId: parent.id }), 409, { code: 'ERR_QUEUE_OPTIONS_DEPTH' });
  for (const parentId of [parent.id, top.id])
    refused(await w.admin.put(`/queue-options/${top.id}`, { parentId }), 400, {
      fields: { parentId: 'Uma opção não pode ficar abaixo de si mesma' },
    });
  const other = await add('Outra');
  // four levels below another one are the sixth
  refused(await w.admin.put(`/queue-options/${top.id}`, { parentId: other.id }), 409, {
    code: 'ERR_QUEUE_OPTIONS_DEPTH',
  });
  refused(await w.admin.put(`/queue-options/${top.id}`, { queueId: w.support.id }), 400, {
    fields: { queueId: 'Uma opção não muda de departamento' },
  });
  refused(await level({ queueId: w.support.id, parentId: top.id }), 400, { fields: { parentId: expect.any(String) } });
  refused(await level({ queueId: 999_999_999 }), 400, { fields: { queueId: expect.any(String) } });
  refused(await level({ title: ' ' }), 400, { fields: { title: expect.any(String) } });
  for (let count = 2; count < 10; count++) await add(`${count}`);
  refused(await level({}), 409, { code: 'ERR_QUEUE_OPTIONS_LEVEL' });
  refused(await w.admin.get('/queue-options?parentId=-1'), 400, { fields: { queueId: expect.any(String) } });
  expect((await w.supervisor.post('/queue-options', { queueId: w.sales.id, title: 'x' })).status).toBe(403);

  const stranger = await world(app);
  expect(bodyOf(await stranger.admin.get(`/queue-options?queueId=${w.sales.id}`))).toEqual([]);
  expect((await stranger.admin.put(`/queue-options/${top.id}`, { title: 'x' })).status).toBe(404);
});

test('ten changes at once leave every number once', async () => {
  await Promise.all(Array.from({ length: 8 }, (_, index) => add(`Opção ${index}`)));
  const options = await tree();
  await Promise.all(options.map(({ id }) => w.admin.put(`/queue-options/${id}`, { option: 1 })));
  expect((await tree()).map(({ option }) => option)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

describe('departments', () => {
  interface Department {
    readonly id: number;
    readonly userIds: readonly number[];
    readonly schedules: readonly { readonly weekday: string; readonly startTime: string }[];
  }
  const read = async (id: number): Promise<Department> => bodyOf(await w.admin.get<Department>(`/queue/${id}`));

  test('start with the usual hours and go with their options', async () => {
    const { schedules } = await read(w.sales.id);
    expect([schedules.length, schedules[5]]).toEqual([
      7,
      expect.objectContaining({ weekday: 'Sábado', endTime: '12:00' }),
    ]);
    const queue = bodyOf(await w.admin.post<Department>('/queue', { name: 'Novo', color: '#abcdef' }), 201);
    await add('Opção', { queueId: queue.id });
    bodyOf(await w.admin.post('/holidays', { name: 'Dia', date: '2026-05-05', queueId: queue.id }), 201);
    bodyOf(await w.admin.delete(`/queue/${queue.id}`));
    expect(await tree(-1, queue.id)).toEqual([]);
  });

  test('have members, whose conversations and rooms follow', async () => {
    const person = await w.member();
    expect((await read(w.sales.id)).userIds).toContain(person.me.id);
    bodyOf(await w.admin.put(`/queue/${w.support.id}`, { userIds: [person.me.id] }));
    const user = async () => bodyOf(await w.admin.get<{ queueIds: number[] }>(`/users/${person.me.id}`)).queueIds;
    expect((await user()).toSorted()).toEqual([w.sales.id, w.support.id].toSorted());
    // supervisors were members, too
    expect((await read(w.support.id)).userIds).toEqual([person.me.id]);
    bodyOf(await w.admin.put(`/queue/${w.support.id}`, { userIds: [] }));
    expect(await user()).toEqual([w.sales.id]);
    refused(await w.admin.put(`/queue/${w.support.id}`, { userIds: [999_999_999] }), 400, {
      fields: { userIds: expect.any(String) },
    });
  });

  test('are put into an order', async () => {
    const order = [w.support.id, w.sales.id];
    bodyOf(await w.admin.put('/queue/order', { queueIds: order }));
    const listed = bodyOf(await w.admin.get<Department[]>('/queue'));
    expect(listed.map(({ id }) => id)).toEqual(order);
    // what a list shows first
    const third = bodyOf(await w.admin.post<Department>('/queue', { name: 'Terceiro', color: '#a1' }), 201);
    const screen = await w.admin.socket();
    bodyOf(await w.admin.put('/queue/order', { queueIds: [third.id] }));
    const ordered = bodyOf(await w.admin.get<(Department & { orderQueue: number })[]>('/queue'));
    expect(ordered.map(({ id, orderQueue }) => [id, orderQueue])).toEqual(
      [third.id, ...order].map((id, n) => [id, n + 1]),
    );
    await screen.next('queue', ({ action }) => action === 'update');
    expect((await w.supervisor.put('/queue/order', { queueIds: order })).status).toBe(403);
  });
});

test('a department is added to a menu beside those that others have added meanwhile', async () => {
  const path = `/whatsapp/${w.connection.id}`;
  const menu = async (): Promise<number[]> =>
    bodyOf(await w.admin.get<{ queueIds: number[] }>(path)).queueIds.toSorted((a, b) => a - b);
  bodyOf(await w.admin.put(path, { queueIds: [], greetingMessage: '' }));
  bodyOf(await w.admin.put(`${path}/queues/${w.sales.id}`));
  expect(await w.admin.put(`${path}/queues/${w.support.id}`)).toMatchObject({
    status: 400,
    body: { fields: { greetingMessage: expect.any(String) } },
  });
  const third = bodyOf(await w.admin.post<Named>('/queue', { name: 'Entregas', color: '#123456' }), 201);
  bodyOf(await w.admin.put(path, { greetingMessage: 'Com quem deseja falar?' }));
  const adds = [w.support.id, third.id, w.sales.id].map((id) => w.admin.put<Named>(`${path}/queues/${id}`));
  for (const answer of await Promise.all(adds)) bodyOf(answer);
  expect(await menu()).toEqual([w.sales.id, w.support.id, third.id].toSorted((a, b) => a - b));
  const other = await world(app);
  expect((await w.admin.put(`${path}/queues/${other.sales.id}`)).status).toBe(400);
  expect((await w.admin.put(`/whatsapp/${other.connection.id}/queues/${w.sales.id}`)).status).toBe(404);
  expect((await w.attendant.put(`${path}/queues/${w.sales.id}`)).status).toBe(403);
});
