import { Context } from '../../../src/core/context.js';
import { Db } from '../../../src/core/database/db.js';
import { TicketCyclesService } from '../../../src/modules/conversations/tickets/lifecycle/ticket-cycles.service.js';
import type {
  Dashboard,
  DashboardDepartment,
} from '../../../src/modules/insight/dashboard/charts/dashboard.service.js';
import { FiguresService } from '../../../src/modules/insight/dashboard/figures/figures.service.js';
import { sharedApp } from '../../support/app.js';
import { bodyOf, type Client } from '../../support/client.js';
import { violationsIn } from '../../support/invariants.js';
import { type World, world } from '../../support/world.js';

const app = await sharedApp();

const minute = 60_000;
const day = 24 * 60 * minute;

/** Numbers from 0 up to 1, the same for each seed. */
function generator(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const upTo = (count: number): number => Math.floor(next() * count);
  return { next, upTo, oneOf: <T>(list: readonly T[]): T => list[upTo(list.length)] as T };
}
type Random = ReturnType<typeof generator>;

/** A cycle as the recount reads it, its times in milliseconds. */
interface Cycle {
  readonly id: number;
  readonly ticket: number;
  readonly number: number;
  readonly created: number;
  readonly started: number | null;
  readonly responded: number | null;
  readonly finished: number | null;
  readonly user: number | null;
  readonly queue: number | null;
  readonly rating: number | null;
}

async function cyclesOf(companyId: number): Promise<Cycle[]> {
  const at = (column: string): string => `(extract(epoch from y.${column}) * 1000)::float8`;
  return app.database.query<Cycle>(
    `select y.id::int, y.ticket_id::int as ticket, y.number, ${at('created_at')} as created, ${at('started_at')} as started,
       ${at('first_response_at')} as responded, ${at('finished_at')} as finished, y.user_id::int as user, y.rating::int,
       case when y.finished_at is null then t.queue_id else y.queue_id end::int as queue
     from ticket_cycles y join tickets t on t.id = y.ticket_id where y.company_id = $1`,
    [companyId],
  );
}

