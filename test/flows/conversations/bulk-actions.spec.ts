import type { BulkActionResult } from '../../../src/modules/conversations/tickets/bulk-actions/bulk-actions.dto.js';
import { sharedApp } from '../../support/app.js';
import { bodyOf, type Client } from '../../support/client.js';
import type { MessageRow, TicketRow } from '../../support/world.js';
import { type Customer, world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);

type Ask = Readonly<Record<string, unknown>>;

const bulk = async (
  client: Client,
  action: string,
  ids: readonly number[],
  more: Ask = {},
): Promise<BulkActionResult[]> =>
  bodyOf(await client.post<{ results: BulkActionResult[] }>('/tickets/bulk', { action, ids, ...more })).results;
const undo = async (client: Client, results: readonly BulkActionResult[]): Promise<BulkActionResult[]> =>
  bodyOf(
    await client.post<{ results: BulkActionResult[] }>('/tickets/bulk/undo', {
      acts: results.flatMap(({ act }) => act ?? []),
    }),
  ).results;
const told = (results: readonly BulkActionResult[]) =>
  results.map(({ done, refusal }) => (done ? 'done' : refusal?.code));
const now = async ({ id }: Pick<TicketRow, 'id'>): Promise<TicketRow> =>
  bodyOf(await w.admin.get<TicketRow>(`/tickets/${id}`));
const placeOf = ({ status, userId, queueId }: TicketRow) => ({ status, userId, queueId });
const setting = async (key: string, value: string): Promise<void> =>
  void bodyOf(await w.admin.put(`/settings/${key}`, { value }));
const textsTo = async (customer: Customer): Promise<string[]> =>
  (await customer.sees()).filter(({ fromCustomer }) => !fromCustomer).map(({ body }) => body);
const waiting = async (count: number): Promise<{ customers: Customer[]; tickets: TicketRow[] }> => {
  const customers = Array.from({ length: count }, () => w.customer());
  const tickets: TicketRow[] = [];
  for (const customer of customers) tickets.push(await customer.says('oi'));
  return { customers, tickets };
};
const idsOf = (tickets: readonly TicketRow[]): number[] => tickets.map(({ id }) => id);
const lastAct = async (ticketId = 0): Promise<object | undefined> =>
  (
    await app.database.query<{ action: string; by: number }>(
      `select action, user_id::int as by from audit_entries
       where company_id = $1 and action like 'ticket.%' and subject_id = $2 order by id desc limit 1`,
      [w.companyId, ticketId],
    )
  )[0];
const cyclesOf = (ticketId: number): Promise<object[]> =>
  app.database.query(
    'select number, queued_at, started_at, first_response_at, finished_at, queue_id, user_id from ticket_cycles where ticket_id = $1 order by 1',
    [ticketId],
  );

/** The ten seconds are over. */
async function timeIsUp(): Promise<void> {
  await app.database.query(
    "update outbox_jobs set run_at = now() - interval '1 second' where name = 'finalize-action'",
  );
  await app.settled();
}

