import { JwtService } from '@nestjs/jwt';
import { LoginThrottle } from '../../../src/modules/people/auth/sign-in/throttle.js';
import { startApp } from '../../support/app.js';
import { bodyOf, type Client, type SignedInUser } from '../../support/client.js';
import { jwtSecret, superLogin } from '../../support/test-config.js';
import { password, world } from '../../support/world.js';

const app = await startApp({ LOGIN_LIMITS: '3,6,100' });
const w = await world(app);

afterAll(() => app.close());

type Refreshed = { token: string; user: SignedInUser };
const refresh = (client: Client) => client.post<Refreshed>('/auth/refresh_token');
const alive = async (client: Client): Promise<boolean> => (await client.get('/auth/me')).status === 200;

test('login returns the token, the user and an HttpOnly cookie', async () => {
  const { email } = (await w.member({ profile: 'supervisor', name: 'Sofia Ramos', queueIds: [w.sales.id] })).me;
  const client = app.visitor();
  const answer = await client.signIn(`  ${email.toUpperCase()} `.trim(), password);
  const { token, user } = bodyOf(answer);
  expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(user).toEqual({
    id: expect.any(Number),
    name: 'Sofia Ramos',
    email,
    profile: 'supervisor',
    super: false,
    companyId: w.companyId,
    company: { id: w.companyId, name: expect.stringContaining('Empresa'), dueDate: '9999-12-31T00:00:00.000Z' },
    queues: [{ id: w.sales.id, name: w.sales.name, color: '#1f6feb', UserQueue: { queueId: w.sales.id } }],
    whatsappId: null,
    allTicket: 'desabled',
    language: 'pt',
  });
  const cookie = answer.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/^jrt=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(bodyOf(await client.get<SignedInUser>('/auth/me'))).toEqual(user);
});

test('refused: wrong password, unknown e-mail, missing, malformed and expired token', async () => {
  const { email } = (await w.member()).me;
  const wrong = {
    status: 401,
    body: { code: 'ERR_INVALID_CREDENTIALS', message: 'Erro de autenticação. Por favor, tente novamente.' },
  };
  expect(await app.visitor().signIn(email, 'outra-senha')).toMatchObject(wrong);
  expect(await app.visitor().signIn('ninguem@empresa.test', password)).toMatchObject(wrong);

  const visitor = app.visitor();
  expect(await visitor.get('/auth/me')).toMatchObject({ status: 401, body: { code: 'ERR_SESSION_EXPIRED' } });
  visitor.token = 'nonsense';
  expect(await visitor.get('/auth/me')).toMatchObject({ status: 403, body: { code: 'ERR_SESSION_EXPIRED' } });
  await expect(visitor.socket()).rejects.toThrow('ERR_SESSION_EXPIRED');

  const jwt = app.nest.get(JwtService, { strict: false });
  const claims = jwt.decode<{ sid: string; userId: number }>(w.attendant.token ?? '');
  const forged = (options: object, secret = jwtSecret): string =>
    jwt.sign({ sid: claims.sid, userId: claims.userId }, { secret, ...options });
  for (const token of [
    forged({ expiresIn: -1 }),
    forged({ algorithm: 'HS512' }),
    forged({}, 'another secret that is long enough'),
  ]) {
    visitor.token = token;
    expect(await visitor.get('/auth/me')).toMatchObject({ status: 403, body: { code: 'ERR_SESSION_EXPIRED' } });
  }
  visitor.token = jwt.sign({ sid: claims.sid, userId: w.admin.id }, { secret: jwtSecret });
  expect((await visitor.get('/auth/me')).status).toBe(401);
});

test('a refresh rotates the cookie; a lost response can be repeated, an older cookie ends the session', async () => {
  const client = await w.member();
  const first = client.cookie;
  const one = bodyOf(await refresh(client));
  expect(one.user.id).toBe(client.id);
  const second = client.cookie;
  expect(second).not.toBe(first);

  client.cookie = first;
  bodyOf(await refresh(client));
  expect(client.cookie).toBe(second);

  bodyOf(await refresh(client));
  expect(client.cookie).not.toBe(second);
  const third = client.cookie;
  expect(await alive(client)).toBe(true);

  client.cookie = first;
  expect(await refresh(client)).toMatchObject({ status: 401, body: { code: 'ERR_SESSION_EXPIRED' } });
  client.cookie = third;
  expect((await refresh(client)).status).toBe(401);
  expect(await alive(client)).toBe(false);
});

test('the predecessor of a refresh cookie is valid for 30 seconds, then it ends the session', async () => {
  const client = await w.member();
  const first = client.cookie;
  bodyOf(await refresh(client));
  const second = client.cookie;
  const rotated = (seconds: number) =>
    app.database.query(`update sessions set updated_at = now() - interval '${seconds} seconds' where user_id = $1`, [
      client.id,
    ]);
  await rotated(20);
  client.cookie = first;
  bodyOf(await refresh(client));
  expect(client.cookie).toBe(second);
  await rotated(31);
  client.cookie = first;
  expect(await refresh(client)).toMatchObject({ status: 401, body: { code: 'ERR_SESSION_EXPIRED' } });
  expect(await alive(client)).toBe(false);
});

