import { randomUUID } from 'node:crypto';
import { startApp } from '../../support/app.js';
import { bodyOf, type Refusal } from '../../support/client.js';
import { CloudCompany } from '../../support/cloud-company.js';
import { named, withTemplates } from '../../support/cloud-templates.js';
import { files, form } from '../../support/files.js';
import { connectionToken, program, serviceToken } from '../../support/programs.js';
import { type MessageRow, type Named, type TicketRow, world } from '../../support/world.js';

interface Sent {
  id: number;
  status: string;
  ticketId: number;
  messages: { id: number; status: string }[];
}

const company = await CloudCompany.start();
const { app } = company;
const w = await world(app);
const api = program(app, await connectionToken(w, w.connection.id));

const ticketOf = async (id: number): Promise<TicketRow> => bodyOf(await w.admin.get<TicketRow>(`/tickets/${id}`));

test('a text goes to a number: contact and conversation are made, and its state can be asked', async () => {
  const customer = w.customer();
  const sent = bodyOf(
    await api.post<Sent>('/api/messages/send', {
      number: Number(customer.number),
      body: 'Seu pedido saiu',
      name: 'Rui',
    }),
    201,
  );
  expect(sent).toMatchObject({ id: expect.any(Number), status: 'queued' });
  const ticket = await ticketOf(sent.ticketId);
  expect(ticket).toMatchObject({
    status: 'pending',
    userId: null,
    queueId: w.sales.id,
    unreadMessages: 0,
    contact: { name: 'Rui', number: customer.number },
  });
  await app.settled();
  expect((await customer.sees()).map(({ body }) => body)).toEqual(['Seu pedido saiu']);
  expect(bodyOf(await api.get<object>(`/api/messages/${sent.id}`))).toMatchObject({
    id: sent.id,
    ticketId: sent.ticketId,
    number: customer.number,
    status: 'delivered',
    ack: 2,
    errorCode: null,
  });
  const again = bodyOf(await api.post<Sent>('/api/messages/send', { number: customer.number, body: 'E chegou' }), 201);
  expect(again.ticketId).toBe(sent.ticketId);
});

test('files go as a form, with a caption, one message each', async () => {
  const customer = w.customer();
  const sent = bodyOf(
    await api.post<Sent>(
      '/api/messages/send',
      form({ number: customer.number, caption: 'A nota' }, [files.pdf, files.png]),
    ),
    201,
  );
  expect(sent.messages).toHaveLength(2);
  await app.settled();
  expect((await customer.sees()).map(({ body, mediaType }) => [body, mediaType])).toEqual([
    ['A nota', 'application'],
    ['', 'image'],
  ]);
});

test('files whose names are numbered, as PHP sends them, are files of the form; others are refused', async () => {
  const customer = w.customer();
  const send = (...names: string[]) => {
    const body = form({ number: customer.number });
    for (const name of names) body.append(name, new Blob([new Uint8Array(files.pdf.bytes)]), files.pdf.name);
    return api.post<Sent>('/api/messages/send', body);
  };
  expect(bodyOf(await send('medias[0]', 'medias[1]'), 201).messages).toHaveLength(2);
  expect(bodyOf(await send('medias[]'), 201).messages).toHaveLength(1);
  for (const name of ['medias[x]', 'outro', 'outro[0]'])
    expect(await send(name)).toMatchObject({ status: 400, body: { fields: { medias: 'Arquivo inesperado' } } });
});

