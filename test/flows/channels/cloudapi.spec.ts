import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { jest } from '@jest/globals';
import type { InboundMessage } from '../../../src/modules/channels/connections/channels/channel.js';
import { InboxService } from '../../../src/modules/channels/connections/inbox/inbox.service.js';
import { bodyOf } from '../../support/client.js';
import { CloudCompany, cloudInput } from '../../support/cloud-company.js';
import { files, form } from '../../support/files.js';
import { defaultNumber, sends } from '../../support/graph-simulator/graph-simulator.js';
import { violationsIn } from '../../support/invariants.js';
import { until } from '../../support/until.js';
import { type TicketRow, world } from '../../support/world.js';

const input = { ...cloudInput, metaToken: 'senha-do-webhook' };
const company = await CloudCompany.start({ connection: { metaToken: input.metaToken } });

afterAll(() => company.stop());

const sign = (text: string, secret = input.appSecret): string =>
  `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;

/** A call as Meta makes it. */
const told = (text: string, signature: string | null = sign(text)) =>
  company.app.visitor().request('POST', `/webhooks/cloudapi/${company.connection.id}`, {
    body: text,
    headers: {
      'content-type': 'application/json',
      ...(signature === null ? {} : { 'x-hub-signature-256': signature }),
    },
  });

/** Messages that Meta accepted, reported as failed, and accepted again. */
const triedAgain: number[] = [];

describe('the webhook', () => {
  test('is verified by the token only', async () => {
    expect(await company.graph.verify(company.webhook, input.metaToken)).toBe(true);
    expect(await company.graph.verify(company.webhook, 'outra')).toBe(false);
    expect(await company.graph.verify(`${company.app.url}/webhooks/cloudapi/999999`, input.metaToken)).toBe(false);
    const markup = await fetch(
      `${company.webhook}?hub.mode=subscribe&hub.verify_token=${input.metaToken}&hub.challenge=%3Cscript%3E`,
    );
    expect(markup.status).toBe(403);
  });

  test('does not reveal whether a connection exists', async () => {
    const visitor = company.app.visitor();
    const asked = async (id: number) => {
      const address = `/webhooks/cloudapi/${id}`;
      const answers = [
        await visitor.get(`${address}?hub.mode=subscribe&hub.verify_token=x&hub.challenge=1`),
        await visitor.get(address),
        await visitor.post(address, { entry: [] }),
        await visitor.post(address, { entry: [] }, { 'x-hub-signature-256': sign('{}') }),
      ];
      return answers.map(({ status, body: { requestId: _own, ...refusal } }) => [status, refusal]);
    };
    const there = await asked(company.connection.id);
    expect(await asked(999_999)).toEqual(there);
    expect(there.map(([status]) => status)).toEqual([403, 403, 403, 403]);
  });

  test('accepts only a signature over exactly these bytes', async () => {
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [] });
    const post = (signature: string | null, text = body) => told(text, signature);
    expect((await post(sign(body))).status).toBe(200);
    for (const signature of [
      null,
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

  test('secrets are write-only; the connection can be used by integrations', async () => {
    const shown = bodyOf(await company.w.admin.get<Record<string, unknown>>(`/whatsapp/${company.connection.id}`));
    expect(shown).toMatchObject({ facebookUserTokenSet: true, appSecretSet: true, metaTokenSet: true });
    expect(shown['token']).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(shown)).not.toContain(defaultNumber.token);
    expect(JSON.stringify(shown)).not.toContain(input.appSecret);
    const colleague = bodyOf(
      await company.w.attendant.get<Record<string, unknown>>(`/whatsapp/${company.connection.id}`),
    );
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
      'updatedAt',
    ]);
    const [row] = await company.app.database.query(
      'select credentials::text as credentials, token from connections where id = $1',
      [company.connection.id],
    );
    expect(JSON.stringify(row)).not.toContain(defaultNumber.token);
  });

  test('a number belongs to one connection of the platform', async () => {
    const other = await world(company.app);
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
  test('one with a hidden number stays the same contact when edited, and gets no number', async () => {
    const { admin } = company.w;
    const fixture = await readFile('test/fixtures/cloudapi/user-without-number.json', 'utf8');
    const writes = async (id: string): Promise<void> => {
      company.graph.postWebhook(JSON.parse(fixture.replace(/wamid\.[^"]+/, id)));
      await company.settled();
    };
    type Found = { contacts: { id: number; name: string; number: string }[] };
    const found = async () => bodyOf(await admin.get<Found>('/contacts?searchParam=Lia')).contacts;
    await writes('wamid.lia-1');
    const [lia, ...others] = await found();
    expect([lia?.number, others.length]).toEqual(['BR.13491208655302741918', 0]);
    bodyOf(await admin.put(`/contacts/${lia?.id}`, { ...lia, name: 'Lia Prado Reis' }));
    const given = await admin.put(`/contacts/${lia?.id}`, { ...lia, number: '5511987654321' });
    expect([given.status, Object.keys(given.body.fields ?? {})]).toEqual([400, ['number']]);
    await writes('wamid.lia-2');
    expect(await found()).toEqual([expect.objectContaining({ id: lia?.id, number: lia?.number })]);
  });

  test('one with only a long id and a very long text is stored', async () => {
    const from = `BR.${'9'.repeat(140)}`;
    const message = { from_user_id: from, id: 'wamid.long', timestamp: '1760000100', type: 'text' };
    const value = {
      metadata: { phone_number_id: defaultNumber.phoneNumberId },
      messages: [{ ...message, text: { body: `${'x'.repeat(65_535)}😀 fim` } }],
    };
    const body = { object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{ field: 'messages', value }] }] };
    expect((await told(JSON.stringify(body))).status).toBe(200);
    await company.settled();
    const { database } = company.app;
    expect(
      await database.query(
        `select c.name, c.number, length(m.body) as length from messages m join contacts c on c.id = m.contact_id
         where m.provider_id = 'wamid.long'`,
      ),
    ).toEqual([{ name: from.slice(0, 50), number: from, length: 65_535 }]);
    expect(await database.query('select 1 from outbox_jobs where attempts > 0')).toEqual([]);
    // its name is stored when Meta sends it
    const named = { ...value, messages: [{ ...message, id: 'wamid.named', text: { body: 'oi' } }] };
    const contacts = [{ profile: { name: 'Lia Longa' }, user_id: from }];
    const entry = [{ id: '1', changes: [{ field: 'messages', value: { ...named, contacts } }] }];
    expect((await told(JSON.stringify({ ...body, entry }))).status).toBe(200);
    await company.settled();
    expect(await database.query('select name from contacts where number = $1', [from])).toEqual([
      { name: 'Lia Longa' },
    ]);
  });

  test('a text opens a conversation; the answer is sent once, with our id, and its statuses arrive', async () => {
    const { number, ticket, wamid } = await company.conversation();
    expect(ticket).toMatchObject({
      status: 'open',
      queueId: company.w.sales.id,
      channel: 'cloudapi',
      contact: { name: 'Marina Costa', number },
    });
    const sent = await company.send(ticket, 'Olá, Marina!');
    expect(company.accepted(sent.id)).toEqual([
      expect.objectContaining({
        to: number,
        type: 'text',
        body: expect.objectContaining({ text: expect.objectContaining({ body: 'Olá, Marina!' }) }),
      }),
    ]);
    expect(await company.current(ticket, sent.id)).toMatchObject({ ack: 2, status: 'delivered' });
    company.graph.sendStatus(company.accepted(sent.id)[0]?.id ?? '', 'read');
    await company.settled();
    expect(await company.current(ticket, sent.id)).toMatchObject({ ack: 3, status: 'read' });
    bodyOf(await company.w.attendant.post(`/tickets/${ticket.id}/read`));
    await company.settled();
    expect(company.graph.log.readReceipts).toContain(wamid);
  });

  test('a repeated webhook changes nothing', async () => {
    const number = company.newNumber();
    const id = company.graph.customerSends({ from: number }, sends.text('uma vez'));
    await company.settled();
    company.graph.customerSends({ from: number, id }, sends.text('uma vez'));
    company.graph.customerSends({ from: number, id }, sends.text('uma vez'));
    await company.settled();
    const ticket = await company.ticketOf(number);
    expect(ticket.unreadMessages).toBe(1);
    expect((await company.messagesOf(ticket)).map(({ body }) => body)).toEqual(['uma vez']);
  });

  test('concurrent calls are stored together, and one that cannot be stored does not affect the others', async () => {
    const inbound = company.app.nest.get(InboxService);
    const { store: receive } = inbound;
    const fixture = await readFile('test/fixtures/cloudapi/user-without-number.json', 'utf8');
    const bodies = Array.from({ length: 12 }, (_, index) => fixture.replace(/wamid\.[^"]+/, `wamid.side-${index}`));
    const asked = jest.spyOn(inbound, 'storeBatched');
    const stored = jest.spyOn(inbound, 'store').mockImplementation(async (connectionId, events) => {
      await until('all have asked', () => asked.mock.calls.length === bodies.length);
      if (events.some(({ eventId }) => eventId === 'wamid.side-7')) throw new Error('cannot be stored');
      return receive.call(inbound, connectionId, events);
    });
    const first = told(bodies[0] ?? '');
    await until('the first is being stored', () => stored.mock.calls.length === 1);
    const answers = await Promise.all([first, ...bodies.slice(1).map((body) => told(body))]);
    expect(answers.map(({ status }) => status)).toEqual(bodies.map((_, index) => (index === 7 ? 500 : 200)));
    // the first alone, the others together, and each of these again after the failure
    expect(stored.mock.calls.map(([, events]) => events.length)).toEqual([1, 11, ...Array(11).fill(1)]);
    stored.mockRestore();
    asked.mockRestore();
    expect((await told(bodies[7] ?? '')).status).toBe(200);
    await company.settled();
    const kept = await company.app.database.query<{ id: string }>(
      "select provider_id as id from messages where provider_id like 'wamid.side-%' order by id",
    );
    expect(kept.map(({ id }) => id).sort()).toEqual(bodies.map((_, index) => `wamid.side-${index}`).sort());
  });

  test('a late message has the time of its writing, one from the future that of its arrival', async () => {
    const fixture = await readFile('test/fixtures/cloudapi/user-without-number.json', 'utf8');
    const at = async (id: string, seconds: number): Promise<number> => {
      const body = fixture.replace(/wamid\.[^"]+/, id).replace(/"timestamp": ?"\d+"/, `"timestamp":"${seconds}"`);
      expect((await told(body)).status).toBe(200);
      await company.settled();
      const [row] = await company.app.database.query<{ ticket: number }>(
        'select ticket_id::int as ticket from messages where provider_id = $1',
        [id],
      );
      const page = await company.w.admin.get<{ messages: { createdAt: string }[] }>(
        `/messages/${row?.ticket}?peek=true`,
      );
      return Math.round(Date.parse(bodyOf(page).messages.at(-1)?.createdAt ?? '') / 1000);
    };
    const now = Math.round(Date.now() / 1000);
    expect(await at('wamid.late', now - 7_200)).toBe(now - 7_200);
    expect(Math.abs((await at('wamid.ahead', now + 7_200)) - now)).toBeLessThan(60);
  });

  test('a batch of several customers becomes one conversation each, in order', async () => {
    const people = Array.from({ length: 15 }, () => company.newNumber());
    for (const word of ['um', 'dois', 'três'])
      for (const from of people) company.graph.customerSends({ from }, sends.text(word));
    await company.settled();
    for (const number of people) {
      const ticket = await company.ticketOf(number);
      expect((await company.messagesOf(ticket)).map(({ body }) => body)).toEqual(['um', 'dois', 'três']);
      expect(ticket.unreadMessages).toBe(3);
    }
  });

  test('one number in two spellings, received at once, is one conversation', async () => {
    const event = (from: string): InboundMessage => ({
      kind: 'message',
      eventId: `wamid.${from}`,
      providerId: `wamid.${from}`,
      timestamp: Date.now(),
      from,
      name: 'Rui',
      group: null,
      fromMe: false,
      type: 'chat',
      body: from,
      media: null,
      quotedProviderId: null,
      data: null,
      forwarded: false,
    });
    const spellings = ['5541988887766', '554188887766'];
    const inbox = company.app.nest.get(InboxService);
    await company.app.as(company.w.companyId, () => inbox.store(company.connection.id, spellings.map(event)));
    await company.settled();
    const ticket = await company.ticketOf('5541988887766');
    const texts = (await company.messagesOf(ticket)).map(({ body }) => body);
    expect(texts.sort()).toEqual(spellings.toSorted());
    expect(ticket.unreadMessages).toBe(2);
  });

  test('files are downloaded and kept after Meta has deleted them', async () => {
    const number = company.newNumber();
    const file = ({ bytes, mime }: (typeof files)['png' | 'mp3' | 'pdf']) => ({ bytes, mime });
    company.graph.customerSends({ from: number }, sends.image(file(files.png), 'olha'));
    company.graph.customerSends({ from: number }, sends.voice(file(files.mp3)));
    company.graph.customerSends({ from: number }, sends.document(file(files.pdf), 'nota.pdf'));
    await company.settled();
    const messages = await company.messagesOf(await company.ticketOf(number));
    expect(messages.map(({ mediaType, mediaName, body }) => [mediaType, mediaName, body])).toEqual([
      ['image', null, 'olha'],
      ['audio', null, ''],
      ['application', 'nota.pdf', ''],
    ]);
    for (const [index, { bytes }] of [files.png, files.mp3, files.pdf].entries()) {
      const download = await company.w.attendant.download(messages[index]?.mediaUrl ?? '');
      expect(Buffer.from(await download.arrayBuffer()).equals(bytes)).toBe(true);
    }
  });

  test('locations, contact cards, buttons and reactions', async () => {
    const { number, ticket, wamid } = await company.conversation();
    const sent = await company.send(ticket, 'Onde você está?');
    const [ours] = company.accepted(sent.id);
    company.graph.customerSends(
      { from: number },
      sends.location({ latitude: -23.5, longitude: -46.6, name: 'Praça da Sé', address: '<b>|</b>, Centro' }),
    );
    company.graph.customerSends({ from: number }, sends.contacts([{ name: 'Rui', phone: '5511988887777' }]));
    company.graph.customerSends({ from: number, quoted: ours?.id ?? '' }, sends.buttonReply('sim', 'Sim, por favor'));
    company.graph.customerSends({ from: number }, sends.reaction(ours?.id ?? '', '👍'));
    await company.settled();
    const messages = await company.messagesOf(ticket);
    expect(messages.map(({ mediaType }) => mediaType)).toEqual([
      'chat',
      'chat',
      'locationMessage',
      'contactMessage',
      'interactive',
    ]);
    expect(messages[2]?.data).toMatchObject({ latitude: -23.5, longitude: -46.6 });
    // as existing clients need it, which insert the text as HTML
    const [image = '', link, text, ...more] = messages[2]?.body.split('|') ?? [];
    expect([image.slice(0, 26), link, text, more]).toEqual([
      'data:image/svg+xml;base64,',
      'https://maps.google.com/maps?q=-23.5%2C-46.6&z=17&hl=pt-BR',
      'Praça da Sé, b /b , Centro',
      [],
    ]);
    expect(messages[4]).toMatchObject({ body: 'Sim, por favor', quotedMsg: { id: sent.id, fromMe: true } });
    expect(messages[1]?.reactions).toMatchObject([{ emoji: '👍', fromMe: false }]);
    company.graph.customerSends({ from: number }, sends.reactionRemoved(ours?.id ?? ''));
    await company.settled();
    expect((await company.current(ticket, sent.id))?.reactions).toEqual([]);
    expect(wamid).toMatch(/^wamid\./);
  });

  test('messages of a group name their participant', async () => {
    const { w } = company;
    bodyOf(await w.admin.put('/settings/CheckMsgIsGroup', { value: 'disabled' }));
    const groupId = 'Y2FwaV9ncm91cDo1NTExNDAwMjg5MjI6MTIwMzYzNDA0Njk0MjMzODIw';
    const [known, stranger] = [company.newNumber(), company.newNumber()];
    const { id } = bodyOf(await w.admin.post<{ id: number }>('/contacts', { name: 'Rui Lima', number: known }), 201);
    const quoted = company.graph.customerSends({ from: known, name: 'rui', groupId }, sends.text('saiu?'));
    company.graph.customerSends({ from: stranger, name: 'Carla', groupId, quoted }, sends.text('ainda não'));
    await company.settled();
    bodyOf(await w.admin.put('/settings/CheckMsgIsGroup', { value: 'enabled' }));
    const { tickets } = bodyOf(await w.admin.get<{ tickets: TicketRow[] }>('/tickets?status=pending'));
    const ticket = tickets.find(({ isGroup }) => isGroup);
    const messages = ticket ? await company.messagesOf(ticket) : [];
    expect(messages.map(({ contact }) => contact)).toEqual([
      { id, name: 'Rui Lima', number: known, profilePicUrl: null },
      { id: null, name: 'Carla', number: stranger, profilePicUrl: null },
    ]);
    expect(messages[1]).toMatchObject({ participant: 'Carla', quotedMsg: { contact: { name: 'rui' } } });
  });

  test('unknown payloads are answered 200, so that they are not repeated', async () => {
    const before = company.graph.log.webhooks.length;
    for (const body of [
      {},
      { entry: 'x' },
      { object: 'page', entry: [{ changes: [{ field: 'feed', value: {} }] }] },
      [null],
    ])
      company.graph.postWebhook(body);
    company.graph.customerSends({ from: company.newNumber() }, sends.unsupported());
    await company.settled();
    expect(company.graph.log.webhooks.slice(before).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  test('messages for another number are dropped, also when another company owns it', async () => {
    const rival = await world(company.app);
    const stranger = { ...defaultNumber, phoneNumberId: '777777777777777', token: 'outro-token' };
    bodyOf(
      await rival.admin.post('/whatsapp', { ...input, facebookUserId: stranger.phoneNumberId, queueIds: [] }),
      201,
    );
    company.graph.addNumber(stranger);
    const from = company.newNumber();
    company.graph.customerSends({ from, phoneNumberId: stranger.phoneNumberId }, sends.text('para quem?'));
    await company.settled();
    for (const client of [company.w.admin, rival.admin]) {
      expect(
        bodyOf(await client.get<{ tickets: TicketRow[] }>(`/tickets?showAll=true&searchParam=${from}`)).tickets,
      ).toEqual([]);
    }
  });
});

describe('statuses', () => {
  test('only increase when repeated, skipped or out of order', async () => {
    const { ticket } = await company.conversation();
    const sent = await company.send(ticket, 'oi');
    const provider = company.accepted(sent.id)[0]?.id ?? '';
    for (const word of ['read', 'delivered', 'sent', 'read', 'delivered'] as const) {
      company.graph.sendStatus(provider, word);
      await company.settled();
    }
    expect(await company.current(ticket, sent.id)).toMatchObject({ ack: 3, status: 'read' });
    expect(await company.ticketOf(ticket.contact.number)).toMatchObject({ lastMessageAck: 3, lastMessageStatus: null });
  });

  test.each([
    ['answered at once', 'response'],
    ['reported later', 'status'],
  ] as const)('131026 and 131047 %s are explained and can be retried', async (_name, via) => {
    const { number, ticket } = await company.conversation();
    for (const [code, words] of [
      [131026, /não pode receber/],
      [131047, /24 horas/],
    ] as const) {
      company.graph.refuse(number, code, { via });
      const sent = await company.send(ticket, `recusada ${code}`);
      expect(await company.ticketOf(number)).toMatchObject({ lastMessageAck: 0, lastMessageStatus: 'failed' });
      expect(await company.current(ticket, sent.id)).toMatchObject({
        ack: 0,
        status: 'failed',
        errorCode: String(code),
        errorText: expect.stringMatching(words),
      });
      company.graph.stopRefusing(number);
      if (via === 'status') triedAgain.push(sent.id);
      bodyOf(await company.w.attendant.post(`/messages/${sent.id}/retry`));
      await company.settled();
      expect(await company.current(ticket, sent.id)).toMatchObject({
        ack: 2,
        status: 'delivered',
        errorCode: null,
        errorText: null,
      });
    }
  });

  test.each([131056, 130429])('%i waits and is sent later, once', async (code) => {
    const { number, ticket } = await company.conversation();
    company.graph.refuse(number, code, { times: 2 });
    const sent = await company.send(ticket, 'devagar');
    expect(await company.current(ticket, sent.id)).toMatchObject({ status: 'queued', errorCode: null });
    await company.advancePastLimits();
    expect(await company.current(ticket, sent.id)).toMatchObject({ status: 'queued' });
    await company.advancePastLimits();
    expect(await company.current(ticket, sent.id)).toMatchObject({ status: 'delivered', ack: 2 });
    expect(company.accepted(sent.id)).toHaveLength(1);
  });

  test('later messages do not overtake a waiting one', async () => {
    const { number, ticket } = await company.conversation();
    company.graph.refuse(number, 131056, { times: 1 });
    const first = await company.send(ticket, 'primeira');
    const second = await company.send(ticket, 'segunda');
    expect(company.accepted(second.id)).toEqual([]);
    await company.advancePastLimits();
    await company.advancePastLimits();
    const order = company.graph.log.accepted.filter(({ to }) => to === number).map(({ callbackData }) => callbackData);
    expect(order).toEqual([String(first.id), String(second.id)]);
  });

  test('an expired token disconnects and notifies managers; a new one reconnects', async () => {
    const screen = await company.w.admin.socket();
    const { ticket } = await company.conversation();
    company.graph.revokeToken(defaultNumber.token);
    const sent = await company.send(ticket, 'sem token');
    expect(await company.current(ticket, sent.id)).toMatchObject({
      status: 'failed',
      errorCode: '190',
      errorText: expect.stringContaining('token'),
    });
    await screen.next('whatsapp', ({ whatsapp }) => (whatsapp as { status: string }).status === 'DISCONNECTED');
    expect(bodyOf(await company.w.admin.get(`/whatsapp/${company.connection.id}`))).toMatchObject({
      status: 'DISCONNECTED',
      lastError: { code: '190', text: expect.stringContaining('expirou') },
    });
    company.graph.restoreToken(defaultNumber.token);
    expect(
      bodyOf(
        await company.w.admin.put(`/whatsapp/${company.connection.id}`, { facebookUserToken: defaultNumber.token }),
      ),
    ).toMatchObject({ status: 'OPENING', lastError: null });
    bodyOf(await company.w.attendant.post(`/messages/${sent.id}/retry`));
    await company.settled();
    expect(await company.current(ticket, sent.id)).toMatchObject({ status: 'delivered' });
  });

  test('after a lost response the status with our id settles it, and nothing is sent twice', async () => {
    const { ticket } = await company.conversation();
    company.graph.failNext('accept-then-drop');
    const sent = await company.send(ticket, 'chegou?');
    expect(await company.current(ticket, sent.id)).toMatchObject({ status: 'delivered', ack: 2, errorCode: null });
    expect(company.accepted(sent.id)).toHaveLength(1);
  });

  test('without a status it stays uncertain after ten minutes, until a user retries it', async () => {
    const { ticket } = await company.conversation();
    const { statuses } = company.graph.options;
    company.graph.options.statuses = { ...statuses, sent: false, delivered: false };
    company.graph.failNext('accept-then-504');
    const sent = await company.send(ticket, 'sumiu');
    expect(await company.current(ticket, sent.id)).toMatchObject({
      status: 'uncertain',
      errorText: expect.stringContaining('Não sabemos'),
    });
    await company.advancePastLimits();
    expect(await company.current(ticket, sent.id)).toMatchObject({ status: 'failed' });
    company.graph.options.statuses = statuses;
    expect(company.accepted(sent.id)).toHaveLength(1);
  });

  test('files are uploaded once and sent by their id', async () => {
    const { number, ticket } = await company.conversation();
    const sent = await company.send(ticket, form({ body: 'contrato' }, [files.pdf]));
    expect(company.accepted(sent.id)).toEqual([
      expect.objectContaining({
        to: number,
        type: 'document',
        body: expect.objectContaining({
          document: expect.objectContaining({ filename: 'contrato.pdf', caption: 'contrato' }),
        }),
      }),
    ]);
  });

  test('of an overdue company inbound is stored, outbound waits until it is paid', async () => {
    const { number, ticket } = await company.conversation();
    company.graph.refuse(number, 131056, { times: 1 });
    const sent = await company.send(ticket, 'antes do vencimento');
    bodyOf(await company.app.platform.put(`/companies/${company.w.companyId}`, { dueDate: '2020-01-01' }));
    company.graph.customerSends({ from: number }, sends.text('alguém aí?'));
    await company.advancePastLimits();
    const rows = await company.app.database.query(
      "select body, status from messages where ticket_id = $1 and body <> 'Olá' order by id",
      [ticket.id],
    );
    expect(rows).toEqual([
      { body: 'antes do vencimento', status: 'queued' },
      { body: 'alguém aí?', status: 'received' },
    ]);
    expect(company.accepted(sent.id)).toEqual([]);
    bodyOf(await company.app.platform.put(`/companies/${company.w.companyId}`, { dueDate: null }));
    await company.advancePastLimits();
    expect(company.accepted(sent.id)).toHaveLength(1);
  });
});

test('no message was sent twice except by a manual retry', () => {
  expect(company.graph.log.duplicates().toSorted()).toEqual(triedAgain.map(String).toSorted());
});

test('every invariant holds afterwards', async () => {
  expect(await violationsIn(company.app)).toEqual([]);
});
