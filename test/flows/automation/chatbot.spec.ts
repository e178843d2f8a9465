import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Clock } from '../../../src/core/clock.js';
import { ChatbotService } from '../../../src/modules/automation/chatbot/menu/chatbot.service.js';
import { InboxService } from '../../../src/modules/channels/connections/inbox/inbox.service.js';
import { sharedApp } from '../../support/app.js';
import { bodyOf } from '../../support/client.js';
import { violationsIn } from '../../support/invariants.js';
import { ownerWrites } from '../../support/owner-phone.js';
import { type Customer, type TicketRow, type World, world } from '../../support/world.js';

const app = await sharedApp();
const clock = app.nest.get(Clock);
const present = clock.now.bind(clock);

afterEach(() => {
  clock.now = present;
});
afterAll(async () => expect(await violationsIn(app)).toEqual([]));

const setting = async (w: World, key: string, value: string): Promise<void> => {
  bodyOf(await w.admin.put(`/settings/${key}`, { value }));
};
const connectionHas = async (w: World, values: object): Promise<void> => {
  bodyOf(await w.admin.put(`/whatsapp/${w.connection.id}`, values));
};

/** A company whose connection has both departments. */
async function company(values: object = {}): Promise<World> {
  const w = await world(app);
  const queueIds = [w.sales.id, w.support.id];
  await connectionHas(w, { queueIds, greetingMessage: 'Olá, {{firstName}}! Com quem deseja falar?', ...values });
  return w;
}

/** Adds an entry to a department's menu. */
async function option(w: World, queueId: number, title: string, message = '', parentId?: number): Promise<number> {
  const row = await app.as(w.companyId, (db) =>
    db.row<{ id: number }>(sql`
      insert into queue_options (company_id, queue_id, parent_id, title, message, option)
      select ${w.companyId}, ${queueId}, ${parentId ?? null}::bigint, ${title}, ${message}, count(*) + 1
      from queue_options where company_id = ${w.companyId} and queue_id = ${queueId}
        and parent_id is not distinct from ${parentId ?? null}::bigint returning id`),
  );
  return row?.id ?? 0;
}

/** What the phone got since the customer's last message, without the bot's mark. */
async function answers(customer: Customer): Promise<string[]> {
  const messages = await customer.sees();
  const last = messages.findLastIndex(({ fromCustomer }) => fromCustomer);
  return messages.slice(last + 1).map(({ body }) => {
    expect(body.startsWith('\u200e')).toBe(true);
    return body.slice(1);
  });
}

/** The customer writes. @returns the conversation and what the phone got */
async function says(customer: Customer, text: string): Promise<{ ticket: TicketRow; received: string[] }> {
  const ticket = await customer.says(text);
  return { ticket, received: await answers(customer) };
}

/** The provider reports these texts of a customer at once. */
async function receives(w: World, from: string, ...texts: readonly string[]): Promise<void> {
  const events = texts.map((body) => {
    const id = randomUUID();
    const common = {
      kind: 'message' as const,
      eventId: id,
      providerId: id,
      from,
      name: 'Ana',
      group: null,
      fromMe: false,
    };
    const content = { type: 'chat' as const, body, media: null, quotedProviderId: null, data: null, forwarded: false };
    return { ...common, ...content, timestamp: Date.now() };
  });
  await app.nest.get(InboxService).storeBatched(w.companyId, w.connection.id, events);
  await app.settled();
}

const menuOf = (w: World, name = 'Ana'): string =>
  `Olá, ${name}! Com quem deseja falar?\n\n*[ 1 ]* - ${w.sales.name}\n*[ 2 ]* - ${w.support.name}`;

