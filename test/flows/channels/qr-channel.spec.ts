// @isolated: gives the application an engine before it is imported
import '../../support/whatsapp-simulator/register.js';

import { startApp, type TestApp } from '../../support/app.js';
import { bodyOf } from '../../support/client.js';
import { files, form } from '../../support/files.js';
import { until } from '../../support/until.js';
import {
  boom,
  lidLookups,
  phonesOfLids,
  type SimulatedPhone,
  slowGroups,
  unregistered,
} from '../../support/whatsapp-simulator/engine.js';
import { customer, customerJid, QrCompany } from '../../support/whatsapp-simulator/paired-company.js';

let app: TestApp;
let c: QrCompany;
let phone: SimulatedPhone;

const group = '120363025246125486';

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  c = await QrCompany.create(app);
  phone = await c.paired();
});

/** A conversation that the attendant has accepted. */
async function conversation(): Promise<number> {
  phone.says(customerJid, { conversation: 'oi' });
  await until(
    'expected state',
    async () => (await c.w.admin.get<{ count: number }>('/tickets?showAll=true')).body.count > 0,
  );
  const { id } = await c.ticket();
  await c.accept(id);
  return id;
}

const arrives = (ticketId: number, count: number) =>
  until('expected state', async () => (await c.messages(ticketId)).length === count).then(() => c.messages(ticketId));

test('texts go both ways, with quotes and acks', async () => {
  const ticketId = await conversation();
  const first = (await c.messages(ticketId))[0];
  const sent = await c.writes(ticketId, { body: 'olá', quotedMsg: { id: first?.id } });
  expect(phone.sent).toMatchObject([
    { jid: customerJid, content: { text: 'olá' }, quoted: { message: { conversation: 'oi' } } },
  ]);
  const [{ id: providerId } = { id: '' }] = phone.sent;
  expect(providerId).toMatch(/^3EB0[0-9A-F]{18}$/);
  const statusOf = async () => (await c.messages(ticketId)).find(({ id }) => id === sent.id);
  expect(await statusOf()).toMatchObject({ ack: 1 });
  phone.acks(customerJid, providerId, 4);
  await until('expected state', async () => (await statusOf())?.ack === 3);
  // late and lower
  phone.acks(customerJid, providerId, 3);
  await c.w.settled();
  expect(await statusOf()).toMatchObject({ ack: 3, status: 'read' });
  phone.says(customerJid, { extendedTextMessage: { text: 'certo', contextInfo: { stanzaId: providerId } } });
  const messages = await arrives(ticketId, 3);
  expect(messages.at(-1)).toMatchObject({ body: 'certo', quotedMsg: { id: sent.id } });
});

test('what comes twice is stored once, and what the phone itself sends is ours', async () => {
  const ticketId = await conversation();
  const id = phone.says(customerJid, { conversation: 'segunda' });
  phone.says(customerJid, { conversation: 'segunda' }, { key: { id } });
  phone.says(customerJid, { conversation: 'do celular' }, { key: { fromMe: true } });
  const messages = await arrives(ticketId, 3);
  expect(messages.map(({ body, fromMe }) => [body, fromMe])).toEqual([
    ['oi', false],
    ['segunda', false],
    ['do celular', true],
  ]);
});

test('what the phone writes ends the menu, and opens and reopens nothing', async () => {
  const { w } = c;
  const id = c.connection.id;
  bodyOf(await w.admin.put(`/whatsapp/${id}`, { queueIds: [w.sales.id, w.support.id], greetingMessage: 'Com quem?' }));
  phone.says(customerJid, { conversation: 'Oi, aqui é da loja' }, { key: { fromMe: true } });
  const count = async (status: string): Promise<number> =>
    bodyOf(await w.admin.get<{ count: number }>(`/tickets?showAll=true&status=${status}`)).count;
  await until('kept as history', async () => (await count('closed')) === 1);
  await w.settled();
  expect(await count('pending')).toBe(0);
  phone.says(customerJid, { conversation: 'oi!' });
  await until('the reply waits', async () => (await count('pending')) === 1);
  await w.settled();
  expect(phone.sent).toEqual([]);
});

