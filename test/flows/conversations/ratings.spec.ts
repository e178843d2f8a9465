import { bodyOf } from '../../support/client.js';
import { CloudCompany } from '../../support/cloud-company.js';
import { files } from '../../support/files.js';
import { sends } from '../../support/graph-simulator/graph-simulator.js';
import { violationsIn } from '../../support/invariants.js';
import type { Customer, MessageRow, SandboxView, TicketRow } from '../../support/world.js';

const company = await CloudCompany.start({
  connection: { ratingMessage: 'Como foi, {{firstName}}?', complationMessage: 'Até logo!' },
});

beforeAll(async () => {
  const { w } = company;
  bodyOf(await w.admin.put('/settings/userRating', { value: 'enabled' }));
  bodyOf(await w.admin.put(`/whatsapp/${w.connection.id}`, { complationMessage: 'Obrigado, {{firstName}}!' }));
});
afterAll(async () => {
  expect(await violationsIn(company.app)).toEqual([]);
  await company.stop();
});

const query = <T extends object>(sql: string, ...params: unknown[]): Promise<T[]> =>
  company.app.database.query<T>(sql, params);
const cyclesOf = (ticketId: number): Promise<{ number: number; rating: number | null }[]> =>
  query('select number, rating from ticket_cycles where ticket_id = $1 order by number', ticketId);
const close = async ({ id }: Pick<TicketRow, 'id'>): Promise<void> => {
  bodyOf(await company.w.attendant.put(`/tickets/${id}`, { status: 'closed' }));
  await company.w.settled();
};
const accept = async ({ id }: Pick<TicketRow, 'id'>): Promise<void> => {
  bodyOf(await company.w.attendant.put(`/tickets/${id}`, { status: 'open' }));
  bodyOf(await company.w.attendant.post(`/tickets/${id}/read`));
};
const lastOfUs = async (customer: Customer): Promise<SandboxView | undefined> =>
  (await customer.sees()).findLast(({ fromCustomer }) => !fromCustomer);
const messagesOf = async (id: number): Promise<MessageRow[]> =>
  bodyOf(await company.w.admin.get<{ messages: MessageRow[] }>(`/messages/${id}?peek=true`)).messages;

/** A conversation of a sandbox customer, accepted and closed. */
async function closed(name = 'Eva Reis'): Promise<{ customer: Customer; ticket: TicketRow }> {
  const customer = company.w.customer(name);
  const ticket = await customer.says('oi');
  await accept(ticket);
  await close(ticket);
  return { customer, ticket };
}