test('a menu of departments; the number picks one, which greets, and a person is awaited', async () => {
  const w = await company();
  const ana = w.customer('Ana Souza');
  const first = await says(ana, 'Bom dia');
  expect(first).toMatchObject({ ticket: { status: 'pending', queueId: null }, received: [menuOf(w)] });
  const screen = await w.attendant.socket();
  await screen.join('Tickets', 'pending');
  const picked = await says(ana, ' *1.* ');
  expect(picked).toMatchObject({
    ticket: { id: first.ticket.id, status: 'pending', userId: null, queueId: w.sales.id },
    received: [expect.stringMatching(/^Olá da /)],
  });
  expect(await screen.next('ticket', ({ action }) => action === 'update')).toMatchObject({
    ticket: { id: first.ticket.id, queueId: w.sales.id },
  });
  expect((await says(ana, 'alguém?')).received).toEqual([]);
});

test('the title picks, whatever its case and accents; a department without a greeting is silent', async () => {
  const w = await company();
  const ana = w.customer('Ana');
  await ana.says('oi');
  const { ticket, received } = await says(ana, w.support.name.toUpperCase());
  expect([ticket.queueId, received]).toEqual([w.support.id, []]);
});

test('wrong answers get the menu again, as often as the connection says; a number picks even afterwards', async () => {
  const w = await company({ maxUseBotQueues: 3 });
  const ana = w.customer('Ana');
  expect((await says(ana, 'oi')).received).toEqual([menuOf(w)]);
  expect((await says(ana, 'quero um orçamento')).received).toEqual([menuOf(w)]);
  expect((await says(ana, '3')).received).toEqual([menuOf(w)]);
  expect((await says(ana, 'alô')).received).toEqual([]);
  expect((await says(ana, '9')).received).toEqual([]);
  expect((await says(ana, '2')).ticket.queueId).toBe(w.support.id);
});

test('not within the minutes of the connection', async () => {
  const w = await company({ maxUseBotQueues: 10, timeUseBotQueues: 5 });
  const ana = w.customer('Ana');
  const { ticket } = await says(ana, 'oi');
  expect((await says(ana, 'alô')).received).toEqual([]);
  await app.database.query(
    `update bot_sessions set menu_sent_at = now() - interval '6 minutes'
     where cycle_id in (select id from ticket_cycles where ticket_id = $1)`,
    [ticket.id],
  );
  expect((await says(ana, 'alô')).received).toEqual([menuOf(w)]);
  expect((await says(ana, 'alô')).received).toEqual([]);
});

test('a menu of three levels: 0 goes up, # to the departments, an entry without entries sends its message', async () => {
  const w = await company();
  const orders = await option(w, w.sales.id, 'Pedidos', 'Sobre pedidos:');
  await option(w, w.sales.id, 'Endereço', 'Rua das Flores, 10, {{firstName}}.');
  const status = await option(w, w.sales.id, 'Andamento', '', orders);
  await option(w, w.sales.id, 'Trocas', 'Traga a nota.', orders);
  await option(w, w.sales.id, 'Entregas', 'Entregamos em dois dias.', status);
  const ana = w.customer('Ana');
  await ana.says('oi');
  const top = '*[ 1 ]* - Pedidos\n*[ 2 ]* - Endereço\n\n*[ # ]* - Menu inicial';
  const second =
    'Sobre pedidos:\n\n*[ 1 ]* - Andamento\n*[ 2 ]* - Trocas\n\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial';
  const third = 'Andamento\n\n*[ 1 ]* - Entregas\n\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial';
  const [department] = (await says(ana, '1')).received;
  expect(department).toContain(top);
  expect(department).toMatch(/^Olá da /);
  expect((await says(ana, '1')).received).toEqual([second]);
  expect((await says(ana, 'andamento')).received).toEqual([third]);
  expect((await says(ana, '0')).received).toEqual([second]);
  expect((await says(ana, '0')).received).toEqual([department]);
  expect((await says(ana, '7')).received).toEqual([department]);
  expect((await says(ana, '2')).received).toEqual(['Rua das Flores, 10, Ana.']);
  expect((await says(ana, 'obrigada')).received).toEqual([]);
  // from the entry back to its menu, and to the departments
  expect((await says(ana, '0')).received).toEqual([department]);
  const main = await says(ana, '#');
  expect(main).toMatchObject({ ticket: { queueId: null, status: 'pending' }, received: [menuOf(w)] });
  expect((await says(ana, '2')).ticket.queueId).toBe(w.support.id);
});

