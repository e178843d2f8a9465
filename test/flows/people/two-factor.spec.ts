import { Secret, TOTP } from 'otpauth';
import { startApp } from '../../support/app.js';
import { bodyOf, type Client, type Refusal } from '../../support/client.js';
import { password, world } from '../../support/world.js';

const app = await startApp({ LOGIN_LIMITS: '4,50,1000', TRUST_PROXY: 'loopback' });
const w = await world(app);

afterAll(() => app.close());

interface Setup {
  readonly secret: string;
  readonly uri: string;
}
type Login = { token: string; recoveryCodes?: string[] };

const login = (email: string, code?: string, given = password) =>
  app.visitor().post<Login>('/auth/login', { email, password: given, ...(code === undefined ? {} : { code }) });
const refusal = (answer: { body: unknown }): Refusal => answer.body as Refusal;
/** A code of the app; `later` steps of half a minute after now. */
const codeOf = (secret: string, later = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + later * 30_000 });
const wrongCode = (secret: string): string => String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, '0');
const newStep = (client: Client) =>
  app.database.query('update two_factors set last_step = 0 where user_id = $1', [client.id]);
const required = { status: 401, body: { code: 'ERR_TWO_FACTOR_REQUIRED' } };
const refused = { status: 401, body: { code: 'ERR_TWO_FACTOR_CODE', fields: { code: expect.any(String) } } };

async function enabled(client?: Client): Promise<{ client: Client; email: string; secret: string; codes: string[] }> {
  client ??= await w.member();
  const { secret } = bodyOf(await client.post<Setup>('/auth/two-factor', { password }));
  const { recoveryCodes: codes } = bodyOf(
    await client.post<{ recoveryCodes: string[] }>('/auth/two-factor/confirm', { code: codeOf(secret) }),
  );
  // that of the half minute before may have ended on its way, so this one is made free again
  await newStep(client);
  return { client, email: client.me.email, secret, codes };
}

test('a user turns it on by password and code, and off by password', async () => {
  const client = await w.member();
  expect(await client.post('/auth/two-factor', { password: 'palpite' })).toMatchObject({
    status: 400,
    body: { fields: { password: 'Senha atual incorreta' } },
  });
  const { secret, uri } = bodyOf(await client.post<Setup>('/auth/two-factor', { password }));
  expect(uri).toMatch(/^otpauth:\/\/totp\/Atende:.*secret=/);
  expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
  expect((await login(client.me.email)).status).toBe(200);
  bodyOf(await client.signIn(client.me.email, password));
  expect(await client.post('/auth/two-factor/confirm', { code: wrongCode(secret) })).toMatchObject({
    status: 400,
    body: { code: 'ERR_VALIDATION', fields: { code: expect.any(String) } },
  });
  const { recoveryCodes } = bodyOf(
    await client.post<{ recoveryCodes: string[] }>('/auth/two-factor/confirm', { code: codeOf(secret) }),
  );
  expect(new Set(recoveryCodes).size).toBe(10);
  expect(recoveryCodes[0]).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
  const state = { enabled: true, enforced: false, recoveryCodesLeft: 10 };
  expect(bodyOf(await client.get('/auth/two-factor'))).toEqual(state);
  expect(await client.post('/auth/two-factor', { password })).toMatchObject({ status: 409 });
  expect(bodyOf(await w.admin.get<{ twoFactor: boolean }>(`/users/${client.id}`)).twoFactor).toBe(true);

  const [stored] = await app.database.query<{ secret: string; recovery_hashes: string[] }>(
    'select secret, recovery_hashes from two_factors where user_id = $1',
    [client.id],
  );
  expect(JSON.stringify(stored)).not.toContain(secret);
  expect(JSON.stringify(stored)).not.toContain(recoveryCodes[0]);

  expect((await client.post('/auth/two-factor/disable', { password: 'palpite' })).status).toBe(400);
  bodyOf(await client.post('/auth/two-factor/disable', { password }));
  expect((await login(client.me.email)).status).toBe(200);
});

