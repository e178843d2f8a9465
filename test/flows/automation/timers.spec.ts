import { sharedApp } from '../../support/app.js';
import { bodyOf } from '../../support/client.js';
import { violationsIn } from '../../support/invariants.js';
import { minutesPass, timersRun } from '../../support/ticket-timers.js';
import { type Customer, type TicketRow, type World, world } from '../../support/world.js';

const app = await sharedApp();

afterAll(async () => expect(await violationsIn(app)).toEqual([]));

const minute = (): Promise<void> => timersRun(app);
const passes = (minutes: number, { id }: Pick<TicketRow, 'id'>): Promise<void> => minutesPass(app, minutes, id);
const setting = async (w: World, key: string, value: string): Promise<void> => {
  bodyOf(await w.admin.put(`/settings/${key}`, { value }));
};
const connectionHas = async (w: World, values: object): Promise<void> => {
  bodyOf(await w.admin.put(`/whatsapp/${w.connection.id}`, values));
};
const current = async (w: World, { id }: Pick<TicketRow, 'id'>): Promise<TicketRow> =>
  bodyOf(await w.admin.get<TicketRow>(`/tickets/${id}`));
const received = async (customer: Customer): Promise<string[]> =>
  (await customer.sees()).filter(({ fromCustomer }) => !fromCustomer).map(({ body }) => body.replace('\u200e', ''));

/** A conversation in which the attendant wrote last. */
async function attended(w: World): Promise<{ ticket: TicketRow; customer: Customer }> {
  const customer = w.customer('Ana Souza');
  const ticket = await customer.says('oi');
  bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
  bodyOf(await w.attendant.post(`/messages/${ticket.id}`, { body: 'Qual o número do pedido?' }), 201);
  await w.settled();
  return { ticket, customer };
}

describe('timeToTransfer', () => {
  test('who waits without a department for so long is transferred, once; a department ends the waiting', async () => {
    const w = await world(app);
    const queueIds = [w.sales.id, w.support.id];
    await connectionHas(w, { queueIds, greetingMessage: 'Olá', timeToTransfer: 10, transferQueueId: w.support.id });
    await setting(w, 'sendMsgTransfTicket', 'enabled');
    const customer = w.customer();
    const ticket = await customer.says('oi');
    const chosen = w.customer();
    await chosen.says('oi');
    const other = await chosen.says('1');
    await passes(9, ticket);
    await minute();
    expect(await current(w, ticket)).toMatchObject({ queueId: null });
    await passes(1, ticket);
    await passes(60, other);
    await minute();
    await minute();
    expect(await current(w, ticket)).toMatchObject({ status: 'pending', queueId: w.support.id, userId: null });
    expect((await received(customer)).filter((text) => text.includes(w.support.name))).toHaveLength(2);
    expect(await current(w, other)).toMatchObject({ queueId: w.sales.id });
    // the bot has handed over: an answer to its menu comes too late
    await customer.says('1');
    expect(await current(w, ticket)).toMatchObject({ queueId: w.support.id });
  });

  test('refused without a department to transfer to', async () => {
    const w = await world(app);
    expect(await w.admin.put(`/whatsapp/${w.connection.id}`, { timeToTransfer: 5 })).toMatchObject({
      status: 400,
      body: { fields: { transferQueueId: 'Escolha o departamento' } },
    });
  });

  test('a stored one without a department lets the other fields be written', async () => {
    const w = await world(app);
    const path = `/whatsapp/${w.connection.id}`;
    await app.database.query('update connections set time_to_transfer = 5 where id = $1', [w.connection.id]);
    bodyOf(await w.admin.put(path, { greetingMessage: 'Bem-vinda!' }));
    bodyOf(await w.admin.put(path, { greetingMessage: 'Bem-vindo!', timeToTransfer: 5, transferQueueId: null }));
    expect((await w.admin.put(path, { timeToTransfer: 6 })).status).toBe(400);
    bodyOf(await w.admin.put(path, { timeToTransfer: 6, transferQueueId: w.support.id }));
    expect((await w.admin.put(path, { transferQueueId: null })).status).toBe(400);
  });
});

