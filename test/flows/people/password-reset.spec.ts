import { Context } from '../../../src/core/context.js';
import { SecretCipher } from '../../../src/core/crypto/secret-cipher.js';
import { Db } from '../../../src/core/database/db.js';
import { Jobs } from '../../../src/core/jobs/jobs.js';
import { Sweeper } from '../../../src/core/jobs/sweeper.js';
import { Mail } from '../../../src/core/mail/mail.js';
import { resetCodeContext } from '../../../src/modules/people/auth/auth.database.js';
import { SendResetCode } from '../../../src/modules/people/auth/password-reset/send-reset-code.job.js';
import { startApp } from '../../support/app.js';
import { bodyOf, type Client } from '../../support/client.js';
import { mailsTo as textsTo } from '../../support/mails.js';
import { password, world } from '../../support/world.js';

const app = await startApp({ LOGIN_LIMITS: '8,50,1000' });
const w = await world(app);

afterAll(() => app.close());

const newPassword = 'Senha-nova-1';
const invalid = {
  status: 400,
  body: {
    code: 'ERR_INVALID_RESET_CODE',
    message: 'Código inválido ou vencido. Peça um novo código.',
    fields: { token: 'Código inválido ou vencido' },
  },
};

const ask = (email: string, headers?: Record<string, string>) =>
  app.visitor().post(`/forgetpassword/${encodeURIComponent(email)}`, undefined, headers);
const reset = (email: string, token: string, value = newPassword) =>
  app.visitor().post('/auth/reset', { email, token, password: value });
const signsIn = async (email: string, value: string): Promise<number> =>
  (await app.visitor().signIn(email, value)).status;
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const mailsTo = (email: string): Promise<string[]> => textsTo(app, email);

async function codeFor(email: string): Promise<string> {
  bodyOf(await ask(email));
  const code = /^\d{6}$/m.exec((await mailsTo(email)).at(-1) ?? '')?.[0];
  if (!code) throw new Error(`No code came to ${email}`);
  return code;
}

async function someone(): Promise<{ client: Client; email: string }> {
  const client = await w.member();
  return { client, email: client.me.email };
}

test('a code from the mail sets the password, and ends every session with its sockets', async () => {
  const { client, email } = await someone();
  const screen = await client.socket();
  const asked = await ask(`  ${email.toUpperCase()} `);
  expect(asked).toMatchObject({ status: 200, body: { status: 200, message: 'Email enviado com sucesso!' } });
  const [mail = ''] = await mailsTo(email);
  expect(mail).toMatch(/^Olá, .+!\n\nSeu código para redefinir a senha:\n\n\d{6}\n\nEle vale por 15 minutos/);
  const code = /^\d{6}$/m.exec(mail)?.[0] ?? '';
  expect((await client.get('/auth/me')).status).toBe(200);

  expect(await reset(email.toUpperCase(), ` ${code} `)).toMatchObject({
    status: 200,
    body: { message: 'Senha redefinida com sucesso.' },
  });
  expect(await client.get('/auth/me')).toMatchObject({ status: 401, body: { code: 'ERR_SESSION_EXPIRED' } });
  expect((await client.post('/auth/refresh_token')).status).toBe(401);
  await screen.nextNamed('disconnect');
  expect(screen.all('auth')).toEqual([]);
  expect([await signsIn(email, password), await signsIn(email, newPassword)]).toEqual([401, 200]);
  await app.settled();
  expect(
    await app.database.query(
      "select user_id from audit_entries where action = 'user.passwordReset' and subject_id = $1",
      [client.id],
    ),
  ).toEqual([{ user_id: null }]);
});

test('the mail is in the language of the user, the responses in that of the caller', async () => {
  for (const [language, words] of [
    ['en', 'Your code to reset the password'],
    ['es', 'Su código para restablecer la contraseña'],
  ] as const) {
    const { client, email } = await someone();
    bodyOf(await w.admin.put<object>(`/users/${client.id}`, { language }));
    expect(bodyOf(await ask(email, { 'accept-language': 'en' }))).toMatchObject({ message: 'E-mail sent!' });
    expect((await mailsTo(email)).at(-1)).toContain(words);
  }
});

test('an unknown e-mail is reported, an invalid one refused', async () => {
  const unknown = await ask('ninguem@empresa.test');
  const sentence = 'Email não encontrado';
  expect([unknown.status, unknown.body]).toEqual([
    200,
    { status: 404, code: 'ERR_NO_USER_FOUND', error: sentence, message: sentence },
  ]);
  expect(await ask('nada')).toMatchObject({
    status: 400,
    body: { code: 'ERR_VALIDATION', fields: { email: 'Invalid email' } },
  });
  expect(await reset('ninguem@empresa.test', '123456')).toMatchObject(invalid);
});

