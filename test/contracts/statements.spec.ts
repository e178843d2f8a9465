import { writeFile } from 'node:fs/promises';
import { startApp } from '../support/app.js';
import { bodyOf } from '../support/client.js';
import { statementsOf } from '../support/statements.js';
import type { TicketRow } from '../support/world.js';
import { world } from '../support/world.js';

const app = await startApp();
const w = await world(app);
let ticket: TicketRow;
let chat = 0;
const told: string[] = [];

beforeAll(async () => {
  for (let count = 0; count < 45; count += 1) await w.customer().writes('oi');
  await app.settled();
  ticket = await w.customer().says('oi');
  bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
  for (let count = 0; count < 25; count += 1)
    bodyOf(await w.attendant.post(`/messages/${ticket.id}`, { body: `mensagem ${count}` }), 201);
  chat = bodyOf(await w.admin.post<{ id: number }>('/chats', { title: 'Plantão', users: [w.attendant.id] }), 201).id;
  for (let count = 0; count < 25; count += 1)
    bodyOf(await w.admin.post(`/chats/${chat}/messages`, { message: `mensagem ${count}` }), 201);
  await app.settled();
});
afterAll(async () => {
  await app.close();
  await writeFile('test-results/statements.txt', `${told.join('\n')}\n`).catch(() => undefined);
});

/** What a list may cost, with begin, the company and commit; the look-up of the session is counted apart. */
const mostOfList = 6;
const mostOfSending = 12;
/** begin, one look-up, commit. */
const mostOfSession = 3;

test.each([
  ['open list', () => '/tickets?status=open', mostOfList],
  ['waiting list, full page', () => '/tickets?status=pending', mostOfList],
  ['waiting list, by page number', () => '/tickets?status=pending&pageNumber=2', mostOfList],
  ['search by name, full page', () => '/tickets?showAll=true&searchParam=Cliente', mostOfList],
  ['search by words, full page', () => '/tickets?showAll=true&status=pending&searchParam=oi', mostOfList],
  ['search by words, all on a page', () => '/tickets?showAll=true&searchParam=mensagem', mostOfList],
  ['hits of a conversation', () => `/messages/${ticket.id}/hits?searchParam=mensagem`, mostOfList],
  ['counters', () => '/tickets/counters', mostOfList],
  ['one conversation', () => `/tickets/${ticket.id}`, mostOfList],
  ['messages, first page', () => `/messages/${ticket.id}?peek=true`, mostOfList],
  [
    'messages, older page',
    () => `/messages/${ticket.id}?cursor=${Number.MAX_SAFE_INTEGER % 1_000_000_000}`,
    mostOfList,
  ],
  ['messages, around one', () => `/messages/${ticket.id}?around=20&peek=true`, mostOfList],
  ['notes', () => `/ticket-notes/list?ticketId=${ticket.id}&contactId=${ticket.contactId}`, mostOfList],
  ['contacts', () => '/contacts', mostOfList],
  ['contacts of some days, full page', () => '/contacts?dateStart=2020-01-01', mostOfList],
  ['contacts, search, full page', () => '/contacts?searchParam=cliente', mostOfList],
  ['chats', () => '/chats', mostOfList],
  ['chats, search', () => '/chats?searchParam=plant', mostOfList],
  ['messages of a chat', () => `/chats/${chat}/messages?pageNumber=1`, mostOfList],
  ['kanban', () => '/ticket/kanban', mostOfList],
  ['kanban, search', () => '/ticket/kanban?searchParam=Cliente', mostOfList],
  ['tags', () => '/tags', mostOfList],
  ['tags, the other dialect', () => '/tags?range=[0,19]&filter={"q":"Tag"}', mostOfList],
  ['users', () => '/users', mostOfList],
  ['quick messages', () => '/quick-messages', mostOfList],
  ['quick messages, suggested', () => '/quick-messages/list', mostOfList],
  ['schedules', () => '/schedules', mostOfList],
  ['file lists, to be sent', () => '/files/list', mostOfList],
  ['announcements', () => '/announcements', mostOfList],
  ['announcements, shown', () => '/announcements/list', mostOfList],
  ['tutorials', () => '/helps/list', mostOfList],
  ['connections', () => '/whatsapp', mostOfList],
  ['departments', () => '/queue', mostOfList],
  ['settings', () => '/settings', mostOfList],
  ['dashboard', () => '/dashboard?days=90', mostOfList],
  ['dashboard, departments', () => '/dashboard/departments?days=90', mostOfList],
  ['resources', () => '/resources', 1],
])('%s', async (name, path, most) => {
  const ask = () => statementsOf(app, async () => bodyOf(await w.attendant.get<object>(path())));
  let { app: said, platform } = await ask();
  // the sweeper, which runs once a minute, may have run in between, but not each time
  for (let again = 0; again < 5 && platform.length > mostOfSession; again += 1) ({ app: said, platform } = await ask());
  told.push(`${name}: ${said.length} and ${platform.length} for the session`);
  expect([name, said.length <= most, said]).toEqual([name, true, said]);
  expect([name, platform.length <= mostOfSession, platform]).toEqual([name, true, platform]);
});

