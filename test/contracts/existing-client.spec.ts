import { sharedApp } from '../support/app.js';
import { bodyOf, type Client } from '../support/client.js';
import { files, form } from '../support/files.js';
import { until } from '../support/until.js';
import { generousPlan, password, type TicketRow, world } from '../support/world.js';

/** Requests of existing clients of the product family, with the values of their forms. */
const app = await sharedApp();
const w = await world(app);

interface FamilyUser {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly companyId: number;
  readonly company: { readonly id: number; readonly name: string; readonly dueDate: string };
  readonly queues: readonly { readonly id: number; readonly UserQueue: { readonly queueId: number } }[];
}

/** As such clients judge a due date at the sign-in: the day must exist and be in the future. */
const mayEnter = ({ company }: FamilyUser): boolean => new Date(company.dueDate).getTime() > Date.now();

describe('the session', () => {
  test('login, refresh and /auth/me have a due date for a company without one; /companies has null', async () => {
    const login = bodyOf(
      await app.visitor().post<{ user: FamilyUser }>('/auth/login', { email: w.admin.me.email, password }),
    );
    bodyOf(await w.admin.signIn(w.admin.me.email, password));
    const refreshed = bodyOf(await w.admin.post<{ token: string; user: FamilyUser }>('/auth/refresh_token'));
    w.admin.token = refreshed.token;
    const me = bodyOf(await w.admin.get<FamilyUser>('/auth/me'));
    for (const user of [login.user, refreshed.user, me]) {
      expect(user.company.dueDate).toMatch(/^9999-12-31T[\d:.]+Z$/);
      expect(mayEnter(user)).toBe(true);
    }
    const company = bodyOf(await app.platform.get<{ dueDate: unknown }>(`/companies/${w.companyId}`));
    expect(company.dueDate).toBeNull();

    bodyOf(await app.platform.put(`/companies/${w.companyId}`, { dueDate: '2099-03-31' }));
    // their clock decides as ours does: the day ends in São Paulo
    expect(bodyOf(await w.admin.get<FamilyUser>('/auth/me')).company.dueDate).toBe('2099-04-01T02:59:59.999Z');
    const listed = bodyOf(await app.platform.get<{ dueDate: string }>(`/companies/${w.companyId}`));
    expect(listed.dueDate).toBe('2099-03-31T23:59:59.999Z');
    // a form sends back what it got
    expect(bodyOf(await app.platform.put<object>(`/companies/${w.companyId}`, listed))).toMatchObject({
      dueDate: listed.dueDate,
    });
    bodyOf(await app.platform.put(`/companies/${w.companyId}`, { dueDate: null }));
  });

  test('the token says company and profile, as it is only read there', async () => {
    const member = await w.member();
    const [head = '', claims = '', signature = ''] = (member.token ?? '').split('.');
    const read = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
    expect(read).toMatchObject({ userId: member.id, companyId: w.companyId, profile: 'user' });
    const forged = Buffer.from(JSON.stringify({ ...read, profile: 'admin' })).toString('base64url');
    member.token = [head, forged, signature].join('.');
    expect((await member.get('/users')).status).toBe(403);
  });

  test('a setting alone is its value; what is not set or not for the caller is an empty text', async () => {
    bodyOf(await w.admin.put('/settings/call', { value: 'enabled' }));
    const value = async (client: Client, key: string) => bodyOf(await client.get<unknown>(`/settings/${key}`));
    expect([await value(w.admin, 'call'), await value(w.attendant, 'call')]).toEqual(['enabled', 'enabled']);
    expect([await value(w.admin, 'tagsMode'), await value(w.attendant, 'userCreation')]).toEqual(['', '']);
  });

  test('an unknown e-mail is a status in the body of a 200', async () => {
    expect(await app.visitor().post('/forgetpassword/ninguem@empresa.test')).toMatchObject({
      status: 200,
      body: { status: 404, error: 'Email não encontrado', message: 'Email não encontrado' },
    });
  });

  test('all requests of a page load are answered', async () => {
    const id = w.companyId;
    for (const client of [w.attendant, w.admin]) {
      const paths = [`/companies/listPlan/${id}`, '/settings/', '/queue', `/whatsapp/?session=0&companyId=${id}`];
      for (const path of [...paths, `/users/${client.id}`, '/users/', '/tags/', '/tags/list', '/contacts', '/tickets'])
        bodyOf(await client.get<object>(path));
      expect(bodyOf(await client.get<object>('/announcements?searchParam=&pageNumber=1'))).toMatchObject({
        records: expect.any(Array),
        hasMore: expect.any(Boolean),
      });
      expect(bodyOf(await client.get<object>('/chats?searchParam=&pageNumber=1'))).toEqual({
        records: [],
        hasMore: false,
        count: 0,
      });
    }
    expect((await app.visitor().get('/chats')).status).toBe(401);
  });
});

