import type { WAMessage, WAMessageContent } from 'baileys';
import { providerIdOf } from './message-ids.js';
import { type ParseContext, parseCall, parseMessage, parseReceipt, parseStatus, typingIn } from './parse.js';

const salt = 'a salt';
const context: ParseContext = {
  salt,
  phoneOf: async (lid) => (lid === '111111111111111@lid' ? '5511966660001@s.whatsapp.net' : null),
  seal: ({ type, directPath }) => `${type}:${directPath}`,
  groupName: async () => 'Vizinhos',
};
const chat = '5511977770001@s.whatsapp.net';
const received = (message: WAMessageContent, more: Partial<WAMessage> = {}): WAMessage => ({
  key: { remoteJid: chat, fromMe: false, id: 'M1' },
  messageTimestamp: { toString: () => '1700000000' },
  pushName: 'Otto',
  message,
  ...more,
});
const parsed = (message: WAMessageContent, more: Partial<WAMessage> = {}) =>
  parseMessage(received(message, more), context);
const file = { mediaKey: Buffer.from('key'), directPath: '/f', mimetype: 'image/jpeg', fileSha256: Buffer.from('sha') };

describe('content', () => {
  test('a text, by whom and when', async () => {
    expect(await parsed({ conversation: 'oi' })).toEqual({
      kind: 'message',
      eventId: 'M1',
      providerId: 'M1',
      from: '5511977770001',
      name: 'Otto',
      group: null,
      timestamp: 1_700_000_000_000,
      fromMe: false,
      type: 'chat',
      body: 'oi',
      media: null,
      data: null,
      quotedProviderId: null,
      forwarded: false,
    });
  });

  test.each<[string, WAMessageContent, object]>([
    [
      'a picture',
      { imageMessage: { ...file, caption: 'veja' } },
      { type: 'image', body: 'veja', media: { ref: 'image:/f' } },
    ],
    ['a round video', { ptvMessage: file }, { type: 'video' }],
    [
      'a recording',
      { audioMessage: { ...file, mimetype: 'audio/ogg; codecs=opus', ptt: true } },
      { type: 'audio', media: { mime: 'audio/ogg', voice: true } },
    ],
    ['an audio file', { audioMessage: { ...file, mimetype: 'audio/mpeg' } }, { media: { voice: false } }],
    [
      'a document with a caption',
      { documentWithCaptionMessage: { message: { documentMessage: { ...file, fileName: 'a.pdf', caption: 'c' } } } },
      { type: 'application', body: 'c', media: { name: 'a.pdf', ref: 'document:/f' } },
    ],
    ['a sticker', { stickerMessage: { ...file, isAnimated: true } }, { type: 'sticker', data: { animated: true } }],
    [
      'a picture to be seen once',
      { viewOnceMessageV2: { message: { imageMessage: file } } },
      { type: 'image', data: { viewOnce: true } },
    ],
    [
      'a disappearing text',
      { ephemeralMessage: { message: { extendedTextMessage: { text: 'some' } } } },
      { type: 'chat', body: 'some' },
    ],
    [
      'a place',
      { locationMessage: { degreesLatitude: -25.4, degreesLongitude: -49.2, name: 'Praça', address: 'Centro' } },
      { type: 'locationMessage', body: 'Praça\nCentro', data: { latitude: -25.4, longitude: -49.2 } },
    ],
    [
      'a live place',
      { liveLocationMessage: { degreesLatitude: 1, degreesLongitude: 2, caption: 'indo' } },
      { type: 'locationMessage', body: 'indo', data: { live: true } },
    ],
    [
      'a poll',
      { pollCreationMessageV3: { name: 'Quando?', options: [{ optionName: 'hoje' }, { optionName: 'amanhã' }] } },
      { type: 'chat', body: 'Quando?\n- hoje\n- amanhã', data: { poll: { options: ['hoje', 'amanhã'] } } },
    ],
    [
      'a choice of a list',
      { listResponseMessage: { title: 'Vendas', singleSelectReply: { selectedRowId: '2' } } },
      { type: 'interactive', body: 'Vendas', data: { reply: { kind: 'list_reply', id: '2' } } },
    ],
    [
      'a button',
      { buttonsResponseMessage: { selectedButtonId: 'b', selectedDisplayText: 'Sim' } },
      { type: 'interactive', body: 'Sim' },
    ],
    [
      'a quote that was forwarded',
      { extendedTextMessage: { text: 'x', contextInfo: { stanzaId: 'Q1', isForwarded: true } } },
      { quotedProviderId: 'Q1', forwarded: true },
    ],
    [
      'what is not known',
      { holographicMessage: {} } as WAMessageContent,
      { type: 'unsupported', data: { providerType: 'holographicMessage' } },
    ],
  ])('%s', async (_name, message, expected) => {
    expect(await parsed(message)).toMatchObject(expected);
  });

  test('contact cards', async () => {
    const vcard =
      'BEGIN:VCARD\nVERSION:3.0\nFN:Ana Lima\nORG:Loja;\nitem1.TEL;waid=5511:+55 11 5000\nEMAIL:a@b.c\nEND:VCARD';
    expect(await parsed({ contactMessage: { displayName: 'Ana', vcard } })).toMatchObject({
      type: 'contactMessage',
      body: vcard,
      data: { contacts: [{ name: 'Ana', phones: ['+55 11 5000'], emails: ['a@b.c'], organization: 'Loja' }] },
    });
    const two = { contactsArrayMessage: { contacts: [{ vcard }, { displayName: 'Beto', vcard: '' }] } };
    expect(await parsed(two)).toMatchObject({
      type: 'multi_vcard',
      data: { contacts: [{ name: 'Ana Lima' }, { name: 'Beto' }] },
    });
  });

  test('a file without its key, silent parts and what could not be decrypted are nothing', async () => {
    expect(await parsed({ imageMessage: { directPath: '/f' } })).toMatchObject({ type: 'unsupported' });
    expect(await parsed({ keepInChatMessage: {} } as WAMessageContent)).toBeNull();
    expect(await parsed({}, { message: null, messageStubType: 2 })).toBeNull();
    expect(await parsed({ conversation: 'x' }, { key: { remoteJid: 'status@broadcast', id: 'S' } })).toBeNull();
  });

  test('characters that cannot be stored are left out', async () => {
    expect(await parsed({ conversation: 'a\u0000b\ud800' })).toMatchObject({ body: 'ab\ufffd' });
  });
});

