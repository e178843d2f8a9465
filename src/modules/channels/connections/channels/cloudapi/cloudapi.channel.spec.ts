import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  defaultNumber,
  GraphSimulator,
  sends,
} from '../../../../../../test/support/graph-simulator/graph-simulator.js';
import { AppConfig } from '../../../../../core/config/config.js';
import { OutboundHttp } from '../../../../../core/http/outbound-http.js';
import type { ChannelConnection, InboundEvent, OutboundMessage } from '../channel.js';
import { GraphRefusal } from '../graph/errors.js';
import { GraphClient } from '../graph/graph-client.js';
import { challengeOf, validSignature } from '../graph/signature.js';
import { CloudApiChannel } from './cloudapi.channel.js';
import { parseWebhook } from './parse.js';

const customer = '5511987654321';
const { token, phoneNumberId } = defaultNumber;
const connection: ChannelConnection = {
  id: 1,
  companyId: 1,
  channel: 'cloudapi',
  number: null,
  credentials: { token, phoneNumberId },
};
const message = (more: Partial<OutboundMessage> = {}): OutboundMessage => ({
  messageId: 4211,
  to: customer,
  type: 'chat',
  body: 'Olá!',
  media: null,
  quotedProviderId: null,
  voice: false,
  ...more,
});

let folder: string;
let simulator: GraphSimulator;
let http: OutboundHttp;
let channel: CloudApiChannel;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cloudapi-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

function channelTo(url: string): CloudApiChannel {
  const config = AppConfig.load({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    GRAPH_API_URL: url,
  });
  http = new OutboundHttp(config);
  return new CloudApiChannel(new GraphClient(http, config));
}

beforeEach(async () => {
  simulator = new GraphSimulator();
  channel = channelTo(await simulator.start());
});

afterEach(async () => {
  await http.onApplicationShutdown();
  await simulator.stop();
});

/** A file in storage that counts how often it was opened and knows whether it was closed. */
function file(
  bytes: Buffer,
  mime: string,
  name = 'arquivo',
): { media: NonNullable<OutboundMessage['media']>; opened: Readable[] } {
  const opened: Readable[] = [];
  const open = async (): Promise<Readable> => {
    const stream = Readable.from([bytes], { objectMode: false });
    opened.push(stream);
    return stream;
  };
  return { media: { key: `1/${name}`, mime, name, size: bytes.length, open }, opened };
}

