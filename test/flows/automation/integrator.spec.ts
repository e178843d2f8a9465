import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CloudCompany } from '../../support/cloud-company.js';
import { named, withTemplates } from '../../support/cloud-templates.js';
import { sends } from '../../support/graph-simulator/graph-simulator.js';
import { HttpServer } from '../../support/http-server.js';
import { typedClient } from '../../support/typed-client.js';
import { password } from '../../support/world.js';

const run = promisify(execFile);
const receiver = await new HttpServer().start();
receiver.answer = (_request, response) => void response.writeHead(204).end();
const company = await CloudCompany.start();

beforeAll(() => withTemplates(company, named));
afterAll(async () => {
  await company.stop();
  await receiver.stop();
});
beforeEach(() => {
  receiver.requests.length = 0;
});

interface Event {
  type: string;
  data: { message: { id: number; body: string; status: string } };
}

const eventsOf = (path: string): Event[] =>
  receiver.requests.filter((request) => request.path === path).map(({ body }) => JSON.parse(body.toString()) as Event);

test('docs/integrators.md is true: from the token to the delivered message and the received event, by curl', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/integrators.md'), 'utf8');
  const commands = [...page.matchAll(/```sh\n([\s\S]+?)```/g)].map(([, command = '']) => command);
  const [, program = ''] = /```js\n([\s\S]+?)```/.exec(page) ?? [];
  const manager = await company.w.member({ profile: 'admin' });
  const variables: Record<string, string> = {
    ATENDE: company.app.url,
    RECEIVER: `${receiver.url}/eventos`,
    EMAIL: manager.me.email,
    PASSWORD: password,
    CONNECTION: String(company.connection.id),
    NUMBER: company.newNumber(),
  };
  const step = async <T>(): Promise<T> => {
    const { stdout } = await run('sh', ['-c', commands.shift() ?? ''], { env: { ...process.env, ...variables } });
    return JSON.parse(stdout) as T;
  };
  variables['SESSION'] = (await step<{ token: string }>()).token;
  variables['CONNECTION_TOKEN'] = (await step<{ token: string }>()).token;
  const { secret } = await step<{ secret: string }>();
  const sent = await step<{ id: number; status: string }>();
  expect(sent.status).toBe('queued');
  variables['MESSAGE'] = String(sent.id);
  await company.settled();
  expect((await step<{ status: string }>()).status).toBe('delivered');
  expect(await step<object>()).toMatchObject({ number: variables['NUMBER'], name: 'Ana Lima' });
  expect(commands).toEqual([]);
  company.graph.customerSends({ from: variables['NUMBER'] ?? '', name: 'Ana' }, sends.text('Chegou, obrigada!'));
  await company.settled();
  const events = eventsOf('/eventos');
  expect(events.filter(({ data }) => data.message.id === sent.id).map(({ data }) => data.message.status)).toEqual(
    expect.arrayContaining(['sent', 'delivered']),
  );
  expect(events.find(({ type }) => type === 'message.received')?.data.message.body).toBe('Chegou, obrigada!');
  const { isFromAtende } = (await import(`data:text/javascript,${encodeURIComponent(program)}`)) as {
    isFromAtende: (headers: IncomingHttpHeaders, body: string, secret: string) => boolean;
  };
  for (const { headers, body } of receiver.requests) {
    expect(isFromAtende(headers, body.toString(), secret)).toBe(true);
    expect(isFromAtende(headers, `${body.toString()} `, secret)).toBe(false);
  }
});

test('the same through the client that is generated from the OpenAPI document', async () => {
  const manager = await company.w.member({ profile: 'admin' });
  const session = typedClient(company.app.url, manager.token);
  const url = `${receiver.url}/tipado`;
  const endpoint = await session.POST('/webhook-endpoints', { body: { url, events: ['message.received'] } });
  expect(endpoint.data?.secret).toMatch(/^whsec_/);
  const created = await session.POST('/service-tokens', {
    body: { name: 'ERP', scopes: ['contacts:read', 'tickets:read'] },
  });
  const service = typedClient(company.app.url, created.data?.token);
  const connection = await session.GET('/whatsapp/{id}', { params: { path: { id: company.connection.id } } });
  const client = typedClient(company.app.url, connection.data?.token ?? '');
  const number = company.newNumber();
  const refused = await client.POST('/api/messages/send', { body: { number, body: 'Olá' } });
  expect([refused.response.status, refused.error?.code]).toEqual([422, 'ERR_WINDOW_CLOSED']);
  company.graph.customerSends({ from: number, name: 'Rui' }, sends.text('Bom dia'));
  await company.settled();
  expect(eventsOf('/tipado').map(({ data }) => data.message.body)).toEqual(['Bom dia']);
  const sent = await client.POST('/api/messages/send', { body: { number, body: 'Olá, Rui' } });
  await company.settled();
  const id = sent.data?.id ?? 0;
  const state = await client.GET('/api/messages/{id}', { params: { path: { id } } });
  expect(state.data).toMatchObject({ number, ticketId: sent.data?.ticketId, errorCode: null });
  const ticket = await service.GET('/tickets/{id}', { params: { path: { id: sent.data?.ticketId ?? 0 } } });
  expect(ticket.data?.contact.name).toBe('Rui');
  const forbidden = await service.DELETE('/tickets/{id}', { params: { path: { id: sent.data?.ticketId ?? 0 } } });
  expect(forbidden.error).toMatchObject({ code: 'ERR_TOKEN_SCOPE', params: { scope: 'tickets:write' } });
});
