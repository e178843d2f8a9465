import { Readable } from 'node:stream';
import pg from 'pg';
import { Context } from '../../../src/core/context.js';
import { Db } from '../../../src/core/database/db.js';
import { RetryLater } from '../../../src/core/jobs/job.js';
import { FileNotFound, newStorageKey, Storage } from '../../../src/core/storage/storage.js';
import type { Dashboard } from '../../../src/modules/insight/dashboard/charts/dashboard.service.js';
import {
  ReportExportsService,
  type ReportExportView,
} from '../../../src/modules/insight/reports/exports/report-exports.service.js';
import { RunReportExportHandler } from '../../../src/modules/insight/reports/exports/run-report-export.job.js';
import type { AttendantDay } from '../../../src/modules/insight/reports/search/reports.queries.js';
import type { Attendance, ReportSummary } from '../../../src/modules/insight/reports/search/reports.service.js';
import { sharedApp } from '../../support/app.js';
import { bodyOf, type Client } from '../../support/client.js';
import { until } from '../../support/until.js';
import { readWorkbook, type WorkbookCell } from '../../support/workbook.js';
import { type Named, type World, world } from '../../support/world.js';

const app = await sharedApp();
const zone = 'America/Sao_Paulo';
let w: World;
let phone: Named;

beforeAll(async () => {
  w = await world(app);
  await app.database.query('update companies set timezone = $2 where id = $1', [w.companyId, zone]);
  const input = { name: 'Outro telefone', channel: 'sandbox', queueIds: [w.support.id] };
  phone = bodyOf(await w.admin.post<Named>('/whatsapp', input), 201);
  await fill(w, 260);
});

/** So many conversations of ten days with one to three attendances each, drawn at random. */
async function fill(
  { companyId, sales, support, connection, tag, attendant, supervisor }: World,
  count: number,
): Promise<void> {
  const pick = (...values: (number | null)[]): string =>
    `(array[${values.map((value) => value ?? 'null').join(', ')}]::bigint[])[1 + floor(random() * ${values.length})::int]`;
  await app.database.query('select setseed($1)', [0.42]);
  await app.database.query(
    `create temp table drawn as select n, nextval('tickets_id_seq') as ticket, ${pick(sales.id, support.id, null)} as queue,
       ${pick(connection.id, phone.id)} as phone, n % 3 as last, random() as luck from generate_series(1, ${count}) n`,
  );
  await app.database.query(
    `with people as (insert into contacts (company_id, uuid, name, number) select ${companyId}, gen_random_uuid(), '=1+' || n, '55118' || lpad(n::text, 8, '0') from drawn returning id, number)
     insert into tickets (id, company_id, uuid, code, status, user_id, queue_id, connection_id, contact_id, channel)
     select d.ticket, ${companyId}, gen_random_uuid(), n, case last when 0 then 'closed' when 1 then 'open' else 'pending' end,
       case last when 1 then ${attendant.id} end, d.queue, d.phone, p.id, 'sandbox' from drawn d join people p on p.number = '55118' || lpad(n::text, 8, '0')`,
  );
  await app.database.query(
    `insert into ticket_cycles (company_id, ticket_id, number, created_at, queued_at, started_at, first_response_at, finished_at, queue_id, user_id, rating)
     select ${companyId}, ticket, k, at, at, case when user_id is not null then at + case when luck between 0.3 and 0.35 then '0 s' else '90 s'::interval * luck end end, case when user_id is not null and luck > 0.2 then at + '5 min'::interval * luck end,
       case when done then at + '30 h'::interval * luck end, case when done then case when luck < 0.5 then queue else ${support.id} end end, user_id,
       case when done and luck > 0.4 then 1 + floor(random() * 3) end
     from (select *, case when k < 2 or last = 0 then case when luck < 0.9 then ${pick(attendant.id, supervisor.id)} end when last = 1 then ${attendant.id} end as user_id, not (k = 2 and last > 0) as done
       from (select d.*, k, date_trunc('milliseconds', now() - '31 hours'::interval - '8 days'::interval * random()) as at from drawn d cross join generate_series(1, 2) k) x) y`,
  );
  await app.database.query(
    `insert into ticket_tags (company_id, ticket_id, tag_id) select ${companyId}, ticket, ${tag.id} from drawn where n % 4 = 0`,
  );
  await app.database.query('drop table drawn');
}

