import { createHmac } from 'node:crypto';
import { startApp } from '../../support/app.js';
import { bodyOf } from '../../support/client.js';
import type { ConnectionRow } from '../../support/cloud-company.js';
import { files, form } from '../../support/files.js';
import { GraphSimulator } from '../../support/graph-simulator/graph-simulator.js';
import { exchanged, type PageEvent, pageSends, pageWebhook } from '../../support/graph-simulator/page-events.js';
import { defaultPage, userToken } from '../../support/graph-simulator/pages.js';
import { violationsIn } from '../../support/invariants.js';
import { type MessageRow, type TicketRow, type World, world } from '../../support/world.js';

const hourMs = 3_600_000;
const clock = { ahead: 0 };
const graph = new GraphSimulator({ webhooks: { parallel: 1 }, now: () => Date.now() + clock.ahead });
await graph.start();
const app = await startApp({ GRAPH_API_URL: graph.url });
const origin = new URL(graph.url).origin;

afterAll(async () => {
  await graph.stop();
  await app.close();
});

interface SocialRow extends ConnectionRow {
  readonly facebookUserId: string | null;
  readonly facebookUserTokenSet: boolean;
}

const settled = async (): Promise<void> => {
  for (let round = 0; round < 3; round += 1) {
    await graph.settled();
    await app.settled();
  }
};

