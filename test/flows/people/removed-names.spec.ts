import type {
  Dashboard,
  DashboardDepartment,
} from '../../../src/modules/insight/dashboard/charts/dashboard.service.js';
import type {
  Attendance,
  RemovedChoices,
  ReportSummary,
} from '../../../src/modules/insight/reports/search/reports.service.js';
import { sharedApp } from '../../support/app.js';
import { bodyOf, type Client } from '../../support/client.js';
import { type MessageRow, type Named, type TicketRow, type World, world } from '../../support/world.js';

const app = await sharedApp();
let w: World;
let leaving: Client;
let queue: Named;
let ticket: TicketRow;
let who: Named;
let day: string;

const file = async (path: string): Promise<string> => {
  const answer = await fetch(`${app.url}${path}`, { headers: { authorization: `Bearer ${w.admin.token}` } });
  expect(answer.status).toBe(200);
  return answer.text();
};

/** Somebody answers in a department and closes; then both are removed. */
beforeAll(async () => {
  w = await world(app);
  queue = bodyOf(await w.admin.post<Named>('/queue', { name: 'Cobrança', color: '#aa3311' }), 201);
  leaving = await w.member({ name: 'Vanda Lopes', queueIds: [w.sales.id, queue.id] });
  who = { id: leaving.id, name: 'Vanda Lopes' };
  ticket = await w.customer().says('oi');
  bodyOf(await w.admin.put(`/tickets/${ticket.id}`, { queueId: queue.id }));
  bodyOf(await leaving.put(`/tickets/${ticket.id}`, { status: 'open' }));
  bodyOf(await leaving.post(`/messages/${ticket.id}`, { body: 'até logo' }), 201);
  await app.settled();
  bodyOf(await leaving.put(`/tickets/${ticket.id}`, { status: 'closed' }));
  bodyOf(await w.admin.delete(`/users/${leaving.id}`));
  bodyOf(await w.admin.delete(`/queue/${queue.id}`));
  const [now] = await app.database.query<{ day: string }>(
    'select (now() at time zone timezone)::date::text as day from companies where id = $1',
    [w.companyId],
  );
  day = now?.day ?? '';
});

test('a message shows who wrote it', async () => {
  const { messages } = bodyOf(await w.admin.get<{ messages: MessageRow[] }>(`/messages/${ticket.id}`));
  expect(messages.find(({ body }) => body.includes('até logo'))?.user).toEqual(who);
});

test('the history of a conversation shows who closed it', async () => {
  const { cycles } = bodyOf(await w.admin.get<{ cycles: { user: Named | null }[] }>(`/tickets/${ticket.id}/cycles`));
  expect(cycles).toMatchObject([{ user: who }]);
});

test('reports group by the person and the department, and filters find them', async () => {
  const { attendances } = bodyOf(await w.admin.get<{ attendances: Attendance[] }>('/relatories'));
  expect(attendances).toMatchObject([
    { ticketId: ticket.id, user: who, queue: { id: queue.id, name: 'Cobrança', color: '#aa3311' } },
  ]);
  const { attendants } = bodyOf(await w.admin.get<ReportSummary>('/relatories/summary'));
  expect(attendants).toMatchObject([{ userId: who.id, userName: who.name, finished: 1 }]);
  const { days } = bodyOf(await w.admin.get<{ days: object[] }>('/relatories/attendants'));
  expect(days).toMatchObject([{ day, userId: who.id, userName: who.name }]);
  expect(bodyOf(await w.admin.get<RemovedChoices>('/relatories/removed'))).toEqual({
    users: [who],
    queues: [{ id: queue.id, name: 'Cobrança', color: '#aa3311' }],
  });
  for (const filter of [`users=[${who.id}]`, `queueIds=[${queue.id}]`])
    expect(bodyOf(await w.admin.get<{ count: number }>(`/relatories?${filter}`)).count).toBe(1);
  expect((await w.attendant.get('/relatories/removed')).status).toBe(403);
  const other = await world(app);
  expect(bodyOf(await other.admin.get('/relatories/removed'))).toEqual({ users: [], queues: [] });
});

test('exports have the names', async () => {
  for (const path of ['/relatories/export', '/relatories/export?report=attendants', '/tickets/export?showAll=true'])
    expect(await file(path)).toContain('Vanda Lopes');
  for (const path of ['/relatories/export', '/tickets/export?showAll=true'])
    expect(await file(path)).toContain('Cobrança');
});

test('the dashboard has the figures of both', async () => {
  const { attendants } = bodyOf(await w.admin.get<Dashboard>('/dashboard?days=3'));
  expect(attendants.find(({ id }) => id === who.id)).toMatchObject({ name: who.name, online: false, tickets: 1 });
  const departments = bodyOf(await w.admin.get<DashboardDepartment[]>('/dashboard/departments?days=3'));
  expect(departments).toMatchObject([{ id: queue.id, name: 'Cobrança', color: '#aa3311', finished: 1 }]);
  expect(bodyOf(await w.admin.get(`/dashboard/ticketsUsers?initialDate=${day}&finalDate=${day}`))).toMatchObject({
    data: [{ id: who.id, nome: who.name, quantidade: 1 }],
  });
});

test('the audit log names them', async () => {
  for (const subject of [`user:${who.id}`, `queue:${queue.id}`]) {
    const { entries } = bodyOf(
      await w.admin.get<{ entries: { subject: { name: string | null } }[] }>(`/audit?subject=${subject}`),
    );
    expect(new Set(entries.map((entry) => entry.subject.name))).toEqual(
      new Set([subject.startsWith('user') ? who.name : 'Cobrança']),
    );
  }
});

test('nothing else is left: no sign-in, no picker, no use of the plan; e-mail, name and colour are free', async () => {
  const { email } = leaving.me;
  expect((await app.visitor().signIn(email, 'senha-de-teste')).status).toBe(401);
  expect(bodyOf(await w.admin.get<Named[]>('/users/list')).map(({ id }) => id)).not.toContain(who.id);
  expect((await w.admin.get(`/users/${who.id}`)).status).toBe(404);
  expect((await w.admin.put(`/tickets/${ticket.id}`, { userId: who.id })).status).toBe(404);
  expect(await app.database.query('select 1 from users where email = $1', [email])).toEqual([]);
  const again = { name: 'Vanda Lopes', email, password: 'senha-de-teste', profile: 'user', queueIds: [] };
  expect(bodyOf(await w.admin.post<Named>('/users', again), 201).id).not.toBe(who.id);
  expect(bodyOf(await w.admin.post<Named>('/queue', { name: 'Cobrança', color: '#aa3311' }), 201).id).not.toBe(
    queue.id,
  );
});
