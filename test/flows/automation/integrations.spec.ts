import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { SessionTest } from '../../../src/modules/automation/integrations/testing/session-tests.service.js';
import { AutomaticMessagesService } from '../../../src/modules/conversations/messages/outbound/automatic-messages.service.js';
import { TicketLocksService } from '../../../src/modules/conversations/tickets/lifecycle/ticket-locks.service.js';
import { sharedApp } from '../../support/app.js';
import { bodyOf } from '../../support/client.js';
import { files } from '../../support/files.js';
import { HttpServer } from '../../support/http-server.js';
import { type IntegratedCompany, integratedCompany } from '../../support/integrated-company.js';
import { TypebotSimulator, textBubble } from '../../support/typebot-simulator.js';
import { until } from '../../support/until.js';
import { type Named, type TicketRow, world } from '../../support/world.js';

interface Integration extends Named {
  type: string;
  projectName: string;
  language: string;
  urlN8N: string;
  typebotExpires: number;
  typebotDelayMessage: number;
}

interface Delivery {
  id: number;
  eventId: string;
  type: string;
  status: string;
  attempts: number;
  responseStatus: number | null;
  answer: string | null;
}

const receiver = await new HttpServer().start();
const typebot = await new TypebotSimulator().start();
const app = await sharedApp();

afterAll(async () => {
  await Promise.all([receiver.stop(), typebot.stop()]);
});

const says =
  (...bodies: string[]) =>
  (_request: unknown, response: ServerResponse): void =>
    void response.writeHead(200).end(JSON.stringify({ messages: bodies.map((body) => ({ body })) }));

beforeEach(() => {
  receiver.requests.length = 0;
  receiver.answer = says('Recebido!');
});

const n8n = { type: 'n8n', urlN8N: `${receiver.url}/webhook/atende` };
const deliveries = async (w: IntegratedCompany): Promise<Delivery[]> =>
  bodyOf(await w.admin.get<{ records: Delivery[] }>(`/queueIntegration/${w.integrationId}/deliveries`)).records;
const ticketOf = async (w: IntegratedCompany, id: number): Promise<TicketRow> =>
  bodyOf(await w.admin.get<TicketRow>(`/tickets/${id}`));
async function nextAttempt(): Promise<void> {
  await app.database.query(
    "update outbox_jobs set run_at = now() - interval '1 second' where name = 'deliver-webhook' and leased_until is null",
  );
  await app.settled();
}

test('integrations are kept with their defaults, in both dialects of lists, and told to managers', async () => {
  const w = await world(app);
  const socket = await w.admin.socket();
  const made = bodyOf(await w.admin.post<Integration>('/queueIntegration', { ...n8n, name: 'Pedidos' }), 201);
  expect(made).toMatchObject({
    name: 'Pedidos',
    projectName: 'Pedidos',
    language: 'pt-BR',
    typebotExpires: 1,
    typebotDelayMessage: 1000,
  });
  const bot = bodyOf(
    await w.admin.post<Integration>('/queueIntegration', {
      type: 'typebot',
      name: 'Menu',
      projectName: 'outro',
      urlN8N: 'https://typebot.io',
      typebotSlug: 'loja',
      language: 'es',
    }),
    201,
  );
  expect(bot.projectName).toBe('Menu');
  expect(
    bodyOf(await w.admin.put<Integration>(`/queueIntegration/${made.id}`, { name: 'Pedidos 2' })).projectName,
  ).toBe('Pedidos 2');
  const listed = bodyOf(
    await w.admin.get<{ queueIntegrations: Integration[]; hasMore: boolean }>(
      '/queueIntegration/?searchParam=ped&pageNumber=1',
    ),
  );
  expect([listed.queueIntegrations.map(({ name }) => name), listed.hasMore]).toEqual([['Pedidos 2'], false]);
  expect(bodyOf(await w.admin.get<Integration[]>('/queueIntegration?range=[0,9]'))).toHaveLength(2);
  expect(bodyOf(await w.admin.delete(`/queueIntegration/${made.id}`))).toEqual({
    message: 'Integração deletada com sucesso!',
  });
  await app.settled();
  const name = `company-${w.companyId}-queueIntegration`;
  expect(socket.received.filter((event) => event.name === name).map(({ payload }) => payload)).toMatchObject([
    { action: 'create', queueIntegration: { id: made.id } },
    { action: 'create', queueIntegration: { id: bot.id } },
    { action: 'update', queueIntegration: { name: 'Pedidos 2' } },
    { action: 'delete', queueIntegrationId: made.id },
  ]);
});

