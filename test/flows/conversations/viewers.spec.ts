import { sharedApp } from '../../support/app.js';
import { bodyOf, type Client } from '../../support/client.js';
import type { LiveSocket } from '../../support/live-socket.js';
import { type TicketRow, world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);

interface Viewer {
  readonly id: number;
  readonly name: string;
  readonly peeking: boolean;
  readonly typing: boolean;
}
interface Viewed {
  readonly ticketId: number;
  readonly viewers: readonly Viewer[];
}

/** The next viewers event with these viewers. */
const viewers = (socket: LiveSocket, { id }: Pick<TicketRow, 'id'>, ...expected: Partial<Viewer>[]): Promise<Viewed> =>
  socket.next<Viewed>('viewers', (payload) => {
    const { ticketId, viewers: now } = payload as unknown as Viewed;
    return (
      ticketId === id &&
      now.length === expected.length &&
      expected.every((one) =>
        now.some((viewer) => Object.entries(one).every(([key, value]) => viewer[key as keyof Viewer] === value)),
      )
    );
  });
const viewed = async (client: Client): Promise<Viewed[]> =>
  bodyOf(await client.get<{ tickets: Viewed[] }>('/tickets/viewers')).tickets;
const accepted = async (): Promise<TicketRow> =>
  bodyOf(await w.attendant.put<TicketRow>(`/tickets/${(await w.customer().says('oi')).id}`, { status: 'open' }));

test('viewers see who else views, peeks and leaves', async () => {
  const ticket = await accepted();
  const [mine, hers, boss] = [await w.attendant.socket(), await w.supervisor.socket(), await w.admin.socket()];
  await mine.join('ChatBox', ticket.uuid);
  await viewers(mine, ticket, { id: w.attendant.id, name: w.attendant.me.name, peeking: false, typing: false });
  await hers.join('ChatBox', ticket.id);
  await viewers(mine, ticket, { id: w.attendant.id }, { id: w.supervisor.id, peeking: false });
  await boss.join('ChatPeek', ticket.uuid);
  for (const socket of [mine, hers, boss])
    await viewers(socket, ticket, { id: w.attendant.id }, { id: w.supervisor.id }, { id: w.admin.id, peeking: true });
  expect(await viewed(w.admin)).toContainEqual({
    ticketId: ticket.id,
    viewers: expect.arrayContaining([
      { id: w.attendant.id, name: w.attendant.me.name, peeking: false, typing: false },
      { id: w.admin.id, name: w.admin.me.name, peeking: true, typing: false },
    ]),
  });
  hers.emit('leaveChatBox', ticket.id);
  await viewers(mine, ticket, { id: w.attendant.id }, { id: w.admin.id });
  boss.close();
  await viewers(mine, ticket, { id: w.attendant.id });
  mine.close();
});

test('typing is shown to viewers until it ends, only of users who may write', async () => {
  const ticket = await accepted();
  const [mine, hers, list] = [await w.attendant.socket(), await w.supervisor.socket(), await w.admin.socket()];
  await list.join('Notification');
  await mine.join('ChatBox', ticket.id);
  await hers.join('ChatBox', ticket.id);
  await viewers(list, ticket, { id: w.attendant.id }, { id: w.supervisor.id });
  const told = list.all('viewers').length;
  mine.emit('typingChatBox', ticket.id);
  await viewers(hers, ticket, { id: w.attendant.id, typing: true }, { id: w.supervisor.id, typing: false });
  mine.emit('idleChatBox', ticket.id);
  await viewers(hers, ticket, { id: w.attendant.id, typing: false }, { id: w.supervisor.id });
  mine.emit('typingChatBox', ticket.id);
  await viewers(hers, ticket, { id: w.attendant.id, typing: true }, { id: w.supervisor.id });
  // leaving ends typing
  mine.emit('leaveChatBox', ticket.id);
  await viewers(hers, ticket, { id: w.supervisor.id, typing: false });

  const peeking = await w.admin.socket();
  await peeking.join('ChatPeek', ticket.id);
  await viewers(hers, ticket, { id: w.supervisor.id }, { id: w.admin.id, peeking: true });
  const received = hers.all('viewers').length;
  for (const name of ['typingChatPeek', 'typingChatBox', 'typingTickets']) peeking.emit(name, ticket.id);
  mine.emit('typingChatBox', ticket.id);
  await peeking.flush();
  await mine.flush();
  await hers.flush();
  expect(hers.all('viewers')).toHaveLength(received);
  await list.flush();
  // lists show viewers, not typing
  expect(
    list
      .all<Viewed>('viewers')
      .slice(told)
      .some(({ viewers: now }) => now.some(({ typing }) => typing)),
  ).toBe(false);
});

