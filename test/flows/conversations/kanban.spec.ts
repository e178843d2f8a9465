import pg from 'pg';
import type { KanbanTag } from '../../../src/modules/contacts/tags/crud/tags.service.js';
import type { KanbanBoard } from '../../../src/modules/conversations/kanban/board/kanban.service.js';
import { sharedApp } from '../../support/app.js';
import { bodyOf, type Client } from '../../support/client.js';
import { violationsIn } from '../../support/invariants.js';
import { type Named, type TicketRow, type World, world } from '../../support/world.js';

const app = await sharedApp();

const boardOf = async (client: Client, query = ''): Promise<KanbanBoard> =>
  bodyOf(await client.get<KanbanBoard>(`/ticket/kanban?showAll=true${query}`));

/** The names of the cards of each lane, from the top, as an existing client sorts them into its lanes. */
async function lanesOf(client: Client, query = ''): Promise<Record<string, string[]>> {
  const { tickets, lanes } = await boardOf(client, query);
  const lists = Object.fromEntries(lanes.map(({ name }) => [name ?? 'Em aberto', [] as string[]]));
  for (const { contact, tags } of tickets) {
    const lane = lanes.find(({ tagId }) => tags.some(({ id }) => id === tagId));
    lists[lane?.name ?? 'Em aberto']?.push(contact.name);
  }
  return lists;
}

/** Conversations that are not in the first of their lanes. */
const misplaced = async (): Promise<unknown[]> =>
  (await violationsIn(app)).filter(({ name }) => name.includes('kanban board'));

const lane = async (w: World, name: string): Promise<Named> =>
  bodyOf(await w.supervisor.post<Named>('/tags', { name, color: '#2563eb', kanban: 1 }), 201);

interface Place {
  readonly tagId?: number | null;
  readonly afterId?: number;
  readonly beforeId?: number;
}
const move = (client: Client, { id }: { id: number }, place: Place) =>
  client.put<TicketRow>(`/ticket/kanban/${id}`, place);

/** A company with three lanes and conversations of these names, the last one newest. */
async function board(names: readonly string[]) {
  const w = await world(app);
  const lanes = [await lane(w, 'Novo'), await lane(w, 'Proposta'), await lane(w, 'Fechado')] as const;
  const cards: TicketRow[] = [];
  for (const name of names) cards.push(await w.customer(name).says(`oi, aqui é ${name}`));
  return { w, lanes, cards };
}

