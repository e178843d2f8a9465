import { sharedApp } from '../support/app.js';
import { bodyOf, type Client } from '../support/client.js';
import { mismatches, type Shape, shapes } from '../support/client-shapes.js';
import { files, form } from '../support/files.js';
import type { LiveSocket } from '../support/live-socket.js';
import { type Customer, type MessageRow, password, type TicketRow, world } from '../support/world.js';

/** Every call of spec 000 §7 with its path and body; and every event of its last part. */
const app = await sharedApp();
const w = await world(app);
let customer: Customer;
let ticket: TicketRow;
let voice: MessageRow;

beforeAll(async () => {
  customer = w.customer('Marina Costa');
  ticket = await customer.says('Bom dia!');
  await customer.says('', { file: files.mp3 });
  bodyOf(
    await w.attendant.put(`/tickets/${ticket.id}`, { status: 'open', userId: w.attendant.id, queueId: w.sales.id }),
  );
  const { messages } = bodyOf(await w.attendant.get<{ messages: MessageRow[] }>(`/messages/${ticket.id}?pageNumber=1`));
  voice = messages.find(({ mediaType }) => mediaType === 'audio') ?? fail('the customer sent no audio');
});

/** The current day of the company. */
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date());

const nextDay = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);

function fail(message: string): never {
  throw new Error(message);
}

/** What clients read of the value. */
const has = (shape: Shape, value: unknown): void => expect(mismatches(shape, value)).toEqual([]);

/** A page of a list: its rows under the name, and whether there are more. */
async function page(client: Client, path: string, name: string, shape: Shape): Promise<Record<string, unknown>[]> {
  const answer = bodyOf(await client.get<Record<string, unknown>>(path));
  has({ [name]: [shape, 'some'], hasMore: 'boolean' }, answer);
  return answer[name] as Record<string, unknown>[];
}

async function rows(client: Client, path: string, shape: Shape): Promise<Record<string, unknown>[]> {
  const answer = bodyOf(await client.get<Record<string, unknown>[]>(path));
  has([shape, 'some'], answer);
  return answer;
}

describe('the session', () => {
  test('POST /auth/login, POST /auth/refresh_token, GET /auth/me, DELETE /auth/logout', async () => {
    const person = await w.member();
    const { email } = person.me;
    const login = bodyOf(await person.post<object>('/auth/login', { email, password }));
    has({ token: 'string', user: shapes.user }, login);
    const refreshed = bodyOf(await person.post<{ token: string; user: object }>('/auth/refresh_token'));
    has(shapes.user, refreshed.user);
    person.token = refreshed.token;
    has(shapes.user, bodyOf(await person.get<object>('/auth/me')));
    expect((await person.delete('/auth/logout')).status).toBe(200);
    expect((await person.get('/auth/me')).status).toBe(401);
  });
});

describe('requests at the start of a session', () => {
  test('GET /whatsapp/ with session and companyId', async () => {
    for (const client of [w.admin, w.attendant])
      await rows(client, `/whatsapp/?session=0&companyId=${w.companyId}`, shapes.connection);
  });
  test('GET /companies/listPlan/{companyId}', async () => {
    const answer = bodyOf(await w.attendant.get<{ plan: object }>(`/companies/listPlan/${w.companyId}`));
    has(shapes.flags, answer.plan);
  });
  test('GET /settings/', async () => {
    const all = await rows(w.attendant, '/settings/', shapes.setting);
    expect(all.map(({ key }) => key)).toContain('userRating');
  });
  test('GET /queue with and without a companyId', async () => {
    await rows(w.attendant, '/queue', shapes.queue);
    await rows(w.attendant, `/queue?companyId=${w.companyId}`, shapes.queue);
  });
  test('GET /users/{id} and GET /users/', async () => {
    has(shapes.user, bodyOf(await w.attendant.get<object>(`/users/${w.attendant.id}`)));
    await page(w.admin, '/users/?searchParam=&pageNumber=1', 'users', shapes.userRow);
    await page(w.attendant, '/users/?searchParam=atendente&pageNumber=1', 'users', {
      ...shapes.named,
      profile: 'string',
      queues: [shapes.queue],
    });
  });
});

