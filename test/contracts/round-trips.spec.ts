import { writeFile } from 'node:fs/promises';
import { bodyOf } from '../support/client.js';
import { CloudCompany, cloudInput } from '../support/cloud-company.js';
import { signedWebhook } from '../support/cloud-tenant.js';
import { defaultNumber } from '../support/graph-simulator/graph-simulator.js';
import type { LiveSocket } from '../support/live-socket.js';
import { RoundTrips } from '../support/round-trips.js';
import type { MessageRow, TicketRow } from '../support/world.js';

const trips = new RoundTrips();
const company = await CloudCompany.start({ env: {} });
const { app, w } = company;
// the statuses of the provider are webhooks of their own
company.graph.options.statuses = { ...company.graph.options.statuses, sent: false, delivered: false };
const told: string[] = [];
let sandbox: TicketRow;
let cloud: TicketRow;
let number: string;
let written = 0;
let screen: LiveSocket;

beforeAll(async () => {
  for (let count = 0; count < 3; count += 1) await w.customer().writes('oi');
  sandbox = await w.customer().says('oi');
  bodyOf(await w.attendant.put(`/tickets/${sandbox.id}`, { status: 'open' }));
  ({ ticket: cloud, number } = await company.conversation());
});
afterAll(async () => {
  await company.stop();
  trips.stop();
  await writeFile('test-results/round-trips.txt', `${told.join('\n')}\n`).catch(() => undefined);
});

const send = async ({ id }: TicketRow): Promise<MessageRow> =>
  bodyOf(await w.attendant.post<MessageRow>(`/messages/${id}`, { body: `quanto ${++written}?` }), 201);

/** The provider reports a message. @returns its text */
async function report(): Promise<string> {
  const text = `sim ${++written}`;
  const { phoneNumberId } = defaultNumber;
  const connection = { id: company.connection.id, phoneNumberId, appSecret: cloudInput.appSecret };
  const call = signedWebhook(connection, { from: number, id: `wamid.trips.${written}`, text });
  bodyOf(await app.visitor().post(call.path, call.body, call.headers));
  return text;
}

/** Until the attendant's screen shows such a message. */
async function shown(wanted: (message: MessageRow) => boolean): Promise<void> {
  await screen.next<{ message: MessageRow }>('appMessage', ({ message }) => wanted(message as MessageRow));
}

async function sendUntilShown(ticket: TicketRow): Promise<void> {
  const { id } = await send(ticket);
  await shown((message) => message.id === id && message.ack > 0);
}

async function reportUntilShown(): Promise<void> {
  const text = await report();
  await shown(({ body }) => body === text);
}

const get = (path: () => string) => async () => bodyOf(await w.attendant.get<object>(path()));

/** Most round trips to the database until the request is answered. */
test.each<[name: string, most: number, request: () => Promise<unknown>]>([
  ['GET /tickets', 1, get(() => '/tickets?status=open')],
  ['GET /tickets?searchParam, a name', 1, get(() => '/tickets?showAll=true&searchParam=Cliente')],
  ['GET /tickets?searchParam, a word', 1, get(() => '/tickets?showAll=true&searchParam=quanto')],
  ['GET /messages/:id', 1, get(() => `/messages/${sandbox.id}?peek=true`)],
  ['GET /contacts', 1, get(() => '/contacts')],
  ['GET /contacts?searchParam', 1, get(() => '/contacts?searchParam=cliente')],
  ['GET /ticket/kanban', 2, get(() => '/ticket/kanban')],
  ['POST /messages/:id, sandbox', 2, () => send(sandbox)],
  ['POST /messages/:id, Cloud API', 2, () => send(cloud)],
  ['POST /webhooks/cloudapi/:id', 3, report],
])('%s: at most %i until the answer', async (name, most, request) => {
  const counted = await trips.leastUntilAnswer(app.nest.getHttpServer(), request, () => company.settled());
  told.push(`${name}: ${counted} until the answer`);
  expect(counted).toBeGreaterThan(0);
  expect(counted).toBeLessThanOrEqual(most);
});

describe('with a screen', () => {
  beforeAll(async () => {
    screen = await w.attendant.socket();
    for (const { id } of [sandbox, cloud]) await screen.join('ChatBox', id);
  });

  /** Most round trips of the request, its jobs and what is read for the screens, which is not waited for. */
  test.each<[name: string, most: number, story: () => Promise<void>]>([
    ['a message is sent and has its tick, sandbox', 6, () => sendUntilShown(sandbox)],
    ['a message is sent and has its tick, Cloud API', 6, () => sendUntilShown(cloud)],
    ['a message comes in', 14, reportUntilShown],
  ])('%s: at most %i until it is shown', async (name, most, story) => {
    const counted = await trips.least(story, () => company.settled());
    told.push(`${name}: ${counted}`);
    expect(counted).toBeGreaterThan(0);
    expect(counted).toBeLessThanOrEqual(most);
  });
});
