import { Context } from '../../../src/core/context.js';
import { Db } from '../../../src/core/database/db.js';
import { AccountSessionsService } from '../../../src/modules/people/auth/account/account-sessions.service.js';
import { weekdays } from '../../../src/modules/platform/companies/working-hours/working-hours.dto.js';
import { sharedApp } from '../../support/app.js';
import { bodyOf, type Client, type Refusal } from '../../support/client.js';
import { mailsTo } from '../../support/mails.js';
import { until } from '../../support/until.js';
import { password, type TicketRow, world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);

interface SessionRow {
  readonly id: number;
  readonly device: string | null;
  readonly address: string;
  readonly current: boolean;
}

const login = (email: string, agent?: string) =>
  app.visitor().post<{ token: string }>('/auth/login', { email, password }, agent ? { 'user-agent': agent } : {});
const alive = async (client: Client): Promise<boolean> => (await client.get('/auth/me')).status === 200;
const actionsOf = async (client: { id: number }): Promise<string[]> => {
  const path = `/audit?subject=user:${client.id}`;
  return bodyOf(await w.admin.get<{ entries: { action: string }[] }>(path)).entries.map(({ action }) => action);
};

/** Hours that do not include now, on whatever side of midnight the test runs. */
const otherDays = (): object[] => {
  const name = (at: number): string =>
    new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'America/Sao_Paulo' }).format(at).toLowerCase();
  const near = [name(Date.now()), name(Date.now() + 600_000)];
  return days(Object.keys(weekdays).filter((day) => !near.includes(day)));
};
const days = (names: readonly string[]): object[] =>
  names.map((weekdayEn) => ({ weekdayEn, startTime: '00:00', endTime: '23:59' }));

describe('an inactive user', () => {
  test('is signed out at once, gives the open conversations back, and enters again when active', async () => {
    const person = await w.member();
    const ticket = await w.customer().says('alguém?');
    bodyOf(await person.put(`/tickets/${ticket.id}`, { status: 'open' }));
    const socket = await person.socket();
    const { cookie } = person;
    const changed = bodyOf(await w.admin.put<{ state: string }>(`/users/${person.id}`, { active: false }));
    expect(changed.state).toBe('inactive');
    await until('the socket is cut', () => socket.closeReason !== undefined);
    await app.settled();
    expect(await alive(person)).toBe(false);
    person.cookie = cookie;
    expect((await person.post('/auth/refresh_token')).status).toBe(401);
    expect(await login(person.me.email)).toMatchObject({
      status: 403,
      body: { code: 'ERR_USER_INACTIVE', message: 'Seu usuário está inativo. Fale com o gestor da sua empresa.' },
    });
    expect(bodyOf(await w.admin.get<TicketRow>(`/tickets/${ticket.id}`))).toMatchObject({
      status: 'pending',
      userId: null,
    });
    expect(await w.admin.put(`/tickets/${ticket.id}`, { userId: person.id })).toMatchObject({
      status: 400,
      body: { fields: { userId: 'Este atendente está inativo' } },
    });
    expect(bodyOf(await w.attendant.get<{ active: boolean }>(`/users/${person.id}`)).active).toBe(false);

    bodyOf(await w.admin.put(`/users/${person.id}`, { active: true }));
    expect((await login(person.me.email)).status).toBe(200);
    expect(await actionsOf(person)).toEqual(expect.arrayContaining(['user.updated', 'user.refusedInactive']));
  });

  test('keeps the place in the plan; nobody deactivates themselves or the only manager', async () => {
    const small = await world(app, { plan: { users: 4 } });
    const person = await small.member();
    bodyOf(await small.admin.put(`/users/${person.id}`, { active: false }));
    const another = { name: 'Mais Um', email: `mais-${person.id}@empresa.test`, password, profile: 'user' };
    expect(await small.admin.post('/users', another)).toMatchObject({ status: 403, body: { params: { limit: 4 } } });
    expect(await small.admin.put(`/users/${small.admin.id}`, { active: false })).toMatchObject({
      status: 409,
      body: { code: 'ERR_OWN_ACTIVITY' },
    });
    expect((await small.attendant.put(`/users/${small.attendant.id}`, { active: false })).status).toBe(403);
    bodyOf(await small.admin.put(`/users/${small.supervisor.id}`, { profile: 'admin' }));
    const second = app.visitor();
    bodyOf(await second.signIn(small.supervisor.me.email, password));
    bodyOf(await second.put(`/users/${small.admin.id}`, { active: false }));
    expect(await second.put(`/users/${second.id}`, { profile: 'user' })).toMatchObject({
      status: 409,
      body: { code: 'ERR_LAST_ADMIN' },
    });
    const invited = { name: 'Convidada', email: `gestora-${second.id}@empresa.test`, profile: 'admin' };
    bodyOf(await second.delete(`/users/${small.attendant.id}`));
    bodyOf(await second.post('/users', invited), 201);
    expect(await second.put(`/users/${second.id}`, { profile: 'user' })).toMatchObject({
      status: 409,
      body: { code: 'ERR_LAST_ADMIN' },
    });
  });
});