describe('users', () => {
  const whole = (user: { id: number; name: string; email: string }, queueIds: readonly number[]) => ({
    id: user.id,
    name: user.name,
    email: user.email,
    profile: 'user',
    super: false,
    companyId: w.companyId,
    company: { id: w.companyId, name: w.admin.me.company.name, dueDate: expect.stringMatching(/^9999-12-31T/) },
    queues: queueIds.map((queueId) => expect.objectContaining({ id: queueId, UserQueue: { queueId } })),
    whatsappId: null,
    allTicket: 'desabled',
    language: 'pt',
  });

  test('company-{c}-user has the whole user, for managers and the user; presence has its own event', async () => {
    const [person, colleague] = [await w.member({ name: 'Rita Alves' }), await w.member()];
    const [manager, own, other] = [await w.admin.socket(), await person.socket(), await colleague.socket()];
    const renamed = { ...person.me, name: 'Rita Souza' };
    bodyOf(await w.admin.put(`/users/${person.id}`, { name: renamed.name }));
    for (const socket of [manager, own])
      expect(await socket.next('user', ({ user }) => (user as FamilyUser).name === renamed.name)).toMatchObject({
        action: 'update',
        user: whole(renamed, [w.sales.id]),
      });
    const shown = await other.next<{ user: object }>(
      'presence',
      ({ user }) => (user as FamilyUser).name === renamed.name,
    );
    expect(Object.keys(shown.user)).not.toEqual(expect.arrayContaining(['email']));

    bodyOf(await person.put('/users/me/presence', { paused: true, reason: 'Almoço' }));
    await manager.next('presence', ({ user }) => (user as { pauseReason: unknown }).pauseReason === 'Almoço');

    const made = bodyOf(
      await w.admin.post<FamilyUser>('/users', {
        ...{ name: 'Nova Pessoa', email: `nova-${w.companyId}@empresa.test`, password, profile: 'user' },
        ...{ queueIds: [String(w.sales.id)], whatsappId: '', allTicket: 'desabled' },
      }),
      201,
    );
    expect(made).toMatchObject(whole(made, [w.sales.id]));
    expect(await manager.next('user', ({ action }) => action === 'create')).toMatchObject({
      user: whole(made, [w.sales.id]),
    });
    bodyOf(await w.admin.delete(`/users/${made.id}`));
    for (const socket of [manager, other])
      await socket.next('user', ({ action, userId }) => action === 'delete' && userId === made.id);
    for (const socket of [manager, own, other]) {
      await socket.flush();
      for (const { action, user } of socket.all<{ action: string; user?: FamilyUser }>('user'))
        expect(action === 'delete' || user?.email).toBeTruthy();
    }
    expect(other.all<{ action: string }>('user').filter(({ action }) => action !== 'delete')).toEqual([]);
  });
});

