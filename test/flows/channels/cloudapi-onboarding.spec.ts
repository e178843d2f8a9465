import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bodyOf, type Refusal } from '../../support/client.js';
import { CloudCompany, type ConnectionRow, cloudInput } from '../../support/cloud-company.js';
import { defaultNumber } from '../../support/graph-simulator/graph-simulator.js';
import { violationsIn } from '../../support/invariants.js';
import { type TicketRow, world } from '../../support/world.js';

const company = await CloudCompany.start();

afterAll(() => company.stop());
beforeEach(() => company.clearFaults());

describe('invalid credentials', () => {
  async function mailsToAdmin(): Promise<string[]> {
    const dir = join(company.app.config.dataDir, 'outbox');
    const mails = await Promise.all(
      (await readdir(dir).catch(() => [])).map((name) => readFile(join(dir, name), 'utf8')),
    );
    return mails.filter((mail) => mail.includes(`To: ${company.w.admin.me.email}`));
  }

  test('are reported once and stop all sending; new ones resume it', async () => {
    const people = await company.conversations(3);
    await company.pauseConnection();
    const messages = await Promise.all(people.map(({ ticket }) => company.post(ticket, 'sem token')));
    await company.app.settled();
    company.graph.revokeToken(defaultNumber.token);
    await company.advancePastLimits();
    const states = await company.statusesOf(...messages);
    expect(states.every((state) => state === 'failed 190' || state === 'failed ERR_WAPP_NOT_INITIALIZED')).toBe(true);
    expect(await company.connectionRow()).toMatchObject({ status: 'DISCONNECTED', lastError: { code: '190' } });
    expect(await mailsToAdmin()).toHaveLength(1);
    const [entries] = await company.app.database.query(
      "select count(*)::int as count from audit_entries where company_id = $1 and action = 'connection.disconnected' and subject_id = $2",
      [company.w.companyId, company.connection.id],
    );
    expect(entries).toEqual({ count: 1 });

    const asked = company.sendRequests;
    const [first] = people;
    if (!first) throw new Error('A conversation');
    const refusal = await company.w.attendant.post(`/messages/${first.ticket.id}`, { body: 'e agora?' });
    expect(refusal).toMatchObject({ status: 400, body: { code: 'ERR_WAPP_NOT_INITIALIZED' } });
    expect(await company.w.attendant.post(`/messages/${messages[0]?.id}/retry`)).toMatchObject({
      status: 400,
      body: { code: 'ERR_WAPP_NOT_INITIALIZED' },
    });
    const closed = bodyOf(
      await company.w.attendant.put<TicketRow>(`/tickets/${first.ticket.id}`, { status: 'closed' }),
    );
    expect(closed.status).toBe('closed');
    await company.settled();
    expect(company.sendRequests).toBe(asked);

    company.graph.restoreToken(defaultNumber.token);
    expect(
      bodyOf(
        await company.w.admin.put(`/whatsapp/${company.connection.id}`, { facebookUserToken: defaultNumber.token }),
      ),
    ).toMatchObject({ status: 'OPENING', lastError: null });
    for (const { id } of messages.slice(1)) bodyOf(await company.w.attendant.post(`/messages/${id}/retry`));
    await company.settled();
    expect(await company.statusesOf(...messages.slice(1))).toEqual(['delivered', 'delivered']);
    expect(await mailsToAdmin()).toHaveLength(1);
  });
});

