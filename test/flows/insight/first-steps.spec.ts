import type { FirstSteps } from '../../../src/modules/insight/dashboard/first-steps/first-steps.queries.js';
import type { Client } from '../../support/client.js';
import { bodyOf } from '../../support/client.js';
import { CloudCompany } from '../../support/cloud-company.js';
import { generousPlan, type Named, password, world } from '../../support/world.js';

const cloud = await CloudCompany.start();
const { app, w } = cloud;
afterAll(() => cloud.stop());

const stepsOf = async (client: Client): Promise<FirstSteps> =>
  bodyOf(await client.get<FirstSteps>('/dashboard/first-steps'));

/** A company that has nothing but its manager, with a number at the same provider that nobody has connected. */
async function emptyCompany(): Promise<Client> {
  const { id: planId } = bodyOf(
    await app.platform.post<Named>('/plans', { name: 'Plano do começo', ...generousPlan }),
    201,
  );
  const email = 'gestora@comeco.test';
  const company = { name: 'Começo', email, planId, userName: 'Gestora', password };
  bodyOf(await app.platform.post<Named>('/companies', company), 201);
  const client = app.visitor();
  bodyOf(await client.signIn(email, password));
  return client;
}

test('each step is done when its rows say so, and no earlier', async () => {
  const admin = await emptyCompany();
  const none: FirstSteps = {
    connection: false,
    departments: false,
    hours: false,
    bot: false,
    people: false,
    quickMessages: false,
  };
  expect(await stepsOf(admin)).toEqual(none);

  // hours of departments that do not exist are no hours
  bodyOf(await admin.put('/settings/scheduleType', { value: 'queue' }));
  expect(await stepsOf(admin)).toEqual(none);
  const sales = bodyOf(await admin.post<Named>('/queue', { name: 'Vendas', color: '#1f6feb' }), 201);
  expect(await stepsOf(admin)).toEqual({ ...none, departments: true, hours: true });
  bodyOf(await admin.put('/settings/scheduleType', { value: 'disabled' }));
  expect((await stepsOf(admin)).hours).toBe(false);
  bodyOf(await admin.put('/settings/scheduleType', { value: 'company' }));
  expect((await stepsOf(admin)).hours).toBe(true);

  const support = bodyOf(await admin.post<Named>('/queue', { name: 'Suporte', color: '#2da44e' }), 201);
  const number = { name: 'WhatsApp', channel: 'whatsapp', greetingMessage: 'Olá!' };
  // a sandbox phone is connected and has a menu, but no customer writes to it
  const both = [sales.id, support.id];
  bodyOf(await admin.post('/whatsapp', { ...number, name: 'Teste', channel: 'sandbox', queueIds: both }), 201);
  expect(await stepsOf(admin)).toMatchObject({ connection: false, bot: false });
  const { id } = bodyOf(await admin.post<Named>('/whatsapp', { ...number, queueIds: [sales.id] }), 201);
  expect(await stepsOf(admin)).toMatchObject({ connection: false, bot: false });
  bodyOf(await admin.put(`/whatsapp/${id}`, { ...number, queueIds: both }));
  expect(await stepsOf(admin)).toMatchObject({ connection: false, bot: true });

  const person = { name: 'Ana', email: 'ana@comeco.test', password, profile: 'user', queueIds: [sales.id] };
  const ana = bodyOf(await admin.post<Named>('/users', person), 201);
  expect((await stepsOf(admin)).people).toBe(true);
  bodyOf(await admin.put(`/users/${ana.id}`, { ...person, active: false }));
  expect((await stepsOf(admin)).people).toBe(false);

  bodyOf(await admin.post('/quick-messages', { shortcode: 'oi', message: 'Olá!', geral: true }), 201);
  expect((await stepsOf(admin)).quickMessages).toBe(true);
});

test('a quick reply that only its author may use is none for the manager', async () => {
  bodyOf(await w.attendant.post('/quick-messages', { shortcode: 'meu', message: 'Só meu' }), 201);
  expect((await stepsOf(w.admin)).quickMessages).toBe(false);
});

test('connected is what a provider confirmed, until it is over, in one company only', async () => {
  expect((await stepsOf(w.admin)).connection).toBe(true);
  const other = await world(app);
  expect((await stepsOf(other.admin)).connection).toBe(false);
  bodyOf(await w.admin.delete(`/whatsapp/${cloud.connection.id}`));
  expect((await stepsOf(w.admin)).connection).toBe(false);
});

test('for managers only', async () => {
  for (const client of [w.attendant, w.supervisor])
    expect((await client.get('/dashboard/first-steps')).status).toBe(403);
});