test('a text from the phone is stored, also when it equals one that was sent here', async () => {
  const ticketId = await conversation();
  bodyOf(await c.w.attendant.post(`/messages/${ticketId}`, form({ body: 'veja já' }, [files.png])), 201);
  await c.w.settled();
  phone.says(customerJid, { conversation: 'veja' }, { key: { fromMe: true } });
  expect((await arrives(ticketId, 3)).at(-1)).toMatchObject({ body: 'veja', fromMe: true });
});

test('a group is one conversation with its participants', async () => {
  bodyOf(await c.w.admin.put('/settings/CheckMsgIsGroup', { key: 'CheckMsgIsGroup', value: 'disabled' }));
  const participant = '5511966660001@s.whatsapp.net';
  phone.says(`${group}@g.us`, { conversation: 'bom dia' }, { key: { participant } });
  await until(
    'expected state',
    async () => (await c.w.admin.get<{ count: number }>('/tickets?showAll=true')).body.count > 0,
  );
  const ticket = await c.ticket(group);
  expect(ticket).toMatchObject({ isGroup: true, contact: { name: 'Vizinhos' } });
  expect((await c.messages(ticket.id))[0]).toMatchObject({ contact: { name: 'Otto', number: '5511966660001' } });
  await c.accept(ticket.id);
  await c.writes(ticket.id, { body: 'bom dia a todos' });
  expect(phone.sent.at(-1)).toMatchObject({ jid: `${group}@g.us` });
});

test('nobody waits for the name of a group, and its messages stay in order', async () => {
  bodyOf(await c.w.admin.put('/settings/CheckMsgIsGroup', { key: 'CheckMsgIsGroup', value: 'disabled' }));
  const [jid, participant] = ['120363025246125487@g.us', '5511966660001@s.whatsapp.net'];
  const named = Promise.withResolvers<void>();
  slowGroups.set(jid, named.promise);
  phone.says(jid, { conversation: 'primeira' }, { key: { participant } });
  phone.says(jid, { conversation: 'segunda' }, { key: { participant } });
  await conversation();
  named.resolve();
  const stored = () =>
    app.database.query("select 1 from messages where company_id = $1 and body = 'segunda'", [c.w.companyId]);
  await until('the group is stored', async () => (await stored()).length === 1);
  const { id } = await c.ticket('120363025246125487');
  expect((await c.messages(id)).map(({ body }) => body)).toEqual(['primeira', 'segunda']);
});

test('what cannot be stored keeps nothing back that comes with it', async () => {
  const ticketId = await conversation();
  const at = { messageTimestamp: Math.floor(Date.now() / 1000) };
  const hostile = { remoteJid: customerJid, fromMe: false };
  phone.emit('messages.upsert', {
    type: 'notify',
    messages: [
      { ...at, key: { ...hostile, id: 'X'.repeat(400) }, message: { conversation: 'id longo' } },
      { ...at, key: { ...hostile, id: 'N\0UL' }, pushName: 'O\0tto\ud800', message: { conversation: 'nulo' } },
      { ...at, key: { ...hostile, id: 'R1' }, message: { reactionMessage: { key: { id: 'N\0' }, text: '\ud800\0' } } },
      {
        ...at,
        key: { ...hostile, id: 'Q1' },
        message: { extendedTextMessage: { text: 'cita', contextInfo: { stanzaId: '\0\udc00' } } },
      },
    ],
  });
  expect((await arrives(ticketId, 3)).map(({ body }) => body)).toEqual(['oi', 'nulo', 'cita']);
});

