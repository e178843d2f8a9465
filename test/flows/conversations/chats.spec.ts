import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import type { ChatMessageRow } from '../../../src/modules/conversations/chats/conversations/chat-messages.queries.js';
import type {
  ChatEvent,
  ChatUserEvent,
} from '../../../src/modules/conversations/chats/conversations/chats.listener.js';
import type { ChatRow } from '../../../src/modules/conversations/chats/conversations/chats.queries.js';
import { sharedApp } from '../../support/app.js';
import { type Answer, bodyOf, type Client } from '../../support/client.js';
import { files, form } from '../../support/files.js';
import { world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);
const [owner, peer, third, outsider] = [w.admin, w.attendant, w.supervisor, await w.member({ name: 'Fora' })];

interface List<T> {
  readonly records: readonly T[];
  readonly count: number;
  readonly hasMore: boolean;
  readonly cursor?: string | null;
}

const begin = async (members: readonly Client[], title = 'Plantão'): Promise<ChatRow> =>
  bodyOf(await owner.post<ChatRow>('/chats', { title, users: members.map(({ id }) => ({ id })) }), 201);
const write = (client: Client, { id }: ChatRow, body: object): Promise<Answer<ChatMessageRow>> =>
  client.post<ChatMessageRow>(`/chats/${id}/messages`, body);
const say = async (client: Client, chat: ChatRow, message: string, more: object = {}): Promise<ChatMessageRow> =>
  bodyOf(await write(client, chat, { message, ...more }), 201);
const chatsOf = async (client: Client, query = ''): Promise<List<ChatRow>> =>
  bodyOf(await client.get<List<ChatRow>>(`/chats${query}`));
const messagesOf = async (client: Client, { id }: ChatRow, query = ''): Promise<List<ChatMessageRow>> =>
  bodyOf(await client.get<List<ChatMessageRow>>(`/chats/${id}/messages${query}`));
const unreadsOf = (client: Client, chat: ChatRow | undefined): number | undefined =>
  chat?.users.find(({ userId }) => userId === client.id)?.unreads;
const unreads = async (client: Client, { id }: ChatRow): Promise<number | undefined> =>
  unreadsOf(
    client,
    (await chatsOf(client)).records.find((chat) => chat.id === id),
  );

/** Makes a request wait while the chat is changed by another transaction. */
async function during<T>(chat: ChatRow, request: () => Promise<T>, change: string): Promise<T> {
  const writer = new pg.Client({ connectionString: app.database.url });
  await writer.connect();
  try {
    await writer.query('begin');
    await writer.query('select 1 from chats where id = $1 for update', [chat.id]);
    const answer = request();
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await app.database.query(waiting)).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await writer.query(change);
    await writer.query('commit');
    return await answer;
  } finally {
    await writer.end();
  }
}