describe('expiresTicket', () => {
  test('a customer who does not answer: told and closed, without a question for a rating', async () => {
    const w = await world(app);
    await connectionHas(w, {
      expiresTicket: 30,
      expiresInactiveMessage: 'Encerramos, {{firstName}}.',
      complationMessage: 'Fim',
    });
    await setting(w, 'userRating', 'enabled');
    const { ticket, customer } = await attended(w);
    await passes(29, ticket);
    await minute();
    expect(await current(w, ticket)).toMatchObject({ status: 'open' });
    await passes(1, ticket);
    await minute();
    await minute();
    expect(await current(w, ticket)).toMatchObject({ status: 'closed' });
    expect((await received(customer)).slice(1)).toEqual(['Encerramos, Ana.']);
  });

  test('not while the customer waits for us: they wrote last, or nobody has accepted', async () => {
    const w = await world(app);
    await connectionHas(w, { expiresTicket: 5, expiresInactiveMessage: 'Encerramos.', greetingMessage: 'Olá' });
    await setting(w, 'sendGreetingMessageOneQueues', 'enabled');
    const { ticket, customer } = await attended(w);
    await customer.says('o pedido é 41');
    const waiting = await w.customer().says('oi');
    for (const one of [ticket, waiting]) await passes(600, one);
    await minute();
    expect(await current(w, ticket)).toMatchObject({ status: 'open' });
    expect(await current(w, waiting)).toMatchObject({ status: 'pending' });
  });

  test('a menu that nobody answers is closed', async () => {
    const w = await world(app);
    const queueIds = [w.sales.id, w.support.id];
    await connectionHas(w, { queueIds, greetingMessage: 'Olá', expiresTicket: 5, expiresInactiveMessage: 'Até mais!' });
    const customer = w.customer();
    const ticket = await customer.says('oi');
    await passes(5, ticket);
    await minute();
    expect(await current(w, ticket)).toMatchObject({ status: 'closed' });
    expect((await received(customer)).at(-1)).toBe('Até mais!');
  });

  test('not who was told that it is closed', async () => {
    const w = await world(app);
    await connectionHas(w, {
      queueIds: [w.sales.id, w.support.id],
      greetingMessage: 'Olá',
      outOfHoursMessage: 'Voltamos amanhã.',
      expiresTicket: 5,
    });
    const customer = w.customer();
    const ticket = await customer.says('oi');
    await setting(w, 'scheduleType', 'company');
    await app.database.query(
      `insert into holidays (company_id, name, date, yearly)
       select $1, 'Recesso', current_date + day, false from generate_series(-1, 1) day`,
      [w.companyId],
    );
    await customer.says('vocês vendem bolo?');
    expect((await received(customer)).at(-1)).toBe('Voltamos amanhã.');
    await passes(600, ticket);
    await minute();
    expect(await current(w, ticket)).toMatchObject({ status: 'pending' });
  });

  test('not who is given back to the waiting ones, nor who got only the greeting of an acceptance', async () => {
    const w = await world(app);
    await connectionHas(w, { queueIds: [w.sales.id, w.support.id], greetingMessage: 'Olá', expiresTicket: 5 });
    const ticket = await w.customer().says('oi');
    bodyOf(await w.admin.put(`/tickets/${ticket.id}`, { status: 'open' }));
    bodyOf(await w.admin.put(`/tickets/${ticket.id}`, { status: 'pending' }));
    await setting(w, 'sendGreetingAccepted', 'enabled');
    const customer = w.customer();
    const greeted = await customer.says('oi');
    bodyOf(await w.admin.put(`/tickets/${greeted.id}`, { status: 'open' }));
    await w.settled();
    expect((await received(customer)).at(-1)).toContain('Meu nome é');
    for (const one of [ticket, greeted]) await passes(600, one);
    await minute();
    expect(await current(w, ticket)).toMatchObject({ status: 'pending' });
    expect(await current(w, greeted)).toMatchObject({ status: 'open' });
  });

  test('a job that failed for good does not keep its conversation open', async () => {
    const w = await world(app);
    await connectionHas(w, { expiresTicket: 5 });
    const { ticket } = await attended(w);
    await passes(60, ticket);
    await app.database.query(
      `insert into outbox_jobs (company_id, name, external, priority, payload, key, failed_at)
       values ($1, 'close-inactive-ticket', false, 2, jsonb_build_object('ticketId', $2::bigint),
         'close-inactive-ticket:' || $2::bigint, now())`,
      [w.companyId, ticket.id],
    );
    await minute();
    expect(await current(w, ticket)).toMatchObject({ status: 'closed' });
  });

  test('a message of ours that was not sent ends nothing', async () => {
    const w = await world(app);
    await connectionHas(w, { expiresTicket: 5 });
    const { ticket } = await attended(w);
    await app.database.query("update messages set status = 'failed', ack = 0 where ticket_id = $1 and from_me", [
      ticket.id,
    ]);
    await app.database.query('update tickets set last_message_ack = 0 where id = $1', [ticket.id]);
    await passes(60, ticket);
    await minute();
    expect(await current(w, ticket)).toMatchObject({ status: 'open' });
  });
});

