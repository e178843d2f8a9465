import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { endOfDay, wallClockAt } from '../../../src/core/calendar.js';
import { Db } from '../../../src/core/database/db.js';
import { startOfDay } from '../../../src/core/database/statements.js';
import { Gateway } from '../../../src/core/realtime/gateway.js';
import { type CompanyUsage, UsageService } from '../../../src/modules/insight/usage/counts/usage.service.js';
import type { CompanyRecord } from '../../../src/modules/platform/companies/registration/companies.service.js';
import { sharedApp } from '../../support/app.js';
import { bodyOf, type Client, type Refusal, type SignedInUser } from '../../support/client.js';
import { files } from '../../support/files.js';
import { until } from '../../support/until.js';
import { password, type World, world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);
const { platform } = app;

interface Entered {
  readonly token: string;
  readonly user: SignedInUser & { readonly support?: { readonly until: string } };
}

/** How often support left a company, by its audit log. */
const leftOf = async (of: World): Promise<number> => {
  const rows = await app.database.query(
    "select 1 from audit_entries where action = 'company.left' and company_id = $1",
    [of.companyId],
  );
  return rows.length;
};
const company = async (id = w.companyId): Promise<CompanyRecord> => bodyOf(await platform.get(`/companies/${id}`));
const put = async (body: object): Promise<CompanyRecord> =>
  bodyOf(await platform.put(`/companies/${w.companyId}`, body));
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function entered(of: World = w): Promise<{ client: Client; answer: Entered }> {
  const answer = bodyOf(await platform.post<Entered>(`/companies/${of.companyId}/enter`));
  const client = app.visitor();
  client.token = answer.token;
  return { client, answer };
}

