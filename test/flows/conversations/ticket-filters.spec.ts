import { sharedApp } from '../../support/app.js';
import { bodyOf, type Client } from '../../support/client.js';
import { type TicketRow, world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);
let colleague: Client;
let red: number;
let blue: number;
let mine: TicketRow;
let theirs: TicketRow;
let waiting: TicketRow;
let plain: TicketRow;

const tag = (client: Client, { id }: TicketRow, tags: readonly number[]) =>
  client.post('/tags/sync', { ticketId: id, tags });

beforeAll(async () => {
  colleague = await w.member();
  const make = async (name: string): Promise<number> =>
    bodyOf(await w.admin.post<{ id: number }>('/tags', { name, color: '#123456' }), 201).id;
  red = await make('Vermelha');
  blue = await make('Azul');
  mine = await w.customer('Ana').says('quero um orçamento');
  theirs = await w.customer('Bia').says('outro orçamento');
  waiting = await w.customer('Caio').says('bom dia');
  plain = await w.customer('Duda').says('sem tag nenhuma');
  bodyOf(await w.attendant.put(`/tickets/${mine.id}`, { status: 'open' }));
  bodyOf(await colleague.put(`/tickets/${theirs.id}`, { status: 'open' }));
  bodyOf(await tag(w.admin, mine, [red, blue]));
  bodyOf(await tag(w.admin, theirs, [blue]));
  bodyOf(await tag(w.admin, waiting, [red]));
});

const sorted = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id).toSorted((a, b) => a - b);

/** The result of both dialects for the same filter. */
async function both(client: Client, asked: Readonly<Record<string, unknown>>): Promise<number[]> {
  const asText = Object.entries(asked).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const { tickets } = bodyOf(await client.get<{ tickets: TicketRow[] }>(`/tickets?${new URLSearchParams(asText)}`));
  const { searchParam, ...rest } = asked;
  const filter = JSON.stringify({ ...rest, ...(searchParam === undefined ? {} : { q: searchParam }) });
  const rows = bodyOf(await client.get<TicketRow[]>(`/tickets?${new URLSearchParams({ filter, range: '[0,39]' })}`));
  expect(rows.map(({ id }) => id)).toEqual(tickets.map(({ id }) => id));
  return sorted(tickets);
}

describe('departments', () => {
  test('include conversations without a department, unless these are excluded or requested alone', async () => {
    const fresh = await world(app);
    const sales = await fresh.customer().says('vendas');
    const free = bodyOf(await fresh.admin.post<TicketRow>('/tickets', { contactId: fresh.contact.id }), 201);
    const asked = (queueIds: readonly number[], more: object = {}) =>
      both(fresh.admin, { queueIds, showAll: 'true', ...more });
    expect(await asked([fresh.sales.id])).toEqual(sorted([sales, free]));
    expect(await asked([fresh.sales.id], { withoutQueue: 'true' })).toEqual(sorted([sales, free]));
    expect(await asked([fresh.sales.id], { withoutQueue: 'false' })).toEqual([sales.id]);
    expect(await asked([], { withoutQueue: 'true' })).toEqual([free.id]);
    expect(await asked([], { withoutQueue: 'false' })).toEqual([]);
    expect(await both(fresh.attendant, { queueIds: [], withoutQueue: 'true' })).toEqual([]);
    const counters = (query: string) => fresh.admin.get<object>(`/tickets/counters?showAll=true&${query}`);
    expect(bodyOf(await counters(`queueIds=[${fresh.sales.id}]&withoutQueue=false`))).toEqual({ open: 0, pending: 1 });
    expect(bodyOf(await counters('queueIds=[]&withoutQueue=true'))).toEqual({ open: 1, pending: 0 });
  });
});

