import { sharedApp } from '../../support/app.js';
import { type Answer, bodyOf, type Client } from '../../support/client.js';
import { password, world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);

interface Pause {
  readonly pausedSince: string | null;
  readonly pauseReason: string | null;
}
interface Shown extends Pause {
  readonly id: number;
  readonly online: boolean;
}

const set = (client: Client, body: object): Promise<Answer<Pause>> => client.put<Pause>('/users/me/presence', body);
const own = async (client: Client): Promise<Pause> => bodyOf(await client.get<Pause>('/users/me/presence'));
const shown = async (client: Client, person: Client): Promise<Shown | undefined> =>
  bodyOf(await client.get<{ users: Shown[] }>('/users')).users.find(({ id }) => id === person.id);
const none = { pausedSince: null, pauseReason: null };

test('a break is shown to the whole company with start and reason, until its user ends it', async () => {
  const person = await w.member();
  const socket = await w.attendant.socket();
  const begun = bodyOf(await set(person, { paused: true, reason: '  Almoço ' }));
  expect(begun).toEqual({
    pausedSince: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    pauseReason: 'Almoço',
  });
  expect(await socket.next('presence', ({ user }) => (user as Shown).id === person.id)).toMatchObject({
    action: 'update',
    user: { online: false, ...begun },
  });
  for (const client of [w.admin, w.attendant]) expect(await shown(client, person)).toMatchObject(begun);

  expect(bodyOf(await set(person, { paused: false, reason: 'Almoço' }))).toEqual(none);
  await socket.next('presence', ({ user }) => (user as Shown).id === person.id && (user as Shown).pausedSince === null);
  expect(await shown(w.attendant, person)).toMatchObject(none);
});

test('another reason does not restart it; signing out and in does not end it', async () => {
  const person = await w.member();
  const begun = bodyOf(await set(person, { paused: true }));
  expect(begun.pauseReason).toBeNull();
  const later = { ...begun, pauseReason: 'Treinamento' };
  expect(bodyOf(await set(person, { paused: true, reason: 'Treinamento' }))).toEqual(later);
  bodyOf(await person.delete('/auth/logout'));
  bodyOf(await person.signIn(person.me.email, password));
  expect(await own(person)).toEqual(later);
});

test('only the user sets it: an edit of the user does not change it', async () => {
  const person = await w.member();
  const begun = bodyOf(await set(person, { paused: true, reason: 'Café' }));
  const socket = await w.attendant.socket();
  bodyOf(await w.admin.put(`/users/${person.id}`, { name: 'Outro nome', pausedSince: null, pauseReason: 'x' }));
  expect(await socket.next('presence', ({ user }) => (user as Shown).id === person.id)).toMatchObject({ user: begun });
  expect(await own(person)).toEqual(begun);
  expect(await own(w.admin)).toEqual(none);
});

test.each([
  ['nothing', {}, 'paused'],
  ['no yes or no', { paused: 'talvez' }, 'paused'],
  ['a reason that is too long', { paused: true, reason: 'x'.repeat(61) }, 'reason'],
  ['a reason that is no text', { paused: true, reason: { a: 1 } }, 'reason'],
])('%s is refused and changes nothing', async (_name, body, field) => {
  const person = await w.member();
  expect(await set(person, body)).toMatchObject({
    status: 400,
    body: { code: 'ERR_VALIDATION', fields: { [field]: expect.any(String) } },
  });
  expect(await own(person)).toEqual(none);
});

test('a conversation can be transferred to a user on a break', async () => {
  const person = await w.member();
  bodyOf(await set(person, { paused: true }));
  const { id } = await w.customer().says('oi');
  const answer = await w.supervisor.put<{ userId: number }>(`/tickets/${id}`, {
    userId: person.id,
    queueId: w.sales.id,
  });
  expect(bodyOf(answer).userId).toBe(person.id);
});