describe('changes', () => {
  test('a reaction, and its removal', async () => {
    const reaction = (text: string) => parsed({ reactionMessage: { key: { id: 'T1' }, text } });
    expect(await reaction('👍')).toMatchObject({
      kind: 'reaction',
      targetProviderId: 'T1',
      emoji: '👍',
      from: '5511977770001',
    });
    expect(await reaction('')).toMatchObject({ emoji: null });
  });

  test('an edit and a deletion', async () => {
    const edited = { protocolMessage: { type: 14, key: { id: 'T1' }, editedMessage: { conversation: 'novo' } } };
    expect(await parsed({ editedMessage: { message: edited } })).toMatchObject({
      kind: 'change',
      targetProviderId: 'T1',
      body: 'novo',
    });
    expect(await parsed({ protocolMessage: { type: 0, key: { id: 'T1' } } })).toMatchObject({
      kind: 'change',
      body: null,
    });
    expect(await parsed({ protocolMessage: { type: 3, key: { id: 'T1' } } })).toBeNull();
  });
});

describe('who', () => {
  test('a LID with its number, by the message or by the map, or without one', async () => {
    const key = { remoteJid: '222222222222222@lid', fromMe: false, id: 'M1' };
    expect(await parsed({ conversation: 'x' }, { key: { ...key, remoteJidAlt: chat } })).toMatchObject({
      from: '5511977770001',
      lid: '222222222222222@lid',
    });
    expect(await parsed({ conversation: 'x' }, { key: { ...key, remoteJid: '111111111111111:3@lid' } })).toMatchObject({
      from: '5511966660001',
      lid: '111111111111111@lid',
    });
    expect(await parsed({ conversation: 'x' }, { key })).toMatchObject({
      from: '222222222222222@lid',
      lid: '222222222222222@lid',
    });
  });

  test('a participant of a group, and our own phone', async () => {
    const key = {
      remoteJid: '120363025246125486@g.us',
      fromMe: false,
      id: 'M1',
      participant: '5511966660001:2@s.whatsapp.net',
    };
    const event = await parsed({ conversation: 'x' }, { key });
    expect(event).toMatchObject({ from: '5511966660001', group: { id: '120363025246125486', name: 'Vizinhos' } });
    expect(event).not.toHaveProperty('lid');
    expect(await parsed({ conversation: 'x' }, { key: { remoteJid: chat, fromMe: true, id: 'M1' } })).toMatchObject({
      from: '5511977770001',
      fromMe: true,
      name: null,
    });
  });

  test('an echo of ours settles our message', async () => {
    const id = providerIdOf(salt, 4711);
    expect(await parsed({ conversation: 'x' }, { key: { remoteJid: chat, fromMe: true, id } })).toMatchObject({
      kind: 'status',
      messageId: 4711,
      status: 'sent',
    });
    expect(
      await parsed({ conversation: 'x' }, { key: { remoteJid: chat, fromMe: true, id: providerIdOf('other', 4711) } }),
    ).toMatchObject({
      kind: 'message',
    });
  });
});

