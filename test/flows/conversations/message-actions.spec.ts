import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { Storage } from '../../../src/core/storage/storage.js';
import type { SendOutcome } from '../../../src/modules/channels/connections/channels/channel.js';
import { SandboxChannel } from '../../../src/modules/channels/connections/channels/sandbox/sandbox.channel.js';
import { sharedApp } from '../../support/app.js';
import { bodyOf, type Client } from '../../support/client.js';
import { files, form, recordings } from '../../support/files.js';
import { violationsIn } from '../../support/invariants.js';
import { until } from '../../support/until.js';
import { type Customer, type MessageRow, type TicketRow, world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);
let sandbox: SandboxChannel;

beforeAll(async () => {
  sandbox = app.nest.get(SandboxChannel, { strict: false });
});
afterEach(async () => {
  jest.restoreAllMocks();
  // faults of a test have paused the connection
  await app.database.query('update connections set troubles = 0, paused_until = null');
  await app.database.query(
    "update outbox_jobs set run_at = now() - interval '1 second' where ordering_key like 'send:%'",
  );
  await w.settled();
  expect(await violationsIn(app)).toEqual([]);
});

const send = async (ticketId: number, body: object | FormData): Promise<MessageRow> =>
  bodyOf(await w.attendant.post<MessageRow>(`/messages/${ticketId}`, body), 201);
const edit = <T = MessageRow>(id: number, body: string, client: Client = w.attendant) =>
  client.post<T>(`/messages/edit/${id}`, { body, read: true, fromMe: true, mediaUrl: '', quotedMsg: null });
const erase = <T = { message: string }>(id: number, client: Client = w.attendant) =>
  client.delete<T>(`/messages/${id}`);
const messagesOf = async (ticketId: number): Promise<MessageRow[]> =>
  bodyOf(await w.admin.get<{ messages: MessageRow[] }>(`/messages/${ticketId}?peek=true`)).messages;
const messageOf = async ({ id, ticketId }: MessageRow): Promise<MessageRow> => {
  const found = (await messagesOf(ticketId)).find((message) => message.id === id);
  if (!found) throw new Error(`No message ${id}`);
  return found;
};
const lastOf = async (ticketId: number) => bodyOf(await w.admin.get<TicketRow>(`/tickets/${ticketId}`));