test('each refused input has its text', async () => {
  const w = await world(app);
  const refused = async (fields: object): Promise<unknown> => {
    const { status, body } = await w.admin.post<{ fields?: object }>('/queueIntegration', { name: 'Fluxo', ...fields });
    return [status, body.fields];
  };
  expect(await refused({ ...n8n, name: 'a' })).toEqual([400, { name: 'Muito curto!' }]);
  expect(await refused({ ...n8n, name: 'a'.repeat(51) })).toEqual([400, { name: 'Muito longo!' }]);
  expect(await refused({ type: 'n8n' })).toEqual([400, { urlN8N: 'Obrigatório' }]);
  expect(await refused({ type: 'typebot' })).toEqual([400, { urlN8N: 'Obrigatório', typebotSlug: 'Obrigatório' }]);
  expect(await refused({ ...n8n, urlN8N: 'ftp://x.test' })).toEqual([400, { urlN8N: 'Endereço inválido' }]);
  expect(await refused({ type: 'dialogflow', jsonContent: '{' })).toEqual([400, { jsonContent: 'JSON inválido' }]);
  expect(await refused({ type: 'outro' })).toEqual([400, { type: expect.any(String) }]);
  expect(bodyOf(await w.admin.get<{ queueIntegrations: [] }>('/queueIntegration')).queueIntegrations).toEqual([]);
});

test('dialogflow is kept with its credentials encrypted, and says that it is legacy', async () => {
  const w = await world(app);
  const jsonContent = JSON.stringify({ private_key: 'segredo' });
  const made = bodyOf(
    await w.admin.post<Integration>('/queueIntegration', {
      type: 'dialogflow',
      name: 'Antigo',
      projectName: 'projeto-1',
      jsonContent,
    }),
    201,
  );
  expect(made).toMatchObject({ projectName: 'projeto-1' });
  expect(JSON.stringify(made)).not.toContain('segredo');
  const [stored] = await app.database.query<{ json_content: string }>(
    'select json_content from queue_integrations where id = $1',
    [made.id],
  );
  expect(stored?.json_content).not.toContain('segredo');
  for (const body of [{ projectName: 'projeto-1', jsonContent, language: 'pt-BR' }, { id: made.id }])
    expect(bodyOf(await w.admin.post<SessionTest>('/queueIntegration/testSession', body))).toMatchObject({
      ok: false,
      type: 'dialogflow',
      text: expect.stringContaining('legado'),
    });
  expect((await w.admin.post('/queueIntegration/testSession', { jsonContent: '[]' })).status).toBe(400);
  expect((await w.admin.get(`/queueIntegration/${made.id}/deliveries`)).status).toBe(409);
});

test('only managers of companies whose plan has integrations', async () => {
  const w = await integratedCompany(app, n8n);
  for (const client of [w.attendant, w.supervisor]) expect((await client.get('/queueIntegration')).status).toBe(403);
  const ticket = await w.customer().says('Oi');
  bodyOf(await app.platform.put(`/plans/${w.planId}`, { useIntegrations: false }));
  expect((await w.admin.get('/queueIntegration')).status).toBe(403);
  expect((await w.admin.post('/queueIntegration/testSession', { id: w.integrationId })).status).toBe(403);
  expect(await w.hand(ticket.id)).toBe(false);
});