test('the conversation is assigned and closed as asked; an attendant finds who did it', async () => {
  const customer = w.customer();
  const send = async (more: object) =>
    bodyOf(await api.post<Sent>('/api/messages/send', { number: customer.number, body: 'Oi', ...more }), 201);
  const { ticketId } = await send({ queueId: w.support.id });
  expect(await ticketOf(ticketId)).toMatchObject({ status: 'pending', queueId: w.support.id });
  await send({ queueId: w.sales.id, userId: w.attendant.id });
  expect(await ticketOf(ticketId)).toMatchObject({ status: 'open', queueId: w.sales.id, userId: w.attendant.id });
  const direct = bodyOf(
    await api.post<Sent>('/api/messages/send', { number: w.customer().number, body: 'Oi', userId: w.attendant.id }),
    201,
  );
  expect(await ticketOf(direct.ticketId)).toMatchObject({
    status: 'open',
    queueId: w.sales.id,
    userId: w.attendant.id,
  });
  const messages = bodyOf(await w.attendant.get<{ messages: MessageRow[] }>(`/messages/${ticketId}`)).messages;
  expect(messages.filter(({ fromMe }) => fromMe).every(({ user }) => user === null)).toBe(true);
  await send({ closeTicket: true });
  expect((await ticketOf(ticketId)).status).toBe('closed');
  const { entries } = bodyOf(
    await w.admin.get<{ entries: { action: string; user: { id: number | null; name: string } }[] }>(
      `/audit?subject=ticket:${ticketId}`,
    ),
  );
  expect(entries.find(({ action }) => action === 'ticket.closed')).toMatchObject({
    user: { id: null, name: w.connection.name },
  });
});

test('what cannot be sent is refused with a code, and leaves neither contact nor conversation', async () => {
  const { number } = w.customer();
  const refusal = async (body: object): Promise<[number, string, string[]]> => {
    const answer = await api.post<Refusal>('/api/messages/send', body);
    return [answer.status, answer.body.code, Object.keys(answer.body.fields ?? {})];
  };
  expect(await refusal({ body: 'Oi' })).toEqual([400, 'ERR_VALIDATION', ['number']]);
  expect(await refusal({ number: '123', body: 'Oi' })).toEqual([400, 'ERR_VALIDATION', ['number']]);
  expect(await refusal({ number })).toEqual([400, 'ERR_VALIDATION', ['body']]);
  expect(await refusal({ number, body: 'Oi', queueId: 999_999_999 })).toEqual([404, 'ERR_NO_QUEUE_FOUND', []]);
  expect(await refusal({ number, body: 'Oi', userId: 999_999_999 })).toEqual([404, 'ERR_NO_USER_FOUND', []]);
  expect(await refusal({ number, body: 'Oi', queueId: w.support.id, userId: w.attendant.id })).toEqual([
    400,
    'ERR_VALIDATION',
    ['userId'],
  ]);
  expect(bodyOf(await w.admin.get<{ count: number }>(`/contacts?searchParam=${number}`)).count).toBe(0);
  const other = await world(app);
  const { id } = bodyOf(await api.post<Sent>('/api/messages/send', { number, body: 'Oi' }), 201);
  const stranger = program(app, await connectionToken(other, other.connection.id));
  expect(await stranger.get(`/api/messages/${id}`)).toMatchObject({
    status: 404,
    body: { code: 'ERR_NO_MESSAGE_FOUND' },
  });
});

test('a repeated Idempotency-Key sends once', async () => {
  const customer = w.customer();
  const headers = { 'idempotency-key': randomUUID() };
  const send = (body: string) => api.post<Sent>('/api/messages/send', { number: customer.number, body }, headers);
  const first = bodyOf(await send('Uma vez'), 201);
  expect(bodyOf(await send('Uma vez'), 201)).toEqual(first);
  expect(await send('Outra')).toMatchObject({ status: 422, body: { code: 'ERR_IDEMPOTENCY_MISMATCH' } });
  await app.settled();
  expect(await customer.sees()).toHaveLength(1);
});

test('only the token of a connection is taken, and it is good for nothing else', async () => {
  const body = { number: w.customer().number, body: 'Oi' };
  const service = await serviceToken(w, ['messages:write']);
  for (const token of [w.admin.token, service.token, 'a'.repeat(64), undefined]) {
    const client = app.visitor();
    client.token = token;
    expect(await client.post('/api/messages/send', body)).toMatchObject({
      status: 401,
      body: { code: 'ERR_CONNECTION_TOKEN' },
    });
  }
  for (const path of ['/tickets', '/auth/me', '/contacts']) expect((await api.get(path)).status).toBe(403);
});

