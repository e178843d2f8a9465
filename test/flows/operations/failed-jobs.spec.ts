import { startApp } from '../../support/app.js';
import { bodyOf, type Client } from '../../support/client.js';
import { violationsIn } from '../../support/invariants.js';
import { type MessageRow, type TicketRow, world } from '../../support/world.js';

const app = await startApp();
const w = await world(app);

afterEach(async () => {
  await app.database.query('delete from outbox_jobs where failed_at is not null');
});
afterAll(() => app.close());

interface FailedJob {
  readonly id: number;
  readonly name: string;
  readonly companyId: number | null;
  readonly company: { readonly id: number; readonly name: string } | null;
  readonly attempts: number;
  readonly lastError: string;
  readonly failedAt: string;
  readonly payload: string;
}

const listed = async (filter: object = {}): Promise<FailedJob[]> =>
  bodyOf(
    await app.platform.get<FailedJob[]>(
      `/failed-jobs?range=[0,99]&sort=["id","ASC"]&filter=${encodeURIComponent(JSON.stringify(filter))}`,
    ),
  );

/** Stores a job as one that failed for good. */
async function failed(name: string, payload: object, { companyId = w.companyId, error = 'It broke' } = {}) {
  const [row] = await app.database.query<{ id: number }>(
    `insert into outbox_jobs (company_id, name, payload, attempts, last_error, failed_at)
     values ($1, $2, $3, 8, $4, now()) returning id`,
    [companyId === 0 ? null : companyId, name, JSON.stringify(payload), error],
  );
  return row?.id ?? 0;
}

