import { sql } from 'kysely';
import type {
  NoteMentionRow,
  TicketNoteRow,
} from '../../../src/modules/conversations/tickets/notes/ticket-notes.queries.js';
import { sharedApp } from '../../support/app.js';
import { type Answer, bodyOf, type Client } from '../../support/client.js';
import { type TicketRow, world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);

/** A conversation of the attendant. */
const open = async (name?: string): Promise<TicketRow> => {
  const { id } = await w.customer(name).says('oi');
  return bodyOf(await w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
};
const write = (
  client: Client,
  { id, contactId }: TicketRow,
  mentions: unknown,
  note = 'veja isto',
): Promise<Answer<TicketNoteRow>> =>
  client.post<TicketNoteRow>('/ticket-notes', { note, ticketId: id, contactId, mentions });
const unseen = async (client: Client): Promise<NoteMentionRow[]> =>
  bodyOf(await client.get<NoteMentionRow[]>('/ticket-notes/mentions'));
const noteIds = async (client: Client): Promise<number[]> => (await unseen(client)).map(({ noteId }) => noteId);
const see = (client: Client, ids: unknown): Promise<Answer<unknown>> =>
  client.post<unknown>('/ticket-notes/mentions/seen', { ids });
const listed = async (client: Client, { id, contactId }: TicketRow): Promise<TicketNoteRow[]> =>
  bodyOf(await client.get<TicketNoteRow[]>(`/ticket-notes/list?ticketId=${id}&contactId=${contactId}`));
const readers = async (client: Client, ticketId: number, text = ''): Promise<string[]> =>
  bodyOf(
    await client.get<{ name: string }[]>(
      `/ticket-notes/readers?ticketId=${ticketId}&searchParam=${encodeURIComponent(text)}`,
    ),
  ).map(({ name }) => name);

describe('mentioning a colleague', () => {
  test('notifies only them, live and after a reload, with conversation and author', async () => {
    const ticket = await open('Marina Costa');
    const [hers, others] = [await w.supervisor.socket(), await w.admin.socket()];
    const note = bodyOf(await write(w.attendant, ticket, [w.supervisor.id], 'veja @Supervisora'), 201);
    expect(note.mentions).toEqual([{ id: w.supervisor.id, name: w.supervisor.me.name }]);
    const { mention } = await hers.next<{ action: string; mention: NoteMentionRow }>('mention');
    expect(mention).toEqual({
      id: expect.any(Number),
      noteId: note.id,
      note: 'veja @Supervisora',
      user: { id: w.attendant.id, name: w.attendant.me.name },
      ticket: { id: ticket.id, uuid: ticket.uuid },
      contact: { id: ticket.contactId, name: 'Marina Costa', number: ticket.contact.number },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(await unseen(w.supervisor)).toContainEqual(mention);
    await others.flush();
    expect(others.all('mention')).toEqual([]);
    expect(await noteIds(w.admin)).not.toContain(note.id);
    expect((await listed(w.admin, ticket)).map(({ mentions }) => mentions)).toEqual([note.mentions]);
  });

  test('a mention marked as seen disappears in every tab; those of others cannot be marked', async () => {
    const ticket = await open();
    const socket = await w.supervisor.socket();
    const note = bodyOf(await write(w.attendant, ticket, [w.supervisor.id, w.admin.id]), 201);
    const ids = (await unseen(w.supervisor)).filter(({ noteId }) => noteId === note.id).map(({ id }) => id);
    expect((await see(w.admin, ids)).status).toBe(204);
    expect(await noteIds(w.supervisor)).toContain(note.id);
    expect((await see(w.supervisor, ids)).status).toBe(204);
    await socket.next('mention', ({ action }) => action === 'update');
    expect(await noteIds(w.supervisor)).not.toContain(note.id);
    expect(await noteIds(w.admin)).toContain(note.id);
    // the name stays in the note
    expect((await listed(w.admin, ticket))[0]?.mentions).toHaveLength(2);
    expect(await see(w.supervisor, 'tudo')).toMatchObject({ status: 400 });
  });

  test('is refused for users who do not see the conversation, and no note is stored', async () => {
    const ticket = await open();
    const elsewhere = await w.member({ queueIds: [w.support.id] });
    const colleague = await w.member();
    const stranger = await world(app);
    for (const id of [elsewhere.id, colleague.id, w.attendant.id, stranger.admin.id, 999_999]) {
      expect(await write(w.attendant, ticket, [w.supervisor.id, id])).toMatchObject({
        status: 400,
        body: {
          code: 'ERR_VALIDATION',
          fields: { mentions: 'Só colegas que veem esta conversa podem ser mencionados' },
        },
      });
    }
    for (const mentions of [
      'todos',
      [1.5],
      [w.supervisor.id, w.supervisor.id],
      Array.from({ length: 21 }, (_, i) => i + 1),
    ])
      expect((await write(w.attendant, ticket, mentions)).status).toBe(400);
    expect(await listed(w.attendant, ticket)).toEqual([]);
  });

  test('twice with the same key is one note and one mention', async () => {
    const ticket = await open();
    const body = { note: 'uma vez', ticketId: ticket.id, contactId: ticket.contactId, mentions: [w.admin.id] };
    const key = { 'idempotency-key': `nota-${ticket.id}` };
    const [first, again] = [
      bodyOf(await w.attendant.post<TicketNoteRow>('/ticket-notes', body, key), 201),
      bodyOf(await w.attendant.post<TicketNoteRow>('/ticket-notes', body, key), 201),
    ];
    expect(again).toEqual(first);
    expect((await noteIds(w.admin)).filter((id) => id === first.id)).toHaveLength(1);
  });
});

describe('a mention', () => {
  test('is not listed while its conversation is not visible', async () => {
    const holder = await w.member();
    const ticket = await w.customer().says('oi');
    const note = bodyOf(await write(w.supervisor, ticket, [holder.id]), 201);
    expect(await noteIds(holder)).toEqual([note.id]);
    bodyOf(await w.supervisor.put(`/tickets/${ticket.id}`, { status: 'open' }));
    expect(await noteIds(holder)).toEqual([]);
    bodyOf(await w.supervisor.put(`/tickets/${ticket.id}`, { status: 'pending', queueId: w.sales.id, userId: null }));
    expect(await noteIds(holder)).toEqual([note.id]);
  });

  test.each<[string, (ticket: TicketRow, note: TicketNoteRow) => Promise<Answer<unknown>>]>([
    ['note', (_ticket, { id }) => w.attendant.delete<unknown>(`/ticket-notes/${id}`)],
    ['conversation', ({ id }) => w.admin.delete<unknown>(`/tickets/${id}`)],
    ['contact', ({ contact }) => w.admin.post<unknown>(`/contacts/${contact.id}/erase`, { number: contact.number })],
  ])('goes with its %s, and the bell is told', async (_what, remove) => {
    const ticket = await open();
    const socket = await w.supervisor.socket();
    const note = bodyOf(await write(w.attendant, ticket, [w.supervisor.id]), 201);
    await socket.next('mention', ({ action }) => action === 'create');
    bodyOf(await remove(ticket, note));
    await socket.next('mention', ({ action }) => action === 'update');
    expect(await noteIds(w.supervisor)).not.toContain(note.id);
    expect(await app.database.query('select 1 from note_mentions where note_id = $1', [note.id])).toEqual([]);
  });

  test('is removed with its user; the name stays in the note as text', async () => {
    const ticket = await open();
    const leaving = await w.member({ profile: 'supervisor' });
    const note = bodyOf(await write(w.attendant, ticket, [leaving.id]), 201);
    bodyOf(await w.admin.delete(`/users/${leaving.id}`));
    expect(await listed(w.attendant, ticket)).toMatchObject([{ id: note.id, mentions: [] }]);
  });

  test('moves with its conversation when contacts are merged', async () => {
    const ticket = await open();
    const note = bodyOf(await write(w.attendant, ticket, [w.supervisor.id]), 201);
    bodyOf(await w.admin.post(`/contacts/${w.contact.id}/merge`, { contactId: ticket.contactId }));
    const mention = (await unseen(w.supervisor)).find(({ noteId }) => noteId === note.id);
    expect(mention?.contact.id).toBe(w.contact.id);
  });
});

describe('users that a note may mention', () => {
  test('are suggested by words of their name without accents, except oneself', async () => {
    const { id } = await open();
    const [joao, beatriz] = [
      await w.member({ profile: 'supervisor', name: 'João da Conceição' }),
      await w.member({ profile: 'admin', name: 'Beatriz Lima' }),
    ];
    await w.member({ name: 'João Sem Vista' });
    await w.member({ profile: 'supervisor', queueIds: [w.support.id], name: 'João do Suporte' });
    expect(await readers(w.attendant, id, 'joao')).toEqual(['João da Conceição']);
    expect(await readers(w.attendant, id, 'CONCEI')).toEqual(['João da Conceição']);
    expect(await readers(w.attendant, id, 'lim')).toEqual(['Beatriz Lima']);
    expect(await readers(w.attendant, id, 'oao')).toEqual([]);
    expect(await readers(w.attendant, id, '%')).toEqual([]);
    expect(await readers(beatriz, id)).not.toContain(beatriz.me.name);
    expect(await readers(joao, id)).toContain(w.attendant.me.name);
  });

  test('are at most eight, and only those who see the conversation', async () => {
    const { id } = await open();
    await app.as(w.companyId, (db) =>
      db.run(
        sql`insert into users (company_id, name, email, profile) select ${w.companyId}, 'Zeca ' || n,
         'zeca' || n || ${`-${w.companyId}@empresa.test`}, 'admin' from generate_series(1, 12) n`,
      ),
    );
    expect(await readers(w.attendant, id, 'zeca')).toHaveLength(8);
    const elsewhere = await w.member({ queueIds: [w.support.id] });
    expect(await elsewhere.get(`/ticket-notes/readers?ticketId=${id}`)).toMatchObject({ status: 403 });
    expect(await w.attendant.get('/ticket-notes/readers?ticketId=999999')).toMatchObject({ status: 404 });
    expect(await w.attendant.get('/ticket-notes/readers')).toMatchObject({ status: 400 });
  });
});