describe('with ratings on', () => {
  test('closing sends the question; the answer rates the attendance and does not reopen it', async () => {
    const { customer, ticket } = await closed();
    expect(await lastOfUs(customer)).toMatchObject({
      body: '\u200eComo você avalia este atendimento?\n\n1. Insatisfeito\n2. Satisfeito\n3. Muito satisfeito',
    });
    const screen = await company.w.attendant.socket();
    await screen.join('Notification');
    expect(await customer.says(' 3 ')).toMatchObject({
      id: ticket.id,
      status: 'closed',
      rating: 3,
      unreadMessages: 0,
      userId: company.w.attendant.id,
    });
    expect(await cyclesOf(ticket.id)).toEqual([{ number: 1, rating: 3 }]);
    expect(await screen.next('appMessage', ({ action }) => action === 'create')).toMatchObject({
      message: { body: ' 3 ', read: true, data: { rating: 3 } },
      ticket: { id: ticket.id, status: 'closed', rating: 3 },
    });
    expect(await lastOfUs(customer)).toMatchObject({ body: '\u200eObrigado, Eva!' });
  });

  test('any other message reopens as pending, and later answers are no rating', async () => {
    const { customer, ticket } = await closed();
    expect(await customer.says('obrigada!')).toMatchObject({ id: ticket.id, status: 'pending', rating: null });
    // no message since the question: the number is its answer, and the conversation stays pending
    expect(await customer.says('2')).toMatchObject({ id: ticket.id, status: 'pending', unreadMessages: 1 });
    expect(await cyclesOf(ticket.id)).toEqual([
      { number: 1, rating: 2 },
      { number: 2, rating: null },
    ]);

    const other = await closed();
    await other.customer.says('mais uma coisa');
    await accept(other.ticket);
    bodyOf(await company.w.attendant.post(`/messages/${other.ticket.id}`, { body: 'Quantas unidades?' }), 201);
    await company.w.settled();
    expect(await other.customer.says('2')).toMatchObject({ status: 'open', unreadMessages: 1 });
    expect((await cyclesOf(other.ticket.id)).map(({ rating }) => rating)).toEqual([null, null]);
  });

  test.each(['4', 'nota 3', '2 unidades'])('%j is a message like any other', async (body) => {
    const { customer, ticket } = await closed();
    expect(await customer.says(body)).toMatchObject({ id: ticket.id, status: 'pending', unreadMessages: 1 });
    expect((await cyclesOf(ticket.id))[0]).toMatchObject({ rating: null });
  });

  test('a picture with a number as caption is no answer', async () => {
    const { customer, ticket } = await closed();
    expect(await customer.says('3', { file: files.png })).toMatchObject({ id: ticket.id, status: 'pending' });
  });

  test('after the owner wrote on the phone the rating counts, and nobody thanks for it', async () => {
    const number = company.newNumber();
    company.graph.customerSends({ from: number, name: 'Ana' }, sends.text('oi'));
    await company.settled();
    const ticket = await company.ticketOf(number);
    await accept(ticket);
    await close(ticket);
    await company.settled();
    const cycles = await query<{ id: number }>('select id from ticket_cycles where ticket_id = $1', ticket.id);
    await company.ownerSends(number, { type: 'text', text: { body: 'Até amanhã!' } });
    company.graph.customerSends({ from: number, name: 'Ana' }, sends.buttonReply(`rating:${cycles[0]?.id}:3`, 'Ótimo'));
    await company.settled();
    expect(await cyclesOf(ticket.id)).toEqual([{ number: 1, rating: 3 }]);
    expect((await messagesOf(ticket.id)).at(-2)).toMatchObject({ fromMe: true, body: 'Até amanhã!' });
    expect(await company.ticketOf(number)).toMatchObject({ id: ticket.id, status: 'closed' });
  });

  test('a repeated answer counts once, the last one is used, and the thanks are sent once', async () => {
    const { customer, ticket } = await closed();
    await Promise.all([customer.writes('1'), customer.writes('1')]);
    await company.w.settled();
    expect(await customer.says('muito satisfeito')).toMatchObject({ status: 'closed', rating: 3, unreadMessages: 0 });
    expect(await cyclesOf(ticket.id)).toEqual([{ number: 1, rating: 3 }]);
    const thanks = (await customer.sees()).filter(({ body }) => body.includes('Obrigado'));
    expect(thanks).toHaveLength(1);
  });

  test('an answer concurrent with a reopening: both take effect in either order', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { customer, ticket } = await closed();
      await Promise.all([customer.writes('3'), accept(ticket)]);
      await company.w.settled();
      expect(await cyclesOf(ticket.id)).toEqual([
        { number: 1, rating: 3 },
        { number: 2, rating: null },
      ]);
      expect(bodyOf(await company.w.attendant.get<TicketRow>(`/tickets/${ticket.id}`))).toMatchObject({
        status: 'open',
        unreadMessages: 0,
      });
    }
  });

  test('a connection without its own question uses the default; groups are not asked', async () => {
    const { customer } = await closed();
    expect((await lastOfUs(customer))?.body).toContain('Como você avalia este atendimento?');
    const { customer: member, ticket } = await (async () => {
      const someone = company.w.customer();
      const made = await someone.says('oi');
      await accept(made);
      await query('update tickets set is_group = true where id = $1', made.id);
      return { customer: someone, ticket: made };
    })();
    await close(ticket);
    expect((await lastOfUs(member))?.body).toContain('Obrigado');
  });

  test('a rated attendance keeps its rating when the next one has none', async () => {
    const { customer, ticket } = await closed();
    await customer.says('1');
    await accept(ticket);
    await close(ticket);
    const [now] = bodyOf(
      await company.w.admin.get<{ tickets: TicketRow[] }>(`/tickets?showAll=true&searchParam=${customer.number}`),
    ).tickets;
    expect(now).toMatchObject({ status: 'closed', rating: null });
    expect(await cyclesOf(ticket.id)).toEqual([
      { number: 1, rating: 1 },
      { number: 2, rating: null },
    ]);
    const history = await company.w.attendant.get<{ cycles: Record<string, unknown>[] }>(
      `/tickets/${ticket.id}/cycles`,
    );
    expect(bodyOf(history).cycles).toMatchObject([
      { number: 2, rating: null, ratedAt: null, user: { id: company.w.attendant.id } },
      { number: 1, rating: 1, ratedAt: expect.any(String), finishedAt: expect.any(String) },
    ]);
    const elsewhere = await company.w.member({ queueIds: [company.w.support.id] });
    expect((await elsewhere.get(`/tickets/${ticket.id}/cycles`)).status).toBe(403);
    expect((await messagesOf(ticket.id)).filter(({ data }) => data?.['rating'] !== undefined)).toMatchObject([
      { body: '1', data: { rating: 1 } },
    ]);
  });

  test('a number after an undelivered question is no rating', async () => {
    const { customer, ticket } = await closed();
    await query(
      "update messages set status = 'failed', ack = 0 where ticket_id = $1 and body like '%avalia%'",
      ticket.id,
    );
    await query('update tickets set last_message_ack = 0 where id = $1', ticket.id);
    expect(await customer.says('3')).toMatchObject({ status: 'pending', rating: null });
  });
});