/** A message whose job failed for good before anything was sent: the runner never saw it. */
async function stuckMessage(body = 'segredo do cliente'): Promise<{ id: number; ticketId: number; jobId: number }> {
  const { id } = await w.customer().says('oi');
  const ticket = bodyOf(await w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
  const sent = bodyOf(await w.attendant.post<MessageRow>(`/messages/${ticket.id}`, { body }), 201);
  await app.settled();
  await app.database.query("update messages set status = 'queued', ack = 0, provider_id = null where id = $1", [
    sent.id,
  ]);
  await app.database.query('update tickets set last_message_ack = 0 where id = $1', [ticket.id]);
  return { id: sent.id, ticketId: ticket.id, jobId: await failed('send-message', { messageId: sent.id }) };
}

const message = async ({ id, ticketId }: { id: number; ticketId: number }): Promise<MessageRow | undefined> =>
  bodyOf(await w.attendant.get<{ messages: MessageRow[] }>(`/messages/${ticketId}?peek=true`)).messages.find(
    (each) => each.id === id,
  );

const audited = (action: string): Promise<{ company: number; subject: number; data: object }[]> =>
  app.database.query(
    'select company_id as company, subject_id as subject, data from audit_entries where action = $1 order by id',
    [action],
  );

test('failed jobs are listed with their company and without texts', async () => {
  const id = await failed(
    'on:MessagesListener.received',
    {
      connectionId: 5,
      inboxId: 77,
      external: '5511999990000',
      deep: { sealedCode: 'abc', tries: 2 },
      keys: ['a', 'b'],
    },
    { error: `update messages set body = 'olá mundo' failed` },
  );
  const platformJob = await failed('remove-company-files', { companyId: 3 }, { companyId: 0 });
  expect(await listed()).toMatchObject([
    {
      id,
      name: 'on:MessagesListener.received',
      companyId: w.companyId,
      company: { id: w.companyId },
      attempts: 8,
      payload: 'deep.tries 2 · deep.sealedCode … · keys [2] · inboxId 77 · external … · connectionId 5',
      lastError: expect.not.stringContaining('olá mundo'),
    },
    { id: platformJob, companyId: null, company: null },
  ]);
  expect(await listed({ companyId: w.companyId })).toHaveLength(1);
  expect(await listed({ name: 'remove-company-files' })).toMatchObject([{ id: platformJob }]);
  expect(await listed({ q: 'broke' })).toMatchObject([{ id: platformJob }]);
  expect(bodyOf(await app.platform.get<{ count: number }>('/failed-jobs')).count).toBe(2);
});

test('a retried job runs, and the audit log of its company names the user', async () => {
  const stuck = await stuckMessage('agora vai');
  expect(bodyOf(await app.platform.post(`/failed-jobs/${stuck.jobId}/retry`))).toEqual({ count: 1 });
  await app.settled();
  expect(await message(stuck)).toMatchObject({ ack: 2 });
  expect(await listed()).toEqual([]);
  expect((await audited('job.retried')).at(-1)).toEqual({
    company: w.companyId,
    subject: stuck.jobId,
    data: { job: 'send-message' },
  });
  expect((await app.platform.post(`/failed-jobs/${stuck.jobId}/retry`)).body).toMatchObject({
    code: 'ERR_NO_FAILED_JOB',
    statusCode: 404,
  });
});

test('a message whose job is discarded fails with a reason and can be sent again', async () => {
  const stuck = await stuckMessage();
  bodyOf(await app.platform.delete(`/failed-jobs/${stuck.jobId}`));
  expect(await message(stuck)).toMatchObject({
    status: 'failed',
    errorText: expect.stringContaining('cancelado pela administração da plataforma'),
  });
  expect((await audited('job.discarded')).at(-1)).toMatchObject({ subject: stuck.jobId });
  expect(await violationsIn(app)).toEqual([]);
  bodyOf(await w.attendant.post(`/messages/${stuck.id}/retry`));
  await app.settled();
  expect(await message(stuck)).toMatchObject({ ack: 2 });
});

test('a message that was at the provider becomes uncertain, not failed', async () => {
  const stuck = await stuckMessage();
  await app.database.query("update messages set status = 'sending', leased_until = now() where id = $1", [stuck.id]);
  bodyOf(await app.platform.delete(`/failed-jobs/${stuck.jobId}`));
  expect(await message(stuck)).toMatchObject({
    status: 'failed',
    errorText: expect.stringContaining('Não sabemos se a mensagem foi entregue'),
  });
});

test('inbox events and uncertain messages are settled when their job is discarded', async () => {
  const stuck = await stuckMessage();
  await app.database.query('delete from outbox_jobs where id = $1', [stuck.jobId]);
  await app.database.query("update messages set status = 'uncertain' where id = $1", [stuck.id]);
  const [inbox] = await app.database.query<{ id: number }>(
    `update inbox_events set processed_at = null, created_at = now() - interval '1 hour'
     where id = (select max(id) from inbox_events where company_id = $1) returning id`,
    [w.companyId],
  );
  const ids = [
    await failed('settle-uncertain', { messageId: stuck.id }),
    await failed('on:MessagesListener.received', {
      connectionId: w.connection.id,
      inboxId: inbox?.id,
      external: 'x',
    }),
  ];
  expect(await violationsIn(app)).toEqual([]);
  expect(bodyOf(await app.platform.post('/failed-jobs/discard', { ids }))).toEqual({ count: 2 });
  expect(await violationsIn(app)).toEqual([]);
  expect(await message(stuck)).toMatchObject({ status: 'failed' });
});

test('several at once, each once, of several companies and of the platform', async () => {
  const other = await world(app);
  const ids = [
    await failed('mark-read', { connectionId: 1, providerId: 'x' }),
    await failed('mark-read', { connectionId: 1, providerId: 'x' }, { companyId: other.companyId }),
    await failed('remove-company-files', { companyId: 999_999 }, { companyId: 0 }),
  ];
  expect(bodyOf(await app.platform.post('/failed-jobs/retry', { ids: [...ids, 987_654_321] }))).toEqual({ count: 3 });
  await app.settled();
  expect(await listed()).toEqual([]);
  expect(bodyOf(await app.platform.post('/failed-jobs/discard', { ids }))).toEqual({ count: 0 });
  const companies = (await audited('job.retried')).slice(-3).map(({ company }) => company);
  expect(companies).toEqual([w.companyId, other.companyId, app.platform.me.companyId]);
  const many = Array.from({ length: 501 }, (_, index) => index + 1);
  expect((await app.platform.post('/failed-jobs/discard', { ids: many })).status).toBe(400);
});

test('a running job cannot be discarded', async () => {
  const id = await failed('mark-read', { connectionId: 1, providerId: 'x' });
  await app.database.query(
    'update outbox_jobs set failed_at = null, run_at = now() + interval $$1 day$$ where id = $1',
    [id],
  );
  expect((await app.platform.delete(`/failed-jobs/${id}`)).status).toBe(404);
  await app.database.query('delete from outbox_jobs where id = $1', [id]);
});

test('what waits is counted by job and by ordering key, without numbers of customers', async () => {
  await app.database.query(
    `insert into outbox_jobs (company_id, name, payload, ordering_key, run_at, leased_until)
     select $1, 'send-message', '{}', 'in:7:5511987654321', now() + interval '1 day', null from generate_series(1, 3)`,
    [w.companyId],
  );
  expect(bodyOf(await app.platform.get('/failed-jobs/waiting'))).toMatchObject({
    jobs: expect.arrayContaining([
      expect.objectContaining({ name: 'send-message', waiting: 3, running: 0, later: 3, dueSince: null }),
    ]),
    orderingKeys: [{ key: 'in:7:…4321', waiting: 3, dueSince: null }],
  });
  await app.database.query("delete from outbox_jobs where ordering_key = 'in:7:5511987654321'");
});

test('only super-admins read, retry and discard', async () => {
  const id = await failed('mark-read', { connectionId: 1, providerId: 'x' });
  const calls: ((client: Client) => Promise<{ status: number }>)[] = [
    (client) => client.get('/failed-jobs'),
    (client) => client.get('/failed-jobs/waiting'),
    (client) => client.post(`/failed-jobs/${id}/retry`),
    (client) => client.post('/failed-jobs/discard', { ids: [id] }),
    (client) => client.delete(`/failed-jobs/${id}`),
  ];
  for (const call of calls) expect((await call(w.admin)).status).toBe(403);
  expect(await listed()).toHaveLength(1);
});