describe('access hours', () => {
  test('outside of them sign-in and refresh are refused, and live sessions end', async () => {
    const person = await w.member();
    const socket = await person.socket();
    const { cookie } = person;
    bodyOf(await w.admin.put(`/users/${person.id}`, { accessHours: days(Object.keys(weekdays)) }));
    expect(await alive(person)).toBe(true);
    await app.settled();
    // by a statement: a change by the API would cut the socket at once
    await app.database.query('update users set access_hours = $2 where id = $1', [
      person.id,
      JSON.stringify(otherDays()),
    ]);
    const outside = {
      code: 'ERR_OUTSIDE_ACCESS_HOURS',
      message: expect.stringContaining('fora do seu horário de acesso'),
    };
    expect(await person.get('/auth/me')).toMatchObject({ status: 401, body: outside });
    expect(await login(person.me.email)).toMatchObject({ status: 403, body: outside });
    const timers = app.nest.get(AccountSessionsService, { strict: false });
    await app.nest.get(Context).run({}, () => app.nest.get(Db).asPlatform(() => timers.endOutsideHours()));
    await until('the socket is cut', () => socket.closeReason !== undefined);
    person.cookie = cookie;
    expect(await person.post('/auth/refresh_token')).toMatchObject({ status: 401, body: outside });
    bodyOf(await w.admin.put(`/users/${person.id}`, { accessHours: [] }));
    expect((await person.post('/auth/refresh_token')).status).toBe(401);
    expect((await login(person.me.email)).status).toBe(200);
    expect(await actionsOf(person)).toContain('user.refusedHours');
  });

  test('the only manager enters always; a day does not end at its start; forms send them back', async () => {
    const own = await world(app);
    bodyOf(await own.admin.put(`/users/${own.admin.id}`, { accessHours: otherDays() }));
    expect((await login(own.admin.me.email)).status).toBe(200);
    const invited = { name: 'Convidada', email: `gestora-${own.companyId}@empresa.test`, profile: 'admin' };
    bodyOf(await own.admin.signIn(own.admin.me.email, password));
    bodyOf(await own.admin.post('/users', invited), 201);
    expect((await login(own.admin.me.email)).status).toBe(200);
    bodyOf(await own.admin.signIn(own.admin.me.email, password));
    bodyOf(await own.admin.put(`/users/${own.supervisor.id}`, { profile: 'admin' }));
    expect(await own.admin.get('/auth/me')).toMatchObject({ status: 401, body: { code: 'ERR_OUTSIDE_ACCESS_HOURS' } });

    const none = [{ weekdayEn: 'monday', startTime: '18:00', endTime: '18:00' }];
    expect(await w.admin.put(`/users/${w.attendant.id}`, { accessHours: none })).toMatchObject({
      status: 400,
      body: { fields: { accessHours: 'O fim precisa ser diferente do início' } },
    });
    const person = await w.member();
    bodyOf(await w.admin.put(`/users/${person.id}`, { accessHours: days(Object.keys(weekdays)) }));
    const record = bodyOf(await person.get<object>(`/users/${person.id}`));
    bodyOf(await person.put(`/users/${person.id}`, record));
    expect((await person.put(`/users/${person.id}`, { accessHours: [] })).status).toBe(403);
    expect(Object.keys(bodyOf(await w.attendant.get<object>(`/users/${person.id}`)))).not.toContain('accessHours');
  });
});