describe('several conversations', () => {
  test('accept: a conflict names the attendant, and the others are accepted', async () => {
    const colleague = await w.member({ name: 'Bruno Alves' });
    const { tickets } = await waiting(3);
    const [mine, theirs, free] = tickets as [TicketRow, TicketRow, TicketRow];
    bodyOf(await w.attendant.put(`/tickets/${mine.id}`, { status: 'open' }));
    bodyOf(await colleague.put(`/tickets/${theirs.id}`, { status: 'open' }));
    const elsewhere = bodyOf(
      await w.admin.put<TicketRow>(`/tickets/${(await w.customer().says('oi')).id}`, { queueId: w.support.id }),
    );
    const screen = await colleague.socket();
    await screen.join('Tickets', 'pending');
    const results = await bulk(w.attendant, 'accept', [...idsOf(tickets), elsewhere.id, free.id, 999_999_999]);
    expect(results.map(({ id }) => id)).toEqual([...idsOf(tickets), elsewhere.id, 999_999_999]);
    expect(told(results)).toEqual([
      'done',
      'ERR_OTHER_OPEN_TICKET',
      'done',
      'ERR_NO_PERMISSION',
      'ERR_NO_TICKET_FOUND',
    ]);
    expect(results[1]?.refusal).toMatchObject({
      statusCode: 409,
      ticket: { id: theirs.id, userId: colleague.id, user: { name: 'Bruno Alves' } },
    });
    // it was theirs before: there is nothing to undo
    expect(results.map(({ act }) => typeof act)).toEqual(['object', 'object', 'number', 'object', 'object']);
    expect(results[2]?.ticket).toMatchObject({ id: free.id, status: 'open', userId: w.attendant.id });
    expect(await screen.next('ticket', ({ ticketId }) => ticketId === free.id)).toMatchObject({ action: 'delete' });
  });

  test('each action refuses conversations in another status', async () => {
    const { tickets } = await waiting(2);
    const [open, pending] = tickets as [TicketRow, TicketRow];
    bodyOf(await w.attendant.put(`/tickets/${open.id}`, { status: 'open' }));
    const closed = bodyOf(
      await w.admin.put<TicketRow>(`/tickets/${(await w.customer().says('oi')).id}`, { status: 'closed' }),
    );
    const ids = [open.id, pending.id, closed.id];
    expect(told(await bulk(w.attendant, 'resolve', [pending.id]))).toEqual(['ERR_TICKET_NOT_ATTENDED']);
    expect(told(await bulk(w.supervisor, 'reopen', [pending.id]))).toEqual(['ERR_TICKET_NOT_CLOSED']);
    expect(told(await bulk(w.supervisor, 'transfer', ids, { queueId: w.support.id }))).toEqual([
      'done',
      'done',
      'ERR_TICKET_NOT_ATTENDED',
    ]);
    expect(told(await bulk(w.supervisor, 'accept', [closed.id]))).toEqual(['ERR_TICKET_NOT_WAITING']);
    expect(told(await bulk(w.attendant, 'accept', [closed.id]))).toEqual(['ERR_NO_PERMISSION']);
    expect(await Promise.all([open, pending].map(now))).toMatchObject([
      { status: 'pending', userId: null, queueId: w.support.id },
      { status: 'pending', userId: null, queueId: w.support.id },
    ]);
  });

  test('transfer to a person, who is notified and must belong to the department; without a department it stays', async () => {
    const colleague = await w.member();
    const screen = await colleague.socket();
    await screen.join('Notification');
    const { tickets } = await waiting(2);
    const [here, there] = tickets as [TicketRow, TicketRow];
    bodyOf(await w.supervisor.put(`/tickets/${there.id}`, { queueId: w.support.id }));
    const results = await bulk(w.supervisor, 'transfer', idsOf(tickets), { userId: colleague.id });
    expect(told(results)).toEqual(['done', 'ERR_VALIDATION']);
    expect(await now(here)).toMatchObject({ status: 'open', userId: colleague.id, queueId: w.sales.id });
    const given = await screen.next(
      'ticket',
      ({ ticket }) => (ticket as TicketRow | undefined)?.userId === colleague.id,
    );
    expect(given).toMatchObject({ action: 'update', assignedBy: w.supervisor.id, ticket: { id: here.id } });
  });

  test('tag adds to the existing tags; read marks as read', async () => {
    const { tickets, customers } = await waiting(2);
    const other = bodyOf(await w.admin.post<{ id: number }>('/tags', { name: 'Outra tag', color: '#123456' }), 201);
    bodyOf(await w.attendant.post('/tags/sync', { ticketId: tickets[0]?.id, tags: [other.id] }));
    const tagged = await bulk(w.attendant, 'tag', idsOf(tickets), { tagId: w.tag.id });
    expect(tagged.map(({ ticket }) => ticket?.tags.length)).toEqual([2, 1]);
    expect((await bulk(w.attendant, 'tag', idsOf(tickets), { tagId: w.tag.id })).map(({ act }) => act)).toEqual([
      null,
      null,
    ]);
    expect(told(await undo(w.attendant, tagged))).toEqual(['done', 'done']);
    expect((await Promise.all(tickets.map(now))).map(({ tags }) => tags.map(({ id }) => id))).toEqual([[other.id], []]);
    await customers[0]?.says('alguém?');
    expect(told(await bulk(w.attendant, 'read', idsOf(tickets)))).toEqual([
      'ERR_NOT_RESPONSIBLE',
      'ERR_NOT_RESPONSIBLE',
    ]);
    await bulk(w.attendant, 'accept', idsOf(tickets));
    const read = await bulk(w.attendant, 'read', idsOf(tickets));
    expect(read.map(({ ticket, act }) => [ticket?.unreadMessages, act])).toEqual([
      [0, null],
      [0, null],
    ]);
    expect(await now(tickets[0] as TicketRow)).toMatchObject({ unreadMessages: 0 });
  });

  test('return: open conversations become pending in their department; pending ones stay', async () => {
    const { tickets } = await waiting(2);
    const [open, pending] = tickets as [TicketRow, TicketRow];
    bodyOf(await w.attendant.put(`/tickets/${open.id}`, { status: 'open' }));
    const cycles = await cyclesOf(pending.id);
    const results = await bulk(w.attendant, 'return', [open.id, pending.id]);
    expect(told(results)).toEqual(['done', 'done']);
    expect(results.map(({ act }) => typeof act)).toEqual(['number', 'object']);
    expect(await now(open)).toMatchObject({ status: 'pending', userId: null, queueId: w.sales.id });
    expect(await cyclesOf(pending.id)).toEqual(cycles);
    bodyOf(await w.admin.put(`/tickets/${open.id}`, { status: 'closed' }));
    expect(told(await bulk(w.admin, 'return', [open.id]))).toEqual(['ERR_TICKET_NOT_ATTENDED']);
  });

  test('refused: no action, no ids, too many, no target', async () => {
    const id = (await w.customer().says('oi')).id;
    const ask = (body: object) => w.admin.post('/tickets/bulk', body);
    for (const [field, body] of [
      ['action', { action: 'delete', ids: [id] }],
      ['ids', { action: 'read', ids: [] }],
      ['ids', { action: 'read', ids: Array.from({ length: 101 }, (_, index) => index + 1) }],
      ['ids', { action: 'read', ids: ['x'] }],
      ['queueId', { action: 'transfer', ids: [id] }],
      ['tagId', { action: 'tag', ids: [id] }],
    ] as const)
      expect([field, await ask(body)]).toMatchObject([field, { status: 400, body: { fields: { [field]: /./ } } }]);
    expect((await w.admin.post('/tickets/bulk/undo', { acts: [] })).status).toBe(400);
  });
});