test.each(['', '/summary', '/attendants'])('reports%s', async (path) => {
  const read = async () => bodyOf(await w.supervisor.get<object>(`/relatories${path}?by=arrival`));
  const { app: said } = await statementsOf(app, read);
  told.push(`reports${path}: ${said.length}`);
  expect([said.length <= mostOfList, said]).toEqual([true, said]);
});

test.each(['/service-tokens', '/webhook-endpoints', '/prompt', '/knowledge'])('of managers: %s', async (path) => {
  const { app: said } = await statementsOf(app, async () => bodyOf(await w.admin.get<object>(path)));
  expect([said.length <= mostOfList, said]).toEqual([true, said]);
});

test('sending a message', async () => {
  // broadcasts and sending follow the response and do not count
  await app.settled();
  let answeredWith = 0;
  const { app: said } = await statementsOf(app, async () => {
    bodyOf(await w.attendant.post(`/messages/${ticket.id}`, { body: 'quanto custa?' }), 201);
    await app.settled();
  });
  answeredWith = said.findIndex((statement) => /^commit/.test(statement)) + 1;
  told.push(`send: ${answeredWith} until the commit`);
  expect([answeredWith > 0 && answeredWith <= mostOfSending, said.slice(0, answeredWith)]).toEqual([
    true,
    said.slice(0, answeredWith),
  ]);
});

test('the number of rows does not change the number of statements', async () => {
  const few = await world(app);
  await few.customer().says('oi');
  const one = await statementsOf(app, async () => bodyOf(await few.attendant.get<object>('/tickets?status=pending')));
  const many = await statementsOf(app, async () =>
    bodyOf(await w.attendant.get<object>('/tickets?status=pending&pageNumber=2')),
  );
  expect(Math.abs(one.app.length - many.app.length)).toBeLessThanOrEqual(1);
});

test('attendants that reconnect together are authenticated by a few statements, not some for each', async () => {
  // fewer for each than a user may have
  const people = [w.attendant, w.supervisor, w.admin];
  const count = 13 * people.length;
  const { platformWithRunner: everybody } = await statementsOf(app, async () => {
    const clients = Array.from({ length: count / people.length }, () => people).flat();
    const sockets = await Promise.all(clients.map((client) => client.socket()));
    for (const socket of sockets) socket.close();
  });
  const asked = everybody.filter((statement) => /from sessions/.test(statement));
  told.push(`${count} sockets at once: ${asked.length} look-ups of sessions`);
  expect(asked.length).toBeGreaterThan(0);
  // each alone would take more than one; on a busy machine few arrive at the same time
  expect(asked.length).toBeLessThan(1.5 * count);
});