describe('the user’s company', () => {
  interface FamilyCompany {
    readonly id: number;
    readonly schedules: readonly object[];
    readonly settings: readonly object[];
  }

  test('is readable by managers and super-admins with its hours; others get 403, another company is a 404', async () => {
    const other = await world(app);
    for (const client of [w.admin, app.platform]) {
      const company = bodyOf(await client.get<FamilyCompany>(`/companies/${w.companyId}`));
      expect(company).toMatchObject({
        id: w.companyId,
        plan: { id: w.planId, useKanban: true },
        settings: [{ key: 'campaignsEnabled', value: 'true' }],
      });
      expect(company.schedules).toHaveLength(7);
      expect(company.schedules[0]).toEqual({
        weekday: 'Segunda-feira',
        weekdayEn: 'monday',
        startTime: '08:00',
        endTime: '18:00',
      });
    }
    expect(await w.admin.get(`/companies/${other.companyId}`)).toMatchObject({
      status: 404,
      body: { code: 'ERR_NO_COMPANY_FOUND' },
    });
    for (const client of [w.attendant, w.supervisor])
      expect((await client.get(`/companies/${w.companyId}`)).status).toBe(403);
  });
});

describe('values of forms', () => {
  test('false, an empty text and 0 are null, numbers may be text; malformed values are refused', async () => {
    const ticket = await w.customer().says('oi');
    bodyOf(
      await w.attendant.put(`/tickets/${ticket.id}`, {
        ...{ status: 'open', userId: String(w.attendant.id), queueId: String(w.sales.id), whatsappId: false },
        ...{ useIntegration: false, promptId: '', integrationId: '' },
      }),
    );
    for (const [query, found] of [
      [`queueIds=["${w.sales.id}"]&status=open`, [ticket.id]],
      [`queueIds=null&tags=null&users=[]&status=open`, [ticket.id]],
    ] as const) {
      const { tickets } = bodyOf(await w.attendant.get<{ tickets: TicketRow[] }>(`/tickets?pageNumber=1&${query}`));
      expect([query, tickets.map(({ id }) => id)]).toEqual([query, found]);
    }
    expect((await w.attendant.get('/tickets?queueIds=["x"]')).status).toBe(400);
    const closed = bodyOf(
      await w.attendant.put<TicketRow>(`/tickets/${ticket.id}`, {
        ...{ status: 'closed', userId: w.attendant.id, queueId: w.sales.id },
        ...{ useIntegration: false, promptId: false, integrationId: false },
      }),
    );
    expect(closed).toMatchObject({ status: 'closed', whatsappId: w.connection.id, promptId: null });
    bodyOf(
      await w.attendant.post('/tickets', {
        contactId: String(w.contact.id),
        queueId: String(w.sales.id),
        ...{ whatsappId: '', userId: w.attendant.id, status: 'open' },
      }),
      201,
    );

    const queue = bodyOf(
      await w.admin.post<{ id: number; orderQueue: number }>('/queue', {
        ...{ name: 'Cobrança', color: '#aa00aa', greetingMessage: '', orderQueue: '9' },
        ...{ integrationId: '', promptId: '' },
      }),
      201,
    );
    expect(queue.orderQueue).toBe(9);
    for (const orderQueue of ['9a', ' 9 ', '9.5', '0x9', '-1'])
      expect(await w.admin.put(`/queue/${queue.id}`, { orderQueue })).toMatchObject({
        status: 400,
        body: { code: 'ERR_VALIDATION', fields: { orderQueue: 'Valor inválido' } },
      });
    const transfer = async (transferQueueId: unknown): Promise<unknown> =>
      bodyOf(
        await w.admin.put<{ transferQueueId: unknown }>(`/whatsapp/${w.connection.id}`, {
          ...{ transferQueueId, timeToTransfer: transferQueueId ? '10' : '0', expiresTicket: '0', maxUseBotQueues: '' },
        }),
      ).transferQueueId;
    expect([await transfer(String(queue.id)), await transfer(false)]).toEqual([queue.id, null]);
    expect([await transfer(queue.id), await transfer('')]).toEqual([queue.id, null]);
    const user = bodyOf(
      await w.admin.put<{ whatsappId: unknown }>(`/users/${w.attendant.id}`, { whatsappId: w.connection.id }),
    );
    expect(user.whatsappId).toBe(w.connection.id);
    for (const whatsappId of [false, '', 0])
      expect(bodyOf(await w.admin.put(`/users/${w.attendant.id}`, { whatsappId }))).toMatchObject({ whatsappId: null });

    const plan = { ...generousPlan, name: `Plano de ${w.companyId}`, users: '10', value: '99.90' };
    expect(bodyOf(await app.platform.post<object>('/plans', plan), 201)).toMatchObject({ users: 10, value: 99.9 });
    for (const [index, [value, amount]] of [
      ['99,90', 99.9],
      ['1.299,90', 1299.9],
      ['1299,9', 1299.9],
    ].entries()) {
      const made = await app.platform.post<object>('/plans', { ...plan, name: `${index} de ${w.companyId}`, value });
      expect(bodyOf(made, 201)).toMatchObject({ value: amount });
    }
    for (const value of ['99,90,1', '1.29,90', '1.299.90', ',90', '99,'])
      expect((await app.platform.post('/plans', { ...plan, name: 'Outro', value })).body.fields).toEqual({
        value: 'Valor inválido',
      });
    // a required reference stays required
    expect((await w.attendant.post('/tickets', { contactId: false, queueId: w.sales.id })).body.fields).toEqual({
      contactId: 'Valor inválido',
    });
  });

  test('a switch may be text, of the choices of a form; another text is refused', async () => {
    const quick = bodyOf(
      await w.admin.post<{ id: number }>('/quick-messages', {
        ...{ shortcode: 'texto', message: 'Olá', geral: 'true', status: 'false' },
      }),
      201,
    );
    expect(quick).toMatchObject({ geral: true, status: false });
    const path = `/quick-messages/${quick.id}`;
    expect(bodyOf(await w.admin.put<object>(path, { ...quick, geral: 'false' }))).toMatchObject({ geral: false });
    for (const geral of ['sim', 'TRUE', 2, []])
      expect((await w.admin.put(path, { geral })).body.fields).toEqual({ geral: 'Valor inválido' });
    bodyOf(await w.admin.delete(path));
    const tag = bodyOf(await w.admin.post<{ id: number }>('/tags', { name: 'Etapa', kanban: 'true' }), 201);
    expect(tag).toMatchObject({ kanban: 1 });
    bodyOf(await w.admin.delete(`/tags/${tag.id}`));
  });

  test('a connection without a channel is WhatsApp by QR code: stored, disconnected, and unable to send', async () => {
    const socket = await w.admin.socket();
    const made = bodyOf(
      await w.admin.post<{ id: number }>('/whatsapp', {
        ...{ name: 'Loja', isDefault: false, queueIds: [], greetingMessage: '', transferQueueId: null },
        ...{ token: 'a'.repeat(64), provider: 'beta', timeToTransfer: '', expiresTicket: '' },
      }),
      201,
    );
    const shown = { id: made.id, channel: 'whatsapp', status: 'DISCONNECTED' };
    expect(made).toMatchObject(shown);
    await socket.next('whatsapp', ({ whatsapp }) => (whatsapp as { id: number } | undefined)?.id === made.id);
    expect(bodyOf(await w.attendant.get<object[]>('/whatsapp'))).toEqual(
      expect.arrayContaining([expect.objectContaining(shown)]),
    );
    expect(bodyOf(await w.admin.put<object>(`/whatsapp/${made.id}`, { ...made, name: 'Loja 2' }))).toMatchObject(shown);
    expect(bodyOf(await w.admin.post<object>(`/whatsapp/${made.id}/test`))).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/^As conexões por QR Code não estão instaladas/),
    });
    const contact = bodyOf(
      await w.admin.post<{ id: number }>('/contacts', { name: 'Sem canal', number: '5511977776666' }),
      201,
    );
    const conversation = bodyOf(
      await w.admin.post<TicketRow>('/tickets', { contactId: contact.id, queueId: w.sales.id, whatsappId: made.id }),
      201,
    );
    expect((await w.admin.post(`/messages/${conversation.id}`, { body: 'oi' })).body.code).toBe(
      'ERR_WAPP_NOT_INITIALIZED',
    );
    const { resources } = bodyOf(await w.admin.get<{ resources: ResourceView[] }>('/resources'));
    const channel = resources
      .find(({ name }) => name === 'whatsapp')
      ?.form.create.find(({ name }) => name === 'channel');
    expect(channel).toMatchObject({ required: true });
    expect(channel?.options?.find(({ value }) => value === 'whatsapp')).toMatchObject({ offered: false });
    bodyOf(await w.admin.delete(`/whatsapp/${made.id}`));
  });
});