test('what a phone writes during an outage of the database is stored afterwards, once its number is known', async () => {
  const ticketId = await conversation();
  const lid = '204113111111112@lid';
  const failed = Promise.withResolvers<void>();
  lidLookups.set(lid, async () => {
    lidLookups.delete(lid);
    failed.resolve();
    // as it fails while PostgreSQL restarts
    const { DatabaseFailure } = await import('../../../src/core/errors/database-errors.js');
    throw new DatabaseFailure(Object.assign(new Error('terminating connection'), { code: '57P01' }));
  });
  phonesOfLids.set(lid, customerJid);
  phone.says(lid, { conversation: 'durante a queda' });
  await failed.promise;
  expect((await arrives(ticketId, 2)).at(-1)).toMatchObject({ body: 'durante a queda' });
});

test('what the library has kept back is stored when its socket ends', async () => {
  const ticketId = await conversation();
  phone.keepsEventsBack();
  phone.says(customerJid, { conversation: 'antes da queda' });
  const next = await c.nextPhone(() => phone.closes(428));
  next.opens();
  await c.has('CONNECTED');
  next.keepsEventsBack();
  next.says(customerJid, { conversation: 'antes de desconectar' });
  bodyOf(await c.w.admin.delete(c.path));
  const messages = await arrives(ticketId, 3);
  expect(messages.map(({ body }) => body)).toEqual(['oi', 'antes da queda', 'antes de desconectar']);
});

test.each([
  [404, { status: 'failed', errorCode: '404' }],
  [429, { status: 'queued' }],
])('a send that WhatsApp answers with %i', async (code, expected) => {
  const ticketId = await conversation();
  phone.failure = boom(500, code);
  const { id } = await c.writes(ticketId, { body: 'recusada' });
  expect((await c.messages(ticketId)).find((message) => message.id === id)).toMatchObject(expected);
});

test('a contact of another channel is refused', async () => {
  const number = 'facebook:24011987654321001';
  const [{ id } = { id: 0 }] = await app.database.query<{ id: number }>(
    "insert into contacts (company_id, name, number, uuid) values ($1, 'Bia', $2, gen_random_uuid()) returning id",
    [c.w.companyId, number],
  );
  const input = { contactId: Number(id), queueId: c.w.sales.id, whatsappId: c.connection.id };
  const ticket = bodyOf(await c.w.attendant.post<{ id: number }>('/tickets', input), 201);
  await c.writes(ticket.id, { body: 'olá' });
  expect((await c.messages(ticket.id)).at(-1)).toMatchObject({ status: 'failed', errorCode: 'foreign_address' });
  expect(phone.sent).toEqual([]);
});

test('a hidden number is a contact of its own until the number is known', async () => {
  const lid = '204113111111111@lid';
  phone.says(lid, { conversation: 'quem sou?' });
  await until(
    'expected state',
    async () => (await c.w.admin.get<{ count: number }>('/tickets?showAll=true')).body.count > 0,
  );
  const hidden = await c.ticket(lid);
  await c.accept(hidden.id);
  await c.writes(hidden.id, { body: 'olá' });
  expect(phone.sent.at(-1)).toMatchObject({ jid: lid });
  // the map knows the phone now
  phonesOfLids.set(lid, customerJid);
  phone.says(lid, { conversation: 'eu' });
  const messages = await arrives(hidden.id, 3);
  expect(messages.map(({ body }) => body)).toEqual(['quem sou?', 'olá', 'eu']);
  expect(await c.ticket()).toMatchObject({ id: hidden.id });
  phonesOfLids.clear();
});

test('a number that becomes known for a hidden contact is linked, that of a stranger makes no contact', async () => {
  const lid = '204113111111112@lid';
  phone.says(lid, { conversation: 'quem sou?' });
  await until(
    'expected state',
    async () => (await c.w.admin.get<{ count: number }>('/tickets?showAll=true')).body.count > 0,
  );
  const numbers = async (): Promise<string[]> =>
    bodyOf(await c.w.admin.get<{ contacts: { number: string }[] }>('/contacts')).contacts.map(({ number }) => number);
  phone.emit('lid-mapping.update', { lid: '204113111111113@lid', pn: '5511900000002@s.whatsapp.net' });
  phone.emit('lid-mapping.update', { lid, pn: customerJid });
  await until('expected state', async () => (await numbers()).includes(customer));
  // an outdated one
  phone.emit('lid-mapping.update', { lid, pn: '5511900000003@s.whatsapp.net' });
  phone.says(customerJid, { conversation: 'oi de novo' });
  await arrives((await c.ticket()).id, 2);
  await c.w.settled();
  expect((await numbers()).filter((number) => number.startsWith('551190000000'))).toEqual([]);
});

