import { JobLease } from '../../../src/core/jobs/job-lease.js';
import { SendRateLimiterService } from '../../../src/modules/channels/connections/sending/send-rate-limiter.service.js';
import { SendMessageHandler } from '../../../src/modules/conversations/messages/outbound/send-message.job.js';
import { bodyOf } from '../../support/client.js';
import { CloudCompany, type ConnectionRow } from '../../support/cloud-company.js';
import { extendedDuringCall } from '../../support/extended-lease.js';
import { violationsIn } from '../../support/invariants.js';
import type { MessageRow, TicketRow } from '../../support/world.js';

const company = await CloudCompany.start();

afterAll(() => company.stop());
beforeEach(() => company.clearFaults());

describe('rates', () => {
  test('a number sends at its rate and never faster', async () => {
    const { throughput } = company.graph.options;
    company.graph.options.throughput = { perSecond: 15, burst: 15 };
    bodyOf(await company.w.admin.put(`/whatsapp/${company.connection.id}`, { messagesPerSecond: 15 }));
    const people = await company.conversations(38);
    // as after a long pause: the whole burst is available
    await company.pauseConnection();
    const messages: MessageRow[] = [];
    for (const { ticket } of people) messages.push(await company.post(ticket, 'bom dia'));
    await company.app.settled();
    const before = company.graph.log.accepted.length;
    expect(new Set(await company.statusesOf(...messages))).toEqual(new Set(['queued']));
    bodyOf(await company.w.admin.post(`/whatsapp/${company.connection.id}/resume`));
    await company.app.settled();
    while ((await company.statusesOf(...messages)).includes('queued')) await company.runDueJobs();
    const sent = company.graph.log.accepted.slice(before).map(({ at }) => at);
    expect(sent).toHaveLength(38);
    expect(company.refusals(130429)).toBe(0);
    // 14 a second and one to catch up; the first may have been late
    expect((sent.at(-1) ?? 0) - (sent[0] ?? 0)).toBeGreaterThan(1_800);
    company.graph.options.throughput = throughput;
    bodyOf(await company.w.admin.put(`/whatsapp/${company.connection.id}`, { messagesPerSecond: null }));
  });

  test('45 messages to one recipient are sent at once, the next waits without a refusal and without delaying others', async () => {
    const [first, second] = await company.twoConversations();
    const messages: MessageRow[] = [];
    for (let count = 1; count <= 50; count += 1) messages.push(await company.post(first.ticket, `parte ${count}`));
    await company.settled();
    const states = await company.statusesOf(...messages);
    // one more for every six seconds that writing them took
    const gone = states.filter((state) => state !== 'queued').length;
    expect([gone >= 45, states.at(-1)]).toEqual([true, 'queued']);
    const other = await company.post(second.ticket, 'e você?');
    await company.settled();
    expect(await company.statusesOf(other)).toEqual(['delivered']);
    await company.advancePastLimits();
    expect(new Set(await company.statusesOf(...messages))).toEqual(new Set(['delivered']));
    expect(company.refusals(131056)).toBe(0);
    const order = company.graph.log.accepted
      .filter(({ to }) => to === first.number)
      .map(({ callbackData }) => callbackData);
    expect(order).toEqual(messages.map(({ id }) => String(id)));
  });
});

test('the slots of a number and a recipient are reserved together or not at all', async () => {
  const [first, second] = await company.twoConversations();
  const { connection, w, app } = company;
  const busy = (recipient: string) =>
    app.database.query(
      "insert into send_slots (company_id, connection_id, recipient, busy_until) values ($1, $2, $3, now() + interval '1 hour')",
      [w.companyId, connection.id, recipient],
    );
  const rows = async (): Promise<string[]> =>
    (
      await app.database.query<{ recipient: string }>('select recipient from send_slots where connection_id = $1', [
        connection.id,
      ])
    ).map(({ recipient }) => recipient);
  await app.database.query('delete from send_slots');
  await busy(first.number);
  const one = await company.post(first.ticket, 'espera a pessoa');
  await company.settled();
  expect([await company.statusesOf(one), await rows()]).toEqual([['queued'], [first.number]]);
  await app.database.query('delete from send_slots');
  await busy('');
  const other = await company.post(second.ticket, 'espera o número');
  await company.settled();
  expect([await company.statusesOf(other), await rows()]).toEqual([['queued'], ['']]);
  await company.advancePastLimits();
  expect(await company.statusesOf(one, other)).toEqual(['delivered', 'delivered']);
});