describe('undo', () => {
  test.each([
    ['accept', 'pending', {}],
    ['resolve', 'open', {}],
    ['reopen', 'closed', {}],
    ['return', 'open', {}],
    ['transfer', 'open', { queue: true }],
  ] as const)(
    'of %s restores status, attendant, department and times',
    async (action, status, { queue }: { queue?: boolean }) => {
      const { tickets } = await waiting(2);
      if (status !== 'pending')
        for (const { id } of tickets) bodyOf(await w.attendant.put(`/tickets/${id}`, { status: 'open' }));
      if (status === 'closed')
        for (const { id } of tickets) bodyOf(await w.attendant.put(`/tickets/${id}`, { status: 'closed' }));
      const before = await Promise.all(tickets.map(now));
      const cycles = await Promise.all(tickets.map(({ id }) => cyclesOf(id)));
      const results = await bulk(w.attendant, action, idsOf(tickets), queue ? { queueId: w.support.id } : {});
      expect(told(results)).toEqual(['done', 'done']);
      expect((await Promise.all(tickets.map(now))).map(placeOf)).not.toEqual(before.map(placeOf));
      // the event of the action itself is sent
      await app.settled();
      const screen = await w.attendant.socket();
      await screen.join('Notification');
      const undone = await undo(w.attendant, results);
      expect(told(undone)).toEqual(['done', 'done']);
      expect(await lastAct(tickets[0]?.id)).toEqual({ action: 'ticket.restored', by: w.attendant.id });
      expect(undone.map(({ id }) => id)).toEqual(results.map(({ act }) => act));
      expect((await Promise.all(tickets.map(now))).map(placeOf)).toEqual(before.map(placeOf));
      expect(await Promise.all(tickets.map(({ id }) => cyclesOf(id)))).toEqual(cycles);
      expect(
        await screen.next('ticket', ({ ticket }) => (ticket as TicketRow | undefined)?.id === tickets[1]?.id),
      ).toMatchObject({ action: 'update', ticket: placeOf(before[1] as TicketRow) });
      expect(told(await undo(w.attendant, results))).toEqual(['ERR_UNDO_OVER', 'ERR_UNDO_OVER']);
    },
  );

  test('of a transfer restores the connection, unless the contact has another open conversation there', async () => {
    const other = bodyOf(
      await w.admin.post<{ id: number }>('/whatsapp', { name: 'Outro telefone', channel: 'sandbox' }),
      201,
    );
    const { tickets } = await waiting(1);
    const ids = idsOf(tickets);
    bodyOf(await w.attendant.put(`/tickets/${ids[0]}`, { status: 'open' }));
    const change = { queueId: w.support.id, whatsappId: other.id };
    const results = await bulk(w.attendant, 'transfer', ids, change);
    expect(results[0]?.ticket).toMatchObject({ whatsappId: other.id, queueId: w.support.id });
    expect(told(await undo(w.attendant, results))).toEqual(['done']);
    expect(await now(tickets[0] as TicketRow)).toMatchObject({
      status: 'open',
      userId: w.attendant.id,
      queueId: w.sales.id,
      whatsappId: w.connection.id,
    });
    const again = await bulk(w.attendant, 'transfer', ids, change);
    const { contactId } = tickets[0] as TicketRow;
    bodyOf(await w.attendant.post('/tickets', { contactId, queueId: w.sales.id, whatsappId: w.connection.id }), 201);
    expect(told(await undo(w.attendant, again))).toEqual(['ERR_OTHER_OPEN_TICKET']);
    expect(await now(tickets[0] as TicketRow)).toMatchObject({ whatsappId: other.id, queueId: w.support.id });
  });

  test('is refused for conversations that changed meanwhile; the others are restored', async () => {
    const { tickets, customers } = await waiting(3);
    const [answered, moved, quiet] = tickets as [TicketRow, TicketRow, TicketRow];
    const results = await bulk(w.attendant, 'accept', idsOf(tickets));
    bodyOf(await w.attendant.post<MessageRow>(`/messages/${answered.id}`, { body: 'já vou ver' }), 201);
    bodyOf(await w.admin.put(`/tickets/${moved.id}`, { queueId: w.support.id }));
    const undone = await undo(w.attendant, results);
    expect(told(undone)).toEqual(['ERR_TICKET_MOVED_ON', 'ERR_TICKET_MOVED_ON', 'done']);
    expect((await Promise.all([answered, moved, quiet].map(now))).map(({ status }) => status)).toEqual([
      'open',
      'pending',
      'pending',
    ]);
    const resolved = await bulk(w.attendant, 'resolve', [answered.id]);
    await customers[0]?.says('só mais uma coisa');
    expect(told(await undo(w.attendant, resolved))).toEqual(['ERR_TICKET_MOVED_ON']);
    expect(await now(answered)).toMatchObject({ status: 'pending' });
  });

  test('is allowed to the user of the action, for ten seconds', async () => {
    const { tickets } = await waiting(1);
    const results = await bulk(w.attendant, 'accept', idsOf(tickets));
    expect(told(await undo(w.admin, results))).toEqual(['ERR_UNDO_OVER']);
    await timeIsUp();
    expect(told(await undo(w.attendant, results))).toEqual(['ERR_UNDO_OVER']);
    expect(await now(tickets[0] as TicketRow)).toMatchObject({ status: 'open', userId: w.attendant.id });
    expect(await app.database.query('select 1 from undoable_actions where company_id = $1', [w.companyId])).toEqual([]);
  });

  test('does not restore an attendant who left the department meanwhile', async () => {
    const colleague = await w.member();
    const { tickets } = await waiting(1);
    bodyOf(await w.supervisor.put(`/tickets/${tickets[0]?.id}`, { userId: colleague.id }));
    const results = await bulk(w.supervisor, 'transfer', idsOf(tickets), { queueId: w.support.id });
    bodyOf(await w.admin.put(`/users/${colleague.id}`, { queueIds: [w.support.id] }));
    expect(told(await undo(w.supervisor, results))).toEqual(['ERR_VALIDATION']);
    expect(await now(tickets[0] as TicketRow)).toMatchObject({ status: 'pending', queueId: w.support.id });
  });
});