test('connections and departments name an integration; with it, it is gone from them and from conversations', async () => {
  const w = await integratedCompany(app, n8n);
  const other = await integratedCompany(app, n8n);
  const set = (path: string, integrationId: number | null) =>
    w.admin.put<{ integrationId: number | null }>(path, { integrationId });
  for (const path of [`/whatsapp/${w.connection.id}`, `/queue/${w.support.id}`]) {
    expect((await set(path, other.integrationId)).status).toBe(400);
    expect(bodyOf(await set(path, w.integrationId)).integrationId).toBe(w.integrationId);
  }
  const ticket = await w.says(w.customer(), 'Oi');
  expect(await ticketOf(w, ticket.id)).toMatchObject({ integrationId: w.integrationId, useIntegration: true });
  bodyOf(await set(`/whatsapp/${w.connection.id}`, null));
  bodyOf(await w.admin.delete(`/queueIntegration/${w.integrationId}`));
  expect(await ticketOf(w, ticket.id)).toMatchObject({ integrationId: null, useIntegration: false });
  expect(
    bodyOf(await w.admin.get<{ integrationId: number | null }>(`/queue/${w.support.id}`)).integrationId,
  ).toBeNull();
  // its endpoint is none of the webhooks
  expect(bodyOf(await w.admin.get<{ records: [] }>('/webhook-endpoints')).records).toEqual([]);
});