describe('sending through the Cloud API', () => {
  it('carries our id, what is quoted and the text', async () => {
    const outcome = await channel.send(
      connection,
      message({ body: 'Veja https://exemplo.com.br', quotedProviderId: 'wamid.A' }),
    );
    expect(simulator.log.accepted).toHaveLength(1);
    const [accepted] = simulator.log.accepted;
    expect(outcome).toEqual({ ok: true, providerId: accepted?.id });
    expect(accepted?.body).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: customer,
      context: { message_id: 'wamid.A' },
      biz_opaque_callback_data: '4211',
      type: 'text',
      text: { body: 'Veja https://exemplo.com.br', preview_url: true },
    });
  });

  it('addresses groups and users without a visible number as Meta wants it', async () => {
    await channel.send(connection, message({ to: 'Y2FwaV9ncm91cDox' }));
    await channel.send(connection, message({ to: 'BR.13491208655302741918' }));
    expect(simulator.log.accepted.map(({ body }) => [body['recipient_type'], body['to'], body['recipient']])).toEqual([
      ['group', 'Y2FwaV9ncm91cDox', undefined],
      ['individual', undefined, 'BR.13491208655302741918'],
    ]);
  });

  it('uploads a file byte by byte and sends it by its id, with caption and name', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
    const { media } = file(bytes, 'application/pdf', 'orçamento "final".pdf');
    expect(await channel.send(connection, message({ type: 'application', body: 'Segue', media }))).toMatchObject({
      ok: true,
    });
    const part = simulator.log.accepted[0]?.body['document'] as { id: string; caption: string; filename: string };
    expect(part).toMatchObject({ caption: 'Segue', filename: 'orçamento "final".pdf' });
    const fetched = await channel.fetchMedia(connection, part.id);
    expect(fetched).toMatchObject({ mime: 'application/pdf', size: bytes.length });
    expect((await buffer(fetched.stream)).equals(bytes)).toBe(true);
  });

  it.each([
    ['image', 'image/jpeg', { caption: 'Olá!' }],
    ['video', 'video/mp4', { caption: 'Olá!' }],
    ['sticker', 'image/webp', {}],
    ['audio', 'audio/mpeg', {}],
  ] as const)('sends %s', async (type, mime, more) => {
    const { media } = file(Buffer.from('bytes'), mime);
    expect(await channel.send(connection, message({ type, media }))).toMatchObject({ ok: true });
    expect(simulator.log.accepted[0]?.body[type]).toEqual({ id: expect.any(String), ...more });
  });

  it('sends a voice message as one', async () => {
    const { media } = file(Buffer.from('OggS…OpusHead'), 'audio/ogg');
    await channel.send(connection, message({ type: 'audio', voice: true, body: '', media }));
    const part = simulator.log.accepted[0]?.body['audio'] as { id: string; voice: boolean };
    expect(part.voice).toBe(true);
    expect((await channel.fetchMedia(connection, part.id)).mime).toBe('audio/ogg; codecs=opus');
  });

  it('uploads a file once for many messages, also when they go out together', async () => {
    const { media, opened } = file(Buffer.from('bytes'), 'image/png');
    await Promise.all(
      [1, 2, 3].map((messageId) => channel.send(connection, message({ messageId, type: 'image', media }))),
    );
    await channel.send(connection, message({ messageId: 4, type: 'image', media }));
    expect(simulator.log.accepted).toHaveLength(4);
    expect(opened).toHaveLength(1);
    await channel.send(
      { ...connection, credentials: { token, phoneNumberId: 'outro' } },
      message({ type: 'image', media }),
    );
    expect(opened).toHaveLength(2);
  });

  it('does not remember an upload that failed', async () => {
    const { media } = file(Buffer.from('bytes'), 'image/tiff');
    expect(await channel.send(connection, message({ type: 'image', media }))).toMatchObject({
      ok: false,
      kind: 'permanent',
      code: '100',
    });
    expect(
      await channel.send(connection, message({ type: 'image', media: { ...media, mime: 'image/png' } })),
    ).toMatchObject({ ok: true });
    expect(simulator.log.accepted).toHaveLength(1);
  });

  it('reports a refusal of the recipient, the window and the rates', async () => {
    simulator.refuse(customer, 131026);
    expect(await channel.send(connection, message())).toMatchObject({ ok: false, kind: 'permanent', code: '131026' });
    simulator.stopRefusing(customer);
    simulator.options.pair = { everyMs: 60_000, burst: 1 };
    expect(await channel.send(connection, message())).toMatchObject({ ok: true });
    expect(await channel.send(connection, message())).toMatchObject({
      ok: false,
      kind: 'rate',
      code: '131056',
      retryAfterMs: 6000,
    });
    simulator.options.throughput = { perSecond: 0.01, burst: 0 };
    expect(await channel.send(connection, message({ to: '5521900000000' }))).toMatchObject({
      ok: false,
      kind: 'rate',
      code: '130429',
    });
    expect(simulator.log.accepted).toHaveLength(1);
  });

  it('knows a dead token, a wrong number and missing credentials', async () => {
    const wrong = { ...connection, credentials: { token, phoneNumberId: '999' } };
    expect(await channel.send(wrong, message())).toMatchObject({ ok: false, kind: 'auth', code: '100' });
    simulator.revokeToken(token);
    expect(await channel.send(connection, message())).toMatchObject({ ok: false, kind: 'auth', code: '190' });
    expect(await channel.send({ ...connection, credentials: { token } }, message())).toMatchObject({
      ok: false,
      kind: 'auth',
    });
    expect(simulator.log.accepted).toHaveLength(0);
  });

  it('does not know whether a message left when the connection breaks', async () => {
    for (const fault of ['accept-then-drop', 'accept-then-504', 'drop-before'] as const) {
      simulator.failNext(fault);
      expect([fault, await channel.send(connection, message())]).toEqual([
        fault,
        expect.objectContaining({ ok: false, kind: 'uncertain' }),
      ]);
    }
    expect(simulator.log.duplicates()).toEqual(['4211']);
    simulator.failNext({ code: 131016 });
    expect(await channel.send(connection, message())).toMatchObject({ ok: false, kind: 'retry', code: '131016' });
  });

  it('may try again when nobody listens, and closes the file', async () => {
    await simulator.stop();
    const { media, opened } = file(Buffer.from('bytes'), 'image/png');
    expect(await channel.send(connection, message())).toMatchObject({ ok: false, kind: 'retry' });
    expect(await channel.send(connection, message({ type: 'image', media }))).toMatchObject({
      ok: false,
      kind: 'retry',
    });
    expect(opened.map((stream) => stream.destroyed)).toEqual([true]);
    simulator = new GraphSimulator();
    await simulator.start();
  });

  it('marks as read', async () => {
    await channel.markRead(connection, ['wamid.ANTERIOR', 'wamid.CLIENTE']);
    expect(simulator.log.readReceipts).toEqual(['wamid.CLIENTE']);
    simulator.revokeToken(token);
    await expect(channel.markRead(connection, ['wamid.ANTERIOR', 'wamid.CLIENTE'])).rejects.toThrow(GraphRefusal);
  });

  it('tells that a file is gone without blaming the connection', async () => {
    await expect(channel.fetchMedia(connection, '12345')).rejects.toMatchObject({ refusal: { kind: 'permanent' } });
  });
});