describe('conversations', () => {
  const idsOf = async (query: string): Promise<unknown[]> => {
    const { tickets } = bodyOf(await w.admin.get<{ tickets: TicketRow[] }>(`/tickets?${query}`));
    return tickets.map(({ id }) => id);
  };

  test('GET /tickets with every parameter', async () => {
    const second = await w.customer('Outra Pessoa').says('esperando');
    const list = (value: unknown) => encodeURIComponent(JSON.stringify(value));
    await page(w.attendant, '/tickets?pageNumber=1&status=open', 'tickets', shapes.ticket);
    bodyOf(await w.attendant.post('/tags/sync', { ticketId: ticket.id, tags: [w.tag] }));
    for (const [query, wanted] of [
      ['searchParam=Marina&pageNumber=1&showAll=true', [ticket.id]],
      [`tags=${list([w.tag.id])}&showAll=true`, [ticket.id]],
      [`users=${list([w.attendant.id])}&showAll=true`, [ticket.id]],
      [`status=pending&showAll=true`, [second.id]],
      [`date=${today}&status=open&showAll=true`, [ticket.id]],
      // the whole day of the company's clock
      [`date=${today}T03:00:00.000Z&status=open&showAll=true`, [ticket.id]],
      [`date=${nextDay}T02:59:59.999Z&status=open&showAll=true`, [ticket.id]],
      [`date=${nextDay}T03:00:00.000Z&status=open&showAll=true`, []],
      [`updatedAt=${today}T00:00:00-03:00&status=open&showAll=true`, [ticket.id]],
      [`dateStart=${today}T00:00&dateEnd=${today}T23:59:59%2B00:00&status=open&showAll=true`, [ticket.id]],
      [`date=2001-01-01&showAll=true`, []],
      [`updatedAt=${today}&status=open&showAll=true`, [ticket.id]],
      [`updatedAt=2001-01-01&showAll=true`, []],
      [`showAll=true&queueIds=${list([w.support.id])}`, []],
      [`withUnreadMessages=true&status=pending&showAll=true`, [second.id]],
    ] as const)
      expect([query, await idsOf(query)]).toEqual([query, wanted]);
  });

  test('GET /tickets/{id} and /tickets/u/{uuid}', async () => {
    has(shapes.ticket, bodyOf(await w.attendant.get<object>(`/tickets/${ticket.id}`)));
    has(shapes.ticket, bodyOf(await w.attendant.get<object>(`/tickets/u/${ticket.uuid}`)));
  });

  test('POST, PUT and DELETE /tickets', async () => {
    const made = bodyOf(
      await w.attendant.post<TicketRow>('/tickets', {
        contactId: w.contact.id,
        queueId: w.sales.id,
        whatsappId: w.connection.id,
        userId: w.attendant.id,
        status: 'open',
      }),
      201,
    );
    has(shapes.ticket, made);
    const closed = bodyOf(
      await w.attendant.put<TicketRow>(`/tickets/${made.id}`, {
        status: 'closed',
        userId: w.attendant.id,
        queueId: w.sales.id,
        whatsappId: w.connection.id,
        useIntegration: false,
        promptId: false,
        integrationId: false,
      }),
    );
    expect([closed.status, closed.useIntegration, closed.promptId, closed.integrationId]).toEqual([
      'closed',
      false,
      null,
      null,
    ]);
    expect((await w.admin.delete(`/tickets/${made.id}`)).status).toBe(200);
    expect((await w.admin.get(`/tickets/${made.id}`)).status).toBe(404);
  });

  test('a conflict names the attendant; opening one for another user is refused', async () => {
    const { status, body } = await w.supervisor.put(`/tickets/${ticket.id}`, { status: 'open' });
    expect([status, body.code, body.message]).toEqual([
      409,
      'ERR_OTHER_OPEN_TICKET',
      `Esta conversa já está com ${w.attendant.me.name}.`,
    ]);
    const foreign = { contactId: w.contact.id, queueId: w.sales.id, userId: w.supervisor.id, status: 'open' };
    expect((await w.attendant.post('/tickets', foreign)).status).toBe(403);
  });
});