test('n8n is told of a message, signed, and what it answers is said', async () => {
  const w = await integratedCompany(app, n8n);
  receiver.answer = says('<think>ela quer um orçamento</think>Olá, *Ana*!', 'Em que posso ajudar?');
  const customer = w.customer('Ana');
  const ticket = await w.says(customer, 'Quero um orçamento');
  const [request] = receiver.requests;
  expect(JSON.parse(request?.body.toString() ?? '')).toMatchObject({
    type: 'message.received',
    version: 1,
    data: {
      ticket: { id: ticket.id, status: 'pending' },
      contact: { name: 'Ana', number: customer.number },
      message: { body: 'Quero um orçamento', fromMe: false },
    },
  });
  const { secret } = bodyOf(await w.admin.get<{ secret: string }>(`/queueIntegration/${w.integrationId}/secret`));
  const { 'webhook-id': id, 'webhook-timestamp': time } = request?.headers ?? {};
  const signature = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${String(id)}.${String(time)}.${request?.body.toString()}`)
    .digest('base64');
  expect(request?.headers['webhook-signature']).toBe(`v1,${signature}`);
  expect(await w.receivedBy(customer)).toEqual(['Olá, *Ana*!', 'Em que posso ajudar?']);
  expect(await deliveries(w)).toMatchObject([
    { status: 'delivered', attempts: 1, responseStatus: 200, answer: 'sent' },
  ]);
  const replaced = bodyOf(await w.admin.post<{ secret: string }>(`/queueIntegration/${w.integrationId}/secret`));
  expect(replaced.secret).not.toBe(secret);
});

test('a message with a file is told with its address, once the file is fetched', async () => {
  const w = await integratedCompany(app, n8n);
  const customer = w.customer('Ana');
  bodyOf(await w.admin.put(`/whatsapp/${w.connection.id}`, { integrationId: null }));
  const { id } = await w.says(customer, 'Segue a foto', { file: files.png });
  const fetched = async (isFetched: boolean) => {
    await app.database.query(
      isFetched
        ? "update messages set media_key = data->>'kept', data = data - 'mediaRef' where ticket_id = $1 and not from_me"
        : `update messages set media_key = null, data = coalesce(data, '{}') || jsonb_build_object('mediaRef', 'x', 'kept', media_key)
           where ticket_id = $1 and not from_me`,
      [id],
    );
    await app.database.query(
      "update outbox_jobs set run_at = now() - interval '1 second' where name = 'call-with-file' and leased_until is null",
    );
    await app.settled();
  };
  await fetched(false);
  expect(await w.hand(id)).toBe(true);
  await app.settled();
  expect(receiver.requests).toEqual([]);
  await fetched(true);
  expect(receiver.requests.map(({ body }) => JSON.parse(body.toString()).data.message)).toMatchObject([
    { body: 'Segue a foto', mediaUrl: expect.stringContaining('/media/') },
  ]);
});

test('an answer without messages says nothing, one of another form is refused, a long one is divided', async () => {
  const w = await integratedCompany(app, { ...n8n, type: 'webhook' });
  const customer = w.customer();
  const answers: [body: string, answer: string][] = [
    ['', 'none'],
    ['{"message":"Workflow was started"}', 'none'],
    ['<p>não é um texto</p>', 'none'],
    ['{"messages":[]}', 'none'],
    ['{"messages":"oi"}', 'invalid'],
    ['{"messages":[{"body":1}]}', 'invalid'],
    [
      JSON.stringify({ messages: Array.from({ length: 12 }, (_, n) => ({ body: `${n} ${'x'.repeat(5000)}` })) }),
      'sent',
    ],
  ];
  for (const [body, answer] of answers) {
    receiver.answer = (_request, response) => void response.writeHead(200).end(body);
    await w.says(customer, 'Oi');
    expect((await deliveries(w))[0]).toMatchObject({ status: 'delivered', answer });
  }
  const received = await w.receivedBy(customer);
  // ten of twelve, each in two
  expect(received).toHaveLength(20);
  expect(received.every((text) => text.length <= 4000)).toBe(true);
  expect(received.slice(0, 2).join('')).toBe(`0 ${'x'.repeat(5000)}`);
});

test('an answer that takes too long is awaited once: people take over, and the program is not asked again', async () => {
  const w = await integratedCompany(app, { ...n8n, answerSeconds: 60 });
  await app.database.query('update webhook_endpoints set answer_seconds = 1 where integration and company_id = $1', [
    w.companyId,
  ]);
  receiver.answer = () => undefined;
  const customer = w.customer();
  const { id } = await w.says(customer, 'Oi');
  expect((await deliveries(w))[0]).toMatchObject({
    status: 'failed',
    attempts: 1,
    answer: null,
    excerpt: 'Sem resposta a tempo',
  });
  expect(receiver.requests).toHaveLength(1);
  expect(await ticketOf(w, id)).toMatchObject({ status: 'pending', integrationId: null });
  expect((await w.admin.put(`/queueIntegration/${w.integrationId}`, { answerSeconds: 121 })).status).toBe(400);
});

test('programs that hang do not delay those of other companies', async () => {
  const hanging: ServerResponse[] = [];
  receiver.answer = ({ path }, response) =>
    path === '/hangs' ? void hanging.push(response) : says('Recebido!')(undefined, response);
  for (const w of [
    await integratedCompany(app, { ...n8n, urlN8N: `${receiver.url}/hangs` }),
    await integratedCompany(app, { ...n8n, urlN8N: `${receiver.url}/hangs` }),
  ])
    await Promise.all(Array.from({ length: 9 }, () => w.customer().writes('Oi')));
  await until('the programs hang', () => hanging.length > 5);
  const other = await integratedCompany(app, n8n);
  const customer = other.customer();
  await customer.writes('Oi');
  await until('the other program answers', async () => (await other.receivedBy(customer)).includes('Recebido!'));
  receiver.answer = says('Desculpe a demora');
  for (const response of hanging) response.writeHead(200).end();
  await until('the waiting calls are made', async () => {
    await nextAttempt();
    const waiting = await app.database.query("select 1 from outbox_jobs where name = 'deliver-webhook'");
    return waiting.length === 0;
  });
});

test('an answer may command, as a bubble of a flow', async () => {
  const w = await integratedCompany(app, n8n);
  receiver.answer = says('Vou passar você.', `#{"queueId":${w.support.id}}`, 'Não digo isto');
  const customer = w.customer();
  const { id } = await w.says(customer, 'Oi');
  expect(await w.receivedBy(customer)).toEqual(['Vou passar você.']);
  expect(await ticketOf(w, id)).toMatchObject({ status: 'pending', queueId: w.support.id, integrationId: null });
});

