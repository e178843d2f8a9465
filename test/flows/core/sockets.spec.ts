import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { JwtService } from '@nestjs/jwt';
import { sql } from 'kysely';
import { io, type ManagerOptions, type SocketOptions } from 'socket.io-client';
import { Db } from '../../../src/core/database/db.js';
import { Events } from '../../../src/core/events/events.js';
import { Gateway } from '../../../src/core/realtime/gateway.js';
import { rooms } from '../../../src/core/realtime/rooms.js';
import { CustomerTyping } from '../../../src/modules/channels/connections/connections.events.js';
import { MessageReaderService } from '../../../src/modules/conversations/messages/history/message-reader.service.js';
import { MessageStored } from '../../../src/modules/conversations/messages/messages.events.js';
import { sharedApp } from '../../support/app.js';
import { bodyOf } from '../../support/client.js';
import { LiveSocket } from '../../support/live-socket.js';
import { jwtSecret } from '../../support/test-config.js';
import { until } from '../../support/until.js';
import { type MessageRow, world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);

/** Clients of the product family begin so (behaviour.md §3); the handshake is released meanwhile. */
test.each([
  ['polls', ['polling'], 'polling'],
  ['begins with polling and goes on over a websocket', ['polling', 'websocket'], 'websocket'],
] as const)('a client that %s receives all events', async (_name, transports, at) => {
  const socket = await LiveSocket.open(app.url, w.attendant.token ?? '', w.companyId, [...transports]);
  await socket.join('Notification');
  await socket.upgradedTo(at);
  const customer = w.customer();
  await customer.says('por onde eu falo?');
  await socket.next('appMessage', ({ message }) => (message as { body: string }).body === 'por onde eu falo?');
  await customer.says('e de novo');
  await socket.next('appMessage', ({ message }) => (message as { body: string }).body === 'e de novo');
  socket.close();
});

describe('a handshake with an invalid token', () => {
  const token = (options: object, secret = jwtSecret): string => {
    const jwt = app.nest.get(JwtService, { strict: false });
    const { sid, userId } = jwt.decode<{ sid: string; userId: number }>(w.attendant.token ?? '');
    return jwt.sign({ sid, userId }, { secret, ...options });
  };
  /** All events of a client that joins rooms as soon as it is connected, until it is refused or disconnected. */
  const handshake = (options: Partial<ManagerOptions & SocketOptions>): Promise<string[]> =>
    new Promise((resolve) => {
      const events: string[] = [];
      const socket = io(app.url, { transports: ['websocket'], reconnection: false, forceNew: true, ...options });
      const end = (how: string): void => {
        socket.close();
        resolve([...events, how]);
      };
      socket.onAny((name: string, payload: unknown) => events.push(`${name} ${JSON.stringify(payload)}`));
      socket.on('connect', () => {
        events.push('connect');
        for (const name of ['joinNotification', 'joinTickets', 'userStatus']) socket.emit(name);
      });
      socket.on('connect_error', ({ message }) => end(message));
      socket.on('disconnect', end);
    });

  const told = ['connect', 'sessionExpired {"error":"ERR_SESSION_EXPIRED"}', 'io server disconnect'];

  test('expired: our own page is refused and refreshes it, other clients get an event and are disconnected', async () => {
    const expired = token({ expiresIn: -1 });
    expect(await handshake({ query: { token: expired } })).toEqual(told);
    expect(await handshake({ query: { token: expired }, transports: ['polling'] })).toEqual(told);
    expect(await handshake({ auth: { token: expired } })).toEqual(told);
    expect(await handshake({ auth: { token: expired, client: 'atende' } })).toEqual(['ERR_SESSION_EXPIRED']);
  });

  test('forged, foreign or missing: the same', async () => {
    for (const bad of ['', 'nonsense', token({ expiresIn: -1 }, 'another secret that is long enough')]) {
      expect(await handshake({ auth: { token: bad, client: 'atende' } })).toEqual(['ERR_SESSION_EXPIRED']);
      expect(await handshake({ auth: { token: bad, client: 'other' } })).toEqual(told);
      expect(await handshake({ query: { token: bad } })).toEqual(told);
    }
  });
});