describe.each([
  ['facebook', 'page', defaultPage.pageId, '2401198765432'],
  ['instagram', 'instagram', defaultPage.instagram.id, '9901198765432'],
] as const)('a connection of %s', (channel, object, accountId, people) => {
  const input = {
    name: `Conta ${channel}`,
    channel,
    facebookUserToken: defaultPage.token,
    appSecret: 'simulated-app-secret',
    metaToken: 'senha-do-webhook',
  };
  let w: World;
  let connection: SocialRow;
  let customers = 1000;
  let mids = 0;

  const webhook = (): string => `${app.url}/webhooks/${channel}/${connection.id}`;
  const row = async (): Promise<SocialRow> => bodyOf(await w.admin.get<SocialRow>(`/whatsapp/${connection.id}`));
  const newMid = (): string => {
    mids += 1;
    return `${channel}_in_${mids}`;
  };
  const messagesOf = async ({ id }: Pick<TicketRow, 'id'>): Promise<MessageRow[]> =>
    bodyOf(await w.admin.get<{ messages: MessageRow[] }>(`/messages/${id}?peek=true`)).messages;
  const lastOf = async (ticket: Pick<TicketRow, 'id'>): Promise<MessageRow | undefined> =>
    (await messagesOf(ticket)).at(-1);
  const ticketOf = async (customer: string): Promise<TicketRow> => {
    for (const status of ['pending', 'open']) {
      const path = `/tickets?showAll=true&status=${status}`;
      const { tickets } = bodyOf(await w.admin.get<{ tickets: TicketRow[] }>(path));
      const found = tickets.find(({ contact }) => contact.number === `${channel}:${customer}`);
      if (found) return found;
    }
    throw new Error(`No conversation of ${customer}`);
  };
  const send = async (ticket: TicketRow, body: string | FormData | object): Promise<MessageRow> => {
    const posted = bodyOf(
      await w.attendant.post<MessageRow | MessageRow[]>(
        `/messages/${ticket.id}`,
        typeof body === 'string' ? { body } : body,
      ),
      201,
    );
    await settled();
    const [first] = Array.isArray(posted) ? posted : [posted];
    const found = (await messagesOf(ticket)).find(({ id }) => id === first?.id);
    if (!found) throw new Error('The message is not stored');
    return found;
  };
  /** A customer who wrote, and whose conversation the attendant accepted. */
  const conversation = async (at?: number): Promise<{ customer: string; ticket: TicketRow; mid: string }> => {
    customers += 1;
    const [customer, mid] = [`${people}${customers}`, newMid()];
    graph.pages.customerSends({ id: customer, object, ...(at ? { at } : {}) }, pageSends.text(mid, 'Olá'));
    await settled();
    const { id } = await ticketOf(customer);
    bodyOf(await w.attendant.put(`/tickets/${id}`, { status: 'open' }));
    return { customer, mid, ticket: await ticketOf(customer) };
  };
  const receive = async (customer: string, event: PageEvent): Promise<void> => {
    graph.pages.customerSends({ id: customer, object }, event);
    await settled();
  };

  beforeAll(async () => {
    w = await world(app);
    connection = bodyOf(await w.admin.post<SocialRow>('/whatsapp', { ...input, queueIds: [w.sales.id] }), 201);
    graph.setCallbackUrl(webhook());
    await settled();
  });

  describe('its account', () => {
    test('is chosen by the token, and its secrets are write-only', async () => {
      expect(connection).toMatchObject({ status: 'OPENING', facebookUserTokenSet: true });
      const shown = await row();
      expect(shown).toMatchObject({
        status: 'CONNECTED',
        facebookUserId: accountId,
        lastError: null,
        verifiedName: channel === 'facebook' ? defaultPage.name : '@loja.simulada',
        webhookUrl: expect.stringMatching(`/webhooks/${channel}/${connection.id}$`),
      });
      expect(JSON.stringify(shown)).not.toContain(defaultPage.token);
    });

    test('is offered where the token sees several', async () => {
      const branch = { pageId: '108177215500002', name: 'Filial', token: 'EAAG-filial' };
      const instagram = { id: '17841400008460999', username: 'filial' };
      graph.pages.pages.push({ ...branch, instagram });
      const other = await world(app);
      const made = bodyOf(
        await other.admin.post<SocialRow>('/whatsapp', { ...input, facebookUserToken: userToken }),
        201,
      );
      await settled();
      const read = async () => bodyOf(await other.admin.get<SocialRow>(`/whatsapp/${made.id}`));
      expect(await read()).toMatchObject({ status: 'DISCONNECTED', lastError: { code: 'account_not_chosen' } });
      const chosen = object === 'page' ? branch.pageId : instagram.id;
      const answer = bodyOf(await other.admin.post<object>(`/whatsapp/${made.id}/test`));
      expect(answer).toMatchObject({ ok: false, accounts: [{ id: accountId }, { id: chosen }] });
      bodyOf(await other.admin.put(`/whatsapp/${made.id}`, { facebookUserId: chosen }));
      await settled();
      expect(await read()).toMatchObject({ status: 'CONNECTED', facebookUserId: chosen });
      bodyOf(await other.admin.delete(`/whatsapp/${made.id}`));
      graph.pages.pages.splice(1);
    });

    test('belongs to one connection of the platform', async () => {
      const other = await world(app);
      const taken = await other.admin.post('/whatsapp', { ...input, facebookUserId: accountId });
      expect(taken).toMatchObject({ status: 409, body: { fields: { facebookUserId: 'Este número já está em uso' } } });
    });
  });

  describe('its webhook', () => {
    const sign = (text: string, secret = input.appSecret): string =>
      `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
    const post = (id: number, text: string, signature: string | null) =>
      app.visitor().request('POST', `/webhooks/${channel}/${id}`, {
        body: text,
        headers: {
          'content-type': 'application/json',
          ...(signature === null ? {} : { 'x-hub-signature-256': signature }),
        },
      });
    const text = (customer: string, account = accountId): string =>
      JSON.stringify(
        pageWebhook(object, account, [
          exchanged({ sender: customer, recipient: account, timestamp: Date.now() }, pageSends.text(newMid(), 'oi')),
        ]),
      );
    const contactsOf = async (company: World): Promise<number> =>
      (await app.database.query('select 1 from contacts where company_id = $1', [company.companyId])).length;

    test('is verified by the token only', async () => {
      expect(await graph.verify(webhook(), input.metaToken)).toBe(true);
      expect(await graph.verify(webhook(), 'outra')).toBe(false);
      expect(await graph.verify(`${app.url}/webhooks/cloudapi/${connection.id}`, input.metaToken)).toBe(false);
    });

    test('accepts only a signature over exactly these bytes', async () => {
      const body = text(`${people}0001`);
      const before = await contactsOf(w);
      for (const signature of [null, '', sign(body, 'outro'), sign(`${body} `)])
        expect((await post(connection.id, body, signature)).status).toBe(403);
      expect((await post(999_999, body, sign(body))).status).toBe(403);
      await settled();
      expect(await contactsOf(w)).toBe(before);
    });

    test('drops what is about an account of somebody else, or of nobody', async () => {
      const other = await world(app);
      const before = await contactsOf(w);
      const secret = { ...input, appSecret: 'outro segredo', facebookUserToken: 'revogado', facebookUserId: '42' };
      const theirs = bodyOf(await other.admin.post<SocialRow>('/whatsapp', secret), 201);
      for (const body of [text(`${people}0002`, '42'), text(`${people}0002`, '43')])
        expect((await post(connection.id, body, sign(body))).status).toBe(200);
      const pretended = text(`${people}0002`);
      expect((await post(theirs.id, pretended, sign(pretended, 'outro segredo'))).status).toBe(200);
      await settled();
      expect([await contactsOf(w), await contactsOf(other)]).toEqual([before, await contactsOf(await world(app))]);
    });

    test('reaches every connection of the company that the same secret signs', async () => {
      const branch = { ...input, name: `Filial ${channel}`, facebookUserId: '77', facebookUserToken: userToken };
      const second = bodyOf(await w.admin.post<SocialRow>('/whatsapp', { ...branch, queueIds: [w.sales.id] }), 201);
      const body = text(`${people}0003`, '77');
      expect((await post(connection.id, body, sign(body))).status).toBe(200);
      await settled();
      const rows = await app.database.query('select connection_id::int as id from messages where connection_id = $1', [
        second.id,
      ]);
      expect(rows).toEqual([{ id: second.id }]);
      bodyOf(await w.admin.delete(`/whatsapp/${second.id}`));
    });
  });

  describe('what customers do', () => {
    test('opens a conversation of a contact with an address, name and picture', async () => {
      customers += 1;
      const customer = `${people}${customers}`;
      const picture = graph.pages.hostFile(origin, files.png.bytes, 'image/png');
      graph.pages.profiles.set(customer, { name: 'Bia Prado', profile_pic: picture });
      await receive(customer, pageSends.text(newMid(), 'Vocês abrem hoje?'));
      const ticket = await ticketOf(customer);
      expect(ticket).toMatchObject({
        channel,
        status: 'pending',
        isGroup: false,
        lastMessage: 'Vocês abrem hoje?',
        contact: {
          name: 'Bia Prado',
          number: `${channel}:${customer}`,
          profilePicUrl: expect.stringContaining('/media/'),
        },
      });
      expect(bodyOf(await w.admin.put<object>(`/contacts/${ticket.contact.id}`, { name: 'Beatriz' }))).toMatchObject({
        name: 'Beatriz',
        number: `${channel}:${customer}`,
      });
    });

    test('without a profile that may be read keeps the address as the name', async () => {
      const { customer, ticket } = await conversation();
      expect(ticket.contact.name).toBe(`${channel}:${customer}`);
      expect(await app.database.query('select 1 from outbox_jobs where failed_at is not null')).toEqual([]);
    });

    test('is shown whatever its kind, once however often it is repeated', async () => {
      const { customer, ticket } = await conversation();
      const picture = graph.pages.hostFile(origin, files.png.bytes, 'image/png');
      const recording = graph.pages.hostFile(origin, files.mp3.bytes, 'audio/mpeg');
      const events = [
        pageSends.pictures(newMid(), picture, picture),
        pageSends.audio(newMid(), recording),
        pageSends.sticker(newMid(), picture),
        pageSends.storyMention(newMid(), picture),
        pageSends.storyReply(newMid(), 'que lindo', picture),
        pageSends.postback(newMid(), 'Começar', 'START'),
        pageSends.quickReply(newMid(), 'Vendas', '1'),
        pageSends.unsupported(newMid()),
      ];
      const at = graph.options.now();
      for (const event of [...events, ...events]) graph.pages.customerSends({ id: customer, object, at }, event);
      await settled();
      const shown = (await messagesOf(ticket)).slice(1);
      expect(shown.map(({ mediaType, body }) => [mediaType, body])).toEqual([
        ['image', ''],
        ['image', ''],
        ['audio', ''],
        ['sticker', ''],
        ['image', ''],
        ['chat', 'que lindo'],
        ['interactive', 'Começar'],
        ['interactive', 'Vendas'],
        ['unsupported', 'Mensagem não suportada: tipo desconhecido'],
      ]);
      expect(shown.slice(0, 5).every(({ mediaUrl }) => mediaUrl?.includes('/media/'))).toBe(true);
      expect(shown[4]).toMatchObject({ data: { story: { kind: 'mention' } } });
      expect(shown[5]).toMatchObject({ data: { story: { kind: 'reply' } } });
    });

    test('edits, deletes and reacts', async () => {
      const { customer, ticket } = await conversation();
      const mid = newMid();
      await receive(customer, pageSends.text(mid, 'errado'));
      await receive(customer, pageSends.reaction(mid, '🎉'));
      await receive(customer, pageSends.edited(mid, 'certo'));
      expect(await lastOf(ticket)).toMatchObject({ body: 'certo', isEdited: true, reactions: [{ emoji: '🎉' }] });
      await receive(customer, pageSends.reactionRemoved(mid));
      await receive(customer, pageSends.deleted(mid));
      expect(await lastOf(ticket)).toMatchObject({ isDeleted: true, reactions: [] });
    });

    test('while another program answers them is stored, and no bot answers', async () => {
      customers += 1;
      const customer = `${people}${customers}`;
      bodyOf(
        await w.admin.put(`/whatsapp/${connection.id}`, {
          greetingMessage: 'Bem-vindo!',
          queueIds: [w.sales.id, w.support.id],
        }),
      );
      graph.pages.customerSends({ id: customer, object, standby: true }, pageSends.text(newMid(), 'oi'));
      await settled();
      const ticket = await ticketOf(customer);
      expect((await messagesOf(ticket)).map(({ body }) => body)).toEqual(['oi']);
      await receive(customer, pageSends.passedThread('67084829'));
      await receive(customer, pageSends.text(newMid(), 'alguém?'));
      expect((await messagesOf(ticket)).map(({ body }) => body)).toEqual([
        'oi',
        'alguém?',
        expect.stringContaining('Bem-vindo!'),
      ]);
      bodyOf(await w.admin.put(`/whatsapp/${connection.id}`, { greetingMessage: '', queueIds: [w.sales.id] }));
    });
  });

  describe('what the attendant sends', () => {
    test('reaches the customer once, is delivered and read', async () => {
      const { customer, ticket, mid } = await conversation();
      const sent = await send(ticket, 'Abrimos às 9h');
      expect(sent).toMatchObject({ status: 'sent', ack: 1 });
      const accepted = graph.log.accepted.at(-1);
      expect(accepted).toMatchObject({
        to: customer,
        body: { messaging_type: 'RESPONSE', message: { text: 'Abrimos às 9h' } },
      });
      // its echo is no message of another device
      expect((await messagesOf(ticket)).map(({ body }) => body)).toEqual(['Olá', 'Abrimos às 9h']);
      const second = await send(ticket, 'Até já');
      await receive(customer, pageSends.delivered(Date.now(), accepted?.id ?? ''));
      expect(await messagesOf(ticket)).toMatchObject([{}, { status: 'delivered', ack: 2 }, { ack: 1 }]);
      const last = graph.log.accepted.at(-1)?.id ?? '';
      await receive(customer, object === 'page' ? pageSends.readUntil(Date.now()) : pageSends.seen(last));
      expect(await messagesOf(ticket)).toMatchObject([
        {},
        { id: sent.id, ack: 3 },
        { id: second.id, status: 'read', ack: 3 },
      ]);
      bodyOf(await w.attendant.post(`/tickets/${ticket.id}/read`));
      await settled();
      expect(graph.pages.actions).toContainEqual({ recipient: { id: customer }, sender_action: 'mark_seen' });
      bodyOf(await w.attendant.post(`/messages/${(await messagesOf(ticket))[0]?.id}/react`, { emoji: '❤️' }));
      await settled();
      expect(graph.pages.actions.at(-1)).toMatchObject({ sender_action: 'react', payload: { message_id: mid } });
    });

    test('is known by its echo when the answer of Meta was lost', async () => {
      const { ticket } = await conversation();
      graph.failNext('accept-then-drop');
      const sent = await send(ticket, 'Sem resposta');
      expect(sent).toMatchObject({ status: 'sent', ack: 1 });
      expect((await messagesOf(ticket)).map(({ body }) => body)).toEqual(['Olá', 'Sem resposta']);
    });

    test('may be a file with a text, which goes after it', async () => {
      const { customer, ticket } = await conversation();
      const sent = await send(ticket, form({ body: 'Veja a foto' }, [files.png]));
      expect(sent).toMatchObject({ mediaType: 'image', body: 'Veja a foto', status: 'sent' });
      const bodies = graph.log.accepted.filter(({ to }) => to === customer).map(({ body }) => body['message']);
      expect(bodies).toMatchObject([{ attachment: { type: 'image' } }, { text: 'Veja a foto' }]);
      expect(await messagesOf(ticket)).toHaveLength(2);
    });

    test('from another device is shown as ours', async () => {
      const { customer, ticket } = await conversation();
      graph.pages.pageSends(customer, object, { mid: newMid(), text: 'Respondo do celular' });
      await settled();
      expect(await lastOf(ticket)).toMatchObject({ fromMe: true, body: 'Respondo do celular', ack: 1 });
    });

    test('from another device ends the menu, and reopens nothing', async () => {
      bodyOf(
        await w.admin.put(`/whatsapp/${connection.id}`, {
          greetingMessage: 'Com quem?',
          queueIds: [w.sales.id, w.support.id],
        }),
      );
      customers += 1;
      const customer = `${people}${customers}`;
      graph.pages.customerSends({ id: customer, object }, pageSends.text(newMid(), 'oi'));
      await settled();
      const { id } = await ticketOf(customer);
      graph.pages.pageSends(customer, object, { mid: newMid(), text: 'Oi, sou eu' });
      await receive(customer, pageSends.text(newMid(), '1'));
      expect(await lastOf({ id })).toMatchObject({ fromMe: false, body: '1' });
      bodyOf(await w.admin.put(`/tickets/${id}`, { status: 'closed' }));
      graph.pages.pageSends(customer, object, { mid: newMid(), text: 'Até logo' });
      await settled();
      expect(bodyOf(await w.admin.get<TicketRow>(`/tickets/${id}`))).toMatchObject({
        status: 'closed',
        unreadMessages: 2,
        lastMessage: 'Até logo',
      });
      bodyOf(await w.admin.put(`/whatsapp/${connection.id}`, { greetingMessage: '', queueIds: [w.sales.id] }));
    });

    test('waits for the customer after a day, and for a week with the tag', async () => {
      const { customer, ticket } = await conversation(Date.now() - 25 * hourMs);
      expect(await w.attendant.post(`/messages/${ticket.id}`, { body: 'tarde' })).toMatchObject({
        body: { code: 'ERR_WINDOW_CLOSED' },
      });
      bodyOf(await w.admin.put(`/whatsapp/${connection.id}`, { replyHours: 168 }));
      graph.pages.humanAgent = true;
      const late = await conversation(Date.now() - 48 * hourMs);
      expect(await send(late.ticket, 'Desculpe a demora')).toMatchObject({ status: 'sent' });
      expect(graph.log.accepted.at(-1)).toMatchObject({ to: late.customer, body: { tag: 'HUMAN_AGENT' } });
      expect(await w.admin.put(`/whatsapp/${connection.id}`, { replyHours: 1000 })).toMatchObject({ status: 400 });
      graph.pages.humanAgent = false;
      expect(await send(late.ticket, 'E agora?')).toMatchObject({ status: 'failed', errorCode: '10' });
      bodyOf(await w.admin.put(`/whatsapp/${connection.id}`, { replyHours: null }));
      expect(customer).not.toBe(late.customer);
    });

    test('fails with the sentence of its error', async () => {
      const { customer, ticket } = await conversation();
      graph.pages.refusals.set(customer, [551, 1545041]);
      expect(await send(ticket, 'Oi?')).toMatchObject({
        status: 'failed',
        errorCode: '551',
        errorText: expect.stringContaining('não pode receber mensagens'),
      });
      expect((await row()).status).toBe('CONNECTED');
      graph.pages.refusals.clear();
    });

    test('disconnects the connection when the token has expired', async () => {
      const { ticket } = await conversation();
      graph.revokeToken(defaultPage.token);
      expect(await send(ticket, 'Oi?')).toMatchObject({ status: 'failed', errorCode: '190' });
      expect(await row()).toMatchObject({ status: 'DISCONNECTED', lastError: { code: '190' } });
      graph.restoreToken(defaultPage.token);
      expect(bodyOf(await w.admin.post<object>(`/whatsapp/${connection.id}/test`))).toMatchObject({ ok: true });
      expect(await row()).toMatchObject({ status: 'CONNECTED', lastError: null });
    });

    test('goes to contacts of the channel only', async () => {
      const made = bodyOf(
        await w.admin.post<{ id: number }>('/contacts', { name: 'Zap', number: '5511977776666' }),
        201,
      );
      const opened = await w.attendant.post<TicketRow>('/tickets', {
        contactId: made.id,
        queueId: w.sales.id,
        whatsappId: connection.id,
      });
      expect(await w.attendant.post(`/messages/${bodyOf(opened, 201).id}`, { body: 'oi' })).toMatchObject({
        body: { code: 'ERR_WINDOW_CLOSED' },
      });
    });
  });
});

test('leaves nothing inconsistent', async () => {
  expect(await violationsIn(app)).toEqual([]);
});