test('a weak password is refused with its rule and does not count as a try', async () => {
  const { client, email } = await someone();
  const code = await codeFor(email);
  const sentence =
    'Sua senha precisa ter no mínimo 8 caracteres, sendo uma letra maiúscula, uma minúscula e um número.';
  for (const weak of ['Curta-1', 'sem-maiuscula-1', 'SEM-MINUSCULA-1', 'Sem-numero-']) {
    expect(await reset(email, code, weak)).toMatchObject({
      status: 400,
      body: { code: 'ERR_VALIDATION', fields: { password: sentence } },
    });
  }
  expect(await reset(email, '', '')).toMatchObject({
    status: 400,
    body: { fields: { token: 'Obrigatório', password: 'Obrigatório' } },
  });
  expect(await app.database.query('select attempts from password_resets where user_id = $1', [client.id])).toEqual([
    { attempts: 0 },
  ]);
  bodyOf(await reset(email, code, 'Ção-ÇÃO-12'));
  expect(await signsIn(email, 'Ção-ÇÃO-12')).toBe(200);
});

test('after five wrong codes the right one is refused too, until a new one is sent', async () => {
  const { email } = await someone();
  const code = await codeFor(email);
  for (let count = 0; count < 5; count += 1) expect(await reset(email, otherThan(code))).toMatchObject(invalid);
  expect(await reset(email, code)).toMatchObject(invalid);
  expect(await signsIn(email, password)).toBe(200);
  bodyOf(await reset(email, await codeFor(email)));
  expect(await signsIn(email, newPassword)).toBe(200);
});

test('concurrent guesses are counted individually', async () => {
  const { client, email } = await someone();
  const code = await codeFor(email);
  const guesses = await Promise.all(Array.from({ length: 7 }, () => reset(email, otherThan(code))));
  expect(guesses.map(({ status }) => status)).toEqual(guesses.map(() => 400));
  expect(await app.database.query('select attempts from password_resets where user_id = $1', [client.id])).toEqual([
    { attempts: 5 },
  ]);
});