describe('a chat', () => {
  test('is its members alone: others read, write, join and hear nothing', async () => {
    const [hers, others, stranger] = [await peer.socket(), await outsider.socket(), await world(app)];
    const elsewhere = await stranger.admin.socket();
    const chat = await begin([peer, third]);
    expect(chat).toMatchObject({ title: 'Plantão', ownerId: owner.id, direct: false, usersCount: 3, lastMessage: '' });
    expect(chat.users.map(({ userId }) => userId)).toEqual([owner.id, peer.id, third.id]);
    const { record } = await hers.next<ChatUserEvent>(`chat-user-${peer.id}`, ({ action }) => action === 'create');
    expect(record.uuid).toBe(chat.uuid);
    const message = await say(owner, chat, 'bom dia');
    expect(await hers.next<ChatEvent>('chat')).toMatchObject({
      action: 'new-message',
      newMessage: { ...message },
      chat: { id: chat.id, lastMessage: 'bom dia' },
    });
    await hers.next<ChatEvent>(`chat-${chat.id}`, ({ action }) => action === 'new-message');
    for (const socket of [others, elsewhere]) {
      expect(await socket.join('InternalChat', chat.uuid)).toBe('ERR_NO_CHAT_FOUND');
      expect(socket.received.filter(({ name }) => name.includes('-chat'))).toEqual([]);
    }
    for (const client of [outsider, stranger.admin]) {
      expect((await chatsOf(client)).records).toEqual([]);
      for (const answer of [
        client.get(`/chats/${chat.id}`),
        client.get(`/chats/${chat.uuid}`),
        client.get(`/chats/${chat.id}/messages`),
        client.post(`/chats/${chat.id}/messages`, { message: 'oi' }),
        client.post(`/chats/${chat.id}/read`),
        client.put(`/chats/${chat.id}`, { title: 'Meu' }),
        client.delete(`/chats/${chat.id}`),
      ])
        expect(await answer).toMatchObject({ status: 404, body: { code: 'ERR_NO_CHAT_FOUND' } });
    }
    expect((await messagesOf(peer, chat)).records).toEqual([message]);
    expect(bodyOf(await third.get<ChatRow>(`/chats/${chat.uuid}`)).id).toBe(chat.id);
  });

  test('needs a subject and somebody else, of the same company', async () => {
    const users = [{ id: peer.id }];
    const stranger = await world(app);
    expect(await owner.post('/chats', { title: '  ', users })).toMatchObject({
      status: 400,
      body: { fields: { title: 'Por favor, preencha o título da conversa.' } },
    });
    for (const nobody of [[], [owner.id]])
      expect(await owner.post('/chats', { title: 'Só', users: nobody })).toMatchObject({
        status: 400,
        body: { fields: { users: 'Por favor, selecione pelo menos um usuário.' } },
      });
    const before = (await chatsOf(owner)).count;
    expect(await owner.post('/chats', { title: 'Fora', users: [peer.id, stranger.admin.id] })).toMatchObject({
      status: 400,
      body: { fields: { users: 'Usuário não encontrado' } },
    });
    expect((await chatsOf(owner)).count).toBe(before);
  });

  test('is not begun with somebody inactive, who stays in those they are in', async () => {
    const away = await w.member({ name: 'De Licença' });
    const chat = await begin([peer, away]);
    const direct = bodyOf(await owner.post<ChatRow>('/chats/direct', { userId: away.id }), 201);
    bodyOf(await owner.put(`/users/${away.id}`, { active: false }));
    const unknown = { status: 400, body: { fields: { users: 'Usuário não encontrado' } } };
    expect(await owner.post('/chats', { title: 'Só', users: [peer.id, away.id] })).toMatchObject(unknown);
    expect(await peer.post('/chats/direct', { userId: away.id })).toMatchObject(unknown);
    expect(bodyOf(await owner.post<ChatRow>('/chats/direct', { userId: away.id }), 201).id).toBe(direct.id);
    expect(bodyOf(await owner.put<ChatRow>(`/chats/${chat.id}`, { users: [peer.id, away.id] })).usersCount).toBe(3);
    const listed = bodyOf(await owner.get<{ id: number; active: boolean }[]>('/users/list'));
    expect(listed.find(({ id }) => id === away.id)?.active).toBe(false);
  });

  test('is edited and deleted by its owner; whoever leaves hears no more', async () => {
    const chat = await begin([peer, third], 'Turno');
    const [hers, his] = [await peer.socket(), await third.socket()];
    for (const refused of [third.put(`/chats/${chat.id}`, { title: 'X' }), third.delete(`/chats/${chat.id}`)])
      expect(await refused).toMatchObject({ status: 403, body: { code: 'ERR_NO_PERMISSION' } });
    expect(await his.join('InternalChat', chat.id)).toBe('joined');
    const edited = bodyOf(
      await owner.put<ChatRow>(`/chats/${chat.uuid}`, { title: 'Turno da noite', users: [peer.id] }),
    );
    expect(edited).toMatchObject({ title: 'Turno da noite', usersCount: 2 });
    await hers.next<ChatUserEvent>(`chat-user-${peer.id}`, ({ action }) => action === 'update');
    expect(bodyOf(await owner.put<ChatRow>(`/chats/${chat.id}`, { title: null, users: null }))).toEqual(edited);
    expect(await his.next<ChatEvent>('chat')).toEqual({ action: 'delete', id: chat.id });
    await say(owner, chat, 'só nós');
    await hers.next<ChatEvent>('chat', ({ action }) => action === 'new-message');
    await his.flush();
    expect(his.all<ChatEvent>('chat').filter(({ action }) => action === 'new-message')).toEqual([]);
    expect(await third.get(`/chats/${chat.id}`)).toMatchObject({ status: 404 });
    const photo = bodyOf(await owner.post<ChatMessageRow>(`/chats/${chat.id}/messages`, form({}, [files.png])), 201);
    bodyOf(await owner.delete(`/chats/${chat.id}`));
    expect(await hers.next<ChatEvent>('chat', ({ action }) => action === 'delete')).toEqual({
      action: 'delete',
      id: chat.id,
    });
    expect(await peer.get(`/chats/${chat.id}`)).toMatchObject({ status: 404 });
    await app.settled();
    expect((await peer.download(photo.mediaPath ?? '')).status).toBe(404);
  });

  test('of two is one for each pair, with the other as its title', async () => {
    const direct = (client: Client, other: Client) => client.post<ChatRow>('/chats/direct', { userId: other.id });
    const [one, two] = await Promise.all([direct(owner, peer), direct(peer, owner)]);
    const [mine, hers] = [bodyOf(one, 201), bodyOf(two, 201)];
    expect(hers.id).toBe(mine.id);
    expect([mine.title, hers.title]).toEqual([peer.me.name, owner.me.name]);
    const socket = await peer.socket();
    await say(owner, mine, 'só para você');
    expect(await socket.next<ChatEvent>('chat')).toMatchObject({ chat: { title: owner.me.name } });
    expect((await chatsOf(owner, `?searchParam=${encodeURIComponent(peer.me.name)}`)).records).toMatchObject([
      { id: mine.id },
    ]);
    const beganIt = mine.ownerId === owner.id ? owner : peer;
    expect(await beganIt.put(`/chats/${mine.id}`, { users: [third.id] })).toMatchObject({ status: 400 });
    for (const userId of [owner.id, (await world(app)).admin.id])
      expect(await owner.post('/chats/direct', { userId })).toMatchObject({
        status: 400,
        body: { fields: { users: /./ } },
      });
  });

  test('goes on without a removed user: the oldest member owns it, and nobody keeps an empty one', async () => {
    const leaving = await w.member({ profile: 'admin', name: 'Quem Sai' });
    const start = async (users: readonly number[]): Promise<ChatRow> =>
      bodyOf(await leaving.post<ChatRow>('/chats', { title: 'Herança', users }), 201);
    const [group, alone, direct] = [
      await start([third.id, peer.id]),
      await start([peer.id]),
      bodyOf(await leaving.post<ChatRow>('/chats/direct', { userId: third.id }), 201),
    ];
    await say(leaving, group, 'adeus');
    bodyOf(
      await leaving.put(`/chats/${group.id}/messages/${(await say(leaving, group, 'x')).id}`, { message: 'tchau' }),
    );
    bodyOf(await w.admin.put(`/users/${leaving.id}`, { active: false }));
    bodyOf(await w.admin.delete(`/users/${leaving.id}`));
    expect(bodyOf(await third.get<ChatRow>(`/chats/${group.id}`))).toMatchObject({
      ownerId: third.id,
      usersCount: 2,
    });
    expect((await messagesOf(peer, group)).records).toMatchObject([
      { message: 'adeus', sender: { id: leaving.id, name: 'Quem Sai' } },
      { message: 'tchau', sender: { id: leaving.id, name: 'Quem Sai' }, isEdited: true },
    ]);
    expect(bodyOf(await third.get<ChatRow>(`/chats/${direct.id}`)).title).toBe('Quem Sai');
    expect(bodyOf(await peer.get<ChatRow>(`/chats/${alone.id}`)).ownerId).toBe(peer.id);
    const last = await w.member();
    bodyOf(await peer.put(`/chats/${alone.id}`, { users: [last.id] }));
    bodyOf(await w.admin.delete(`/users/${last.id}`));
    expect(bodyOf(await peer.get<ChatRow>(`/chats/${alone.id}`)).usersCount).toBe(1);
  });

  test('of many tells a message without its members, and lists the reader among them', async () => {
    const chat = await begin([peer]);
    await app.as(w.companyId, async (db) => {
      await db.run(sql`insert into users (company_id, name, email, profile) select ${w.companyId}, 'Muita Gente ' || n,
         'gente' || n || ${`-${w.companyId}@empresa.test`}, 'user' from generate_series(1, 60) n`);
      await db.run(sql`insert into chat_users (company_id, chat_id, user_id) select ${w.companyId}, ${chat.id}, id
         from users where company_id = ${w.companyId} and name like 'Muita Gente%'`);
    });
    const last = await w.member();
    const members = bodyOf(await owner.get<ChatRow>(`/chats/${chat.id}`)).users.map(({ userId }) => userId);
    bodyOf(await owner.put(`/chats/${chat.id}`, { users: [...members, last.id] }));
    const socket = await last.socket();
    await say(owner, chat, 'para todos');
    expect(await socket.next<ChatEvent>('chat')).toMatchObject({
      action: 'new-message',
      chat: { id: chat.id, usersCount: 63, users: [] },
    });
    const listed = (await chatsOf(last)).records.find(({ id }) => id === chat.id);
    expect([listed?.users.length, listed?.users[0]?.userId, unreadsOf(last, listed)]).toEqual([50, last.id, 1]);
  });

  test('is closed where the plan has none', async () => {
    const without = await world(app, { plan: { useInternalChat: false } });
    expect(await without.admin.get('/chats')).toMatchObject({ status: 403, body: { code: 'ERR_NO_PERMISSION' } });
    expect(await (await without.admin.socket()).join('InternalChat', 1)).toBe('ERR_NO_PERMISSION');
  });
});