test('lists get viewers of visible conversations only', async () => {
  const ticket = await accepted();
  const colleague = await w.member();
  const elsewhere = await w.member({ queueIds: [w.support.id] });
  const foreign = await world(app);
  const [boss, chief, near, far, stranger] = [
    await w.admin.socket(),
    await w.supervisor.socket(),
    await colleague.socket(),
    await elsewhere.socket(),
    await foreign.admin.socket(),
  ];
  const all = [boss, chief, near, far, stranger];
  for (const socket of all) await socket.join('Notification');
  const mine = await w.attendant.socket();
  await mine.join('ChatBox', ticket.id);
  for (const socket of [boss, chief]) await viewers(socket, ticket, { id: w.attendant.id });
  const shown = await Promise.all([colleague, elsewhere, foreign.admin].map(viewed));
  expect(shown.flat().filter(({ ticketId }) => ticketId === ticket.id)).toEqual([]);
  for (const client of [w.admin, w.supervisor, w.attendant])
    expect((await viewed(client)).map(({ ticketId }) => ticketId)).toContain(ticket.id);

  // pending again: the colleagues of the department see it and its viewers
  bodyOf(await w.admin.put(`/tickets/${ticket.id}`, { status: 'pending' }));
  await viewers(near, ticket, { id: w.attendant.id });
  for (const socket of [far, stranger]) {
    await socket.flush();
    expect(socket.all<Viewed>('viewers').filter(({ ticketId }) => ticketId === ticket.id)).toEqual([]);
  }
  expect(JSON.stringify(stranger.received)).not.toContain(w.attendant.me.name);
});

test('a user who loses access is removed at once', async () => {
  const ticket = await w.customer().says('oi');
  const colleague = await w.member();
  const [mine, hers] = [await colleague.socket(), await w.supervisor.socket()];
  await hers.join('ChatBox', ticket.id);
  await mine.join('ChatBox', ticket.id);
  await viewers(hers, ticket, { id: colleague.id }, { id: w.supervisor.id });
  bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
  await viewers(hers, ticket, { id: w.supervisor.id });

  // also for those who see it by the same change
  const elsewhere = await w.member({ profile: 'supervisor', queueIds: [w.support.id] });
  const theirs = await elsewhere.socket();
  await theirs.join('Notification');
  const moved = await accepted();
  const [holder, boss] = [await w.attendant.socket(), await w.admin.socket()];
  await holder.join('ChatBox', moved.id);
  await boss.join('ChatBox', moved.id);
  await viewers(boss, moved, { id: w.attendant.id }, { id: w.admin.id });
  bodyOf(await w.admin.put(`/tickets/${moved.id}`, { queueId: w.support.id }));
  await viewers(theirs, moved, { id: w.admin.id });
  await w.settled();
  await theirs.flush();
  const last = theirs.all<Viewed>('viewers').findLast(({ ticketId }) => ticketId === moved.id);
  expect(last?.viewers.map(({ id }) => id)).toEqual([w.admin.id]);

  const second = await accepted();
  const leaver = await w.member({ profile: 'supervisor' });
  const socket = await leaver.socket();
  await socket.join('ChatBox', second.id);
  await hers.join('ChatBox', second.id);
  await viewers(hers, second, { id: leaver.id }, { id: w.supervisor.id });
  bodyOf(await w.admin.put(`/users/${leaver.id}`, { queueIds: [w.support.id] }));
  await viewers(hers, second, { id: w.supervisor.id });
});

test('several sockets of a user count once, and a reconnection restores them', async () => {
  const ticket = await accepted();
  const hers = await w.supervisor.socket();
  await hers.join('ChatBox', ticket.id);
  const [one, two] = [await w.attendant.socket(), await w.attendant.socket()];
  await one.join('ChatBox', ticket.id);
  await two.join('ChatBox', ticket.uuid);
  await viewers(hers, ticket, { id: w.attendant.id }, { id: w.supervisor.id });
  one.close();
  await hers.flush();
  expect((await viewed(w.admin)).find(({ ticketId }) => ticketId === ticket.id)?.viewers).toHaveLength(2);
  two.close();
  await viewers(hers, ticket, { id: w.supervisor.id });
  const again = await w.attendant.socket();
  await again.join('ChatBox', ticket.id);
  await viewers(hers, ticket, { id: w.attendant.id }, { id: w.supervisor.id });
});

