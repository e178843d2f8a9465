import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { InboundEvent } from '../channel.js';
import { type ParsedWebhook, parsePreference, parseRefusal, parseWebhook } from './parse.js';

const folder = new URL('../../../../../../test/fixtures/cloudapi/', import.meta.url);
const fixture = (name: string): unknown => JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));
const wamid = (tag: string): string => `wamid.HBgNNTUxMTk4NzY1NDMyMRUCABIYFjNBMTIz${tag}AA==`;

function events(name: string): InboundEvent[] {
  const { entries, ignored } = parseWebhook(fixture(name));
  expect(ignored).toBe(0);
  expect(entries.map((entry) => entry.phoneNumberId)).toEqual(['106540352242922']);
  return entries.flatMap((entry) => entry.events);
}

function only(name: string): InboundEvent {
  const found = events(name);
  expect(found).toHaveLength(1);
  return found[0] as InboundEvent;
}

/** A webhook with one text message. */
function webhookOf(value: Record<string, unknown>, message: Record<string, unknown>): ParsedWebhook {
  const text = { from: '5599999999999', id: 'wamid.X', timestamp: '1760000100', type: 'text', text: { body: 'oi' } };
  const metadata = { phone_number_id: '106540352242922' };
  const change = { value: { metadata, messages: [{ ...text, ...message }], ...value }, field: 'messages' };
  return parseWebhook({ object: 'whatsapp_business_account', entry: [{ id: '1', changes: [change] }] });
}