describe('testing a connection', () => {
  const facts = {
    ok: true,
    number: defaultNumber.displayPhoneNumber,
    name: 'Empresa Simulada',
    quality: 'GREEN',
    messagingLimit: 'TIER_2K',
  };
  const ask = (id: number = company.connection.id, headers?: Record<string, string>) =>
    company.w.admin.post<Record<string, unknown>>(`/whatsapp/${id}/test`, undefined, headers);

  test('returns and stores Meta’s data of the number', async () => {
    expect(bodyOf(await ask())).toEqual(facts);
    expect(await company.connectionRow()).toMatchObject({
      number: defaultNumber.displayPhoneNumber,
      verifiedName: 'Empresa Simulada',
      quality: 'GREEN',
      lastError: null,
      webhookUrl: `${company.app.url}/webhooks/cloudapi/${company.connection.id}`,
      capabilities: expect.objectContaining({ edit: false, media: expect.any(Array) }),
    });
  });

  test('returns the error in the caller’s language, and reconnects a working connection', async () => {
    company.graph.revokeToken(defaultNumber.token);
    expect(bodyOf(await ask(company.connection.id, { 'accept-language': 'en' }))).toMatchObject({
      ok: false,
      code: '190',
      problem: expect.stringContaining('access token expired'),
    });
    expect((await company.connectionRow()).status).toBe('DISCONNECTED');
    company.graph.restoreToken(defaultNumber.token);
    expect(bodyOf(await ask())).toEqual(facts);
    expect(await company.connectionRow()).toMatchObject({ status: 'CONNECTED', lastError: null });
  });

  test('detects an account without subscription, a number outside of the Cloud API, and a higher throughput', async () => {
    const [number] = company.graph.options.numbers;
    if (!number) throw new Error('A number');
    number.subscribed = false;
    expect(bodyOf(await ask())).toMatchObject({ ok: false, code: 'not_subscribed', name: 'Empresa Simulada' });
    expect(await company.connectionRow()).toMatchObject({ status: 'CONNECTED', lastError: { code: 'not_subscribed' } });
    number.subscribed = true;
    number.throughput = 'HIGH';
    expect(bodyOf(await ask())).toEqual(facts);
    expect(await company.connectionRow()).toMatchObject({ messagesPerSecond: 1000, lastError: null });
    number.platform = 'NOT_APPLICABLE';
    expect(bodyOf(await ask())).toMatchObject({ ok: false, code: '133010' });
    const register = (pin: string) =>
      company.w.admin.post<Refusal>(`/whatsapp/${company.connection.id}/register`, { pin });
    expect(await register('12345')).toMatchObject({ status: 400 });
    expect(bodyOf(await register('000000'))).toMatchObject({ ok: false, code: '133005' });
    expect(await company.connectionRow()).toMatchObject({ status: 'DISCONNECTED', lastError: { code: '133010' } });
    expect(bodyOf(await register('123456'))).toMatchObject({ ok: true });
    expect(await company.connectionRow()).toMatchObject({ status: 'CONNECTED', lastError: null });
    const sandbox = await company.w.admin.post<Refusal>(`/whatsapp/${company.w.connection.id}/register`, {
      pin: '123456',
    });
    expect(sandbox).toMatchObject({ status: 422, body: { code: 'ERR_CHANNEL_CANNOT' } });
    number.throughput = 'STANDARD';
    expect(bodyOf(await ask())).toEqual(facts);
    bodyOf(await company.w.admin.put(`/whatsapp/${company.connection.id}`, { messagesPerSecond: null }));
  });

  test('is done by itself when Meta reports another quality or limit of the number', async () => {
    company.graph.changeNumber({ quality: 'YELLOW', messagingLimit: 'TIER_10K' });
    await company.settled();
    expect(await company.connectionRow()).toMatchObject({
      status: 'CONNECTED',
      quality: 'YELLOW',
      messagingLimit: 'TIER_10K',
    });
    company.graph.changeNumber({ quality: 'GREEN', messagingLimit: 'TIER_2K' });
    await company.settled();
  });

  test('the test phone always passes; connections of others are 404; attendants are refused', async () => {
    expect(bodyOf(await ask(company.w.connection.id))).toMatchObject({ ok: true });
    const other = await world(company.app);
    expect(await other.admin.post(`/whatsapp/${company.connection.id}/test`)).toMatchObject({
      status: 404,
      body: { code: 'ERR_NO_WAPP_FOUND' },
    });
    expect((await company.w.supervisor.post(`/whatsapp/${company.connection.id}/test`)).status).toBe(403);
  });
});

