import {
  OpeningHoursService,
  type OpeningStatus,
} from '../../../src/modules/people/opening-hours/opening/opening-hours.service.js';
import { sharedApp } from '../../support/app.js';
import { bodyOf } from '../../support/client.js';
import { type World, world } from '../../support/world.js';

const app = await sharedApp();
let w: World;

beforeEach(async () => {
  w = await world(app);
});

interface Holiday {
  readonly id: number;
  readonly name: string;
  readonly date: string;
  readonly yearly: boolean;
}
interface Week {
  readonly schedules: readonly { readonly weekdayEn: string; readonly startTimeB?: string }[];
  readonly timezone: string;
}

const hours = (): OpeningHoursService => app.nest.get(OpeningHoursService, { strict: false });
const status = (queueId: number | null, at: string): Promise<OpeningStatus> =>
  app.as(w.companyId, () => hours().status(queueId, new Date(at)));
const follow = (value: string) => w.admin.put('/settings/scheduleType', { value });
const path = (): string => `/companies/${w.companyId}/schedules`;
const monday = { weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' };
/** A Monday at noon and on its evening, and the Sunday before, in São Paulo. */
const noon = '2026-11-23T15:00:00Z';
const evening = '2026-11-23T21:01:00Z';
const sunday = '2026-11-22T15:00:00Z';

test('nobody, the company or each department has hours, by the setting', async () => {
  expect(await status(w.sales.id, sunday)).toEqual({ open: true, nextOpening: null });
  bodyOf(await follow('company'));
  expect(await status(null, noon)).toMatchObject({ open: true });
  expect(await status(w.sales.id, evening)).toEqual({ open: false, nextOpening: new Date('2026-11-24T11:00:00Z') });
  const late = { weekdayEn: 'monday', startTime: '12:00', endTime: '22:00' };
  bodyOf(await w.admin.put(`/queue/${w.sales.id}`, { schedules: [late] }));
  expect(await status(w.sales.id, evening)).toMatchObject({ open: false });
  bodyOf(await follow('queue'));
  expect(await status(w.sales.id, evening)).toMatchObject({ open: true });
  expect(await status(w.support.id, evening)).toMatchObject({ open: false });
  expect(await status(null, sunday)).toMatchObject({ open: true });
  expect(await app.as(w.companyId, () => hours().describe(w.support.id))).toBe(
    'segunda a sexta das 08:00 às 18:00; sábado das 08:00 às 12:00',
  );
});

test('the time zone of the company decides; another one is refused', async () => {
  bodyOf(await follow('company'));
  const saved = bodyOf(await w.admin.put<Week>(path(), { schedules: [], timezone: 'Europe/Lisbon' }));
  expect(saved.timezone).toBe('Europe/Lisbon');
  expect(await status(null, '2026-11-23T17:59:00Z')).toMatchObject({ open: true });
  expect(await status(null, '2026-11-23T18:00:00Z')).toMatchObject({ open: false });
  // as browsers name them, older and newer
  for (const timezone of [
    'Asia/Calcutta',
    'Asia/Kolkata',
    'America/Buenos_Aires',
    'America/Argentina/Buenos_Aires',
    'UTC',
  ])
    expect(bodyOf(await w.admin.put<Week>(path(), { schedules: [], timezone })).timezone).toBe(timezone);
  bodyOf(await w.admin.put<Week>(path(), { schedules: [], timezone: 'Europe/Lisbon' }));
  for (const timezone of ['Marte/Olimpo', 'EUROPE/lisbon', "x'; drop"])
    expect(await w.admin.put(path(), { schedules: [], timezone })).toMatchObject({
      status: 400,
      body: { fields: { timezone: expect.any(String) } },
    });
  expect(bodyOf(await w.admin.get<Week>(path())).timezone).toBe('Europe/Lisbon');
});

test.each([
  ['the company', () => path()],
  ['a department', () => `/queue/${w.sales.id}`],
])('%s has two shifts a day; overlapping or incomplete ones are refused at their day', async (_name, address) => {
  const split = { ...monday, endTime: '12:00', startTimeB: '13:00', endTimeB: '18:00' };
  const { schedules } = bodyOf(await w.admin.put<Week>(address(), { schedules: [split] }));
  expect(schedules[0]).toMatchObject(split);
  expect(schedules[1]).not.toHaveProperty('startTimeB');
  for (const [wrong, field] of [
    [{ startTimeB: '17:00', endTimeB: '20:00' }, 'startTimeB'],
    [{ startTimeB: '19:00' }, 'endTimeB'],
    [{ endTimeB: '19:00' }, 'startTimeB'],
    [{ startTimeB: '24:00', endTimeB: '25:00' }, 'startTimeB'],
  ] as const)
    expect([
      wrong,
      await w.admin.put(address(), {
        schedules: [
          { ...monday, weekdayEn: 'sunday' },
          { ...monday, ...wrong },
        ],
      }),
    ]).toMatchObject([wrong, { status: 400, body: { fields: { [`schedules.1.${field}`]: expect.any(String) } } }]);
  expect(bodyOf(await w.admin.get<Week>(address())).schedules[0]).toMatchObject(split);
  const single = bodyOf(
    await w.admin.put<Week>(address(), { schedules: [{ ...monday, startTimeB: '', endTimeB: null }] }),
  );
  expect(single.schedules[0]).not.toHaveProperty('startTimeB');
});

test('holidays close the company or a department', async () => {
  bodyOf(await follow('company'));
  const day = { name: 'Aniversário da cidade', date: '2026-11-23' };
  const { id } = bodyOf(await w.admin.post<Holiday>('/holidays', { ...day, queueId: w.sales.id }), 201);
  expect(await status(w.sales.id, noon)).toEqual({ open: false, nextOpening: new Date('2026-11-24T11:00:00Z') });
  expect(await status(w.support.id, noon)).toMatchObject({ open: true });
  expect(await w.admin.post('/holidays', { ...day, queueId: w.sales.id })).toMatchObject({
    status: 409,
    body: { fields: { date: 'Já existe um feriado nesta data' } },
  });
  bodyOf(await w.admin.put(`/holidays/${id}`, { queueId: null, yearly: true }));
  expect(await status(w.support.id, noon)).toMatchObject({ open: false });
  expect(await status(null, '2027-11-23T15:00:00Z')).toMatchObject({ open: false });
  // a conversation without a department has no other hours
  bodyOf(await follow('queue'));
  const closed = await status(null, noon);
  expect(closed).toEqual({ open: false, nextOpening: new Date('2026-11-24T03:00:00Z') });
  expect(await status(null, '2026-11-24T04:00:00Z')).toMatchObject({ open: true });
  expect(await app.as(w.companyId, () => hours().describe(null))).toBe('todos os dias, a qualquer hora');
  bodyOf(await w.admin.delete(`/holidays/${id}`));
  expect(await status(null, noon)).toMatchObject({ open: true });
  for (const date of ['2026-02-31', '0000-01-01', '2026-13-01', 'ontem', '', null])
    expect([date, await w.admin.post('/holidays', { name: 'Feriado', date })]).toMatchObject([
      date,
      { status: 400, body: { fields: { date: expect.any(String) } } },
    ]);
  expect((await w.supervisor.post('/holidays', day)).status).toBe(403);
});

test('the national holidays are imported once', async () => {
  const first = bodyOf(await w.admin.post<Holiday[]>('/holidays/national', {}));
  const year = new Date().getUTCFullYear();
  expect(first.map(({ date, yearly }) => [date, yearly])).toEqual(
    expect.arrayContaining([
      [`${year}-09-07`, true],
      [`${year}-11-20`, true],
      [`${year}-12-25`, true],
    ]),
  );
  const fridays = first.filter(({ yearly }) => !yearly);
  expect(fridays.map(({ name, date }) => [name, date.slice(0, 4), new Date(date).getUTCDay()])).toEqual([
    ['Sexta-feira Santa', String(year), 5],
    ['Sexta-feira Santa', String(year + 1), 5],
  ]);
  if (year === 2026) expect(fridays.map(({ date }) => date)).toEqual(['2026-04-03', '2027-03-26']);
  expect(bodyOf(await w.admin.post<Holiday[]>('/holidays/national', {}))).toEqual([]);
  const removed = first[0];
  bodyOf(await w.admin.delete(`/holidays/${removed?.id}`));
  expect(bodyOf(await w.admin.post<Holiday[]>('/holidays/national', {})).map(({ name }) => name)).toEqual([
    removed?.name,
  ]);
  const { holidays, count } = bodyOf(await w.attendant.get<{ holidays: Holiday[]; count: number }>('/holidays'));
  expect([holidays.length, count]).toEqual([11, 11]);
  expect((await w.supervisor.post('/holidays/national', {})).status).toBe(403);
});

test('a national holiday that the company has for one year only is imported for every year', async () => {
  const year = new Date().getUTCFullYear();
  for (const date of [`${year}-12-25`, `${year + 1}-12-25`, `${year + 1}-09-07`])
    bodyOf(await w.admin.post('/holidays', { name: 'Recesso', date }), 201);
  bodyOf(await w.admin.post('/holidays', { name: 'Finados', date: `${year - 1}-11-02`, yearly: true }), 201);
  const added = bodyOf(await w.admin.post<Holiday[]>('/holidays/national', {}));
  const datesOf = (name: string) => added.filter((one) => one.name === name).map(({ date, yearly }) => [date, yearly]);
  expect(datesOf('Natal')).toEqual([[`${year + 2}-12-25`, true]]);
  expect(datesOf('Independência do Brasil')).toEqual([[`${year}-09-07`, true]]);
  expect(datesOf('Finados')).toEqual([]);
  bodyOf(await follow('company'));
  expect(await status(null, `${year + 5}-12-25T15:00:00Z`)).toMatchObject({ open: false });
  expect(bodyOf(await w.admin.post<Holiday[]>('/holidays/national', {}))).toEqual([]);
});