describe('sessions', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
  const phone =
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36';

  test('one for each user by default; several where the company allows it', async () => {
    const own = await world(app);
    const { email } = own.attendant.me;
    bodyOf(await login(email));
    expect(await alive(own.attendant)).toBe(false);

    bodyOf(await own.admin.put('/settings/singleSession', { value: 'disabled' }));
    const [desk, mobile] = [app.visitor(), app.visitor()];
    desk.token = bodyOf(await login(email, firefox)).token;
    mobile.token = bodyOf(await login(email, phone)).token;
    const other = await login(email);
    expect(await alive(desk)).toBe(true);
    const list = bodyOf(await mobile.get<SessionRow[]>('/auth/sessions'));
    expect(list.map(({ device, current }) => [device, current])).toEqual(
      expect.arrayContaining([
        ['Firefox · Linux', false],
        ['Chrome · Android', true],
      ]),
    );
    expect(list[0]?.address).toBe('127.0.0.1');

    const [first] = list.filter(({ device }) => device === 'Firefox · Linux');
    bodyOf(await mobile.delete(`/auth/sessions/${first?.id}`));
    expect(await alive(desk)).toBe(false);
    expect(await mobile.delete(`/auth/sessions/${first?.id}`)).toMatchObject({
      status: 404,
      body: { code: 'ERR_NO_SESSION_FOUND' },
    });
    expect(bodyOf(await mobile.delete('/auth/sessions'))).toEqual({ ended: 2 });
    const gone = app.visitor();
    gone.token = bodyOf(other).token;
    expect([await alive(mobile), await alive(gone)]).toEqual([true, false]);
  });

  test('at most twenty live side by side', async () => {
    const own = await world(app);
    bodyOf(await own.admin.put('/settings/singleSession', { value: 'disabled' }));
    const { email } = own.supervisor.me;
    for (let index = 0; index < 20; index += 1) bodyOf(await login(email));
    expect(await alive(own.supervisor)).toBe(false);
    expect(
      await app.database.query('select 1 from sessions where user_id = $1 and ended_at is null', [own.supervisor.id]),
    ).toHaveLength(20);
  });

  test('a manager ends all of a user, with their sockets', async () => {
    const person = await w.member();
    const socket = await person.socket();
    expect((await w.supervisor.delete(`/users/${person.id}/sessions`)).status).toBe(403);
    expect((await (await world(app)).admin.delete(`/users/${person.id}/sessions`)).status).toBe(404);
    expect(bodyOf(await w.admin.delete(`/users/${person.id}/sessions`))).toEqual({ ended: 1 });
    await until('the socket is cut', () => socket.closeReason !== undefined);
    expect(await alive(person)).toBe(false);
    expect(await actionsOf(person)).toContain('user.sessionsEnded');
  });
});

test('last seen: the sign-in, then the moment the last socket closed; for managers only', async () => {
  const person = await w.member();
  const seen = async (): Promise<string | null> =>
    bodyOf(await w.admin.get<{ lastSeenAt: string | null }>(`/users/${person.id}`)).lastSeenAt;
  const signedIn = await seen();
  expect(Date.now() - Date.parse(signedIn ?? '')).toBeLessThan(60_000);
  const socket = await person.socket();
  await until(
    'they are online',
    async () => bodyOf(await w.admin.get<{ online: boolean }>(`/users/${person.id}`)).online,
  );
  socket.close();
  await until('they left', async () => (await seen()) !== signedIn);
  expect(Object.keys(bodyOf(await w.attendant.get<object>(`/users/${person.id}`)))).not.toContain('lastSeenAt');
});