describe('the board', () => {
  test('has everything that is not closed, the newest at the top, in Em aberto at first', async () => {
    const { w, lanes, cards } = await board(['Ana', 'Bia', 'Caio']);
    const [ana] = cards as [TicketRow];
    bodyOf(await w.admin.put(`/tickets/${ana.id}`, { status: 'closed' }));
    expect(await lanesOf(w.admin)).toEqual({ 'Em aberto': ['Caio', 'Bia'], Novo: [], Proposta: [], Fechado: [] });
    const { tickets, lanes: shown } = await boardOf(w.admin);
    expect(shown).toEqual([
      { tagId: null, name: null, color: null, count: 2, hasMore: false, cursor: null },
      ...lanes.map(({ id, name }) => ({ tagId: id, name, color: '#2563eb', count: 0, hasMore: false, cursor: null })),
    ]);
    expect(tickets[0]).toMatchObject({
      id: cards[2]?.id,
      uuid: cards[2]?.uuid,
      lastMessage: 'oi, aqui é Caio',
      contact: { name: 'Caio' },
      queue: { name: w.sales.name },
      user: null,
      unreadMessages: 1,
      tags: [],
    });
    // a conversation that comes back is at the top
    bodyOf(await w.admin.put(`/tickets/${ana.id}`, { status: 'open' }));
    expect((await lanesOf(w.admin))['Em aberto']).toEqual(['Ana', 'Caio', 'Bia']);
  });

  test('cards are members of tickets', async () => {
    const { w, lanes, cards } = await board(['Ana', 'Bia']);
    for (const card of cards) bodyOf(await move(w.admin, card, { tagId: lanes[0].id }));
    for (const card of (await boardOf(w.admin)).tickets)
      expect(bodyOf(await w.admin.get(`/tickets/${card.id}`))).toMatchObject(card);
  });

  test('filters as the list of conversations', async () => {
    const { w, lanes, cards } = await board(['Ana Prado', 'Bia']);
    const [ana, bia] = cards as [TicketRow, TicketRow];
    bodyOf(await move(w.admin, bia, { tagId: lanes[1].id }));
    bodyOf(await w.attendant.put(`/tickets/${ana.id}`, { status: 'open' }));
    const names = async (query: string) => (await boardOf(w.admin, query)).tickets.map(({ contact }) => contact.name);
    expect(await names('&searchParam=prado')).toEqual(['Ana Prado']);
    expect(await names(`&tags=[${lanes[1].id}]`)).toEqual(['Bia']);
    expect(await names(`&users=[${w.attendant.id}]`)).toEqual(['Ana Prado']);
    expect(await names(`&queueIds=[${w.support.id}]&withoutQueue=false`)).toEqual([]);
    expect((await boardOf(w.admin, '&searchParam=prado')).lanes.map(({ count }) => count)).toEqual([1, 0, 0, 0]);
  });

  test('shows what the caller sees, and nobody moves another card', async () => {
    const { w, lanes, cards } = await board(['Ana', 'Bia']);
    const [ana] = cards as [TicketRow];
    const elsewhere = await w.member({ queueIds: [w.support.id] });
    const colleague = await w.member();
    bodyOf(await w.attendant.put(`/tickets/${ana.id}`, { status: 'open' }));
    expect((await boardOf(elsewhere)).tickets).toEqual([]);
    expect((await lanesOf(colleague))['Em aberto']).toEqual(['Bia']);
    expect((await lanesOf(w.attendant))['Em aberto']).toEqual(['Bia', 'Ana']);
    expect((await boardOf(colleague)).lanes[0]).toMatchObject({ count: 1 });
    expect((await move(colleague, ana, { tagId: lanes[0].id })).status).toBe(403);
    for (const path of [`/ticket-tags/${ana.id}/${lanes[0].id}`]) expect((await colleague.put(path)).status).toBe(403);
    expect((await colleague.delete(`/ticket-tags/${ana.id}`)).status).toBe(403);
  });

  test('a lane has pages of a hundred, by number and by cursor', async () => {
    const { w, lanes } = await board([]);
    await app.database.query(
      `with people as (insert into contacts (company_id, uuid, name, number)
         select $1, gen_random_uuid(), 'Cliente ' || n, '5511' || (900000000 + n) from generate_series(1, 230) n returning id, name)
       insert into tickets (company_id, uuid, code, status, queue_id, connection_id, contact_id, channel, kanban_position)
       select $1, gen_random_uuid(), 1000 + split_part(name, ' ', 2)::int, 'pending', $2, $3, id, 'sandbox', split_part(name, ' ', 2)::int from people`,
      [w.companyId, w.sales.id, w.connection.id],
    );
    const first = await boardOf(w.admin);
    expect(first.tickets).toHaveLength(100);
    expect(first.lanes[0]).toMatchObject({ count: 230, hasMore: true });
    const names: string[] = first.tickets.map(({ contact }) => contact.name);
    for (let cursor = first.lanes[0]?.cursor ?? null; cursor !== null; ) {
      const page = await boardOf(w.admin, `&tagId=0&cursor=${cursor}`);
      names.push(...page.tickets.map(({ contact }) => contact.name));
      expect(page.lanes).toHaveLength(1);
      cursor = page.lanes[0]?.cursor ?? null;
    }
    expect(names).toEqual(Array.from({ length: 230 }, (_, index) => `Cliente ${230 - index}`));
    const short = await boardOf(w.admin, '&limit=30');
    expect(short.tickets.map(({ contact }) => contact.name)).toEqual(names.slice(0, 30));
    const next = await boardOf(w.admin, `&tagId=0&cursor=${short.lanes[0]?.cursor}`);
    expect(next.tickets.map(({ contact }) => contact.name)).toEqual(names.slice(30, 130));
    const third = await boardOf(w.admin, '&tagId=0&pageNumber=3');
    expect(third.tickets.map(({ contact }) => contact.name)).toEqual(names.slice(200));
    expect((await boardOf(w.admin, `&tagId=${lanes[0].id}`)).lanes).toMatchObject([{ tagId: lanes[0].id, count: 0 }]);
    expect((await w.admin.get('/ticket/kanban?tagId=999999')).status).toBe(404);
    for (const query of ['tagId=x', 'cursor=eHg', 'queueIds=x', 'limit=0', 'limit=101', 'limit=x'])
      expect((await w.admin.get(`/ticket/kanban?${query}`)).status).toBe(400);
  });
});

