import { describe, expect, it } from '@jest/globals';
import {
  exchanged,
  type PageEvent,
  pageSends,
  pageWebhook,
} from '../../../../../../../test/support/graph-simulator/page-events.js';
import type { InboundEvent } from '../../channel.js';
import { addressOf, metadataOf, type PageProduct, parsePageWebhook, scopedIdOf } from './parse.js';

const facebook: PageProduct = { channel: 'facebook', object: 'page' };
const instagram: PageProduct = { channel: 'instagram', object: 'instagram' };
const account = '108177215500001';
const customer = '24011987654321001';
const timestamp = 1_760_000_100_123;
const url = 'https://scontent.xx.fbcdn.net/v/t1.jpg?oh=1&oe=2';

const fromCustomer = (event: PageEvent): object =>
  exchanged({ sender: customer, recipient: account, timestamp }, event);
const fromPage = (event: PageEvent): object => exchanged({ sender: account, recipient: customer, timestamp }, event);

function eventsOf(product: PageProduct, ...events: object[]): InboundEvent[] {
  const { entries, ignored } = parsePageWebhook(pageWebhook(product.object, account, events), product);
  expect(ignored).toBe(0);
  return entries.flatMap(({ accountId, events: read }) => {
    expect(accountId).toBe(account);
    return read;
  });
}

const echo = (content: object): object => fromPage({ message: { mid: 'm_9', is_echo: true, ...content } });

describe.each([
  ['Messenger', facebook],
  ['Instagram', instagram],
] as const)('a message of %s', (_, product) => {
  const read = (event: PageEvent): InboundEvent[] => eventsOf(product, fromCustomer(event));
  const from = `${product.channel}:${customer}`;

  it('carries who, when and what', () => {
    expect(read(pageSends.text('m_1', 'Vocês abrem hoje? 😊'))).toEqual([
      {
        kind: 'message',
        eventId: 'm_1',
        providerId: 'm_1',
        from,
        name: null,
        group: null,
        timestamp,
        fromMe: false,
        type: 'chat',
        body: 'Vocês abrem hoje? 😊',
        media: null,
        quotedProviderId: null,
        data: null,
        forwarded: false,
      },
    ]);
  });

  it('knows what it answers and the advertisement it came from', () => {
    const referral = { ref: 'promo', ad_id: '6045246247433', source: 'ADS', type: 'OPEN_THREAD' };
    expect(read(pageSends.text('m_1', 'oi', { reply_to: { mid: 'm_0' }, referral }))).toMatchObject([
      { quotedProviderId: 'm_0', data: { referral } },
    ]);
  });

  it.each([
    ['image', pageSends.image, 'image'],
    ['audio', pageSends.audio, 'audio'],
    ['video', pageSends.video, 'video'],
    ['file', pageSends.file, 'application'],
    ['sticker', pageSends.sticker, 'sticker'],
    ['share', pageSends.share, 'image'],
  ] as const)('may be a file: %s', (__, build, type) => {
    expect(read(build('m_1', url))).toMatchObject([{ type, body: '', media: { ref: url } }]);
  });

  it('has one file each', () => {
    expect(read(pageSends.pictures('m_1', url, `${url}2`, `${url}3`))).toMatchObject([
      { eventId: 'm_1', providerId: 'm_1', media: { ref: url } },
      { eventId: 'm_1#1', providerId: 'm_1#1', media: { ref: `${url}2` } },
      { eventId: 'm_1#2', providerId: 'm_1#2', media: { ref: `${url}3` } },
    ]);
  });

  it('keeps the story it answers or mentions, and what is shared', () => {
    expect(read(pageSends.storyReply('m_1', 'que lindo!', url))).toMatchObject([
      {
        type: 'chat',
        body: 'que lindo!',
        media: null,
        quotedProviderId: null,
        data: { story: { kind: 'reply', url } },
      },
    ]);
    expect(read(pageSends.storyMention('m_2', url))).toMatchObject([
      { type: 'image', media: { ref: url }, data: { story: { kind: 'mention', url } } },
    ]);
    expect(read(pageSends.reel('m_3', url, 'Receita'))).toMatchObject([
      { type: 'video', body: 'Receita', media: { ref: url }, data: { shared: { type: 'ig_reel' } } },
    ]);
  });

  it('may be a place, a link, an answer to choices or a button', () => {
    expect(read(pageSends.location('m_1', -23.5, -46.6))).toMatchObject([
      { type: 'locationMessage', data: { latitude: -23.5, longitude: -46.6 } },
    ]);
    expect(read(pageSends.link('m_2', 'Loja', 'https://loja.example'))).toMatchObject([
      { type: 'chat', body: 'Loja\nhttps://loja.example' },
    ]);
    expect(read(pageSends.quickReply('m_3', 'Vendas', 'q-1'))).toMatchObject([
      { type: 'interactive', body: 'Vendas', data: { reply: { kind: 'quick_reply', id: 'q-1', title: 'Vendas' } } },
    ]);
    expect(read(pageSends.postback('m_4', 'Começar', 'START'))).toMatchObject([
      { type: 'interactive', body: 'Começar', data: { reply: { kind: 'postback', id: 'START' } } },
    ]);
    expect(read({ postback: { title: 'Menu', payload: 'MENU' } })).toMatchObject([
      { eventId: `postback:${from}:${timestamp}`, body: 'Menu' },
    ]);
  });

  it('that cannot be shown is stored as such', () => {
    expect(read(pageSends.unsupported('m_1'))).toMatchObject([{ type: 'unsupported' }]);
    expect(read({ message: { mid: 'm_2', attachments: [{ type: 'hologram', payload: {} }] } })).toMatchObject([
      { type: 'unsupported', data: { providerType: 'hologram' } },
    ]);
    expect(read({ message: { mid: 'm_3', attachments: [{ type: 'toString', payload: { url } }] } })).toMatchObject([
      { type: 'unsupported' },
    ]);
  });

  it('is edited and deleted by its author', () => {
    expect(read(pageSends.edited('m_1', 'corrigido'))).toMatchObject([
      { kind: 'change', eventId: 'm_1:edit:1', from, fromMe: false, targetProviderId: 'm_1', body: 'corrigido' },
    ]);
    expect(read(pageSends.deleted('m_1'))).toMatchObject([{ kind: 'change', targetProviderId: 'm_1', body: null }]);
  });

  it('gets and loses reactions', () => {
    expect(read(pageSends.reaction('m_1', '🎉'))).toMatchObject([
      { kind: 'reaction', from, targetProviderId: 'm_1', emoji: '🎉' },
    ]);
    expect(read({ reaction: { reaction: 'wow', action: 'react', mid: 'm_1' } })).toMatchObject([{ emoji: '😮' }]);
    expect(read(pageSends.reactionRemoved('m_1'))).toMatchObject([{ kind: 'reaction', emoji: null }]);
  });

  it('is delivered and read', () => {
    expect(read(pageSends.delivered(timestamp, 'm_1', 'm_2'))).toMatchObject([
      { kind: 'status', providerId: 'm_1', status: 'delivered', recipient: from },
      { kind: 'status', providerId: 'm_2', status: 'delivered' },
    ]);
    expect(read(pageSends.delivered(timestamp - 5))).toMatchObject([
      { kind: 'watermark', status: 'delivered', from, until: timestamp - 5 },
    ]);
    expect(read(pageSends.readUntil(timestamp - 7))).toMatchObject([
      { kind: 'watermark', status: 'read', from, until: timestamp - 7 },
    ]);
    expect(read(pageSends.seen('m_3'))).toMatchObject([
      { kind: 'status', providerId: 'm_3', status: 'read' },
      { kind: 'watermark', status: 'read', until: timestamp },
    ]);
  });

  it('of another program is only stored, and thread control changes nothing', () => {
    const webhook = pageWebhook(product.object, account, [fromCustomer(pageSends.text('m_1', 'oi'))], 'standby');
    expect(parsePageWebhook(webhook, product).entries).toMatchObject([{ events: [{ body: 'oi', standby: true }] }]);
    expect(read(pageSends.passedThread('263902037430900'))).toEqual([]);
  });

  it('comes back as an echo: ours by its metadata, another device otherwise', () => {
    expect(eventsOf(product, echo({ text: 'Olá', metadata: metadataOf(4211), app_id: 1 }))).toMatchObject([
      { kind: 'status', status: 'sent', messageId: 4211, providerId: 'm_9', recipient: from },
    ]);
    expect(eventsOf(product, echo({ text: 'resto', metadata: metadataOf(0) }))).toEqual([]);
    for (const metadata of [undefined, 'atende-x', 'atende-1234567890123456', 'outro'])
      expect(eventsOf(product, echo({ text: 'Do celular', metadata }))).toMatchObject([
        { kind: 'message', fromMe: true, from, body: 'Do celular' },
      ]);
    // a customer's metadata must not mark a message as ours
    expect(read({ message: { mid: 'm_1', text: 'oi', metadata: metadataOf(4211) } })).toMatchObject([
      { fromMe: false },
    ]);
  });
});