describe('unread', () => {
  test('counts what others wrote since one has read, for each member, and never the own', async () => {
    const chat = await begin([peer, third]);
    const hers = await peer.socket();
    await say(owner, chat, 'um');
    await say(owner, chat, 'dois');
    await say(third, chat, 'três');
    expect([await unreads(owner, chat), await unreads(peer, chat), await unreads(third, chat)]).toEqual([1, 3, 2]);
    const told = await hers.next<ChatEvent & { chat: ChatRow }>('chat', (event) =>
      JSON.stringify(event).includes('três'),
    );
    expect([owner, peer, third].map((client) => unreadsOf(client, told.chat))).toEqual([1, 3, 2]);
    // existing clients name the user, who is the caller whatever they say
    bodyOf(await peer.post(`/chats/${chat.id}/read`, { userId: owner.id }));
    expect([await unreads(owner, chat), await unreads(peer, chat)]).toEqual([1, 0]);
    const read = await hers.next<ChatEvent & { chat: ChatRow }>('chat', ({ action }) => action === 'update');
    expect(unreadsOf(peer, read.chat)).toBe(0);
    const counted = async (): Promise<number> => bodyOf(await peer.get<{ count: number }>('/chats/unread')).count;
    const before = await counted();
    await say(owner, chat, 'quatro');
    await say(owner, chat, 'cinco');
    expect(await counted()).toBe(before + 1);
    bodyOf(await peer.post(`/chats/${chat.id}/read`));
    expect(await counted()).toBe(before);
    const joining = await w.member();
    bodyOf(await owner.put(`/chats/${chat.id}`, { users: [peer.id, third.id, joining.id] }));
    expect(await unreads(joining, chat)).toBe(0);
    await say(peer, chat, 'bem-vindo');
    expect(await unreads(joining, chat)).toBe(1);
  });
});

