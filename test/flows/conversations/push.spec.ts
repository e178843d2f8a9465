import type { PushSettings } from '../../../src/modules/conversations/push/subscriptions/push.service.js';
import { startApp } from '../../support/app.js';
import { bodyOf, type Client } from '../../support/client.js';
import { PushBrowser, PushService } from '../../support/push-receiver.js';
import { password, type TicketRow, type World, world } from '../../support/world.js';

const service = await new PushService().start();
const app = await startApp({ OUTBOUND_ALLOW: service.host });
const { publicKey } = bodyOf(await (await world(app)).admin.get<PushSettings>('/push'));
let w: World;

afterAll(async () => {
  await app.close();
  await service.stop();
});

beforeEach(async () => {
  service.received.length = 0;
  service.status = 201;
  w = await world(app);
});

async function subscribed(client: Client): Promise<PushBrowser> {
  const browser = new PushBrowser(service);
  expect((await client.put('/push/subscription', browser.subscription)).status).toBe(204);
  return browser;
}

const settings = async (client: Client): Promise<PushSettings> => bodyOf(await client.get<PushSettings>('/push'));
const rows = async (): Promise<number> =>
  (
    await app.database.query<{ count: number }>(
      `select count(*)::int as count from push_subscriptions where company_id = ${w.companyId}`,
    )
  )[0]?.count ?? -1;
const accept = async (by: Client, { id }: TicketRow): Promise<TicketRow> =>
  bodyOf(await by.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
/** Kinds of what a browser was sent, by their texts. */
const bodies = (browser: PushBrowser): unknown[] => browser.notices(publicKey).map(({ body }) => body);

describe('what rings in a tab is sent to the browsers that subscribed', () => {
  test('a customer’s message: to all who see a waiting conversation, then to its attendant only; no text of it', async () => {
    const [hers, boss] = [await subscribed(w.attendant), await subscribed(w.admin)];
    const customer = w.customer('Marina Costa');
    const ticket = await customer.says('segredo do cliente');
    const waiting = {
      title: 'Marina Costa',
      body: 'Nova conversa aguardando',
      path: `/tickets/${ticket.uuid}`,
      uuid: ticket.uuid,
    };
    expect(hers.notices(publicKey)).toEqual([waiting]);
    expect(boss.notices(publicKey)).toEqual([waiting]);
    await accept(w.attendant, ticket);
    await customer.says('mais uma');
    expect(hers.notices(publicKey)).toEqual([waiting, { ...waiting, body: 'Nova mensagem' }]);
    expect(boss.notices(publicKey)).toHaveLength(1);
    const [{ headers } = { headers: {} }] = service.received;
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '14400',
      urgency: 'high',
      topic: ticket.uuid.replaceAll('-', ''),
    });
  });

  test('a transfer and a mention by a colleague, not by oneself', async () => {
    const ticket = await w.customer().says('oi');
    const [hers, chief] = [await subscribed(w.attendant), await subscribed(w.supervisor)];
    await accept(w.attendant, ticket);
    await w.settled();
    expect(bodies(hers)).toEqual([]);
    bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { userId: w.supervisor.id, queueId: w.sales.id }));
    await w.settled();
    expect(bodies(chief)).toEqual(['Conversa transferida para você']);
    const { id: ticketId, contactId } = ticket;
    const note = { note: 'veja', ticketId, contactId, mentions: [w.supervisor.id] };
    bodyOf(await w.admin.post('/ticket-notes', note), 201);
    await w.settled();
    expect(bodies(chief)).toEqual(['Conversa transferida para você', 'Você foi mencionado']);
    expect(bodies(hers)).toEqual([]);
  });

  test('the internal chat: its members but the author, those who are named as mentions', async () => {
    const [hers, chief, author] = [
      await subscribed(w.attendant),
      await subscribed(w.supervisor),
      await subscribed(w.admin),
    ];
    const users = [{ id: w.attendant.id }, { id: w.supervisor.id }];
    const chat = bodyOf(await w.admin.post<{ id: number; uuid: string }>('/chats', { title: 'Equipe', users }), 201);
    const message = { message: `@${w.attendant.me.name} olá`, mentions: [w.attendant.id] };
    bodyOf(await w.admin.post(`/chats/${chat.id}/messages`, message), 201);
    await w.settled();
    const shown = { title: 'Equipe', path: `/chats/${chat.uuid}`, uuid: chat.uuid };
    expect(hers.notices(publicKey)).toEqual([{ ...shown, body: 'Você foi mencionado' }]);
    expect(chief.notices(publicKey)).toEqual([{ ...shown, body: 'Nova mensagem no chat interno' }]);
    expect(author.notices(publicKey)).toEqual([]);
  });
});