describe('a message of the Cloud API', () => {
  it('carries who, when and what', () => {
    expect(only('text')).toEqual({
      kind: 'message',
      eventId: wamid('TEXT'),
      providerId: wamid('TEXT'),
      from: '5511987654321',
      name: 'Ana Beatriz Lima',
      group: null,
      timestamp: 1_760_000_100_000,
      fromMe: false,
      type: 'chat',
      body: 'Bom dia! Vocês entregam em Campinas? 😊',
      media: null,
      quotedProviderId: null,
      data: null,
      forwarded: false,
    });
  });

  it('knows what it answers and that it was forwarded', () => {
    expect(only('text-quoted')).toMatchObject({ quotedProviderId: wamid('OURS'), forwarded: false });
    expect(only('text-forwarded')).toMatchObject({ quotedProviderId: null, forwarded: true });
    expect(only('text-forwarded-often')).toMatchObject({ forwarded: true });
  });

  it('keeps the advertisement or product it came from', () => {
    expect(only('text-referral')).toMatchObject({
      type: 'chat',
      data: { referral: { source_id: '120200000000000', headline: 'Frete grátis' } },
    });
    expect(only('text-product')).toMatchObject({ data: { product: { product_retailer_id: 'camisa-azul' } } });
  });

  it('names its file, with caption, type, hash and file name', () => {
    expect(only('image')).toMatchObject({
      type: 'image',
      body: 'Foto do pedido',
      media: {
        ref: '1003383421387256',
        mime: 'image/jpeg',
        name: null,
        sha256: 'SfInY0gGKTsJlUWbwxC1k+FAD0FZHvzwfpvO0zX0GUI=',
      },
    });
    expect(only('video')).toMatchObject({
      type: 'video',
      body: 'Veja o defeito',
      media: { ref: '1003383421387257', mime: 'video/mp4' },
    });
    expect(only('document')).toMatchObject({
      type: 'application',
      body: 'Segue o comprovante',
      media: { ref: '1003383421387258', mime: 'application/pdf', name: 'comprovante maio.pdf' },
    });
    expect(only('sticker')).toMatchObject({
      type: 'sticker',
      body: '',
      media: { mime: 'image/webp' },
      data: { animated: true },
    });
  });

  it('tells a voice message from an audio file', () => {
    expect(only('audio-voice')).toMatchObject({
      type: 'audio',
      body: '',
      media: { mime: 'audio/ogg; codecs=opus', voice: true },
    });
    expect(only('audio-file')).toMatchObject({ type: 'audio', media: { mime: 'audio/mpeg', voice: false } });
  });

  it('places a location, named or bare', () => {
    expect(only('location')).toMatchObject({
      type: 'locationMessage',
      body: 'MASP\nAv. Paulista, 1578, São Paulo',
      data: { latitude: -23.5613991, longitude: -46.6565712, name: 'MASP', address: 'Av. Paulista, 1578, São Paulo' },
    });
    expect(only('location-bare')).toMatchObject({
      body: '',
      data: { latitude: -22.9, longitude: -47.06, name: null, address: null },
    });
  });

  it('builds a vCard of a shared contact', () => {
    expect(only('contacts-one')).toMatchObject({
      type: 'contactMessage',
      body: [
        'BEGIN:VCARD',
        'VERSION:3.0',
        'N:Souza;Carla;;;',
        'FN:Carla Souza',
        'ORG:Padaria\\; Sol\\, Ltda',
        'TEL;type=CELL;waid=5511955550001:+55 11 95555-0001',
        'EMAIL;type=WORK:contato@exemplo.com.br',
        'END:VCARD',
      ].join('\n'),
      data: { contacts: [{ name: 'Carla Souza', phones: ['+55 11 95555-0001'], organization: 'Padaria; Sol, Ltda' }] },
    });
    expect(only('contacts-many')).toMatchObject({
      type: 'multi_vcard',
      data: { contacts: [{ name: 'Carla Souza' }, { name: 'Davi Rocha' }] },
    });
    expect(only('contacts-vcard')).toMatchObject({
      type: 'contactMessage',
      body: 'BEGIN:VCARD\nVERSION:3.0\nFN:Ana\nTEL:+5511987654321\nEND:VCARD',
      data: { contacts: [{ name: '+5511987654321', phones: ['+5511987654321'] }] },
    });
  });

  it('gives the choice a customer made', () => {
    expect(only('button')).toMatchObject({
      type: 'interactive',
      body: 'Confirmar',
      quotedProviderId: wamid('TMPL'),
      data: { reply: { kind: 'button', id: 'confirmar-4211', title: 'Confirmar' } },
    });
    expect(only('interactive-button-reply')).toMatchObject({
      body: 'Financeiro',
      data: { reply: { kind: 'button_reply', id: 'setor-2' } },
    });
    expect(only('interactive-list-reply')).toMatchObject({
      body: 'Suporte',
      data: { reply: { kind: 'list_reply', id: 'setor-3', title: 'Suporte', description: 'Segunda a sexta' } },
    });
    expect(only('interactive-flow')).toMatchObject({
      type: 'interactive',
      data: { reply: { kind: 'nfm_reply', content: { response_json: '{"flow_token":"abc","nome":"Ana"}' } } },
    });
  });

  it('lists what was ordered', () => {
    expect(only('order')).toMatchObject({
      type: 'interactive',
      body: 'Pedido: 2 × cafe-500g (R$ 34,90), 1 × filtro (R$ 12,50)\nTotal: R$ 82,30\nPara viagem',
      data: {
        order: {
          catalogId: '194836987003835',
          products: [
            { id: 'cafe-500g', quantity: 2, price: 34.9, currency: 'BRL' },
            { id: 'filtro', quantity: 1, price: 12.5, currency: 'BRL' },
          ],
        },
      },
    });
  });

  it('tells of a changed number', () => {
    expect(only('system-number-change')).toMatchObject({
      type: 'unsupported',
      body: 'O cliente mudou de número: agora é +5511977777777',
      notice: true,
      data: { system: { type: 'user_changed_number', newNumber: '5511977777777' } },
    });
  });

  it('arrives as unsupported with its errors, or with its content, when the type is not known', () => {
    expect(only('unsupported')).toMatchObject({
      type: 'unsupported',
      body: 'Mensagem não suportada: enquete',
      data: {
        providerType: 'poll_creation',
        errors: [{ code: '131051', text: 'Message type is currently not supported.' }],
        content: { type: 'poll_creation' },
      },
    });
    expect(only('media-not-downloaded')).toMatchObject({
      type: 'unsupported',
      data: { providerType: 'image', errors: [{ code: '131052' }] },
    });
    expect(only('unknown-type')).toMatchObject({
      type: 'unsupported',
      data: { providerType: 'event_invite', content: { name: 'Festa' } },
    });
    expect(only('prototype-type')).toMatchObject({
      type: 'unsupported',
      data: { providerType: 'constructor', content: { x: 1 } },
    });
  });

  it('says in which group it was, and who wrote it', () => {
    expect(only('group')).toMatchObject({
      from: '5511987654321',
      name: 'Ana Beatriz Lima',
      group: { id: 'Y2FwaV9ncm91cDo1NTExNDAwMjg5MjI6MTIwMzYzNDA0Njk0MjMzODIw', name: null },
    });
  });

  it('is not lost when the customer hides the number', () => {
    expect(only('user-without-number')).toMatchObject({
      from: 'BR.13491208655302741918',
      name: 'Lia Prado',
      body: 'Oi',
    });
  });

  it('is ours when it was sent from the phone, and belongs to the customer it went to', () => {
    expect(only('echoes')).toMatchObject({
      fromMe: true,
      from: '5511987654321',
      name: null,
      body: 'Respondi pelo celular',
    });
  });

  it('finds the name although the number was written without the ninth digit', () => {
    expect(only('ninth-digit')).toMatchObject({ from: '551187654321', name: 'Ana Beatriz Lima' });
  });

  it('gets no name rather than that of somebody else', () => {
    const ana = { profile: { name: 'Ana' }, wa_id: '5511987654321' };
    const rui = { profile: { name: 'Rui' }, wa_id: '5521912345678' };
    expect(webhookOf({ contacts: [ana, rui] }, {}).entries).toMatchObject([{ events: [{ name: null }] }]);
    expect(webhookOf({ contacts: [ana] }, {}).entries).toMatchObject([{ events: [{ name: 'Ana' }] }]);
  });

  it('needs a time in seconds', () => {
    expect(webhookOf({}, { timestamp: 1_760_000_100 }).entries).toMatchObject([
      { events: [{ timestamp: 1_760_000_100_000 }] },
    ]);
    for (const timestamp of ['1760000100000', '-1', '0', '', 'NaN', null]) {
      expect(webhookOf({}, { timestamp })).toEqual({
        entries: [],
        templates: [],
        reports: [],
        history: [],
        ignored: 1,
      });
    }
  });

  it('loses the characters that a database refuses', () => {
    expect(only('unstorable-characters')).toMatchObject({ name: 'Ana', body: 'antesdepois\uFFFD fim' });
  });
});

