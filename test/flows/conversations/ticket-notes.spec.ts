import { sql } from 'kysely';
import type { TicketNoteRow } from '../../../src/modules/conversations/tickets/notes/ticket-notes.queries.js';
import { sharedApp } from '../../support/app.js';
import { type Answer, bodyOf, type Client } from '../../support/client.js';
import { type Customer, type TicketRow, world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);

type Place = Pick<TicketRow, 'id' | 'contactId'>;

const write = (client: Client, { id, contactId }: Place, note: string): Promise<Answer<TicketNoteRow>> =>
  client.post<TicketNoteRow>('/ticket-notes', { note, ticketId: id, contactId });
const noted = async (client: Client, ticket: Place, note: string): Promise<TicketNoteRow> =>
  bodyOf(await write(client, ticket, note), 201);
const read = (client: Client, { id, contactId }: Place): Promise<Answer<TicketNoteRow[]>> =>
  client.get<TicketNoteRow[]>(`/ticket-notes/list?ticketId=${id}&contactId=${contactId}`);
const texts = async (client: Client, ticket: Place): Promise<string[]> =>
  bodyOf(await read(client, ticket)).map(({ note }) => note);
const accepted = async (client: Client, { id }: Pick<TicketRow, 'id'>): Promise<TicketRow> =>
  bodyOf(await client.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
const closed = async (client: Client, { id }: Pick<TicketRow, 'id'>): Promise<TicketRow> =>
  bodyOf(await client.put<TicketRow>(`/tickets/${id}`, { status: 'closed' }));

/** A conversation of the attendant. */
const open = async (): Promise<TicketRow> => accepted(w.attendant, await w.customer().says('oi'));

/** The customer writes again when the last conversation is not reopened any more. */
const anew = async (customer: Customer): Promise<TicketRow> => {
  bodyOf(await w.admin.put('/settings/reopenWindow', { value: '0' }));
  const ticket = await customer.says('de novo');
  bodyOf(await w.admin.put('/settings/reopenWindow', { value: '120' }));
  return ticket;
};

describe('writing', () => {
  test('returns the whole note; the list has the newest first', async () => {
    const ticket = await open();
    const first = await noted(w.attendant, ticket, '  Prefere contato à tarde.\n');
    const second = await noted(w.supervisor, ticket, 'Cliente antiga');
    expect(first).toEqual({
      id: expect.any(Number),
      note: 'Prefere contato à tarde.',
      user: { id: w.attendant.id, name: w.attendant.me.name },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      ticketId: ticket.id,
      contactId: ticket.contactId,
      whatsappId: ticket.whatsappId,
      mentions: [],
    });
    expect(bodyOf(await read(w.attendant, ticket))).toEqual([second, first]);
  });

  test.each([
    ['nothing', '', 'Requerido'],
    ['nothing at all', undefined, 'Requerido'],
    ['blanks', '  \n ', 'Requerido'],
    ['one character', 'a', 'Muito curto!'],
    ['one character between blanks', '  a  ', 'Muito curto!'],
    ['too much', 'x'.repeat(4_097), 'Muito longo!'],
    ['no text', { a: 1 }, 'Requerido'],
  ])('%s is refused', async (_name, note, sentence) => {
    const ticket = await open();
    const answer = await w.attendant.post('/ticket-notes', { note, ticketId: ticket.id, contactId: ticket.contactId });
    expect(answer).toMatchObject({ status: 400, body: { code: 'ERR_VALIDATION', fields: { note: sentence } } });
    expect(await texts(w.attendant, ticket)).toEqual([]);
  });

  test('is refused with another or unknown contact', async () => {
    const ticket = await open();
    for (const contactId of [w.contact.id, 999_999]) {
      expect(await write(w.attendant, { id: ticket.id, contactId }, 'sobre quem?')).toMatchObject({
        status: 400,
        body: { fields: { contactId: 'A conversa não é deste contato' } },
      });
      expect((await read(w.attendant, { id: ticket.id, contactId })).status).toBe(400);
    }
    expect(await texts(w.attendant, ticket)).toEqual([]);
  });

  test('the list requires both ids', async () => {
    const ticket = await open();
    expect(await w.attendant.get('/ticket-notes/list')).toMatchObject({
      status: 400,
      body: { fields: { ticketId: 'Valor inválido' } },
    });
    expect(await w.attendant.get(`/ticket-notes/list?ticketId=${ticket.id}`)).toMatchObject({
      status: 400,
      body: { fields: { contactId: 'Valor inválido' } },
    });
  });

  test('the list has the last 200, then those before them', async () => {
    const ticket = await open();
    await app.as(w.companyId, (db) =>
      db.run(
        sql`insert into ticket_notes (company_id, ticket_id, note) select ${w.companyId}, ${ticket.id}, 'nota ' || n
         from generate_series(1, 205) n`,
      ),
    );
    const listed = await texts(w.attendant, ticket);
    expect(listed).toHaveLength(200);
    expect(listed.slice(0, 2)).toEqual(['nota 205', 'nota 204']);
    const last = bodyOf(await read(w.attendant, ticket)).at(-1);
    const path = `/ticket-notes/list?ticketId=${ticket.id}&contactId=${ticket.contactId}&before=`;
    const older = bodyOf(await w.attendant.get<TicketNoteRow[]>(`${path}${last?.id}`));
    expect(older.map(({ note }) => note)).toEqual(['nota 5', 'nota 4', 'nota 3', 'nota 2', 'nota 1']);
    expect(await w.attendant.get(`${path}ontem`)).toMatchObject({
      status: 400,
      body: { fields: { before: 'Valor inválido' } },
    });
  });
});

describe('reading', () => {
  test('is refused like writing where the conversation is not visible', async () => {
    const ticket = await open();
    const elsewhere = await w.member({ queueIds: [w.support.id] });
    const colleague = await w.member();
    for (const client of [elsewhere, colleague]) {
      expect(await read(client, ticket)).toMatchObject({ status: 403, body: { message: 'Acesso não permitido' } });
      expect(await write(client, ticket, 'intruso')).toMatchObject({ status: 403 });
    }
    expect(await read(w.attendant, { id: 999_999, contactId: ticket.contactId })).toMatchObject({
      status: 404,
      body: { code: 'ERR_NO_TICKET_FOUND' },
    });
    expect(await texts(w.admin, ticket)).toEqual([]);
  });

  test('includes notes of the contact’s earlier conversations, of any attendant, not of later ones', async () => {
    const customer = w.customer();
    const support = await w.member({ queueIds: [w.support.id] });
    const first = await accepted(w.attendant, await customer.says('oi'));
    await noted(w.attendant, first, 'da primeira');
    await closed(w.attendant, first);
    const second = await anew(customer);
    expect(second.id).not.toBe(first.id);
    bodyOf(await w.admin.put(`/tickets/${second.id}`, { queueId: w.support.id }));
    await accepted(support, second);
    await noted(support, second, 'da segunda');
    expect((await read(support, first)).status).toBe(403);
    expect(bodyOf(await read(support, second)).map(({ note, ticketId }) => [note, ticketId])).toEqual([
      ['da segunda', second.id],
      ['da primeira', first.id],
    ]);
    expect(await texts(w.attendant, first)).toEqual(['da primeira']);
    expect(await texts(w.admin, first)).toEqual(['da segunda', 'da primeira']);
  });

  test('includes those of other connections only for visible conversations', async () => {
    const customer = w.customer();
    const here = await accepted(w.attendant, await customer.says('oi'));
    const { id: whatsappId } = bodyOf(
      await w.admin.post<{ id: number }>('/whatsapp', { name: 'Outra linha', channel: 'sandbox' }),
      201,
    );
    const there = bodyOf(
      await w.admin.post<TicketRow>('/tickets', { contactId: here.contactId, queueId: w.support.id, whatsappId }),
      201,
    );
    await noted(w.admin, there, 'na outra linha');
    await noted(w.attendant, here, 'nesta linha');
    expect(await texts(w.attendant, here)).toEqual(['nesta linha']);
    expect(await texts(w.supervisor, here)).toEqual(['nesta linha', 'na outra linha']);
  });

  test('finds neither conversation nor note of another company', async () => {
    const other = await world(app);
    const ticket = await open();
    const note = await noted(w.attendant, ticket, 'segredo');
    expect(await read(other.admin, ticket)).toMatchObject({ status: 404, body: { code: 'ERR_NO_TICKET_FOUND' } });
    expect(await write(other.admin, ticket, 'intrusa')).toMatchObject({ status: 404 });
    expect(await other.admin.delete(`/ticket-notes/${note.id}`)).toMatchObject({
      status: 404,
      body: { code: 'ERR_NO_TICKET_NOTE_FOUND' },
    });
    expect(await texts(w.attendant, ticket)).toEqual(['segredo']);
  });
});

describe('deleting', () => {
  test('is allowed to author and managers, with the message of the specification', async () => {
    const ticket = await open();
    const mine = await noted(w.attendant, ticket, 'minha');
    const theirs = await noted(w.supervisor, ticket, 'da supervisora');
    const third = await noted(w.attendant, ticket, 'outra minha');
    expect(await w.attendant.delete(`/ticket-notes/${theirs.id}`)).toMatchObject({
      status: 403,
      body: { code: 'ERR_NO_PERMISSION' },
    });
    expect((await w.supervisor.delete(`/ticket-notes/${mine.id}`)).status).toBe(403);
    expect(await texts(w.attendant, ticket)).toEqual(['outra minha', 'da supervisora', 'minha']);
    expect(bodyOf(await w.attendant.delete<object>(`/ticket-notes/${mine.id}`))).toEqual({
      message: 'Observação excluída com sucesso!',
    });
    bodyOf(await w.admin.delete(`/ticket-notes/${theirs.id}`));
    expect((await w.attendant.delete(`/ticket-notes/${mine.id}`)).status).toBe(404);
    expect(bodyOf(await read(w.attendant, ticket))).toEqual([third]);
  });

  test('twice at the same time succeeds once and is a 404 once', async () => {
    const ticket = await open();
    const { id } = await noted(w.attendant, ticket, 'uma vez');
    const answers = await Promise.all([w.attendant, w.admin].map((client) => client.delete(`/ticket-notes/${id}`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  test('a conversation deletes its notes; those of the contact’s others stay', async () => {
    const customer = w.customer();
    const first = await accepted(w.attendant, await customer.says('oi'));
    await noted(w.attendant, first, 'fica');
    await closed(w.attendant, first);
    const second = await accepted(w.attendant, await anew(customer));
    await noted(w.attendant, second, 'vai junto');
    bodyOf(await w.admin.delete(`/tickets/${second.id}`));
    expect(await texts(w.admin, first)).toEqual(['fica']);
    const left = await app.database.query('select 1 from ticket_notes where ticket_id = $1', [second.id]);
    expect(left).toEqual([]);
  });

  test('a conversation refuses new notes meanwhile', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ticket = await open();
      const answers = await Promise.all([
        w.admin.delete(`/tickets/${ticket.id}`),
        ...Array.from({ length: 4 }, () => write(w.admin, ticket, 'tarde demais')),
      ]);
      const [removed, ...notes] = answers.map(({ status }) => status);
      expect(removed).toBe(200);
      expect(notes.filter((status) => status !== 201 && status !== 404)).toEqual([]);
    }
  });

  test('the notes of a removed user keep their name', async () => {
    const leaving = await w.member({ name: 'Vai Embora' });
    const ticket = await accepted(leaving, await w.customer().says('oi'));
    const note = await noted(leaving, ticket, 'fica com o nome');
    bodyOf(await w.admin.delete(`/users/${leaving.id}`));
    expect(bodyOf(await read(w.admin, ticket))).toEqual([note]);
    expect((await w.supervisor.delete(`/ticket-notes/${note.id}`)).status).toBe(403);
  });
});

describe('live', () => {
  test('a note and its deletion are sent only to those who see the conversation', async () => {
    const ticket = await open();
    const elsewhere = await w.member({ queueIds: [w.support.id] });
    const colleague = await w.member();
    const [near, holder, far, aside] = await Promise.all(
      [w.supervisor, w.attendant, elsewhere, colleague].map((client) => client.socket()),
    );
    for (const socket of [near, holder, far, aside]) await socket?.join('Notification');
    const note = await noted(w.attendant, ticket, 'ao vivo');
    for (const socket of [near, holder])
      expect(await socket?.next('ticketNote')).toEqual({ action: 'create', ticketNote: note });
    bodyOf(await w.attendant.delete(`/ticket-notes/${note.id}`));
    const { id: ticketId, contactId } = ticket;
    for (const socket of [near, holder])
      expect(await socket?.next('ticketNote')).toEqual({
        action: 'delete',
        ticketNoteId: note.id,
        ticketId,
        contactId,
      });
    await app.settled();
    for (const socket of [far, aside]) {
      await socket?.flush();
      expect(socket?.all('ticketNote')).toEqual([]);
    }
  });

  test('notes of an earlier conversation are sent to readers of a later one, also their deletion with it', async () => {
    const customer = w.customer();
    const first = await closed(w.admin, await accepted(w.admin, await customer.says('oi')));
    const second = await accepted(w.attendant, await anew(customer));
    const reader = await w.attendant.socket();
    expect(await reader.join('ChatBox', first.uuid)).toBe('ERR_NO_PERMISSION');
    expect(await reader.join('ChatBox', second.uuid)).toBe('joined');
    const note = await noted(w.admin, first, 'de antes');
    expect(await reader.next('ticketNote')).toMatchObject({ action: 'create', ticketNote: { id: note.id } });
    expect(await texts(w.attendant, second)).toEqual(['de antes']);
    bodyOf(await w.admin.delete(`/tickets/${first.id}`));
    expect(await reader.next('ticketNote')).toEqual({
      action: 'delete',
      ticketNoteId: note.id,
      ticketId: first.id,
      contactId: first.contactId,
    });
    expect(await texts(w.attendant, second)).toEqual([]);
  });
});
