// @isolated: gives the application an engine before it is imported
import '../../support/whatsapp-simulator/register.js';

import { startApp, type TestApp } from '../../support/app.js';
import { bodyOf, type Refusal } from '../../support/client.js';
import { until } from '../../support/until.js';
import { phones, type SimulatedPhone, unregistered } from '../../support/whatsapp-simulator/engine.js';
import { customerJid, QrCompany } from '../../support/whatsapp-simulator/paired-company.js';
import { stanza } from '../../support/whatsapp-simulator/signal.js';
import type { MessageRow } from '../../support/world.js';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('a phone is paired by its QR code', async () => {
  const c = await QrCompany.create(app);
  expect(await c.row()).toMatchObject({ status: 'DISCONNECTED', pairs: true, capabilities: { react: true } });
  const manager = await c.w.admin.socket();
  const answer = c.w.admin.put(c.path);
  const phone = await c.nextPhone(() => answer);
  expect(phone.config).toMatchObject({ markOnlineOnConnect: false, syncFullHistory: false, emitOwnEvents: false });
  expect(phone.config.shouldSyncHistoryMessage()).toBe(false);
  const qrcode = phone.showsCode();
  // the answer has the code, so that the dialog finds it
  expect(bodyOf(await answer)).toMatchObject({ status: 'qrcode', qrcode });
  expect(await manager.next('whatsappSession')).toMatchObject({ session: { status: 'qrcode', qrcode } });
  const renewed = phone.showsCode();
  expect(await manager.next('whatsappSession')).toMatchObject({ session: { qrcode: renewed } });
  const second = await c.nextPhone(() => phone.scans());
  expect(await manager.next('whatsappSession')).toMatchObject({ session: { status: 'PAIRING', qrcode: '' } });
  second.opens();
  await c.has('CONNECTED');
  expect(await c.row()).toMatchObject({ number: '5511955550000', verifiedName: 'Loja', qrcode: '' });
  manager.close();

  const stored = await app.database.query('select creds from whatsapp_sessions where connection_id = $1', [
    c.connection.id,
  ]);
  expect(JSON.stringify(stored)).not.toContain('signed by the phone');
});

test('a code is typed on the phone instead', async () => {
  const c = await QrCompany.create(app);
  expect(await c.w.admin.put<Refusal>(c.path, { number: '123' })).toMatchObject({ status: 400 });
  const answer = c.w.admin.put(c.path, { number: '5511955550000' });
  const phone = await c.nextPhone(() => answer);
  phone.showsCode();
  expect(bodyOf(await answer)).toMatchObject({ status: 'qrcode', qrcode: 'ABCD-1234' });
  // WhatsApp refuses the code to a browser that it does not know
  expect(phone.config.browser).toEqual(['Windows', 'Chrome', expect.any(String)]);
  // later codes to scan do not replace it
  phone.showsCode();
  await c.w.settled();
  expect(await c.row()).toMatchObject({ qrcode: 'ABCD-1234' });
  // the number that has not paired is no login
  const next = await c.nextPhone(() => phone.closes(428));
  expect(next.config.auth.creds.me).toBeUndefined();
});

test('a code that nobody scans ends by itself', async () => {
  const c = await QrCompany.create(app);
  const answer = c.w.admin.put(c.path);
  const phone = await c.nextPhone(() => answer);
  phone.showsCode();
  bodyOf(await answer);
  phone.closes(408);
  await c.has('TIMEOUT');
  expect(await c.row()).toMatchObject({ qrcode: '' });
  const wanted = await app.database.query('select wanted from whatsapp_sessions where connection_id = $1', [
    c.connection.id,
  ]);
  expect(wanted).toEqual([{ wanted: false }]);
});

test('a connection that fails before a code was shown is tried again', async () => {
  const c = await QrCompany.create(app);
  const answer = c.w.admin.put(c.path);
  const phone = await c.nextPhone(() => answer);
  const next = await c.nextPhone(() => phone.closes(408));
  next.showsCode();
  expect(bodyOf(await answer)).toMatchObject({ status: 'qrcode' });
});

test.each([428, 408, 503, 500, 411])('code %i does not end a session', async (code) => {
  const c = await QrCompany.create(app);
  const phone = await c.paired();
  const next = await c.nextPhone(() => phone.closes(code));
  await c.has('OPENING');
  expect(next.isPaired).toBe(true);
  next.opens();
  await c.has('CONNECTED');
});