test('a code works once, also for concurrent requests', async () => {
  const { email } = await someone();
  const code = await codeFor(email);
  const answers = await Promise.all([reset(email, code), reset(email, code, 'Outra-senha-2')]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect(await reset(email, code)).toMatchObject(invalid);
  const kept = answers[0]?.status === 200 ? newPassword : 'Outra-senha-2';
  expect(await signsIn(email, kept)).toBe(200);
});

test('an expired code is removed, and its mail not sent', async () => {
  const { client, email } = await someone();
  const code = await codeFor(email);
  const [row] = await app.database.query<{ minutes: number }>(
    'select extract(epoch from expires_at - now()) / 60 as minutes from password_resets where user_id = $1',
    [client.id],
  );
  expect(Number(row?.minutes)).toBeCloseTo(15, 0);
  await app.database.query("update password_resets set expires_at = now() - interval '1 second' where user_id = $1", [
    client.id,
  ]);
  expect(await reset(email, code)).toMatchObject(invalid);
  expect(await signsIn(email, password)).toBe(200);
  const sealedCode = app.nest.get(SecretCipher).encrypt(code, resetCodeContext(w.companyId, client.id));
  const job = { companyId: w.companyId, userId: client.id, purpose: 'reset' as const, sealedCode };
  await app.as(w.companyId, () => app.nest.get(Jobs).add(SendResetCode, job));
  expect(await mailsTo(email)).toHaveLength(1);
  await app.nest.get(Context).run({}, () => app.nest.get(Db).asPlatform(() => app.nest.get(Sweeper).sweep()));
  expect(await app.database.query('select 1 from password_resets where user_id = $1', [client.id])).toEqual([]);
});

test('a refused mail is retried, and the logged reason has no address', async () => {
  const { email } = await someone();
  const send = jest.spyOn(app.nest.get(Mail), 'send').mockRejectedValueOnce(new Error(`550 <${email}>: no room`));
  bodyOf(await ask(email));
  expect(await mailsTo(email)).toEqual([]);
  const jobs = "where name = 'send-reset-code'";
  expect(await app.database.query(`select attempts, last_error from outbox_jobs ${jobs}`)).toEqual([
    { attempts: 1, last_error: '550 <[…]>: no room' },
  ]);
  // a mail server may be away for hours
  send.mockRejectedValueOnce(new Error('connect ECONNREFUSED'));
  await app.database.query(`update outbox_jobs set attempts = 11, run_at = now() - make_interval(secs => 1) ${jobs}`);
  expect(await mailsTo(email)).toEqual([]);
  expect(await app.database.query(`select attempts, failed_at from outbox_jobs ${jobs}`)).toEqual([
    { attempts: 12, failed_at: null },
  ]);
  await app.database.query(`update outbox_jobs set run_at = now() - make_interval(secs => 1) ${jobs}`);
  expect(await mailsTo(email)).toHaveLength(1);
  expect(await app.database.query(`select 1 from outbox_jobs ${jobs}`)).toEqual([]);
  send.mockRestore();
});

test('a new request replaces the old one', async () => {
  const { client, email } = await someone();
  const first = await codeFor(email);
  let second = await codeFor(email);
  while (second === first) second = await codeFor(email);
  expect(await reset(email, first)).toMatchObject(invalid);
  bodyOf(await reset(email, second));
  expect(await app.database.query('select 1 from password_resets where user_id = $1', [client.id])).toHaveLength(1);
});

test('a code is valid for its own account only, in any company', async () => {
  const { email } = await someone();
  const other = await world(app);
  const code = await codeFor(email);
  for (const stranger of [w.attendant, other.admin]) {
    bodyOf(await ask(stranger.me.email));
    expect(await reset(stranger.me.email, code)).toMatchObject(invalid);
  }
  bodyOf(await reset(email, code));
});

test('older clients send everything in the path', async () => {
  const { email } = await someone();
  const code = await codeFor(email);
  const path = (token: string, value: string): string =>
    `/resetpasswords/${[email, token, value].map(encodeURIComponent).join('/')}`;
  expect(await app.visitor().post(path(otherThan(code), newPassword))).toMatchObject(invalid);
  expect(await app.visitor().post(path(code, 'fraca'))).toMatchObject({
    status: 400,
    body: { fields: { password: expect.stringMatching(/^Sua senha precisa/) } },
  });
  expect(await app.visitor().post(path(code, 'Com/barra? & ç 1'))).toMatchObject({
    status: 200,
    body: { status: 200, message: 'Senha redefinida com sucesso.' },
  });
  expect(await signsIn(email, 'Com/barra? & ç 1')).toBe(200);
});

test('no row contains the code in plain text: neither the job nor the reset', async () => {
  const { client, email } = await someone();
  await app.database.query('create table watched (row text)');
  await app.database.query('grant insert on watched to public');
  await app.database.query(
    'create function watch() returns trigger language plpgsql security definer as $$ begin insert into public.watched values (new::text); return new; end $$',
  );
  for (const table of ['outbox_jobs', 'password_resets', 'audit_entries'])
    await app.database.query(
      `create trigger watch after insert or update on ${table} for each row execute function watch()`,
    );
  const code = await codeFor(email);
  const rows = (await app.database.query<{ row: string }>('select row from watched')).map(({ row }) => row);
  for (const table of ['outbox_jobs', 'password_resets', 'audit_entries'])
    await app.database.query(`drop trigger watch on ${table}`);
  expect(rows.filter((row) => row.includes('send-reset-code')).length).toBeGreaterThan(0);
  expect(rows.join('\n')).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`));
  const [stored] = await app.database.query<{ code_hash: string }>(
    'select code_hash from password_resets where user_id = $1',
    [client.id],
  );
  expect(stored?.code_hash).toMatch(/^[0-9a-f]{64}$/);
});

describe('limits', () => {
  const tooMany = {
    status: 429,
    body: {
      code: 'ERR_TOO_MANY_REQUESTS',
      message: expect.stringMatching(/^Muitas tentativas\. Tente novamente em \d+ segundos\.$/),
    },
  };

  test('apply to wrong codes of a caller; setting a password resets the sign-in limit', async () => {
    const { email } = await someone();
    const code = await codeFor(email);
    for (let count = 0; count < 8; count += 1) expect(await reset(email, otherThan(code))).toMatchObject(invalid);
    const refused = await reset(email, code);
    expect(refused).toMatchObject(tooMany);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);

    const other = await someone();
    for (let count = 0; count < 8; count += 1) expect(await signsIn(other.email, 'errada-1')).toBe(401);
    expect(await signsIn(other.email, password)).toBe(429);
    bodyOf(await reset(other.email, await codeFor(other.email)));
    expect(await signsIn(other.email, newPassword)).toBe(200);
  });

  test('apply to mails, also for concurrent requests', async () => {
    const { email } = await someone();
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(email)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(8);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
    expect(await ask(email)).toMatchObject(tooMany);
    bodyOf(await ask((await someone()).email));
  });
});
