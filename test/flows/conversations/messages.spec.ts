import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { sharedApp } from '../../support/app.js';
import { bodyOf } from '../../support/client.js';
import { files, form } from '../../support/files.js';
import { until } from '../../support/until.js';
import { type Customer, type MessageRow, type TicketRow, world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);

interface MessagePage {
  messages: MessageRow[];
  hasMore: boolean;
  count: number;
  cursor: string | null;
  ticket: TicketRow;
}

const page = async (id: number, query = 'peek=true'): Promise<MessagePage> =>
  bodyOf(await w.attendant.get<MessagePage>(`/messages/${id}?${query}`));
const send = (id: number, body: object) => w.attendant.post<MessageRow>(`/messages/${id}`, body);

/** A conversation of the attendant with its customer. */
async function conversation(): Promise<{ ticket: TicketRow; customer: Customer }> {
  const customer = w.customer();
  const { id } = await customer.says('oi');
  return { customer, ticket: bodyOf(await w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' })) };
}

test('several files become several messages, in order, the text with the first', async () => {
  const { ticket, customer } = await conversation();
  const answer = await w.attendant.post<MessageRow[]>(
    `/messages/${ticket.id}`,
    form({ body: 'Veja', clientMessageId: randomUUID() }, [files.png, files.mp3, files.pdf]),
  );
  const sent = bodyOf(answer, 201);
  expect(sent.map(({ mediaType, mediaName, body }) => [mediaType, mediaName, body])).toEqual([
    ['image', 'foto.png', 'Veja'],
    ['audio', 'recado.mp3', ''],
    ['application', 'contrato.pdf', ''],
  ]);
  await w.settled();
  expect((await customer.sees()).map(({ mediaType }) => mediaType)).toEqual(['chat', 'image', 'audio', 'application']);
  const { headers, status } = await w.attendant.download(sent[1]?.mediaUrl ?? '', { range: 'bytes=0-3' });
  expect([status, headers.get('content-range')]).toEqual([206, `bytes 0-3/${files.mp3.bytes.length}`]);
  const document = await w.attendant.download(sent[2]?.mediaUrl ?? '');
  expect(document.headers.get('content-disposition')).toContain('contrato.pdf');
  expect(document.headers.get('x-content-type-options')).toBe('nosniff');
});

test('repeated fields belong to their files: each file gets its caption', async () => {
  const { ticket, customer } = await conversation();
  const captions = (...bodies: readonly string[]): FormData => {
    const data = new FormData();
    for (const [index, file] of [files.png, files.mp3, files.pdf].entries()) {
      data.append('medias', new Blob([new Uint8Array(file.bytes)], { type: file.mime }), file.name);
      const body = bodies[index];
      if (body !== undefined) data.append('body', body);
    }
    return data;
  };
  const post = (data: FormData) => w.attendant.post<MessageRow[]>(`/messages/${ticket.id}`, data);
  const told = (rows: readonly MessageRow[]) => rows.map(({ body, mediaName }) => [mediaName, body]);
  expect(told(bodyOf(await post(captions('a foto', 'o recado de {{name}}', 'o contrato')), 201))).toEqual([
    ['foto.png', 'a foto'],
    ['recado.mp3', `o recado de ${customer.name}`],
    ['contrato.pdf', 'o contrato'],
  ]);
  expect(told(bodyOf(await post(captions('', 'só o segundo')), 201))).toEqual([
    ['foto.png', ''],
    ['recado.mp3', 'só o segundo'],
    ['contrato.pdf', ''],
  ]);
  for (const odd of ['x'.repeat(4_097), 'a\u0000b'])
    expect(await post(captions(odd, 'b'))).toMatchObject({
      status: 400,
      body: { fields: { body: expect.any(String) } },
    });
});

test('variables of older clients are replaced once; a person is told of unknown ones', async () => {
  const customer = w.customer('Eva {{ms}} Reis');
  const { id } = await customer.says('oi');
  const ticket = bodyOf(await w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
  const clientMessageId = randomUUID();
  const body = '{{ms}} *{{name}}* ({{ firstName }}), protocolo {{protocol}}, {{hora}}: {{greeting}}! {{user}}';
  const sent = bodyOf(await send(ticket.id, { body, clientMessageId }), 201);
  const greeting = '(Bom dia|Boa tarde|Boa noite)';
  expect(sent.body).toMatch(
    new RegExp(
      `^${greeting} \\*Eva {{ms}} Reis\\* \\(Eva\\), protocolo ${ticket.code}, \\d\\d:\\d\\d: ${greeting}! Atendente .+$`,
    ),
  );
  expect(bodyOf(await send(ticket.id, { body, clientMessageId }), 201).id).toBe(sent.id);
  await w.settled();
  expect((await customer.sees()).at(-1)?.body).toBe(sent.body);
  const unknown = await send(ticket.id, { body: 'Olá {{x}}, {{ nome do cliente }} {{}} {{x}}' });
  expect(unknown).toMatchObject({ status: 400, body: { code: 'ERR_VALIDATION' } });
  expect(unknown.body).toMatchObject({
    fields: { body: expect.stringMatching(/^Não existe a variável {{x}}, {{ nome do cliente }}, {{}}\./) },
  });
  const long = await send(ticket.id, { body: '{{name}}'.repeat(500) });
  expect(long).toMatchObject({ status: 400, body: { fields: { body: expect.any(String) } } });
});

test('the type of a file is detected by its content', async () => {
  const { ticket } = await conversation();
  const page = { name: 'foto.png', mime: 'image/png', bytes: Buffer.from('<html><script>alert(1)</script></html>') };
  const sent = bodyOf(await w.attendant.post<MessageRow>(`/messages/${ticket.id}`, form({}, [page])), 201);
  expect(sent.mediaType).toBe('application');
  const { headers } = await w.attendant.download(sent.mediaUrl ?? '');
  expect(headers.get('content-type')).not.toMatch(/html|image/);
  expect(headers.get('content-disposition')).toMatch(/^attachment/);
  expect(headers.get('content-security-policy')).toContain('sandbox');
});

test('refused: no text, too long a text, an empty file', async () => {
  const { ticket } = await conversation();
  expect(await send(ticket.id, { body: ' \n ' })).toMatchObject({
    status: 400,
    body: { code: 'ERR_VALIDATION', fields: { body: 'Escreva uma mensagem ou anexe um arquivo' } },
  });
  expect(await send(ticket.id, { body: 'a'.repeat(4097) })).toMatchObject({
    status: 400,
    body: { fields: { body: 'Muito longo!' } },
  });
  expect(
    (await w.attendant.post(`/messages/${ticket.id}`, form({}, [{ ...files.png, bytes: Buffer.alloc(0) }]))).status,
  ).toBe(400);
  expect((await w.attendant.post(`/messages/${ticket.id}`, form({}, [files.png], 'outro'))).status).toBe(400);
  expect((await page(ticket.id)).count).toBe(1);
});

test('sending requires an open, visible conversation', async () => {
  const waiting = await w.customer().says('oi');
  expect(await send(waiting.id, { body: 'olá' })).toMatchObject({
    status: 400,
    body: { code: 'ERR_TICKET_NOT_OPEN' },
  });
  const stranger = await w.member({ queueIds: [w.support.id] });
  expect((await stranger.post(`/messages/${waiting.id}`, { body: 'olá' })).status).toBe(403);
  expect((await stranger.get(`/messages/${waiting.id}`)).status).toBe(403);
  expect((await w.attendant.post('/messages/999999', { body: 'olá' })).status).toBe(404);
});

test('a quoted message must be of the same conversation, in each form of the clients', async () => {
  const { ticket } = await conversation();
  const other = await conversation();
  const [asked] = (await page(ticket.id)).messages;
  for (const quotedMsg of [asked?.id, { id: asked?.id }, asked, String(asked?.id)]) {
    expect(bodyOf(await send(ticket.id, { body: 'respondo', quotedMsg }), 201).quotedMsg).toMatchObject({
      id: asked?.id,
      body: 'oi',
      fromMe: false,
    });
  }
  const [foreign] = (await page(other.ticket.id)).messages;
  expect(await send(ticket.id, { body: 'x', quotedMsg: foreign?.id })).toMatchObject({
    status: 400,
    body: { fields: { quotedMsg: expect.any(String) } },
  });
  expect((await send(ticket.id, { body: 'x', quotedMsg: 999_999 })).status).toBe(400);
});

describe('quoting a message that is just being sent or read', () => {
  test('and its status wait for each other without a deadlock', async () => {
    const { ticket, customer } = await conversation();
    const sent = bodyOf(await send(ticket.id, { body: 'https://loja.test/produto' }), 201);
    await w.settled();
    // the two halves of storing a quoting message: the conversation is locked, then the quoted row is referenced
    const writer = new pg.Client({ connectionString: app.database.url });
    await writer.connect();
    try {
      // it would be chosen as the victim of a deadlock
      await writer.query("set deadlock_timeout = '50ms'");
      await writer.query('begin');
      await writer.query('select 1 from tickets where id = $1 for update', [ticket.id]);
      const read = customer.reads();
      await until('the status waits for the conversation', async () => {
        const waiting = await app.database.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return waiting.length > 0;
      });
      await writer.query(
        `insert into messages (company_id, ticket_id, contact_id, connection_id, body, from_me, status, sent_at, quoted_msg_id)
         select company_id, ticket_id, contact_id, connection_id, 'sobre isto', true, 'sent', now(), id from messages where id = $1`,
        [sent.id],
      );
      await writer.query('commit');
      await read;
    } finally {
      await writer.end();
    }
    expect((await page(ticket.id)).messages.find(({ id }) => id === sent.id)?.ack).toBe(3);
  });

  test('is answered 201 every time', async () => {
    const { ticket, customer } = await conversation();
    for (let round = 0; round < 10; round += 1) {
      const { id } = bodyOf(await send(ticket.id, { body: `https://loja.test/produto/${round}` }), 201);
      const [quoting] = await Promise.all([send(ticket.id, { body: 'este', quotedMsg: id }), customer.reads()]);
      expect(quoting.status).toBe(201);
    }
  });
});

test('one clientMessageId is one message, however often and however many at once', async () => {
  const { ticket, customer } = await conversation();
  const clientMessageId = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => send(ticket.id, { body: 'uma só vez', clientMessageId })),
  );
  expect(new Set(answers.map((answer) => bodyOf(answer, 201).id)).size).toBe(1);
  const batch = randomUUID();
  const files2 = await Promise.all(
    Array.from({ length: 3 }, () =>
      w.attendant.post<MessageRow[]>(
        `/messages/${ticket.id}`,
        form({ clientMessageId: batch }, [files.png, files.pdf]),
      ),
    ),
  );
  expect(new Set(files2.map((answer) => JSON.stringify(bodyOf(answer, 201).map(({ id }) => id)))).size).toBe(1);
  await w.settled();
  expect((await customer.sees()).filter(({ fromCustomer }) => !fromCustomer)).toHaveLength(3);
  const { ticket: elsewhere } = await conversation();
  const other = { status: 422, body: { code: 'ERR_IDEMPOTENCY_MISMATCH' } };
  expect(await send(elsewhere.id, { body: 'uma só vez', clientMessageId })).toMatchObject(other);
  expect(await send(ticket.id, { body: 'outra coisa', clientMessageId })).toMatchObject(other);
  expect(await send(ticket.id, { body: 'em vez de arquivos', clientMessageId: batch })).toMatchObject(other);
  const others = form({ clientMessageId: batch }, [files.pdf, files.png]);
  expect(await w.attendant.post(`/messages/${ticket.id}`, others)).toMatchObject(other);
});

test('messages to one customer arrive in the order they were written', async () => {
  const { ticket, customer } = await conversation();
  const bodies = Array.from({ length: 12 }, (_, index) => `mensagem ${index}`);
  for (const body of bodies) bodyOf(await send(ticket.id, { body }), 201);
  await w.settled();
  expect((await customer.sees()).slice(1).map(({ body }) => body)).toEqual(bodies);
  const delivered = await app.database.query<{ id: number }>(
    'select id from messages where ticket_id = $1 and from_me order by updated_at, id',
    [ticket.id],
  );
  expect(delivered.map(({ id }) => Number(id))).toEqual(
    delivered.map(({ id }) => Number(id)).toSorted((a, b) => a - b),
  );
});

test('a text is answered as it is read afterwards', async () => {
  const { ticket } = await conversation();
  for (const body of ['Olá, *tudo bem*?', 'veja https://exemplo.com.br/preços', 'meio caractere: \ud83d']) {
    const sent = bodyOf(await send(ticket.id, { body, clientMessageId: randomUUID() }), 201);
    await w.settled();
    const read = (await page(ticket.id)).messages.find(({ id }) => id === sent.id);
    expect({ ...read, status: 'queued', ack: 0, preview: null }).toEqual(sent);
  }
});

test('of texts written at once the list shows the one with the highest id', async () => {
  const { ticket } = await conversation();
  const writers = [w.attendant, w.admin];
  const sent = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      writers[index % 2]?.post<MessageRow>(`/messages/${ticket.id}`, { body: `texto ${index}` }),
    ),
  );
  const newest = sent.map((answer) => answer && bodyOf(answer, 201)).toSorted((a, b) => (b?.id ?? 0) - (a?.id ?? 0))[0];
  expect((await page(ticket.id)).ticket.lastMessage).toBe(newest?.body);
});