test.each([
  [401, false],
  [403, false],
  [440, true],
])('code %i ends a session (its phone is kept: %s)', async (code, kept) => {
  const c = await QrCompany.create(app);
  const phone = await c.paired();
  phone.closes(code);
  await c.has('DISCONNECTED');
  expect(await c.row()).toMatchObject({ lastError: { code: String(code) } });
  await until('expected state', async () => {
    const [row] = await app.database.query<{ wanted: boolean; paired: boolean }>(
      'select wanted, creds is not null as paired from whatsapp_sessions where connection_id = $1',
      [c.connection.id],
    );
    return row?.wanted === false && row.paired === kept;
  });
  const again = await c.nextPhone(() => c.w.admin.post(c.path));
  expect(again.isPaired).toBe(kept);
});

test('a phone that a manager disconnects removes this device, whose keys are forgotten', async () => {
  const c = await QrCompany.create(app);
  const phone = await c.paired();
  const notices = await c.w.admin.socket();
  expect(bodyOf(await c.w.admin.delete(c.path))).toMatchObject({ status: 'DISCONNECTED', lastError: null });
  await until('expected state', async () => phone.ended);
  expect(phone.unlinked).toBe(true);
  await until('its keys are gone', async () => {
    const [row] = await app.database.query<{ kept: boolean }>(
      `select creds is not null or exists (select from whatsapp_keys k where k.connection_id = s.connection_id) as kept
       from whatsapp_sessions s where connection_id = $1`,
      [c.connection.id],
    );
    return row?.kept === false;
  });
  // the end that the library reports then is no failure
  await c.w.settled();
  expect(await c.row()).toMatchObject({ status: 'DISCONNECTED', lastError: null });
  expect(notices.received.filter(({ payload }) => JSON.stringify(payload).includes('"401"'))).toEqual([]);
  notices.close();
  const next = await c.nextPhone(() => c.w.admin.post(c.path));
  expect(next.isPaired).toBe(false);
});

test('a manager disconnects a phone that is away, connects it again, and pairs another one', async () => {
  const c = await QrCompany.create(app);
  const phone = await c.paired();
  const away = await c.nextPhone(() => phone.closes(428));
  expect(bodyOf(await c.w.admin.delete(c.path))).toMatchObject({ status: 'DISCONNECTED' });
  await until('expected state', async () => away.ended);
  expect(away.unlinked).toBe(false);
  const again = await c.nextPhone(() => c.w.admin.post(c.path));
  expect(again.isPaired).toBe(true);
  again.opens();
  await c.has('CONNECTED');
  const answer = c.w.admin.put(c.path);
  const other = await c.nextPhone(() => answer);
  expect(again.ended).toBe(true);
  expect(other.isPaired).toBe(false);
  other.showsCode();
  bodyOf(await answer);
});

test('a message that a connection never answers is sent by the next one', async () => {
  const c = await QrCompany.create(app);
  const phone = await c.paired();
  phone.says(customerJid, { conversation: 'oi' });
  const { id } = await c.ticket();
  await c.accept(id);
  phone.answersSends = false;
  const { id: messageId } = bodyOf(await c.w.attendant.post<MessageRow>(`/messages/${id}`, { body: 'olá' }), 201);
  await until('it is being sent', async () => phone.unanswered > 0);
  const next = await c.nextPhone(() => phone.closes(428));
  next.opens();
  await until('it is sent', async () => next.sent.length > 0);
  expect(next.sent.map(({ content }) => content)).toEqual([{ text: 'olá' }]);
  await until('it is shown so', async () =>
    (await c.messages(id)).some((message) => message.id === messageId && message.status === 'sent'),
  );
});

const leaseName = (c: QrCompany): string => `whatsapp-session:${c.connection.id}`;
const epochOf = async (c: QrCompany): Promise<number | undefined> => {
  const rows = await app.database.query<{ epoch: number }>(
    'select epoch from whatsapp_sessions where connection_id = $1',
    [c.connection.id],
  );
  return rows[0]?.epoch;
};

test('a process that has lost the lease opens nothing and answers for nothing', async () => {
  const c = await QrCompany.create(app);
  const phone = await c.paired();
  const { WhatsappSessionsService } = await import(
    '../../../src/modules/channels/connections/channels/whatsapp/sessions.service.js'
  );
  const sessions = app.nest.get(WhatsappSessionsService, { strict: false });
  const [opened, epoch] = [phones.length, await epochOf(c)];
  await app.database.query(
    `update leases set owner = gen_random_uuid(), acquired = acquired + 1, expires_at = now() + interval '1 hour'
     where name = $1`,
    [leaseName(c)],
  );
  phone.closes(515);
  await until('it knows', async () => !sessions.isOwner(c.connection.id));
  expect(sessions.connectionIds).not.toContain(c.connection.id);
  expect([phones.length, await epochOf(c)]).toEqual([opened, epoch]);
  const next = await c.nextPhone(() =>
    app.database.query('update leases set expires_at = now() where name = $1', [leaseName(c)]),
  );
  expect(next.isPaired).toBe(true);
});