describe('the simulator behind it', () => {
  let callback: Server;
  let answers: number[];
  let received: { events: InboundEvent[]; ignored: number };
  let refused: number;
  let url: string;

  beforeEach(async () => {
    answers = [];
    received = { events: [], ignored: 0 };
    refused = 0;
    callback = createServer((request, response) => {
      void buffer(request).then((raw) => {
        const status = answers.shift() ?? 200;
        if (!validSignature(raw, request.headers['x-hub-signature-256'], simulator.options.appSecret)) refused += 1;
        if (status === 200) {
          const { entries, ignored } = parseWebhook(JSON.parse(raw.toString('utf8')));
          received.events.push(...entries.flatMap(({ events }) => events));
          received.ignored += ignored;
        }
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => callback.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/webhooks/cloudapi/1`;
  });

  afterEach(async () => {
    callback.closeAllConnections();
    await new Promise((resolve) => callback.close(resolve));
  });

  it('tells every kind of message in a shape that is understood', async () => {
    const picture = { bytes: Buffer.from('jpeg'), mime: 'image/jpeg' };
    const contents = [
      sends.text('oi'),
      sends.image(picture, 'legenda'),
      sends.video({ bytes: Buffer.from('mp4'), mime: 'video/mp4' }),
      sends.audio({ bytes: Buffer.from('mp3'), mime: 'audio/mpeg' }),
      sends.voice({ bytes: Buffer.from('ogg'), mime: 'audio/ogg; codecs=opus' }),
      sends.sticker({ bytes: Buffer.from('webp'), mime: 'image/webp' }),
      sends.document({ bytes: Buffer.from('pdf'), mime: 'application/pdf' }, 'a.pdf'),
      sends.location({ latitude: -23.5, longitude: -46.6, name: 'Loja' }),
      sends.contacts([{ name: 'Rui', phone: '5521912345678' }]),
      sends.contacts([
        { name: 'Rui', phone: '5521912345678' },
        { name: 'Lia', phone: '5521912345679' },
      ]),
      sends.reaction('wamid.A', '👍'),
      sends.reactionRemoved('wamid.A'),
      sends.button('Sim'),
      sends.buttonReply('1', 'Financeiro'),
      sends.listReply('2', 'Suporte'),
      sends.order('cat', [{ id: 'x', quantity: 1, price: 2 }]),
      sends.numberChanged(customer, '5511977777777'),
      sends.unsupported(),
    ];
    const ids = contents.map((content) => simulator.customerSends({ from: customer, name: 'Ana' }, content));
    simulator.setCallbackUrl(url);
    await simulator.settled();
    expect(refused).toBe(0);
    expect(received.ignored).toBe(0);
    expect(received.events.map(({ eventId }) => eventId).sort()).toEqual([...ids].sort());
    const types = received.events.map((event) => (event.kind === 'message' ? event.type : event.kind));
    expect(types.filter((type) => type === 'unsupported')).toHaveLength(2);
    const image = received.events.find((event) => event.kind === 'message' && event.type === 'image');
    const ref = image?.kind === 'message' ? (image.media?.ref ?? '') : '';
    expect((await buffer((await channel.fetchMedia(connection, ref)).stream)).toString()).toBe('jpeg');
  });

  it('repeats a webhook until it is answered with 200', async () => {
    answers = [503, 500, 404];
    simulator.customerSends({ from: customer }, sends.text('insiste'));
    simulator.setCallbackUrl(url);
    await simulator.settled();
    expect(simulator.log.webhooks.map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 503],
      [2, 500],
      [3, 404],
      [4, 200],
    ]);
    expect(received.events).toHaveLength(1);
  });

  it('skips, repeats and reorders statuses as it is told to, and the same way for the same seed', async () => {
    const run = async (seed: number): Promise<string[]> => {
      await simulator.stop();
      const statuses = { read: true, delayMs: [1, 3], skip: 0.3, repeat: 0.3, shuffle: 0.5 } as const;
      simulator = new GraphSimulator({ seed, statuses, webhooks: { parallel: 1 } });
      channel = channelTo(await simulator.start());
      simulator.setCallbackUrl(url);
      received.events = [];
      for (let messageId = 1; messageId <= 12; messageId += 1) await channel.send(connection, message({ messageId }));
      await simulator.settled();
      const told = received.events.filter((event) => event.kind === 'status');
      return told
        .map((event) => `${event.messageId}:${event.status}`)
        .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
    };
    const told = await run(7);
    const kinds = new Set(told);
    expect(told.length).toBeGreaterThan(kinds.size);
    expect(kinds.size).toBeLessThan(36);
    for (let id = 1; id <= 12; id += 1) expect(kinds).toContain(`${id}:read`);
    expect(
      told.some((status, index) => status.endsWith(':sent') && told[index - 1] === status.replace('sent', 'read')),
    ).toBe(true);
    expect(await run(7)).toEqual(told);
    expect(await run(8)).not.toEqual(told);
  });

  it('sends a webhook again that was already answered', async () => {
    simulator.options.webhooks.duplicate = 1;
    const id = simulator.customerSends({ from: customer }, sends.text('oi'));
    simulator.setCallbackUrl(url);
    await simulator.settled();
    expect(received.events.map(({ eventId }) => eventId)).toEqual([id, id]);
  });

  it('gathers what happened into batches', async () => {
    for (let count = 0; count < 50; count += 1) simulator.customerSends({ from: customer }, sends.text(String(count)));
    simulator.setCallbackUrl(url);
    await simulator.settled();
    expect(received.events).toHaveLength(50);
    expect(simulator.log.webhooks).toHaveLength(3);
  });

  it('proves a webhook address as the platform does', async () => {
    const honest = createServer((request, response) => {
      const query = Object.fromEntries(new URL(request.url ?? '', 'http://x').searchParams);
      const challenge = challengeOf(query, 'combinado');
      response.writeHead(challenge === null ? 403 : 200).end(challenge ?? '');
    });
    await new Promise<void>((resolve) => honest.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(honest.address() as AddressInfo).port}/webhook`;
    expect([await simulator.verify(address, 'combinado'), await simulator.verify(address, 'outro')]).toEqual([
      true,
      false,
    ]);
    honest.closeAllConnections();
    await new Promise((resolve) => honest.close(resolve));
  });

  it('fails later what it is told to refuse later, and closes the window after a day', async () => {
    simulator.setCallbackUrl(url);
    simulator.refuse(customer, 131049, { via: 'status', times: 1 });
    expect(await channel.send(connection, message())).toMatchObject({ ok: true });
    simulator.options.window = true;
    expect(await channel.send(connection, message({ messageId: 2 }))).toMatchObject({ ok: true });
    simulator.customerSends({ from: customer }, sends.text('oi'));
    expect(await channel.send(connection, message({ messageId: 3 }))).toMatchObject({ ok: true });
    await simulator.settled();
    const failed = received.events.filter((event) => event.kind === 'status' && event.status === 'failed');
    const reasons = failed.map((event) => (event.kind === 'status' ? [event.messageId, event.error?.code] : []));
    expect(new Map(reasons as [number, string][])).toEqual(
      new Map([
        [4211, '131049'],
        [2, '131047'],
      ]),
    );
    expect(failed).toHaveLength(2);
  });
});