test('the counter is the number of unread messages; reading sends receipts, peeking does not', async () => {
  const { ticket, customer } = await conversation();
  await customer.says('ainda aí?');
  expect((await page(ticket.id)).ticket.unreadMessages).toBe(2);
  expect((await page(ticket.id)).ticket.unreadMessages).toBe(2);
  const screen = await w.attendant.socket();
  await screen.join('Tickets', 'open');
  // another user looks: nothing is marked as read, and no receipt is sent
  for (const other of [w.admin, w.supervisor]) {
    await other.get<MessagePage>(`/messages/${ticket.id}?pageNumber=1`);
    expect(bodyOf(await other.post<TicketRow>(`/tickets/${ticket.id}/read`))).toMatchObject({ unreadMessages: 2 });
  }
  const { results } = bodyOf(
    await w.admin.post<{ results: object[] }>('/tickets/bulk', { action: 'read', ids: [ticket.id] }),
  );
  expect(results).toMatchObject([{ done: false, refusal: { code: 'ERR_NOT_RESPONSIBLE' } }]);
  const waiting = await w.customer().says('alguém?');
  await w.attendant.get<MessagePage>(`/messages/${waiting.id}?pageNumber=1`);
  expect(bodyOf(await w.attendant.post<TicketRow>(`/tickets/${waiting.id}/read`))).toMatchObject({ unreadMessages: 1 });
  await w.settled();
  expect((await customer.sees()).map(({ ack }) => ack)).toEqual([2, 2]);
  expect((await page(ticket.id)).ticket.unreadMessages).toBe(2);
  expect(bodyOf(await w.attendant.post<TicketRow>(`/tickets/${ticket.id}/read`))).toMatchObject({ unreadMessages: 0 });
  expect(await screen.next('ticket', ({ action }) => action === 'updateUnread')).toMatchObject({ ticketId: ticket.id });
  await w.settled();
  expect((await customer.sees()).map(({ ack }) => ack)).toEqual([3, 3]);
  expect(bodyOf(await w.attendant.post<TicketRow>(`/tickets/${ticket.id}/unread`))).toMatchObject({
    unreadMessages: 1,
  });
  expect(bodyOf(await w.attendant.post<TicketRow>(`/tickets/${ticket.id}/unread`))).toMatchObject({
    unreadMessages: 1,
  });
  expect((await w.admin.get<MessagePage>(`/messages/${ticket.id}`)).body.ticket.unreadMessages).toBe(1);
  expect(bodyOf(await w.admin.get<TicketRow>(`/tickets/${ticket.id}`)).unreadMessages).toBe(1);
  await page(ticket.id, '');
  expect(bodyOf(await w.admin.get<TicketRow>(`/tickets/${ticket.id}`)).unreadMessages).toBe(0);
});