test('a refresh with a forged, foreign or missing cookie is refused', async () => {
  const client = await w.member();
  const [sid, , signature] = (client.cookie ?? '').split('.');
  for (const cookie of [
    undefined,
    '',
    'x',
    `${sid}.1.${signature}`,
    `${sid}.0.${'A'.repeat(43)}`,
    `${client.cookie}x`,
  ]) {
    client.cookie = cookie;
    expect((await refresh(client)).status).toBe(401);
  }
  expect(await alive(client)).toBe(true);
});

test('tabs that refresh at the same time both get tokens', async () => {
  const client = await w.member();
  const tabs = Array.from({ length: 4 }, () =>
    Object.assign(app.visitor(), { token: client.token, cookie: client.cookie, user: client.user }),
  );
  const answers = await Promise.all(tabs.map(refresh));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(tabs.map(({ cookie }) => cookie)).size).toBe(1);
});

test('a second login ends the first: its sockets get an event, its tokens are refused', async () => {
  const first = await w.member();
  const screen = await first.socket();
  const bystander = await w.attendant.socket();
  const second = app.visitor();
  bodyOf(await second.signIn(first.me.email, password));
  expect(await screen.next('auth')).toEqual({ action: 'logout', user: { id: first.id } });
  await screen.nextNamed('disconnect');
  expect(await first.get('/auth/me')).toMatchObject({ status: 401, body: { code: 'ERR_SESSION_EXPIRED' } });
  expect((await refresh(first)).status).toBe(401);
  await expect(first.socket()).rejects.toThrow('ERR_SESSION_EXPIRED');
  expect(await alive(second)).toBe(true);
  await bystander.flush();
  expect(bystander.all('auth')).toEqual([]);
});

test('logout ends the session and its sockets without the message about another computer', async () => {
  const client = await w.member();
  const screen = await client.socket();
  bodyOf(await client.delete<object>('/auth/logout'));
  await screen.nextNamed('disconnect');
  expect(screen.all('auth')).toEqual([]);
  expect(client.cookie).toBeUndefined();
  expect(await alive(client)).toBe(false);
});

test('removing a user or changing a password ends sessions and sockets at once', async () => {
  const removed = await w.member();
  const screen = await removed.socket();
  bodyOf(await w.admin.delete<object>(`/users/${removed.id}`));
  await screen.nextNamed('disconnect');
  expect((await removed.get('/auth/me')).status).toBe(401);

  const changed = await w.member();
  const other = await changed.socket();
  bodyOf(await w.admin.put<object>(`/users/${changed.id}`, { password: 'senha-nova-1' }));
  await w.settled();
  await other.nextNamed('disconnect');
  expect(await alive(changed)).toBe(false);
  expect((await app.visitor().signIn(changed.me.email, password)).status).toBe(401);
  expect((await app.visitor().signIn(changed.me.email, 'senha-nova-1')).status).toBe(200);
});

test('only failed sign-ins are limited, and only for their e-mail and address', async () => {
  const { email } = (await w.member()).me;
  for (let count = 0; count < 5; count += 1) bodyOf(await app.visitor().signIn(email, password));
  for (let count = 0; count < 3; count += 1) expect((await app.visitor().signIn(email, 'errada-1')).status).toBe(401);
  const refused = await app.visitor().signIn(email, password);
  expect(refused).toMatchObject({
    status: 429,
    body: {
      code: 'ERR_TOO_MANY_REQUESTS',
      message: expect.stringMatching(/^Muitas tentativas\. Tente novamente em \d+ segundos\.$/),
    },
  });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
  expect((await app.visitor().signIn((await w.member()).me.email, password)).status).toBe(200);
});

test('an address at its limit refuses unknown accounts, not those that signed in from it before', async () => {
  const { email } = (await w.member()).me;
  const newcomer = 'nova-pessoa@empresa.test';
  bodyOf(await w.admin.post('/users', { name: 'Nova', email: newcomer, password, profile: 'user' }), 201);
  const throttle = app.nest.get(LoginThrottle);
  for (let count = 0; count < 100; count += 1)
    await throttle.attempt(`ninguem-${count}@empresa.test`, '127.0.0.1').catch(() => undefined);
  for (const stranger of ['ninguem@empresa.test', newcomer])
    expect((await app.visitor().signIn(stranger, password)).status).toBe(429);
  bodyOf(await app.visitor().signIn(email, password));
  for (let count = 0; count < 3; count += 1) expect((await app.visitor().signIn(email, 'errada-1')).status).toBe(401);
  expect((await app.visitor().signIn(email, password)).status).toBe(429);
});

test.each(['https://atende.test', 'http://atende.test'])(
  'for another host (%s) the cookie is sent over TLS only',
  async (origin) => {
    const outside = await startApp({ PUBLIC_URL: origin });
    try {
      const { email, password: secret } = superLogin;
      const answer = await outside.visitor().signIn(email, secret);
      expect(answer.headers.get('set-cookie')).toMatch(/; Secure(;|$)/);
    } finally {
      await outside.close();
    }
  },
);
