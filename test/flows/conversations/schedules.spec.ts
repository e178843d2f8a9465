import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DeliveryStatusService } from '../../../src/modules/conversations/messages/delivery-status/delivery-status.service.js';
import { nextOccurrence } from '../../../src/modules/conversations/schedules/queries/schedules.queries.js';
import { sharedApp } from '../../support/app.js';
import { bodyOf, type Client, type Refusal } from '../../support/client.js';
import { files, form } from '../../support/files.js';
import { violationsIn } from '../../support/invariants.js';
import { type Customer, type TicketRow, type World, world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);

interface Schedule {
  readonly id: number;
  readonly body: string;
  readonly contactId: number;
  readonly sendAt: string;
  readonly sentAt: string | null;
  readonly status: string;
  readonly repetition: string;
  readonly repeatUntil: string | null;
  readonly mediaName: string | null;
  readonly mediaPath: string | null;
  readonly errorText: string | null;
  readonly contact: { readonly name: string };
  readonly user: { readonly id: number; readonly name: string } | null;
}

interface Page {
  readonly schedules: Schedule[];
  readonly hasMore: boolean;
  readonly count: number;
}

const hour = 3_600_000;
const refusal = { pt: 'Recusada', en: 'Refused', es: 'Rechazada' };
const later = (ms = hour): string => new Date(Date.now() + ms).toISOString();
const plan = async (client: Client, body: object): Promise<Schedule> =>
  bodyOf(await client.post<Schedule>('/schedules', { body: 'Bom dia!', sendAt: later(), ...body }), 201);
const read = async ({ id }: Pick<Schedule, 'id'>, client = w.admin): Promise<Schedule> =>
  bodyOf(await client.get<Schedule>(`/schedules/${id}`));
const ofContact = async (contactId: number): Promise<Schedule[]> =>
  bodyOf(await w.admin.get<Schedule[]>(`/schedules?filter={"contactId":${contactId}}&sort=["sendAt","ASC"]`));

/** The job runs as it would have at that time, or later if nothing could run then. */
async function comesDue({ id }: Pick<Schedule, 'id'>, ago = '1 second'): Promise<void> {
  await app.database.query(
    `with moved as (update schedules set send_at = date_trunc('milliseconds', now() - $2::interval),
         repeat_from = date_trunc('milliseconds', now() - $2::interval) where id = $1
       returning to_char(send_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at)
     update outbox_jobs set run_at = now() - interval '1 second', payload = payload || jsonb_build_object('at', moved.at)
     from moved where name = 'send-schedule' and (payload->>'id')::bigint = $1`,
    [id, ago],
  );
  await app.settled();
}

const received = async (customer: Customer): Promise<[string, string][]> =>
  (await customer.sees())
    .filter(({ fromCustomer }) => !fromCustomer)
    .map(({ mediaType, body }): [string, string] => [mediaType, body]);

