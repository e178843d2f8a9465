import { createHmac } from 'node:crypto';
import { startApp, type TestApp } from '../support/app.js';
import { bodyOf } from '../support/client.js';
import { files, form } from '../support/files.js';
import { defaultNumber, GraphSimulator, sends } from '../support/graph-simulator/graph-simulator.js';
import { violationsIn } from '../support/invariants.js';
import { type MessageRow, type Named, type TicketRow, type World, world } from '../support/world.js';

let graph: GraphSimulator;
let app: TestApp;
let w: World;
let connection: Named & { token?: string; metaToken?: string; webhookPath?: string };
let webhook: string;

const input = {
  name: 'WhatsApp da empresa',
  channel: 'cloudapi',
  facebookUserId: defaultNumber.phoneNumberId,
  facebookUserToken: defaultNumber.token,
  appSecret: 'simulated-app-secret',
  metaToken: 'senha-do-webhook',
};

beforeAll(async () => {
  // one POST at a time: the platform promises no order between those that travel side by side
  graph = new GraphSimulator({ statuses: { delayMs: [0, 0] }, webhooks: { parallel: 1 } });
  await graph.start();
  app = await startApp({ GRAPH_API_URL: graph.url, OUTBOUND_ALLOW: graph.host });
  w = await world(app);
  connection = bodyOf(await w.admin.post<typeof connection>('/whatsapp', { ...input, queueIds: [w.sales.id] }), 201);
  webhook = `${app.url}/webhooks/cloudapi/${connection.id}`;
  graph.callTo(webhook);
});
afterAll(async () => {
  await graph.stop();
  await app.close();
});

/** Until neither side has anything left to do or to say. */
async function settled(): Promise<void> {
  await graph.settled();
  await app.settled();
  await graph.settled();
  await app.settled();
}

/** Time passes: what waits for its moment is due, pauses are over and rates have room again. */
async function later(): Promise<void> {
  await app.database.query('update connections set paused_until = null');
  await app.database.query('delete from send_slots');
  await app.database.query(
    'update outbox_jobs set run_at = now() - make_interval(secs => 1), leased_until = null where failed_at is null',
  );
  await settled();
}

/** Messages that Meta took, reported as failed, and took again. */
const triedAgain: number[] = [];

let numbers = 5_511_940_000_000;
const newNumber = (): string => {
  numbers += 1;
  return String(numbers);
};

async function ticketOf(number: string): Promise<TicketRow> {
  const { tickets } = bodyOf(
    await w.admin.get<{ tickets: TicketRow[] }>(`/tickets?showAll=true&searchParam=${number}`),
  );
  const [ticket] = tickets;
  if (!ticket) throw new Error(`No conversation of ${number}`);
  return ticket;
}
const messagesOf = async ({ id }: TicketRow): Promise<MessageRow[]> =>
  bodyOf(await w.admin.get<{ messages: MessageRow[] }>(`/messages/${id}?peek=true`)).messages;