describe('nothing is sent', () => {
  test('of kinds that the user does not want, on any of their browsers', async () => {
    const browser = await subscribed(w.attendant);
    const kinds = { message: true, waiting: false, assigned: true, mention: true, chat: true };
    expect((await w.attendant.put('/push/kinds', kinds)).status).toBe(204);
    expect(await settings(w.attendant)).toEqual({ publicKey, subscribed: true, kinds });
    expect((await settings(w.admin)).kinds.waiting).toBe(true);
    const customer = w.customer();
    const ticket = await customer.says('oi');
    expect(bodies(browser)).toEqual([]);
    await accept(w.attendant, ticket);
    await customer.says('alô');
    expect(bodies(browser)).toEqual(['Nova mensagem']);
  });

  test('while a tab of the browser has the focus; a tab in the background and other sessions change nothing', async () => {
    const browser = await subscribed(w.attendant);
    const [tab, colleague] = [await w.attendant.socket(), await w.admin.socket()];
    await colleague.join('Foreground');
    const customer = w.customer();
    await customer.says('um');
    expect(bodies(browser)).toHaveLength(1);
    expect(await tab.join('Foreground')).toBe('joined');
    await customer.says('dois');
    expect(bodies(browser)).toHaveLength(1);
    // as `join` says it
    tab.emit('leaveForeground', null);
    await tab.flush();
    await customer.says('três');
    expect(bodies(browser)).toHaveLength(2);
  });

  test.each(['its user signs out', 'its user unsubscribes', 'the session is ended by a manager'])(
    'after %s',
    async (end) => {
      const browser = await subscribed(w.attendant);
      if (end === 'its user signs out') expect((await w.attendant.delete('/auth/logout')).status).toBe(200);
      else if (end === 'its user unsubscribes')
        expect((await w.attendant.delete('/push/subscription')).status).toBe(204);
      else bodyOf(await w.admin.delete(`/users/${w.attendant.id}/sessions`));
      await w.settled();
      expect(await rows()).toBe(0);
      await w.customer().says('oi');
      expect(bodies(browser)).toEqual([]);
    },
  );

  test('to the session before, when the user signs in again by the same browser', async () => {
    bodyOf(await w.admin.put('/settings/singleSession', { value: 'disabled' }));
    const browser = await subscribed(w.attendant);
    const again = app.visitor();
    bodyOf(await again.signIn(w.attendant.me.email, password));
    expect((await again.put('/push/subscription', browser.subscription)).status).toBe(204);
    await w.settled();
    await w.customer().says('oi');
    expect(bodies(browser)).toHaveLength(1);
  });
});

describe('the push service', () => {
  test.each([404, 410, 403])('that answers %s ends the subscription', async (status) => {
    await subscribed(w.attendant);
    service.status = status;
    await w.customer().says('oi');
    expect(service.received).toHaveLength(1);
    expect(await rows()).toBe(0);
    expect((await settings(w.attendant)).subscribed).toBe(false);
  });

  test('that is in trouble is asked again, three times, and then no more', async () => {
    await subscribed(w.attendant);
    service.status = 500;
    await w.customer().says('oi');
    for (const asked of [1, 2, 3, 4]) {
      expect(service.received).toHaveLength(asked);
      await app.database.query("update outbox_jobs set run_at = now() where name = 'deliver-push'");
      await app.settled();
    }
    expect(service.received).toHaveLength(4);
    expect(await rows()).toBe(1);
    expect(await app.database.query("select 1 from outbox_jobs where name = 'deliver-push'")).toEqual([]);
  });

  test.each([
    ['at an internal address', 'https://10.0.0.1/push'],
    ['by a name of this machine', 'https://localhost:1/push'],
  ])('%s is never called, and the subscription ends', async (_, endpoint) => {
    const { subscription } = new PushBrowser(service);
    expect((await w.attendant.put('/push/subscription', { ...subscription, endpoint })).status).toBe(204);
    await w.customer().says('oi');
    expect(await rows()).toBe(0);
  });

  test.each([
    ['without TLS', { endpoint: 'http://push.example.com/1' }],
    ['with a password', { endpoint: 'https://user:password@push.example.com/1' }],
    ['with a key that is no point of the curve', { keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } }],
    ['without keys', { keys: undefined }],
  ])('%s is refused', async (_, change) => {
    const { subscription } = new PushBrowser(service);
    const answer = await w.attendant.put('/push/subscription', { ...subscription, ...change });
    expect(answer).toMatchObject({ status: 400, body: { code: 'ERR_VALIDATION' } });
    expect(await rows()).toBe(0);
  });
});