describe('messages', () => {
  test('GET /messages/{id}', async () => {
    await page(w.attendant, `/messages/${ticket.id}?pageNumber=1`, 'messages', shapes.message);
  });

  test('POST /messages/{id} as JSON and as a form, edited and deleted', async () => {
    const whole = { read: 1, fromMe: true, mediaUrl: '', body: 'Segue o orçamento', quotedMsg: null };
    const sent = bodyOf(await w.attendant.post<MessageRow>(`/messages/${ticket.id}`, whole), 201);
    expect([sent.body, sent.fromMe]).toEqual(['Segue o orçamento', true]);
    const quoting = { ...whole, body: 'E o prazo?', quotedMsg: sent };
    const quoted = bodyOf(await w.attendant.post<MessageRow>(`/messages/${ticket.id}`, quoting), 201);
    expect(quoted.quotedMsg).toMatchObject({ id: sent.id, body: sent.body, mediaType: 'chat', mediaUrl: null });
    const answer = { ...whole, body: 'Ouvi', quotedMsg: voice };
    const { quotedMsg } = bodyOf(await w.attendant.post<MessageRow>(`/messages/${ticket.id}`, answer), 201);
    expect(quotedMsg).toMatchObject({ id: voice.id, mediaType: 'audio', mediaUrl: voice.mediaUrl });
    expect(
      (await w.attendant.post(`/messages/${ticket.id}`, form({ body: 'foto', fromMe: 'true' }, [files.png]))).status,
    ).toBe(201);
    await app.settled();
    const edited = await w.attendant.post(`/messages/edit/${sent.id}`, { ...whole, body: 'Segue o orçamento revisto' });
    expect(edited.status).toBe(200);
    expect((await w.attendant.delete(`/messages/${quoted.id}`)).status).toBe(200);
    const { messages } = bodyOf(await w.attendant.get<{ messages: MessageRow[] }>(`/messages/${ticket.id}`));
    const shown = (id: number) => messages.find((message) => message.id === id);
    expect([shown(sent.id)?.isEdited, shown(quoted.id)?.isDeleted]).toEqual([true, true]);
  });

  test('GET /messages/transcribeAudio/{fileName} explains what is missing', async () => {
    const fileName = new URL(voice.mediaUrl ?? '').pathname.split('/').at(-1) ?? '';
    const { status, body } = await w.attendant.get(`/messages/transcribeAudio/${fileName}`);
    expect([status, body.code]).toEqual([400, 'ERR_TRANSCRIPTION_OFF']);
  });
});