test('what fails is tried again; after the second failure people take over, and a late answer is only logged', async () => {
  const w = await integratedCompany(app, n8n);
  receiver.answer = (_request, response) => void response.writeHead(502).end();
  const customer = w.customer();
  const { id } = await w.says(customer, 'Oi');
  expect((await deliveries(w))[0]).toMatchObject({ status: 'waiting', attempts: 1, answer: null });
  expect((await ticketOf(w, id)).integrationId).toBe(w.integrationId);
  await nextAttempt();
  expect(await ticketOf(w, id)).toMatchObject({ status: 'pending', integrationId: null });
  receiver.answer = says('Tarde demais');
  await nextAttempt();
  const [delivery] = await deliveries(w);
  expect(delivery).toMatchObject({ status: 'delivered', attempts: 3, answer: 'late' });
  // the only department of the connection greets
  expect(await w.receivedBy(customer)).toEqual([expect.stringContaining('Olá da ')]);
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([delivery?.eventId]));
});

test('a retry is said while nobody has written since; a replay of what was said is not said again', async () => {
  const w = await integratedCompany(app, n8n);
  receiver.answer = (_request, response) => void response.writeHead(502).end();
  const customer = w.customer();
  const { id } = await w.says(customer, 'Oi');
  receiver.answer = says('Desculpe a demora');
  await nextAttempt();
  expect(await w.receivedBy(customer)).toEqual(['Desculpe a demora']);
  const [delivery] = await deliveries(w);
  await app.database.query("update webhook_deliveries set created_at = now() - interval '2 minutes' where id = $1", [
    delivery?.id,
  ]);
  bodyOf(await w.admin.post(`/queueIntegration/${w.integrationId}/deliveries/${delivery?.id}/replay`));
  await app.settled();
  expect(receiver.requests).toHaveLength(3);
  expect(await w.receivedBy(customer)).toEqual(['Desculpe a demora']);
  expect((await deliveries(w))[0]).toMatchObject({ status: 'delivered', attempts: 1, answer: 'sent' });
  // nor while the event is young
  await app.database.query('update webhook_deliveries set created_at = now() where id = $1', [delivery?.id]);
  bodyOf(await w.admin.post(`/queueIntegration/${w.integrationId}/deliveries/${delivery?.id}/replay`));
  await app.settled();
  expect(receiver.requests).toHaveLength(4);
  expect(await w.receivedBy(customer)).toEqual(['Desculpe a demora']);
  // only by its own integration
  const other = await integratedCompany(app, n8n);
  const path = `deliveries/${delivery?.id}/replay`;
  expect((await other.admin.post(`/queueIntegration/${other.integrationId}/${path}`)).status).toBe(404);
  expect((await w.admin.post(`/webhook-${path}`)).status).toBe(404);
  const test = await other.admin.post('/queueIntegration/testSession', { id: w.integrationId });
  expect(test.status).toBe(404);
  expect((await ticketOf(w, id)).integrationId).toBe(w.integrationId);
});

test('a late answer is said after other automatic messages, not after a newer message of the customer', async () => {
  const w = await integratedCompany(app, n8n);
  const customer = w.customer();
  const asks = async (text: string): Promise<TicketRow> => {
    receiver.answer = (_request, response) => void response.writeHead(502).end();
    const ticket = await w.says(customer, text);
    await app.database.query(
      "update webhook_deliveries set created_at = now() - interval '1 minute' where company_id = $1",
      [w.companyId],
    );
    return ticket;
  };
  const { id } = await asks('Oi');
  await app.as(w.companyId, async () => {
    const ticket = await app.nest.get(TicketLocksService).lock(id);
    await app.nest.get(AutomaticMessagesService).sendText(ticket, 'Um momento');
  });
  receiver.answer = says('Achei');
  await nextAttempt();
  expect(await w.receivedBy(customer)).toEqual(['Um momento', 'Achei']);
  await asks('E o prazo?');
  receiver.answer = says('Estou aqui');
  await w.says(customer, 'Ainda está aí?');
  receiver.answer = says('Cinco dias');
  await nextAttempt();
  expect(await w.receivedBy(customer)).toEqual(['Um momento', 'Achei', 'Estou aqui']);
  expect((await deliveries(w)).map(({ answer }) => answer)).toEqual(['sent', 'late', 'sent']);
});