describe('a reaction', () => {
  it('is added or taken back', () => {
    expect(only('reaction-added')).toEqual({
      kind: 'reaction',
      eventId: wamid('REA1'),
      from: '5511987654321',
      name: 'Ana Beatriz Lima',
      timestamp: 1_760_000_100_000,
      targetProviderId: wamid('OURS'),
      emoji: '👍',
    });
    expect(only('reaction-removed')).toMatchObject({ emoji: null });
    expect(only('reaction-removed-empty')).toMatchObject({ emoji: null });
  });
});

describe('a status', () => {
  it('carries our id and an id of its own per status', () => {
    const found = events('statuses');
    expect(found[0]).toEqual({
      kind: 'status',
      eventId: `${wamid('OURS')}:sent`,
      providerId: wamid('OURS'),
      messageId: 4211,
      recipient: '5511987654321',
      status: 'sent',
      timestamp: 1_760_000_201_000,
      error: null,
    });
    expect(found.map((event) => event.eventId)).toEqual([
      `${wamid('OURS')}:sent`,
      `${wamid('OURS')}:delivered`,
      `${wamid('OURS')}:read`,
      `${wamid('OTHR')}:sent`,
    ]);
    expect(found[3]).toMatchObject({ messageId: null });
  });

  it('of a voice message that was played is read', () => {
    expect(only('status-played')).toMatchObject({ status: 'read', eventId: `${wamid('OURS')}:played` });
  });

  it('of a failure says why, in the most telling words there are', () => {
    expect(only('status-failed')).toMatchObject({
      status: 'failed',
      messageId: 4211,
      error: { code: '131026', text: 'Message Undeliverable.' },
    });
    expect(events('status-failed-titles')).toMatchObject([
      { error: { code: '131047', text: 'Re-engagement message' } },
      { error: { code: 'unknown', text: 'unknown' } },
    ]);
  });

  it('takes only a plain id for ours', () => {
    expect(events('status-foreign-data')).toMatchObject([
      { messageId: null },
      { messageId: null },
      { messageId: null },
    ]);
  });

  it('of a group message names the group', () => {
    expect(only('status-group')).toMatchObject({ status: 'read', recipient: 'Y2FwaV9ncm91cDo1NTExNDAwMjg5MjI' });
  });

  it('that says nothing about delivery is counted', () => {
    expect(parseWebhook(fixture('status-deleted'))).toEqual({
      entries: [],
      templates: [],
      reports: [],
      history: [],
      ignored: 1,
    });
  });
});