describe('a company', () => {
  test('is due in days of its own calendar', async () => {
    expect(await put({ dueDate: '' })).toMatchObject({ dueDate: null, dueInDays: null, dueState: null });
    await app.database.query("update companies set timezone = 'UTC' where id = $1", [w.companyId]);
    expect(await put({ dueDate: day(5) })).toMatchObject({ dueInDays: 5, dueState: 'approaching' });
    expect(await put({ dueDate: day(4) })).toMatchObject({ dueInDays: 4, dueState: 'urgent' });
    expect(await put({ dueDate: day(6) })).toMatchObject({ dueInDays: 6, dueState: null });
    expect(await put({ dueDate: `${day(6)}T00:30:00.000Z` })).toMatchObject({ dueInDays: 6 });
    // the same moment may be another day there
    await app.database.query("update companies set timezone = 'America/Sao_Paulo' where id = $1", [w.companyId]);
    const before = new Date(Date.parse(day(6)) - 86_400_000).toISOString().slice(0, 10);
    expect(await put({ dueDate: `${day(6)}T00:30:00.000Z` })).toMatchObject({ dueDate: `${before}T23:59:59.999Z` });
    // the day stays when the company moves
    await app.database.query("update companies set timezone = 'Pacific/Auckland' where id = $1", [w.companyId]);
    const today = wallClockAt('Pacific/Auckland', Date.now()).day;
    expect((await company()).dueInDays).toBe((Date.parse(before) - Date.parse(today)) / 86_400_000);
    await app.database.query("update companies set timezone = 'America/Sao_Paulo' where id = $1", [w.companyId]);
  });

  test('ends its day at the same moment for the database and for the server', async () => {
    const days = ['2018-02-17', '2018-11-03', '2026-03-31', '2026-04-04', '2026-04-05', '2026-09-26', '2026-09-27'];
    const zones = ['America/Sao_Paulo', 'America/Rio_Branco', 'Pacific/Auckland', 'America/Havana', 'Europe/Lisbon'];
    for (const timeZone of zones) {
      for (const each of days) {
        const [row] = await app.nest
          .get(Db)
          .platformRows(sql<{ end: string }>`select ${startOfDay(sql`${each}::date + 1`, sql`${timeZone}`)} as end`);
        expect(new Date(row?.end ?? '').getTime() - 1).toBe(endOfDay(each, timeZone).getTime());
      }
    }
  });

  test('is renewed by one period of its recurrence, which is in the audit log', async () => {
    await put({ dueDate: '', recurrence: 'MENSAL' });
    const path = `/companies/${w.companyId}/renew`;
    expect(await platform.post<Refusal>(path)).toMatchObject({ status: 409, body: { code: 'ERR_NO_RECURRENCE' } });
    expect((await w.admin.post(path)).status).toBe(403);
    await put({ dueDate: '2031-01-31' });
    expect(bodyOf(await platform.post(path))).toMatchObject({ dueDate: '2031-02-28T23:59:59.999Z' });
    await put({ recurrence: 'ANUAL' });
    expect(bodyOf(await platform.post(path))).toMatchObject({ dueDate: '2032-02-28T23:59:59.999Z' });
    const { entries } = bodyOf(await platform.get<{ entries: { text: string }[] }>('/admin/audit'));
    expect(entries.map(({ text }) => text)).toContain('Renovou a empresa: 28/02/2031 → 28/02/2032');
  });

  test('shows how much of its limits is used', async () => {
    const before = await company();
    await w.member();
    expect(before).toMatchObject({ queues: { used: 2, limit: 50 }, connections: { used: 1, limit: 20 } });
    const { companies } = bodyOf(
      await platform.get<{ companies: CompanyRecord[] }>(`/companies?searchParam=${encodeURIComponent(before.name)}`),
    );
    expect(companies).toMatchObject([{ users: { used: (before.users?.used ?? 0) + 1, limit: 200 } }]);
  });

  test('that is not saved says so in the words of the spec, as a plan does', async () => {
    const { name } = await company();
    const twice = await platform.post<Refusal>('/companies', { name, email: 'a@b.test', planId: w.planId });
    expect(twice).toMatchObject({
      status: 409,
      body: {
        message:
          'Não foi possível realizar a operação. Verifique se já existe uma empresa com o mesmo nome ou se os campos foram preenchidos corretamente',
      },
    });
    const { resources } = bodyOf(
      await platform.get<{ resources: { name: string; notSaved: string; confirmedBy: string | null }[] }>('/resources'),
    );
    const view = (of: string): object | undefined => resources.find((each) => each.name === of);
    expect(view('companies')).toMatchObject({ notSaved: twice.body.message, confirmedBy: 'name' });
    expect(view('plans')).toMatchObject({ notSaved: expect.stringContaining('uma plano com o mesmo nome') });
    expect(view('tags')).toMatchObject({ notSaved: '', confirmedBy: null });
  });

  test('is deleted with its name typed only', async () => {
    const other = await world(app);
    const { name } = await company(other.companyId);
    const path = `/companies/${other.companyId}`;
    for (const confirm of ['?confirm=', `?confirm=${encodeURIComponent(name.toUpperCase())}`, '?confirm=a&confirm=b'])
      expect(await platform.delete<Refusal>(`${path}${confirm}`)).toMatchObject({
        status: 400,
        body: { fields: { confirm: 'Digite exatamente o nome mostrado' } },
      });
    expect((await other.admin.get('/auth/me')).status).toBe(200);
    bodyOf(await platform.delete(`${path}?confirm=${encodeURIComponent(name)}`));
    expect((await other.admin.get('/auth/me')).status).toBe(401);
  });

  test('is deleted in seven days without a name, works until then, and is undone by one action', async () => {
    const other = await world(app);
    const path = `/companies/${other.companyId}`;
    const removeAt = async () => bodyOf(await platform.get<{ removeAt: string | null }>(path)).removeAt;
    bodyOf(await platform.delete(path));
    const days = (Date.parse((await removeAt()) ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    const login = await app.visitor().post('/auth/login', { email: other.supervisor.me.email, password });
    expect(login.status).toBe(200);
    expect(Object.keys(bodyOf(await other.admin.get<object>(path)))).not.toContain('removeAt');

    /** So many days later. */
    const later = async (days: number): Promise<void> => {
      const earlier = `- interval '${days} days'`;
      await app.database.query(
        `update companies set remove_at = remove_at ${earlier} where id = ${other.companyId};
         update outbox_jobs set run_at = run_at ${earlier} where key = 'remove-company:${other.companyId}'`,
      );
      await app.settled();
    };
    bodyOf(await platform.post(`${path}/restore`));
    expect(await removeAt()).toBeNull();
    await later(8);
    expect((await other.admin.get('/auth/me')).status).toBe(200);
    bodyOf(await platform.delete(path));
    await later(6);
    expect((await other.admin.get('/auth/me')).status).toBe(200);
    await later(1);
    await until('it is gone', async () => (await platform.get(path)).status === 404);
    expect((await other.admin.get('/auth/me')).status).toBe(401);
    const { entries } = bodyOf(await platform.get<{ entries: { text: string }[] }>('/admin/audit'));
    const texts = entries.map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(['Desfez a exclusão da empresa']));
    expect(texts.filter((text) => text.startsWith('Agendou a exclusão da empresa para '))).toHaveLength(2);
    expect(await platform.delete(`/companies/${platform.me.companyId}`)).toMatchObject({
      status: 409,
      body: { code: 'ERR_OWN_COMPANY' },
    });
  });
});

describe('usage', () => {
  const usage = async (client: Client = w.admin): Promise<CompanyUsage> =>
    bodyOf(await client.get<CompanyUsage>(`/companies/${w.companyId}/usage`));
  const count = (): Promise<void> => {
    const [db, service] = [app.nest.get(Db), app.nest.get(UsageService)];
    return db.asPlatform(() => service.countDays());
  };

  test('is counted per month from the messages, again and again with the same result', async () => {
    const ticket = await w.customer().says('bom dia');
    bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
    await w.settled();
    const own = await app.database.query<{ inbound: number; outbound: number }>(
      `select count(*) filter (where not from_me)::integer as inbound, count(*) filter (where from_me)::integer as outbound
       from messages where company_id = $1`,
      [w.companyId],
    );
    bodyOf(await w.attendant.post(`/messages/${ticket.id}`, { body: 'olá', clientMessageId: randomUUID() }), 201);
    await w.customer().says('foto', { file: files.png });
    await w.settled();
    await count();
    await count();
    const { months, limits, plan, dueState } = await usage();
    const month = new Date().toLocaleDateString('en-CA', { timeZone: 'America/Sao_Paulo' }).slice(0, 7);
    const expected = {
      month,
      messagesIn: (own[0]?.inbound ?? 0) + 1,
      messagesOut: (own[0]?.outbound ?? 0) + 1,
    };
    const assistant = { requests: 0, inputTokens: 0, outputTokens: 0, cost: 0 };
    expect(months).toEqual([{ ...expected, mediaBytes: expect.any(Number), assistant }]);
    expect(months[0]?.mediaBytes).toBeGreaterThan(0);
    expect({ limits, plan, dueState }).toMatchObject({ limits: { queues: { used: 2 } }, plan: { useKanban: true } });
    expect(await usage(platform)).toMatchObject({ months });
    // rebuilt from nothing
    await app.database.query('delete from usage_days');
    await count();
    expect((await usage()).months).toEqual(months);
  });

  test('is kept when messages are deleted, and not shown to others', async () => {
    const before = await usage();
    await app.database.query(`update usage_days set day = day - 20 where company_id = $1`, [w.companyId]);
    await app.database.query(`update companies set created_at = now() - interval '3 years' where id = $1`, [
      w.companyId,
    ]);
    const { months } = await usage();
    expect(months).toHaveLength(12);
    const total = (of: CompanyUsage['months']): number => of.reduce((sum, { messagesIn }) => sum + messagesIn, 0);
    expect(total(months)).toBe(total(before.months));
    const other = await world(app);
    expect((await other.admin.get(`/companies/${w.companyId}/usage`)).status).toBe(404);
    expect((await w.attendant.get(`/companies/${w.companyId}/usage`)).status).toBe(403);
  });
});

describe('the support of the platform enters a company', () => {
  test('as its manager, without their rights beyond the company, and without ending their session', async () => {
    const before = await w.admin.get('/auth/me');
    const { client, answer } = await entered();
    expect(answer.user).toMatchObject({ id: w.admin.id, companyId: w.companyId, super: false });
    const minutes = (Date.parse(answer.user.support?.until ?? '') - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(29);
    expect(minutes).toBeLessThanOrEqual(30);
    expect(bodyOf(await client.get<Entered['user']>('/auth/me'))).toEqual(answer.user);
    expect(await w.admin.get('/auth/me')).toMatchObject({ status: 200, body: before.body });
    bodyOf(await client.get('/settings'));
    for (const path of ['/companies', '/plans', '/admin/audit', '/failed-jobs'])
      expect([path, (await client.get(path)).status]).toEqual([path, 403]);
    const other = await world(app);
    expect((await client.get(`/companies/${other.companyId}`)).status).toBe(404);
    expect((await client.post(`/companies/${other.companyId}/enter`)).status).toBe(403);
    expect((await client.get(`/users/${platform.id}`)).status).toBe(404);
  });

  test('without changing how anybody signs in', async () => {
    const { client } = await entered();
    const attendant = w.attendant.id;
    for (const [id, change] of [
      [w.admin.id, { password: 'outra-senha' }],
      [w.admin.id, { email: 'suporte@plataforma.test' }],
      [attendant, { password: 'outra-senha' }],
      [attendant, { email: 'suporte@plataforma.test' }],
    ] as const)
      expect(await client.put<Refusal>(`/users/${id}`, change)).toMatchObject({
        status: 403,
        body: { code: 'ERR_SUPPORT_SESSION' },
      });
    const token = await client.post<Refusal>('/service-tokens', { name: 'Suporte', scopes: ['tags:read'] });
    const user = { name: 'Suporte', email: 'suporte@empresa.test', password: 'suporte-123' };
    const added = await client.post<Refusal>('/users', user);
    const twoFactor = await client.post<Refusal>('/auth/two-factor', { password });
    const sessions = await client.get<Refusal>('/auth/sessions');
    for (const answer of [
      token,
      added,
      twoFactor,
      sessions,
      await client.delete<Refusal>(`/users/${attendant}/two-factor`),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'ERR_SUPPORT_SESSION' } });
    const { email } = w.attendant.me;
    bodyOf(await client.put(`/users/${attendant}`, { name: 'Nome corrigido', email, password: '' }));
  });

  test('without access that outlasts the session', async () => {
    const hook = bodyOf(
      await w.admin.post<{ id: number }>('/webhook-endpoints', {
        url: 'https://empresa.test/a',
        events: ['ticket.created'],
      }),
      201,
    );
    const { client } = await entered();
    const closed = { status: 403, body: { code: 'ERR_SUPPORT_SESSION' } };
    const invited = { name: 'Suporte', email: 'suporte@plataforma.test', profile: 'admin' };
    expect(await client.post('/users', invited)).toMatchObject(closed);
    expect(await client.post(`/whatsapp/${w.connection.id}/token`)).toMatchObject(closed);
    const webhook = { url: 'https://suporte.test/a', events: ['ticket.created'] };
    expect(await client.post('/webhook-endpoints', webhook)).toMatchObject(closed);
    expect(await client.put(`/webhook-endpoints/${hook.id}`, webhook)).toMatchObject(closed);
    bodyOf(await client.put(`/webhook-endpoints/${hook.id}`, { url: 'https://empresa.test/a', active: false }));
    expect(await client.get(`/webhook-endpoints/${hook.id}/secret`)).toMatchObject(closed);
    expect(await client.post(`/webhook-endpoints/${hook.id}/secret`)).toMatchObject(closed);
    const flow = { type: 'typebot', name: 'Fluxo', urlN8N: 'https://typebot.empresa.test', typebotSlug: 'loja' };
    const { id: flowId } = bodyOf(await w.admin.post<{ id: number }>('/queueIntegration', flow), 201);
    expect(await client.post('/queueIntegration', flow)).toMatchObject(closed);
    for (const change of [{ type: 'n8n' }, { urlN8N: 'https://suporte.test' }, { typebotSlug: 'outro' }])
      expect(await client.put(`/queueIntegration/${flowId}`, change)).toMatchObject(closed);
    bodyOf(await client.put(`/queueIntegration/${flowId}`, { ...flow, name: 'Menu' }));
    const prompt = { name: 'Lia', prompt: 'Ajude', url: 'https://modelo.empresa.test/v1' };
    const { id: promptId } = bodyOf(await w.admin.post<{ id: number }>('/prompt', prompt), 201);
    expect(await client.post('/prompt', { ...prompt, name: 'Outra' })).toMatchObject(closed);
    for (const url of ['https://suporte.test/v1', 'https://modelo.empresa.test/suporte/v1'])
      expect(await client.put(`/prompt/${promptId}`, { url })).toMatchObject(closed);
    bodyOf(await client.put(`/prompt/${promptId}`, { ...prompt, name: 'Ana' }));
    for (const [key, value] of [
      ['singleSession', 'disabled'],
      ['twoFactorRequired', 'enabled'],
      ['passwordPolicy', 'strong'],
    ])
      expect([key, await client.put(`/settings/${key}`, { value })]).toMatchObject([key, closed]);
    expect(await client.put('/users/me/presence', { paused: true })).toMatchObject(closed);

    const tokenOf = async (of: Client): Promise<unknown> =>
      bodyOf(await of.get<{ token: string | null }>(`/whatsapp/${w.connection.id}`)).token;
    expect([await tokenOf(client), await tokenOf(w.admin)]).toEqual([null, expect.any(String)]);
    const socket = await client.socket();
    bodyOf(await w.admin.post(`/whatsapp/${w.connection.id}/token`));
    const { whatsapp } = await socket.nextNamed<{ whatsapp: object }>(`company-${w.companyId}-whatsapp`);
    expect(whatsapp).toMatchObject({ id: w.connection.id, provider: expect.anything() });
    expect(Object.keys(whatsapp)).not.toContain('token');
  });

  test('which both audit logs show, with what was done there', async () => {
    const { client } = await entered();
    bodyOf(await client.post('/tags', { name: `Suporte ${randomUUID()}`, color: '#123456' }), 201);
    bodyOf(await client.delete('/auth/logout'));
    expect((await client.get('/auth/me')).status).toBe(401);
    expect((await platform.get('/auth/me')).status).toBe(200);
    type Log = { entries: { text: string; user: { name: string } | null }[] };
    const { entries } = bodyOf(await w.admin.get<Log>('/audit'));
    const supporter = `Suporte da plataforma (${platform.me.name})`;
    expect(entries.slice(0, 3).map(({ text, user }) => [text, user?.name])).toEqual([
      ['Suporte da plataforma saiu', supporter],
      ['Adicionou tag', supporter],
      [`Suporte da plataforma entrou como ${w.admin.me.name}`, platform.me.name],
    ]);
    const log = bodyOf(await platform.get<Log>('/admin/audit'));
    expect(log.entries.map(({ text }) => text)).toContain(entries[2]?.text);
  });

  test('for thirty minutes, with a socket of its own that nobody sees as the manager', async () => {
    const other = await world(app);
    bodyOf(await other.admin.delete('/auth/logout'));
    const { client } = await entered(other);
    const socket = await client.socket();
    bodyOf(await client.post('/tags', { name: 'Ao vivo', color: '#123456' }), 201);
    await socket.nextNamed(`company-${other.companyId}-tag`, ({ action }) => action === 'create');
    const seen = bodyOf(await client.get<{ id: number; online: boolean }>(`/users/${other.admin.id}`));
    expect(seen.online).toBe(false);
    expect(await client.post('/auth/refresh_token')).toMatchObject({ status: 401 });
    await app.database.query(
      "update outbox_jobs set run_at = now() - interval '1 second' where name = 'end-support-session' and company_id = $1",
      [other.companyId],
    );
    await socket.nextNamed('disconnect');
    expect((await client.get('/auth/me')).status).toBe(401);
    expect(await leftOf(other)).toBe(1);
  });

  test('as long as the one who entered is an active super-admin', async () => {
    const { admin: staff, member } = await world(app);
    const second = await member({ profile: 'admin' });
    await app.database.query('update users set super = true where id = any($1)', [[staff.id, second.id]]);
    const { token } = bodyOf(await staff.post<Entered>(`/companies/${w.companyId}/enter`));
    const client = app.visitor();
    client.token = token;
    const active = (value: boolean) =>
      app.database.query('update users set active = $2 where id = $1', [staff.id, value]);
    await active(false);
    expect((await client.get('/auth/me')).status).toBe(401);
    await active(true);
    const socket = await client.socket();
    const before = await leftOf(w);
    bodyOf(await second.delete(`/users/${staff.id}`));
    await socket.nextNamed('disconnect');
    expect((await client.get('/auth/me')).status).toBe(401);
    await app.settled();
    expect(await leftOf(w)).toBe(before + 1);
  });

  test('until its sockets are checked, when nothing told that the right is gone', async () => {
    const { admin: staff } = await world(app);
    await app.database.query('update users set super = true where id = $1', [staff.id]);
    const { token } = bodyOf(await staff.post<Entered>(`/companies/${w.companyId}/enter`));
    const client = app.visitor();
    client.token = token;
    const socket = await client.socket();
    await app.database.query('update users set super = false where id = $1', [staff.id]);
    const gateway = app.nest.get(Gateway);
    const timer = jest.spyOn(globalThis, 'setInterval').mockReturnValue(setTimeout(() => undefined));
    clearInterval(Reflect.get(gateway, 'timer') as NodeJS.Timeout);
    gateway.onApplicationBootstrap();
    const [check] = timer.mock.calls.at(-1) ?? [];
    timer.mockRestore();
    check?.();
    await socket.nextNamed('disconnect');
  });

  test('also while it is suspended; the own session that entered ends it', async () => {
    const other = await world(app);
    bodyOf(await platform.put(`/companies/${other.companyId}`, { status: false }));
    expect((await other.admin.get('/auth/me')).status).toBe(401);
    const { admin: staff } = await world(app);
    await app.database.query('update users set super = true where id = $1', [staff.id]);
    const { token } = bodyOf(await staff.post<Entered>(`/companies/${other.companyId}/enter`));
    const client = app.visitor();
    client.token = token;
    expect((await client.get('/auth/me')).status).toBe(200);
    const socket = await client.socket();
    bodyOf(await staff.delete('/auth/logout'));
    await socket.nextNamed('disconnect');
    expect((await client.get('/auth/me')).status).toBe(401);
    expect((await platform.post(`/companies/${platform.me.companyId}/enter`)).status).toBe(409);
    expect((await other.admin.signIn(other.admin.me.email, password)).status).toBe(403);
  });
});
