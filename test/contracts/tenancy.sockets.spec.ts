import { sharedApp } from '../support/app.js';
import { campaignsOf } from '../support/campaigns.js';
import { bodyOf } from '../support/client.js';
import { files } from '../support/files.js';
import type { LiveSocket } from '../support/live-socket.js';
import { type MessageRow, type TicketRow, type World, world } from '../support/world.js';

const app = await sharedApp();
let a: World;
let b: World;

beforeAll(async () => {
  [a, b] = [await world(app), await world(app)];
});

const own = new Set(['ready', 'joined', 'refused']);
/** Events that a socket of A received, except the presence of A's own users. */
const foreign = (socket: LiveSocket): string[] =>
  socket.received
    .filter(({ name }) => !own.has(name) && name !== `company-${a.companyId}-presence`)
    .map(({ name }) => name);

/** All kinds of changes of a company. */
async function live(w: World): Promise<TicketRow> {
  const made = async (path: string, body: object): Promise<{ id: number }> =>
    bodyOf(await w.admin.post<{ id: number }>(path, body), 201);
  const customer = w.customer();
  const ticket = await customer.says('bom dia', { file: files.png });
  bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
  bodyOf(await w.attendant.post<MessageRow>(`/messages/${ticket.id}`, { body: 'olá' }), 201);
  await w.settled();
  bodyOf(await w.attendant.post(`/tickets/${ticket.id}/read`));
  await customer.reads();
  const { id: note } = await made('/ticket-notes', {
    note: 'ao vivo',
    ticketId: ticket.id,
    contactId: ticket.contactId,
  });
  bodyOf(await w.admin.delete(`/ticket-notes/${note}`));
  bodyOf(await w.attendant.post('/tags/sync', { ticketId: ticket.id, tags: [w.tag.id] }));
  bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { queueId: w.support.id }));
  bodyOf(await w.supervisor.put(`/tickets/${ticket.id}`, { status: 'open' }));
  bodyOf(await w.supervisor.put(`/tickets/${ticket.id}`, { status: 'closed' }));
  for (const [path, body, change] of [
    ['/contacts', { name: 'Novo contato', number: '5511933332222' }, { name: 'Outro nome' }],
    ['/tags', { name: 'Urgente', color: '#aa0000' }, { name: 'Muito urgente' }],
    ['/queue', { name: 'Cobrança', color: '#aa00aa' }, { name: 'Financeiro' }],
    [
      '/users',
      { name: 'Nova pessoa', email: `nova-${w.companyId}@empresa.test`, password: 'senha-de-teste' },
      { name: 'Outra pessoa' },
    ],
    ['/whatsapp', { name: 'Mais um telefone', channel: 'sandbox' }, { name: 'Telefone novo' }],
    ['/files', { name: 'Catálogo', message: 'Olá!' }, { message: 'Oi!' }],
    ['/schedules', { contactId: w.contact.id, body: 'Bom dia!', sendAt: '2099-01-01T09:00' }, { body: 'Boa tarde!' }],
    ['/quick-messages', { shortcode: 'ola', message: 'Olá!', geral: true }, { message: 'Oi!' }],
    ['/contact-lists', { name: 'Clientes' }, { name: 'Todos os clientes' }],
    ['/campaigns', { name: 'Promoção' }, { name: 'Outra promoção' }],
  ] as const) {
    const { id } = await made(path, body);
    bodyOf(await w.admin.put(`${path}/${id}`, change));
    bodyOf(await w.admin.delete(`${path}/${id}`));
  }
  await campaignsOf(w, null);
  bodyOf(await w.admin.put('/settings/call', { value: 'enabled' }));
  const second = app.visitor();
  bodyOf(await second.signIn(w.attendant.me.email, 'senha-de-teste'));
  await w.settled();
  return ticket;
}

test('no user of A gets an event of B', async () => {
  const listeners = [await a.admin.socket(), await a.supervisor.socket(), await a.attendant.socket()];
  for (const socket of listeners) {
    for (const status of ['open', 'pending', 'closed']) expect(await socket.join('Tickets', status)).toBe('joined');
    expect(await socket.join('Notification')).toBe('joined');
  }
  const mine = await b.admin.socket();
  await mine.join('Notification');
  await live(b);
  for (const socket of [...listeners, mine]) await socket.flush();
  expect(new Set(foreign(mine)).size).toBeGreaterThanOrEqual(8);
  for (const socket of listeners) expect(foreign(socket)).toEqual([]);
});

test('A cannot join a conversation of B, by id, uuid or any other form', async () => {
  const ticket = await b.customer().says('segredo');
  for (const client of [a.admin, a.supervisor, a.attendant]) {
    const socket = await client.socket();
    for (const key of [ticket.id, String(ticket.id), ticket.uuid, ticket.uuid.toUpperCase()])
      expect(await socket.join('ChatBox', key)).toBe('ERR_NO_TICKET_FOUND');
    for (const key of [null, '', '%', `${ticket.id} or true`, -1])
      expect(await socket.join('ChatBox', key)).not.toBe('joined');
    for (const key of [{ id: ticket.id }, [ticket.id]]) socket.emit('joinChatBox', key);
    for (const room of [`c${b.companyId}`, `c${b.companyId}:t${ticket.id}`, `c${b.companyId}:admins`]) {
      socket.emit('join', room);
      socket.emit('joinTickets', room);
      socket.emit('joinNotification', room);
    }
    bodyOf(await b.admin.put(`/tickets/${ticket.id}`, { queueId: b.support.id }));
    bodyOf(await b.admin.put(`/tickets/${ticket.id}`, { queueId: b.sales.id }));
    await socket.flush();
    expect(foreign(socket)).toEqual([]);
  }
});

