import { sharedApp } from '../../support/app.js';
import { type Answer, bodyOf, type Client } from '../../support/client.js';
import { statementsOf } from '../../support/statements.js';
import { type Named, type TicketRow, world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);
let tags: Named[];

beforeAll(async () => {
  tags = await Promise.all(
    ['Alfa', 'Beta', 'Gama', 'Delta'].map(async (name) =>
      bodyOf(await w.attendant.post<Named>('/tags', { name, color: '#2563eb' }), 201),
    ),
  );
});

const tag = (index: number) => (): number => tags[index]?.id ?? 0;
const [alfa, beta, gama, delta] = [tag(0), tag(1), tag(2), tag(3)] as const;
const sync = (client: Client, ticketId: number, wanted: unknown): Promise<Answer<TicketRow>> =>
  client.post<TicketRow>('/tags/sync', { ticketId, tags: wanted });
const namesOf = (ticket: TicketRow): string[] => ticket.tags.map(({ name }) => name);
const kept = async ({ id }: TicketRow): Promise<string[]> =>
  namesOf(bodyOf(await w.admin.get<TicketRow>(`/tickets/${id}`)));
const open = async (): Promise<TicketRow> => {
  const { id } = await w.customer().says('oi');
  return bodyOf(await w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
};

describe('setting the tags of a conversation', () => {
  test('adds, removes and clears; returns the conversation, whose position in the list stays', async () => {
    const ticket = await open();
    const both = bodyOf(await sync(w.attendant, ticket.id, [beta(), alfa()]));
    expect(both).toEqual({
      ...ticket,
      tags: [
        { id: alfa(), name: 'Alfa', color: '#2563eb' },
        { id: beta(), name: 'Beta', color: '#2563eb' },
      ],
    });
    expect(namesOf(bodyOf(await sync(w.attendant, ticket.id, [beta(), gama()])))).toEqual(['Beta', 'Gama']);
    expect(namesOf(bodyOf(await sync(w.attendant, ticket.id, [])))).toEqual([]);
    expect(await kept(ticket)).toEqual([]);
  });

  test('accepts whole tags as in the specification, and duplicates', async () => {
    const ticket = await open();
    const whole = [{ id: alfa(), name: 'Alfa', color: '#000000' }, { id: beta() }, alfa()];
    expect(namesOf(bodyOf(await sync(w.attendant, ticket.id, whole)))).toEqual(['Alfa', 'Beta']);
  });

  test('is sent to all who see the conversation; repeating it sends no event', async () => {
    const ticket = await open();
    const colleague = await w.member();
    const [near, far] = [await w.supervisor.socket(), await colleague.socket()];
    for (const socket of [near, far]) await socket.join('Tickets', 'open');
    bodyOf(await sync(w.attendant, ticket.id, [alfa()]));
    const { ticket: shown } = await near.next<{ ticket: TicketRow }>('ticket');
    expect([shown.id, namesOf(shown)]).toEqual([ticket.id, ['Alfa']]);
    bodyOf(await sync(w.attendant, ticket.id, [alfa()]));
    await app.settled();
    await near.flush();
    await far.flush();
    expect(near.all('ticket')).toHaveLength(1);
    expect(far.all('ticket')).toEqual([]);
  });

  test('filters the list of conversations', async () => {
    const ticket = await open();
    bodyOf(await sync(w.attendant, ticket.id, [delta()]));
    const { tickets } = bodyOf(await w.attendant.get<{ tickets: TicketRow[] }>(`/tickets?tags=[${delta()}]`));
    expect(tickets.map(({ id }) => id)).toEqual([ticket.id]);
  });

  test('a deleted tag is removed from its conversations', async () => {
    const ticket = await open();
    const passing = bodyOf(await w.attendant.post<Named>('/tags', { name: 'Passageira', color: '#2563eb' }), 201);
    bodyOf(await sync(w.attendant, ticket.id, [alfa(), passing.id]));
    bodyOf(await w.attendant.delete(`/tags/${passing.id}`));
    expect(await kept(ticket)).toEqual(['Alfa']);
    expect((await sync(w.attendant, ticket.id, [passing.id])).status).toBe(404);
  });
});

describe('refusals', () => {
  test('a conversation that is not visible or does not exist', async () => {
    const ticket = await open();
    const colleague = await w.member();
    const elsewhere = await w.member({ queueIds: [w.support.id] });
    for (const client of [colleague, elsewhere])
      expect(await sync(client, ticket.id, [alfa()])).toMatchObject({
        status: 403,
        body: { message: 'Acesso não permitido' },
      });
    expect(await sync(w.attendant, 999_999, [alfa()])).toMatchObject({
      status: 404,
      body: { code: 'ERR_NO_TICKET_FOUND' },
    });
    expect(await kept(ticket)).toEqual([]);
  });

  test('a tag of another company is unknown, and nothing changes', async () => {
    const other = await world(app);
    const ticket = await open();
    bodyOf(await sync(w.attendant, ticket.id, [alfa()]));
    for (const id of [other.tag.id, 999_999])
      expect(await sync(w.attendant, ticket.id, [beta(), id])).toMatchObject({
        status: 404,
        body: { code: 'ERR_NO_TAG_FOUND' },
      });
    expect((await sync(other.admin, ticket.id, [other.tag.id])).status).toBe(404);
    expect(await kept(ticket)).toEqual(['Alfa']);
  });

  test.each([
    ['no list', 'x'],
    ['nothing', undefined],
    ['null', null],
    ['no ids', ['x']],
    ['fractions', [1.5]],
    ['zero', [0]],
    ['lists', [[1]]],
    ['objects without an id', [{ name: 'Alfa' }]],
    ['more than anybody needs', Array.from({ length: 101 }, (_, index) => index + 1)],
  ])('%s', async (_name, wanted) => {
    const ticket = await open();
    bodyOf(await sync(w.attendant, ticket.id, [alfa()]));
    expect(await sync(w.attendant, ticket.id, wanted)).toMatchObject({
      status: 400,
      body: { code: 'ERR_VALIDATION', fields: { tags: 'Valor inválido' } },
    });
    expect(await kept(ticket)).toEqual(['Alfa']);
  });
});

describe('concurrently', () => {
  test('thirty requests: none fails, and the result is that of one of them', async () => {
    const ticket = await open();
    const wishes = [[alfa(), beta()], [gama()], [beta(), gama(), delta()], []];
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => {
        const client = [w.attendant, w.supervisor, w.admin][index % 3] ?? w.admin;
        return sync(client, ticket.id, wishes[index % wishes.length]);
      }),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const wanted = [['Alfa', 'Beta'], ['Gama'], ['Beta', 'Delta', 'Gama'], []];
    expect(wanted).toContainEqual(await kept(ticket));
  });

  test('with the deletion of a tag: it is set and removed, or refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ticket = await open();
      const passing = bodyOf(
        await w.attendant.post<Named>('/tags', { name: `Passageira ${round}`, color: '#2563eb' }),
        201,
      );
      const [removed, ...set] = await Promise.all([
        w.admin.delete(`/tags/${passing.id}`),
        ...Array.from({ length: 4 }, () => sync(w.attendant, ticket.id, [alfa(), passing.id])),
      ]);
      expect(removed?.status).toBe(200);
      expect(set.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
      expect(await kept(ticket)).not.toContain(`Passageira ${round}`);
    }
  });

  test('a hundred tags take as many statements as one', async () => {
    const made = await Promise.all(
      Array.from({ length: 60 }, async (_, index) =>
        bodyOf(await w.admin.post<Named>('/tags', { name: `Muitas ${index}`, color: '#2563eb' }), 201),
      ),
    );
    const ticket = await open();
    await app.settled();
    const cost = async (wanted: number[]): Promise<number> => {
      const { app: said } = await statementsOf(app, async () => bodyOf(await sync(w.attendant, ticket.id, wanted)));
      await app.settled();
      return said.findIndex((statement) => /^commit/.test(statement)) + 1;
    };
    const one = await cost([alfa()]);
    expect(one).toBeGreaterThan(0);
    expect(await cost(made.map(({ id }) => id))).toBe(one);
  });
});
