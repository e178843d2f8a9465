import { Context } from '../../../src/core/context.js';
import { Db } from '../../../src/core/database/db.js';
import type { Dashboard } from '../../../src/modules/insight/dashboard/charts/dashboard.service.js';
import { periodOf } from '../../../src/modules/insight/dashboard/figures/figures.queries.js';
import { FiguresService } from '../../../src/modules/insight/dashboard/figures/figures.service.js';
import { sharedApp } from '../../support/app.js';
import { bodyOf, type Client } from '../../support/client.js';
import { until } from '../../support/until.js';
import { type TicketRow, type World, world } from '../../support/world.js';

const app = await sharedApp();

const today = (): Promise<string> =>
  app.database
    .query<{ day: string }>("select (now() at time zone 'America/Sao_Paulo')::date::text as day")
    .then(([row]) => row?.day ?? '');
const overview = async (client: Client): Promise<Dashboard> => bodyOf(await client.get<Dashboard>('/dashboard?days=3'));

async function resolved(w: World, client: Client): Promise<TicketRow> {
  const ticket = await w.customer().says('oi');
  bodyOf(await client.put(`/tickets/${ticket.id}`, { status: 'open' }));
  return bodyOf(await client.put<TicketRow>(`/tickets/${ticket.id}`, { status: 'closed' }));
}

test('what is going on, what was finished and by whom, for a manager, a supervisor and an attendant', async () => {
  const w = await world(app);
  await w.attendant.socket();
  await resolved(w, w.attendant);
  await resolved(w, w.supervisor);
  await w.customer().says('espero');
  const open = await w.customer().says('atendida');
  bodyOf(await w.attendant.put(`/tickets/${open.id}`, { status: 'open' }));
  const elsewhere = await w.customer().says('no suporte');
  bodyOf(await w.admin.put(`/tickets/${elsewhere.id}`, { queueId: w.support.id }));
  bodyOf(await w.admin.put(`/tickets/${elsewhere.id}`, { status: 'closed' }));

  const { counters, attendants, previous, period } = await overview(w.admin);
  expect(counters).toMatchObject({
    supportHappening: 1,
    supportPending: 1,
    supportFinished: 3,
    withoutAttendant: 1,
    leads: 6,
    averageWaitingTime: expect.any(Number),
    averageServiceTime: expect.any(Number),
  });
  expect([counters.avgWaitTime, counters.avgSupportTime]).toEqual([
    counters.averageWaitingTime,
    counters.averageServiceTime,
  ]);
  expect(previous).toMatchObject({ supportFinished: 0, averageWaitingTime: null, leads: 0 });
  expect(period.until).toBe(await today());
  await until('the attendant is online', async () =>
    (await overview(w.admin)).attendants.some(({ id, online }) => id === w.attendant.id && online),
  );
  expect(attendants.find(({ id }) => id === w.attendant.id)).toMatchObject({ tickets: 1, rating: null });

  expect((await overview(w.supervisor)).counters).toMatchObject({ supportFinished: 3, supportPending: 1 });
  const own = await overview(w.attendant);
  expect(own.counters).toMatchObject({ supportHappening: 1, supportPending: 1, supportFinished: 1 });
  expect(own.attendants.map(({ id }) => id)).toEqual([w.attendant.id]);
  const day = await today();
  for (const [client, count] of [
    [w.admin, 2],
    [w.attendant, 1],
  ] as const)
    expect(
      bodyOf(await client.get(`/dashboard/ticketsUsers?initialDate=${day}&finalDate=${day}&companyId=999`)),
    ).toMatchObject({ count });
  const outsider = await world(app);
  expect((await overview(outsider.admin)).counters).toMatchObject({ supportFinished: 0, supportHappening: 0 });
});

test('a period is required, and malformed ones are refused', async () => {
  const w = await world(app);
  for (const path of ['', '/departments', '/weekdays', '/ticketsDay', '/ticketsUsers'])
    expect(await w.attendant.get(`/dashboard${path}`)).toMatchObject({
      status: 400,
      body: { code: 'ERR_NO_PERIOD', message: 'Parametrize o filtro' },
    });
  expect(await w.attendant.get('/dashboard?days=0')).toMatchObject({ status: 400, body: { code: 'ERR_NO_PERIOD' } });
  for (const query of ['days=x', 'date_from=2026-02-31', 'date_from=2026-03-02&date_to=2026-03-01'])
    expect(await w.attendant.get(`/dashboard?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'ERR_VALIDATION' },
    });
  for (const query of ['days=800', 'date_from=2020-01-01', 'date_from=2020-01-01&date_to=2026-01-01'])
    expect(await w.attendant.get(`/dashboard?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'ERR_PERIOD_TOO_LONG' },
    });
  expect(await w.attendant.get('/dashboard/export?table=nada&days=3')).toMatchObject({ status: 400 });
  expect(await w.attendant.get('/dashboard/export?table=constructor&days=3')).toMatchObject({ status: 400 });
  const answer = await w.attendant.get<string>('/dashboard/export?table=departments&days=3');
  expect(answer.status).toBe(200);
  expect(bodyOf(await w.admin.get('/dashboard?date_to=2026-01-05'))).toMatchObject({
    period: { from: '2026-01-05', until: '2026-01-05', previousFrom: '2026-01-04' },
  });
});