test('a message leaves once with one id, however often it is tried', async () => {
  const ticketId = await conversation();
  phone.failure = boom(503);
  const { id } = await c.writes(ticketId, { body: 'insiste' });
  await until('expected state', async () => phone.sent.length > 0);
  await c.w.settled();
  await app.database.query(
    "update messages set status = 'sending', leased_until = now() - interval '1 minute' where id = $1",
    [id],
  );
  await app.as(c.w.companyId, async () => {
    const { Jobs } = await import('../../../src/core/jobs/jobs.js');
    const { SendMessage } = await import('../../../src/modules/conversations/messages/outbound/send-message.job.js');
    await app.nest.get(Jobs).add(SendMessage, { messageId: id });
  });
  await until('expected state', async () => phone.sent.length === 2);
  expect(phone.sent[1]?.id).toBe(phone.sent[0]?.id);
  // no step of the ratchet is used twice
  expect(phone.sent.map(({ step }) => step)).toEqual([1, 2]);
});

test('a number without WhatsApp is refused, and the ninth digit is found', async () => {
  const start = async (number: string): Promise<number> => {
    const contact = bodyOf(await c.w.admin.post<{ id: number }>('/contacts', { name: 'Ana', number }), 201);
    const input = { contactId: contact.id, queueId: c.w.sales.id, whatsappId: c.connection.id };
    return bodyOf(await c.w.attendant.post<{ id: number }>('/tickets', input), 201).id;
  };
  unregistered.add('5511900000001');
  const refused = await start('5511900000001');
  await c.writes(refused, { body: 'olá' });
  expect((await c.messages(refused)).at(-1)).toMatchObject({ status: 'failed', errorCode: 'ERR_WAPP_INVALID_CONTACT' });
  const older = await start('5541988887777');
  await c.writes(older, { body: 'olá' });
  expect(phone.sent.at(-1)).toMatchObject({ jid: '554188887777@s.whatsapp.net' });
});

test('messages wait while the phone is away', async () => {
  const ticketId = await conversation();
  const next = await c.nextPhone(() => phone.closes(428));
  const sent = await c.writes(ticketId, { body: 'espera' });
  expect((await c.messages(ticketId)).find(({ id }) => id === sent.id)).toMatchObject({ status: 'queued' });
  next.opens();
  await c.has('CONNECTED');
  await until('expected state', async () => next.sent.length === 1);
  expect(next.sent).toMatchObject([{ jid: customerJid, content: { text: 'espera' } }]);
});

test('a call is rejected, and the customer told', async () => {
  const from = `${customer}@s.whatsapp.net`;
  const call = { chatId: from, from, id: 'CALL1', date: new Date(), status: 'offer', offline: false };
  phone.emit('call', [call]);
  await until('expected state', async () => phone.rejected.length > 0);
  expect(phone.rejected).toEqual([`CALL1 ${from}`]);
  await until('expected state', async () => phone.sent.length > 0);
  const { id } = await c.ticket();
  expect((await c.messages(id))[0]).toMatchObject({ mediaType: 'call_log', fromMe: false });
});

test('a customer who calls and then writes with the number hidden is one contact', async () => {
  const lid = '204113111111114@lid';
  const call = { chatId: lid, from: lid, callerPn: customerJid, id: 'CALL2' };
  phone.emit('call', [{ ...call, date: new Date(), status: 'offer', offline: false }]);
  await until('expected state', async () => phone.sent.length > 0);
  const { id } = await c.ticket();
  phone.says(lid, { conversation: 'liguei agora' });
  expect((await arrives(id, 3)).at(-1)).toMatchObject({ body: 'liguei agora' });
});