test('a replaced token is refused at once, and its successor works', async () => {
  const { id } = bodyOf(await w.admin.post<Named>('/whatsapp', { name: 'Loja', channel: 'sandbox' }), 201);
  const old = program(app, await connectionToken(w, id));
  const body = { number: w.customer().number, body: 'Oi' };
  bodyOf(await old.post('/api/messages/send', body), 201);
  const { token } = bodyOf(await w.admin.post<{ token: string }>(`/whatsapp/${id}/token`));
  expect(await old.post('/api/messages/send', body)).toMatchObject({ status: 401 });
  bodyOf(await program(app, token).post('/api/messages/send', body), 201);
});

test('plan and due date count for programs, too', async () => {
  const poor = await world(app, { plan: { useExternalApi: false } });
  const send = async () =>
    program(app, await connectionToken(poor, poor.connection.id)).post('/api/messages/send', {
      number: poor.customer().number,
      body: 'Oi',
    });
  expect(await send()).toMatchObject({ status: 403, body: { code: 'ERR_NO_PERMISSION' } });
  const late = await world(app);
  const token = await connectionToken(late, late.connection.id);
  bodyOf(await app.platform.put(`/companies/${late.companyId}`, { dueDate: '2020-01-31' }));
  expect(await program(app, token).get('/api/messages/1')).toMatchObject({
    status: 401,
    body: { code: 'ERR_COMPANY_EXPIRED' },
  });
});

test('a contact is created by its number, and changed by what is given', async () => {
  const number = w.customer().number;
  const put = async (body: object) =>
    bodyOf(await api.put<Named & { email: string; number: string }>('/api/contacts', body));
  const made = await put({ number: `+${number}`, name: 'Ana Lima' });
  expect(made).toMatchObject({ name: 'Ana Lima', number });
  expect(await put({ number, email: 'ana@cliente.test' })).toMatchObject({
    id: made.id,
    name: 'Ana Lima',
    email: 'ana@cliente.test',
  });
  expect(await put({ number, name: 'Ana L.' })).toMatchObject({
    id: made.id,
    name: 'Ana L.',
    email: 'ana@cliente.test',
  });
  expect(await api.put('/api/contacts', { number, email: 'não' })).toMatchObject({
    status: 400,
    body: { fields: { email: expect.any(String) } },
  });
});

describe('on the Cloud API', () => {
  afterAll(() => company.stop());

  test('outside of the window only a template is sent, filled with its parameters', async () => {
    await withTemplates(company, named);
    const client = program(company.app, await connectionToken(company.w, company.connection.id));
    const number = company.newNumber();
    expect(await client.post('/api/messages/send', { number, body: 'Olá' })).toMatchObject({
      status: 422,
      body: { code: 'ERR_WINDOW_CLOSED', message: expect.stringContaining('modelo') },
    });
    const template = { name: named.name, language: 'pt_BR', params: { body: { numero: '77', cliente: 'Rui' } } };
    const sent = bodyOf(await client.post<Sent>('/api/messages/send', { number, template }), 201);
    await company.settled();
    expect(bodyOf(await client.get<object>(`/api/messages/${sent.id}`))).toMatchObject({ number, errorCode: null });
    const missing = { ...template, params: {} };
    expect(await client.post('/api/messages/send', { number, template: missing })).toMatchObject({ status: 400 });
  });
});

// its own application is the last one: the strategies of passport are of the process
describe('with few requests a minute', () => {
  test('the headers count down, then 429 with Retry-After, for that token only', async () => {
    const few = await startApp({ API_RATE_LIMIT: '2' });
    try {
      const own = await world(few);
      const client = program(few, await connectionToken(own, own.connection.id));
      const answers = [await client.get('/api/messages/1'), await client.get('/api/messages/1')];
      expect(answers.map(({ status, headers }) => [status, headers.get('ratelimit-remaining')])).toEqual([
        [404, '1'],
        [404, '0'],
      ]);
      const refused = await client.get('/api/messages/1');
      expect(refused).toMatchObject({ status: 429, body: { code: 'ERR_TOO_MANY_REQUESTS' } });
      expect(refused.headers.get('ratelimit-limit')).toBe('2');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      const { token } = await serviceToken(own, ['tags:read']);
      expect((await program(few, token).get('/tags')).status).toBe(200);
    } finally {
      await few.close();
    }
  });
});