test('an entry that is removed while it is shown: the first ones are shown again', async () => {
  const w = await company();
  const orders = await option(w, w.sales.id, 'Pedidos');
  await option(w, w.sales.id, 'Trocas', 'Traga a nota.', orders);
  await option(w, w.sales.id, 'Endereço', 'Rua A');
  const ana = w.customer('Ana');
  await ana.says('oi');
  await ana.says('1');
  await ana.says('1');
  await app.database.query('delete from queue_options where id = $1', [orders]);
  const [again] = (await says(ana, 'x')).received;
  expect(again).toContain('*[ 1 ]* - Endereço');
  expect((await says(ana, '1')).received).toEqual(['Rua A']);
});

test('one department: assigned at once, greeted only where the company says so, with its options', async () => {
  const w = await world(app);
  await connectionHas(w, { greetingMessage: 'Olá, {{name}}! {{ms}}.' });
  const silent = w.customer('Rui');
  expect(await says(silent, 'oi')).toMatchObject({ ticket: { queueId: w.sales.id }, received: [] });
  await setting(w, 'sendGreetingMessageOneQueues', 'enabled');
  const ana = w.customer('Ana Souza');
  const { received } = await says(ana, 'oi');
  expect(received).toEqual([expect.stringMatching(/^Olá, Ana Souza! (Bom dia|Boa tarde|Boa noite)\.$/)]);
  expect((await says(ana, 'alô')).received).toEqual([]);
  await option(w, w.sales.id, 'Endereço', 'Rua A');
  const eva = w.customer('Eva');
  const both = (await says(eva, 'oi')).received;
  expect(both[1]).toMatch(/^Olá da .*\n\n\*\[ 1 \]\* - Endereço$/s);
  expect((await says(eva, '1')).received).toEqual(['Rua A']);
});

test('silent the moment somebody accepts, and about what was written meanwhile', async () => {
  const w = await company();
  const ana = w.customer('Ana');
  const { ticket } = await says(ana, 'oi');
  bodyOf(await w.admin.put(`/tickets/${ticket.id}`, { status: 'open' }));
  expect((await says(ana, '1')).received).toEqual([]);
  bodyOf(await w.admin.put(`/tickets/${ticket.id}`, { status: 'pending', queueId: w.support.id }));
  // back among the waiting ones: a person has had it
  expect((await says(ana, '1')).received).toEqual([]);
  bodyOf(await w.admin.put(`/tickets/${ticket.id}`, { status: 'open' }));
  await ana.says('2');
  bodyOf(await w.admin.put(`/tickets/${ticket.id}`, { status: 'closed' }));
  await app.settled();
  expect((await ana.sees()).filter(({ fromCustomer }) => !fromCustomer)).toHaveLength(1);
});

test('an acceptance between the message and its answer: nothing is said', async () => {
  const w = await company();
  const ana = w.customer('Ana');
  for (let round = 0; round < 5; round += 1) {
    const eva = w.customer(`Eva ${round}`);
    const { ticket } = await says(eva, 'oi');
    await Promise.all([eva.writes('1'), w.admin.put(`/tickets/${ticket.id}`, { status: 'open' })]);
    await app.settled();
    const after = bodyOf(await w.admin.get<TicketRow>(`/tickets/${ticket.id}`));
    const received = await answers(eva);
    // either the choice came first, with its answer, or the acceptance, without one
    expect([after.status, after.queueId === null ? received.length : 0]).toEqual(['open', 0]);
  }
  expect((await says(ana, 'oi')).received).toEqual([menuOf(w)]);
});

test('two messages at once get one menu, and a double answer chooses once', async () => {
  const w = await company();
  await option(w, w.sales.id, 'Endereço', 'Rua A');
  const ana = w.customer('Ana');
  await receives(w, ana.number, 'oi', 'bom dia');
  const menus = async (): Promise<string[]> =>
    (await ana.sees()).filter(({ fromCustomer }) => !fromCustomer).map(({ body }) => body.slice(1));
  expect(await menus()).toEqual([menuOf(w)]);
  await receives(w, ana.number, '1', '1');
  expect(await menus()).toHaveLength(2);
});