test('a finished attendance keeps its department; also once that is removed; undone it has none', async () => {
  const w = await world(app);
  const queuesOf = async (id: number): Promise<(number | null)[]> =>
    (
      await app.database.query<{ queue: number | null }>(
        'select queue_id::int as queue from ticket_cycles where ticket_id = $1 order by number',
        [id],
      )
    ).map(({ queue }) => queue);
  const ticket = await w.customer().says('oi');
  bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
  expect(await queuesOf(ticket.id)).toEqual([null]);
  const { results } = bodyOf(
    await w.attendant.post<{ results: { act: number }[] }>('/tickets/bulk', { action: 'resolve', ids: [ticket.id] }),
  );
  expect(await queuesOf(ticket.id)).toEqual([w.sales.id]);
  bodyOf(await w.attendant.post('/tickets/bulk/undo', { acts: [results[0]?.act] }));
  expect(await queuesOf(ticket.id)).toEqual([null]);
  bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'closed' }));
  bodyOf(await w.admin.put(`/tickets/${ticket.id}`, { status: 'open' }));
  bodyOf(await w.admin.put(`/tickets/${ticket.id}`, { queueId: w.support.id }));
  expect(await queuesOf(ticket.id)).toEqual([w.sales.id, null]);
  bodyOf(await w.admin.delete(`/queue/${w.sales.id}`));
  expect(await queuesOf(ticket.id)).toEqual([w.sales.id, null]);
});

test('closed days are stored by the hourly job, and a rating that comes later is counted', async () => {
  const w = await world(app);
  const { id } = await resolved(w, w.attendant);
  await app.database.query(
    `update ticket_cycles set created_at = now() - interval '50 hours', finished_at = now() - interval '49 hours' where ticket_id = $1`,
    [id],
  );
  await app.nest
    .get(Context)
    .run({}, () => app.nest.get(Db).asPlatform(() => app.nest.get(FiguresService, { strict: false }).addJobs()));
  await app.settled();
  const stored = () =>
    app.database.query<{ finished: number }>(
      `select finished from daily_figures f join figure_days d on d.company_id = f.company_id and d.day = f.day where f.company_id = $1 and f.scope = 'both'`,
      [w.companyId],
    );
  expect(await stored()).toEqual([{ finished: 1 }]);
  bodyOf(await w.admin.delete(`/tickets/${id}`));
  expect(await stored()).toEqual([]);
  expect((await overview(w.admin)).counters.supportFinished).toBe(0);
});

test('a month whose job failed for good is counted with the next one; days before the company has anything are not looked at', async () => {
  const w = await world(app);
  const { id } = await resolved(w, w.attendant);
  await app.database.query(
    `update ticket_cycles set created_at = now() - interval '50 hours', finished_at = now() - interval '49 hours' where ticket_id = $1`,
    [id],
  );
  await app.database.query(
    `insert into outbox_jobs (company_id, name, payload, key, failed_at)
     select distinct $1::bigint, 'roll-up-figures', '{"days": []}'::jsonb, 'figures:' || $1 || ':' || to_char(now() - make_interval(days => n), 'YYYY-MM'), now()
     from generate_series(0, 4) n`,
    [w.companyId],
  );
  await app.nest
    .get(Context)
    .run({}, () => app.nest.get(Db).asPlatform(() => app.nest.get(FiguresService, { strict: false }).addJobs()));
  await app.settled();
  const [stored] = await app.database.query<{ finished: number }>(
    "select sum(finished)::int as finished from daily_figures where company_id = $1 and scope = 'both'",
    [w.companyId],
  );
  expect(stored).toEqual({ finished: 1 });
  const { live } =
    (await app.as(w.companyId, () =>
      app.nest.get(Db).row(periodOf(w.companyId, { from: null, until: '1900-01-01', days: null })),
    )) ?? {};
  // a day is closed an hour after its end
  const open = await app.database.query<{ day: string }>(
    `select distinct (at at time zone 'America/Sao_Paulo')::date::text as day
     from (values (now() - interval '1 hour'), (now())) m (at) order by 1`,
  );
  expect(live).toEqual(open.map(({ day }) => day));
});

test('a conversation that is not answered within the target of its department says until when it should have been', async () => {
  const w = await world(app);
  const due = async (ticketId: number): Promise<string | null> =>
    bodyOf(await w.admin.get<TicketRow>(`/tickets/${ticketId}`)).firstResponseDue;
  const ticket = await w.customer().says('oi');
  expect(await due(ticket.id)).toBeNull();
  bodyOf(await w.admin.put(`/queue/${w.sales.id}`, { firstResponseTarget: 15, resolutionTarget: 240 }));
  expect(await w.admin.put(`/queue/${w.sales.id}`, { firstResponseTarget: 7 })).toMatchObject({
    status: 400,
    body: { fields: { firstResponseTarget: /./ } },
  });
  expect(Date.parse((await due(ticket.id)) ?? '') - Date.parse(ticket.createdAt)).toBeCloseTo(15 * 60_000, -3);
  bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
  expect(await due(ticket.id)).not.toBeNull();
  bodyOf(await w.attendant.post(`/messages/${ticket.id}`, { body: 'bom dia' }), 201);
  expect(await due(ticket.id)).toBeNull();
});