test('pages: newest first, each oldest to newest, by number, by cursor, and newer messages', async () => {
  const { ticket } = await conversation();
  await app.as(w.companyId, (db) =>
    db.run(
      sql`insert into messages (company_id, ticket_id, contact_id, connection_id, body, from_me, read, status,
       provider_id, sent_at)
       select ${w.companyId}, ${ticket.id}, ${ticket.contactId}, ${ticket.whatsappId}, 'n' || n, false, true,
         'received', 'page-' || n, now() from generate_series(1, 54) n`,
    ),
  );
  const pages = [
    await page(ticket.id, 'peek=true&pageNumber=1'),
    await page(ticket.id, 'peek=true&pageNumber=2'),
    await page(ticket.id, 'peek=true&pageNumber=3'),
    await page(ticket.id, 'peek=true&pageNumber=4'),
  ];
  expect(pages.map(({ messages, hasMore, count }) => [messages.length, hasMore, count])).toEqual([
    [20, true, 55],
    [20, true, 55],
    [15, false, 55],
    [0, false, 55],
  ]);
  expect(pages[0]?.messages.map(({ body }) => body)).toEqual(
    Array.from({ length: 20 }, (_, index) => `n${35 + index}`),
  );
  const all: MessageRow[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const next: MessagePage = await page(ticket.id, `peek=true&cursor=${cursor}`);
    all.unshift(...next.messages);
    cursor = next.cursor;
  }
  expect(all.map(({ body }) => body)).toEqual(['oi', ...Array.from({ length: 54 }, (_, index) => `n${index + 1}`)]);
  const known = all[49]?.id ?? 0;
  expect((await page(ticket.id, `after=${known}`)).messages.map(({ id }) => id)).toEqual(
    all.slice(50).map(({ id }) => id),
  );
});