test('a reopened conversation keeps its department and gets no menu; a later one does', async () => {
  const w = await company();
  const ana = w.customer('Ana');
  await ana.says('oi');
  const { ticket } = await says(ana, '1');
  bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
  bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'closed' }));
  const reopened = await says(ana, 'obrigada');
  expect(reopened).toMatchObject({ ticket: { id: ticket.id, status: 'pending', queueId: w.sales.id }, received: [] });
  bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'closed' }));
  await setting(w, 'reopenWindow', '0');
  const next = await says(ana, 'oi de novo');
  expect(next.ticket.id).not.toBe(ticket.id);
  expect(next.received).toEqual([menuOf(w)]);
});

describe('the owner answers on the phone', () => {
  const bodiesOf = async (w: World, { id }: Pick<TicketRow, 'id'>): Promise<string[]> => {
    const path = `/messages/${id}?peek=true`;
    const { messages } = bodyOf(await w.admin.get<{ messages: { body: string }[] }>(path));
    return messages.map(({ body }) => body);
  };

  test('the menu ends, and nothing answers until the attendance ends, not even out of hours', async () => {
    const w = await company({ outOfHoursMessage: 'Fechado.' });
    const ana = w.customer('Ana');
    const { ticket } = await says(ana, 'oi');
    await ownerWrites(w, ana.number, 'Oi Ana, já te respondo');
    expect(await says(ana, '1')).toMatchObject({
      ticket: { id: ticket.id, status: 'pending', queueId: null },
      received: [],
    });
    await setting(w, 'scheduleType', 'company');
    await app.database.query(
      `insert into holidays (company_id, name, date, yearly)
       select $1, 'Recesso', current_date + day, false from generate_series(-1, 1) day`,
      [w.companyId],
    );
    expect((await says(ana, 'alguém?')).received).toEqual([]);
    await setting(w, 'scheduleType', 'disabled');
    bodyOf(await w.admin.put(`/tickets/${ticket.id}`, { status: 'closed' }));
    // the next attendance
    expect((await says(ana, 'oi de novo')).received).toEqual([menuOf(w)]);
  });

  test('also before the menu was sent; a text of another robot ends nothing', async () => {
    const w = await company();
    const [ana, eva] = [w.customer('Ana'), w.customer('Eva')];
    await Promise.all([ana.writes('oi'), ownerWrites(w, ana.number, 'Oi!')]);
    await app.settled();
    expect((await says(ana, 'tudo bem?')).received).toEqual([]);
    await says(eva, 'oi');
    await ownerWrites(w, eva.number, '\u200eSou outro robô');
    expect((await says(eva, '1')).ticket).toMatchObject({ queueId: w.sales.id });
  });

  test('a closed conversation stays closed and read; the reply to it goes to a person', async () => {
    const w = await company();
    const ana = w.customer('Ana');
    const { ticket } = await says(ana, 'oi');
    bodyOf(await w.admin.put(`/tickets/${ticket.id}`, { status: 'closed' }));
    await ownerWrites(w, ana.number, 'Esqueci: abrimos às 9h');
    const after = bodyOf(await w.admin.get<TicketRow>(`/tickets/${ticket.id}`));
    const { unreadMessages } = ticket;
    expect(after).toMatchObject({ status: 'closed', unreadMessages, lastMessage: 'Esqueci: abrimos às 9h' });
    expect(await says(ana, 'obrigada!')).toMatchObject({ ticket: { id: ticket.id, status: 'pending' }, received: [] });
  });

  test('to somebody who never wrote: kept, closed, no attendance; their reply is answered by nobody else', async () => {
    const w = await company();
    const rui = w.customer('Rui');
    await ownerWrites(w, rui.number, 'Oi Rui, aqui é da loja');
    const { tickets } = bodyOf(
      await w.admin.get<{ tickets: TicketRow[] }>(`/tickets?showAll=true&searchParam=${rui.number}`),
    );
    expect(tickets).toMatchObject([{ status: 'closed', unreadMessages: 0, lastMessage: 'Oi Rui, aqui é da loja' }]);
    const attendances = await app.database.query('select 1 from ticket_cycles where ticket_id = $1', [tickets[0]?.id]);
    expect(attendances).toEqual([]);
    const { ticket, received } = await says(rui, 'Oi! Quanto custa?');
    expect([ticket.status, received]).toEqual(['pending', []]);
    expect(await bodiesOf(w, ticket)).toEqual(['Oi Rui, aqui é da loja', 'Oi! Quanto custa?']);
  });
});