test('a campaign that takes all it may leaves the next message of a conversation no wait', async () => {
  const { connection, w, app } = company;
  const limiter = app.nest.get(SendRateLimiterService);
  const rates = { perSecond: 1_000, recipient: { everyMs: 6_000, burst: 45 } };
  const number = { companyId: w.companyId, connectionId: connection.id, rates };
  await app.database.query('delete from send_slots');
  let batches = 0;
  while ((await limiter.reserveMany(number, 25)).taken) batches += 1;
  expect(batches).toBeGreaterThan(0);
  expect(await limiter.reserve({ ...number, recipient: '5511900000001' })).toEqual({ taken: true, waitMs: 0 });
  await app.database.query('delete from send_slots');
});

describe('a pause', () => {
  test('130429 pauses the whole number: Meta is not called, managers see the reason and may end it', async () => {
    const screen = await company.w.admin.socket();
    const [first, second] = await company.twoConversations();
    company.graph.refuse(first.number, 130429, { times: 1 });
    const refused = await company.post(first.ticket, 'primeira');
    await company.settled();
    const asked = company.sendRequests;
    const waiting = await company.post(second.ticket, 'segunda');
    await company.settled();
    expect(company.sendRequests).toBe(asked);
    expect(await company.statusesOf(refused, waiting)).toEqual(['queued', 'queued']);
    expect(await company.connectionRow()).toMatchObject({
      status: 'CONNECTED',
      pausedUntil: expect.any(String),
      pauseReason: { code: '130429', text: expect.stringContaining('mensagens por segundo') },
    });
    await screen.next('whatsapp', ({ whatsapp }) => (whatsapp as ConnectionRow).pauseReason?.code === '130429');
    expect((await company.w.attendant.post(`/whatsapp/${company.connection.id}/resume`)).status).toBe(403);
    expect(bodyOf(await company.w.admin.post(`/whatsapp/${company.connection.id}/resume`))).toMatchObject({
      pausedUntil: null,
      pauseReason: null,
    });
    await company.runDueJobs();
    expect(await company.statusesOf(refused, waiting)).toEqual(['delivered', 'delivered']);
  });

  test('131056 delays only its recipient', async () => {
    const [first, second] = await company.twoConversations();
    company.graph.refuse(first.number, 131056, { times: 1 });
    const slow = await company.post(first.ticket, 'devagar');
    await company.settled();
    const other = await company.post(second.ticket, 'rápido');
    await company.settled();
    expect(await company.statusesOf(slow, other)).toEqual(['queued', 'delivered']);
    expect((await company.connectionRow()).pausedUntil).toBeNull();
    // the job is due, but the recipient's slot is not
    const asked = company.sendRequests;
    await company.runDueJobs();
    expect([company.sendRequests, await company.statusesOf(slow)]).toEqual([asked, ['queued']]);
    await company.advancePastLimits();
    expect(await company.statusesOf(slow)).toEqual(['delivered']);
  });

  test('consecutive failures of the provider lengthen the pause, and a success resets it', async () => {
    const [first, second] = await company.twoConversations();
    company.graph.refuse(first.number, 131016, { times: 2 });
    const message = await company.post(first.ticket, 'com problemas');
    await company.settled();
    expect((await company.connectionRow()).pausedUntil).toBeNull();
    await company.runDueJobs();
    expect(await company.connectionRow()).toMatchObject({
      pausedUntil: expect.any(String),
      pauseReason: { code: '131016' },
    });
    const asked = company.sendRequests;
    const waiting = await company.post(second.ticket, 'espero');
    await company.runDueJobs();
    expect([company.sendRequests, await company.statusesOf(message, waiting)]).toEqual([asked, ['queued', 'queued']]);
    await company.advancePastLimits();
    expect(await company.statusesOf(message, waiting)).toEqual(['delivered', 'delivered']);
    const [row] = await company.app.database.query('select troubles from connections where id = $1', [
      company.connection.id,
    ]);
    expect(row).toEqual({ troubles: 0 });
  });

  test.each(['response', 'status'] as const)('131048 by %s warns managers until they dismiss it', async (via) => {
    const { number, ticket } = await company.conversation();
    company.graph.refuse(number, 131048, { via });
    const message = await company.post(ticket, 'promoção');
    await company.settled();
    expect(await company.statusesOf(message)).toEqual(['failed 131048']);
    expect(await company.connectionRow()).toMatchObject({
      pausedUntil: null,
      warning: { code: '131048', text: expect.stringContaining('spam') },
    });
    expect(bodyOf(await company.w.admin.post(`/whatsapp/${company.connection.id}/resume`))).toMatchObject({
      warning: null,
    });
  });
});