interface Cycle {
  readonly id: number;
  readonly created: Date;
  readonly started: Date | null;
  readonly answered: Date | null;
  readonly finished: Date | null;
  readonly queue: number | null;
  readonly user: number | null;
  readonly rating: number | null;
  readonly phone: number;
  readonly tagged: boolean;
}

/** The whole table, plainly. */
const cycles = (): Promise<Cycle[]> =>
  app.database.query<Cycle>(
    `select y.id::int, y.created_at as created, y.started_at as started, y.first_response_at as answered, y.finished_at as finished, y.rating,
       (case when y.finished_at is null then t.queue_id else y.queue_id end)::int as queue, y.user_id::int as user, t.connection_id::int as phone,
       exists (select 1 from ticket_tags g where g.ticket_id = t.id) as tagged
     from ticket_cycles y join tickets t on t.id = y.ticket_id where y.company_id = $1`,
    [w.companyId],
  );

const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
const dayOf = (at: Date | null): string => (at ? calendar.format(at) : '');
const daysAgo = (days: number): string => dayOf(new Date(Date.now() - days * 86_400_000));

interface Page {
  readonly attendances: Attendance[];
  readonly cursor: string | null;
  readonly count: number;
  readonly hasMore: boolean;
  readonly dateStart: string | null;
}

async function all<T>(name: string, path: string, client: Client): Promise<T[]> {
  const rows: T[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Record<string, unknown> = bodyOf(await client.get<Record<string, unknown>>(`${path}&cursor=${cursor}`));
    rows.push(...(page[name] as T[]));
    expect((page[name] as T[]).length).toBeLessThanOrEqual(100);
    cursor = page['cursor'] as string | null;
  }
  return rows;
}

const mean = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
};
const between = (until: Date | null, from: Date | null): number | null =>
  until && from && (until.getTime() - from.getTime()) / 1000;

/** As the summary has them, rounded to a tenth. */
function figuresOf(rows: readonly Cycle[]) {
  const round = (value: number | null): number | null => value && Math.round(value * 10) / 10;
  const rated = (rating: number): number => rows.filter((row) => row.rating === rating).length;
  return {
    attendances: rows.length,
    finished: rows.filter(({ finished }) => finished).length,
    waited: round(
      mean(rows.map(({ started, created }) => (started && started > created ? between(started, created) : null))),
    ),
    responded: round(
      mean(
        rows.map(({ answered, started, created }) =>
          started?.getTime() === created.getTime() ? null : between(answered, created),
        ),
      ),
    ),
    served: round(mean(rows.map(({ finished, started }) => between(finished, started)))),
    rating: round(mean(rows.map(({ rating }) => rating))),
    rated1: rated(1),
    rated2: rated(2),
    rated3: rated(3),
  };
}
type Figures = ReturnType<typeof figuresOf>;
const rounded = (figures: Figures): Figures => {
  const round = (value: number | null): number | null => value && Math.round(value * 10) / 10;
  const { attendances, finished, waited, responded, served, rating, rated1, rated2, rated3 } = figures;
  return {
    ...{
      attendances,
      finished,
      waited: round(waited),
      responded: round(responded),
      served: round(served),
      rating: round(rating),
    },
    ...{ rated1, rated2, rated3 },
  };
};