test.each(['SAIR 🙏', 'Sair, por favor'])(
  '%j gets one confirmation instead of the menu, and waits for nobody',
  async (text) => {
    const w = await company();
    const ana = w.customer('Ana');
    const { ticket, received } = await says(ana, text);
    expect(received).toEqual([expect.stringContaining('campanhas')]);
    expect(ticket).toMatchObject({ status: 'closed', unreadMessages: 0 });
    const { optedOut } = bodyOf(await w.admin.get<{ optedOut: boolean }>(`/contacts/${ticket.contactId}`));
    expect(optedOut).toBe(true);
    expect((await says(ana, 'quero sair com vocês')).received).toEqual([menuOf(w)]);
  },
);

test('an empty greeting: the menu has a heading of its own', async () => {
  const w = await company();
  // stored before a greeting was required
  await app.database.query("update connections set greeting_message = ' ' where id = $1", [w.connection.id]);
  expect((await says(w.customer('Ana'), 'oi')).received[0]).toMatch(/^Escolha uma das opções:\n\n\*\[ 1 \]\*/);
});

test('a company that has not paid: the message is stored, and nothing is answered', async () => {
  const w = await company();
  await app.database.query("update companies set due_date = now() - interval '2 days' where id = $1", [w.companyId]);
  await receives(w, '5511988887777', 'oi');
  const stored = await app.database.query('select body, from_me from messages where company_id = $1', [w.companyId]);
  expect(stored).toEqual([{ body: 'oi', from_me: false }]);
});