test('a right password asks for the code, which is taken once; recovery codes too', async () => {
  const { client, email, secret, codes } = await enabled();
  expect(await login(email)).toMatchObject(required);
  expect(await login(email, '', password)).toMatchObject(required);
  expect(await login(email, wrongCode(secret))).toMatchObject(refused);
  const code = codeOf(secret, 0);
  expect((await login(email, ` ${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
  expect(await login(email, code)).toMatchObject(refused);
  expect(await login(email, codeOf(secret, -1))).toMatchObject(refused);
  await newStep(client);
  const both = await Promise.all([login(email, code), login(email, code)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);

  const [recovery = ''] = codes;
  expect((await login(email, recovery.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
  expect(await login(email, recovery)).toMatchObject(refused);
  const actions = await app.database.query<{ action: string }>(
    "select action from audit_entries where subject = 'user:' || $1::text order by id",
    [client.id],
  );
  expect(actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['user.twoFactorEnabled', 'user.refusedCode', 'user.recoveryCodeUsed', 'user.signedIn']),
  );
});

test('wrong codes count as failed sign-ins, a missing one does not', async () => {
  const { email, secret } = await enabled();
  for (let asked = 0; asked < 6; asked += 1) expect(await login(email)).toMatchObject(required);
  for (let guess = 0; guess < 4; guess += 1) expect(await login(email, wrongCode(secret))).toMatchObject(refused);
  expect((await login(email, codeOf(secret))).status).toBe(429);
  expect((await login(email)).status).toBe(429);
});

test('no code is taken after twenty wrong ones, whatever address they come from', async () => {
  const { client, email, secret } = await enabled();
  const from = (address: number, code: string) =>
    app.visitor().post('/auth/login', { email, password, code }, { 'x-forwarded-for': `198.51.100.${address}` });
  for (let guess = 0; guess < 20; guess += 1) expect(await from(guess, wrongCode(secret))).toMatchObject(refused);
  expect((await from(20, codeOf(secret))).status).toBe(429);
  bodyOf(await w.admin.delete(`/users/${client.id}/two-factor`));
  expect((await login(email)).status).toBe(200);
});

test('a refusal of somebody whose password is right counts as a failed sign-in', async () => {
  const { client, email } = await enabled();
  bodyOf(await w.admin.put(`/users/${client.id}`, { active: false }));
  for (let asked = 0; asked < 4; asked += 1)
    expect(await login(email)).toMatchObject({ status: 403, body: { code: 'ERR_USER_INACTIVE' } });
  expect((await login(email)).status).toBe(429);
});

test('a session of a manager does not turn it off without the password', async () => {
  const { client } = await enabled(await w.member({ profile: 'admin' }));
  expect(await client.put(`/users/${client.id}`, { password: 'Outra-senha-1' })).toMatchObject({
    status: 400,
    body: { fields: { currentPassword: 'Informe a senha atual' } },
  });
  bodyOf(await client.put(`/users/${client.id}`, { password: 'Outra-senha-1', currentPassword: password }));
});

test('the password makes new recovery codes; what is shown once is not kept with an idempotency key', async () => {
  const path = '/auth/two-factor/recovery-codes';
  const client = await w.member();
  expect(await client.post(path, { password })).toMatchObject({
    status: 409,
    body: { code: 'ERR_TWO_FACTOR_DISABLED' },
  });
  const begun = bodyOf(await client.post<Setup>('/auth/two-factor', { password }, { 'idempotency-key': 'inicio' }));
  const { email, codes } = await enabled(client);
  expect((await client.post(path, { password: 'palpite' })).status).toBe(400);
  const { recoveryCodes } = bodyOf(
    await client.post<{ recoveryCodes: string[] }>(path, { password }, { 'idempotency-key': 'codigos' }),
  );
  expect(new Set([...recoveryCodes, ...codes]).size).toBe(20);
  expect(await login(email, codes[0])).toMatchObject(refused);
  expect((await login(email, recoveryCodes[0])).status).toBe(200);
  const stored = await app.database.query<{ text: string }>(
    'select answer::text as text from idempotency_keys where company_id = $1',
    [w.companyId],
  );
  expect(stored).toHaveLength(2);
  for (const { text } of stored)
    for (const secret of [begun.secret, ...recoveryCodes]) expect(text).not.toContain(secret);
});

test('where the company requires it, the sign-in sets it up, and it cannot be turned off', async () => {
  const own = await world(app);
  const { email } = (await own.member()).me;
  bodyOf(await own.admin.put('/settings/twoFactorRequired', { value: 'enabled' }));
  expect(bodyOf(await own.attendant.get('/auth/two-factor'))).toMatchObject({ enabled: false, enforced: true });

  const first = refusal(await login(email));
  expect(first).toMatchObject({ statusCode: 401, code: 'ERR_TWO_FACTOR_SETUP' });
  const shown = refusal(await login(email)).params as unknown as Setup;
  const before = first.params as unknown as Setup;
  // what somebody else was shown before does not become the account's
  expect(await login(email, codeOf(before.secret))).toMatchObject(refused);
  expect(shown.uri).toContain(shown.secret);
  expect((await login(email, codeOf(shown.secret), 'palpite')).status).toBe(401);
  const session = bodyOf(await login(email, codeOf(shown.secret)));
  expect(session.recoveryCodes).toHaveLength(10);
  const client = app.visitor();
  client.token = session.token;
  expect(bodyOf(await client.get('/auth/two-factor'))).toMatchObject({ enabled: true, enforced: true });
  expect(await client.post('/auth/two-factor/disable', { password })).toMatchObject({
    status: 409,
    body: { code: 'ERR_TWO_FACTOR_ENFORCED' },
  });
  expect(bodyOf(await login(email, session.recoveryCodes?.[0])).recoveryCodes).toBeUndefined();
});

test('a manager removes it for a user who lost the phone; nobody else, and not of a super-admin', async () => {
  const { client, email } = await enabled();
  expect((await w.supervisor.delete(`/users/${client.id}/two-factor`)).status).toBe(403);
  expect((await (await world(app)).admin.delete(`/users/${client.id}/two-factor`)).status).toBe(404);
  expect((await w.admin.delete(`/users/${w.admin.id}/two-factor`)).status).toBe(403);
  bodyOf(await w.admin.delete(`/users/${client.id}/two-factor`));
  expect(await w.admin.delete(`/users/${client.id}/two-factor`)).toMatchObject({ status: 409 });
  expect((await login(email)).status).toBe(200);
  const { entries } = bodyOf(
    await w.admin.get<{ entries: { action: string; user: { id: number } }[] }>(`/audit?subject=user:${client.id}`),
  );
  expect(entries).toContainEqual(
    expect.objectContaining({ action: 'user.twoFactorReset', user: { id: w.admin.id, name: w.admin.me.name } }),
  );

  const lone = await world(app);
  await enabled(lone.admin);
  bodyOf(await app.platform.delete(`/users/${lone.admin.id}/two-factor`));
  expect((await login(lone.admin.me.email)).status).toBe(200);
  expect((await app.platform.delete('/users/999999999/two-factor')).status).toBe(404);
});