describe('tags and users, in either dialect', () => {
  test.each([
    ['one tag', () => ({ tags: [red] }), () => [mine, waiting]],
    ['any of several tags', () => ({ tags: [red, blue] }), () => [mine, theirs, waiting]],
    ['no tag chosen', () => ({ tags: [] }), () => [mine, theirs, waiting, plain]],
    ['a tag and a status', () => ({ tags: [red], status: 'pending' }), () => [waiting]],
    ['a contact', () => ({ contacts: [theirs.contactId] }), () => [theirs]],
    ['a person', () => ({ users: [colleague.id] }), () => [theirs]],
    ['several people', () => ({ users: [colleague.id, w.attendant.id] }), () => [mine, theirs]],
    ['a person and a tag', () => ({ users: [w.attendant.id, colleague.id], tags: [red] }), () => [mine]],
    ['a tag and words', () => ({ tags: [blue], searchParam: 'orçamento' }), () => [mine, theirs]],
    ['a tag, a person and words', () => ({ tags: [blue], users: [colleague.id], searchParam: 'orc' }), () => [theirs]],
    ['departments', () => ({ queueIds: [w.support.id], tags: [red] }), () => []],
    ['a tag that nothing has', () => ({ tags: [w.tag.id] }), () => []],
  ])('%s', async (_name, asked, expected) => {
    expect(await both(w.admin, { ...asked(), showAll: 'true' })).toEqual(sorted(expected()));
  });

  test('only narrow what a user sees', async () => {
    expect(await both(w.attendant, { users: [colleague.id], showAll: 'true' })).toEqual([]);
    expect(await both(w.attendant, { tags: [blue], showAll: 'true' })).toEqual([mine.id]);
    expect(await both(w.attendant, { contacts: [theirs.contactId, mine.contactId] })).toEqual([mine.id]);
    expect(await both(w.supervisor, { users: [colleague.id] })).toEqual([theirs.id]);
    const elsewhere = await w.member({ queueIds: [w.support.id] });
    expect(await both(elsewhere, { tags: [red, blue], users: [w.attendant.id] })).toEqual([]);
  });

  test('accept one value as a list, and ids by name', async () => {
    const get = async (filter: object): Promise<number[]> =>
      sorted(bodyOf(await w.admin.get<TicketRow[]>(`/tickets?filter=${encodeURIComponent(JSON.stringify(filter))}`)));
    expect(await get({ tags: red, showAll: true })).toEqual(sorted([mine, waiting]));
    expect(await get({ id: [mine.id, plain.id], showAll: true })).toEqual(sorted([mine, plain]));
  });

  test('ranges are parts of the same order', async () => {
    const page = (query: Record<string, string>) =>
      w.admin.get<TicketRow[]>(`/tickets?${new URLSearchParams({ filter: '{"showAll":true}', ...query })}`);
    const all = bodyOf(await page({ range: '[0,39]' })).map(({ id }) => id);
    const part = await page({ range: '[1,2]', sort: '["updatedAt","DESC"]' });
    expect(bodyOf(part).map(({ id }) => id)).toEqual(all.slice(1, 3));
    expect(part.headers.get('content-range')).toBe('tickets 1-2/4');
    expect((await page({ sort: '["updatedAt","ASC"]' })).status).toBe(400);
    expect((await page({ sort: '["code","DESC"]' })).status).toBe(400);
  });

  test.each([
    'tags=x',
    'tags=5',
    'contacts=[-1]',
    'users=[0]',
    'users=["a"]',
    'tags={}',
    'filter={"tags":["x"]}',
    'filter={"users":[[1]]}',
    'filter={"owner":1}',
    'filter={"status":"nothing"}',
    'withoutQueue=perhaps',
  ])('refuse by name: %s', async (query) => {
    const [name = ''] = query.split('=');
    expect(
      await w.admin.get(`/tickets?${query.replace(/=(.*)/, (_all, value) => `=${encodeURIComponent(value)}`)}`),
    ).toMatchObject({
      status: 400,
      body: {
        code: 'ERR_VALIDATION',
        fields: { [query.includes('"status"') ? 'status' : query.includes('["x"]') ? 'tags' : name]: /./ },
      },
    });
  });
});