test('a session that another process has taken ends here', async () => {
  const c = await QrCompany.create(app);
  const phone = await c.paired();
  await app.database.query('update whatsapp_sessions set epoch = epoch + 1 where connection_id = $1', [
    c.connection.id,
  ]);
  const next = await c.nextPhone(() =>
    phone.emit('creds.update', { me: { id: '5511955550000:7@s.whatsapp.net', name: 'Outro nome' } }),
  );
  expect(phone.ended).toBe(true);
  expect(next.isPaired).toBe(true);
});

test('a late report does not undo that a manager has disconnected', async () => {
  const c = await QrCompany.create(app);
  const phone = await c.paired();
  // as another process does it
  await app.database.query('update whatsapp_sessions set wanted = false where connection_id = $1', [c.connection.id]);
  await app.database.query("update connections set status = 'DISCONNECTED' where id = $1", [c.connection.id]);
  phone.emit('connection.update', { isNewLogin: true });
  await until('the owner knows', async () => phone.ended);
  await c.w.settled();
  expect(await c.row()).toMatchObject({ status: 'DISCONNECTED' });
});

test('a removed connection keeps nothing of its phone', async () => {
  const c = await QrCompany.create(app);
  const phone = await c.paired();
  const spare = { name: 'Outra', channel: 'sandbox', isDefault: true };
  bodyOf(await c.w.admin.post('/whatsapp', spare), 201);
  bodyOf(await c.w.admin.delete(`/whatsapp/${c.connection.id}`));
  await until('expected state', async () => phone.ended);
  expect(phone.unlinked).toBe(true);
  for (const table of ['whatsapp_sessions', 'whatsapp_keys'])
    expect(await app.database.query(`select 1 from ${table} where connection_id = $1`, [c.connection.id])).toEqual([]);
});

test('a phone that does not answer delays no removal', async () => {
  const c = await QrCompany.create(app);
  const phone = await c.paired();
  phone.answersLogout = false;
  bodyOf(await c.w.admin.post('/whatsapp', { name: 'Outra', channel: 'sandbox', isDefault: true }), 201);
  bodyOf(await c.w.admin.delete(`/whatsapp/${c.connection.id}`));
  expect(await app.database.query('select 1 from whatsapp_keys where connection_id = $1', [c.connection.id])).toEqual(
    [],
  );
  await until('expected state', async () => phone.ended);
});

test('sessions of another company are not found', async () => {
  const [ours, theirs] = [await QrCompany.create(app), await QrCompany.create(app)];
  for (const method of ['post', 'put', 'delete'] as const)
    expect(await ours.w.admin[method](theirs.path)).toMatchObject({ status: 404 });
  expect(await ours.w.admin.post(`${theirs.path}/number`, { number: '5511977770001' })).toMatchObject({ status: 404 });
  expect(
    await app.database.query('select 1 from whatsapp_sessions where company_id = $1', [theirs.w.companyId]),
  ).toEqual([]);
});

test('numbers are checked by the phone', async () => {
  const c = await QrCompany.create(app);
  const check = (number: string) => c.w.attendant.post<Refusal>(`${c.path}/number`, { number });
  expect(await check('5511977770001')).toMatchObject({ status: 400, body: { code: 'ERR_WAPP_CHECK_CONTACT' } });
  await c.paired();
  for (const number of ['5511977770001', '(11) 97777-0001'])
    expect(bodyOf(await check(number))).toEqual({ number: '5511977770001' });
  unregistered.add('5511900000000');
  expect(await check('5511900000000')).toMatchObject({ status: 400, body: { code: 'ERR_WAPP_INVALID_CONTACT' } });
  const sandbox = await c.w.attendant.post<Refusal>(`/whatsappsession/${c.w.connection.id}/number`, {
    number: '5511977770001',
  });
  expect(sandbox).toMatchObject({ status: 422, body: { code: 'ERR_CHANNEL_CANNOT' } });
});