describe('a message', () => {
  test('is stored once per client id, also at the same time, and with one content', async () => {
    const chat = await begin([peer]);
    const body = { message: 'uma vez', clientMessageId: randomUUID() };
    const answers = await Promise.all([write(peer, chat, body), write(peer, chat, body)]);
    const ids = answers.map((answer) => bodyOf(answer, 201).id);
    expect(new Set([...ids, bodyOf(await write(peer, chat, body), 201).id]).size).toBe(1);
    expect((await messagesOf(owner, chat)).records).toHaveLength(1);
    expect(await write(peer, chat, { ...body, message: 'outra' })).toMatchObject({
      status: 422,
      body: { code: 'ERR_IDEMPOTENCY_MISMATCH' },
    });
    expect(await write(owner, chat, body)).toMatchObject({ status: 422 });
    for (const blank of [{ message: '   ' }, {}, { message: null, mentions: null, quotedId: null }])
      expect(await write(peer, chat, blank)).toMatchObject({ status: 400, body: { fields: { message: /./ } } });
  });

  test('carries files and recordings, one message each, which members open', async () => {
    const chat = await begin([peer]);
    const fields = { message: 'olhem', clientMessageId: randomUUID() };
    const several = await owner.post<ChatMessageRow[]>(
      `/chats/${chat.id}/messages`,
      form(fields, [files.png, files.pdf]),
    );
    const [photo, contract] = bodyOf(several, 201);
    expect(photo).toMatchObject({
      message: 'olhem',
      mediaType: 'image',
      mediaName: 'foto.png',
      data: { width: 1, height: 1 },
    });
    expect(contract).toMatchObject({ message: '', mediaType: 'application', mediaName: 'contrato.pdf' });
    expect((await peer.download(contract?.mediaPath ?? '')).status).toBe(200);
    const path = `/chats/${chat.id}/messages`;
    const voice = bodyOf(await owner.post<ChatMessageRow>(path, form({ voice: 'true' }, [files.mp3])), 201);
    expect(voice).toMatchObject({ mediaType: 'audio', data: { voice: true } });
    expect(await owner.post(path, form({ voice: 'true' }, [files.png]))).toMatchObject({ status: 400 });
    expect((await chatsOf(peer)).records[0]).toMatchObject({
      id: chat.id,
      lastMessage: '',
      lastMessageType: 'audio',
    });
    bodyOf(await owner.delete(`${path}/${voice.id}`));
    expect((await chatsOf(peer)).records[0]).toMatchObject({ id: chat.id, lastMessageType: 'deleted' });
  });

  test('quotes, names members, and is reacted to, edited and deleted', async () => {
    const chat = await begin([peer, third]);
    const hers = await peer.socket();
    const first = await say(owner, chat, 'às 10?');
    const named = await say(third, chat, `@${peer.me.name} pode?`, { quotedId: first.id, mentions: [peer.id] });
    expect(named).toMatchObject({
      quoted: { id: first.id, message: 'às 10?', sender: { id: owner.id } },
      mentions: [{ id: peer.id, name: peer.me.name }],
    });
    const other = await begin([peer]);
    expect(await write(owner, other, { message: 'x', quotedId: first.id })).toMatchObject({
      status: 400,
      body: { fields: { quotedId: /./ } },
    });
    // who has left is named by the text alone
    expect((await say(owner, other, 'x', { mentions: [third.id, peer.id] })).mentions).toEqual([
      { id: peer.id, name: peer.me.name },
    ]);
    const path = `/chats/${chat.id}/messages/${named.id}`;
    const react = (client: Client, emoji: string | null): Promise<Answer<ChatMessageRow>> =>
      client.post<ChatMessageRow>(`${path}/react`, { emoji });
    bodyOf(await react(owner, '👍'));
    expect(bodyOf(await react(peer, '❤️')).reactions.map(({ emoji, userId }) => [emoji, userId])).toEqual([
      ['👍', owner.id],
      ['❤️', peer.id],
    ]);
    bodyOf(await react(owner, null));
    await hers.next<ChatEvent>('chat', (event) => event['action'] === 'update-message');
    expect(await react(peer, 'oi')).toMatchObject({ status: 400 });
    for (const refused of [owner.put(path, { message: 'meu' }), owner.delete(path)])
      expect(await refused).toMatchObject({ status: 404, body: { code: 'ERR_NO_CHAT_MESSAGE_FOUND' } });
    expect(bodyOf(await third.put<ChatMessageRow>(path, { message: 'pode ser 11?' }))).toMatchObject({
      message: 'pode ser 11?',
      isEdited: true,
    });
    const listed = (await chatsOf(peer, '?searchParam=plantao')).records.find(({ id }) => id === chat.id);
    expect(listed?.lastMessage).toBe('pode ser 11?');
    expect(bodyOf(await third.delete<ChatMessageRow>(path))).toMatchObject({
      isDeleted: true,
      message: '',
      reactions: [],
    });
  });

  test('keeps the preview of one that is written while another is edited', async () => {
    const chat = await begin([peer]);
    const first = await say(owner, chat, 'um');
    const insert = `insert into chat_messages (company_id, chat_id, sender_id, message, is_edited, is_deleted)
      values (${w.companyId}, ${chat.id}, ${peer.id}, 'dois', false, false);
      update chats set last_message = 'dois' where id = ${chat.id}`;
    const edit = (): Promise<Answer<ChatMessageRow>> =>
      owner.put<ChatMessageRow>(`/chats/${chat.id}/messages/${first.id}`, { message: 'um!' });
    bodyOf(await during(chat, edit, insert));
    expect(bodyOf(await owner.get<ChatRow>(`/chats/${chat.id}`)).lastMessage).toBe('dois');
  });

  test('is refused when its chat is deleted meanwhile', async () => {
    const chat = await begin([peer]);
    const send = (): Promise<Answer<ChatMessageRow>> => write(owner, chat, { message: 'oi' });
    expect(await during(chat, send, `delete from chats where id = ${chat.id}`)).toMatchObject({
      status: 404,
      body: { code: 'ERR_NO_CHAT_FOUND' },
    });
  });

  test('comes in pages, the newest first, by number and by cursor', async () => {
    const chat = await begin([peer]);
    await app.database.query(
      `insert into chat_messages (company_id, chat_id, sender_id, message, is_edited, is_deleted)
       select $1, $2, $3, 'mensagem ' || n, false, false from generate_series(1, 45) n`,
      [w.companyId, chat.id, owner.id],
    );
    const [newest, older, oldest] = [
      await messagesOf(peer, chat, '?pageNumber=1'),
      await messagesOf(peer, chat, '?pageNumber=2'),
      await messagesOf(peer, chat, '?pageNumber=3'),
    ];
    expect([newest, older, oldest].map(({ records, hasMore, count }) => [records.length, hasMore, count])).toEqual([
      [20, true, 45],
      [20, true, 45],
      [5, false, 45],
    ]);
    expect(newest.records.at(-1)?.message).toBe('mensagem 45');
    expect((await messagesOf(peer, chat, `?cursor=${newest.cursor}`)).records).toEqual(older.records);
    const eleventh = oldest.records.length > 0 ? (older.records[5]?.id ?? 0) : 0;
    const jumped = await messagesOf(peer, chat, `?from=${eleventh}&cursor=${newest.cursor}`);
    expect(jumped.records.map(({ id }) => id)).toContain(eleventh);
    expect([jumped.records.length, jumped.hasMore]).toEqual([25, false]);
    expect(await peer.get(`/chats/${chat.id}/messages?cursor=x`)).toMatchObject({ status: 400 });
  });
});

test('who types is shown to whoever has the chat open', async () => {
  const chat = await begin([peer, third]);
  const [hers, his] = [await peer.socket(), await third.socket()];
  for (const socket of [hers, his]) expect(await socket.join('InternalChat', chat.uuid)).toBe('joined');
  hers.emit('typingInternalChat', chat.uuid);
  const typing = { chatId: chat.id, users: [{ id: peer.id, name: peer.me.name }] };
  expect(await his.next('chatTyping')).toEqual(typing);
  hers.emit('idleInternalChat', chat.uuid);
  expect(await his.next('chatTyping')).toEqual({ chatId: chat.id, users: [] });
});
