import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo, Socket as TcpSocket } from 'node:net';
import { Server } from 'socket.io';
import { type Socket as Client, io } from 'socket.io-client';
import type { AppSocket } from './app-socket.js';
import { fanOut } from './fan-out.js';
import { releaseHandshake, trackUpgradeResponses } from './release-handshake.js';

/*
 * fan-out and release-handshake use private parts of socket.io, engine.io and ws. These tests fail when an update of
 * one of them changes those parts.
 */

/** The private parts that the two files use. */
interface Internals {
  request: { res?: { req: unknown } } | undefined;
  readonly transport: { readonly socket?: { readonly readyState: number; readonly _socket?: TcpSocket } };
}

let http: HttpServer;
let server: Server;
const clients: Client[] = [];

beforeEach(async () => {
  http = createServer();
  server = new Server(http);
  trackUpgradeResponses(server);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  const closed = clients.splice(0).map((client) => received(client, 'disconnect'));
  server.disconnectSockets(true);
  await Promise.all(closed);
  await server.close();
});

async function connect(transport: 'websocket' | 'polling'): Promise<{ client: Client; socket: AppSocket }> {
  const joined = new Promise<AppSocket>((resolve) =>
    server.once('connection', (socket) => resolve(socket as AppSocket)),
  );
  const client = io(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {
    transports: [transport],
    auth: { token: 'secret' },
  });
  clients.push(client);
  const socket = await joined;
  await socket.join('room');
  return { client, socket };
}

const internalsOf = ({ conn }: AppSocket): Internals => conn as unknown as Internals;
const received = (client: Client, name: string): Promise<unknown> =>
  new Promise((resolve) => client.once(name, resolve));
const emission = (payload: object, name = 'news') => ({ rooms: ['room'], name, payload });

test('an event to an idle websocket is one write to its TCP socket', async () => {
  const { client, socket } = await connect('websocket');
  const tcp = internalsOf(socket).transport.socket?._socket;
  expect(internalsOf(socket).transport.socket?.readyState).toBe(1);
  const write = jest.spyOn(tcp as TcpSocket, 'write');
  const event = received(client, 'news');
  fanOut(server, emission({ text: 'olá' }));
  expect(await event).toEqual({ text: 'olá' });
  expect(write).toHaveBeenCalledTimes(1);
});

test.each([10, 1_000, 100_000])('a text of %i characters arrives as it is', async (length) => {
  const { client } = await connect('websocket');
  const event = received(client, 'news');
  fanOut(server, emission({ text: 'é'.repeat(length) }));
  expect(await event).toEqual({ text: 'é'.repeat(length) });
});

test('behind what waits an event is queued, in order, as the same frame', async () => {
  const { client, socket } = await connect('websocket');
  const numbers: number[] = [];
  client.on('news', ({ n }: { n: number }) => void numbers.push(n));
  const last = received(client, 'last');
  socket.emit('news', { n: 1 });
  fanOut(server, emission({ n: 2 }));
  fanOut(server, emission({ n: 3 }));
  fanOut(server, emission({}, 'last'));
  await last;
  expect(numbers).toEqual([1, 2, 3]);
});

test('a polling connection, and nobody in `except`, receives it', async () => {
  const polling = await connect('polling');
  const excepted = await connect('websocket');
  const listener = jest.fn();
  excepted.client.on('news', listener);
  await excepted.socket.join('else');
  const event = received(polling.client, 'news');
  fanOut(server, { ...emission({ n: 1 }), except: ['else'] });
  expect(await event).toEqual({ n: 1 });
  const end = received(excepted.client, 'end');
  excepted.socket.emit('end');
  await end;
  expect(listener).not.toHaveBeenCalled();
});

test('the request of an upgraded connection is released, which goes on', async () => {
  const { client, socket } = await connect('websocket');
  const internals = internalsOf(socket);
  const response = internals.request?.res;
  expect(response?.req).toBeDefined();
  expect(socket.handshake.auth).toEqual({ token: 'secret' });
  releaseHandshake(socket);
  expect(internals.request).toBeUndefined();
  expect(response?.req).toBeUndefined();
  expect(socket.handshake.auth).toEqual({});
  const event = received(client, 'news');
  fanOut(server, emission({ n: 1 }));
  expect(await event).toEqual({ n: 1 });
});