describe('plans and pictures', () => {
  test('useOpenAi is another name of useAiActive, whichever of the two a form changes', async () => {
    const plan = { ...generousPlan, useAiActive: undefined };
    const name = `Plano com outro nome de ${w.companyId}`;
    const made = bodyOf(
      await app.platform.post<{ id: number; useAiActive: boolean }>('/plans', { ...plan, name, useOpenAi: false }),
      201,
    );
    expect(made).toMatchObject({ useAiActive: false, useOpenAi: false });
    const put = async (changes: object) =>
      bodyOf(await app.platform.put<object>(`/plans/${made.id}`, { ...made, ...changes }));
    expect(await put({ useOpenAi: true })).toMatchObject({ useAiActive: true, useOpenAi: true });
    expect(await put({ useOpenAi: true, useAiActive: false })).toMatchObject({ useAiActive: false });
    expect(await put({ useOpenAi: 'true' })).toMatchObject({ useAiActive: true, useOpenAi: true });
    expect(await put({ useOpenAi: 'false' })).toMatchObject({ useAiActive: false, useOpenAi: false });
    for (const path of ['/plans/list', '/plans/all'])
      expect(bodyOf(await app.platform.get<object[]>(path))).toEqual(
        expect.arrayContaining([expect.objectContaining({ id: made.id, useAiActive: false, useOpenAi: false })]),
      );
  });

  test('the picture of an announcement opens by its address, and after /public/', async () => {
    const announcement = bodyOf(
      await app.platform.post<{ id: number }>('/announcements', {
        ...{ title: 'Com imagem', text: 'Veja', priority: 3, status: true },
      }),
      201,
    );
    const path = `/announcements/${announcement.id}`;
    bodyOf(await app.platform.post(`${path}/media-upload`, form({}, [files.png], 'file')));
    const { mediaPath } = bodyOf(await w.attendant.get<{ mediaPath: string }>(path));
    const escaped = encodeURIComponent(mediaPath);
    for (const address of [mediaPath, mediaPath.replace('://', ':/'), escaped].map(
      (text) => `${app.url}/public/${text}`,
    )) {
      const picture = await fetch(address);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
    for (const wrong of ['logo.png', 'media/../../etc/passwd?s=1', 'media//evil.test/x?s=1'])
      expect((await fetch(`${app.url}/public/${wrong}`, { redirect: 'manual' })).status).toBe(404);
    bodyOf(await app.platform.delete(path));
  });
});

describe('campaigns and contact lists', () => {
  interface FamilyRow {
    readonly id: number;
    readonly name: string;
  }
  interface FamilyCampaign extends FamilyRow {
    readonly status: string;
    readonly tagListId: unknown;
    readonly whatsapp: FamilyRow | null;
    readonly contactList: FamilyRow & { readonly contacts?: readonly { readonly isWhatsappValid: boolean }[] };
    readonly fileList: FamilyRow | null;
    readonly shipping?: readonly { readonly deliveredAt: unknown; readonly confirmationRequestedAt: unknown }[];
  }
  const initial = {
    ...{ message2: null, message3: null, message4: null, message5: null, confirmationMessage1: null },
    ...{ status: 'INATIVA', confirmation: false, scheduledAt: null, tagListId: 'Nenhuma', companyId: 1 },
  };

  test('lists and their contacts are shown by their events, many at once by a reload', async () => {
    const socket = await w.admin.socket();
    const record = { action: 'create', record: expect.objectContaining({ name: 'Clientes' }) };
    const list = bodyOf(await w.admin.post<FamilyRow>('/contact-lists', { name: 'Clientes', companyId: 1 }), 201);
    expect(await socket.next('ContactList')).toMatchObject(record);
    expect(await socket.next('contactList')).toMatchObject({ contactList: { id: list.id } });
    const made = bodyOf(
      await w.admin.post<FamilyRow>('/contact-list-items', {
        ...{ name: 'Ana Lima', number: '5511987650001', email: '', contactListId: `${list.id}`, companyId: 1 },
      }),
      201,
    );
    expect(made).toMatchObject({ isWhatsappValid: true });
    expect(await socket.next('ContactListItem')).toMatchObject({ action: 'create', record: made });
    const sheet = { name: 'l.csv', mime: 'text/csv', bytes: Buffer.from('nome,numero\nBia,5511987650002\n') };
    bodyOf(await w.admin.post(`/contact-lists/${list.id}/upload`, form({}, [sheet], 'file')), 202);
    expect(await socket.next(`ContactListItem-${list.id}`)).toMatchObject({
      action: 'reload',
      records: [{ name: 'Bia', isWhatsappValid: true }, { name: 'Ana Lima' }],
    });
    bodyOf(await w.admin.delete(`/contact-list-items/${made.id}`));
    await socket.next('ContactListItem', ({ action, id }) => action === 'delete' && id === made.id);
    bodyOf(await w.admin.delete(`/contact-lists/${list.id}`));
    await socket.next('ContactList', ({ action, id }) => action === 'delete' && id === list.id);
  });

  test('a campaign is made by their form, shown with its names, sent back as a whole, and counted in their report', async () => {
    const socket = await w.admin.socket();
    const list = bodyOf(await w.admin.post<FamilyRow>('/contact-lists', { name: 'Clientes da loja' }), 201);
    for (const number of ['5511987650003', '5511987650004'])
      bodyOf(await w.admin.post('/contact-list-items', { name: 'Ana', number, contactListId: list.id }), 201);
    bodyOf(
      await w.admin.post('/campaign-settings', {
        settings: {
          ...{ messageInterval: '0', longerIntervalAfter: 0, greaterInterval: 0, sabado: 'false' },
          variables: '[{"key":"loja","value":"Centro"}]',
        },
      }),
    );
    const settings = bodyOf(await w.admin.get<{ key: string; value: string }[]>('/campaign-settings'));
    expect(Object.fromEntries(settings.map(({ key, value }) => [key, JSON.parse(value)]))).toEqual({
      ...{ messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 },
      ...{ prices: [], variables: [{ key: 'loja', value: 'Centro' }] },
    });

    const made = bodyOf(
      await w.admin.post<FamilyCampaign>('/campaigns', {
        ...initial,
        ...{ name: 'Promoção', message1: 'Olá {nome}, da {loja}' },
        ...{ whatsappId: w.connection.id, contactListId: list.id, fileListId: 'undefined' },
      }),
      201,
    );
    const names = {
      whatsapp: { id: w.connection.id, name: w.connection.name },
      contactList: { id: list.id, name: list.name },
      fileList: null,
    };
    expect(made).toMatchObject({ status: 'INATIVA', tagListId: null, ...names });
    const shown = await socket.next<{ record: FamilyCampaign }>('campaign', ({ action }) => action === 'create');
    expect(shown.record).toMatchObject({ id: made.id, ...names });
    const { records } = bodyOf(
      await w.admin.get<{ records: FamilyCampaign[] }>('/campaigns/?searchParam=promo&pageNumber=1'),
    );
    expect(records).toMatchObject([names]);

    const whole = bodyOf(await w.admin.get<FamilyCampaign>(`/campaigns/${made.id}`));
    expect(whole).toMatchObject({ shipping: [], contactList: { ...names.contactList, contacts: { length: 2 } } });
    // more than a form has: what became of a thousand recipients
    const shipping = Array.from({ length: 1000 }, (_, id) => ({
      id,
      deliveredAt: null,
      confirmationRequestedAt: null,
    }));
    for (const tagListId of ['', 'null', 'undefined', 'Nenhuma']) {
      const back = { ...whole, shipping, message2: null, tagListId, name: `Promoção ${tagListId}` };
      expect(bodyOf(await w.admin.put(`/campaigns/${made.id}`, back))).toMatchObject({ tagListId: null });
    }
    const scheduled = bodyOf(
      await w.admin.put<object>(`/campaigns/${made.id}`, { ...whole, scheduledAt: '2099-01-01 09:00:00' }),
    );
    expect(scheduled).toMatchObject({ status: 'PROGRAMADA', scheduledAt: '2099-01-01T12:00:00.000Z' });

    bodyOf(await w.admin.post(`/campaigns/${made.id}/restart`));
    await until('it is over', async () => {
      const { status } = bodyOf(await w.admin.get<FamilyCampaign>(`/campaigns/${made.id}`));
      return status === 'FINALIZADA';
    });
    const { contactList, shipping: sent } = bodyOf(await w.admin.get<FamilyCampaign>(`/campaigns/${made.id}`));
    expect(contactList.contacts?.map(({ isWhatsappValid }) => isWhatsappValid)).toEqual([true, true]);
    expect(sent?.map(({ deliveredAt, confirmationRequestedAt: asked }) => [typeof deliveredAt, asked])).toEqual([
      ['string', null],
      ['string', null],
    ]);
    const ours = await w.admin.get<FamilyCampaign>(`/campaigns/${made.id}`, { 'x-client': 'atende' });
    expect(ours.body.shipping).toBeUndefined();
    bodyOf(await w.admin.delete(`/campaigns/${made.id}`));
    await socket.next('campaign', ({ action, id }) => action === 'delete' && id === made.id);
  });
});

interface ResourceView {
  readonly name: string;
  readonly form: {
    readonly create: readonly { name: string; options?: readonly { value: unknown; offered?: boolean }[] }[];
  };
}

describe('tags', () => {
  test('one without a colour gets one and keeps it; lists count conversations; kanban tags have their own path', async () => {
    const made = bodyOf(
      await w.attendant.post<{ id: number; color: string }>('/tags', { name: 'Sem cor', userId: w.attendant.id }),
      201,
    );
    expect(made).toMatchObject({ color: expect.stringMatching(/^#[0-9a-f]{6}$/), kanban: 0, ticketsCount: 0 });
    const renamed = bodyOf(await w.attendant.put<object>(`/tags/${made.id}`, { ...made, name: 'Com cor', color: '' }));
    expect(renamed).toMatchObject({ name: 'Com cor', color: made.color });
    for (const name of ['Um', 'Dois'].map((word) => `${word} ${w.companyId}`)) {
      const ticket = await w.customer(name).says('oi');
      bodyOf(await w.admin.post('/tags/sync', { ticketId: String(ticket.id), tags: [made] }));
    }
    const { tags } = bodyOf(
      await w.attendant.get<{ tags: { id: number; ticketsCount: number }[] }>('/tags/?searchParam=cor&pageNumber=1'),
    );
    expect(tags).toMatchObject([{ id: made.id, ticketsCount: 2 }]);
    expect(bodyOf(await w.attendant.get(`/tags/${made.id}`))).toMatchObject({ ticketsCount: 2 });

    const lane = async (name: string): Promise<number> =>
      bodyOf(await w.supervisor.post<{ id: number }>('/tags', { name, color: '#123456', kanban: '1' }), 201).id;
    const lanes = [await lane('Proposta'), await lane('Fechamento')];
    const { lista } = bodyOf(await w.attendant.get<{ lista: { id: number }[] }>('/tags/kanban'));
    expect(lista.map(({ id }) => id)).toEqual(lanes);
    for (const path of ['/tags/abc', '/queue/undefined', '/contacts/1.5', '/users/null', '/companies/NaN'])
      expect([path, (await w.admin.get(path)).status]).toEqual([path, 400]);
  });
});
