// @isolated: gives the application an engine before it is imported
import '../../support/whatsapp-simulator/register.js';

import { startApp, type TestApp } from '../../support/app.js';
import { bodyOf, type Refusal } from '../../support/client.js';
import { form, recordings, files as uploads } from '../../support/files.js';
import { until } from '../../support/until.js';
import { encryptedFile, pictures, type SimulatedPhone } from '../../support/whatsapp-simulator/engine.js';
import { serveMedia } from '../../support/whatsapp-simulator/media-host.js';
import { customer, customerJid, QrCompany } from '../../support/whatsapp-simulator/paired-company.js';
import type { MessageRow } from '../../support/world.js';

let app: TestApp;
let c: QrCompany;
let phone: SimulatedPhone;
let ticketId: number;
let requested: string[];
const files = new Map<string, Buffer>();

beforeAll(async () => {
  app = await startApp();
  const { OutboundHttp } = await import('../../../src/core/http/outbound-http.js');
  requested = serveMedia(app.nest.get(OutboundHttp), files);
  c = await QrCompany.create(app);
  phone = await c.paired();
  phone.says(customerJid, { conversation: 'oi' }, { key: { id: 'FIRST' } });
  await until(
    'a conversation',
    async () => (await c.w.admin.get<{ count: number }>('/tickets?showAll=true')).body.count > 0,
  );
  ticketId = (await c.ticket()).id;
  await c.accept(ticketId);
});
afterAll(() => app.close());

const newest = async (): Promise<MessageRow | undefined> => (await c.messages(ticketId)).at(-1);
const stored = (what: (message: MessageRow) => boolean) =>
  until('a stored message', async () => (await c.messages(ticketId)).some(what));

test('a file of the customer is downloaded with keys that only the server reads', async () => {
  const mediaKey = Buffer.from('secret key');
  files.set('/media/1', await encryptedFile('the picture', mediaKey, 'document'));
  const file = { mediaKey, directPath: '/media/1', mimetype: 'text/plain' };
  phone.says(customerJid, { documentMessage: { ...file, fileName: 'nota.txt', caption: 'segue' } });
  await stored(({ body, mediaUrl }) => body === 'segue' && mediaUrl !== null);
  const message = await newest();
  expect(message).toMatchObject({ mediaType: 'application' });
  expect(JSON.stringify(message)).not.toContain('mediaRef');
  const download = await c.w.attendant.download(message?.mediaUrl ?? '');
  expect(await download.text()).toBe('the picture');
  const [row] = await app.database.query<{ data: string }>('select data::text as data from messages where id = $1', [
    message?.id,
  ]);
  expect(row?.data).not.toContain(Buffer.from('secret key').toString('base64'));
});

test('a file is asked for at no other host than that of WhatsApp', async () => {
  const file = { mediaKey: Buffer.from('k'), url: 'http://127.0.0.1/secret', mimetype: 'text/plain' };
  for (const directPath of ['@127.0.0.1/secret', '//127.0.0.1/secret', '/\\\\127.0.0.1/secret', ''])
    phone.says(customerJid, { documentMessage: { ...file, directPath } });
  const own = { ...file, directPath: '/media/2', fileName: 'b.txt', caption: 'por caminho' };
  phone.says(customerJid, { documentMessage: own });
  await stored(({ body }) => body === 'por caminho');
  expect((await c.messages(ticketId)).filter(({ mediaType }) => mediaType === 'unsupported')).toHaveLength(4);
  await until('it is asked for', async () => requested.includes('https://mmg.whatsapp.net/media/2'));
  expect(new Set(requested.map((url) => new URL(url).host))).toEqual(new Set(['mmg.whatsapp.net']));
});

test('the picture of a new customer is kept here', async () => {
  const [number, path] = ['5511977770009', '/v/t61/picture.jpg'];
  pictures.set(`${number}@s.whatsapp.net`, `https://pps.whatsapp.net${path}?oe=1`);
  files.set(path, uploads.png.bytes);
  phone.says(`${number}@s.whatsapp.net`, { conversation: 'oi' });
  const pictureOf = async () => {
    const { contacts } = bodyOf(
      await c.w.admin.get<{ contacts: { profilePicUrl: string | null }[] }>(`/contacts?searchParam=${number}`),
    );
    return contacts[0]?.profilePicUrl ?? null;
  };
  await until('the picture is stored', async () => (await pictureOf()) !== null);
  expect(await pictureOf()).not.toContain('whatsapp.net');
});

test('a file of ours is uploaded once, with its caption', async () => {
  bodyOf(await c.w.attendant.post(`/messages/${ticketId}`, form({ body: 'veja' }, [uploads.png])), 201);
  await c.w.settled();
  expect(phone.sent.at(-1)).toMatchObject({ jid: customerJid, content: { caption: 'veja', mimetype: 'image/png' } });
  expect(phone.sent.at(-1)?.file).not.toBeNull();
});

