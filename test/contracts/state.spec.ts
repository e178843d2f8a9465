import { sql } from 'kysely';
import type { Actor, Profile } from '../../src/core/context.js';
import type { BulkActionResult } from '../../src/modules/conversations/tickets/bulk-actions/bulk-actions.dto.js';
import { usersWhoSee } from '../../src/modules/conversations/tickets/queries/ticket-references.queries.js';
import { ticketStatuses } from '../../src/modules/conversations/tickets/ticket.entity.js';
import type { TicketAssignment } from '../../src/modules/conversations/tickets/tickets.events.js';
import { audience, roomsOfActor, sees, visibleTo } from '../../src/modules/conversations/tickets/tickets.policy.js';
import { startApp } from '../support/app.js';
import { bodyOf, type Client } from '../support/client.js';
import { EventDrivenClient } from '../support/event-driven-client.js';
import { Random } from '../support/graph-simulator/random.js';
import { violationsIn } from '../support/invariants.js';
import { ListClient } from '../support/list-client.js';
import { type Customer, type MessageRow, type TicketRow, type World, world } from '../support/world.js';

const app = await startApp();

afterAll(() => app.close());

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random.next() * from.length)] as T;

/** A message of ours in the conversation, the newest or another, that others may quote. */
async function ownOf(random: Random, who: Client, ticket: TicketRow): Promise<MessageRow | undefined> {
  const { body } = await who.get<{ messages?: MessageRow[] }>(`/messages/${ticket.id}?peek=true`);
  const own = body.messages?.filter(({ fromMe, ticketId }) => fromMe && ticketId === ticket.id) ?? [];
  return own.length > 0 ? pick(random, own) : undefined;
}

/** A customer changes one of the messages on their phone. */
async function change(random: Random, w: World, customer: Customer, body: string | null): Promise<unknown> {
  const written = (await customer.sees()).filter(({ fromCustomer }) => fromCustomer);
  if (written.length === 0) return undefined;
  const { id } = pick(random, written);
  const path = `/sandbox/${w.connection.id}/${body === null ? 'delete' : 'edit'}`;
  return w.admin.post(path, { number: customer.number, id, ...(body === null ? {} : { body }) });
}

/** A bulk action on some conversations; every second one is undone. */
async function actOnMany(random: Random, who: Client, tickets: readonly TicketRow[], queueId: number): Promise<void> {
  const ids = tickets.slice(0, 3).map(({ id }) => id);
  if (ids.length === 0) return;
  const action = pick(random, ['accept', 'resolve', 'reopen', 'transfer']);
  const { results } = bodyOf(
    await who.post<{ results: BulkActionResult[] }>('/tickets/bulk', { action, ids, queueId }),
  );
  const acts = results.flatMap(({ act }) => act ?? []);
  if (acts.length > 0 && random.chance(0.5)) bodyOf(await who.post('/tickets/bulk/undo', { acts }));
}