describe('filters', () => {
  const filters: [name: string, by: 'finish' | 'arrival', query: () => string, wanted: (row: Cycle) => boolean][] = [
    ['the last seven days by default', 'finish', () => '', ({ finished }) => dayOf(finished) >= daysAgo(6)],
    [
      'days of the finish',
      'finish',
      () => `dateStart=${daysAgo(8)}&dateEnd=${daysAgo(3)}`,
      ({ finished }) => dayOf(finished) >= daysAgo(8) && dayOf(finished) <= daysAgo(3),
    ],
    [
      'days of the arrival',
      'arrival',
      () => `by=arrival&dateStart=${daysAgo(4)}&dateEnd=${daysAgo(2)}`,
      ({ created }) => dayOf(created) >= daysAgo(4) && dayOf(created) <= daysAgo(2),
    ],
    ['everything that is open', 'arrival', () => 'status=open', ({ finished, user }) => !finished && user !== null],
    [
      'pending ones that arrived in some days',
      'arrival',
      () => `status=pending&dateStart=${daysAgo(5)}`,
      ({ finished, user, created }) => !finished && user === null && dayOf(created) >= daysAgo(5),
    ],
    [
      'a department',
      'arrival',
      () => `by=arrival&dateStart=${daysAgo(20)}&queueIds=[${w.support.id}]`,
      ({ queue }) => queue === w.support.id,
    ],
    [
      'a department or none',
      'finish',
      () => `dateStart=${daysAgo(20)}&queueIds=["${w.sales.id}"]&withoutQueue=1`,
      ({ queue, finished }) => finished !== null && (queue === w.sales.id || queue === null),
    ],
    [
      'people',
      'finish',
      () => `dateStart=${daysAgo(20)}&users=[${w.attendant.id}]`,
      ({ user, finished }) => finished !== null && user === w.attendant.id,
    ],
    [
      'nobody',
      'finish',
      () => `dateStart=${daysAgo(20)}&withoutAttendant=1`,
      ({ user, finished }) => finished !== null && user === null,
    ],
    [
      'what nobody accepted',
      'finish',
      () => `dateStart=${daysAgo(20)}&unaccepted=1`,
      ({ started, finished }) => finished !== null && started === null,
    ],
    [
      'a connection and a tag',
      'finish',
      () => `dateStart=${daysAgo(20)}&connections=[${phone.id}]&tags=[${w.tag.id}]`,
      ({ finished, tagged, ...row }) => finished !== null && tagged && row.phone === phone.id,
    ],
    [
      'a rating',
      'finish',
      () => `dateStart=${daysAgo(20)}&rating=2&channel=sandbox&status=closed`,
      ({ rating }) => rating === 2,
    ],
    [
      'no rating',
      'finish',
      () => `dateStart=${daysAgo(20)}&rating=none`,
      ({ rating, finished }) => finished !== null && rating === null,
    ],
    ['another channel', 'finish', () => `dateStart=${daysAgo(20)}&channel=cloudapi`, () => false],
  ];

  test.each(filters)('%s', async (_name, by, query, wanted) => {
    const [rows, figures] = [(await cycles()).filter(wanted), (found: readonly Cycle[]) => figuresOf(found)];
    const at = ({ finished, created }: Cycle): Date => (by === 'arrival' ? created : (finished ?? created));
    const newestFirst = rows.toSorted((a, b) => at(b).getTime() - at(a).getTime() || b.id - a.id);
    const found = await all<Attendance>('attendances', `/relatories?${query()}`, w.admin);
    expect(found.map(({ id }) => id)).toEqual(newestFirst.map(({ id }) => id));
    const page = bodyOf(await w.admin.get<Page>(`/relatories?${query()}`));
    expect(page.count).toBe(rows.length);

    const summary = bodyOf(await w.admin.get<ReportSummary>(`/relatories/summary?${query()}`));
    expect(rounded(summary.total)).toEqual(figures(rows));
    const people = Map.groupBy(rows, ({ user }) => user);
    expect(summary.attendants.map((each) => [each.userId, rounded(each)]).toSorted()).toEqual(
      [...people].map(([user, own]) => [user, figures(own)]).toSorted(),
    );

    const days = await all<AttendantDay>('days', `/relatories/attendants?${query()}`, w.admin);
    const expected = [...Map.groupBy(rows, (row) => `${dayOf(at(row))} ${row.user ?? 0}`)];
    expect(days.map((each) => [`${each.day} ${each.userId ?? 0}`, rounded(each)])).toEqual(
      expected
        .map(([key, own]): [string, Figures] => [key, figures(own)])
        .toSorted(([a], [b]) => {
          const [[dayA = '', userA], [dayB = '', userB]] = [a.split(' '), b.split(' ')];
          return dayB.localeCompare(dayA) || Number(userA) - Number(userB);
        }),
    );
  });

  test('what is malformed, backwards or too long is refused with its field', async () => {
    for (const [query, field] of [
      ['dateStart=2026-02-30', 'dateStart'],
      ['dateStart=2026-02-02&dateEnd=2026-02-01', 'dateEnd'],
      ['dateStart=2025-01-01&dateEnd=2026-01-02', 'dateEnd'],
      ['queueIds=x', 'queueIds'],
      ['rating=4', 'rating'],
      ['status=nada', 'status'],
      ['by=x', 'by'],
      ['withoutAttendant=2', 'withoutAttendant'],
      ['cursor=x', 'cursor'],
    ] as const)
      for (const path of [
        '/relatories',
        '/relatories/attendants',
        ...(field === 'cursor' ? [] : ['/relatories/summary', '/relatories/export']),
      ])
        expect([path, query, await w.admin.get(`${path}?${query}`)]).toMatchObject([
          path,
          query,
          { status: 400, body: { fields: { [field]: /./ } } },
        ]);
    expect((await w.admin.get('/relatories?dateStart=2025-01-01&dateEnd=2026-01-01')).status).toBe(200);
    // a day that no page ended with, up to which all days would be looked at
    for (const day of ['9999-12-31', '2199-12-31', '2026-02-31']) {
      const cursor = Buffer.from(`${day}T00:00:00.000Z|0`).toString('base64url');
      expect([day, await w.admin.get(`/relatories/attendants?cursor=${cursor}`)]).toMatchObject([
        day,
        { status: 400, body: { fields: { cursor: /./ } } },
      ]);
    }
  });

  test('a day with two midnights begins with the first one', async () => {
    const azores = await world(app);
    await app.database.query("update companies set timezone = 'Atlantic/Azores' where id = $1", [azores.companyId]);
    const ticket = await azores.customer().says('oi');
    // on the 24th, in the first and in the second hour after midnight, and on the 26th
    const finishes = ['2026-10-24T23:30Z', '2026-10-25T00:30Z', '2026-10-25T01:30Z', '2026-10-26T01:30Z'];
    for (const [index, at] of finishes.entries())
      await app.database.query(
        `insert into ticket_cycles (company_id, ticket_id, number, created_at, finished_at, queue_id) values ($1, $2, $3, $4, $4, $5)`,
        [azores.companyId, ticket.id, 10 + index, at, azores.sales.id],
      );
    await app.database.query('update contacts set created_at = $2 where id = $1', [ticket.contactId, finishes[1]]);
    const finished = async (from: string, until: string): Promise<number> =>
      bodyOf(await azores.admin.get<ReportSummary>(`/relatories/summary?dateStart=${from}&dateEnd=${until}`)).total
        .finished;
    expect([await finished('2026-10-24', '2026-10-24'), await finished('2026-10-25', '2026-10-25')]).toEqual([1, 2]);
    const days = await all<AttendantDay>(
      'days',
      '/relatories/attendants?dateStart=2026-10-23&dateEnd=2026-10-27',
      azores.admin,
    );
    expect(days.map((each) => [each.day, each.finished])).toEqual([
      ['2026-10-26', 1],
      ['2026-10-25', 2],
      ['2026-10-24', 1],
    ]);
    const dashboard = bodyOf(await azores.admin.get<Dashboard>('/dashboard?date_from=2026-10-25&date_to=2026-10-25'));
    expect([dashboard.counters, dashboard.previous]).toMatchObject([
      { supportFinished: 2, leads: 1 },
      { supportFinished: 1, leads: 0 },
    ]);
    const filter = JSON.stringify({ date: '2026-10-25' });
    expect(bodyOf(await azores.admin.get<object[]>(`/contacts?${new URLSearchParams({ filter })}`))).toHaveLength(1);
    await app.database.query('update tickets set created_at = $2 where id = $1', [ticket.id, finishes[1]]);
    const listed = await azores.admin.get<{ tickets: { id: number }[] }>('/tickets?date=2026-10-25&showAll=true');
    expect(bodyOf(listed).tickets.map(({ id }) => id)).toEqual([ticket.id]);
  });
});