describe('notes, tags and quick messages', () => {
  test('ticket-notes', async () => {
    const text = { note: 'Prefere à tarde', ticketId: ticket.id, contactId: ticket.contactId };
    const note = bodyOf(await w.attendant.post<{ id: number }>('/ticket-notes', text), 201);
    has(shapes.note, note);
    await rows(w.attendant, `/ticket-notes/list?ticketId=${ticket.id}&contactId=${ticket.contactId}`, shapes.note);
    expect((await w.attendant.delete(`/ticket-notes/${note.id}`)).status).toBe(200);
  });

  test('tags', async () => {
    const input = { name: 'Retorno', color: '#12905a', kanban: 0, userId: w.supervisor.id };
    const tag = bodyOf(await w.supervisor.post<{ id: number; name: string }>('/tags', input), 201);
    has(shapes.tag, tag);
    await page(w.attendant, '/tags/?searchParam=Retorno&pageNumber=1', 'tags', shapes.tag);
    await rows(w.attendant, '/tags/list', shapes.tagOption);
    has(shapes.tag, bodyOf(await w.attendant.get<object>(`/tags/${tag.id}`)));
    const renamed = bodyOf(await w.supervisor.put<{ name: string }>(`/tags/${tag.id}`, { ...input, name: 'Retornar' }));
    expect(renamed.name).toBe('Retornar');
    expect((await w.attendant.post('/tags/sync', { ticketId: ticket.id, tags: [tag] })).status).toBe(200);
    expect((await w.supervisor.delete(`/tags/${tag.id}`)).status).toBe(200);
  });

  test('quick-messages', async () => {
    const input = { shortcode: 'prazo', message: 'O prazo é de 3 dias.', geral: false, status: true };
    const quick = bodyOf(await w.attendant.post<{ id: number }>('/quick-messages', input), 201);
    has(shapes.quickMessage, quick);
    const mine = `userId=${w.attendant.id}`;
    await page(w.attendant, `/quick-messages?searchParam=prazo&pageNumber=1&${mine}`, 'records', shapes.quickMessage);
    await rows(w.attendant, `/quick-messages/list?companyId=${w.companyId}&${mine}`, shapes.quickMessage);
    bodyOf(await w.attendant.put(`/quick-messages/${quick.id}`, { ...input, message: 'São 5 dias.' }));
    const path = `/quick-messages/${quick.id}/media-upload`;
    const upload = form({ typeArch: 'quickMessage' }, [files.png], 'file');
    expect([200, 201]).toContain((await w.attendant.post(path, upload)).status);
    expect((await w.attendant.delete(path)).status).toBe(200);
    expect((await w.attendant.delete(`/quick-messages/${quick.id}`)).status).toBe(200);
  });

  test('schedules', async () => {
    // as the family's modal posts it: whole records, a time by the clock of the company
    const input = { contactId: w.contact.id, body: 'Sua consulta é amanhã', sendAt: '2099-01-01T09:00', sentAt: null };
    const schedule = bodyOf(await w.attendant.post<{ id: number }>('/schedules', { ...input, status: '' }), 201);
    has(shapes.schedule, schedule);
    await page(w.attendant, '/schedules?searchParam=consulta&pageNumber=1', 'schedules', shapes.schedule);
    has(shapes.schedule, bodyOf(await w.attendant.get(`/schedules/${schedule.id}`)));
    bodyOf(await w.attendant.put(`/schedules/${schedule.id}`, { ...schedule, body: 'Sua consulta é hoje' }));
    const path = `/schedules/${schedule.id}/media-upload`;
    const upload = form({ typeArch: 'schedule' }, [files.png], 'file');
    expect([200, 201]).toContain((await w.attendant.post(path, upload)).status);
    expect((await w.attendant.delete(path)).status).toBe(200);
    expect((await w.attendant.delete(`/schedules/${schedule.id}`)).status).toBe(200);
  });
});