/** Random actions of users and customers, including refused ones. */
async function act(
  random: Random,
  w: World,
  people: readonly Client[],
  customers: readonly Customer[],
  colleagues: readonly number[],
): Promise<string> {
  const who = pick(random, people);
  const tickets = bodyOf(await who.get<{ tickets: TicketRow[] }>('/tickets?showAll=true')).tickets;
  const ticket = tickets.length > 0 ? pick(random, tickets) : undefined;
  const customer = pick(random, customers);
  const own = ticket && (await ownOf(random, who, ticket));
  const deeds: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['customer writes', () => customer.writes(`mensagem ${random.next()}`)],
    ['customer writes twice', () => Promise.all([customer.writes('um'), customer.writes('dois')])],
    ['customer rates', () => customer.writes(pick(random, ['1', '2', '3']))],
    ['customer reads', () => w.admin.post(`/sandbox/${w.connection.id}/read`, { number: customer.number })],
    ['accept', async () => ticket && who.put(`/tickets/${ticket.id}`, { status: 'open' })],
    ['accept', async () => ticket && who.put(`/tickets/${ticket.id}`, { status: 'open' })],
    ['close', async () => ticket && who.put(`/tickets/${ticket.id}`, { status: 'closed' })],
    [
      'to a department',
      async () => ticket && who.put(`/tickets/${ticket.id}`, { queueId: pick(random, [w.sales.id, w.support.id]) }),
    ],
    ['to a person', async () => ticket && who.put(`/tickets/${ticket.id}`, { userId: pick(random, colleagues) })],
    [
      'answer',
      async () => ticket && who.post<MessageRow>(`/messages/${ticket.id}`, { body: `resposta ${random.next()}` }),
    ],
    [
      'answer',
      async () =>
        ticket &&
        who.post<MessageRow>(`/messages/${ticket.id}`, { body: `resposta ${random.next()}`, quotedMsg: own?.id }),
    ],
    ['edit', async () => own && who.post(`/messages/edit/${own.id}`, { body: `melhor ${random.next()}` })],
    ['take back', async () => own && random.chance(0.5) && who.delete(`/messages/${own.id}`)],
    ['forward', async () => own && ticket && who.post(`/messages/${own.id}/forward`, { ticketIds: [ticket.id] })],
    ['customer edits', () => change(random, w, customer, `quis dizer ${random.next()}`)],
    ['customer takes back', () => change(random, w, customer, null)],
    ['read', async () => ticket && who.post(`/tickets/${ticket.id}/read`)],
    ['unread', async () => ticket && who.post(`/tickets/${ticket.id}/unread`)],
    [
      'tags',
      async () => ticket && who.post('/tags/sync', { ticketId: ticket.id, tags: random.chance(0.5) ? [w.tag.id] : [] }),
    ],
    [
      'lane',
      async () => {
        if (!ticket) return;
        const tagId = random.chance(0.5) ? w.tag.id : null;
        expect((await who.put(`/ticket/kanban/${ticket.id}`, { tagId })).status).toBeLessThan(500);
      },
    ],
    [
      'lane order or flag',
      async () => {
        const { status } = random.chance(0.5)
          ? await w.admin.put(`/tags/${w.tag.id}`, { kanban: random.chance(0.7) ? 1 : 0 })
          : await w.admin.put('/tags/kanban', { tagIds: [w.tag.id] });
        expect(status).toBeLessThan(500);
      },
    ],
    ['many at once', () => actOnMany(random, who, tickets, w.support.id)],
    ['many at once', () => actOnMany(random, who, tickets, w.support.id)],
    ['delete', async () => ticket && random.chance(0.1) && w.admin.delete(`/tickets/${ticket.id}`)],
  ];
  const [name, deed] = pick(random, deeds);
  await deed();
  return name;
}

describe.each([1, 2, 3, 4, 5, 6])('day %i', (seed) => {
  test('screens updated by events only equal a reload', async () => {
    const random = new Random(seed);
    const w = await world(app);
    bodyOf(await w.admin.put('/settings/userRating', { value: 'enabled' }));
    const second = await w.member({ queueIds: [w.sales.id, w.support.id] });
    const people = [w.attendant, second, w.supervisor];
    const screens = await Promise.all([w.admin, w.supervisor, w.attendant, second].map(EventDrivenClient.open));
    const queueIds = [w.sales.id, w.support.id];
    const lists = [
      await ListClient.open(w.attendant, { queueIds: [w.sales.id] }),
      await ListClient.open(second, { queueIds }),
      await ListClient.open(w.admin, { queueIds, showAll: true }),
    ];
    const customers = Array.from({ length: 4 }, (_, index) => w.customer(`Cliente ${index}`));
    const history: string[] = [];
    for (let step = 0; step < 40; step += 1) {
      // two users at a time, so that their actions interleave
      history.push(
        ...(await Promise.all([
          act(
            random,
            w,
            people,
            customers,
            people.map(({ id }) => id),
          ),
          act(
            random,
            w,
            people,
            customers,
            people.map(({ id }) => id),
          ),
        ])),
      );
      if (step % 8 === 7) await w.settled();
    }
    await w.settled();
    for (const screen of screens) {
      await screen.applyEvents();
      const { tickets, messages } = await screen.fetchAll();
      const shown = tickets.map(({ id }) => screen.tickets.get(id));
      expect([screen.client.me.profile, history, shown]).toEqual([screen.client.me.profile, history, tickets]);
      expect([...screen.tickets.keys()].toSorted((a, b) => a - b)).toEqual(
        tickets.map(({ id }) => id).toSorted((a, b) => a - b),
      );
      // of conversations that became visible later, older messages are loaded when they are opened
      for (const message of messages) {
        const received = screen.messages.get(message.id);
        if (received) expect([screen.client.me.profile, received]).toEqual([screen.client.me.profile, message]);
      }
    }
    for (const list of lists)
      expect([list.client.me.profile, history, await list.shownRows()]).toEqual([
        list.client.me.profile,
        history,
        await list.fetchedRows(),
      ]);
    const [manager] = screens;
    const all = await manager?.fetchAll();
    expect(all?.messages.length).toBeGreaterThan(0);
    expect(all?.messages.filter(({ id }) => !manager?.messages.has(id))).toEqual([]);
  });
});

