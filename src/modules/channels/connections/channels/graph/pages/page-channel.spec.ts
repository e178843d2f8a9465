import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GraphSimulator } from '../../../../../../../test/support/graph-simulator/graph-simulator.js';
import { pageSends } from '../../../../../../../test/support/graph-simulator/page-events.js';
import { defaultPage, userToken } from '../../../../../../../test/support/graph-simulator/pages.js';
import { AppConfig } from '../../../../../../core/config/config.js';
import { OutboundHttp } from '../../../../../../core/http/outbound-http.js';
import { locales } from '../../../../../../core/i18n.js';
import type { ChannelConnection, OutboundMessage } from '../../channel.js';
import { FacebookChannel } from '../../facebook/facebook.channel.js';
import { InstagramChannel } from '../../instagram/instagram.channel.js';
import { GraphClient } from '../graph-client.js';
import { pageErrors } from './error-table.js';
import { textParts } from './message-body.js';
import type { PageChannel } from './page-channel.js';

const dayMs = 24 * 60 * 60 * 1000;
let folder: string;
let graph: GraphSimulator;
let http: OutboundHttp;
let ahead = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

beforeEach(async () => {
  ahead = 0;
  graph = new GraphSimulator({ now: () => Date.now() + ahead });
  http = new OutboundHttp(AppConfig.load({ NODE_ENV: 'test', DATA_DIR: folder, GRAPH_API_URL: await graph.start() }));
});
afterEach(async () => {
  await http.onApplicationShutdown();
  await graph.stop();
});

const clientTo = (url: string): GraphClient =>
  new GraphClient(http, AppConfig.load({ NODE_ENV: 'test', DATA_DIR: folder, GRAPH_API_URL: url }));

