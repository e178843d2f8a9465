import { warmUp } from '../../../src/warm-up.js';
import { startApp } from '../../support/app.js';
import { bodyOf } from '../../support/client.js';
import { world } from '../../support/world.js';

const app = await startApp();
afterAll(() => app.close());

test('a start reads the first screen of the newest session, with a conversation', async () => {
  const w = await world(app);
  const ticket = await w.customer().says('oi');
  bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
  await app.database.query('update sessions set ended_at = now() where user_id <> $1', [w.attendant.id]);
  expect(await warmUp(app.nest)).toEqual(Array(15).fill(200));
  expect(bodyOf(await w.attendant.get<{ unreadMessages: number }>(`/tickets/${ticket.id}`)).unreadMessages).toBe(1);
  await app.database.query('update sessions set ended_at = now()');
  expect(await warmUp(app.nest)).toEqual([]);
});