/** Conversations of the last weeks with one to three cycles each: waiting, answered, resolved, rated, reopened elsewhere. */
async function liveThrough(w: World, people: readonly number[], random: Random, zone: string): Promise<void> {
  await app.database.query('update companies set timezone = $2 where id = $1', [w.companyId, zone]);
  const queues = [w.sales.id, w.support.id, null];
  const now = Date.now();
  const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
  for (let code = 1; code <= 120; code += 1) {
    let time = now - random.next() * 40 * day;
    const [contact] = await app.database.query<{ id: number }>(
      `insert into contacts (company_id, uuid, name, number, created_at) values ($1, gen_random_uuid(), 'Cliente', $2, $3) returning id::int`,
      [w.companyId, `55119${String(code).padStart(8, '0')}`, iso(time)],
    );
    const cycles: (string | number | null)[][] = [];
    let [status, queue, user]: [string, number | null, number | null] = ['closed', null, null];
    for (let left = 1 + random.upTo(3); left > 0 && time < now; left -= 1) {
      queue = random.oneOf(queues);
      const created = time;
      const byUs = random.next() < 0.1;
      // full minutes too, which are the bounds of the histograms
      const wait = random.next() < 0.3 ? random.upTo(50) * minute : random.next() ** 4 * 2 * day;
      const started = byUs ? created : random.next() < 0.85 ? created + wait : null;
      const responded = started !== null && random.next() < 0.9 ? started + random.next() ** 3 * 200 * minute : null;
      const finished = Math.max(responded ?? 0, (started ?? created) + random.next() ** 3 * 3 * day);
      user = started === null ? null : random.oneOf(people);
      const over = finished < now && !(left === 1 && random.next() < 0.1);
      const past = (each: number | null): string | null => (each !== null && each < now ? iso(each) : null);
      if (!over && past(started) === null) user = null;
      status = over ? 'closed' : user === null ? 'pending' : 'open';
      const rating = over && random.next() < 0.5 ? 1 + random.upTo(3) : null;
      cycles.push([
        iso(created),
        past(started),
        past(responded),
        over ? iso(finished) : null,
        over ? queue : null,
        user,
        rating,
      ]);
      if (!over) break;
      time = finished + random.next() ** 2 * 5 * day;
    }
    const [ticket] = await app.database.query<{ id: number }>(
      `insert into tickets (company_id, uuid, code, status, user_id, queue_id, connection_id, contact_id, channel)
       values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, 'sandbox') returning id::int`,
      [w.companyId, code, status, user, queue, w.connection.id, contact?.id],
    );
    for (const [index, cycle] of cycles.entries())
      await app.database.query(
        `insert into ticket_cycles (company_id, ticket_id, number, created_at, started_at, first_response_at, finished_at, queue_id, user_id, rating)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [w.companyId, ticket?.id, index + 1, ...cycle],
      );
  }
  await app.database.query('update companies set last_ticket_code = 1000 where id = $1', [w.companyId]);
}

const rollUp = async (): Promise<void> => {
  await app.nest
    .get(Context)
    .run({}, () => app.nest.get(Db).asPlatform(() => app.nest.get(FiguresService, { strict: false }).addJobs()));
  await app.settled();
};

/** Day and hour of the company's clock, told by the runtime's own calendar and not by the database's. */
function clockOf(zone: string): (time: number) => { day: string; hour: number; weekday: number } {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return (time) => {
    const [date = '', clock = ''] = format.format(time).split(' ');
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
    return { day: date, hour: Number(clock.slice(0, 2)), weekday };
  };
}

const bounds = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 120, 240, 480, 1440, 2880];
const addDays = (date: string, count: number): string =>
  new Date(Date.parse(date) + count * day).toISOString().slice(0, 10);
const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Math.round((values.reduce((a, b) => a + b, 0) / values.length / 60) * 100) / 100;
const seconds = (from: number, until: number): number => Math.max(0, Math.round((until - from) / 1000));

function countersOf(cycles: readonly Cycle[], contacts: number): object {
  const waits = cycles.flatMap(({ created, started }) =>
    started !== null && started > created ? [seconds(created, started)] : [],
  );
  const services = cycles.flatMap(({ started, finished }) =>
    started !== null && finished !== null ? [seconds(started, finished)] : [],
  );
  return {
    supportFinished: cycles.length,
    withoutAttendant: cycles.filter(({ started }) => started === null).length,
    leads: contacts,
    averageWaitingTime: mean(waits),
    avgWaitTime: mean(waits),
    averageServiceTime: mean(services),
    avgSupportTime: mean(services),
    ratings: [1, 2, 3].map((rating) => cycles.filter((cycle) => cycle.rating === rating).length),
  };
}

/** The bound within which a part of the times is. */
function percentile(times: readonly number[], part: number): number | null {
  if (times.length === 0) return null;
  return bounds.find((bound) => times.filter((time) => time <= bound * 60).length >= part * times.length) ?? null;
}

function departmentOf(cycles: readonly Cycle[]): object {
  const responses = cycles.flatMap(({ created, started, responded }) =>
    responded !== null && started !== created ? [seconds(created, responded)] : [],
  );
  const resolutions = cycles.map(({ created, finished }) => seconds(created, finished ?? 0));
  const times = (values: readonly number[], target: number | null): object => ({
    target,
    count: values.length,
    p50: percentile(values, 0.5),
    p90: percentile(values, 0.9),
    withinTarget: target === null ? null : values.filter((value) => value <= target * 60).length,
  });
  return {
    finished: cycles.length,
    withoutAttendant: cycles.filter(({ started }) => started === null).length,
    firstResponse: times(responses, 15),
    resolution: times(resolutions, null),
  };
}

interface Viewer {
  readonly client: Client;
  readonly sees: (cycle: Cycle) => boolean;
}

/** Compares every figure of every route with what a plain count over all cycles says. */
async function compare(w: World, viewers: readonly Viewer[], zone: string, random: Random): Promise<void> {
  const clock = clockOf(zone);
  const today = clock(Date.now()).day;
  const all = await cyclesOf(w.companyId);
  const contacts = (
    await app.database.query<{ at: number }>(
      'select (extract(epoch from created_at) * 1000)::float8 as at from contacts where company_id = $1 and erased_at is null',
      [w.companyId],
    )
  ).map(({ at }) => clock(at).day);
  const until = addDays(today, -random.upTo(20));
  const ranges = [
    [addDays(today, -1), today],
    [until, until],
    [addDays(until, -random.upTo(20)), until],
  ] as const;
  for (const { client, sees } of viewers)
    for (const [from, to] of ranges) {
      const [before, length] = [addDays(from, -(Date.parse(to) - Date.parse(from)) / day - 1), `${from} to ${to}`];
      const within = (first: string, last: string): Cycle[] =>
        all.filter((cycle) => {
          const finished = cycle.finished !== null && clock(cycle.finished).day;
          return sees(cycle) && finished && finished >= first && finished <= last;
        });
      const newContacts = (first: string, last: string): number =>
        contacts.filter((each) => each >= first && each <= last).length;
      const [current, previous] = [within(from, to), within(before, addDays(from, -1))];
      const dates = `date_from=${from}&date_to=${to}`;
      const dashboard = bodyOf(await client.get<Dashboard>(`/dashboard?${dates}&companyId=1`));
      expect([length, dashboard.period]).toEqual([length, { from, until: to, previousFrom: before }]);
      expect(dashboard.counters).toMatchObject(countersOf(current, newContacts(from, to)));
      expect(dashboard.previous).toEqual(countersOf(previous, newContacts(before, addDays(from, -1))));
      for (const { id, rating, avgSupportTime, tickets } of dashboard.attendants) {
        const own = current.filter(({ user }) => user === id);
        const rated = own.flatMap((cycle) => cycle.rating ?? []);
        expect([tickets, avgSupportTime, rating]).toEqual([
          own.length,
          (countersOf(own, 0) as { avgSupportTime: number | null }).avgSupportTime,
          rated.length === 0 ? null : Math.round((rated.reduce((a, b) => a + b, 0) / rated.length) * 100) / 100,
        ]);
      }
      const attended = new Set(current.flatMap(({ user }) => user ?? []));
      expect([...attended].filter((id) => !dashboard.attendants.some((each) => each.id === id))).toEqual([]);

      const departments = bodyOf(await client.get<DashboardDepartment[]>(`/dashboard/departments?${dates}`));
      for (const { id, name: _name, color: _color, previous: old, ...figures } of departments) {
        const [now, then] = [current, previous].map((cycles) => cycles.filter(({ queue }) => queue === id));
        const target = id === w.sales.id ? {} : { firstResponse: { target: null, withinTarget: null } };
        expect(figures).toMatchObject(merge(departmentOf(now ?? []), target));
        expect(old).toMatchObject(merge(departmentOf(then ?? []), target));
      }
      const listed = new Set([...current, ...previous].map(({ queue }) => queue));
      expect(new Set(departments.map(({ id }) => id))).toEqual(listed);

      const arrived = all
        .filter(sees)
        .map(({ created }) => clock(created))
        .filter((each) => each.day >= from && each.day <= to);
      const chart = bodyOf(
        await client.get<{ data: object[]; count: number }>(
          `/dashboard/ticketsDay?initialDate=${from}&finalDate=${to}`,
        ),
      );
      const expected =
        from === to
          ? Array.from({ length: 24 }, (_, hour) => ({
              horario: hour,
              total: arrived.filter((each) => each.hour === hour).length,
            }))
          : Array.from({ length: (Date.parse(to) - Date.parse(from)) / day + 1 }, (_, index) => {
              const date = addDays(from, index);
              const data = date.split('-').reverse().join('/');
              return { data, total: arrived.filter((each) => each.day === date).length };
            });
      expect([length, chart]).toEqual([length, { data: expected, count: arrived.length }]);
      const weekdays = bodyOf(
        await client.get<{ data: { weekday: number; hours: number[] }[] }>(`/dashboard/weekdays?${dates}`),
      ).data;
      for (const { weekday, hours } of weekdays)
        expect(hours).toEqual(
          hours.map((_, hour) => arrived.filter((each) => each.weekday === weekday && each.hour === hour).length),
        );
      const users = bodyOf(
        await client.get<{ data: { id: number; quantidade: number }[]; count: number }>(
          `/dashboard/ticketsUsers?initialDate=${from}&finalDate=${to}`,
        ),
      );
      expect(users.count).toBe(current.filter(({ user }) => user !== null).length);
      for (const { id, quantidade } of users.data)
        expect(quantidade).toBe(current.filter(({ user }) => user === id).length);
    }
}

const merge = (figures: object, over: object): object => {
  const { firstResponse, ...rest } = figures as { firstResponse: object };
  return { ...rest, firstResponse: { ...firstResponse, ...(over as { firstResponse?: object }).firstResponse } };
};

test.each([
  ['America/Sao_Paulo', 1],
  ['America/New_York', 2],
  ['Asia/Tokyo', 3],
  // its clocks go back at one o'clock, so that it had two midnights on 2026-10-25
  ['Atlantic/Azores', 4],
])('every figure is what a recount says: %s', async (zone, seed) => {
  const random = generator(seed);
  const w = await world(app);
  bodyOf(await w.admin.put(`/queue/${w.sales.id}`, { firstResponseTarget: 15 }));
  const leaver = await w.member({ name: 'De saída' });
  const people = [w.attendant.id, w.supervisor.id, w.admin.id, leaver.id];
  await liveThrough(w, people, random, zone);
  const inOwn = ({ queue }: Cycle): boolean => queue === w.sales.id || queue === w.support.id;
  const viewers: Viewer[] = [
    { client: w.admin, sees: () => true },
    { client: w.supervisor, sees: inOwn },
    { client: w.attendant, sees: ({ user }) => user === w.attendant.id },
  ];
  const check = () => compare(w, viewers, zone, random);

  await check();
  await rollUp();
  const [stored] = await app.database.query<{ days: number }>(
    'select count(*)::int as days from figure_days where company_id = $1',
    [w.companyId],
  );
  expect(stored?.days).toBeGreaterThan(30);
  await check();

  const finished = (await cyclesOf(w.companyId)).filter(
    (cycle) => cycle.finished !== null && cycle.finished < Date.now() - 3 * day,
  );
  const some = Array.from({ length: 12 }, () => random.oneOf(finished));
  const cycles = app.nest.get(TicketCyclesService, { strict: false });
  for (const { id } of some.slice(0, 6)) await app.as(w.companyId, () => cycles.rate(id, 1 + random.upTo(3)));
  for (const { ticket } of some.slice(6)) {
    const answer = await w.admin.delete(`/tickets/${ticket}`);
    expect([200, 404]).toContain(answer.status);
  }
  await check();

  // the close of a conversation that was finished days ago is undone
  const newest = (await cyclesOf(w.companyId)).find(
    (cycle, _, all) =>
      cycle.finished !== null &&
      cycle.finished < Date.now() - 2 * day &&
      !all.some(({ ticket, number }) => ticket === cycle.ticket && number > cycle.number),
  );
  if (!newest) throw new Error('Nothing to undo');
  await app.database.query("update tickets set status = 'pending', user_id = null, queue_id = $2 where id = $1", [
    newest.ticket,
    w.support.id,
  ]);
  await app.as(w.companyId, () =>
    cycles.restore(newest.ticket, {
      number: newest.number,
      queuedAt: null,
      startedAt: null,
      firstResponseAt: null,
      finishedAt: null,
      userId: null,
    }),
  );
  await check();
  await rollUp();
  await check();

  bodyOf(await w.admin.delete(`/users/${leaver.id}`));
  await check();
  bodyOf(await w.admin.delete(`/queue/${w.support.id}`));
  viewers.splice(1, 1, { client: w.supervisor, sees: ({ queue }) => queue === w.sales.id });
  await check();

  const [idle] = await app.database.query<{ id: number }>(
    `select k.id::int from contacts k where k.company_id = $1 and k.created_at < now() - interval '5 days' and not exists (
       select 1 from tickets t where t.contact_id = k.id and t.status <> 'closed') limit 1`,
    [w.companyId],
  );
  bodyOf(await w.admin.delete(`/contacts/${idle?.id}`));
  const [erased] = await app.database.query<{ id: number; number: string }>(
    "select id::int, number from contacts where company_id = $1 and created_at < now() - interval '5 days' order by id limit 1",
    [w.companyId],
  );
  bodyOf(await w.admin.post(`/contacts/${erased?.id}/erase`, { number: erased?.number }));
  await check();

  const elsewhere = zone === 'Asia/Tokyo' ? 'America/Sao_Paulo' : 'Asia/Tokyo';
  await app.database.query('update companies set timezone = $2 where id = $1', [w.companyId, elsewhere]);
  await compare(w, viewers, elsewhere, random);
  // what changes meanwhile counts in the first zone, too, when the company returns to it
  for (const { id } of some.slice(0, 6)) await app.as(w.companyId, () => cycles.rate(id, 1 + random.upTo(3)));
  await app.database.query('update companies set timezone = $2 where id = $1', [w.companyId, zone]);
  expect(await violationsIn(app)).toEqual([]);
  await app.database.query('update companies set timezone = $2 where id = $1', [w.companyId, elsewhere]);
  await rollUp();
  await compare(w, viewers, elsewhere, random);
  expect(await violationsIn(app)).toEqual([]);
});

test('a wrong stored figure is found by the invariants', async () => {
  const [row] = await app.database.query<{ id: number }>(
    'update daily_figures set resolution[3] = resolution[3] + 1 where id = (select max(id) from daily_figures where resolution is not null) returning id',
  );
  expect(row).toBeDefined();
  expect((await violationsIn(app)).map(({ name, count }) => [name, count])).toEqual([
    ['the stored figures of the dashboard are what a recount says', 2],
  ]);
});