describe.each([
  ['facebook', 'page', FacebookChannel, defaultPage.pageId, '24011987654321001'],
  ['instagram', 'instagram', InstagramChannel, defaultPage.instagram.id, '9901198765432100'],
] as const)('the channel %s', (name, object, Driver, accountId, customer) => {
  const to = `${name}:${customer}`;
  let channel: PageChannel;

  const connection = (credentials: Record<string, string> = {}): ChannelConnection => ({
    id: 1,
    companyId: 1,
    channel: name,
    number: null,
    credentials: { token: defaultPage.token, accountId, ...credentials },
  });
  const message = (more: Partial<OutboundMessage> = {}): OutboundMessage => ({
    messageId: 4211,
    to,
    type: 'chat',
    body: 'Olá!',
    media: null,
    quotedProviderId: null,
    voice: false,
    byPerson: true,
    ...more,
  });
  const picture = (bytes = 'bytes da foto') => ({
    key: '1/foto.png',
    mime: 'image/png',
    name: 'foto.png',
    size: Buffer.byteLength(bytes),
    open: async () => Readable.from([Buffer.from(bytes)]),
  });
  const metadata = (id: number) => (name === 'facebook' ? { metadata: `atende-${id}` } : {});
  const accepted = (): Record<string, unknown>[] => graph.log.accepted.map(({ body }) => body);

  beforeEach(() => {
    channel = new Driver(clientTo(graph.url));
    graph.pages.customerSends({ id: customer, object }, pageSends.text('m_in', 'oi'));
  });

  it('answers a customer, with our id and what is quoted', async () => {
    expect(await channel.send(connection(), message({ quotedProviderId: 'm_in#2' }))).toEqual({
      ok: true,
      providerId: graph.log.accepted[0]?.id,
    });
    expect(accepted()).toEqual([
      {
        recipient: { id: customer },
        messaging_type: 'RESPONSE',
        reply_to: { mid: 'm_in' },
        message: { text: 'Olá!', ...metadata(4211) },
      },
    ]);
  });

  it('sends with the token of a page as with that of a user who manages it', async () => {
    expect(await channel.send(connection({ token: userToken }), message())).toMatchObject({ ok: true });
    expect(await channel.send(connection({ token: userToken }), message())).toMatchObject({ ok: true });
    expect(graph.log.requests.filter(({ path }) => path.endsWith('/accounts'))).toHaveLength(1);
  });

  it('uploads a file once, and sends its caption after it', async () => {
    const file = message({ type: 'image', media: picture(), body: 'Veja' });
    expect(await channel.send(connection(), file)).toMatchObject({ ok: true, providerId: graph.log.accepted[0]?.id });
    expect(await channel.send(connection(), { ...file, body: '' })).toMatchObject({ ok: true });
    const [first, caption, second] = accepted();
    expect(first).toMatchObject({
      message: {
        attachment: { type: 'image', payload: { attachment_id: expect.any(String) } },
        ...metadata(4211),
      },
    });
    expect(caption).toMatchObject({ message: { text: 'Veja', ...metadata(0) } });
    expect(second?.['message']).toEqual(first?.['message']);
    expect(graph.log.requests.filter(({ path }) => path.endsWith('/message_attachments'))).toHaveLength(1);
  });

  it('says that only the file went out', async () => {
    graph.pages.refusedTexts.add('Veja');
    const outcome = await channel.send(connection(), message({ type: 'image', media: picture(), body: 'Veja' }));
    expect(outcome).toMatchObject({
      ok: false,
      kind: 'permanent',
      text: { pt: expect.stringMatching(/^Só o início/) },
    });
  });

  it('cuts long texts between words', async () => {
    const body = 'palavra '.repeat(400).trim();
    expect(await channel.send(connection(), message({ body }))).toMatchObject({ ok: true });
    const texts = graph.log.accepted.map((each) => (each.body['message'] as { text: string }).text);
    expect(texts.length).toBeGreaterThan(1);
    expect(texts.join(' ')).toBe(body);
  });

  it('offers choices as quick replies', async () => {
    const interactive = {
      type: 'button' as const,
      header: null,
      footer: 'Escolha',
      buttons: [
        { id: '1', title: 'Vendas' },
        { id: '2', title: 'Suporte' },
      ],
      label: null,
      sections: [],
    };
    expect(await channel.send(connection(), message({ type: 'interactive', body: 'Olá', interactive }))).toMatchObject({
      ok: true,
    });
    expect(accepted()).toMatchObject([
      {
        message: {
          text: 'Olá\n\nEscolha',
          quick_replies: [
            { content_type: 'text', title: 'Vendas', payload: '1' },
            { content_type: 'text', title: 'Suporte', payload: '2' },
          ],
        },
      },
    ]);
  });

  it('uses the tag after a day, for people and where the connection has it', async () => {
    ahead = 2 * dayMs;
    const week = connection({ replyHours: '168' });
    const closed = { ok: false, kind: 'permanent', code: '10', text: { pt: expect.stringContaining('prazo da Meta') } };
    expect(await channel.send(connection(), message())).toMatchObject(closed);
    expect(await channel.send(week, message())).toMatchObject(closed);
    graph.pages.humanAgent = true;
    expect(await channel.send(week, message({ byPerson: false }))).toMatchObject(closed);
    expect(await channel.send(week, message())).toMatchObject({ ok: true });
    expect(graph.log.accepted).toMatchObject([{ body: { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' } }]);
  });

  it('reacts, marks as read and shows typing', async () => {
    const target = { to, targetProviderId: 'm_in' };
    expect(await channel.react(connection(), { ...target, emoji: '❤️' })).toMatchObject({ ok: true });
    expect(await channel.react(connection(), { ...target, emoji: null })).toMatchObject({ ok: true });
    await channel.markRead(connection(), ['m_in'], to);
    await channel.showTyping(connection(), 'm_in', to);
    const recipient = { id: customer };
    const reaction = name === 'instagram' ? 'love' : '❤️';
    expect(graph.pages.actions).toEqual([
      { recipient, sender_action: 'react', payload: { message_id: 'm_in', reaction } },
      { recipient, sender_action: 'unreact', payload: { message_id: 'm_in' } },
      { recipient, sender_action: 'mark_seen' },
      { recipient, sender_action: 'typing_on' },
    ]);
  });

  it('fetches files and profiles', async () => {
    const ref = graph.pages.hostFile(new URL(graph.url).origin, Buffer.from('foto'), 'image/jpeg');
    const file = await channel.fetchMedia(connection(), ref);
    expect([file.mime, (await buffer(file.stream)).toString()]).toEqual(['image/jpeg', 'foto']);
    await expect(channel.fetchMedia(connection(), `${ref}0`)).rejects.toMatchObject({ refusal: { kind: 'retry' } });
    graph.pages.profiles.set(customer, { name: 'Bia Prado', profile_pic: ref });
    expect(await channel.profile(connection(), to)).toEqual({ name: 'Bia Prado', pictureRef: ref });
    graph.pages.profiles.set(customer, { username: 'bia.prado' });
    expect(await channel.profile(connection(), to)).toEqual({ name: 'bia.prado', pictureRef: null });
    graph.pages.profiles.clear();
    expect(await channel.profile(connection(), to)).toBeNull();
  });

  it.each([
    ['a token that expired', [190, 463], 'auth'],
    ['a permission that is missing for this contact', [10], 'permanent'],
    ['a permission of the page that is missing for this contact', [230], 'permanent'],
    ['a contact who blocked the page', [200, 1545041], 'permanent'],
    ['a contact who cannot be reached', [10, 2018108], 'permanent'],
    ['a closed window', [10, name === 'facebook' ? 2018278 : 2534022], 'permanent'],
    ['a contact who is gone', [100, name === 'facebook' ? 2018001 : 2534014], 'permanent'],
    ['a contact who blocked the company', [551, 1545041], 'permanent'],
    ['too many calls', [613], 'rate'],
    ['trouble at Meta', [1200], 'retry'],
    ['an error that is not documented', [99_999], 'permanent'],
  ] as const)('knows %s', async (_, refusal, kind) => {
    graph.pages.refusals.set(customer, refusal as readonly [number, number?]);
    expect(await channel.send(connection(), message())).toMatchObject({ ok: false, kind, code: String(refusal[0]) });
  });

  it('stops where the permission is missing for the whole account', async () => {
    graph.pages.refusals.set(customer, [200]);
    graph.pages.pages.splice(0, 1, { ...defaultPage, mayMessage: false });
    expect(await channel.send(connection(), message())).toMatchObject({ ok: false, kind: 'auth', code: '200' });
  });

  it('does not know whether a message left when the connection breaks', async () => {
    await channel.send(connection(), message());
    graph.failNext('accept-then-drop');
    expect(await channel.send(connection(), message())).toMatchObject({ ok: false, kind: 'uncertain' });
    await graph.stop();
    expect(await channel.send(connection(), message())).toMatchObject({ ok: false, kind: 'retry' });
  });

  it('refuses a contact of another channel and a connection without a token', async () => {
    expect(await channel.send(connection(), message({ to: '5511987654321' }))).toMatchObject({
      ok: false,
      kind: 'permanent',
      code: 'foreign_address',
    });
    expect(await channel.send(connection({ token: '' }), message())).toMatchObject({ ok: false, kind: 'auth' });
    expect(graph.log.accepted).toEqual([]);
  });

  describe('its check', () => {
    const facts = { name: name === 'facebook' ? defaultPage.name : '@loja.simulada' };

    it('finds the account of a token', async () => {
      expect(await channel.check(connection())).toMatchObject({ ok: true, facts, problem: null, accountId });
      expect(await channel.check(connection({ accountId: '' }))).toMatchObject({ ok: true, facts, accountId });
      expect(await channel.check(connection({ accountId: '', token: userToken }))).toMatchObject({
        ok: true,
        accountId,
      });
    });

    it('offers the accounts of a token that has several', async () => {
      const instagramOfBranch = { id: '17841400008460999', username: 'filial' };
      const branch = { pageId: '108177215500002', name: 'Filial', token: 'EAAG-filial', instagram: instagramOfBranch };
      graph.pages.pages.push(branch);
      const ids = name === 'facebook' ? [accountId, branch.pageId] : [accountId, instagramOfBranch.id];
      expect(await channel.check(connection({ accountId: '', token: userToken }))).toMatchObject({
        ok: false,
        kind: 'auth',
        code: 'account_not_chosen',
        text: { pt: expect.stringContaining(ids[1] ?? '') },
        accounts: ids.map((id) => ({ id })),
      });
      expect(await channel.check(connection({ accountId: ids[1] ?? '', token: userToken }))).toMatchObject({
        ok: true,
        accountId: ids[1],
      });
    });

    it('says what is wrong', async () => {
      expect(await channel.check(connection({ accountId: '1' }))).toMatchObject({
        ok: false,
        kind: 'auth',
        code: '100',
      });
      expect(await channel.check(connection({ token: '' }))).toMatchObject({ ok: false, kind: 'auth' });
      graph.revokeToken(defaultPage.token);
      expect(await channel.check(connection())).toMatchObject({ ok: false, kind: 'auth', code: '190' });
      graph.restoreToken(defaultPage.token);
      graph.pages.pages.splice(0, 1, { ...defaultPage, subscribed: false });
      expect(await channel.check(connection())).toMatchObject({ ok: true, problem: { code: 'not_subscribed' } });
      graph.pages.pages.splice(0);
      expect(await channel.check(connection({ token: userToken }))).toMatchObject({ ok: false, code: 'no_accounts' });
    });
  });
});

it('every documented error has a text of its own in every language', () => {
  for (const [code, { text }] of Object.entries(pageErrors))
    expect([code, new Set(locales.map((locale) => text[locale])).size]).toEqual([code, 3]);
});

it('texts are cut without breaking characters', () => {
  expect(textParts('  ', 10)).toEqual([]);
  expect(textParts('curto', 10)).toEqual(['curto']);
  expect(textParts('ação é bom', 10)).toEqual(['ação é', 'bom']);
  const emojis = textParts('😀'.repeat(6), 10);
  expect(emojis.join('')).toBe('😀'.repeat(6));
  expect(emojis.every((part) => Buffer.byteLength(part) <= 10)).toBe(true);
});