describe('an invitation', () => {
  const linkIn = (mail: string): URLSearchParams => new URLSearchParams(/\/forget-pass#(\S+)/.exec(mail)?.[1] ?? '');

  test('a user without a password gets one, chooses a password by it, and is active', async () => {
    const email = `convidada-${w.companyId}@empresa.test`;
    const input = { name: 'Rita Nova', email, profile: 'user', queueIds: [w.sales.id], language: 'en' };
    const { id, state } = bodyOf(await w.admin.post<{ id: number; state: string }>('/users', input), 201);
    expect(state).toBe('invited');
    const [mail = ''] = await mailsTo(app, email);
    expect(mail).toMatch(/^Hello, Rita Nova!\n\nYou have been invited to work with the team of Empresa /);
    const [row] = await app.database.query<{ days: number }>(
      'select extract(epoch from expires_at - now()) / 86400 as days from password_resets where user_id = $1',
      [id],
    );
    expect(Number(row?.days)).toBeCloseTo(7, 2);

    expect((await w.supervisor.post(`/users/${id}/invitation`)).status).toBe(403);
    bodyOf(await w.admin.post(`/users/${id}/invitation`));
    const mails = await mailsTo(app, email);
    expect(mails).toHaveLength(2);
    const [old, link] = mails.map(linkIn);
    const choose = (params: URLSearchParams | undefined) =>
      app
        .visitor()
        .post('/auth/reset', { email: params?.get('email'), token: params?.get('code'), password: 'Minha-senha-1' });
    expect(link?.get('email')).toBe(email);
    if (old?.get('code') !== link?.get('code')) expect((await choose(old)).status).toBe(400);
    const managers = await w.admin.socket();
    bodyOf(await choose(link));
    await managers.next('user', ({ user }) => (user as { id: number; state: string }).state === 'active');
    bodyOf(await app.visitor().signIn(email, 'Minha-senha-1'));
    expect(await w.admin.post<Refusal>(`/users/${id}/invitation`)).toMatchObject({
      status: 409,
      body: { code: 'ERR_NOT_INVITED' },
    });
    expect((await actionsOf({ id })).filter((action) => action === 'user.invited')).toHaveLength(2);
  });

  test('follows the e-mail and the activity, and ends with a password that a manager sets', async () => {
    const [wrong, right] = ['errada', 'certa'].map((name) => `${name}-${w.companyId}@empresa.test`) as [string, string];
    const choose = (email: string, mail: string | undefined) => {
      const code = linkIn(mail ?? '').get('code');
      return app.visitor().post('/auth/reset', { email, token: code, password: 'Minha-senha-1' });
    };
    const input = { name: 'Rita', email: wrong, profile: 'user', active: false };
    const { id } = bodyOf(await w.admin.post<{ id: number }>('/users', input), 201);
    expect(await mailsTo(app, wrong)).toEqual([]);
    bodyOf(await w.admin.put(`/users/${id}`, { active: true }));
    const [first] = await mailsTo(app, wrong);
    expect(first).toContain('Você foi convidado');
    bodyOf(await w.admin.put(`/users/${id}`, { email: right, active: true }));
    const [second] = await mailsTo(app, right);
    if (linkIn(first ?? '').get('code') !== linkIn(second ?? '').get('code'))
      expect((await choose(right, first)).status).toBe(400);

    bodyOf(await app.visitor().post(`/forgetpassword/${right}`));
    const third = (await mailsTo(app, right)).at(-1);
    expect(third).toContain('Você foi convidado');
    const [row] = await app.database.query<{ days: number }>(
      'select extract(epoch from expires_at - now()) / 86400 as days from password_resets where user_id = $1',
      [id],
    );
    expect(Number(row?.days)).toBeCloseTo(7, 2);

    bodyOf(await w.admin.put(`/users/${id}`, { password: 'Outra-senha-1' }));
    expect((await choose(right, third)).status).toBe(400);
    bodyOf(await app.visitor().signIn(right, 'Outra-senha-1'));
    expect(await mailsTo(app, right)).toHaveLength(2);
  });

  test('so does the manager of a company that is made without one', async () => {
    const email = `dona-${w.companyId}@empresa.test`;
    const company = { name: `Empresa convidada ${w.companyId}`, email, planId: w.planId, userName: 'Dona Maria' };
    bodyOf(await app.platform.post('/companies', company), 201);
    const [mail = ''] = await mailsTo(app, email);
    expect(mail).toContain(`Você foi convidado para atender com a equipe de ${company.name}.`);
    const link = linkIn(mail);
    const chosen = { email, token: link.get('code'), password: 'Minha-senha-1' };
    bodyOf(await app.visitor().post('/auth/reset', chosen));
    bodyOf(await app.visitor().signIn(email, chosen.password));
  });
});