describe('a board of many lanes', () => {
  test('has fewer cards of each at first, all of them by cursor, and no more than a hundred lanes', async () => {
    const { w, lanes } = await board([]);
    await app.database.query(
      `insert into tags (company_id, name, color, kanban) select $1, 'Coluna ' || n, '#2563eb', 1 from generate_series(1, 96) n`,
      [w.companyId],
    );
    await app.database.query(
      `with people as (insert into contacts (company_id, uuid, name, number)
         select $1, gen_random_uuid(), 'Pessoa ' || n, '5511' || (910000000 + n) from generate_series(1, 45) n returning id, name)
       insert into tickets (company_id, uuid, code, status, queue_id, connection_id, contact_id, channel, kanban_position)
       select $1, gen_random_uuid(), 2000 + split_part(name, ' ', 2)::int, 'pending', $2, $3, id, 'sandbox', split_part(name, ' ', 2)::int from people`,
      [w.companyId, w.sales.id, w.connection.id],
    );
    const first = await boardOf(w.admin);
    expect(first.lanes).toHaveLength(100);
    expect(first.tickets.map(({ contact }) => contact.name)).toEqual(
      Array.from({ length: 20 }, (_, index) => `Pessoa ${45 - index}`),
    );
    expect(first.lanes[0]).toMatchObject({ count: 45, hasMore: true });
    const rest = await boardOf(w.admin, `&tagId=0&cursor=${first.lanes[0]?.cursor}`);
    expect(rest.tickets.map(({ contact }) => contact.name)).toEqual(
      Array.from({ length: 25 }, (_, index) => `Pessoa ${25 - index}`),
    );
    const last = await lane(w, 'A centésima');
    const refused = await w.supervisor.post('/tags', { name: 'Mais uma', color: '#2563eb', kanban: 1 });
    expect(refused).toMatchObject({ status: 400, body: { fields: { kanban: expect.stringContaining('100') } } });
    expect((await w.supervisor.put(`/tags/${w.tag.id}`, { kanban: 1 })).status).toBe(400);
    bodyOf(await w.supervisor.put(`/tags/${last.id}`, { kanban: 1, name: 'A última' }));
    bodyOf(await w.supervisor.put(`/tags/${lanes[0].id}`, { kanban: 0 }));
    bodyOf(await w.supervisor.put(`/tags/${w.tag.id}`, { kanban: 1 }));
  });
});