test('typing of a customer is shown to those who have the conversation open', async () => {
  const customer = w.customer();
  const ticket = await customer.says('oi');
  const [hers, list] = [await w.supervisor.socket(), await w.admin.socket()];
  await hers.join('ChatBox', ticket.id);
  await list.join('Notification');
  const types = (number: string) => w.admin.post(`/sandbox/${w.connection.id}/typing`, { number });
  for (const number of [customer.number, w.contact.number, '5511900000000'])
    expect((await types(number)).status).toBe(200);
  expect(await hers.next('customerTyping')).toEqual({ ticketId: ticket.id });
  await w.settled();
  for (const socket of [hers, list]) await socket.flush();
  expect(hers.all('customerTyping')).toHaveLength(1);
  expect(list.all('customerTyping')).toEqual([]);
  expect((await w.attendant.post(`/sandbox/${w.connection.id}/typing`, { number: customer.number })).status).toBe(403);
});

describe('the user of a change', () => {
  test.each([
    ['accepted', 'pending', { status: 'open' }],
    ['transferred', 'open', { queueId: 'support' }],
    ['closed', 'open', { status: 'closed' }],
    ['reopened', 'closed', { status: 'open' }],
  ] as const)('is sent by name to all who see it: %s', async (what, from, change) => {
    const ticket = await w.customer().says('oi');
    if (from !== 'pending') bodyOf(await w.supervisor.put(`/tickets/${ticket.id}`, { status: 'open' }));
    if (from === 'closed') bodyOf(await w.supervisor.put(`/tickets/${ticket.id}`, { status: 'closed' }));
    await w.settled();
    const boss = await w.admin.socket();
    await boss.join('Notification');
    const body = 'queueId' in change ? { queueId: w.support.id } : change;
    bodyOf(await w.supervisor.put(`/tickets/${ticket.id}`, body));
    expect(await boss.next('ticket', ({ action }) => action === 'update')).toMatchObject({
      ticket: { id: ticket.id },
      act: { what, by: { id: w.supervisor.id, name: w.supervisor.me.name } },
    });
  });

  test('is sent to those who lose access, without the new assignment', async () => {
    const ticket = await accepted();
    const mine = await w.attendant.socket();
    await mine.join('Notification');
    bodyOf(await w.admin.put(`/tickets/${ticket.id}`, { queueId: w.support.id }));
    expect(await mine.next('ticket', ({ action }) => action === 'delete')).toEqual({
      action: 'delete',
      ticketId: ticket.id,
      act: { what: 'transferred', by: { id: w.admin.id, name: w.admin.me.name } },
    });
    const other = await accepted();
    bodyOf(await w.admin.delete(`/tickets/${other.id}`));
    expect(await mine.next('ticket', ({ action, ticketId }) => action === 'delete' && ticketId === other.id)).toEqual({
      action: 'delete',
      ticketId: other.id,
      act: { what: 'deleted', by: { id: w.admin.id, name: w.admin.me.name } },
    });
  });

  test('is the manager when a membership is removed; a change without reassignment has none', async () => {
    const person = await w.member();
    const ticket = bodyOf(
      await person.put<TicketRow>(`/tickets/${(await w.customer().says('oi')).id}`, { status: 'open' }),
    );
    await w.settled();
    const boss = await w.supervisor.socket();
    await boss.join('Notification');
    bodyOf(await person.put(`/tickets/${ticket.id}`, { useIntegration: false }));
    expect(await boss.next('ticket', ({ action }) => action === 'update')).not.toHaveProperty('act');
    bodyOf(await w.admin.put(`/users/${person.id}`, { queueIds: [w.support.id] }));
    expect(await boss.next('ticket', ({ action }) => action === 'update')).toMatchObject({
      ticket: { id: ticket.id, status: 'pending' },
      act: { what: 'released', by: { id: w.admin.id } },
    });
  });
});