test('our message is edited, reacted to and deleted at the customer', async () => {
  const { id } = await c.writes(ticketId, { body: 'erado' });
  const key = { remoteJid: customerJid, fromMe: true, id: phone.sent.at(-1)?.id };
  bodyOf(await c.w.attendant.post(`/messages/edit/${id}`, { body: 'errado' }));
  await c.w.settled();
  expect(phone.sent.at(-1)?.content).toEqual({ text: 'errado', edit: key });
  bodyOf(await c.w.attendant.post(`/messages/${id}/react`, { emoji: '👍' }));
  await c.w.settled();
  expect(phone.sent.at(-1)?.content).toEqual({ react: { key, text: '👍' } });
  bodyOf(await c.w.attendant.delete(`/messages/${id}`));
  await c.w.settled();
  expect(phone.sent.at(-1)?.content).toEqual({ delete: key });
});

test("a customer's message is reacted to by its own key", async () => {
  const first = (await c.messages(ticketId)).find(({ body }) => body === 'oi');
  bodyOf(await c.w.attendant.post(`/messages/${first?.id}/react`, { emoji: '❤️' }));
  await c.w.settled();
  expect(phone.sent.at(-1)?.content).toEqual({
    react: { key: { remoteJid: customerJid, fromMe: false, id: 'FIRST' }, text: '❤️' },
  });
});

test('what customers change changes here', async () => {
  phone.says(customerJid, { conversation: 'amanha' }, { key: { id: 'CHANGED' } });
  await stored(({ body }) => body === 'amanha');
  phone.says(customerJid, {
    protocolMessage: { type: 14, key: { id: 'CHANGED' }, editedMessage: { conversation: 'amanhã' } },
  });
  await stored(({ body, isEdited }) => body === 'amanhã' && isEdited);
  phone.says(customerJid, { reactionMessage: { key: { id: 'CHANGED' }, text: '🎉' } });
  await stored(({ reactions }) => reactions.some(({ emoji }) => emoji === '🎉'));
  phone.says(customerJid, { protocolMessage: { type: 0, key: { id: 'CHANGED' } } });
  await stored(({ isDeleted }) => isDeleted);
});

test('each message that was read is marked at the customer', async () => {
  for (const id of ['UNREAD1', 'UNREAD2', 'UNREAD3']) phone.says(customerJid, { conversation: id }, { key: { id } });
  await stored(({ body }) => body === 'UNREAD3');
  const before = phone.read.length;
  bodyOf(await c.w.attendant.post(`/tickets/${ticketId}/read`));
  await c.w.settled();
  const marked = phone.read.slice(before).map(({ id }) => id);
  expect(marked).toEqual(expect.arrayContaining(['UNREAD1', 'UNREAD2', 'UNREAD3']));
});

test('typing and reading are told to the customer, and the customer typing to us', async () => {
  expect(phone.read.at(-1)).toMatchObject({ remoteJid: customerJid, fromMe: false });
  const attendant = await c.w.attendant.socket();
  await attendant.join('ChatBox', ticketId);
  phone.emit('presence.update', { id: customerJid, presences: { [customerJid]: { lastKnownPresence: 'composing' } } });
  expect(await attendant.next('customerTyping')).toEqual({ ticketId });
  attendant.close();
});

test('what the channel cannot do is refused', async () => {
  const interactive = { type: 'button', body: 'a', buttons: [{ title: 'b' }] };
  expect(await c.w.attendant.post<Refusal>(`/messages/${ticketId}`, { interactive })).toMatchObject({
    status: 422,
    body: { code: 'ERR_CHANNEL_CANNOT' },
  });
});

test('a message that could not be decrypted is stored once it comes again, with its time', async () => {
  const at = Math.floor(Date.now() / 1000) - 60;
  const before = (await c.messages(ticketId)).length;
  const id = phone.saysUndecryptable(customerJid);
  // WhatsApp has sent its keys, or nothing at all
  phone.saysUndecryptable(customerJid, 'Message absent from node');
  phone.says(customerJid, { conversation: 'depois' });
  await stored(({ body }) => body === 'depois');
  expect(await c.messages(ticketId)).toHaveLength(before + 1);
  for (let count = 0; count < 2; count += 1)
    phone.says(customerJid, { conversation: 'recuperada' }, { key: { id }, messageTimestamp: at });
  phone.says(customerJid, { conversation: 'fim' });
  await stored(({ body }) => body === 'fim');
  const messages = await c.messages(ticketId);
  expect(messages.slice(before).map(({ body }) => body)).toEqual(['depois', 'recuperada', 'fim']);
  expect(Date.parse(messages.at(-2)?.createdAt ?? '')).toBe(at * 1000);
});

