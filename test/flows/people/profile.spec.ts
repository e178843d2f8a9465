import { sharedApp } from '../../support/app.js';
import { bodyOf, type Client } from '../../support/client.js';
import { password, world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);

const change = (client: Client, body: object) => client.put(`/users/${client.id}`, body);
/** The member signs in anew, so many minutes ago. */
async function signedInBefore(member: Client, minutes: number): Promise<void> {
  bodyOf(await member.signIn(member.me.email, password));
  await app.database.query(
    `update sessions set created_at = now() - interval '${minutes} minutes' where user_id = ${member.id}`,
  );
}

const proof = { currentPassword: password };

test('attendants change their own name and language, with events to the company', async () => {
  const member = await w.member({ name: 'Ana Prado' });
  const socket = await w.supervisor.socket();
  bodyOf(await member.put<object>(`/users/${member.id}`, { name: 'Ana Prado Lima', language: 'es' }));
  await app.settled();
  expect(
    await socket.next('presence', ({ user }) => (user as { name: string }).name === 'Ana Prado Lima'),
  ).toMatchObject({
    action: 'update',
    user: { id: member.id },
  });
  expect(bodyOf(await member.get<object>('/auth/me'))).toMatchObject({ name: 'Ana Prado Lima', language: 'es' });
});

test('a new password requires the current one, keeps this session and ends the others', async () => {
  const member = await w.member();
  const { email } = member.me;
  await signedInBefore(member, 6);
  const signInAgain = 'Para trocar a senha, saia, entre de novo e troque-a nos cinco minutos seguintes.';
  expect(await change(member, { password: 'senha-nova-1' })).toMatchObject({
    status: 400,
    body: { code: 'ERR_VALIDATION', error: signInAgain, fields: { currentPassword: 'Informe a senha atual' } },
  });
  expect(await change(member, { password: 'senha-nova-1', currentPassword: 'palpite' })).toMatchObject({
    status: 400,
    body: { fields: { currentPassword: 'Senha atual incorreta' } },
  });
  expect(await change(member, { password: 'abc', ...proof })).toMatchObject({
    status: 400,
    body: { fields: { password: 'Use pelo menos 5 caracteres' } },
  });
  expect((await app.visitor().signIn(email, 'senha-nova-1')).status).toBe(401);
  bodyOf(await member.put<object>(`/users/${member.id}`, { password: 'senha-nova-1', ...proof }));
  await app.settled();
  expect((await member.get('/auth/me')).status).toBe(200);
  expect((await app.visitor().signIn(email, password)).status).toBe(401);
  bodyOf(await app.visitor().signIn(email, 'senha-nova-1'));
});

test('for five minutes after the sign-in a new password is taken without the current one, a new e-mail is not', async () => {
  const member = await w.member();
  const { email } = member.me;
  const whole = { ...member.me, email: `outro-${member.id}@empresa.test`, password: 'senha-nova-1' };
  expect(await change(member, whole)).toMatchObject({
    status: 400,
    body: { fields: { currentPassword: 'Informe a senha atual' } },
  });
  await signedInBefore(member, 4);
  bodyOf(await member.put<object>(`/users/${member.id}`, { ...member.me, password: 'senha-nova-1' }));
  bodyOf(await app.visitor().signIn(email, 'senha-nova-1'));
});

test('a new e-mail requires the current password too', async () => {
  const member = await w.member();
  const email = `outro-${member.id}@empresa.test`;
  expect(await change(member, { email })).toMatchObject({ status: 400, body: { code: 'ERR_VALIDATION' } });
  // forms post whole records: the same address in upper case is no change
  bodyOf(await member.put<object>(`/users/${member.id}`, { email: member.me.email.toUpperCase() }));
  bodyOf(await member.put<object>(`/users/${member.id}`, { email, ...proof }));
  bodyOf(await app.visitor().signIn(email, password));
  expect(await change(w.attendant, { email, ...proof })).toMatchObject({
    status: 409,
    body: { fields: { email: 'Este e-mail já está em uso' } },
  });
});

test('five wrong passwords are the limit, and a right one resets it', async () => {
  const member = await w.member();
  const guess = (currentPassword: string) => change(member, { password: 'senha-nova-1', currentPassword });
  for (let tries = 0; tries < 4; tries += 1) expect((await guess('palpite')).status).toBe(400);
  expect((await change(member, { password, ...proof })).status).toBe(200);
  for (let tries = 0; tries < 5; tries += 1) expect((await guess('palpite')).status).toBe(400);
  expect(await guess(password)).toMatchObject({ status: 429, body: { code: 'ERR_TOO_MANY_REQUESTS' } });
  // without effect on others
  bodyOf(await w.attendant.put<object>(`/users/${w.attendant.id}`, { password, ...proof }));
});

test('managers set passwords without the current one; a wrong one is refused all the same', async () => {
  const manager = await w.member({ profile: 'admin' });
  bodyOf(await manager.put<object>(`/users/${manager.id}`, { password: 'senha-nova-1' }));
  expect((await change(manager, { password, currentPassword: 'palpite' })).status).toBe(400);
  const member = await w.member();
  bodyOf(await manager.put<object>(`/users/${member.id}`, { password: 'senha-nova-1', currentPassword: 'qualquer' }));
});