test('while the database fails our own page is refused, and the connection of others breaks: both come back', async () => {
  const opened = (
    transport: 'websocket' | 'polling',
    client?: string,
  ): { ready: Promise<void>; refusals: string[]; close: () => void } => {
    const socket = io(app.url, {
      transports: [transport],
      query: { token: w.supervisor.token },
      ...(client ? { auth: { client } } : {}),
      reconnectionDelay: 100,
      reconnectionDelayMax: 100,
      forceNew: true,
    });
    const refusals: string[] = [];
    socket.on('connect_error', ({ message }) => {
      refusals.push(message);
      // as our own page does
      if (client) setTimeout(() => socket.connect(), 100);
    });
    const ready = new Promise<void>((resolve) => socket.once('ready', resolve));
    return { ready, refusals, close: () => socket.close() };
  };
  // no longer remembered
  await delay(2_100);
  await app.database.query('alter table sessions rename to sessions_away');
  const own = opened('websocket', 'atende');
  const others = [opened('websocket'), opened('polling')];
  await delay(1_000).finally(() => app.database.query('alter table sessions_away rename to sessions'));
  await Promise.all([own, ...others].map(({ ready }) => ready));
  expect(new Set(own.refusals)).toEqual(new Set(['ERR_UNAVAILABLE']));
  expect(others.flatMap(({ refusals }) => refusals)).toEqual([]);
  for (const socket of [own, ...others]) socket.close();
});

test.each(['Notification', 'Tickets', 'ChatBox'])('%s is left after as many leaves as joins', async (name) => {
  const customer = w.customer();
  const { id } = await customer.says('oi');
  const argument = { Notification: undefined, Tickets: 'pending', ChatBox: id }[name];
  const socket = await w.attendant.socket();
  const hears = async (body: string): Promise<boolean> => {
    await customer.says(body);
    await socket.flush();
    return socket.all<{ message: MessageRow }>('appMessage').some(({ message }) => message.body === body);
  };
  for (let count = 0; count < 3; count += 1) await socket.join(name, argument);
  const leave = (): void => socket.emit(`leave${name}`, argument);
  leave();
  leave();
  await socket.flush();
  expect(await hears('ainda aqui')).toBe(true);
  leave();
  await socket.flush();
  expect(await hears('saiu')).toBe(false);
  // an additional leave does not affect the next join
  leave();
  await socket.join(name, argument);
  expect(await hears('de volta')).toBe(true);
});

test('of one socket fifty events in five seconds are handled, and it still receives', async () => {
  const { id } = await w.customer().says('oi');
  const socket = await w.admin.socket();
  for (let count = 0; count < 200; count += 1) socket.emit('joinChatBox', id);
  for (let count = 0; count < 50; count += 1) await socket.nextNamed('joined');
  for (const body of ['depois', 'e mais']) {
    await w.customer().says(body);
    await socket.next('appMessage', ({ message }) => (message as { body: string }).body === body);
  }
  expect(socket.received.filter(({ name }) => name === 'joined')).toHaveLength(50);
});

test('the twenty-first socket of a user closes their oldest, without effect on others', async () => {
  const other = await w.supervisor.socket();
  const member = await w.member();
  const sockets: LiveSocket[] = [];
  for (let count = 0; count < 20; count += 1) sockets.push(await member.socket());
  const newest = await member.socket();
  await sockets[0]?.nextNamed('superseded');
  await sockets[0]?.nextNamed('disconnect');
  for (const socket of [...sockets.slice(1), newest, other]) {
    await socket.join('Notification');
    expect(socket.received.filter(({ name }) => name === 'disconnect')).toEqual([]);
  }
  for (const socket of [...sockets, newest]) socket.close();
});

