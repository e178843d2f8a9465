import { startApp, type TestApp } from '../support/app.js';
import { LiveSocket } from '../support/live-socket.js';
import { type World, world } from '../support/world.js';

let app: TestApp;
let w: World;

beforeAll(async () => {
  app = await startApp();
  w = await world(app);
});
afterAll(() => app.close());

/** Clients of the product family begin so (behaviour.md §3); what the sign-in came with is let go of meanwhile. */
test.each([
  ['polls', ['polling'], 'polling'],
  ['begins with polling and goes on over a websocket', ['polling', 'websocket'], 'websocket'],
] as const)('a client that %s hears as everybody does', async (_name, transports, at) => {
  const socket = await LiveSocket.open(app.url, w.attendant.token ?? '', w.companyId, [...transports]);
  await socket.join('Notification');
  await socket.over(at);
  const customer = w.customer();
  await customer.says('por onde eu falo?');
  await socket.next('appMessage', ({ message }) => (message as { body: string }).body === 'por onde eu falo?');
  await customer.says('e de novo');
  await socket.next('appMessage', ({ message }) => (message as { body: string }).body === 'e de novo');
  socket.close();
});

test('fifty things within five seconds are heard of one socket and no more, and it hears on', async () => {
  const { id } = await w.customer().says('oi');
  const socket = await w.admin.socket();
  for (let count = 0; count < 200; count += 1) socket.emit('joinChatBox', id);
  for (let count = 0; count < 50; count += 1) await socket.nextNamed('joined');
  for (const body of ['depois', 'e mais']) {
    await w.customer().says(body);
    await socket.next('appMessage', ({ message }) => (message as { body: string }).body === body);
  }
  expect(socket.heard.filter(({ name }) => name === 'joined')).toHaveLength(50);
});