describe('who sees what', () => {
  test('supervisors see their departments, attendants nothing, another company nothing of this one', async () => {
    const salesOnly = await w.member({ profile: 'supervisor' });
    const withNone = await w.member({ profile: 'supervisor', allTicket: 'enabled' });
    const query = `by=arrival&dateStart=${daysAgo(20)}`;
    const of = async (client: Client): Promise<Attendance[]> =>
      all<Attendance>('attendances', `/relatories?${query}`, client);
    const rows = await cycles();
    const ids = (found: readonly { id: number }[]): number[] => found.map(({ id }) => id).toSorted((a, b) => a - b);
    const seen = await of(salesOnly);
    expect(ids(seen)).toEqual(ids(rows.filter(({ queue }) => queue === w.sales.id)));
    expect(ids(await of(withNone))).toEqual(ids(rows.filter(({ queue }) => queue === w.sales.id || queue === null)));
    // of some the conversation has gone to another department since
    for (const { canOpen, ticketId } of seen.filter(({ canOpen }, index) => !canOpen || index < 3))
      expect([ticketId, (await salesOnly.get(`/tickets/${ticketId}`)).status]).toEqual([ticketId, canOpen ? 200 : 403]);
    const summary = bodyOf(
      await salesOnly.get<ReportSummary>(`/relatories/summary?${query}&queueIds=[${w.support.id}]`),
    );
    expect(summary.total.attendances).toBe(0);
    for (const path of ['', '/summary', '/attendants', '/export', '/exports'])
      expect((await w.attendant.get(`/relatories${path}`)).status).toBe(403);
    const stranger = await world(app);
    expect(await of(stranger.admin)).toEqual([]);
    const foreign = await stranger.admin.get<Page>(
      `/relatories?${query}&queueIds=[${w.sales.id}]&users=[${w.attendant.id}]`,
    );
    expect(bodyOf(foreign).attendances).toEqual([]);
  });
});