async function conversation(): Promise<{ ticket: TicketRow; customer: Customer }> {
  const customer = w.customer();
  const { id } = await customer.says('oi');
  return { customer, ticket: bodyOf(await w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' })) };
}

/** A promise that is resolved by a call. */
function gate(): { promise: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open: () => open() };
}

/** Nothing is sent until it is called. */
async function held(): Promise<() => Promise<void>> {
  const pause = (until: string) =>
    app.database.query(`update connections set paused_until = ${until} where id = $1`, [w.connection.id]);
  await pause("now() + interval '1 hour'");
  return async () => {
    await pause('null');
    await app.database.query(
      "update outbox_jobs set run_at = now() - interval '1 second' where ordering_key like 'send:%'",
    );
    await w.settled();
  };
}

describe('editing', () => {
  test('changes the text for the customer, colleagues, lists and quotes', async () => {
    const { ticket, customer } = await conversation();
    const screen = await w.attendant.socket();
    await screen.join('ChatBox', ticket.id);
    const sent = await send(ticket.id, { body: 'Custa 10 reias' });
    await w.settled();
    const quoting = await send(ticket.id, { body: 'como disse', quotedMsg: sent.id });
    await w.settled();
    const answer = bodyOf(await edit(sent.id, 'Custa 10 reais'));
    expect(answer).toMatchObject({ id: sent.id, body: 'Custa 10 reais', isEdited: true, ack: 2 });
    await w.settled();
    await screen.flush();
    const events = screen
      .all<{ action: string; message: MessageRow }>('appMessage')
      .filter(({ action }) => action === 'update');
    expect(events.findLast(({ message }) => message.id === sent.id)?.message.body).toBe('Custa 10 reais');
    expect(events.findLast(({ message }) => message.id === quoting.id)?.message.quotedMsg).toMatchObject({
      body: 'Custa 10 reais',
    });
    expect((await customer.sees())[1]).toMatchObject({ body: 'Custa 10 reais', isEdited: true });
    expect((await lastOf(ticket.id)).lastMessage).toBe('como disse');
    bodyOf(await edit(quoting.id, 'como eu disse'));
    expect(await lastOf(ticket.id)).toMatchObject({ lastMessage: 'como eu disse', lastMessageType: 'chat' });
    expect((await messageOf(sent)).data).toEqual({});
  });

  test('fills variables, and a person is told of unknown ones', async () => {
    const { ticket, customer } = await conversation();
    const sent = await send(ticket.id, { body: 'Olá' });
    await w.settled();
    expect(await edit(sent.id, 'Olá {{x}}')).toMatchObject({
      status: 400,
      body: { fields: { body: expect.stringMatching(/^Não existe a variável {{x}}/) } },
    });
    bodyOf(await edit(sent.id, 'Protocolo {{protocol}}'));
    await w.settled();
    expect((await customer.sees()).at(-1)?.body).toMatch(/^Protocolo \d+$/);
  });

  test('a queued message is sent with its new text and not marked as edited', async () => {
    const { ticket, customer } = await conversation();
    const told = jest.spyOn(sandbox, 'edit');
    const release = await held();
    const sent = await send(ticket.id, { body: 'rascuho' });
    await w.settled();
    expect(bodyOf(await edit(sent.id, 'rascunho'))).toMatchObject({ status: 'queued', isEdited: false });
    await release();
    expect((await customer.sees()).map(({ body }) => body)).toEqual(['oi', 'rascunho']);
    expect(await messageOf(sent)).toMatchObject({ body: 'rascunho', isEdited: false, status: 'delivered' });
    expect(told).not.toHaveBeenCalled();
  });

  test('an edit during sending follows in order', async () => {
    const { ticket } = await conversation();
    const calls: string[] = [];
    const { promise, open } = gate();
    jest.spyOn(sandbox, 'send').mockImplementation(async (_connection, { messageId, body }): Promise<SendOutcome> => {
      calls.push(`send ${body}`);
      if (calls.length === 1) await promise;
      return { ok: true, providerId: `sandbox-${messageId}` };
    });
    jest.spyOn(sandbox, 'edit').mockImplementation(async (_connection, { body, targetProviderId }) => {
      calls.push(`edit ${body}`);
      return { ok: true, providerId: targetProviderId };
    });
    const sent = await send(ticket.id, { body: 'um' });
    for (let tries = 0; tries < 100 && calls.length === 0; tries += 1)
      await new Promise((done) => setTimeout(done, 20));
    bodyOf(await edit(sent.id, 'dois'));
    await send(ticket.id, { body: 'três' });
    open();
    await w.settled();
    expect(calls).toEqual(['send um', 'edit dois', 'send três']);
    expect(await messageOf(sent)).toMatchObject({ body: 'dois', isEdited: true, data: {} });
  });

  test('a failed message is edited and sent again', async () => {
    const { ticket, customer } = await conversation();
    const refused = { ok: false, kind: 'permanent', code: 'X', text: { pt: 'não', en: 'no', es: 'no' } } as const;
    jest.spyOn(sandbox, 'send').mockResolvedValueOnce(refused);
    const sent = await send(ticket.id, { body: 'erado' });
    await w.settled();
    expect(bodyOf(await edit(sent.id, 'errado'))).toMatchObject({ status: 'failed', isEdited: false });
    bodyOf(await w.attendant.post(`/messages/${sent.id}/retry`));
    await w.settled();
    expect((await customer.sees()).map(({ body }) => body)).toEqual(['oi', 'errado']);
  });

  test('a refused edit restores the text, with the reason', async () => {
    const { ticket, customer } = await conversation();
    const sent = await send(ticket.id, { body: 'primeiro' });
    await w.settled();
    const text = { pt: 'tarde demais', en: 'too late', es: 'demasiado tarde' };
    const told = jest.spyOn(sandbox, 'edit').mockResolvedValue({ ok: false, kind: 'permanent', code: 'LATE', text });
    bodyOf(await edit(sent.id, 'segundo'));
    bodyOf(await edit(sent.id, 'terceiro'));
    await w.settled();
    expect(told).toHaveBeenCalledTimes(2);
    expect(await messageOf(sent)).toMatchObject({
      body: 'primeiro',
      isEdited: false,
      status: 'delivered',
      errorCode: 'ERR_EDIT_WAPP_MSG',
      errorText: 'tarde demais',
    });
    expect((await lastOf(ticket.id)).lastMessage).toBe('primeiro');
    await customer.reads();
    expect(await messageOf(sent)).toMatchObject({ status: 'read', errorText: 'tarde demais' });
    told.mockResolvedValueOnce({ ok: true, providerId: 'x' });
    bodyOf(await edit(sent.id, 'quarto'));
    bodyOf(await edit(sent.id, 'quinto'));
    await w.settled();
    expect(await messageOf(sent)).toMatchObject({ body: 'quarto', isEdited: true });
  });

  test('an unanswered edit is retried', async () => {
    const { ticket } = await conversation();
    const sent = await send(ticket.id, { body: 'um' });
    await w.settled();
    const away = { ok: false, kind: 'retry', code: 'X', text: { pt: 'fora', en: 'away', es: 'fuera' } } as const;
    const told = jest.spyOn(sandbox, 'edit').mockResolvedValueOnce(away);
    bodyOf(await edit(sent.id, 'dois'));
    await w.settled();
    await app.database.query(
      "update outbox_jobs set run_at = now() - interval '1 second' where name = 'change-message'",
    );
    await w.settled();
    expect(told).toHaveBeenCalledTimes(2);
    expect(await messageOf(sent)).toMatchObject({ body: 'dois', errorCode: null });
  });
});

describe('deleting', () => {
  test('only the marker of deletion is returned, no text, file or other content', async () => {
    const { ticket, customer } = await conversation();
    const sent = await send(ticket.id, form({ body: 'legenda' }, [files.pdf]));
    await w.settled();
    const quoting = await send(ticket.id, { body: 'acima', quotedMsg: sent.id });
    await w.settled();
    expect(bodyOf(await erase(sent.id))).toEqual({ message: 'Mensagem apagada.' });
    await w.settled();
    expect(await messageOf(sent)).toMatchObject({
      isDeleted: true,
      body: '',
      mediaUrl: null,
      mediaName: null,
      data: null,
    });
    expect((await messageOf(quoting)).quotedMsg).toMatchObject({ body: '', isDeleted: true });
    expect((await w.attendant.download(sent.mediaUrl ?? '')).status).toBe(404);
    expect((await customer.sees())[1]).toMatchObject({ body: '', isDeleted: true, mediaUrl: null });
    const [row] = await app.database.query<{ body: string }>('select body from messages where id = $1', [sent.id]);
    expect(row?.body).toBe('legenda');
    expect((await lastOf(ticket.id)).lastMessage).toBe('acima');
    const audited = await app.database.query<{ action: string; userId: string }>(
      'select action, user_id as "userId" from audit_entries where subject_id = $1 and action = $2',
      [sent.id, 'message.deleted'],
    );
    expect(audited.map(({ userId }) => Number(userId))).toEqual([w.attendant.id]);
    bodyOf(await erase(quoting.id));
    expect(await lastOf(ticket.id)).toMatchObject({ lastMessage: 'Mensagem apagada', lastMessageType: 'deleted' });
    const found = bodyOf(await w.admin.get<{ tickets: TicketRow[] }>('/tickets?showAll=true&searchParam=legenda'));
    expect(found.tickets).toEqual([]);
  });

  test('a queued message is not sent', async () => {
    const { ticket, customer } = await conversation();
    const out = jest.spyOn(sandbox, 'send');
    const release = await held();
    const sent = await send(ticket.id, form({ body: 'engano' }, [files.png]));
    await send(ticket.id, { body: 'certo' });
    bodyOf(await erase(sent.id));
    expect(await messageOf(sent)).toMatchObject({ isDeleted: true, status: 'withdrawn' });
    await release();
    expect((await customer.sees()).map(({ body }) => body)).toEqual(['oi', 'certo']);
    expect(out).toHaveBeenCalledTimes(1);
    expect((await w.attendant.download(sent.mediaUrl ?? '')).status).toBe(404);
    expect((await w.attendant.post(`/messages/${sent.id}/retry`)).status).toBe(400);
  });

  test('a message deleted during a failed sending is not sent', async () => {
    const { ticket, customer } = await conversation();
    const { promise, open } = gate();
    let calls = 0;
    jest.spyOn(sandbox, 'send').mockImplementation(async (_connection, { messageId }): Promise<SendOutcome> => {
      calls += 1;
      await promise;
      if (calls > 1) return { ok: true, providerId: `sandbox-${messageId}` };
      return { ok: false, kind: 'retry', code: 'X', text: { pt: 'fora', en: 'away', es: 'fuera' } };
    });
    const sent = await send(ticket.id, { body: 'engano' });
    for (let tries = 0; tries < 100 && calls === 0; tries += 1) await new Promise((done) => setTimeout(done, 20));
    bodyOf(await erase(sent.id));
    open();
    await w.settled();
    await app.database.query(
      "update outbox_jobs set run_at = now() - interval '1 second' where ordering_key like 'send:%'",
    );
    await w.settled();
    expect(calls).toBe(1);
    expect(await messageOf(sent)).toMatchObject({ isDeleted: true, status: 'withdrawn' });
    expect(await customer.sees()).toHaveLength(1);
  });

  test('an uncertain message is deleted at the provider once it is settled', async () => {
    const { ticket } = await conversation();
    const lost = {
      ok: false,
      kind: 'uncertain',
      code: 'X',
      text: { pt: 'talvez', en: 'maybe', es: 'quizás' },
    } as const;
    jest.spyOn(sandbox, 'send').mockResolvedValueOnce(lost);
    const taken = jest.spyOn(sandbox, 'delete');
    const sent = await send(ticket.id, { body: 'chegou?' });
    await w.settled();
    expect((await edit<object>(sent.id, 'outra')).status).toBe(400);
    bodyOf(await erase(sent.id));
    await w.settled();
    expect(taken).not.toHaveBeenCalled();
    await app.database.query("update messages set status = 'sent', ack = 1, provider_id = 'sandbox-x' where id = $1", [
      sent.id,
    ]);
    await app.database.query('update tickets set last_message_ack = 1 where id = $1', [ticket.id]);
    await app.database.query("delete from outbox_jobs where name = 'settle-uncertain'");
    await app.database.query(
      "update outbox_jobs set run_at = now() - interval '1 second' where name = 'change-message'",
    );
    await until('the provider is told', async () => {
      await w.settled();
      return taken.mock.calls.length > 0;
    });
    expect(taken).toHaveBeenCalledTimes(1);
  });

  test('a refused deletion restores the message, with its file', async () => {
    const { ticket } = await conversation();
    const sent = await send(ticket.id, form({}, [files.png]));
    await w.settled();
    const text = { pt: 'tarde demais', en: 'too late', es: 'demasiado tarde' };
    jest.spyOn(sandbox, 'delete').mockResolvedValueOnce({ ok: false, kind: 'permanent', code: 'LATE', text });
    bodyOf(await erase(sent.id));
    await w.settled();
    expect(await messageOf(sent)).toMatchObject({
      isDeleted: false,
      errorCode: 'ERR_DELETE_WAPP_MSG',
      errorText: 'tarde demais',
    });
    expect((await w.attendant.download(sent.mediaUrl ?? '')).status).toBe(200);
    expect(await lastOf(ticket.id)).toMatchObject({ lastMessage: 'foto.png', lastMessageType: 'image' });
  });
});

describe('permissions', () => {
  test('refused: the customer’s message, a deleted one, an empty text, the text of a file', async () => {
    const { ticket } = await conversation();
    const [theirs] = await messagesOf(ticket.id);
    const sent = await send(ticket.id, { body: 'minha' });
    const picture = await send(ticket.id, form({ body: 'foto' }, [files.png]));
    await w.settled();
    expect(await edit(sent.id, ' \n ')).toMatchObject({
      status: 400,
      body: { code: 'ERR_VALIDATION', fields: { body: 'Escreva uma mensagem' } },
    });
    expect((await edit(sent.id, 'a'.repeat(4_097))).status).toBe(400);
    for (const id of [theirs?.id ?? 0, picture.id])
      expect(await edit(id, 'x')).toMatchObject({ status: 400, body: { code: 'ERR_EDIT_WAPP_MSG' } });
    expect(await erase(theirs?.id ?? 0)).toMatchObject({ status: 400, body: { code: 'ERR_DELETE_WAPP_MSG' } });
    bodyOf(await erase(sent.id));
    expect(await erase(sent.id)).toMatchObject({ status: 400, body: { code: 'ERR_DELETE_WAPP_MSG' } });
    expect(await edit(sent.id, 'x')).toMatchObject({ status: 400, body: { code: 'ERR_EDIT_WAPP_MSG' } });
    expect((await edit(999_999, 'x')).status).toBe(404);
    expect((await erase(999_999)).status).toBe(404);
  });

  test('refused in closed conversations and in those of other attendants', async () => {
    const { ticket } = await conversation();
    const sent = await send(ticket.id, { body: 'minha' });
    await w.settled();
    const stranger = await w.member({ queueIds: [w.support.id] });
    const colleague = await w.member();
    for (const client of [stranger, colleague]) {
      expect((await edit(sent.id, 'x', client)).status).toBe(403);
      expect((await erase(sent.id, client)).status).toBe(403);
    }
    expect((await edit(sent.id, 'pela supervisão', w.supervisor)).status).toBe(200);
    bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'closed' }));
    for (const answer of [await edit(sent.id, 'x'), await erase(sent.id)])
      expect(answer).toMatchObject({ status: 400, body: { code: 'ERR_TICKET_NOT_OPEN' } });
  });
});