describe('lists that remove a row only at `delete`', () => {
  test('equal the server’s list after each action, for two attendants and a manager', async () => {
    const w = await world(app);
    const colleague = await w.member();
    const queueIds = [w.sales.id, w.support.id];
    const lists = [
      await ListClient.open(w.attendant, { queueIds: [w.sales.id] }),
      await ListClient.open(colleague, { queueIds: [w.sales.id] }),
      await ListClient.open(w.admin, { queueIds, showAll: true }),
    ];
    const customer = w.customer();
    await w.customer().says('outra conversa');
    const { id } = await customer.says('oi');
    const put = (who: Client, body: object) => async (): Promise<void> => {
      bodyOf(await who.put<TicketRow>(`/tickets/${id}`, body));
    };
    const together =
      (who: Client, action: string, undone = false) =>
      async (): Promise<void> => {
        const { results } = bodyOf(
          await who.post<{ results: BulkActionResult[] }>('/tickets/bulk', { action, ids: [id] }),
        );
        if (undone) bodyOf(await who.post('/tickets/bulk/undo', { acts: results.flatMap(({ act }) => act ?? []) }));
      };
    const steps: readonly (readonly [name: string, act: () => Promise<unknown>, without?: readonly Client[]])[] = [
      ['accept', put(w.attendant, { status: 'open' })],
      ['put back', put(w.attendant, { status: 'pending' })],
      ['accept by the colleague', put(colleague, { status: 'open' })],
      ['transfer to a person', put(colleague, { userId: w.attendant.id })],
      ['resolve', put(w.attendant, { status: 'closed' })],
      ['reopen', put(w.attendant, { status: 'open' })],
      ['transfer to another department', put(w.attendant, { queueId: w.support.id })],
      ['and back', put(w.admin, { queueId: w.sales.id })],
      ['accept together', together(w.attendant, 'accept')],
      ['resolve together and undo it', together(w.attendant, 'resolve', true)],
      ['resolve again', put(w.attendant, { status: 'closed' })],
      ['the customer writes again', () => customer.says('voltei')],
      ['accept once more', put(colleague, { status: 'open' })],
      ['who held it goes', () => w.admin.delete(`/users/${colleague.id}`), [colleague]],
      ['the department goes', () => w.admin.delete(`/queue/${w.sales.id}`), [colleague, w.attendant]],
    ];
    for (const [name, act, without = []] of steps) {
      await act();
      await w.settled();
      for (const list of lists.filter(({ client }) => !without.includes(client))) {
        const { name: person } = list.client.me;
        expect([name, person, await list.shownRows()]).toEqual([name, person, await list.fetchedRows()]);
        const scope = `showAll=${list.client === w.admin}&queueIds=[${queueIds.join(',')}]`;
        const counters = bodyOf(await list.client.get(`/tickets/counters?${scope}`));
        expect([name, person, list.badgeCounts()]).toEqual([name, person, counters]);
      }
    }
  });
});

test('every invariant holds afterwards', async () => {
  expect(await violationsIn(app)).toEqual([]);
});