test('more newer messages than a page: the oldest of them, and hasMore', async () => {
  const { ticket } = await conversation();
  await app.as(w.companyId, (db) =>
    db.run(
      sql`insert into messages (company_id, ticket_id, contact_id, connection_id, body, from_me, read, status,
       provider_id, sent_at)
       select ${w.companyId}, ${ticket.id}, ${ticket.contactId}, ${ticket.whatsappId}, 'n' || n, false, true,
         'received', 'since-' || n, now() from generate_series(1, 250) n`,
    ),
  );
  const [first] = await app.database.query<{ id: string }>('select min(id) as id from messages where ticket_id = $1', [
    ticket.id,
  ]);
  const one = await page(ticket.id, `after=${first?.id}`);
  expect([one.messages.length, one.hasMore, one.messages[0]?.body, one.messages.at(-1)?.body]).toEqual([
    200,
    true,
    'n1',
    'n200',
  ]);
  const two = await page(ticket.id, `after=${one.messages.at(-1)?.id}`);
  expect([two.messages.length, two.hasMore, two.messages.at(-1)?.body]).toEqual([50, false, 'n250']);
});

test('statuses only increase, and the list shows that of the newest message', async () => {
  const { ticket, customer } = await conversation();
  const screen = await w.attendant.socket();
  await screen.join('ChatBox', ticket.id);
  const sent = bodyOf(await send(ticket.id, { body: 'chegou?' }), 201);
  await w.settled();
  await customer.reads();
  await customer.reads();
  await screen.flush();
  const acks = screen
    .all<{ message: MessageRow }>('appMessage')
    .filter(({ message }) => message.id === sent.id)
    .map(({ message }) => message.ack);
  expect(acks).toEqual(acks.toSorted((a, b) => a - b));
  expect(acks.at(-1)).toBe(3);
  expect(bodyOf(await w.attendant.get<TicketRow>(`/tickets/${ticket.id}`))).toMatchObject({
    lastMessage: 'chegou?',
    lastMessageFromMe: true,
    lastMessageAck: 3,
  });
  expect((await w.attendant.post(`/messages/${sent.id}/retry`)).status).toBe(400);
});