/** A conversation that a customer began and the attendant accepted. */
async function conversation(): Promise<{ number: string; ticket: TicketRow; wamid: string }> {
  const number = newNumber();
  const wamid = graph.customerSends({ from: number, name: 'Marina Costa' }, sends.text('Olá'));
  await settled();
  const { id } = await ticketOf(number);
  return { number, wamid, ticket: bodyOf(await w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' })) };
}

async function send(ticket: TicketRow, body: string): Promise<MessageRow> {
  const sent = bodyOf(await w.attendant.post<MessageRow>(`/messages/${ticket.id}`, { body }), 201);
  await settled();
  return sent;
}
const current = async (ticket: TicketRow, id: number): Promise<MessageRow | undefined> =>
  (await messagesOf(ticket)).find((message) => message.id === id);
const accepted = (id: number) => graph.log.accepted.filter(({ callbackData }) => callbackData === String(id));

describe('the address', () => {
  test('proves itself by the token, and to nobody else', async () => {
    expect(await graph.verify(webhook, input.metaToken)).toBe(true);
    expect(await graph.verify(webhook, 'outra')).toBe(false);
    expect(await graph.verify(`${app.url}/webhooks/cloudapi/999999`, input.metaToken)).toBe(false);
    const markup = await fetch(
      `${webhook}?hub.mode=subscribe&hub.verify_token=${input.metaToken}&hub.challenge=%3Cscript%3E`,
    );
    expect(markup.status).toBe(403);
  });

  test('takes only what is signed over exactly these bytes', async () => {
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [] });
    const post = (signature: string | undefined, text = body) =>
      app.visitor().request('POST', `/webhooks/cloudapi/${connection.id}`, {
        body: text,
        headers: { 'content-type': 'application/json', ...(signature ? { 'x-hub-signature-256': signature } : {}) },
      });
    const sign = (text: string, secret = input.appSecret): string =>
      `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
    expect((await post(sign(body))).status).toBe(200);
    for (const signature of [
      undefined,
      '',
      'sha256=',
      sign(body, 'outro segredo'),
      sign(`${body} `),
      sign(body).toUpperCase().replace('SHA256', 'sha1'),
    ]) {
      expect((await post(signature)).status).toBe(403);
    }
    expect((await post(sign(body), `${body}\n`)).status).toBe(403);
  });

  test('secrets are written, never read back; the connection can be used by integrations', async () => {
    const shown = bodyOf(await w.admin.get<Record<string, unknown>>(`/whatsapp/${connection.id}`));
    expect(shown).toMatchObject({ facebookUserTokenSet: true, appSecretSet: true, metaTokenSet: true });
    expect(shown['token']).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(shown)).not.toContain(defaultNumber.token);
    expect(JSON.stringify(shown)).not.toContain(input.appSecret);
    const colleague = bodyOf(await w.attendant.get<Record<string, unknown>>(`/whatsapp/${connection.id}`));
    expect(Object.keys(colleague).sort()).toEqual([
      'capabilities',
      'channel',
      'id',
      'isDefault',
      'name',
      'number',
      'queueIds',
      'queues',
      'status',
    ]);
    const [row] = await app.database.query('select credentials::text as sealed, token from connections where id = $1', [
      connection.id,
    ]);
    expect(JSON.stringify(row)).not.toContain(defaultNumber.token);
  });

  test('a number belongs to one connection of the platform', async () => {
    const other = await world(app);
    expect(await other.admin.post('/whatsapp', { ...input, queueIds: [] })).toMatchObject({
      status: 409,
      body: { fields: { facebookUserId: 'Este número já está em uso' } },
    });
    const { status, body } = await other.admin.post('/whatsapp', { name: 'Incompleta', channel: 'cloudapi' });
    expect([status, Object.keys(body.fields ?? {}).sort()]).toEqual([
      400,
      ['appSecret', 'facebookUserId', 'facebookUserToken'],
    ]);
  });
});

describe('customers', () => {
  test('their text opens a conversation; the answer reaches them once, with our id, and its ticks come back', async () => {
    const { number, ticket, wamid } = await conversation();
    expect(ticket).toMatchObject({
      status: 'open',
      queueId: w.sales.id,
      channel: 'cloudapi',
      contact: { name: 'Marina Costa', number },
    });
    const sent = await send(ticket, 'Olá, Marina!');
    expect(accepted(sent.id)).toEqual([
      expect.objectContaining({
        to: number,
        type: 'text',
        body: expect.objectContaining({ text: expect.objectContaining({ body: 'Olá, Marina!' }) }),
      }),
    ]);
    expect(await current(ticket, sent.id)).toMatchObject({ ack: 2, status: 'delivered' });
    graph.sendStatus(accepted(sent.id)[0]?.id ?? '', 'read');
    await settled();
    expect(await current(ticket, sent.id)).toMatchObject({ ack: 3, status: 'read' });
    bodyOf(await w.attendant.post(`/tickets/${ticket.id}/read`));
    await settled();
    expect(graph.log.readReceipts).toContain(wamid);
  });

  test('the same webhook again and again changes nothing', async () => {
    const number = newNumber();
    const id = graph.customerSends({ from: number }, sends.text('uma vez'));
    await settled();
    graph.customerSends({ from: number, id }, sends.text('uma vez'));
    graph.customerSends({ from: number, id }, sends.text('uma vez'));
    await settled();
    const ticket = await ticketOf(number);
    expect(ticket.unreadMessages).toBe(1);
    expect((await messagesOf(ticket)).map(({ body }) => body)).toEqual(['uma vez']);
  });

  test('a batch of many customers is as many conversations, each in its order', async () => {
    const people = Array.from({ length: 15 }, newNumber);
    for (const word of ['um', 'dois', 'três'])
      for (const from of people) graph.customerSends({ from }, sends.text(word));
    await settled();
    for (const number of people) {
      const ticket = await ticketOf(number);
      expect((await messagesOf(ticket)).map(({ body }) => body)).toEqual(['um', 'dois', 'três']);
      expect(ticket.unreadMessages).toBe(3);
    }
  });

  test('their files are fetched and kept, and stay when Meta has lost them', async () => {
    const number = newNumber();
    const file = ({ bytes, mime }: (typeof files)['png' | 'mp3' | 'pdf']) => ({ bytes, mime });
    graph.customerSends({ from: number }, sends.image(file(files.png), 'olha'));
    graph.customerSends({ from: number }, sends.voice(file(files.mp3)));
    graph.customerSends({ from: number }, sends.document(file(files.pdf), 'nota.pdf'));
    await settled();
    const messages = await messagesOf(await ticketOf(number));
    expect(messages.map(({ mediaType, mediaName, body }) => [mediaType, mediaName, body])).toEqual([
      ['image', null, 'olha'],
      ['audio', null, ''],
      ['application', 'nota.pdf', ''],
    ]);
    for (const [index, { bytes }] of [files.png, files.mp3, files.pdf].entries()) {
      const download = await w.attendant.download(messages[index]?.mediaUrl ?? '');
      expect(Buffer.from(await download.arrayBuffer()).equals(bytes)).toBe(true);
    }
  });

  test('places, cards, buttons and reactions', async () => {
    const { number, ticket, wamid } = await conversation();
    const sent = await send(ticket, 'Onde você está?');
    const [ours] = accepted(sent.id);
    graph.customerSends({ from: number }, sends.location({ latitude: -23.5, longitude: -46.6, name: 'Sé' }));
    graph.customerSends({ from: number }, sends.contacts([{ name: 'Rui', phone: '5511988887777' }]));
    graph.customerSends({ from: number, quoted: ours?.id ?? '' }, sends.buttonReply('sim', 'Sim, por favor'));
    graph.customerSends({ from: number }, sends.reaction(ours?.id ?? '', '👍'));
    await settled();
    const messages = await messagesOf(ticket);
    expect(messages.map(({ mediaType }) => mediaType)).toEqual([
      'chat',
      'chat',
      'locationMessage',
      'contactMessage',
      'interactive',
    ]);
    expect(messages[2]?.data).toMatchObject({ latitude: -23.5, longitude: -46.6 });
    expect(messages[4]).toMatchObject({ body: 'Sim, por favor', quotedMsg: { id: sent.id, fromMe: true } });
    expect(messages[1]?.reactions).toMatchObject([{ emoji: '👍', fromMe: false }]);
    graph.customerSends({ from: number }, sends.reactionRemoved(ours?.id ?? ''));
    await settled();
    expect((await current(ticket, sent.id))?.reactions).toEqual([]);
    expect(wamid).toMatch(/^wamid\./);
  });

  test('what cannot be understood is answered 200, so that it does not come for ever', async () => {
    const before = graph.log.webhooks.length;
    for (const body of [
      {},
      { entry: 'x' },
      { object: 'page', entry: [{ changes: [{ field: 'feed', value: {} }] }] },
      [null],
    ])
      graph.postWebhook(body);
    graph.customerSends({ from: newNumber() }, sends.unsupported());
    await settled();
    expect(graph.log.webhooks.slice(before).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  test('words for a number that is not ours are dropped, also when another company owns it', async () => {
    const rival = await world(app);
    const stranger = { ...defaultNumber, phoneNumberId: '777777777777777', token: 'outro-token' };
    bodyOf(
      await rival.admin.post('/whatsapp', { ...input, facebookUserId: stranger.phoneNumberId, queueIds: [] }),
      201,
    );
    graph.addNumber(stranger);
    const from = newNumber();
    graph.customerSends({ from, phoneNumberId: stranger.phoneNumberId }, sends.text('para quem?'));
    await settled();
    for (const client of [w.admin, rival.admin]) {
      expect(
        bodyOf(await client.get<{ tickets: TicketRow[] }>(`/tickets?showAll=true&searchParam=${from}`)).tickets,
      ).toEqual([]);
    }
  });
});

describe('statuses', () => {
  test('repeated, skipped and out of order, they only move up', async () => {
    const { ticket } = await conversation();
    const sent = await send(ticket, 'oi');
    const provider = accepted(sent.id)[0]?.id ?? '';
    for (const word of ['read', 'delivered', 'sent', 'read', 'delivered'] as const) {
      graph.sendStatus(provider, word);
      await settled();
    }
    expect(await current(ticket, sent.id)).toMatchObject({ ack: 3, status: 'read' });
    expect(await ticketOf(ticket.contact.number)).toMatchObject({ lastMessageAck: 3 });
  });

  test.each([
    ['answered at once', 'response'],
    ['reported later', 'status'],
  ] as const)('131026 and 131047 %s are clear words and may be tried again', async (_name, via) => {
    const { number, ticket } = await conversation();
    for (const [code, words] of [
      [131026, /não pode receber/],
      [131047, /24 horas/],
    ] as const) {
      graph.refuse(number, code, { via });
      const sent = await send(ticket, `recusada ${code}`);
      expect(await current(ticket, sent.id)).toMatchObject({
        ack: 0,
        status: 'failed',
        errorCode: String(code),
        errorText: expect.stringMatching(words),
      });
      graph.acceptFrom(number);
      if (via === 'status') triedAgain.push(sent.id);
      bodyOf(await w.attendant.post(`/messages/${sent.id}/retry`));
      await settled();
      expect(await current(ticket, sent.id)).toMatchObject({
        ack: 2,
        status: 'delivered',
        errorCode: null,
        errorText: null,
      });
    }
  });

  test.each([131056, 130429])('%i waits and goes out later, once', async (code) => {
    const { number, ticket } = await conversation();
    graph.refuse(number, code, { times: 2 });
    const sent = await send(ticket, 'devagar');
    expect(await current(ticket, sent.id)).toMatchObject({ status: 'queued', errorCode: null });
    await later();
    expect(await current(ticket, sent.id)).toMatchObject({ status: 'queued' });
    await later();
    expect(await current(ticket, sent.id)).toMatchObject({ status: 'delivered', ack: 2 });
    expect(accepted(sent.id)).toHaveLength(1);
  });

  test('what follows a waiting message does not overtake it', async () => {
    const { number, ticket } = await conversation();
    graph.refuse(number, 131056, { times: 1 });
    const first = await send(ticket, 'primeira');
    const second = await send(ticket, 'segunda');
    expect(accepted(second.id)).toEqual([]);
    await later();
    await later();
    const order = graph.log.accepted.filter(({ to }) => to === number).map(({ callbackData }) => callbackData);
    expect(order).toEqual([String(first.id), String(second.id)]);
  });

  test('a token that died disconnects, says so to managers, and works again with a new one', async () => {
    const screen = await w.admin.socket();
    const { ticket } = await conversation();
    graph.killToken(defaultNumber.token);
    const sent = await send(ticket, 'sem token');
    expect(await current(ticket, sent.id)).toMatchObject({
      status: 'failed',
      errorCode: '190',
      errorText: expect.stringContaining('token'),
    });
    await screen.next('whatsapp', ({ whatsapp }) => (whatsapp as { status: string }).status === 'DISCONNECTED');
    expect(bodyOf(await w.admin.get(`/whatsapp/${connection.id}`))).toMatchObject({
      status: 'DISCONNECTED',
      lastError: expect.stringContaining('190'),
    });
    graph.reviveToken(defaultNumber.token);
    expect(
      bodyOf(await w.admin.put(`/whatsapp/${connection.id}`, { facebookUserToken: defaultNumber.token })),
    ).toMatchObject({ status: 'CONNECTED', lastError: null });
    bodyOf(await w.attendant.post(`/messages/${sent.id}/retry`));
    await settled();
    expect(await current(ticket, sent.id)).toMatchObject({ status: 'delivered' });
  });

  test('when the line breaks after Meta took it, the status that carries our id settles it, and nothing is doubled', async () => {
    const { ticket } = await conversation();
    graph.failNext('accept-then-drop');
    const sent = await send(ticket, 'chegou?');
    expect(await current(ticket, sent.id)).toMatchObject({ status: 'delivered', ack: 2, errorCode: null });
    expect(accepted(sent.id)).toHaveLength(1);
  });

  test('when nobody knows, a person decides after ten minutes', async () => {
    const { ticket } = await conversation();
    const { statuses } = graph.options;
    graph.options.statuses = { ...statuses, sent: false, delivered: false };
    graph.failNext('accept-then-504');
    const sent = await send(ticket, 'sumiu');
    expect(await current(ticket, sent.id)).toMatchObject({
      status: 'uncertain',
      errorText: expect.stringContaining('Não sabemos'),
    });
    await later();
    expect(await current(ticket, sent.id)).toMatchObject({ status: 'failed' });
    graph.options.statuses = statuses;
    expect(accepted(sent.id)).toHaveLength(1);
  });

  test('files go up once and out by their id', async () => {
    const { number, ticket } = await conversation();
    const sent = bodyOf(
      await w.attendant.post<MessageRow>(`/messages/${ticket.id}`, form({ body: 'contrato' }, [files.pdf])),
      201,
    );
    await settled();
    expect(accepted(sent.id)).toEqual([
      expect.objectContaining({
        to: number,
        type: 'document',
        body: expect.objectContaining({
          document: expect.objectContaining({ filename: 'contrato.pdf', caption: 'contrato' }),
        }),
      }),
    ]);
  });

  test('a company that has not paid: inbound is stored, outbound is held and goes out when it is paid', async () => {
    const { number, ticket } = await conversation();
    graph.refuse(number, 131056, { times: 1 });
    const sent = await send(ticket, 'antes do vencimento');
    bodyOf(await app.platform.put(`/companies/${w.companyId}`, { dueDate: '2020-01-01' }));
    graph.customerSends({ from: number }, sends.text('alguém aí?'));
    await later();
    const rows = await app.database.query(
      "select body, status from messages where ticket_id = $1 and body <> 'Olá' order by id",
      [ticket.id],
    );
    expect(rows).toEqual([
      { body: 'antes do vencimento', status: 'queued' },
      { body: 'alguém aí?', status: 'received' },
    ]);
    expect(accepted(sent.id)).toEqual([]);
    bodyOf(await app.platform.put(`/companies/${w.companyId}`, { dueDate: null }));
    await later();
    expect(accepted(sent.id)).toHaveLength(1);
  });
});

test('nothing was sent twice but what a person tried again', () => {
  expect(graph.log.doubled().toSorted()).toEqual(triedAgain.map(String).toSorted());
});

test('after all this every invariant holds', async () => {
  expect(await violationsIn(app)).toEqual([]);
});