describe('reports', () => {
  const key = { remoteJid: chat, fromMe: true, id: providerIdOf(salt, 12) };

  test.each([
    [0, { status: 'failed', error: { code: '463' } }],
    [2, { status: 'sent' }],
    [3, { status: 'delivered' }],
    [4, { status: 'read' }],
    [5, { status: 'read', eventId: `${key.id}:read` }],
  ])('status %i', async (status, expected) => {
    const update = { status, messageStubParameters: ['463'] };
    expect(await parseStatus({ key, update }, context)).toMatchObject({ messageId: 12, ...expected });
  });

  test('each failure is a report of its own', async () => {
    const failedAt = async (messageTimestamp: number) =>
      (await parseStatus({ key, update: { status: 0, messageTimestamp } }, context))?.eventId;
    expect(await failedAt(1_700_000_000)).not.toBe(await failedAt(1_700_000_060));
  });

  test('those of other messages, and of what is pending, say nothing', async () => {
    expect(await parseStatus({ key: { ...key, fromMe: false }, update: { status: 4 } }, context)).toBeNull();
    expect(await parseStatus({ key, update: { status: 1 } }, context)).toBeNull();
    expect(await parseStatus({ key, update: { message: null } }, context)).toBeNull();
  });

  test("a member's receipt delivers a message of a group", async () => {
    const group = { ...key, remoteJid: '120363025246125486@g.us', participant: chat };
    expect(await parseReceipt({ key: group, receipt: { readTimestamp: 1_700_000_000 } }, context)).toMatchObject({
      status: 'delivered',
      recipient: '120363025246125486',
    });
  });

  test('a call that begins', async () => {
    const call = {
      chatId: chat,
      from: '222222222222222:1@lid',
      callerPn: chat,
      id: 'C',
      date: new Date(5),
      offline: false,
    };
    expect(await parseCall({ ...call, status: 'offer' }, context)).toEqual({
      kind: 'call',
      eventId: 'call:C',
      callId: 'C|222222222222222:1@lid',
      from: '5511977770001',
      name: null,
      lid: '222222222222222@lid',
      timestamp: 5,
    });
    expect(await parseCall({ ...call, status: 'terminate' }, context)).toBeNull();
    expect(await parseCall({ ...call, status: 'offer', isGroup: true }, context)).toBeNull();
  });

  test('who types', async () => {
    const typing = (id: string, lastKnownPresence: string) =>
      typingIn({ id, presences: { [chat]: { lastKnownPresence } } }, context);
    expect(await typing(chat, 'composing')).toBe('5511977770001');
    expect(await typing(chat, 'available')).toBeNull();
    expect(await typing('120363025246125486@g.us', 'composing')).toBeNull();
  });
});