test('recording a result is retried after a deadlock, and the message is not uncertain', async () => {
  const { number, ticket } = await company.conversation();
  await company.app.database.query(`
    create sequence losses;
    create function lose() returns trigger language plpgsql as $$ begin
      if new.status = 'sent' and nextval('losses') <= 2 then raise exception 'lost' using errcode = '40P01'; end if;
      return new;
    end $$;
    grant usage on sequence losses to public;
    create trigger lose before update on messages for each row execute function lose();`);
  const message = await company.post(ticket, 'uma vez só');
  await company.settled();
  await company.app.database.query('drop trigger lose on messages');
  // the status may have lost the deadlock: it is retried a moment later
  await company.advancePastLimits();
  expect(await company.statusesOf(message)).toEqual(['delivered']);
  expect(company.graph.log.accepted.filter(({ to }) => to === number)).toHaveLength(1);
});

describe('when another process may have taken a message over', () => {
  const untried = async (): Promise<{ message: MessageRow; ticket: TicketRow }> => {
    const { ticket } = await company.conversation();
    await company.pauseConnection();
    const message = await company.post(ticket, 'quem envia?');
    await company.app.settled();
    await company.app.database.query('update connections set paused_until = null');
    return { message, ticket };
  };

  test('a process that was suspended between claim and call sends nothing', async () => {
    const { message } = await untried();
    const run = { companyId: company.w.companyId, attempt: 1, lease: new JobLease(performance.now() - 10_000) };
    const handler = company.app.nest.get(SendMessageHandler);
    await expect(handler.perform({ messageId: message.id }, run)).rejects.toThrow('its lease was over');
    expect(company.accepted(message.id)).toEqual([]);
    expect(await company.statusesOf(message)).toEqual(['queued']);
    await company.runDueJobs();
    expect(await company.statusesOf(message)).toEqual(['delivered']);
  });

  test('while the provider is asked, the lease of the message is extended with that of its job', async () => {
    const { message } = await untried();
    const lease = new JobLease(performance.now());
    const extended = await extendedDuringCall(company, lease, `messages where id = ${message.id}`, () =>
      company.app.nest
        .get(SendMessageHandler)
        .perform({ messageId: message.id }, { companyId: company.w.companyId, attempt: 1, lease }),
    );
    expect(extended).toEqual([true]);
    await company.settled();
    expect(await company.statusesOf(message)).toEqual(['delivered']);
  });

  test('a process whose lease others may have ended sends nothing, and whoever has the job sends it', async () => {
    const { message } = await untried();
    const lease = new JobLease(performance.now(), { isSeen: () => false });
    const handler = company.app.nest.get(SendMessageHandler);
    const run = { companyId: company.w.companyId, attempt: 1, lease };
    await expect(handler.perform({ messageId: message.id }, run)).rejects.toThrow('its lease was over');
    expect(await company.statusesOf(message)).toEqual(['queued']);
    await company.runDueJobs();
    expect(await company.statusesOf(message)).toEqual(['delivered']);
  });

  test('what a killed process was sending is decided when its lease ends, and the next message leaves', async () => {
    const { message, ticket } = await untried();
    const { database } = company.app;
    await database.query(
      "update messages set status = 'sending', leased_until = now() + interval '4 seconds' where id = $1",
      [message.id],
    );
    await company.runDueJobs();
    const [job] = await database.query<{ soon: boolean }>(
      `select run_at < now() + interval '5 seconds' as soon from outbox_jobs
       where name = 'send-message' and payload->>'messageId' = $1`,
      [String(message.id)],
    );
    expect(job).toEqual({ soon: true });
    const next = await company.post(ticket, 'e agora?');
    await database.query('update messages set leased_until = now() where id = $1', [message.id]);
    await company.runDueJobs();
    expect(await company.statusesOf(message, next)).toEqual(['uncertain UNCERTAIN', 'delivered']);
  });
});

test('no message was sent twice, and every invariant holds', async () => {
  expect(company.graph.log.duplicates()).toEqual([]);
  expect(await violationsIn(company.app)).toEqual([]);
});