describe('a webhook of a page', () => {
  it('is read entry by entry, and what is broken is counted', () => {
    const body = {
      object: 'page',
      entry: [
        {
          id: account,
          time: 1,
          messaging: [fromCustomer(pageSends.text('m_1', 'um')), null, fromCustomer({ message: {} })],
        },
        {
          id: '2',
          time: 1,
          messaging: [exchanged({ sender: '7', recipient: '2', timestamp }, pageSends.text('m_2', 'dois'))],
        },
        { id: '3', time: 1, changes: [{ field: 'feed', value: {} }] },
        'x',
      ],
    };
    const { entries, ignored } = parsePageWebhook(body, facebook);
    expect(entries).toMatchObject([
      { accountId: account, events: [{ body: 'um' }] },
      { accountId: '2', events: [{ body: 'dois' }] },
    ]);
    expect(ignored).toBe(4);
  });

  it.each([
    ['nothing', undefined],
    ['another object', { object: 'instagram', entry: [] }],
    ['no entries', { object: 'page' }],
    ['a list', []],
  ])('that is %s changes nothing', (_, body) => {
    expect(parsePageWebhook(body, facebook)).toEqual({ entries: [], ignored: 1 });
  });

  it.each([
    ['no sender', { recipient: { id: account }, timestamp, message: { mid: 'm', text: 'x' } }],
    ['no time', { sender: { id: '1' }, recipient: { id: account }, message: { mid: 'm', text: 'x' } }],
    ['a very long id', fromCustomer(pageSends.text('m'.repeat(300), 'x'))],
    ['an unknown kind', fromCustomer({ game_play: {} })],
  ])('counts an event with %s', (_, event) => {
    expect(parsePageWebhook(pageWebhook('page', account, [event]), facebook)).toEqual({ entries: [], ignored: 1 });
  });
});

it('an address belongs to one channel', () => {
  expect(scopedIdOf(facebook, addressOf(facebook, '123'))).toBe('123');
  expect(scopedIdOf(facebook, addressOf(instagram, '123'))).toBeNull();
  expect(scopedIdOf(facebook, '5511987654321')).toBeNull();
});