test('an answer that another process has recorded meanwhile is not said again', async () => {
  const w = await integratedCompany(app, n8n);
  const thinking: ServerResponse[] = [];
  receiver.answer = (_request, response) => void thinking.push(response);
  const customer = w.customer();
  await customer.writes('Oi');
  await until('the receiver thinks', () => thinking.length === 1);
  // as the one that took the job over leaves it after a failed attempt
  await app.database.query('update webhook_deliveries set attempts = 1 where company_id = $1', [w.companyId]);
  receiver.answer = says('Uma vez só');
  thinking[0]?.writeHead(200).end(JSON.stringify({ messages: [{ body: 'Duas vezes' }] }));
  await app.settled();
  expect(await w.receivedBy(customer)).toEqual(['Uma vez só']);
  expect((await deliveries(w))[0]).toMatchObject({ status: 'delivered', attempts: 2, answer: 'sent' });
});

test('people take over when it can be called no longer: without its secret, without the plan, or removed', async () => {
  const w = await integratedCompany(app, n8n);
  const greeting = 'Escolha um departamento';
  bodyOf(
    await w.admin.put(`/whatsapp/${w.connection.id}`, {
      queueIds: [w.sales.id, w.support.id],
      greetingMessage: greeting,
    }),
  );
  const menu = expect.stringContaining(greeting);
  /** Writes, and lets something happen before the event is delivered. */
  const writes = async (change: () => Promise<unknown>): Promise<unknown[]> => {
    receiver.answer = (_request, response) => void response.writeHead(502).end();
    const customer = w.customer();
    const { id } = await w.says(customer, 'Oi');
    await change();
    receiver.answer = says('Recebido!');
    await nextAttempt();
    return [(await ticketOf(w, id)).integrationId, await w.receivedBy(customer)];
  };
  // as the erasure of a lost key leaves it
  const loseSecret = () =>
    app.database.query('update webhook_endpoints set secret = null, active = false where company_id = $1', [
      w.companyId,
    ]);
  expect(await writes(loseSecret)).toEqual([null, [menu]]);
  const ana = w.customer();
  expect((await ticketOf(w, (await w.says(ana, 'Oi')).id)).integrationId).toBeNull();
  expect(await w.receivedBy(ana)).toEqual([menu]);
  bodyOf(await w.admin.post(`/queueIntegration/${w.integrationId}/secret`));
  const bia = w.customer();
  await w.says(bia, 'Oi');
  expect(await w.receivedBy(bia)).toEqual(['Recebido!']);
  const planHas = (useIntegrations: boolean) => app.platform.put(`/plans/${w.planId}`, { useIntegrations });
  expect(await writes(() => planHas(false))).toEqual([null, [menu]]);
  bodyOf(await planHas(true));
  const socket = await w.admin.socket();
  expect(await writes(() => w.admin.delete(`/queueIntegration/${w.integrationId}`))).toEqual([null, [menu]]);
  await socket.nextNamed<{ ticket: TicketRow }>(
    `company-${w.companyId}-ticket`,
    ({ ticket }) => (ticket as TicketRow | undefined)?.integrationId === null,
  );
});

test('an error of ours leaves the conversation to people, too', async () => {
  const w = await integratedCompany(app, n8n);
  await app.database.query("update webhook_endpoints set secret = 'v1.danificado' where company_id = $1", [
    w.companyId,
  ]);
  const { id } = await w.says(w.customer(), 'Oi');
  for (let attempt = 1; attempt <= 4; attempt += 1) await nextAttempt();
  expect((await ticketOf(w, id)).integrationId).toBeNull();
  expect((await deliveries(w))[0]).toMatchObject({ status: 'failed', attempts: 0 });
});