describe('the visibility rule', () => {
  test('seenBy finds the users who see an assignment', async () => {
    const w = await world(app);
    const more = await Promise.all([
      w.member({ queueIds: [w.support.id] }),
      w.member({ queueIds: [], allTicket: 'enabled' }),
      w.member({ profile: 'supervisor', queueIds: [], allTicket: 'enabled' }),
    ]);
    const people = [w.admin, w.supervisor, w.attendant, ...more];
    // the first manager of a company sees all; others only with that right
    const seeAll = [w.admin, ...more.slice(1)].map(({ id }) => id);
    for (const status of ticketStatuses)
      for (const queueId of [null, w.sales.id, w.support.id])
        for (const userId of [null, ...people.map(({ id }) => id)]) {
          const place: TicketAssignment = { status, queueId, userId };
          const found = await app.as(w.companyId, (db) =>
            db.rows<{ id: number }>(
              sql`select u.id from users u where u.company_id = ${w.companyId} and ${usersWhoSee(place)} order by u.id`,
            ),
          );
          const seeing = people.filter(({ id, me }) =>
            sees(
              {
                userId: id,
                profile: me.profile as Profile,
                queueIds: me.queues.map((queue) => queue.id),
                allTicket: seeAll.includes(id),
              },
              place,
            ),
          );
          const ids = seeing.map(({ id }) => id).toSorted((a, b) => a - b);
          expect([place, found.map(({ id }) => id)]).toEqual([place, ids]);
        }
  });

  test('visibleTo, sees and audience agree on every assignment and actor', async () => {
    const w = await world(app);
    const queues = [null, w.sales.id, w.support.id];
    const users = [null, w.attendant.id, w.supervisor.id, w.admin.id];
    const places: TicketAssignment[] = ticketStatuses.flatMap((status) =>
      queues.flatMap((queueId) => users.map((userId) => ({ status, queueId, userId }))),
    );
    const actors: Actor[] = (['user', 'supervisor', 'admin'] as const satisfies Profile[]).flatMap((profile) =>
      [[], [w.sales.id], [w.support.id], [w.sales.id, w.support.id]].flatMap((queueIds) =>
        [true, false].flatMap((allTicket) =>
          [w.attendant.id, w.supervisor.id].map((userId) => ({
            userId,
            sessionId: '',
            companyId: w.companyId,
            name: '',
            profile,
            super: false,
            queueIds,
            allTicket,
            locale: 'pt' as const,
            features: {},
          })),
        ),
      ),
    );
    const ids = await app.as(w.companyId, async (db) => {
      const made: number[] = [];
      for (const [index, { status, queueId, userId }] of places.entries()) {
        const contact = await db.row<{ id: number }>(
          sql`insert into contacts (company_id, uuid, name, number)
           values (${w.companyId}, gen_random_uuid(), ${`Lugar ${index}`}, ${String(5_531_900_000_000 + index)})
           returning id`,
        );
        const ticket = await db.row<{ id: number }>(
          sql`insert into tickets (company_id, uuid, code, status, queue_id, user_id, connection_id, contact_id,
           channel) values (${w.companyId}, gen_random_uuid(), ${5_000 + index}, ${status}, ${queueId}, ${userId},
           ${w.connection.id}, ${contact?.id ?? 0}, 'sandbox') returning id`,
        );
        made.push(ticket?.id ?? 0);
      }
      return made;
    });
    for (const actor of actors) {
      const rows = await app.as(w.companyId, (db) =>
        db.rows<{ id: number }>(
          sql`select t.id from tickets t where t.company_id = ${w.companyId} and ${visibleTo(actor)}`,
        ),
      );
      const listed = new Set(rows.map(({ id }) => id));
      const rooms = roomsOfActor(actor);
      for (const [index, place] of places.entries()) {
        const inMemory = sees(actor, place);
        const addressed = audience(w.companyId, place).some((room) => rooms.includes(room));
        expect([actor, place, listed.has(ids[index] ?? 0), addressed]).toEqual([actor, place, inMemory, inMemory]);
      }
    }
  });
});