describe('automatic texts', () => {
  beforeAll(async () => {
    await setting('sendGreetingAccepted', 'enabled');
    await setting('sendMsgTransfTicket', 'enabled');
    bodyOf(await w.admin.put(`/whatsapp/${w.connection.id}`, { complationMessage: 'Até logo!' }));
  });

  test('are sent once, after the time to undo', async () => {
    const { tickets, customers } = await waiting(2);
    const [kept, undone] = customers as [Customer, Customer];
    const accepted = await bulk(w.attendant, 'accept', idsOf(tickets));
    await app.settled();
    expect([await textsTo(kept), await textsTo(undone)]).toEqual([[], []]);
    await undo(w.attendant, accepted.slice(1));
    await timeIsUp();
    expect(await textsTo(kept)).toEqual([expect.stringContaining(`Meu nome é *${w.attendant.me.name}*`)]);
    expect(await textsTo(undone)).toEqual([]);
    await bulk(w.attendant, 'transfer', idsOf(tickets).slice(0, 1), { queueId: w.support.id });
    await timeIsUp();
    expect((await textsTo(kept)).at(-1)).toContain(`*${w.support.name}*`);
    await timeIsUp();
    expect(await textsTo(kept)).toHaveLength(2);
  });

  test('are sent before the attendant’s next message, and only once', async () => {
    const { tickets, customers } = await waiting(1);
    const accepted = await bulk(w.attendant, 'accept', idsOf(tickets));
    bodyOf(await w.attendant.post(`/messages/${tickets[0]?.id}`, { body: 'Como posso ajudar?' }), 201);
    await app.settled();
    const texts = [expect.stringContaining(`Meu nome é *${w.attendant.me.name}*`), 'Como posso ajudar?'];
    expect(await textsTo(customers[0] as Customer)).toEqual(texts);
    expect(told(await undo(w.attendant, accepted))).toEqual(['ERR_TICKET_MOVED_ON']);
    await timeIsUp();
    expect(await textsTo(customers[0] as Customer)).toEqual(texts);
  });

  test('are not sent when the conversation was transferred meanwhile', async () => {
    const { tickets, customers } = await waiting(2);
    for (const { id } of tickets) bodyOf(await w.attendant.put(`/tickets/${id}`, { userId: w.attendant.id }));
    expect(told(await bulk(w.attendant, 'resolve', idsOf(tickets)))).toEqual(['done', 'done']);
    await customers[0]?.says('espera!');
    await timeIsUp();
    expect([await textsTo(customers[0] as Customer), await textsTo(customers[1] as Customer)]).toEqual([
      [],
      [expect.stringContaining('Até logo!')],
    ]);
  });
});