test('it is silent the moment a person accepts, while the receiver still thinks', async () => {
  const w = await integratedCompany(app, n8n);
  const thinking: ServerResponse[] = [];
  receiver.answer = (_request, response) => void thinking.push(response);
  const customer = w.customer();
  await customer.writes('Oi');
  await until('the receiver thinks', () => thinking.length === 1);
  const { tickets } = bodyOf(
    await w.admin.get<{ tickets: TicketRow[] }>(`/tickets?showAll=true&searchParam=${customer.number}`),
  );
  const id = tickets[0]?.id;
  bodyOf(await w.attendant.put(`/tickets/${id}`, { status: 'open' }));
  thinking[0]?.writeHead(200).end(JSON.stringify({ messages: [{ body: 'Posso ajudar?' }] }));
  await app.settled();
  expect(await w.receivedBy(customer)).toEqual([]);
  expect((await deliveries(w))[0]).toMatchObject({ status: 'delivered', answer: 'late' });
});

test('addresses inside the network and redirects are failures that the log explains; a huge answer says nothing', async () => {
  const inward = await integratedCompany(app, { ...n8n, urlN8N: 'http://10.0.0.1/webhook' });
  await inward.says(inward.customer(), 'Oi');
  expect((await deliveries(inward))[0]).toMatchObject({
    responseStatus: null,
    excerpt: expect.stringContaining('10.0.0.1'),
  });
  const w = await integratedCompany(app, n8n);
  receiver.answer = (_request, response) => void response.writeHead(307, { location: 'http://10.0.0.1/' }).end();
  await w.says(w.customer(), 'Oi');
  expect((await deliveries(w))[0]).toMatchObject({ excerpt: expect.stringContaining('redirecionamentos') });
  receiver.answer = (_request, response) => void response.writeHead(200).end('x'.repeat(2 * 1024 * 1024));
  await w.says(w.customer(), 'Oi');
  expect((await deliveries(w))[0]).toMatchObject({
    status: 'delivered',
    responseStatus: 200,
    answer: 'none',
    excerpt: expect.stringContaining('maior'),
  });
});

describe('testSession makes a real call', () => {
  const run = async (fields: object): Promise<SessionTest> => {
    const w = await integratedCompany(app, fields);
    return bodyOf(await w.admin.post<SessionTest>('/queueIntegration/testSession', { id: w.integrationId }));
  };

  test('to n8n, signed: status and excerpt', async () => {
    receiver.answer = (_request, response) => void response.writeHead(200).end('obrigado');
    expect(await run(n8n)).toMatchObject({
      ok: true,
      type: 'n8n',
      status: 200,
      excerpt: 'obrigado',
      messages: ['obrigado'],
    });
    expect(JSON.parse(receiver.requests[0]?.body.toString() ?? '')).toMatchObject({ type: 'test' });
    expect(receiver.requests[0]?.headers['webhook-signature']).toMatch(/^v1,/);
    receiver.answer = (_request, response) => void response.writeHead(404).end('sem fluxo');
    expect(await run(n8n)).toMatchObject({ ok: false, status: 404, excerpt: 'sem fluxo' });
    expect(await run({ ...n8n, urlN8N: 'http://10.0.0.1/' })).toMatchObject({
      ok: false,
      status: null,
      text: expect.stringContaining('10.0.0.1'),
    });
  });

  test('to typebot: what the flow says first', async () => {
    typebot.flows.set('inicio', [{ messages: [textBubble('Olá!')] }]);
    const bot = { type: 'typebot', urlN8N: typebot.url };
    expect(await run({ ...bot, typebotSlug: 'inicio' })).toMatchObject({ ok: true, status: 200, messages: ['Olá!'] });
    expect(await run({ ...bot, typebotSlug: 'nenhum' })).toMatchObject({
      ok: false,
      status: 404,
      excerpt: expect.stringContaining('Typebot not found'),
    });
  });
});