describe('over the Cloud API', () => {
  /** Just closed, with the ids of its buttons. */
  async function asked() {
    const { number, ticket } = await company.conversation();
    await close(ticket);
    await company.settled();
    const question = (await company.messagesOf(ticket)).at(-1);
    const interactive = question?.data?.['interactive'] as { buttons: { id: string; title: string }[] };
    return { number, ticket, question, buttons: interactive.buttons };
  }

  test('the question has buttons, and a button rates its attendance at any time', async () => {
    const { number, ticket, question, buttons } = await asked();
    expect(question).toMatchObject({ body: '\u200eComo foi, Marina?', status: 'delivered', mediaType: 'interactive' });
    expect(buttons.map(({ title }) => title)).toEqual(['Insatisfeito', 'Satisfeito', 'Muito satisfeito']);
    await accept(ticket);
    await company.send(ticket, { body: 'Voltei só para avisar.' });
    await company.settled();
    company.graph.customerSends({ from: number }, sends.buttonReply(buttons[1]?.id ?? '', 'Satisfeito'));
    await company.settled();
    expect((await cyclesOf(ticket.id)).map(({ rating }) => rating)).toEqual([2, null]);
    // the attendant has written meanwhile: nobody thanks for it
    expect((await company.messagesOf(ticket)).at(-1)).toMatchObject({ body: 'Satisfeito', data: { rating: 2 } });
  });

  test('a button of another conversation rates nothing', async () => {
    const [mine, other] = [await asked(), await asked()];
    company.graph.customerSends({ from: mine.number }, sends.buttonReply(other.buttons[0]?.id ?? '', 'Insatisfeito'));
    await company.settled();
    expect(await cyclesOf(other.ticket.id)).toMatchObject([{ rating: null }]);
    expect((await cyclesOf(mine.ticket.id))[0]).toMatchObject({ rating: null });
  });

  test.each([
    ['half an hour after the question to the millisecond', 1_800_000, 3],
    ['a millisecond later', 1_800_001, null],
    ['before it was asked', -1_000, null],
  ])('an answer %s', async (_name, afterMs, rating) => {
    const { number, ticket } = await asked();
    const at = Math.floor(Date.now() / 1000) * 1000;
    const askedAt = new Date(at - afterMs).toISOString();
    await query('update ticket_cycles set rating_asked_at = $2 where ticket_id = $1', ticket.id, askedAt);
    await query(
      "update messages set created_at = $2 where ticket_id = $1 and media_type = 'interactive'",
      ticket.id,
      askedAt,
    );
    company.graph.customerSends({ from: number, at }, sends.text('3'));
    await company.settled();
    expect((await cyclesOf(ticket.id))[0]).toMatchObject({ rating });
  });

  test('outside of the window no question is sent, and numbers are messages', async () => {
    const { number, ticket } = await company.conversation(25);
    await close(ticket);
    expect((await company.messagesOf(ticket)).filter(({ fromMe }) => fromMe)).toEqual([]);
    company.graph.customerSends({ from: number }, sends.text('1'));
    await company.settled();
    expect(bodyOf(await company.w.admin.get<TicketRow>(`/tickets/${ticket.id}`))).toMatchObject({ status: 'pending' });
  });
});

test('with ratings off the goodbye is sent at once, and a number is a message', async () => {
  bodyOf(await company.w.admin.put('/settings/userRating', { value: 'disabled' }));
  const { customer, ticket } = await closed();
  expect(await lastOfUs(customer)).toMatchObject({ body: '\u200eObrigado, Eva!' });
  expect(await customer.says('3')).toMatchObject({ id: ticket.id, status: 'pending', rating: null });
});