async function download(
  path: string,
  client: Client = w.admin,
): Promise<{ bytes: Buffer; headers: Headers; status: number }> {
  const answer = await fetch(app.url + path, { headers: { authorization: `Bearer ${client.token}` } });
  return { bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers, status: answer.status };
}

const csvRows = (bytes: Buffer): string[][] =>
  bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('";"'));

/** A day number of a spreadsheet as its clock shows it: dd/MM/yyyy HH:mm:ss. */
function shown({ type, value, format }: WorkbookCell): string {
  if (value === '') return '';
  if (format === '[h]:mm:ss') {
    const seconds = Math.round(Number(value) * 86_400);
    return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
      .map((part) => String(part).padStart(2, '0'))
      .join(':');
  }
  if (!format.startsWith('dd/mm/yyyy')) return type === 'n' ? value.replace('.', ',') : value;
  const iso = new Date(Math.round((Number(value) - 25_569) * 86_400) * 1000).toISOString();
  const date = iso.slice(0, 10).split('-').reverse().join('/');
  return format === 'dd/mm/yyyy' ? date : `${date} ${iso.slice(11, 19)}`;
}

describe('files', () => {
  const query = `by=arrival&dateStart=${daysAgo(20)}`;

  test('CSV and workbook say the same, with real dates, durations and numbers, and no formula', async () => {
    const csv = await download(`/relatories/export?${query}`);
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="relatorio-conversas.csv"');
    const [heading = [], ...rows] = csvRows(csv.bytes);
    expect(heading.join(';')).toBe(
      'Protocolo;Atendimento;Contato;Número;Canal;Conexão;Departamento;Atendente;Status;Tags;Chegada em;Aceita em;Primeira resposta em;Encerrada em;Tempo de espera;Tempo até a primeira resposta;Tempo de atendimento;Duração;Avaliação;Anúncio',
    );
    const found = await all<Attendance>('attendances', `/relatories?${query}`, w.admin);
    expect(rows.map(([code, number]) => `${code} ${number}`)).toEqual(
      found.map(({ code, number }) => `${code} ${number}`),
    );
    const local = new Intl.DateTimeFormat('pt-BR', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    const moment = (at: string | null): string =>
      at ? local.format(new Date(at)).replace(/(\d\d)\/(\d\d)\/\d*?(\d\d), /, '$1/$2/20$3 ') : '';
    expect(rows.map((row) => [row[10], row[13]])).toEqual(
      found.map(({ arrivedAt, finishedAt }) => [moment(arrivedAt), moment(finishedAt)]),
    );
    expect(rows.every((row) => row[2]?.startsWith("'=1+"))).toBe(true);

    const xlsx = await download(`/relatories/export?format=xlsx&${query}`);
    expect(xlsx.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    const [sheet = []] = readWorkbook(xlsx.bytes);
    const cells = sheet.slice(1);
    expect(cells.flat().filter(({ type }) => type === 'f')).toEqual([]);
    // empty cells of a column are not CSV's quoted nothing, everything else reads the same
    expect(cells.map((row) => row.map(shown))).toEqual(rows.map((row) => row.map((cell) => cell.replace(/^'=/, '='))));
    const kinds = cells[0]?.map(({ type, format }) => `${type} ${format}`);
    expect([kinds?.[0], kinds?.[2], kinds?.[10], kinds?.[14]]).toEqual([
      'n General',
      's @',
      'n dd/mm/yyyy hh:mm:ss',
      'n [h]:mm:ss',
    ]);
  });

  test('the report of attendants as files, and what the audit log says', async () => {
    const path = `/relatories/export?report=attendants&dateStart=${daysAgo(20)}&queueIds=[${w.support.id}]`;
    const [heading = [], ...rows] = csvRows((await download(path, w.supervisor)).bytes);
    expect(heading.slice(0, 5)).toEqual(['Dia', 'Atendente', 'Atendimentos', 'Finalizados', 'Tempo de espera']);
    const [sheet = []] = readWorkbook((await download(`${path}&format=xlsx`, w.supervisor)).bytes);
    expect(sheet.slice(1).map((row) => row.map(shown))).toEqual(rows);
    const days = await all<AttendantDay>('days', path.replace('export', 'attendants'), w.supervisor);
    expect(rows.map((row) => row[0])).toEqual(days.map((each) => each.day.split('-').reverse().join('/')));
    const { entries } = bodyOf(
      await w.admin.get<{ entries: { text: string; detail: string }[] }>('/audit?kind=exports'),
    );
    expect(entries[0]?.text).toBe('Exportou um relatório');
    expect(entries[0]?.detail).toContain(`departamentos: 1 · desde: ${daysAgo(20).split('-').reverse().join('/')}`);
    expect(entries[0]?.detail).toContain(`${rows.length} linhas`);
  });
});

describe('large files', () => {
  let big: World;
  const query = 'by=arrival';
  const count = 10_050;
  const start = (client: Client, format = 'csv') =>
    client.post<ReportExportView>('/relatories/exports', { report: 'conversations', format, query });
  const view = async (id: number, client = big.admin): Promise<ReportExportView> =>
    bodyOf(await client.get<ReportExportView>(`/relatories/exports/${id}`));
  const asPlatform = (work: () => Promise<void>): Promise<void> =>
    app.nest.get(Context).run({}, () => app.nest.get(Db).asPlatform(work));
  const storedKey = async (id: number): Promise<string | null> =>
    (
      await app.database.query<{ key: string | null }>('select media_key as key from report_exports where id = $1', [
        id,
      ])
    )[0]?.key ?? null;

  beforeAll(async () => {
    big = await world(app);
    const ticket = await big.customer().says('oi');
    await app.database.query(
      `insert into ticket_cycles (company_id, ticket_id, number, created_at, started_at, finished_at, queue_id, user_id)
       select $1, $2, 10 + n, now() - n * interval '20 seconds', now() - n * interval '20 seconds', now(), $3, $4 from generate_series(1, $5::int) n`,
      [big.companyId, ticket.id, big.sales.id, big.attendant.id, count],
    );
  });

  test('are written by a job with progress, are their user’s, and expire', async () => {
    expect(await big.admin.get(`/relatories/export?${query}`)).toMatchObject({
      status: 409,
      body: { code: 'ERR_EXPORT_TOO_LARGE' },
    });
    const screen = await big.admin.socket();
    const { id, status } = bodyOf(await start(big.admin, 'xlsx'), 201);
    expect(status).toBe('waiting');
    await screen.next('reportExport', ({ reportExport }) => (reportExport as ReportExportView)?.status === 'running');
    await screen.next('reportExport', ({ reportExport }) => (reportExport as ReportExportView)?.status === 'ready');
    await app.settled();
    const ready = await view(id);
    expect(ready).toMatchObject({ status: 'ready', rows: count + 1, total: count + 1, format: 'xlsx' });
    expect(bodyOf(await big.admin.get<ReportExportView[]>('/relatories/exports')).map((each) => each.id)).toEqual([id]);
    const answer = await big.admin.download(ready.url ?? '');
    expect(answer.headers.get('content-disposition')).toContain('attachment; filename="relatorio-conversas.xlsx"');
    const [sheet = []] = readWorkbook(Buffer.from(await answer.arrayBuffer()));
    expect(sheet).toHaveLength(count + 2);

    const stranger = await world(app);
    for (const client of [big.supervisor, stranger.admin]) {
      expect(bodyOf(await client.get<ReportExportView[]>('/relatories/exports'))).toEqual([]);
      for (const refused of [
        await client.get(`/relatories/exports/${id}`),
        await client.delete(`/relatories/exports/${id}`),
      ])
        expect(refused).toMatchObject({ status: 404, body: { code: 'ERR_NO_REPORT_EXPORT_FOUND' } });
    }

    await asPlatform(() => app.nest.get(ReportExportsService).expire());
    expect((await view(id)).status).toBe('ready');
    await app.database.query("update report_exports set expires_at = now() - interval '1 second' where id = $1", [id]);
    await asPlatform(() => app.nest.get(ReportExportsService).expire());
    await app.settled();
    expect(await view(id)).toMatchObject({ status: 'expired', url: null });
    expect((await big.admin.download(ready.url ?? '')).status).toBe(404);
    const entries = await app.database.query<{ data: object }>(
      "select data from audit_entries where company_id = $1 and action = 'report.exported'",
      [big.companyId],
    );
    expect(entries).toMatchObject([{ data: { rows: count + 1, complete: true } }]);
  });

  test('one at a time for a person; one that is removed while it is written ends and leaves no file', async () => {
    const lock = new pg.Client({ connectionString: app.database.url });
    await lock.connect();
    await lock.query('begin');
    await lock.query('lock table contacts in access exclusive mode');
    const { id } = bodyOf(await start(big.supervisor), 201);
    await until('it runs', async () => (await view(id, big.supervisor)).status === 'running');
    expect(await start(big.supervisor)).toMatchObject({ status: 409, body: { code: 'ERR_EXPORT_RUNNING' } });
    const key = await storedKey(id);
    bodyOf(await big.supervisor.delete(`/relatories/exports/${id}`));
    await lock.end();
    await app.settled();
    await expect(app.nest.get(Storage).stat(key ?? '')).rejects.toThrow(FileNotFound);
    expect(bodyOf(await big.supervisor.get<ReportExportView[]>('/relatories/exports'))).toEqual([]);
  });

  test('what a killed process left is written anew, and a stopping one leaves the job to the next', async () => {
    const { id } = bodyOf(await start(big.admin), 201);
    await app.settled();
    const half = newStorageKey(big.companyId, 'tmp');
    await app.nest.get(Storage).put(half, Readable.from(['half']), { mime: 'text/csv' });
    // as it is when the process dies in the middle
    await app.database.query(
      "update report_exports set status = 'running', rows = 5000, media_key = $2 where id = $1",
      [id, half],
    );
    const handler = app.nest.get(RunReportExportHandler);
    const perform = (stopping?: AbortSignal): Promise<void> =>
      app.nest
        .get(Context)
        .run({}, () =>
          handler.perform(
            { exportId: id },
            { companyId: big.companyId, attempt: 1, ...(stopping ? { stopping } : {}) },
          ),
        );
    await expect(perform(AbortSignal.abort())).rejects.toThrow(RetryLater);
    expect((await view(id)).status).toBe('running');
    await perform();
    const ready = await view(id);
    expect(ready).toMatchObject({ status: 'ready', rows: count + 1 });
    await expect(app.nest.get(Storage).stat(half)).rejects.toThrow(FileNotFound);
    expect(csvRows(Buffer.from(await (await big.admin.download(ready.url ?? '')).arrayBuffer()))).toHaveLength(
      count + 2,
    );
  });

  test('one that cannot be begun ends as failed, with what a killed process left of it, and so does a discarded one', async () => {
    const handler = app.nest.get(RunReportExportHandler);
    const outcome = () =>
      app.database.query<{ complete: boolean }>(
        "select (data->>'complete')::boolean as complete from audit_entries where company_id = $1 and action = 'report.exported' order by id desc limit 1",
        [big.companyId],
      );
    for (const end of [
      (exportId: number) =>
        app.nest
          .get(Context)
          .run({}, () => handler.perform({ exportId }, { companyId: big.companyId, attempt: 3 }))
          .then(
            () => expect('it began').toBe('it failed'),
            () => undefined,
          ),
      (exportId: number) => app.as(big.companyId, () => handler.discarded({ exportId })),
    ]) {
      const { id } = bodyOf(await start(big.admin), 201);
      await app.settled();
      const half = newStorageKey(big.companyId, 'tmp');
      await app.nest.get(Storage).put(half, Readable.from(['half']), { mime: 'text/csv' });
      await app.database.query(
        `update report_exports set status = 'running', media_key = $2, filters = jsonb_set(filters, '{days}', '{"from": "x", "until": "x"}') where id = $1`,
        [id, half],
      );
      const screen = await big.admin.socket();
      await end(id);
      await screen.next('reportExport', ({ reportExport }) => (reportExport as ReportExportView)?.status === 'failed');
      await app.settled();
      expect(await view(id)).toMatchObject({ status: 'failed', url: null });
      expect(await outcome()).toEqual([{ complete: false }]);
      await expect(app.nest.get(Storage).stat(half)).rejects.toThrow(FileNotFound);
    }
  });

  test('a supervisor who loses a department loses the file, and so does everybody when a contact is erased', async () => {
    const person = await big.member({ profile: 'supervisor', queueIds: [big.sales.id, big.support.id] });
    const { id } = bodyOf(await start(person), 201);
    await app.settled();
    expect((await view(id, person)).url).toMatch(/^http/);
    bodyOf(await big.admin.put(`/users/${person.id}`, { queueIds: [big.support.id] }));
    expect(await view(id, person)).toMatchObject({ status: 'ready', url: null });
    bodyOf(await big.admin.put(`/users/${person.id}`, { queueIds: [big.sales.id, big.support.id] }));
    const [contact] = await app.database.query<{ id: number; number: string }>(
      'select id::int, number from contacts where company_id = $1 limit 1',
      [big.companyId],
    );
    bodyOf(await big.admin.post(`/contacts/${contact?.id}/erase`, { number: contact?.number }));
    await app.settled();
    expect(await view(id, person)).toMatchObject({ status: 'expired', url: null });
  });
});