test('events emitted by a client reach no other', async () => {
  await app.settled();
  const [sender, listener] = [await b.admin.socket(), await a.admin.socket()];
  sender.emit(`company-${a.companyId}-ticket`, { action: 'delete', ticketId: 1 });
  sender.emit('ready', {});
  await sender.flush();
  await listener.flush();
  expect(foreign(listener)).toEqual([]);
});

test('inside one company: users get no events of invisible conversations, and lose access live', async () => {
  await app.settled();
  const elsewhere = await a.member({ queueIds: [a.support.id] });
  const colleague = await a.member();
  const [far, near] = [await elsewhere.socket(), await colleague.socket()];
  for (const socket of [far, near]) await socket.join('Tickets', 'pending');
  const customer = a.customer();
  const ticket = await customer.says('oi');
  await near.next('appMessage');
  expect(await near.join('ChatBox', ticket.id)).toBe('joined');
  expect(await far.join('ChatBox', ticket.id)).toBe('ERR_NO_PERMISSION');
  bodyOf(await a.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
  expect(await near.next('ticket', ({ action }) => action === 'delete')).toEqual({
    action: 'delete',
    ticketId: ticket.id,
    act: { what: 'accepted', by: { id: a.attendant.id, name: a.attendant.me.name } },
  });
  const received = near.received.length;
  await customer.says('isto não é para você');
  for (const socket of [far, near]) await socket.flush();
  const about = (socket: LiveSocket, from = 0): string[] =>
    socket.received
      .slice(from)
      .filter(({ name }) => /-(ticket|appMessage)$/.test(name))
      .map(({ name }) => name);
  expect(about(near, received)).toEqual([]);
  expect(about(far)).toEqual([]);
});

test('lists and campaigns are shown to managers of their company only', async () => {
  await app.settled();
  const manager = await a.admin.socket();
  const others = [await a.supervisor.socket(), await a.attendant.socket(), await b.admin.socket()];
  const made = async (path: string, body: object): Promise<number> =>
    bodyOf(await a.admin.post<{ id: number }>(path, body), 201).id;
  const contactListId = await made('/contact-lists', { name: 'Clientes da praça' });
  await made('/contact-list-items', { contactListId, name: 'Ana', number: '5541955554444' });
  const content = { whatsappId: a.connection.id, contactListId, message1: 'Oi' };
  const pace = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 };
  const id = await made('/campaigns', { name: 'Promoção', ...content, ...pace });
  bodyOf(await a.admin.post(`/campaigns/${id}/restart`));
  await campaignsOf(a, null);
  await manager.next('campaign', ({ campaign }) => (campaign as { status: string }).status === 'FINALIZADA');
  await a.settled();
  for (const socket of [manager, ...others]) await socket.flush();
  const about = (socket: LiveSocket): string[] => [
    ...new Set(socket.received.map(({ name }) => name).filter((name) => /campaign|contactList/i.test(name))),
  ];
  const own = ['ContactList', 'ContactListItem', 'campaign', 'contactList', 'contactListItem', 'serviceCampaign'];
  expect(about(manager).toSorted()).toEqual(own.map((name) => `company-${a.companyId}-${name}`));
  for (const socket of others) expect(about(socket)).toEqual([]);
});

test('a lost department, a demotion and a disabled company affect open sockets', async () => {
  const member = await a.member();
  const socket = await member.socket();
  await socket.join('Tickets', 'pending');
  bodyOf(await a.admin.put(`/users/${member.id}`, { queueIds: [a.support.id] }));
  await a.settled();
  await a.customer().says('oi');
  await socket.flush();
  expect(socket.all('appMessage')).toEqual([]);

  const manager = await a.member({ profile: 'admin', queueIds: [] });
  const demoted = await manager.socket();
  await demoted.join('Notification');
  bodyOf(await a.admin.put(`/users/${manager.id}`, { profile: 'user' }));
  await a.settled();
  await a.customer().says('oi');
  await demoted.flush();
  expect(demoted.all('appMessage')).toEqual([]);

  const c = await world(app);
  const cut = await c.attendant.socket();
  bodyOf(await app.platform.put(`/companies/${c.companyId}`, { status: false }));
  await cut.nextNamed('disconnect');
  await expect(c.attendant.socket()).rejects.toThrow('ERR_SESSION_EXPIRED');
});

test('malformed events are answered or ignored, and the server stays up', async () => {
  const socket = await a.attendant.socket();
  const deep = (depth: number): unknown => (depth === 0 ? 1 : { deep: deep(depth - 1) });
  const noise: unknown[] = [
    undefined,
    null,
    true,
    -1,
    1e308,
    Number.NaN,
    'x'.repeat(5_000),
    '\u0000',
    '\ud800',
    "' or 1=1 --",
    [],
    {},
    deep(200),
    { toString: 1 },
    { __proto__: null, constructor: 1 },
    Array.from({ length: 500 }, () => 1),
  ];
  for (const name of ['joinChatBox', 'joinTickets', 'leaveChatBox', 'joinChatPeek', 'typingChatBox', 'idleChatBox'])
    for (const value of noise.slice(0, 14)) socket.emit(name, value);
  socket.emit('unknown', ...noise);
  const flooded = await a.supervisor.socket();
  for (let count = 0; count < 500; count += 1) flooded.emit('joinChatBox', count);
  const large = await a.admin.socket();
  large.emit('joinChatBox', 'x'.repeat(100_000));
  await large.nextNamed('disconnect');
  const after = await a.admin.socket();
  expect(await after.join('Notification')).toBe('joined');
});