describe('the status', () => {
  const path = (): string => `/whatsapp/${company.connection.id}`;

  test('is connected only after a successful call with these credentials', async () => {
    const [number] = company.graph.options.numbers;
    if (!number) throw new Error('A number');
    expect([company.connection.status, (await company.connectionRow()).status]).toEqual(['OPENING', 'CONNECTED']);
    number.unavailable = true;
    const renewed = bodyOf(
      await company.w.admin.put<ConnectionRow>(path(), { facebookUserToken: defaultNumber.token }),
    );
    expect(renewed).toMatchObject({ status: 'OPENING', lastError: null });
    await company.settled();
    expect((await company.connectionRow()).status).toBe('OPENING');
    number.unavailable = false;
    await company.runDueJobs();
    expect(await company.connectionRow()).toMatchObject({ status: 'CONNECTED', lastError: null });
  });

  test('is not connected while the provider fails, with the reason, and is again after a message was accepted', async () => {
    const [number] = company.graph.options.numbers;
    if (!number) throw new Error('A number');
    const { ticket } = await company.conversation();
    number.unavailable = true;
    bodyOf(await company.w.admin.post(`${path()}/test`));
    number.unavailable = false;
    expect(bodyOf(await company.w.admin.get(path(), { 'accept-language': 'en' }))).toMatchObject({
      status: 'OPENING',
      lastError: { code: '131000', text: expect.stringContaining('Meta is having trouble') },
    });
    await company.send(ticket, 'voltou?');
    expect(await company.connectionRow()).toMatchObject({ status: 'CONNECTED', lastError: null });

    company.graph.failNext({ code: 131000 }, 2);
    await company.send(ticket, 'um');
    expect((await company.connectionRow()).status).toBe('CONNECTED');
    await company.runDueJobs();
    expect(await company.connectionRow()).toMatchObject({ status: 'OPENING', lastError: { code: '131000' } });
    await company.advancePastLimits();
    expect(await company.connectionRow()).toMatchObject({ status: 'CONNECTED', lastError: null });
  });
});

describe('a number', () => {
  const wanted = { ...defaultNumber, phoneNumberId: '555000111222333', displayPhoneNumber: '5511955550000' };

  test('is not reserved by a connection whose token has no access to it', async () => {
    company.graph.addNumber({ ...wanted, token: 'token-da-dona' });
    const squatter = await world(company.app);
    const owner = await world(company.app);
    const body = { ...cloudInput, facebookUserId: wanted.phoneNumberId, queueIds: [] };
    const typed = bodyOf(
      await squatter.admin.post<ConnectionRow>('/whatsapp', { ...body, facebookUserToken: 'inventado' }),
      201,
    );
    await company.settled();
    expect(bodyOf(await squatter.admin.get(`/whatsapp/${typed.id}`))).toMatchObject({ status: 'DISCONNECTED' });
    const own = bodyOf(
      await owner.admin.post<ConnectionRow>('/whatsapp', { ...body, facebookUserToken: 'token-da-dona' }),
      201,
    );
    await company.settled();
    expect(bodyOf(await owner.admin.get(`/whatsapp/${own.id}`))).toMatchObject({
      status: 'CONNECTED',
      number: wanted.displayPhoneNumber,
    });
    // now it is reserved: the other connection cannot get it with any credentials
    expect(await squatter.admin.put(`/whatsapp/${typed.id}`, { facebookUserToken: 'outro inventado' })).toMatchObject({
      status: 409,
      body: { fields: { facebookUserId: 'Este número já está em uso' } },
    });
  });

  test('is unique within its company, whatever the status of the connection', async () => {
    company.graph.revokeToken(defaultNumber.token);
    expect(bodyOf(await company.w.admin.post(`/whatsapp/${company.connection.id}/test`))).toMatchObject({ ok: false });
    expect(await company.w.admin.post('/whatsapp', { ...cloudInput, name: 'De novo', queueIds: [] })).toMatchObject({
      status: 409,
      body: { fields: { facebookUserId: 'Este número já está em uso' } },
    });
  });
});

test('no message was sent twice, and every invariant holds', async () => {
  expect(company.graph.log.duplicates()).toEqual([]);
  expect(await violationsIn(company.app)).toEqual([]);
});