describe('announcements, tutorials and file lists', () => {
  test('announcements', async () => {
    const input = { title: 'Aviso', text: 'Manutenção', priority: 3, status: true };
    const announcement = bodyOf(await app.platform.post<{ id: number }>('/announcements', input), 201);
    const path = `/announcements/${announcement.id}`;
    has(shapes.announcement, announcement);
    await page(w.attendant, '/announcements/?searchParam=Aviso&pageNumber=1', 'records', shapes.announcement);
    has(shapes.announcement, bodyOf(await w.attendant.get<object>(path)));
    bodyOf(await app.platform.put(path, { ...announcement, title: 'Outro aviso' }));
    const upload = form({ typeArch: 'announcements' }, [files.png], 'file');
    expect([200, 201]).toContain((await app.platform.post(`${path}/media-upload`, upload)).status);
    expect((await app.platform.delete(`${path}/media-upload`)).status).toBe(200);
    expect((await app.platform.delete(path)).status).toBe(200);
  });

  test('helps', async () => {
    const input = { title: 'Primeiros passos', description: 'Comece aqui', video: 'aqz-KE-bpKQ' };
    const help = bodyOf(await app.platform.post<{ id: number }>('/helps', input), 201);
    has(shapes.help, help);
    await page(w.attendant, '/helps', 'records', shapes.help);
    await rows(w.attendant, '/helps/list', shapes.help);
    bodyOf(await app.platform.put(`/helps/${help.id}`, { ...help, description: 'Por aqui' }));
    expect((await app.platform.delete(`/helps/${help.id}`)).status).toBe(200);
  });

  test('files', async () => {
    const input = { name: 'Catálogo', message: 'Segue', userId: w.admin.id, options: [{ name: 'Foto', path: '' }] };
    const list = bodyOf(await w.admin.post<{ id: number; options: { id: number }[] }>('/files', input), 201);
    has(shapes.fileList, list);
    const [option] = list.options;
    const fields = { fileId: String(list.id), typeArch: 'fileList', mediaType: 'image/png', name: 'Foto' };
    const upload = form({ ...fields, id: String(option?.id) }, [files.png], 'files');
    expect([200, 201]).toContain((await w.admin.post(`/files/uploadList/${list.id}`, upload)).status);
    await page(w.admin, '/files/?searchParam=cat&pageNumber=1', 'files', shapes.fileList);
    has(shapes.fileList, bodyOf(await w.admin.get<object>(`/files/${list.id}`)));
    bodyOf(await w.admin.put(`/files/${list.id}`, { ...list, message: 'Segue o catálogo' }));
    expect((await w.admin.delete(`/files/${list.id}`)).status).toBe(200);
  });
});

describe('contacts', () => {
  test('listed by text and by days, created, read, changed and removed', async () => {
    const input = {
      name: 'Paulo Dias',
      number: '5541988881234',
      email: 'paulo@cliente.test',
      extraInfo: [{ name: 'Cidade', value: 'Curitiba' }],
    };
    const contact = bodyOf(await w.admin.post<{ id: number }>('/contacts', input), 201);
    has(shapes.contact, contact);
    for (const query of [
      'searchParam=Paulo&pageNumber=1',
      `date=${today}`,
      `dateStart=${today}&dateEnd=${today}`,
      `date=${today}T03:00:00.000Z`,
      `dateStart=${today}T03:00:00.000Z&dateEnd=${nextDay}T02:59:59.999Z`,
    ]) {
      const found = await page(w.attendant, `/contacts?${query}`, 'contacts', shapes.contact);
      expect([query, found.some(({ id }) => id === contact.id)]).toEqual([query, true]);
    }
    for (const date of [`${today}T25:00:00Z`, `${today}T03:00:00X`, '2026-02-30T00:00:00Z', 'today'])
      expect([date, (await w.attendant.get(`/contacts?date=${date}`)).status]).toEqual([date, 400]);
    expect(typeof bodyOf(await w.attendant.get<{ count: unknown }>('/contacts')).count).toBe('number');
    has(shapes.contact, bodyOf(await w.attendant.get<object>(`/contacts/${contact.id}`)));
    const changed = await w.admin.put<{ name: string }>(`/contacts/${contact.id}`, { ...input, name: 'Paulo D.' });
    expect(bodyOf(changed).name).toBe('Paulo D.');
    expect((await w.admin.delete(`/contacts/${contact.id}`)).status).toBe(200);
  });
});