describe('out of hours', () => {
  /** 2026-11-24 is a Tuesday; São Paulo is three hours behind. */
  const at = (time: string): void => {
    clock.now = () => new Date(`2026-11-24T${time}:00-03:00`);
  };

  test('at 17:59 the menu, at 18:01 the message of the connection once; the next morning the menu again', async () => {
    const w = await company({ outOfHoursMessage: 'Voltamos amanhã, {{firstName}}.' });
    await setting(w, 'scheduleType', 'company');
    at('17:59');
    expect((await says(w.customer('Rui'), 'oi')).received).toEqual([menuOf(w, 'Rui')]);
    at('18:01');
    const ana = w.customer('Ana');
    const closed = await says(ana, 'oi');
    expect(closed).toMatchObject({ ticket: { status: 'pending', queueId: null }, received: ['Voltamos amanhã, Ana.'] });
    expect((await says(ana, '1')).received).toEqual([]);
    clock.now = () => new Date('2026-11-25T08:00:00-03:00');
    expect((await says(ana, 'bom dia')).received).toEqual([menuOf(w)]);
  });

  test('the customer may choose the department at night, or the conversation gets a fixed one', async () => {
    const w = await company({ outOfHoursMessage: 'Voltamos amanhã.', outOfHoursDepartment: 'choose' });
    await setting(w, 'scheduleType', 'company');
    at('22:00');
    const ana = w.customer('Ana');
    expect((await says(ana, 'oi')).received).toEqual(['Voltamos amanhã.', menuOf(w)]);
    expect(await says(ana, '2')).toMatchObject({ ticket: { queueId: w.support.id }, received: [] });
    expect(await w.admin.put(`/whatsapp/${w.connection.id}`, { outOfHoursDepartment: 'fixed' })).toMatchObject({
      status: 400,
      body: { fields: { outOfHoursQueueId: 'Escolha o departamento' } },
    });
    await connectionHas(w, { outOfHoursDepartment: 'fixed', outOfHoursQueueId: w.sales.id });
    const rui = w.customer('Rui');
    expect(await says(rui, 'oi')).toMatchObject({ ticket: { queueId: w.sales.id }, received: ['Voltamos amanhã.'] });
    clock.now = () => new Date('2026-11-25T09:00:00-03:00');
    expect((await says(rui, 'bom dia')).received).toEqual([expect.stringMatching(/^Olá da /)]);
  });

  test('a holiday is closed; an empty message lets the menu be sent', async () => {
    const w = await company({ outOfHoursMessage: 'Hoje é feriado.' });
    await setting(w, 'scheduleType', 'company');
    await app.as(w.companyId, (db) =>
      db.run(sql`insert into holidays (company_id, name, date, yearly)
        values (${w.companyId}, 'Aniversário da cidade', '2026-11-24', false)`),
    );
    at('10:00');
    expect((await says(w.customer('Ana'), 'oi')).received).toEqual(['Hoje é feriado.']);
    await connectionHas(w, { outOfHoursMessage: '' });
    expect((await says(w.customer('Ana'), 'oi')).received).toEqual([menuOf(w)]);
  });

  test('hours of departments: the menu is sent, the chosen one says that it is closed and keeps the conversation', async () => {
    const w = await company({ outOfHoursMessage: 'da conexão' });
    bodyOf(await w.admin.put(`/queue/${w.sales.id}`, { outOfHoursMessage: 'Vendas abre às 8 h.' }));
    await setting(w, 'scheduleType', 'queue');
    at('22:00');
    const ana = w.customer('Ana');
    expect((await says(ana, 'oi')).received).toEqual([menuOf(w)]);
    expect(await says(ana, '1')).toMatchObject({ ticket: { queueId: w.sales.id }, received: ['Vendas abre às 8 h.'] });
    expect((await says(ana, 'alô?')).received).toEqual([]);
  });

  test('a closed department is left by # and 0, and shown with the first message while it is open', async () => {
    const w = await company({ outOfHoursMessage: 'da conexão' });
    bodyOf(await w.admin.put(`/queue/${w.sales.id}`, { outOfHoursMessage: 'Vendas abre às 8 h.' }));
    await option(w, w.sales.id, 'Endereço', 'Rua A');
    await setting(w, 'scheduleType', 'queue');
    at('22:00');
    const ana = w.customer('Ana');
    await ana.says('oi');
    await ana.says('1');
    expect(await says(ana, '#')).toMatchObject({ ticket: { queueId: null }, received: [menuOf(w)] });
    expect(await says(ana, '2')).toMatchObject({ ticket: { queueId: w.support.id }, received: ['da conexão'] });
    expect((await says(ana, '0')).received).toEqual([menuOf(w)]);
    expect((await says(ana, '1')).received).toEqual(['Vendas abre às 8 h.']);
    clock.now = () => new Date('2026-11-25T09:00:00-03:00');
    const { ticket, received } = await says(ana, 'bom dia');
    expect([ticket.queueId, received]).toEqual([w.sales.id, [expect.stringMatching(/^Olá da .*Endereço/s)]]);
    expect((await says(ana, '1')).received).toEqual(['Rua A']);
  });

  test('a choice that comes after the close is kept: the department answers when it opens', async () => {
    const w = await company({ outOfHoursMessage: 'Voltamos amanhã.' });
    await setting(w, 'scheduleType', 'company');
    at('17:59');
    const ana = w.customer('Ana');
    await ana.says('oi');
    at('18:01');
    expect(await says(ana, '1')).toMatchObject({ ticket: { queueId: w.sales.id }, received: ['Voltamos amanhã.'] });
    // the menu of departments is as closed as the department
    expect(await says(ana, '#')).toMatchObject({ ticket: { queueId: w.sales.id }, received: [] });
    clock.now = () => new Date('2026-11-25T09:00:00-03:00');
    expect((await says(ana, 'oi')).received).toEqual([expect.stringMatching(/^Olá da /)]);
    expect((await says(ana, 'alguém?')).received).toEqual([]);
  });
});

