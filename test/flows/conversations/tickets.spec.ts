import { sql } from 'kysely';
import { Bus } from '../../../src/core/realtime/bus.js';
import { sharedApp } from '../../support/app.js';
import { bodyOf, type Client, type Refusal } from '../../support/client.js';
import { files } from '../../support/files.js';
import { type Customer, type MessageRow, type TicketRow, world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);

const accept = (client: Client, { id }: Pick<TicketRow, 'id'>) =>
  client.put<TicketRow>(`/tickets/${id}`, { status: 'open' });
const list = async (client: Client, query = ''): Promise<TicketRow[]> =>
  bodyOf(await client.get<{ tickets: TicketRow[] }>(`/tickets?${query}`)).tickets;
const idsOf = async (client: Client, query = ''): Promise<number[]> => (await list(client, query)).map(({ id }) => id);
const messagesOf = async (client: Client, id: number): Promise<MessageRow[]> =>
  bodyOf(await client.get<{ messages: MessageRow[] }>(`/messages/${id}?peek=true`)).messages;
const setting = async (key: string, value: string): Promise<void> =>
  void bodyOf(await w.admin.put(`/settings/${key}`, { value }));

describe('accept', () => {
  test('a waiting conversation becomes mine, whatever userId says, and leaves the screens of my colleagues', async () => {
    const colleague = await w.member();
    const screen = await colleague.socket();
    await screen.join('Tickets', 'pending');
    const ticket = await w.customer().says('oi');
    const taken = bodyOf(
      await w.attendant.put<TicketRow>(`/tickets/${ticket.id}`, { status: 'open', userId: colleague.id }),
    );
    expect(taken).toMatchObject({
      id: ticket.id,
      status: 'open',
      userId: w.attendant.id,
      user: { name: w.attendant.me.name },
    });
    expect(await screen.next('ticket', ({ ticketId }) => ticketId === ticket.id)).toEqual({
      action: 'delete',
      ticketId: ticket.id,
      act: { what: 'accepted', by: { id: w.attendant.id, name: w.attendant.me.name } },
    });
    expect(await idsOf(colleague)).not.toContain(ticket.id);
    expect(await colleague.get(`/tickets/${ticket.id}`)).toMatchObject({
      status: 403,
      body: { code: 'ERR_NO_PERMISSION', message: 'Acesso não permitido' },
    });
    expect(await idsOf(w.attendant, 'status=open')).toContain(ticket.id);
  });

  test('accepted by another: 409 with the name', async () => {
    const colleague = await w.member({ name: 'Bruno Alves' });
    const ticket = await w.customer().says('oi');
    bodyOf(await accept(colleague, ticket));
    expect(await accept(w.attendant, ticket)).toMatchObject({
      status: 409,
      body: {
        code: 'ERR_OTHER_OPEN_TICKET',
        message: 'Esta conversa já está com Bruno Alves.',
        ticket: { id: ticket.id, userId: colleague.id, user: { name: 'Bruno Alves' }, queue: { name: w.sales.name } },
      },
    });
  });

  test('twenty at once: exactly one gets it, and one greeting is sent', async () => {
    await setting('sendGreetingAccepted', 'enabled');
    const team = await Promise.all(Array.from({ length: 10 }, () => w.member()));
    const customer = w.customer('Carla Dias');
    const ticket = await customer.says('oi');
    const answers = await Promise.all([...team, ...team].map((client) => accept(client, ticket)));
    await setting('sendGreetingAccepted', 'disabled');
    const winners = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.userId));
    expect(winners.size).toBe(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(18);
    await w.settled();
    const sent = (await customer.sees()).filter(({ fromCustomer }) => !fromCustomer);
    expect(sent).toHaveLength(1);
  });

  test('the greeting names customer and attendant, is sent once, and not to groups', async () => {
    await setting('sendGreetingAccepted', 'enabled');
    const customer = w.customer('Daniela Prado');
    const ticket = await customer.says('oi');
    bodyOf(await accept(w.attendant, ticket));
    bodyOf(await accept(w.attendant, ticket));
    await setting('sendGreetingAccepted', 'disabled');
    await w.settled();
    const sent = (await customer.sees()).filter(({ fromCustomer }) => !fromCustomer);
    expect(sent.map(({ body }) => body)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^\u200e\\*(Bom dia|Boa tarde|Boa noite), Daniela!\\* Meu nome é \\*${w.attendant.me.name}\\* e agora vou prosseguir com seu atendimento\\.$`,
        ),
      ),
    ]);
  });

  test('a greeting made by the client is answered with ours, which is sent once', async () => {
    const body = `{{ms}} *{{name}}*, meu nome é *${w.attendant.me.name}* e agora vou prosseguir com seu atendimento!`;
    const says = (ticket: TicketRow, text: string, client = w.attendant) =>
      client.post<MessageRow>(`/messages/${ticket.id}`, { body: text });
    const fromUs = async (customer: Customer) => {
      await w.settled();
      return (await customer.sees()).filter(({ fromCustomer }) => !fromCustomer).map((message) => message.body);
    };
    await setting('sendGreetingAccepted', 'enabled');
    const customer = w.customer('Daniela Prado');
    const ticket = await customer.says('oi');
    bodyOf(await accept(w.attendant, ticket));
    const answer = bodyOf(await says(ticket, body), 201);
    expect(answer).toMatchObject({ fromMe: true, ticketId: ticket.id, body: expect.stringContaining('Daniela!') });
    expect(await fromUs(customer)).toEqual([answer.body]);
    // anything else is a message, also with variables
    bodyOf(await says(ticket, '{{ms}}, tudo bem?'), 201);
    expect(await fromUs(customer)).toEqual([
      answer.body,
      expect.stringMatching(/^(Bom dia|Boa tarde|Boa noite), tudo bem\?$/),
    ]);
    // so is a greeting long after the acceptance
    await app.database.query(
      "update messages set created_at = created_at - interval '11 seconds' where ticket_id = $1",
      [ticket.id],
    );
    await app.database.query(
      "update ticket_cycles set started_at = started_at - interval '11 seconds' where ticket_id = $1",
      [ticket.id],
    );
    expect(bodyOf(await says(ticket, body), 201).body).toMatch(/ \*Daniela Prado\*, meu nome é /);

    // an acceptance that can still be undone: the greeting is sent with the client's message, and not again later
    const other = w.customer('Elisa Melo');
    const held = await other.says('oi');
    bodyOf(await w.attendant.post('/tickets/bulk', { action: 'accept', ids: [held.id] }));
    const early = bodyOf(await says(held, body), 201);
    expect(early.body).toContain('Elisa!');
    await app.database.query(
      "update outbox_jobs set run_at = now() - interval '1 second' where name = 'finalize-action'",
    );
    expect(await fromUs(other)).toEqual([early.body]);

    await setting('sendGreetingAccepted', 'disabled');
    const third = w.customer('Fábia Nunes');
    const plain = await third.says('oi');
    bodyOf(await accept(w.attendant, plain));
    bodyOf(await says(plain, body), 201);
    expect(await fromUs(third)).toEqual([expect.stringContaining('*Fábia Nunes*, meu nome é')]);
  });

  test('not in my departments: Acesso não permitido', async () => {
    const elsewhere = await w.member({ queueIds: [w.support.id] });
    const ticket = await w.customer().says('oi');
    expect(await accept(elsewhere, ticket)).toMatchObject({ status: 403, body: { message: 'Acesso não permitido' } });
    expect((await elsewhere.get(`/tickets/u/${ticket.uuid}`)).status).toBe(403);
    expect(await idsOf(elsewhere)).not.toContain(ticket.id);
  });
});

describe('transfer', () => {
  test('to a department: pending there without an attendant, visible to its users, not to mine', async () => {
    const supporter = await w.member({ queueIds: [w.support.id] });
    const screen = await supporter.socket();
    await screen.join('Tickets', 'pending');
    const ticket = await w.customer().says('oi');
    bodyOf(await accept(w.attendant, ticket));
    const moved = bodyOf(await w.attendant.put<TicketRow>(`/tickets/${ticket.id}`, { queueId: w.support.id }));
    expect(moved).toMatchObject({ status: 'pending', userId: null, queueId: w.support.id });
    await screen.next(
      'ticket',
      ({ action, ticket: shown }) => action === 'update' && (shown as TicketRow).id === ticket.id,
    );
    expect(await idsOf(supporter, 'status=pending')).toContain(ticket.id);
    expect((await w.attendant.get(`/tickets/${ticket.id}`)).status).toBe(403);
  });

  test('to a person: open for them, if they belong to the department', async () => {
    const colleague = await w.member();
    const screen = await colleague.socket();
    await screen.join('Notification');
    const stranger = await w.member({ queueIds: [w.support.id] });
    const ticket = await w.customer().says('oi');
    bodyOf(await accept(w.attendant, ticket));
    expect(await w.attendant.put(`/tickets/${ticket.id}`, { userId: stranger.id })).toMatchObject({
      status: 400,
      body: { fields: { userId: 'O atendente não pertence a este departamento' } },
    });
    expect((await w.attendant.put(`/tickets/${ticket.id}`, { userId: 999_999 })).status).toBe(404);
    const moved = bodyOf(await w.attendant.put<TicketRow>(`/tickets/${ticket.id}`, { userId: colleague.id }));
    expect(moved).toMatchObject({ status: 'open', userId: colleague.id });
    await screen.next(
      'ticket',
      ({ ticket: shown }) => (shown as TicketRow)?.id === ticket.id && (shown as TicketRow).userId === colleague.id,
    );
  });

  test('the customer is notified when the setting is on', async () => {
    await setting('sendMsgTransfTicket', 'enabled');
    const customer = w.customer();
    const ticket = await customer.says('oi');
    bodyOf(await accept(w.attendant, ticket));
    bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { queueId: w.support.id }));
    await setting('sendMsgTransfTicket', 'disabled');
    await w.settled();
    expect((await customer.sees()).at(-1)?.body).toContain(`*${w.support.name}*`);
  });

  test('onto a connection where the contact has an open one: 409', async () => {
    const other = bodyOf(
      await w.admin.post<{ id: number }>('/whatsapp', {
        name: 'Segundo telefone',
        channel: 'sandbox',
        queueIds: [w.sales.id],
      }),
      201,
    );
    const customer = w.customer();
    const ticket = await customer.says('oi');
    bodyOf(
      await w.admin.post(`/sandbox/${other.id}/messages`, {
        from: customer.number,
        name: customer.name,
        body: 'por aqui também',
      }),
      202,
    );
    await w.settled();
    bodyOf(await accept(w.attendant, ticket));
    expect(await w.attendant.put(`/tickets/${ticket.id}`, { whatsappId: other.id })).toMatchObject({
      status: 409,
      body: { code: 'ERR_OTHER_OPEN_TICKET', ticket: { userId: null } },
    });
    bodyOf(await w.admin.delete<object>(`/whatsapp/${other.id}`));
    const [left] = (await list(w.admin, `showAll=true&searchParam=${customer.number}`)).filter(
      ({ whatsappId }) => whatsappId === other.id,
    );
    expect(left).toMatchObject({ status: 'closed' });
  });
});

describe('the connection of a new conversation', () => {
  test('is the user’s default while it exists, then the company’s', async () => {
    const own = bodyOf(await w.admin.post<{ id: number }>('/whatsapp', { name: 'Própria', channel: 'sandbox' }), 201);
    const person = await w.member();
    bodyOf(await w.admin.put(`/users/${person.id}`, { whatsappId: own.id }));
    const start = async (number: string) => {
      const contact = bodyOf(await w.admin.post<{ id: number }>('/contacts', { name: 'Começa', number }), 201);
      const ask = { contactId: contact.id, queueId: w.sales.id, status: 'open' };
      return bodyOf(await person.post<TicketRow>('/tickets', ask), 201).whatsappId;
    };
    expect(await start('5541977770001')).toBe(own.id);
    bodyOf(await w.admin.delete<object>(`/whatsapp/${own.id}`));
    expect(bodyOf(await person.get<{ whatsappId: number | null }>('/auth/me'))).toMatchObject({ whatsappId: null });
    expect(await start('5541977770002')).toBe(w.connection.id);
  });
});

describe('close and reopen', () => {
  test('closing ends the cycle and sends a goodbye; the next message within the window reopens it as pending', async () => {
    bodyOf(
      await w.admin.put(`/whatsapp/${w.connection.id}`, {
        complationMessage: 'Até logo, {{name}}! {{greeting}} e {{ms}}. Protocolo {{protocol}}.',
      }),
    );
    const customer = w.customer('Eva Reis');
    const ticket = await customer.says('oi');
    bodyOf(await accept(w.attendant, ticket));
    const closed = bodyOf(
      await w.attendant.put<TicketRow>(`/tickets/${ticket.id}`, {
        status: 'closed',
        userId: w.attendant.id,
        queueId: w.sales.id,
        useIntegration: false,
        promptId: false,
        integrationId: false,
      }),
    );
    expect(closed).toMatchObject({ status: 'closed', userId: w.attendant.id, queueId: w.sales.id });
    await w.settled();
    const goodbye = (await customer.sees()).at(-1);
    expect(goodbye).toMatchObject({
      fromCustomer: false,
      body: expect.stringMatching(
        new RegExp(`^\u200eAté logo, Eva Reis! (Bom dia|Boa tarde|Boa noite) e \\1\\. Protocolo ${ticket.code}\\.$`),
      ),
    });
    bodyOf(await w.admin.put(`/whatsapp/${w.connection.id}`, { complationMessage: '' }));

    const back = await customer.says('esqueci uma coisa');
    expect(back).toMatchObject({ id: ticket.id, status: 'pending', userId: null, queueId: w.sales.id });
    bodyOf(await w.admin.put(`/tickets/${ticket.id}`, { queueId: w.support.id }));
    const cycles = await app.database.query<{ number: number; finished: boolean; queue: number | null }>(
      'select number, finished_at is not null as finished, queue_id::int as queue from ticket_cycles where ticket_id = $1 order by number',
      [ticket.id],
    );
    // the department in which it was finished, whatever becomes of the conversation
    expect(cycles).toEqual([
      { number: 1, finished: true, queue: w.sales.id },
      { number: 2, finished: false, queue: null },
    ]);
  });

  test('outside of the window a new conversation continues the history', async () => {
    await setting('reopenWindow', '0');
    const customer = w.customer();
    const first = await customer.says('primeira vez');
    bodyOf(await accept(w.attendant, first));
    bodyOf(await w.attendant.put(`/tickets/${first.id}`, { status: 'closed' }));
    const second = await customer.says('segunda vez');
    await setting('reopenWindow', '120');
    expect(second.id).not.toBe(first.id);
    expect(second.code).toBeGreaterThan(first.code);
    const messages = await messagesOf(w.attendant, second.id);
    expect(messages.map(({ ticketId, body }) => [ticketId, body])).toEqual([
      [first.id, 'primeira vez'],
      [second.id, 'segunda vez'],
    ]);

    expect(await w.attendant.put(`/tickets/${first.id}`, { status: 'open' })).toMatchObject({
      status: 409,
      body: { code: 'ERR_OTHER_OPEN_TICKET', ticket: { id: second.id } },
    });
  });

  test('a manual reopening assigns it to me and starts a cycle', async () => {
    const ticket = await w.customer().says('oi');
    bodyOf(await accept(w.attendant, ticket));
    bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'closed' }));
    expect(bodyOf(await w.attendant.put<TicketRow>(`/tickets/${ticket.id}`, { status: 'open' }))).toMatchObject({
      status: 'open',
      userId: w.attendant.id,
    });
  });
});

describe('create', () => {
  test('starts one with a contact; a second is refused in the format of the specification', async () => {
    const created = bodyOf(
      await w.attendant.post<TicketRow>('/tickets', {
        contactId: w.contact.id,
        queueId: w.sales.id,
        whatsappId: '',
        userId: w.attendant.id,
        status: 'open',
      }),
      201,
    );
    expect(created).toMatchObject({
      status: 'open',
      userId: w.attendant.id,
      contactId: w.contact.id,
      whatsappId: w.connection.id,
    });
    const refused = await w.admin.post<Refusal & { code: string; ticket: object }>('/tickets', {
      contactId: w.contact.id,
      queueId: w.sales.id,
      status: 'open',
    });
    const holder = {
      id: created.id,
      uuid: created.uuid,
      userId: w.attendant.id,
      user: { name: w.attendant.me.name },
      queue: { name: w.sales.name },
    };
    expect(refused).toMatchObject({
      status: 409,
      body: { statusCode: 409, code: 'ERR_OTHER_OPEN_TICKET', ticket: holder },
    });
    expect(JSON.parse(refused.body.error)).toEqual(holder);
  });

  test('concurrent requests create one', async () => {
    const { id } = bodyOf(
      await w.admin.post<{ id: number }>('/contacts', { name: 'Contato disputado', number: '5511955554444' }),
      201,
    );
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => w.admin.post('/tickets', { contactId: id, status: 'open' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
  });

  test('without a department for managers only, and never for a foreign department', async () => {
    const { id } = bodyOf(
      await w.admin.post<{ id: number }>('/contacts', { name: 'Sem fila', number: '5511955553333' }),
      201,
    );
    const refused = { status: 400, body: { fields: { queueId: 'Selecione uma fila' } } };
    expect(await w.attendant.post('/tickets', { contactId: id })).toMatchObject(refused);
    expect(await w.attendant.post('/tickets', { contactId: id, queueId: w.support.id })).toMatchObject(refused);
    expect(await w.attendant.post('/tickets', { contactId: 999_999, queueId: w.sales.id })).toMatchObject({
      status: 404,
      body: { code: 'ERR_NO_CONTACT_FOUND' },
    });
    expect((await w.admin.post('/tickets', { contactId: id })).status).toBe(201);
  });

  test('with a number as people write it: somebody new is called by it or as they are named', async () => {
    const start = (body: object) => w.attendant.post<TicketRow>('/tickets', { queueId: w.sales.id, ...body });
    const named = bodyOf(await start({ number: '(41) 98888-1234', name: 'Rita Lopes' }), 201);
    expect(named.contact).toMatchObject({ name: 'Rita Lopes', number: '5541988881234' });
    const unnamed = bodyOf(await start({ number: '41 3333 1234', name: '' }), 201);
    expect(unnamed.contact).toMatchObject({ name: '554133331234', number: '554133331234' });
    // who is known keeps the name, and an open conversation is in the way
    expect((await start({ number: '+55 41 98888-1234', name: 'Outra' })).status).toBe(409);
    expect(bodyOf(await w.admin.get<{ name: string }>(`/contacts/${named.contactId}`)).name).toBe('Rita Lopes');
    expect(await start({ number: '98888-1234' })).toMatchObject({
      status: 400,
      body: { fields: { number: 'Falta o DDD: escreva o número com o código de área' } },
    });
    expect(await start({ name: 'Rita' })).toMatchObject({
      status: 400,
      body: { fields: { contactId: 'Obrigatório' } },
    });
  });
});

describe('delete', () => {
  test('managers only; messages and files are removed, the audit log has an entry', async () => {
    const ticket = await w.customer().says('', { file: files.png });
    const [message] = await messagesOf(w.attendant, ticket.id);
    expect((await w.attendant.download(message?.mediaUrl ?? '')).status).toBe(200);
    const screen = await w.attendant.socket();
    await screen.join('Tickets', 'pending');
    expect((await w.attendant.delete(`/tickets/${ticket.id}`)).status).toBe(403);
    expect((await w.supervisor.delete(`/tickets/${ticket.id}`)).status).toBe(403);
    expect(bodyOf(await w.admin.delete(`/tickets/${ticket.id}`))).toEqual({
      message: 'Conversa excluída com sucesso.',
    });
    expect(await screen.next('ticket')).toEqual({
      action: 'delete',
      ticketId: ticket.id,
      act: { what: 'deleted', by: { id: w.admin.id, name: w.admin.me.name } },
    });
    await w.settled();
    expect(await w.admin.get(`/tickets/${ticket.id}`)).toMatchObject({
      status: 404,
      body: { code: 'ERR_NO_TICKET_FOUND' },
    });
    expect((await w.admin.get(`/messages/${ticket.id}`)).status).toBe(404);
    expect((await w.attendant.download(message?.mediaUrl ?? '')).status).toBe(404);
    const [entry] = await app.database.query(
      "select user_id, data->>'code' as code from audit_entries where action = 'ticket.deleted' and subject_id = $1",
      [ticket.id],
    );
    expect(entry).toEqual({ user_id: w.admin.id, code: String(ticket.code) });
  });
});

describe('unassignment', () => {
  test.each([
    ['a user who goes', (client: Client) => w.admin.delete<object>(`/users/${client.id}`)],
    ['a lost membership', (client: Client) => w.admin.put<object>(`/users/${client.id}`, { queueIds: [w.support.id] })],
  ])('%s', async (_name, lose) => {
    const member = await w.member();
    const ticket = await w.customer().says('oi');
    bodyOf(await accept(member, ticket));
    bodyOf(await lose(member));
    expect(bodyOf(await w.admin.get<TicketRow>(`/tickets/${ticket.id}`))).toMatchObject({
      status: 'pending',
      userId: null,
      queueId: w.sales.id,
    });
  });

  test('by the removal of a department', async () => {
    const queue = bodyOf(await w.admin.post<{ id: number }>('/queue', { name: 'Passageiro', color: '#ff00ff' }), 201);
    const member = await w.member({ queueIds: [queue.id] });
    const { id } = bodyOf(
      await w.admin.post<{ id: number }>('/contacts', { name: 'De passagem', number: '5511955552222' }),
      201,
    );
    const ticket = bodyOf(await member.post<TicketRow>('/tickets', { contactId: id, queueId: queue.id }), 201);
    const screen = await member.socket();
    await screen.join('Tickets', 'open');
    bodyOf(await w.admin.delete<object>(`/queue/${queue.id}`));
    expect(bodyOf(await w.admin.get<TicketRow>(`/tickets/${ticket.id}`))).toMatchObject({
      status: 'pending',
      userId: null,
      queueId: null,
      queue: null,
    });
    expect(await idsOf(member)).toEqual([]);
  });
});

describe('lists', () => {
  test('list and counters show the same visible conversations', async () => {
    const fresh = await world(app);
    const [mine, waiting, theirs] = [
      await fresh.customer().says('1'),
      await fresh.customer().says('2'),
      await fresh.customer().says('3'),
    ];
    const colleague = await fresh.member();
    bodyOf(await accept(fresh.attendant, mine));
    bodyOf(await accept(colleague, theirs));
    const free = bodyOf(await fresh.admin.post<TicketRow>('/tickets', { contactId: fresh.contact.id }), 201);
    expect((await idsOf(fresh.attendant)).toSorted((a, b) => a - b)).toEqual([mine.id, waiting.id]);
    expect((await idsOf(fresh.attendant, 'showAll=true')).toSorted((a, b) => a - b)).toEqual([mine.id, waiting.id]);
    expect((await idsOf(fresh.supervisor)).toSorted((a, b) => a - b)).toEqual([mine.id, waiting.id, theirs.id]);
    expect((await idsOf(fresh.admin)).toSorted((a, b) => a - b)).toEqual([waiting.id, free.id]);
    expect((await idsOf(fresh.admin, 'showAll=true')).toSorted((a, b) => a - b)).toEqual([
      mine.id,
      waiting.id,
      theirs.id,
      free.id,
    ]);
    const seesFree = await fresh.member({ profile: 'supervisor', queueIds: [], allTicket: 'enabled' });
    expect(await idsOf(seesFree)).toEqual([free.id]);
    const count = async (client: Client, query = ''): Promise<unknown> =>
      bodyOf(await client.get<object>(`/tickets/counters?${query}`));
    expect(await count(fresh.attendant)).toEqual({ open: 1, pending: 1 });
    expect(await count(fresh.supervisor)).toEqual({ open: 2, pending: 1 });
    expect(await count(fresh.admin)).toEqual({ open: 1, pending: 1 });
    expect(await count(fresh.admin, 'showAll=true')).toEqual({ open: 3, pending: 1 });
    expect(await count(fresh.supervisor, `queueIds=[${fresh.support.id}]`)).toEqual({ open: 0, pending: 0 });
  });

  test('show names as they are, also those that another process has just made', async () => {
    const fresh = await world(app);
    const ticket = await fresh.customer().says('oi');
    bodyOf(await accept(fresh.attendant, ticket));
    bodyOf(await fresh.attendant.post(`/messages/${ticket.id}`, { body: 'olá' }), 201);
    bodyOf(await fresh.attendant.post('/tags/sync', { ticketId: ticket.id, tags: [fresh.tag.id] }));
    const shown = async (): Promise<unknown[]> => {
      const [row] = await list(fresh.admin, 'showAll=true');
      const { messages } = bodyOf(
        await fresh.admin.get<{ messages: MessageRow[] }>(`/messages/${ticket.id}?peek=true`),
      );
      const names = [row?.user, row?.queue, row?.whatsapp, ...(row?.tags ?? []), messages.at(-1)?.user];
      return names.map((named) => named?.name);
    };
    const before = await shown();
    const userId = fresh.attendant.me.id;
    const renamed = [...before];
    // each alone must be enough, so what is shown is read after each
    for (const [path, name, ...places] of [
      [`/users/${userId}`, 'Usuária nova', 0, 4],
      [`/queue/${fresh.sales.id}`, 'Departamento novo', 1],
      [`/whatsapp/${fresh.connection.id}`, 'Conexão nova', 2],
      [`/tags/${fresh.tag.id}`, 'Etiqueta nova', 3],
    ] as const) {
      bodyOf(await fresh.admin.put(path, { name }));
      for (const place of places) renamed[place] = name;
      expect(await shown()).toEqual(renamed);
    }
    // without the event that drops them here
    await app.as(fresh.companyId, (db) =>
      db.run(sql`with made as (
          insert into tags (company_id, name, color) values (${fresh.companyId}, 'Z de outro processo', '#123456') returning id)
        insert into ticket_tags (company_id, ticket_id, tag_id) select ${fresh.companyId}, ${ticket.id}, id from made`),
    );
    expect(await shown()).toEqual(renamed.toSpliced(4, 0, 'Z de outro processo'));
    await app.as(fresh.companyId, (db) =>
      db.run(
        sql`update tags set name = 'Z mudou' where company_id = ${fresh.companyId} and name = 'Z de outro processo'`,
      ),
    );
    app.nest.get(Bus).emit('missedEvents', false);
    expect(await shown()).toEqual(renamed.toSpliced(4, 0, 'Z mudou'));
  });

  test('pages by number and by cursor show every conversation once, newest change first', async () => {
    const fresh = await world(app);
    await app.as(fresh.companyId, async (db) => {
      await db.run(
        sql`insert into contacts (company_id, uuid, name, number) select ${fresh.companyId}, gen_random_uuid(),
         'Contato ' || n, (5521900000000 + n)::text from generate_series(1, 95) n`,
      );
      await db.run(
        sql`insert into tickets (company_id, uuid, code, status, queue_id, connection_id, contact_id, channel,
         updated_at, last_arrival_at)
         select company_id, gen_random_uuid(), 1000 + row_number() over (), 'pending', ${fresh.sales.id},
           ${fresh.connection.id}, id, 'sandbox', now() - (id % 7) * interval '1 minute',
           now() - (id % 5) * interval '1 hour' from contacts where number like '55219%'`,
      );
    });
    interface TicketPage {
      tickets: TicketRow[];
      hasMore: boolean;
      count: number;
      cursor: string | null;
    }
    const page = async (query: string): Promise<TicketPage> =>
      bodyOf(await fresh.attendant.get<TicketPage>(`/tickets?status=pending&${query}`));
    const numbered = [
      await page(''),
      await page('pageNumber=2'),
      await page('pageNumber=3'),
      await page('pageNumber=4'),
    ];
    expect(numbered.map(({ tickets, hasMore, count }) => [tickets.length, hasMore, count])).toEqual([
      [40, true, 95],
      [40, true, 95],
      [15, false, 95],
      [0, false, 95],
    ]);
    const byCursor = async (order: string): Promise<TicketRow[]> => {
      const rows: TicketRow[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const next: TicketPage = await page(`cursor=${cursor}${order}`);
        rows.push(...next.tickets);
        cursor = next.cursor;
      }
      return rows;
    };
    const changed = await byCursor('');
    expect(changed.map(({ id }) => id)).toEqual(numbered.flatMap(({ tickets }) => tickets.map(({ id }) => id)));
    expect(new Set(changed.map(({ id }) => id)).size).toBe(95);
    const arrived = await byCursor('&order=lastMessage');
    expect(new Set(arrived.map(({ id }) => id)).size).toBe(95);
    expect(arrived).toEqual(
      arrived.toSorted((a, b) => Date.parse(b.lastArrivalAt) - Date.parse(a.lastArrivalAt) || b.id - a.id),
    );
    expect(await fresh.attendant.get('/tickets?order=code')).toMatchObject({
      status: 400,
      body: { code: 'ERR_VALIDATION', fields: { order: /./ } },
    });
  });

  test('in the order of their last messages only a message changes the order', async () => {
    const fresh = await world(app);
    const [ana, bia] = [fresh.customer('Ana'), fresh.customer('Bia')];
    const [first, second] = [await ana.says('oi'), await bia.says('olá')];
    const shown = (): Promise<TicketRow[]> => list(fresh.admin, 'showAll=true&order=lastMessage');
    const order = async (): Promise<number[]> => (await shown()).map(({ id }) => id);
    const said = bodyOf(
      await fresh.admin.get<{ messages: MessageRow[] }>(`/messages/${first.id}?peek=true`),
    ).messages.at(-1);
    expect(first).toMatchObject({ lastMessageAt: said?.createdAt, waitingSince: expect.any(String) });
    expect(Date.parse(first.waitingSince ?? '')).toBeLessThanOrEqual(Date.parse(first.lastMessageAt) + 1000);
    const accepted = bodyOf(await accept(fresh.attendant, first));
    expect(accepted).toMatchObject({ lastMessageAt: first.lastMessageAt, waitingSince: null });
    bodyOf(await fresh.attendant.put(`/tickets/${first.id}`, { queueId: fresh.support.id }));
    const acts = bodyOf(
      await fresh.admin.post<{ results: { act?: number }[] }>('/tickets/bulk', { action: 'accept', ids: [first.id] }),
    ).results.flatMap(({ act }) => act ?? []);
    bodyOf(await fresh.admin.post('/tickets/bulk/undo', { acts }));
    expect(await order()).toEqual([second.id, first.id]);
    expect((await shown())[1]).toMatchObject({ status: 'pending', waitingSince: expect.any(String) });
    expect(await idsOf(fresh.admin, 'showAll=true')).toEqual([first.id, second.id]);
    await ana.says('alguém?');
    expect(await order()).toEqual([first.id, second.id]);
  });
});