describe('live events', () => {
  let attendant: LiveSocket;

  beforeAll(async () => {
    attendant = await w.attendant.socket();
    attendant.emit('userStatus');
    expect(await attendant.join('Tickets', 'open')).toBe('joined');
    expect(await attendant.join('Notification')).toBe('joined');
    expect(await attendant.join('ChatBox', `${ticket.id}`)).toBe('joined');
  });

  test('a message of a customer: appMessage with message, ticket and contact; the ticket', async () => {
    await customer.writes('Ainda está aí?');
    const event = await attendant.next<Record<string, object>>('appMessage', ({ action }) => action === 'create');
    has({ message: shapes.message, ticket: shapes.ticket, contact: shapes.named }, event);
  });

  test('ticket update, updateUnread and delete', async () => {
    const other = bodyOf(await w.attendant.post<object>('/tags', { name: 'Urgente', color: '#b42318' }), 201);
    bodyOf(await w.attendant.post('/tags/sync', { ticketId: ticket.id, tags: [other] }));
    const event = await attendant.next<Record<string, object>>('ticket', ({ action }) => action === 'update');
    has(shapes.ticket, event['ticket']);
    bodyOf(await w.attendant.get(`/messages/${ticket.id}`));
    expect(await attendant.next('ticket', ({ action }) => action === 'updateUnread')).toMatchObject({
      ticketId: ticket.id,
    });
    const gone = await w.customer('Quem vai').says('tchau');
    bodyOf(await w.admin.delete(`/tickets/${gone.id}`));
    await attendant.next('ticket', ({ action, ticketId }) => action === 'delete' && ticketId === gone.id);
  });

  test('contact, user, queue and settings', async () => {
    bodyOf(await w.admin.put(`/contacts/${w.contact.id}`, { ...w.contact, name: 'Novo Nome' }));
    has(shapes.contact, (await attendant.next<{ contact: object }>('contact')).contact);
    bodyOf(await w.admin.put(`/users/${w.attendant.id}`, { name: 'Atendente Nova' }));
    has(shapes.user, (await attendant.next<{ user: object }>('user')).user);
    bodyOf(await w.admin.put(`/queue/${w.support.id}`, { ...w.support, color: '#123456' }));
    has(shapes.queue, (await attendant.next<{ queue: object }>('queue')).queue);
    bodyOf(await w.admin.put('/settings/call', { value: 'enabled' }));
    await attendant.next('settings');
  });

  test('tag under its own name and as the event `user` of older clients', async () => {
    const tag = bodyOf(await w.supervisor.post<{ id: number }>('/tags', { name: 'Evento', color: '#333333' }), 201);
    has(shapes.tag, (await attendant.next<{ tag: object }>('tag')).tag);
    bodyOf(await w.supervisor.put(`/tags/${tag.id}`, { name: 'Eventos' }));
    bodyOf(await w.supervisor.delete(`/tags/${tag.id}`));
    await attendant.next('tag', ({ action, tagId }) => action === 'delete' && tagId === tag.id);
    await w.settled();
    await attendant.flush();
    const told = attendant.received.filter(({ name }) => name === 'user').map(({ payload }) => payload);
    // a list, and nothing for a removal
    expect(told.slice(-2)).toEqual(
      [
        ['create', 'Evento'],
        ['update', 'Eventos'],
      ].map(([action, name]) => ({ action, tags: [expect.objectContaining({ id: tag.id, name })] })),
    );
    for (const shown of told.flatMap(({ tags }) => tags as object[])) has(shapes.tag, shown);
  });

  test('whatsapp and whatsappSession, to attendants without secrets', async () => {
    const made = bodyOf(await w.admin.post<{ id: number }>('/whatsapp', { name: 'Reserva', channel: 'sandbox' }), 201);
    const { action, whatsapp } = await attendant.next<{ action: string; whatsapp: object }>('whatsapp');
    expect(action).toBe('update');
    has(shapes.connection, whatsapp);
    expect(Object.keys(whatsapp).filter((name) => /token|secret|webhook/i.test(name))).toEqual([]);
    expect(await attendant.next('whatsappSession')).toEqual({
      action: 'update',
      session: { id: made.id, status: 'CONNECTED', qrcode: '', updatedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
    bodyOf(await w.admin.delete(`/whatsapp/${made.id}`));
    await attendant.next('whatsapp', ({ action, whatsappId }) => action === 'delete' && whatsappId === made.id);
  });

  test('auth ends a session that was taken over', async () => {
    const person = await w.member();
    const socket = await person.socket();
    const again = app.visitor();
    bodyOf(await again.signIn(person.me.email, password));
    await socket.next('auth');
  });
});