describe('edits and deletions by customers', () => {
  const change = (what: 'edit' | 'delete', body: object) =>
    w.admin.post<object>(`/sandbox/${w.connection.id}/${what}`, body);

  test('are shown at once, and the file is removed', async () => {
    const { ticket, customer } = await conversation();
    const { number } = customer;
    const text = await customer.writes('as 15h');
    const photo = await customer.writes('', { file: files.png });
    await w.settled();
    const [, , picture] = await messagesOf(ticket.id);
    expect((await w.attendant.download(picture?.mediaUrl ?? '')).status).toBe(200);
    bodyOf(await change('edit', { number, id: text, body: 'às 16h' }), 202);
    bodyOf(await change('delete', { number, id: photo }), 202);
    await w.settled();
    expect((await messagesOf(ticket.id)).slice(1)).toMatchObject([
      { body: 'às 16h', isEdited: true, isDeleted: false },
      { body: '', isDeleted: true, mediaUrl: null },
    ]);
    expect((await w.attendant.download(picture?.mediaUrl ?? '')).status).toBe(404);
    const after = await lastOf(ticket.id);
    expect(after).toMatchObject({ lastMessage: 'Mensagem apagada', lastMessageType: 'deleted', unreadMessages: 3 });
    expect((await change('edit', { number, id: photo, body: 'de volta' })).status).toBe(404);
    expect((await change('edit', { number, id: text, body: ' ' })).status).toBe(400);
  });

  test('in one batch with the message leave no file', async () => {
    const { ticket, customer } = await conversation();
    const photo = await customer.writes('legenda', { file: files.png });
    for (let tries = 0; tries < 100 && (await messagesOf(ticket.id)).length < 2; tries += 1)
      await new Promise((done) => setTimeout(done, 10));
    bodyOf(await change('delete', { number: customer.number, id: photo }), 202);
    await w.settled();
    const [row] = await app.database.query<{ key: string | null }>(
      'select media_key as key from messages where provider_id = $1',
      [photo],
    );
    expect(row?.key).toBeNull();
  });

  test('apply to the customer’s own messages only', async () => {
    const { ticket } = await conversation();
    const other = w.customer();
    await other.says('sou outra pessoa');
    const ours = await send(ticket.id, { body: 'nossa' });
    const [theirs] = await app.database.query<{ id: string }>(
      'select provider_id as id from messages where ticket_id = $1 and not from_me',
      [ticket.id],
    );
    await w.settled();
    for (const id of [theirs?.id, `sandbox-${ours.id}`])
      expect((await change('delete', { number: other.number, id })).status).toBe(404);
    expect((await messagesOf(ticket.id)).map(({ isDeleted }) => isDeleted)).toEqual([false, false]);
  });
});