test('a session goes on by itself after a restart, and what arrived before is stored', async () => {
  const c = await QrCompany.create(app);
  const phone = await c.paired();
  const next = await c.nextPhone(() => {
    phone.says(customerJid, { conversation: 'um instante antes' });
    return app.restart();
  });
  await until('the application answers', () =>
    fetch(app.url).then(
      () => true,
      () => false,
    ),
  );
  expect(next.isPaired).toBe(true);
  next.opens();
  await until('it is stored', async () => {
    const rows = await app.database.query('select 1 from messages where body = $1', ['um instante antes']);
    return rows.length === 1;
  });
});

const keptRows = (c: QrCompany): Promise<{ value: string }[]> =>
  app.database.query("select value from whatsapp_keys where connection_id = $1 and type = 'received'", [
    c.connection.id,
  ]);
const replaced = (c: QrCompany): Promise<SimulatedPhone> => c.nextPhone(() => c.w.admin.post(c.path));
const bodies = async (c: QrCompany): Promise<(string | null)[]> =>
  (await c.messages((await c.ticket()).id)).map(({ body }) => body);

test('a message that was confirmed and not handed over is stored by the next process, once', async () => {
  const c = await QrCompany.create(app);
  const phone = await c.paired();
  const first = stanza({ id: '3A01', from: customerJid }, { conversation: 'confirmada' }, 1);
  expect(await phone.receives(first)).toBe(true);
  expect(phone.confirmed).toEqual(['3A01']);
  phone.dies();
  const kept = await keptRows(c);
  expect(kept).toHaveLength(1);
  expect(kept[0]?.value).not.toContain(Buffer.from('confirmada').toString('base64').slice(0, 10));
  const next = await replaced(c);
  next.opens();
  expect(await bodies(c)).toEqual(['confirmada']);
  await until('nothing is kept', async () => (await keptRows(c)).length === 0);
  // its confirmation was lost with the process
  expect(await next.receives(first)).toBe(true);
  expect(await next.receives(stanza({ id: '3A02', from: customerJid }, { conversation: 'depois' }, 2))).toBe(true);
  await until('the next one is stored', async () => (await bodies(c)).length === 2);
  expect(await bodies(c)).toEqual(['confirmada', 'depois']);
  await until('nothing is kept', async () => (await keptRows(c)).length === 0);
});

test('what a killed process left is stored, although its phone is forgotten', async () => {
  const c = await QrCompany.create(app);
  const phone = await c.paired();
  await phone.receives(stanza({ id: '3A05', from: customerJid }, { conversation: 'antes da troca' }, 1));
  phone.dies();
  const answer = c.w.admin.put(c.path);
  const other = await c.nextPhone(() => answer);
  other.showsCode();
  bodyOf(await answer);
  expect(other.isPaired).toBe(false);
  expect(await bodies(c)).toEqual(['antes da troca']);
  await until('nothing is kept', async () => (await keptRows(c)).length === 0);
});

test('what a killed process decrypted and did not confirm is stored too, without what cannot be read', async () => {
  const c = await QrCompany.create(app);
  const phone = await c.paired();
  bodyOf(await c.w.admin.put('/settings/CheckMsgIsGroup', { key: 'CheckMsgIsGroup', value: 'disabled' }));
  const inGroup = { id: '3A04', from: '120363000000000001@g.us', participant: customerJid };
  const received = [
    phone.receives(stanza({ id: '3A03', from: customerJid }, 'no message', 1)),
    phone.receives(stanza(inGroup, { conversation: 'no grupo' }, 1)),
  ];
  phone.dies();
  await Promise.all(received);
  expect(phone.confirmed).toEqual([]);
  expect(await keptRows(c)).toHaveLength(2);
  const next = await replaced(c);
  next.opens();
  await until('it is stored', async () => {
    await c.w.settled();
    const rows = await app.database.query('select 1 from messages where body = $1', ['no grupo']);
    return rows.length === 1;
  });
  await until('nothing is kept', async () => (await keptRows(c)).length === 0);
});

test('a session that no process may run says so', async () => {
  const full = await startApp({ WHATSAPP_SESSIONS: '0' });
  try {
    const c = await QrCompany.create(full);
    const input = { name: 'Outro celular', channel: 'whatsapp' };
    const other = bodyOf(await c.w.admin.post<{ id: number }>('/whatsapp', input), 201);
    const refused = { status: 'DISCONNECTED', lastError: { code: 'no_process' } };
    const [paired, connected] = await Promise.all([
      c.w.admin.put(c.path),
      c.w.admin.post(`/whatsappsession/${other.id}`),
    ]);
    expect(bodyOf(paired)).toMatchObject(refused);
    expect(bodyOf(connected)).toMatchObject(refused);
  } finally {
    await full.close();
  }
}, 60_000);