test('a choice right after words that choose nothing counts, though the menu was repeated in between', async () => {
  const w = await company();
  const ana = w.customer('Ana');
  await ana.says('oi');
  await receives(w, ana.number, 'boa tarde', '2');
  expect((await says(ana, 'alô')).ticket.queueId).toBe(w.support.id);
});

test('a transfer before the bot has said anything ends it, too', async () => {
  const w = await world(app);
  await option(w, w.support.id, 'Endereço', 'Rua A');
  const ana = w.customer('Ana');
  const { ticket } = await says(ana, 'oi');
  bodyOf(await w.admin.put(`/tickets/${ticket.id}`, { status: 'pending', queueId: w.support.id }));
  expect(await says(ana, 'alô')).toMatchObject({ ticket: { queueId: w.support.id }, received: [] });
});

test('a department removed while its menu is open: those that are left, or the only one', async () => {
  const w = await company();
  const removed = bodyOf(await w.admin.post<{ id: number }>('/queue', { name: 'Obras', color: '#123456' }), 201);
  await option(w, removed.id, 'Prazo', 'Um mês.');
  const queueIds = [w.sales.id, w.support.id, removed.id];
  await connectionHas(w, { queueIds });
  const ana = w.customer('Ana');
  await ana.says('oi');
  expect((await says(ana, 'Obras')).received[0]).toContain('Prazo');
  bodyOf(await w.admin.delete(`/queue/${removed.id}`));
  expect(await says(ana, '1')).toMatchObject({ ticket: { queueId: null }, received: [menuOf(w)] });
  await connectionHas(w, { queueIds: [w.support.id] });
  expect((await says(ana, 'preciso de ajuda')).ticket.queueId).toBe(w.support.id);
});

test('merged with another contact before the answer: it is given in the ticket that is kept', async () => {
  const w = await company();
  const due = (days: number) =>
    app.database.query('update companies set due_date = now() + make_interval(days => $2) where id = $1', [
      w.companyId,
      days,
    ]);
  // nothing is answered meanwhile
  await due(-2);
  await receives(w, '5511977770001', 'bom dia');
  await receives(w, '5511977770002', 'oi');
  await due(30);
  const rows = await app.database.query<{ id: number; ticket: number; contact: number }>(
    `select id::int, ticket_id::int as ticket, contact_id::int as contact from messages where company_id = $1 order by id`,
    [w.companyId],
  );
  const [older, younger] = rows;
  if (!older || !younger) throw new Error('Both messages are stored');
  bodyOf(await w.admin.post(`/contacts/${older.contact}/merge`, { contactId: younger.contact }));
  await app.as(w.companyId, () =>
    app.nest.get(ChatbotService, { strict: false }).receive([{ ticketId: younger.ticket, messageId: younger.id }]),
  );
  await app.settled();
  const sent = await app.database.query(
    'select ticket_id::int as ticket from messages where company_id = $1 and from_me',
    [w.companyId],
  );
  expect(sent).toEqual([{ ticket: older.ticket }]);
});

test('figures: what was chosen is kept for each attendance', async () => {
  const w = await company();
  await option(w, w.sales.id, 'Endereço', 'Rua A');
  const ana = w.customer('Ana');
  await ana.says('oi');
  await ana.says('1');
  const { ticket } = await says(ana, '1');
  const rows = await app.database.query(
    `select c.queue_id::int as queue, c.option_id is not null as entry, s.answered from bot_choices c
     join bot_sessions s on s.id = c.session_id join ticket_cycles y on y.id = s.cycle_id where y.ticket_id = $1 order by c.id`,
    [ticket.id],
  );
  expect(rows).toEqual([
    { queue: w.sales.id, entry: false, answered: true },
    { queue: w.sales.id, entry: true, answered: true },
  ]);
  // the department is removed with what was chosen in it
  bodyOf(await w.admin.delete(`/queue/${w.sales.id}`));
  expect(await app.database.query('select 1 from bot_choices where company_id = $1', [w.companyId])).toEqual([]);
});