/** A customer without an open conversation. */
async function customerOf(company: World, name = 'Marina Costa'): Promise<{ customer: Customer; contactId: number }> {
  const customer = company.customer(name);
  const ticket = await customer.says('Oi');
  bodyOf(await company.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
  bodyOf(await company.attendant.put(`/tickets/${ticket.id}`, { status: 'closed' }));
  await app.settled();
  return { customer, contactId: ticket.contactId };
}

test('a text is sent at its time, with its variables, in the conversation that the customer has', async () => {
  const customer = w.customer('Marina Costa');
  const ticket = await customer.says('Oi');
  bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
  const screen = await w.attendant.socket();
  const made = await plan(w.attendant, {
    contactId: ticket.contactId,
    body: 'Olá, {{firstName}}! Protocolo {{protocol}}.',
  });
  expect(made).toMatchObject({
    status: 'PENDENTE',
    sentAt: null,
    mediaPath: null,
    repetition: 'none',
    userId: w.attendant.id,
    contact: { id: ticket.contactId, name: 'Marina Costa' },
    user: { id: w.attendant.id },
  });
  await app.settled();
  expect(await received(customer)).toEqual([]);
  await comesDue(made);
  expect(await received(customer)).toEqual([['chat', `Olá, Marina! Protocolo ${ticket.code}.`]]);
  const sent = await read(made);
  expect(sent).toMatchObject({ status: 'ENVIADA', sentAt: expect.any(String), errorText: null });
  for (const name of [`company-${w.companyId}-schedule`, `company${w.companyId}-schedule`]) {
    expect(
      (await screen.nextNamed<{ schedule: Schedule }>(name, ({ action }) => action === 'create')).schedule,
    ).toEqual(made);
    const { schedule } = await screen.nextNamed<{ schedule: Schedule }>(name, ({ action }) => action === 'update');
    expect(schedule).toMatchObject({ id: made.id, status: 'ENVIADA' });
  }
  expect(await w.attendant.put(`/schedules/${made.id}`, { body: 'Outro texto' })).toMatchObject({
    status: 409,
    body: { code: 'ERR_SCHEDULE_SENT' },
  });
});

test('without a conversation one is opened in the chosen department', async () => {
  const { customer, contactId } = await customerOf(w);
  bodyOf(await w.admin.put('/settings/reopenWindow', { value: '0' }));
  const made = await plan(w.admin, { contactId, queueId: w.support.id });
  await comesDue(made);
  expect(await received(customer)).toContainEqual(['chat', 'Bom dia!']);
  const { tickets } = bodyOf(
    await w.admin.get<{ tickets: TicketRow[] }>(`/tickets?showAll=true&contacts=[${contactId}]`),
  );
  expect(tickets).toMatchObject([
    { status: 'pending', queueId: w.support.id, userId: null, lastMessage: 'Bom dia!', unreadMessages: 0 },
    { status: 'closed' },
  ]);
});

test('what the spec refuses is refused, each with its text', async () => {
  const refused = async (body: object): Promise<Refusal['fields']> =>
    (await w.attendant.post('/schedules', { body: 'Bom dia!', sendAt: later(), contactId: w.contact.id, ...body })).body
      .fields;
  expect(await refused({ body: 'Oi' })).toEqual({ body: 'Mensagem muito curta' });
  expect(await refused({ body: '' })).toEqual({ body: 'Obrigatório' });
  expect(await refused({ contactId: '' })).toEqual({ contactId: 'Obrigatório' });
  expect(await refused({ sendAt: '' })).toEqual({ sendAt: 'Obrigatório' });
  expect(await refused({ sendAt: new Date(Date.now() - 60_000).toISOString() })).toEqual({
    sendAt: 'Escolha um momento no futuro',
  });
  expect(await refused({ repetition: 'daily', repeatUntil: '2020-01-01' })).toEqual({
    repeatUntil: 'A repetição termina antes do primeiro envio',
  });
  expect(await refused({ repetition: 'yearly' })).toEqual({ repetition: 'Valor inválido' });
  expect(await refused({ template: { name: 'a', language: 'pt_BR' } })).toEqual({
    whatsappId: 'Escolha a conexão do modelo',
  });
  const made = await plan(w.attendant, { contactId: w.contact.id });
  expect((await w.attendant.put(`/schedules/${made.id}`, { body: '' })).body.fields).toEqual({
    body: 'Obrigatório',
  });
  const attach = (path: string, file: (typeof files)[keyof typeof files]) =>
    w.attendant.post<Schedule>(`/schedules/${made.id}/${path}`, form({}, [file], 'file'));
  expect((await w.attendant.post(`/schedules/${made.id}/media-upload`, form({}))).body.fields).toEqual({
    file: 'Anexe um arquivo',
  });
  expect((await attach('media-upload', files.pdf)).body).toMatchObject({
    fields: { file: 'Use uma imagem .png, .jpg ou .jpeg' },
  });
  expect(bodyOf(await attach('media-upload', files.png))).toMatchObject({ mediaName: 'foto.png' });
  expect(bodyOf(await attach('attachment', files.pdf))).toMatchObject({ mediaName: 'contrato.pdf' });
  expect((await w.attendant.delete(`/schedules/${made.id}/media-upload`)).status).toBe(200);
  expect(await read(made)).toMatchObject({ mediaName: null, mediaPath: null });
});

test('a time without an offset is by the clock of the company', async () => {
  await app.database.query("update companies set timezone = 'America/Manaus' where id = $1", [w.companyId]);
  const made = await plan(w.attendant, { contactId: w.contact.id, sendAt: '2099-03-01T09:00' });
  expect(made.sendAt).toBe('2099-03-01T13:00:00.000Z');
  await app.database.query("update companies set timezone = 'America/Sao_Paulo' where id = $1", [w.companyId]);
});

test.each(['2099-02-30T09:00', '2099-W05-1', 'amanhã'])('%s is no moment', async (sendAt) => {
  const refused = await w.attendant.post('/schedules', { contactId: w.contact.id, body: 'Bom dia!', sendAt });
  expect(refused).toMatchObject({ status: 400, body: { fields: { sendAt: expect.any(String) } } });
});

test('a moment is also written with a blank; the last day of a repetition is a day of the calendar', async () => {
  const made = await plan(w.attendant, { contactId: w.contact.id, sendAt: '2099-03-01 09:00' });
  expect(made.sendAt).toBe('2099-03-01T12:00:00.000Z');
  for (const repeatUntil of ['2099-02-31', '2099', '2099-W10-1', '20990401'])
    expect(await w.attendant.put(`/schedules/${made.id}`, { repetition: 'daily', repeatUntil })).toMatchObject({
      status: 400,
      body: { fields: { repeatUntil: expect.any(String) } },
    });
  const given = { repetition: 'daily', repeatUntil: '2099-03-02T02:00:00.000Z' };
  expect(bodyOf(await w.attendant.put<Schedule>(`/schedules/${made.id}`, given)).repeatUntil).toBe('2099-03-02');
});

test('a picture goes with its text, then the file list; each occurrence of a repetition has the picture', async () => {
  const { customer, contactId } = await customerOf(w);
  const list = bodyOf(
    await w.admin.post<{ id: number }>('/files', {
      name: 'Catálogo',
      message: 'Segue a lista, {nome} ({numero}){{name}}, {cupom}',
    }),
    201,
  );
  bodyOf(await w.admin.post(`/files/uploadList/${list.id}`, form({ name: 'contrato.pdf' }, [files.pdf], 'files')));
  const made = await plan(w.attendant, { contactId, repetition: 'weekly', fileListId: list.id });
  bodyOf(await w.attendant.post(`/schedules/${made.id}/media-upload`, form({}, [files.png], 'file')));
  const before = (await received(customer)).length;
  await comesDue(made);
  expect((await received(customer)).slice(before)).toEqual([
    ['image', 'Bom dia!'],
    // columns are known in campaigns only
    ['chat', `Segue a lista, ${customer.name} (${customer.number})${customer.name}, {cupom}`],
    ['application', ''],
  ]);
  const [first, second] = await ofContact(contactId);
  expect(first).toMatchObject({ id: made.id, status: 'ENVIADA', repetition: 'none', mediaName: 'foto.png' });
  expect(second).toMatchObject({ status: 'PENDENTE', repetition: 'weekly', mediaName: 'foto.png', body: 'Bom dia!' });
  if (!first || !second) throw new Error('No second occurrence');
  expect(Date.parse(second.sendAt) - Date.parse(first.sendAt)).toBe(7 * 24 * hour);
  // the file is the occurrences' together
  const [{ key } = { key: '' }] = await app.database.query<{ key: string }>(
    'select media_key as key from schedules where id = $1',
    [second.id],
  );
  const stored = () => existsSync(join(app.config.storageDir, key));
  bodyOf(await w.attendant.delete(`/schedules/${first.id}`));
  await app.settled();
  expect(stored()).toBe(true);
  await comesDue(second);
  expect((await received(customer)).slice(before + 3)).toEqual([
    ['image', 'Bom dia!'],
    // columns are known in campaigns only
    ['chat', `Segue a lista, ${customer.name} (${customer.number})${customer.name}, {cupom}`],
    ['application', ''],
  ]);
  for (const { id } of await ofContact(contactId)) bodyOf(await w.attendant.delete(`/schedules/${id}`));
  await app.settled();
  expect(stored()).toBe(false);
});

test('day and time are kept on the clock, through changes of the clock and short months', async () => {
  const next = async (zone: string, from: string, repetition: 'daily' | 'weekly' | 'monthly', after = from) => {
    await app.database.query('update companies set timezone = $2 where id = $1', [w.companyId, zone]);
    const row = await app.as(w.companyId, (db) =>
      db.row(
        nextOccurrence(
          w.companyId,
          { sendAt: new Date(after), repeatFrom: new Date(from), repeatUntil: null },
          repetition,
          new Date(after),
        ),
      ),
    );
    return row && new Date(row.sendAt).toISOString();
  };
  // 09:00 before and after the clock is put forward and back
  expect(await next('America/New_York', '2026-03-07T14:00:00Z', 'daily')).toBe('2026-03-08T13:00:00.000Z');
  expect(await next('America/New_York', '2026-10-31T13:00:00Z', 'daily')).toBe('2026-11-01T14:00:00.000Z');
  // 02:30 does not exist on that day, and is 02:30 again on the next
  expect(await next('America/New_York', '2026-03-07T07:30:00Z', 'daily')).toBe('2026-03-08T07:30:00.000Z');
  expect(await next('America/New_York', '2026-03-07T07:30:00Z', 'daily', '2026-03-08T07:30:00Z')).toBe(
    '2026-03-09T06:30:00.000Z',
  );
  // 01:30 comes twice on that day, and is sent once
  expect(await next('America/New_York', '2026-11-01T05:30:00Z', 'daily')).toBe('2026-11-02T06:30:00.000Z');
  expect(await next('America/Sao_Paulo', '2026-10-30T12:00:00Z', 'weekly')).toBe('2026-11-06T12:00:00.000Z');
  // the 31st: the last day of shorter months
  const months: string[] = [];
  for (let at: string | undefined = '2027-12-31T12:00:00Z'; at && months.length < 4; ) {
    at = await next('America/Sao_Paulo', '2027-12-31T12:00:00Z', 'monthly', at);
    if (at) months.push(at.slice(0, 10));
  }
  expect(months).toEqual(['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30']);
  await app.database.query("update companies set timezone = 'America/Sao_Paulo' where id = $1", [w.companyId]);
});

test('a repetition ends with its last day', async () => {
  const { contactId } = await customerOf(w);
  const lastDay = new Date(Date.now() + 5 * 24 * hour).toISOString().slice(0, 10);
  const made = await plan(w.attendant, { contactId, repetition: 'weekly', repeatUntil: lastDay });
  await comesDue(made);
  expect(await ofContact(contactId)).toMatchObject([{ id: made.id, status: 'ENVIADA', repetition: 'none' }]);
});

test('what was due while the server was down is sent, and after a day it is an error that says so', async () => {
  const { customer, contactId } = await customerOf(w);
  const [soon, old] = [
    await plan(w.attendant, { contactId }),
    await plan(w.attendant, { contactId, repetition: 'daily' }),
  ];
  const before = (await received(customer)).length;
  await comesDue(soon, '1 hour');
  await comesDue(old, '25 hours');
  // of the daily one the occurrence of the last day goes out, an hour late
  const greeting = ['chat', 'Bom dia!'];
  expect((await received(customer)).slice(before)).toEqual([greeting, greeting]);
  expect(await read(soon)).toMatchObject({ status: 'ENVIADA' });
  expect(await read(old)).toMatchObject({
    status: 'ERRO',
    sentAt: null,
    errorText: 'O envio atrasou mais de 24 horas e não foi feito.',
  });
  const [, , third, next] = await ofContact(contactId);
  expect([third, next]).toMatchObject([
    { status: 'ENVIADA', repetition: 'none' },
    { status: 'PENDENTE', repetition: 'daily' },
  ]);
  expect(Math.round((Date.parse(next?.sendAt ?? '') - Date.now()) / hour)).toBe(23);
  // one that failed is sent at a new time
  expect((await w.attendant.put(`/schedules/${old.id}`, { body: 'De novo' })).body.fields).toEqual({
    sendAt: 'Escolha um momento no futuro',
  });
  const again = bodyOf(await w.attendant.put<Schedule>(`/schedules/${old.id}`, { body: 'De novo', sendAt: later() }));
  expect(again).toMatchObject({ status: 'PENDENTE', errorText: null, repetition: 'none' });
  await comesDue(again);
  expect((await received(customer)).at(-1)).toEqual(['chat', 'De novo']);
  expect(await violationsIn(app)).toEqual([]);
});

test('a job that runs twice sends once, and one that was moved meanwhile sends nothing', async () => {
  const { customer, contactId } = await customerOf(w);
  const made = await plan(w.attendant, { contactId, repetition: 'daily' });
  const before = (await received(customer)).length;
  const [job] = await app.database.query<{ payload: object }>(
    "select payload from outbox_jobs where name = 'send-schedule' and (payload->>'id')::bigint = $1",
    [made.id],
  );
  bodyOf(await w.attendant.put(`/schedules/${made.id}`, { sendAt: later(2 * hour) }));
  const repeat = async (payload: object) => {
    await app.database.query(
      "insert into outbox_jobs (company_id, name, external, payload) values ($1, 'send-schedule', true, $2)",
      [w.companyId, payload],
    );
    await app.settled();
  };
  await repeat(job?.payload ?? {});
  expect(await read(made)).toMatchObject({ status: 'PENDENTE' });
  await comesDue(made);
  const { sendAt } = await read(made);
  await repeat({ id: made.id, at: sendAt });
  expect((await received(customer)).slice(before)).toHaveLength(1);
  expect(await ofContact(contactId)).toHaveLength(2);
  const [, next] = await ofContact(contactId);
  if (!next) throw new Error('No next occurrence');
  bodyOf(await w.attendant.delete(`/schedules/${next.id}`));
  const left = await app.database.query(
    "select 1 from outbox_jobs where name = 'send-schedule' and (payload->>'id')::bigint = any($1)",
    [[made.id, next.id]],
  );
  expect(left).toEqual([]);
});

test('without its connection it is an error, while it is disconnected it waits', async () => {
  const { customer, contactId } = await customerOf(w);
  const other = bodyOf(
    await w.admin.post<{ id: number }>('/whatsapp', { name: 'Outro', channel: 'sandbox', queueIds: [w.sales.id] }),
    201,
  );
  const [gone, waits] = [await plan(w.admin, { contactId, whatsappId: other.id }), await plan(w.admin, { contactId })];
  bodyOf(await w.admin.delete(`/whatsapp/${other.id}`));
  expect(
    (await w.admin.post('/schedules', { contactId, body: 'Bom dia!', sendAt: later(), whatsappId: other.id })).status,
  ).toBe(404);
  await comesDue(gone);
  expect(await read(gone)).toMatchObject({ status: 'ERRO', errorText: expect.stringMatching(/conexão/i) });
  const before = (await received(customer)).length;
  const status = (value: string) =>
    app.database.query('update connections set status = $2 where id = $1', [w.connection.id, value]);
  await status('DISCONNECTED');
  await comesDue(waits);
  expect(await read(waits)).toMatchObject({ status: 'PENDENTE' });
  await status('CONNECTED');
  await comesDue(waits, '10 minutes');
  expect((await received(customer)).slice(before)).toEqual([['chat', 'Bom dia!']]);
});

test('attendants see their own, supervisors those of their departments, managers all', async () => {
  const company = await world(app);
  const contactId = company.contact.id;
  const colleague = await company.member();
  const [own, other] = [
    await plan(company.attendant, { contactId }),
    await plan(colleague, { contactId, queueId: company.sales.id }),
  ];
  const seen = async (client: Client) =>
    bodyOf(await client.get<Page>('/schedules'))
      .schedules.map(({ id }) => id)
      .toSorted((a, b) => a - b);
  expect(await seen(company.attendant)).toEqual([own.id]);
  expect(await seen(colleague)).toEqual([other.id]);
  expect(await seen(company.supervisor)).toEqual([other.id]);
  expect(await seen(company.admin)).toEqual([own.id, other.id]);
  for (const request of [
    company.attendant.get(`/schedules/${other.id}`),
    company.attendant.put(`/schedules/${other.id}`, { body: 'Meu texto' }),
    company.attendant.delete(`/schedules/${other.id}`),
    company.attendant.post(`/schedules/${other.id}/media-upload`, form({}, [files.png], 'file')),
  ])
    expect(await request).toMatchObject({ status: 404, body: { code: 'ERR_NO_SCHEDULE_FOUND' } });
  // those who lose sight of it are told
  const screen = await company.supervisor.socket();
  await screen.join('Notification');
  bodyOf(await colleague.put(`/schedules/${other.id}`, { queueId: null }));
  expect(await screen.next('schedule', ({ action }) => action === 'delete')).toMatchObject({ scheduleId: other.id });
});

test('the list is searched, and narrowed to a contact, a user and a month', async () => {
  const company = await world(app);
  const { id: contactId } = bodyOf(
    await company.admin.post<{ id: number }>('/contacts', { name: 'Outra pessoa', number: '5511988887777' }),
    201,
  );
  const [a, b, c] = [
    await plan(company.attendant, { contactId: company.contact.id, sendAt: '2098-03-31T23:30', body: 'Fim de março' }),
    await plan(company.admin, { contactId, sendAt: '2098-04-01T00:30', body: 'Começo de abril' }),
    await plan(company.admin, { contactId, sendAt: '2098-05-01T00:00', body: 'Em maio' }),
  ];
  const found = async (query: string) =>
    bodyOf(await company.admin.get<Page>(`/schedules?${query}`)).schedules.map(({ id }) => id);
  expect(await found('searchParam=abril')).toEqual([b.id]);
  expect(await found('dateStart=2098-04-01&dateEnd=2098-04-30')).toEqual([b.id]);
  expect(await found('pageNumber=1')).toEqual([c.id, b.id, a.id]);
  const filtered = async (filter: object) =>
    bodyOf(await company.admin.get<Schedule[]>(`/schedules?filter=${JSON.stringify(filter)}`)).map(({ id }) => id);
  expect(await filtered({ contactId })).toEqual([c.id, b.id]);
  expect(await filtered({ userId: company.attendant.id })).toEqual([a.id]);
  expect(await filtered({ status: 'ERRO' })).toEqual([]);
  expect(await filtered({ contactId, dateEnd: '2098-04-30' })).toEqual([b.id]);
});

test('the plan decides, also when the time has come', async () => {
  const company = await world(app);
  const { customer, contactId } = await customerOf(company);
  const made = await plan(company.attendant, { contactId });
  const before = (await received(customer)).length;
  bodyOf(await app.platform.put(`/plans/${company.planId}`, { useSchedules: false }));
  for (const request of [
    company.attendant.get('/schedules'),
    company.attendant.post('/schedules', { contactId, body: 'Bom dia!', sendAt: later() }),
    company.attendant.delete(`/schedules/${made.id}/media-upload`),
  ])
    expect((await request).status).toBe(403);
  await comesDue(made);
  expect(await received(customer)).toHaveLength(before);
  bodyOf(await app.platform.put(`/plans/${company.planId}`, { useSchedules: true }));
  expect(await read(made, company.attendant)).toMatchObject({
    status: 'ERRO',
    errorText: 'O plano da empresa não inclui mais agendamentos.',
  });
});

test('a company that has not paid: what is due waits, and a day later it is an error', async () => {
  const company = await world(app);
  const { customer, contactId } = await customerOf(company);
  const before = (await received(customer)).length;
  const [soon, late] = [await plan(company.attendant, { contactId }), await plan(company.attendant, { contactId })];
  const suspend = (status: boolean) =>
    app.database.query('update companies set status = $2 where id = $1', [company.companyId, status]);
  await suspend(false);
  await comesDue(soon);
  await comesDue(late, '25 hours');
  await suspend(true);
  expect(await read(soon, company.admin)).toMatchObject({ status: 'PENDENTE', sentAt: null });
  expect(await read(late, company.admin)).toMatchObject({
    status: 'ERRO',
    errorText: expect.stringMatching(/24 horas/),
  });
  await comesDue(soon, '1 hour');
  expect((await received(customer)).slice(before)).toEqual([['chat', 'Bom dia!']]);
});

test('a sending that is removed before its picture has left is sent whole; then the picture is removed', async () => {
  const { customer, contactId } = await customerOf(w);
  const before = (await received(customer)).length;
  const [text, made] = [await plan(w.attendant, { contactId }), await plan(w.attendant, { contactId })];
  bodyOf(await w.attendant.post(`/schedules/${made.id}/media-upload`, form({}, [files.png], 'file')));
  const [{ key } = { key: '' }] = await app.database.query<{ key: string }>(
    'select media_key as key from schedules where id = $1',
    [made.id],
  );
  const pausedFor = (interval: string) =>
    app.database.query('update connections set paused_until = now() + $2::interval where id = $1', [
      w.connection.id,
      interval,
    ]);
  const runWaiting = async () => {
    await app.database.query(
      "update outbox_jobs set run_at = now() - interval '1 second' where company_id = $1 and name <> 'send-schedule'",
      [w.companyId],
    );
    await app.settled();
  };
  await pausedFor('1 hour');
  await comesDue(text);
  await comesDue(made);
  expect(await read(made)).toMatchObject({ status: 'ENVIADA' });
  bodyOf(await w.attendant.delete(`/schedules/${made.id}`));
  await app.settled();
  await pausedFor('0 seconds');
  await runWaiting();
  expect((await received(customer)).slice(before)).toEqual([
    ['chat', 'Bom dia!'],
    ['image', 'Bom dia!'],
  ]);
  await runWaiting();
  expect(existsSync(join(app.config.storageDir, key))).toBe(false);
});

test('a picture that earlier occurrences have, too, stays with its contact', async () => {
  const { contactId } = await customerOf(w);
  const made = await plan(w.attendant, { contactId, repetition: 'weekly' });
  bodyOf(await w.attendant.post(`/schedules/${made.id}/media-upload`, form({}, [files.png], 'file')));
  // nothing was sent yet
  bodyOf(await w.attendant.put(`/schedules/${made.id}`, { contactId: w.contact.id }));
  bodyOf(await w.attendant.put(`/schedules/${made.id}`, { contactId }));
  await comesDue(made);
  const [, next] = await ofContact(contactId);
  expect(await w.attendant.put(`/schedules/${next?.id}`, { contactId: w.contact.id })).toMatchObject({
    status: 400,
    body: { fields: { contactId: expect.stringMatching(/outro agendamento/) } },
  });
  bodyOf(await w.attendant.put(`/schedules/${next?.id}`, { contactId, body: 'Bom dia de novo!' }));
});

test('changed at the moment it is due: sent once, as it was or as it is; what was told is true', async () => {
  const { customer, contactId } = await customerOf(w);
  for (let round = 0; round < 10; round += 1) {
    const before = (await received(customer)).length;
    const made = await plan(w.attendant, { contactId });
    const [, changed] = await Promise.all([
      comesDue(made),
      w.attendant.put(`/schedules/${made.id}`, { body: `Texto ${round}` }),
    ]);
    await app.settled();
    expect((await received(customer)).slice(before)).toEqual([
      ['chat', changed.status === 200 ? `Texto ${round}` : 'Bom dia!'],
    ]);
    expect([200, 409]).toContain(changed.status);
  }
});

test('a message that failed and is sent again is no error of its schedule', async () => {
  const { contactId } = await customerOf(w);
  const made = await plan(w.attendant, { contactId });
  await comesDue(made);
  const [message] = await app.database.query<{ id: number; ticket: number }>(
    `select id::int, ticket_id::int as ticket from messages where contact_id = $1 and data ? 'scheduleId'`,
    [contactId],
  );
  // the provider refuses it later
  await app.database.query("update messages set status = 'sent', ack = 1 where id = $1", [message?.id]);
  await app.as(w.companyId, () => app.nest.get(DeliveryStatusService).markFailed(message?.id ?? 0, 'ERR_X', refusal));
  await app.settled();
  expect(await read(made)).toMatchObject({ status: 'ERRO', errorText: 'Recusada' });
  bodyOf(await w.attendant.put(`/tickets/${message?.ticket}`, { status: 'open' }));
  bodyOf(await w.attendant.post(`/messages/${message?.id}/retry`, {}));
  await app.settled();
  expect(await read(made)).toMatchObject({ status: 'ENVIADA', errorText: null });
});

test('schedules let go of what is removed, and go with their contact', async () => {
  const company = await world(app);
  const colleague = await company.member();
  const kept = company.contact.id;
  const made = await plan(colleague, { contactId: kept, queueId: company.support.id });
  bodyOf(await company.admin.delete(`/users/${colleague.id}`));
  bodyOf(await company.admin.delete(`/queue/${company.support.id}`));
  expect(await read(made, company.admin)).toMatchObject({
    userId: null,
    user: null,
    queueId: null,
    status: 'PENDENTE',
  });
  const { contactId } = await customerOf(company);
  bodyOf(await company.admin.post(`/contacts/${contactId}/merge`, { contactId: kept }));
  const moved = await read(made, company.admin);
  expect([kept, contactId]).toContain(moved.contactId);
  await comesDue(made);
  expect((await read(made, company.admin)).status).toBe('ENVIADA');
  const second = await plan(company.admin, { contactId: moved.contactId });
  bodyOf(await company.admin.post(`/schedules/${second.id}/media-upload`, form({}, [files.png], 'file')));
  const data = bodyOf(
    await company.admin.get<{ schedules: { id: number; body: string }[] }>(
      `/contacts/${moved.contactId}/personal-data`,
    ),
  );
  expect(data.schedules.map(({ id }) => id)).toEqual([made.id, second.id]);
  const { number } = bodyOf(await company.admin.get<{ number: string }>(`/contacts/${moved.contactId}`));
  bodyOf(await company.admin.post(`/contacts/${moved.contactId}/erase`, { number }));
  await app.settled();
  expect(bodyOf(await company.admin.get<Page>('/schedules')).schedules).toEqual([]);
  const { id: removed } = bodyOf(
    await company.admin.post<{ id: number }>('/contacts', { name: 'Breve', number: '5511977776666' }),
    201,
  );
  await plan(company.admin, { contactId: removed });
  bodyOf(await company.admin.delete(`/contacts/${removed}`));
  expect(bodyOf(await company.admin.get<Page>('/schedules')).schedules).toEqual([]);
});