describe('moving a card', () => {
  test('to a place in a lane; other tags stay; everybody who sees it is told', async () => {
    const { w, lanes, cards } = await board(['Ana', 'Bia', 'Caio']);
    const [novo, proposta] = lanes;
    const [ana, bia, caio] = cards as [TicketRow, TicketRow, TicketRow];
    bodyOf(await w.admin.post('/tags/sync', { ticketId: ana.id, tags: [w.tag.id] }));
    const socket = await w.supervisor.socket();
    await socket.join('Notification');
    for (const card of [ana, bia, caio]) bodyOf(await move(w.attendant, card, { tagId: novo.id }));
    expect((await lanesOf(w.admin))['Novo']).toEqual(['Caio', 'Bia', 'Ana']);
    bodyOf(await move(w.attendant, caio, { tagId: novo.id, afterId: bia.id }));
    expect((await lanesOf(w.admin))['Novo']).toEqual(['Bia', 'Caio', 'Ana']);
    bodyOf(await move(w.attendant, ana, { tagId: novo.id, beforeId: caio.id }));
    expect((await lanesOf(w.admin))['Novo']).toEqual(['Bia', 'Ana', 'Caio']);
    bodyOf(await move(w.attendant, caio, { tagId: novo.id, beforeId: bia.id }));
    expect((await lanesOf(w.admin))['Novo']).toEqual(['Caio', 'Bia', 'Ana']);
    const moved = bodyOf(await move(w.attendant, ana, { tagId: proposta.id }));
    expect(moved.tags.map(({ id }) => id).toSorted()).toEqual([w.tag.id, proposta.id].toSorted());
    // the lane has changed since the card was seen in it: the other neighbour counts, then the top
    bodyOf(await move(w.attendant, bia, { tagId: proposta.id, afterId: caio.id, beforeId: ana.id }));
    bodyOf(await move(w.attendant, caio, { tagId: proposta.id, afterId: 999_999 }));
    expect((await lanesOf(w.admin))['Proposta']).toEqual(['Caio', 'Bia', 'Ana']);
    bodyOf(await move(w.attendant, bia, { tagId: null }));
    expect(await lanesOf(w.supervisor)).toEqual({
      'Em aberto': ['Bia'],
      Novo: [],
      Proposta: ['Caio', 'Ana'],
      Fechado: [],
    });
    await app.settled();
    await socket.flush();
    expect(socket.all<{ action: string; ticket: TicketRow }>('ticket').at(-1)).toMatchObject({
      action: 'update',
      ticket: { id: bia.id, tags: [] },
    });
    // the list of conversations does not move
    expect(bodyOf(await w.admin.get<TicketRow>(`/tickets/${bia.id}`)).updatedAt).toBe(bia.updatedAt);
  });

  test('is refused to a tag that is no lane, and to those of other companies', async () => {
    const { w, cards } = await board(['Ana']);
    const other = await board(['Bia']);
    const [ana] = cards as [TicketRow];
    for (const tagId of [w.tag.id, other.lanes[0].id, 999_999])
      expect((await move(w.admin, ana, { tagId })).status).toBe(404);
    expect((await move(other.w.admin, ana, { tagId: other.lanes[0].id })).status).toBe(404);
    expect((await other.w.admin.put(`/ticket-tags/${ana.id}/${other.lanes[0].id}`)).status).toBe(404);
    expect((await w.admin.put(`/ticket-tags/${ana.id}/${other.lanes[0].id}`)).status).toBe(404);
    expect((await other.w.admin.delete(`/ticket-tags/${ana.id}`)).status).toBe(404);
    expect((await boardOf(w.admin)).tickets[0]?.tags).toEqual([]);
  });

  test('is refused when it is closed meanwhile, and changes nothing', async () => {
    const { w, lanes, cards } = await board(['Ana']);
    const [ana] = cards as [TicketRow];
    const closed = bodyOf(await w.admin.put<TicketRow>(`/tickets/${ana.id}`, { status: 'closed' }));
    expect(await move(w.admin, ana, { tagId: lanes[0].id })).toMatchObject({
      status: 409,
      body: { code: 'ERR_TICKET_NOT_ATTENDED' },
    });
    expect(bodyOf(await w.admin.get<TicketRow>(`/tickets/${ana.id}`))).toMatchObject({
      tags: [],
      kanbanPosition: closed.kanbanPosition,
    });
  });

  test('tells nothing about cards that the caller does not see', async () => {
    const { w, lanes, cards } = await board(['Ana', 'Bia', 'Caio']);
    const [ana, bia, caio] = cards as [TicketRow, TicketRow, TicketRow];
    for (const card of [ana, bia]) bodyOf(await move(w.admin, card, { tagId: lanes[0].id }));
    bodyOf(await w.attendant.put(`/tickets/${ana.id}`, { status: 'open' }));
    const colleague = await w.member();
    // as with an id that does not exist: at the top
    bodyOf(await move(colleague, caio, { tagId: lanes[0].id, afterId: ana.id }));
    expect((await lanesOf(w.admin))['Novo']).toEqual(['Caio', 'Bia', 'Ana']);
    bodyOf(await move(w.attendant, caio, { tagId: lanes[0].id, afterId: ana.id }));
    expect((await lanesOf(w.admin))['Novo']).toEqual(['Bia', 'Ana', 'Caio']);
  });

  test('a thousand times into one gap keeps the order', async () => {
    const { w, lanes, cards } = await board(['Ana', 'Bia', 'Caio', 'Duda']);
    const [ana, bia, caio, duda] = cards as [TicketRow, TicketRow, TicketRow, TicketRow];
    for (const card of [ana, bia, caio, duda]) bodyOf(await move(w.admin, card, { tagId: lanes[0].id }));
    // Duda, Caio, Bia, Ana: the two in the middle are put right above the last one in turn
    let position = '';
    for (let count = 0; count < 1000; count += 1) {
      const card = count % 2 === 0 ? caio : bia;
      position = bodyOf(await move(w.admin, card, { tagId: lanes[0].id, beforeId: ana.id })).kanbanPosition;
    }
    expect((await lanesOf(w.admin))['Novo']).toEqual(['Duda', 'Caio', 'Bia', 'Ana']);
    expect(position.length).toBeLessThan(400);
  });

  test('by five people at once loses and doubles no card, and all screens agree', async () => {
    const { w, lanes, cards } = await board(['Ana', 'Bia', 'Caio', 'Duda', 'Edu', 'Fabi', 'Gil', 'Hugo']);
    const people = [w.admin, w.supervisor, w.attendant, await w.member(), await w.member()];
    const sockets = await Promise.all(people.map((client) => client.socket()));
    for (const socket of sockets) await socket.join('Notification');
    const targets = [null, ...lanes.map(({ id }) => id)];
    const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
    // meanwhile a supervisor orders the lanes, and another tag of the cards becomes a lane and is none again
    for (const { id } of cards) bodyOf(await w.admin.post('/tags/sync', { ticketId: id, tags: [w.tag.id] }));
    const others = Array.from({ length: 24 }, (_, count) => [
      () => w.supervisor.put('/tags/kanban', { tagIds: lanes.map(({ id }) => id).toSorted(() => Math.random() - 0.5) }),
      () => w.admin.put(`/tags/${w.tag.id}`, { kanban: (count + 1) % 2 }),
    ]);
    const changes = [0, 1].map(async (actor) => {
      const statuses: number[] = [];
      for (const calls of others) statuses.push((await calls[actor]?.())?.status ?? 0);
      return statuses;
    });
    const answers = await Promise.all([
      ...changes,
      ...people.map(async (client) => {
        const statuses: number[] = [];
        for (let count = 0; count < 25; count += 1) {
          const [card, neighbour] = [pick(cards), pick(cards)];
          const place = Math.random() < 0.5 ? { afterId: neighbour.id } : { beforeId: neighbour.id };
          const answer =
            Math.random() < 0.8
              ? await move(client, card, { tagId: pick(targets), ...place })
              : await client.put(`/ticket-tags/${card.id}/${pick(lanes).id}`);
          statuses.push(answer.status);
        }
        return statuses;
      }),
    ]);
    expect(answers.flat().filter((status) => status !== 200)).toEqual([]);
    await app.settled();
    const { tickets, lanes: shown } = await boardOf(w.admin);
    expect(tickets.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(cards.map(({ id }) => id));
    expect(shown.reduce((sum, { count }) => sum + count, 0)).toBe(cards.length);
    const laneIds = new Set<number>(lanes.map(({ id }) => id));
    for (const { tags } of tickets) expect(tags.filter(({ id }) => laneIds.has(id)).length).toBeLessThanOrEqual(1);
    expect(new Set(tickets.map(({ kanbanPosition }) => kanbanPosition)).size).toBe(cards.length);
    for (const [index, socket] of sockets.entries()) {
      await socket.flush();
      const last = new Map<number, TicketRow>();
      for (const { ticket } of socket.all<{ ticket: TicketRow }>('ticket')) last.set(ticket.id, ticket);
      for (const { id, tags, kanbanPosition } of tickets)
        if (last.has(id)) expect([index, last.get(id)]).toMatchObject([index, { tags, kanbanPosition }]);
    }
    expect(await misplaced()).toEqual([]);
  });
});

describe('the two calls of existing clients', () => {
  test('one after the other move a card; each works alone and may be repeated', async () => {
    const { w, lanes, cards } = await board(['Ana', 'Bia']);
    const [novo, proposta] = lanes;
    const [ana, bia] = cards as [TicketRow, TicketRow];
    bodyOf(await w.attendant.post('/tags/sync', { ticketId: ana.id, tags: [w.tag.id, novo.id] }));
    expect((await lanesOf(w.admin))['Novo']).toEqual(['Ana']);
    expect(bodyOf(await w.attendant.delete(`/ticket-tags/${ana.id}`))).toEqual({ message: expect.any(String) });
    expect((await lanesOf(w.admin))['Em aberto']).toContain('Ana');
    expect(bodyOf(await w.attendant.put(`/ticket-tags/${ana.id}/${proposta.id}`))).toEqual({
      ticketId: ana.id,
      tagId: proposta.id,
    });
    const after = bodyOf(await w.admin.get<TicketRow>(`/tickets/${ana.id}`));
    expect(after.tags.map(({ id }) => id).toSorted()).toEqual([w.tag.id, proposta.id].toSorted());
    // repeated: nothing changes, and nobody is told
    await app.settled();
    const socket = await w.supervisor.socket();
    await socket.join('Notification');
    bodyOf(await w.attendant.put(`/ticket-tags/${ana.id}/${proposta.id}`));
    bodyOf(await w.attendant.delete(`/ticket-tags/${bia.id}`));
    await app.settled();
    await socket.flush();
    expect(socket.all('ticket')).toEqual([]);
    expect(bodyOf(await w.admin.get(`/tickets/${ana.id}`))).toEqual(after);
    // alone it replaces the lane, or adds a tag that is none
    bodyOf(await w.attendant.put(`/ticket-tags/${ana.id}/${novo.id}`));
    expect(await lanesOf(w.admin)).toMatchObject({ Novo: ['Ana'], Proposta: [] });
    // back to Em aberto, as existing clients name it
    for (const none of ['0', 'lane0']) {
      bodyOf(await w.attendant.put(`/ticket-tags/${ana.id}/${novo.id}`));
      bodyOf(await w.attendant.delete(`/ticket-tags/${ana.id}`));
      expect(bodyOf(await w.attendant.put(`/ticket-tags/${ana.id}/${none}`))).toEqual({ ticketId: ana.id, tagId: 0 });
      bodyOf(await w.attendant.put(`/ticket-tags/${ana.id}/${novo.id}`));
      bodyOf(await w.attendant.put(`/ticket-tags/${ana.id}/${none}`));
      expect(await lanesOf(w.admin)).toMatchObject({ Novo: [], Proposta: [] });
    }
    for (const wrong of ['00', 'lane1', '-1'])
      expect((await w.attendant.put(`/ticket-tags/${ana.id}/${wrong}`)).status).toBe(400);
    bodyOf(await w.attendant.put(`/ticket-tags/${bia.id}/${w.tag.id}`));
    expect(bodyOf(await w.admin.get<TicketRow>(`/tickets/${bia.id}`)).tags.map(({ id }) => id)).toEqual([w.tag.id]);
  });
});

describe('lanes', () => {
  const order = (client: Client, tagIds: readonly number[]) =>
    client.put<{ lista: KanbanTag[] }>('/tags/kanban', { tagIds });

  test('have an order of their own, which supervisors set', async () => {
    const { w, lanes } = await board([]);
    const [novo, proposta, fechado] = lanes;
    const names = async () =>
      bodyOf(await w.attendant.get<{ lista: KanbanTag[] }>('/tags/kanban')).lista.map(({ name }) => name);
    expect(await names()).toEqual(['Novo', 'Proposta', 'Fechado']);
    expect((await order(w.attendant, [fechado.id])).status).toBe(403);
    const socket = await w.attendant.socket();
    const { lista } = bodyOf(await order(w.supervisor, [fechado.id, novo.id, w.tag.id, 999_999]));
    expect(lista.map(({ name }) => name)).toEqual(['Fechado', 'Novo', 'Proposta']);
    expect(lista[0]).toEqual({ id: fechado.id, name: 'Fechado', color: '#2563eb', kanban: 1 });
    expect((await boardOf(w.attendant)).lanes.map(({ tagId }) => tagId)).toEqual([
      null,
      fechado.id,
      novo.id,
      proposta.id,
    ]);
    await socket.next('tag');
    await lane(w, 'Perdido');
    expect(await names()).toEqual(['Fechado', 'Novo', 'Proposta', 'Perdido']);
  });

  test('of several lanes of a conversation the first decides, whatever becomes of them', async () => {
    const { w, lanes, cards } = await board(['Ana']);
    const [novo, proposta, fechado] = lanes;
    const [ana] = cards as [TicketRow];
    const where = async () => Object.entries(await lanesOf(w.admin)).find(([, names]) => names.includes('Ana'))?.[0];
    bodyOf(await w.admin.post('/tags/sync', { ticketId: ana.id, tags: [novo.id, proposta.id, w.tag.id] }));
    expect(await where()).toBe('Novo');
    bodyOf(await order(w.supervisor, [proposta.id, novo.id]));
    expect(await where()).toBe('Proposta');
    bodyOf(await w.supervisor.put(`/tags/${proposta.id}`, { kanban: 0 }));
    expect(await where()).toBe('Novo');
    bodyOf(await w.supervisor.delete(`/tags/${novo.id}`));
    expect(await where()).toBe('Em aberto');
    // a tag that becomes a lane takes its conversations along, also those that are closed meanwhile
    bodyOf(await w.admin.put(`/tickets/${ana.id}`, { status: 'closed' }));
    bodyOf(await w.supervisor.put(`/tags/${w.tag.id}`, { kanban: 1 }));
    bodyOf(await w.admin.put(`/tickets/${ana.id}`, { status: 'open' }));
    expect(await where()).toBe(w.tag.name);
    expect((await boardOf(w.admin)).lanes.map(({ tagId }) => tagId)).toEqual([null, w.tag.id, fechado.id]);
    expect(await misplaced()).toEqual([]);
  });
});

describe('a lane that is taken away meanwhile', () => {
  /** Takes the flag of the tag away in a transaction that lasts until the request has come to wait for it. */
  async function withoutLane(tag: Named, w: World, request: () => Promise<{ status: number }>): Promise<void> {
    const other = new pg.Client({ connectionString: app.database.url });
    await other.connect();
    try {
      await other.query('begin');
      await other.query(`select pg_advisory_xact_lock(hashtextextended('kanban:' || $1::text, 0))`, [w.companyId]);
      await other.query('update tags set kanban = 0 where id = $1', [tag.id]);
      await other.query(`update tickets set kanban_lane_id = 0 where kanban_lane_id = $1 and status <> 'closed'`, [
        tag.id,
      ]);
      const answer = request();
      await Promise.race([answer, waiting()]);
      await other.query('commit');
      expect((await answer).status).toBe(200);
    } finally {
      await other.end();
    }
  }
  async function waiting(): Promise<void> {
    for (const end = Date.now() + 5000; Date.now() < end; await new Promise((done) => setTimeout(done, 20)))
      if ((await app.database.query('select 1 from pg_locks where not granted')).length > 0) return;
  }

  test('is not that of a conversation that is reopened', async () => {
    const { w, lanes, cards } = await board(['Ana']);
    const [ana] = cards as [TicketRow];
    bodyOf(await move(w.admin, ana, { tagId: lanes[0].id }));
    bodyOf(await w.admin.put(`/tickets/${ana.id}`, { status: 'closed' }));
    await app.settled();
    await withoutLane(lanes[0], w, () => w.admin.put(`/tickets/${ana.id}`, { status: 'open' }));
    expect(await misplaced()).toEqual([]);
    expect((await lanesOf(w.admin))['Em aberto']).toEqual(['Ana']);
  });

  test('is not that of a conversation that is merged', async () => {
    const { w, lanes, cards } = await board(['Ana', 'Bia']);
    const [ana, bia] = cards as [TicketRow, TicketRow];
    bodyOf(await move(w.admin, bia, { tagId: lanes[0].id }));
    await app.settled();
    await withoutLane(lanes[0], w, () =>
      w.admin.post(`/contacts/${ana.contactId}/merge`, { contactId: bia.contactId }),
    );
    expect(await misplaced()).toEqual([]);
  });
});

test('a plan without the board refuses its calls', async () => {
  const w = await world(app, { plan: { useKanban: false } });
  const { id } = await w.customer().says('oi');
  for (const answer of await Promise.all([
    w.admin.get('/ticket/kanban'),
    w.admin.put(`/ticket/kanban/${id}`, { tagId: null }),
    w.admin.delete(`/ticket-tags/${id}`),
    w.admin.put(`/ticket-tags/${id}/${w.tag.id}`),
    w.admin.put('/tags/kanban', { tagIds: [w.tag.id] }),
  ]))
    expect(answer.status).toBe(403);
  const { pages } = bodyOf(await w.admin.get<{ pages: { name: string; locked: boolean }[] }>('/resources'));
  expect(pages.find(({ name }) => name === 'kanban')).toMatchObject({ locked: true });
});