test('a phone that could not decrypt our message gets its content again, also after a reconnection', async () => {
  await c.writes(ticketId, { body: 'de novo, por favor' });
  const id = phone.sent.at(-1)?.id ?? '';
  await phone.asksAgain(customerJid, id);
  await phone.asksAgain(customerJid, '3EB0UNKNOWN');
  const again = [{ id, message: { extendedTextMessage: { text: 'de novo, por favor' } } }];
  expect(phone.resent).toEqual(again);
  const next = await c.nextPhone(() => phone.closes(428));
  next.opens();
  await c.has('CONNECTED');
  phone = next;
  await phone.asksAgain(customerJid, id);
  expect(phone.resent).toEqual(again);
  // and it is one message here
  expect((await c.messages(ticketId)).filter(({ body }) => body === 'de novo, por favor')).toHaveLength(1);
});

test('a recording is sent as one, in the only format that WhatsApp plays so, and stays one when it is forwarded', async () => {
  bodyOf(await c.w.attendant.post(`/messages/${ticketId}`, form({ voice: 'true' }, [await recordings.webm()])), 201);
  await c.w.settled();
  const voice = { ptt: true, mimetype: 'audio/ogg; codecs=opus' };
  expect(phone.sent.at(-1)).toMatchObject({ content: voice, file: expect.stringMatching(/^OggS/) });
  const { id } = (await newest()) ?? { id: 0 };
  bodyOf(await c.w.attendant.post(`/messages/${id}/forward`, { ticketIds: [ticketId] }), 201);
  await c.w.settled();
  expect(phone.sent.at(-1)).toMatchObject({
    content: { ...voice, contextInfo: { isForwarded: true } },
    file: expect.stringMatching(/^OggS/),
  });
});

test('a text is forwarded as such', async () => {
  const first = (await c.messages(ticketId)).find(({ body }) => body === 'oi');
  bodyOf(await c.w.attendant.post(`/messages/${first?.id}/forward`, { ticketIds: [ticketId] }), 201);
  await c.w.settled();
  expect(phone.sent.at(-1)?.content).toEqual({ text: 'oi', contextInfo: { isForwarded: true, forwardingScore: 1 } });
  phone.says(customerJid, { extendedTextMessage: { text: 'repasso', contextInfo: { isForwarded: true } } });
  await stored(({ body, isForwarded }) => body === 'repasso' && isForwarded);
});

test('a file of the customer is quoted with its content', async () => {
  const file = { mediaKey: Buffer.from('k'), directPath: '/media/3', mimetype: 'text/plain', caption: 'qual destes?' };
  phone.says(customerJid, { documentMessage: file }, { key: { id: 'QUOTED' } });
  await stored(({ body }) => body === 'qual destes?');
  await c.writes(ticketId, { body: 'este', quotedMsg: { id: (await newest())?.id } });
  expect(phone.sent.at(-1)?.quoted).toMatchObject({
    key: { id: 'QUOTED', remoteJid: customerJid, fromMe: false },
    message: { documentMessage: { caption: 'qual destes?', directPath: '/media/3' } },
  });
});

test('a poll is shown with its options', async () => {
  const options = [{ optionName: 'hoje' }, { optionName: 'amanhã' }];
  phone.says(customerJid, { pollCreationMessageV3: { name: 'Quando?', options } });
  await stored(({ body }) => body === 'Quando?\n- hoje\n- amanhã');
});

test('an attendant who types is shown to the customer', async () => {
  bodyOf(await c.w.attendant.post(`/tickets/${ticketId}/typing`));
  await c.w.settled();
  expect(phone.presences.slice(-2)).toEqual([
    ['subscribe', customerJid],
    ['composing', customerJid],
  ]);
});

test('messages leave one after the other, a quarter of a second apart at least', async () => {
  const [before, start] = [phone.sent.length, performance.now()];
  const texts = ['um', 'dois', 'três', 'quatro'];
  for (const body of texts) bodyOf(await c.w.attendant.post(`/messages/${ticketId}`, { body }), 201);
  await c.w.settled();
  expect(performance.now() - start).toBeGreaterThan(250 * (texts.length - 1));
  expect(phone.sent.slice(before).map(({ content }) => content)).toEqual(texts.map((text) => ({ text })));
});

test('an erased customer leaves nothing to quote, and nothing to send again', async () => {
  const sent = phone.sent.at(-1)?.id ?? '';
  const kept = () =>
    app.database.query('select 1 from whatsapp_messages where connection_id = $1 and external = $2', [
      c.connection.id,
      customer,
    ]);
  expect((await kept()).length).toBeGreaterThan(0);
  const { contactId } = await c.ticket();
  bodyOf(await c.w.attendant.put(`/tickets/${ticketId}`, { status: 'closed' }));
  await c.w.settled();
  bodyOf(await c.w.admin.post(`/contacts/${contactId}/erase`, { number: customer }));
  await c.w.settled();
  expect(await kept()).toEqual([]);
  const before = phone.resent.length;
  await phone.asksAgain(customerJid, sent);
  expect(phone.resent).toHaveLength(before);
});