test('of broadcasts read together a failing one does not affect the others', async () => {
  const customer = w.customer();
  for (const body of ['um', 'dois']) await customer.says(body);
  const ticket = await customer.says('três');
  const page = bodyOf(await w.admin.get<{ messages: MessageRow[] }>(`/messages/${ticket.id}?peek=true`));
  const ids = page.messages.map(({ id }) => id);
  const socket = await w.admin.socket();
  await socket.join('Notification');
  const rows = app.nest.get(MessageReaderService);
  const { byIds } = rows;
  const read = jest.spyOn(rows, 'byIds').mockImplementation(async (asked) => {
    if (asked.includes(ids[1] ?? 0)) throw new Error('cannot be read');
    return byIds.call(rows, asked);
  });
  try {
    await app.as(w.companyId, async () => {
      for (const id of ids)
        app.nest.get(Events).emit(new MessageStored({ companyId: w.companyId, messageId: id, action: 'update' }));
    });
    await w.settled();
    expect(read.mock.calls.map(([asked]) => asked.length)).toEqual([3, 1, 1, 1]);
  } finally {
    read.mockRestore();
  }
  const last = await w.customer().says('depois');
  await socket.next('appMessage', ({ ticket: shown }) => (shown as { id: number }).id === last.id);
  const shown = socket.all('appMessage').filter(({ action }) => action === 'update');
  expect(shown.map(({ message }) => (message as { id: number }).id)).toEqual([ids[0], ids[2]]);
});

test('a slow reader receives everything in order, of any size, without delaying others', async () => {
  const slow = await w.attendant.socket();
  const quick = await w.admin.socket();
  await quick.join('Notification');
  const { id } = await w.customer().says('oi');
  await quick.next('appMessage', ({ ticket }) => (ticket as { id: number }).id === id);
  const gateway = app.nest.get(Gateway);
  const say = (from: number, to: number): void => {
    for (let index = from; index < to; index += 1) {
      // lengths that a frame encodes in 7 bits, two bytes and eight bytes
      const filling = 'ã'.repeat([1, 1_000, 40_000][index % 3] ?? 0);
      const payload = { index, filling };
      gateway.publish({ rooms: [rooms.company(w.companyId)], name: `company-${w.companyId}-size`, payload });
    }
  };
  const indexesOf = (socket: LiveSocket): number[] => socket.all<{ index: number }>('size').map(({ index }) => index);
  slow.pause();
  for (let from = 0; from < 600; from += 20) {
    say(from, from + 20);
    await quick.next('size', ({ index }) => index === from + 19);
  }
  // more than the network buffers for a client that does not read
  expect(indexesOf(slow)).toEqual([]);
  slow.resume();
  say(600, 660);
  const everything = Array.from({ length: 660 }, (_, index) => index);
  for (const socket of [quick, slow]) {
    await until('everything was received', () => indexesOf(socket).length >= everything.length);
    expect(indexesOf(socket)).toEqual(everything);
  }
});

test('only a socket that does not read at all is disconnected', async () => {
  const stuck = await w.attendant.socket();
  const quick = await w.admin.socket();
  const gateway = app.nest.get(Gateway);
  const before = gateway.countSockets(w.companyId);
  const filling = 'x'.repeat(20_000);
  stuck.pause();
  for (let index = 0; index < 4_000; index += 1) {
    gateway.publish({
      rooms: [rooms.company(w.companyId)],
      name: `company-${w.companyId}-size`,
      payload: { index, filling },
    });
    if (index % 100 === 0) await quick.next('size', (payload) => payload['index'] === index);
  }
  await until('it is gone', () => gateway.countSockets(w.companyId) === before - 1);
  await quick.next('size', ({ index }) => index === 3_999);
  expect([quick.closeReason, quick.all('size').length]).toEqual([undefined, 4_000]);
  stuck.resume();
  await until('it knows', () => stuck.closeReason !== undefined);
});

test('after a commit with an unknown result all sockets get a resync', async () => {
  const screen = await w.admin.socket();
  const { id } = await w.customer().says('oi');
  const uncertain = app.as(w.companyId, async () => {
    const db = app.nest.get(Db);
    await db.run(sql`update tickets set unread_messages = 5 where company_id = ${w.companyId} and id = ${id}`);
    app.nest
      .get(Events)
      .emit(new CustomerTyping({ companyId: w.companyId, connectionId: w.connection.id, number: '1' }));
    const backend = await db.row<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await app.database.query('select pg_terminate_backend($1)', [backend?.pid]);
  });
  await expect(uncertain).rejects.toThrow();
  await screen.nextNamed('resync');
});