describe('a webhook', () => {
  it('is read whole: every entry, change, message, status and error, by number and in order', () => {
    const { entries, ignored } = parseWebhook(fixture('batch'));
    expect(ignored).toBe(0);
    expect(entries.map(({ phoneNumberId }) => phoneNumberId)).toEqual(['106540352242922', '106540352242923']);
    expect(entries[0]?.events.map(({ eventId }) => eventId)).toEqual([
      wamid('BA01'),
      wamid('BA02'),
      `${wamid('OURS')}:delivered`,
      wamid('BA04'),
    ]);
    expect(entries[0]?.events[1]).toMatchObject({ from: '5521912345678', name: 'Rui Tavares', body: 'dois' });
    expect(entries[0]?.errors).toEqual([{ code: '131016', text: 'A service is temporarily unavailable.' }]);
    expect(entries[1]?.events.map(({ eventId }) => eventId)).toEqual([wamid('BA03')]);
  });

  it('gives what comes twice the same id', () => {
    expect(new Set(events('duplicates').map(({ eventId }) => eventId))).toEqual(new Set([wamid('DUPL')]));
  });

  it('reports errors of the number itself', () => {
    expect(parseWebhook(fixture('errors'))).toMatchObject({
      entries: [{ events: [], errors: [{ code: '130429' }, { code: '131000', text: 'Something went wrong' }] }],
      ignored: 0,
    });
  });

  it('reads who refuses advertising, and who allows it again', () => {
    expect(parseWebhook(fixture('other-fields'))).toMatchObject({
      entries: [{ events: [{ kind: 'preference', from: '5511987654321', value: 'stop' }] }],
      reports: [{ businessAccountId: '102290129340398', number: '551140028922', effect: 'check' }],
      ignored: 0,
    });
    const preference = { wa_id: '5511987654321', category: 'marketing_messages', timestamp: 1_795_000_000 };
    expect(parsePreference({ ...preference, value: 'resume' })).toEqual({
      kind: 'preference',
      eventId: 'preference:5511987654321:resume:1795000000000',
      from: '5511987654321',
      timestamp: 1_795_000_000_000,
      value: 'resume',
    });
    for (const other of [{ value: 'pause' }, { value: 'stop', category: 'utility' }, { value: 'stop', wa_id: '' }])
      expect(parsePreference({ ...preference, ...other })).toBeNull();
  });

  it('reads a failure that means a refusal as one, beside the status', () => {
    const status = (code: number) => ({
      ...{ id: 'wamid.1', status: 'failed', timestamp: '1795000000', recipient_id: '5511987654321' },
      errors: [{ code, title: 'x' }],
    });
    expect(parseRefusal(status(131050))).toMatchObject({ from: '5511987654321', value: 'stop' });
    expect(parseRefusal(status(131049))).toBeNull();
  });

  it('tells what became of a template', () => {
    expect(parseWebhook(fixture('other-fields')).templates).toEqual([
      {
        businessAccountId: '102290129340398',
        name: 'boas_vindas',
        language: 'pt_BR',
        report: { status: 'APPROVED', reason: null },
      },
    ]);
  });

  it('keeps the good part of a malformed one and counts the rest', () => {
    const { entries, ignored } = parseWebhook(fixture('malformed'));
    expect(entries).toHaveLength(1);
    const kept = entries[0]?.events ?? [];
    expect(kept.at(-1)).toMatchObject({ eventId: wamid('GOOD'), body: 'a boa' });
    // sender and time are known, so the conversation shows that a message arrived
    const others = kept.slice(0, -1);
    expect(others).toEqual(
      others.map(() => expect.objectContaining({ body: expect.stringMatching(/^Mensagem não suportada: /) })),
    );
    expect(others.length + ignored).toBe(26);
    expect(ignored).toBe(20);
  });

  it.each([
    [null],
    [undefined],
    [7],
    ['x'],
    [[]],
    [{}],
    [{ object: 'page', entry: [] }],
    [{ object: 'whatsapp_business_account', entry: {} }],
  ])('that is not one (%j) is counted, not thrown', (body) => {
    expect(parseWebhook(body)).toEqual({ entries: [], templates: [], reports: [], history: [], ignored: 1 });
  });

  it('survives any part of any fixture being replaced by nonsense', () => {
    for (const file of readdirSync(folder)) {
      const text = readFileSync(new URL(file, folder), 'utf8');
      for (const nonsense of [null, 7, 'x', [], {}, [null], { id: {} }]) {
        for (const broken of variants(JSON.parse(text), nonsense)) expect(() => parseWebhook(broken)).not.toThrow();
      }
    }
  });
});

/** Every copy of a JSON value in which one part is replaced. */
function* variants(value: unknown, replacement: unknown): Generator<unknown> {
  yield replacement;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      for (const variant of variants(item, replacement)) yield value.with(index, variant);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value))
      for (const variant of variants(item, replacement)) yield { ...value, [key]: variant };
  }
}