describe('reminders before closing', () => {
  const reminding = async (minutes = 10): Promise<World> => {
    const w = await world(app);
    await connectionHas(w, { expiresTicket: 30, expiresInactiveMessage: 'Encerramos.' });
    await setting(w, 'inactivityReminderMinutes', String(minutes));
    await setting(w, 'inactivityReminderMessage', '{{firstName}}, você ainda está aí?');
    return w;
  };

  test('reminded once, closed its minutes later; an answer starts anew', async () => {
    const w = await reminding();
    const { ticket, customer } = await attended(w);
    await passes(19, ticket);
    await minute();
    expect(await received(customer)).toHaveLength(1);
    await passes(1, ticket);
    await minute();
    await minute();
    expect((await received(customer)).slice(1)).toEqual(['Ana, você ainda está aí?']);
    await customer.says('estou');
    await passes(60, ticket);
    await minute();
    expect(await current(w, ticket)).toMatchObject({ status: 'open' });
    bodyOf(await w.attendant.post(`/messages/${ticket.id}`, { body: 'E o pedido?' }), 201);
    await w.settled();
    await passes(20, ticket);
    await minute();
    expect((await received(customer)).slice(3)).toEqual(['Ana, você ainda está aí?']);
    await passes(9, ticket);
    await minute();
    expect(await current(w, ticket)).toMatchObject({ status: 'open' });
    await passes(1, ticket);
    await minute();
    expect(await current(w, ticket)).toMatchObject({ status: 'closed' });
    expect((await received(customer)).slice(4)).toEqual(['Encerramos.']);
  });

  test('after an hour without the server: reminded first, and closed only its minutes later', async () => {
    const w = await reminding();
    const { ticket, customer } = await attended(w);
    await passes(90, ticket);
    for (let run = 0; run < 3; run += 1) await minute();
    expect((await received(customer)).slice(1)).toEqual(['Ana, você ainda está aí?']);
    expect(await current(w, ticket)).toMatchObject({ status: 'open' });
    await passes(70, ticket);
    for (let run = 0; run < 3; run += 1) await minute();
    expect((await received(customer)).slice(2)).toEqual(['Encerramos.']);
  });

  test('a reminder that would come before the message it reminds of is not sent', async () => {
    const w = await reminding(30);
    const { ticket, customer } = await attended(w);
    await passes(30, ticket);
    await minute();
    expect((await received(customer)).slice(1)).toEqual(['Encerramos.']);
  });
});

test('several runs at once find each conversation once', async () => {
  const w = await world(app);
  await connectionHas(w, { expiresTicket: 5, expiresInactiveMessage: 'Encerramos.' });
  const all = [];
  for (let number = 0; number < 5; number += 1) all.push(await attended(w));
  for (const { ticket } of all) await passes(60, ticket);
  await Promise.all([minute(), minute(), minute()]);
  for (const { customer } of all) expect((await received(customer)).slice(1)).toEqual(['Encerramos.']);
});