describe('forwarding', () => {
  const forward = <T = MessageRow[]>(id: number, ticketIds: unknown, headers = {}, client: Client = w.attendant) =>
    client.post<T>(`/messages/${id}/forward`, { ticketIds }, headers);

  test('a text to several conversations, marked, with its sender', async () => {
    const from = await conversation();
    const one = await conversation();
    const two = await conversation();
    const [said] = await messagesOf(from.ticket.id);
    const key = { 'idempotency-key': randomUUID() };
    const ids = [two.ticket.id, one.ticket.id, two.ticket.id];
    const sent = bodyOf(await forward(said?.id ?? 0, ids, key), 201);
    expect(
      sent.map(({ ticketId, body, isForwarded, user, fromMe }) => [ticketId, body, isForwarded, user?.id, fromMe]),
    ).toEqual([
      [one.ticket.id, 'oi', true, w.attendant.id, true],
      [two.ticket.id, 'oi', true, w.attendant.id, true],
    ]);
    expect(bodyOf(await forward(said?.id ?? 0, ids, key), 201)).toEqual(sent);
    expect((await forward(said?.id ?? 0, [one.ticket.id], key)).status).toBe(422);
    await w.settled();
    for (const { customer } of [one, two])
      expect((await customer.sees()).slice(1)).toEqual([expect.objectContaining({ body: 'oi', isForwarded: true })]);
    expect((await lastOf(one.ticket.id)).lastMessage).toBe('oi');
  });

  test('a file is copied and outlives the original; a recording stays a recording', async () => {
    const from = await conversation();
    const to = await conversation();
    await from.customer.says('veja o contrato', { file: files.pdf });
    await from.customer.says('', { file: await recordings.ogg() });
    const [, contract, voice] = await messagesOf(from.ticket.id);
    bodyOf(await forward(contract?.id ?? 0, [to.ticket.id]), 201);
    bodyOf(await forward(voice?.id ?? 0, [to.ticket.id]), 201);
    await w.settled();
    const [, copy, recording] = await messagesOf(to.ticket.id);
    expect(copy).toMatchObject({
      body: 'veja o contrato',
      mediaType: 'application',
      mediaName: 'contrato.pdf',
      mediaSize: files.pdf.bytes.length,
      status: 'delivered',
      data: { forwarded: true },
    });
    expect(recording).toMatchObject({ mediaType: 'audio', data: { voice: true, forwarded: true } });
    const path = (address: string | null | undefined) => new URL(address ?? '').pathname;
    expect(path(copy?.mediaUrl)).not.toBe(path(contract?.mediaUrl));
    bodyOf(await w.admin.delete(`/tickets/${from.ticket.id}`));
    await w.settled();
    expect((await w.attendant.download(contract?.mediaUrl ?? '')).status).toBe(404);
    const download = await w.attendant.download(copy?.mediaUrl ?? '');
    expect(Buffer.from(await download.arrayBuffer())).toEqual(files.pdf.bytes);
    expect((await to.customer.sees())[1]?.mediaUrl).not.toBeNull();
  });

  test('fails when the original is deleted before the copy, and can be retried', async () => {
    const from = await conversation();
    const to = await conversation();
    const sent = await send(from.ticket.id, form({}, [files.png]));
    await w.settled();
    const storage = app.nest.get(Storage, { strict: false });
    const copy = storage.copy.bind(storage);
    const copied = jest.spyOn(storage, 'copy').mockImplementation((key, target) => copy(`${key}x`, target));
    const [failed] = bodyOf(await forward(sent.id, [to.ticket.id]), 201);
    if (!failed) throw new Error('Nothing was forwarded');
    await w.settled();
    expect(await messageOf(failed)).toMatchObject({
      status: 'failed',
      errorCode: 'ERR_FORWARD_WAPP_MSG',
      errorText: 'O arquivo original foi apagado antes de ser encaminhado.',
      mediaUrl: null,
    });
    expect(await to.customer.sees()).toHaveLength(1);
    copied.mockRestore();
    bodyOf(await w.attendant.post(`/messages/${failed.id}/retry`));
    await w.settled();
    expect(await messageOf(failed)).toMatchObject({ status: 'delivered', mediaType: 'image' });
    expect((await to.customer.sees())[1]?.mediaUrl).not.toBeNull();
  });

  test('to all conversations or none, and only where the user may write', async () => {
    const from = await conversation();
    const to = await conversation();
    const waiting = await w.customer().says('oi');
    const colleague = await w.member();
    const theirs = await w.customer().says('oi');
    bodyOf(await colleague.put(`/tickets/${theirs.id}`, { status: 'open' }));
    const [said] = await messagesOf(from.ticket.id);
    const id = said?.id ?? 0;
    for (const [other, status] of [
      [waiting.id, 400],
      [theirs.id, 403],
      [999_999, 404],
    ] as const)
      expect((await forward(id, [to.ticket.id, other])).status).toBe(status);
    for (const odd of [undefined, [], 'x', [0], [1.5], Array.from({ length: 11 }, (_, index) => index + 1)])
      expect((await forward(id, odd)).status).toBe(400);
    expect((await forward(id, [to.ticket.id], {}, colleague)).status).toBe(403);
    expect((await forward(999_999, [to.ticket.id])).status).toBe(404);
    expect(await messagesOf(to.ticket.id)).toHaveLength(1);
  });

  test('refused for deleted messages and those without text or file', async () => {
    const from = await conversation();
    const to = await conversation();
    const sent = await send(from.ticket.id, { body: 'segredo' });
    await w.settled();
    bodyOf(await erase(sent.id));
    await app.database.query(
      "update messages set media_type = 'locationMessage' where ticket_id = $1 and not from_me",
      [from.ticket.id],
    );
    await app.database.query("update tickets set last_message_type = 'deleted' where id = $1", [from.ticket.id]);
    const [place] = await messagesOf(from.ticket.id);
    for (const id of [sent.id, place?.id ?? 0])
      expect(await forward(id, [to.ticket.id])).toMatchObject({ status: 400, body: { code: 'ERR_FORWARD_WAPP_MSG' } });
  });

  test('from visible earlier conversations of the contact, also of other attendants', async () => {
    const colleague = await w.member();
    const customer = w.customer();
    const first = await customer.says('meu CPF é 123');
    bodyOf(await colleague.put(`/tickets/${first.id}`, { status: 'open' }));
    bodyOf(await colleague.put(`/tickets/${first.id}`, { status: 'closed' }));
    await app.database.query("update ticket_cycles set finished_at = now() - interval '3 days' where ticket_id = $1", [
      first.id,
    ]);
    const second = await customer.says('voltei');
    expect(second.id).not.toBe(first.id);
    bodyOf(await w.attendant.put(`/tickets/${second.id}`, { status: 'open' }));
    const [early] = await messagesOf(first.id);
    bodyOf(await forward(early?.id ?? 0, [second.id]), 201);
    const stranger = await w.member({ queueIds: [w.support.id] });
    expect((await forward(early?.id ?? 0, [second.id], {}, stranger)).status).toBe(403);
  });
});
