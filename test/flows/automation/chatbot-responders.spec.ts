import { sharedApp } from '../../support/app.js';
import { ChatEndpoint } from '../../support/chat-endpoint.js';
import { bodyOf } from '../../support/client.js';
import { violationsIn } from '../../support/invariants.js';
import { ownerWrites } from '../../support/owner-phone.js';
import { answersDue, createPrompt } from '../../support/prompts.js';
import { type Customer, type TicketRow, type World, world } from '../../support/world.js';

const endpoint = await new ChatEndpoint().start();
const app = await sharedApp();
let w: World;
let promptId: number;

beforeEach(async () => {
  endpoint.reset();
  w = await world(app);
  bodyOf(
    await w.admin.put(`/whatsapp/${w.connection.id}`, {
      queueIds: [w.sales.id, w.support.id],
      greetingMessage: 'Com quem deseja falar?',
    }),
  );
  promptId = (await createPrompt(w, endpoint)).id;
});
afterAll(async () => {
  expect(await violationsIn(app)).toEqual([]);
  await endpoint.stop();
});

const connectionHas = async (values: object): Promise<void> => {
  bodyOf(await w.admin.put(`/whatsapp/${w.connection.id}`, values));
};
/** Writes, and waits until a prompt has answered. @returns the conversation and what was received since */
async function says(customer: Customer, text: string): Promise<{ ticket: TicketRow; received: string[] }> {
  const { id } = await customer.says(text);
  await answersDue(w);
  const messages = await customer.sees();
  const last = messages.findLastIndex(({ fromCustomer }) => fromCustomer);
  const received = messages.slice(last + 1).map(({ body }) => body.replace('\u200e', ''));
  return { ticket: bodyOf(await w.admin.get<TicketRow>(`/tickets/${id}`)), received };
}
const menu = expect.stringContaining('Com quem deseja falar?');

test('the prompt of the connection answers before any menu, and goes on until a person accepts', async () => {
  await connectionHas({ promptId });
  const ana = w.customer('Ana');
  endpoint.replies.push({ text: 'Temos bolo de cenoura.' });
  expect(await says(ana, 'Quais bolos vocês têm?')).toMatchObject({
    ticket: { promptId, queueId: null },
    received: ['Temos bolo de cenoura.'],
  });
  endpoint.replies.push({ text: 'Custa R$ 40.' });
  const { ticket, received } = await says(ana, 'Quanto custa?');
  expect(received).toEqual(['Custa R$ 40.']);
  bodyOf(await w.admin.put(`/tickets/${ticket.id}`, { status: 'open' }));
  expect(await says(ana, 'Alguém?')).toMatchObject({ ticket: { promptId: null }, received: [] });
});

test('a prompt that cannot answer: the menu, and it is not asked again in this attendance', async () => {
  await connectionHas({ promptId });
  bodyOf(await app.platform.put(`/plans/${w.planId}`, { useAiActive: false }));
  const ana = w.customer('Ana');
  expect(await says(ana, 'oi')).toMatchObject({ ticket: { promptId: null }, received: [menu] });
  bodyOf(await app.platform.put(`/plans/${w.planId}`, { useAiActive: true }));
  expect(await says(ana, '2')).toMatchObject({ ticket: { queueId: w.support.id, promptId: null }, received: [] });
});

test('a prompt whose endpoint fails leaves the conversation to the menu', async () => {
  await connectionHas({ promptId });
  endpoint.reply = () => ({ status: 401 });
  const ana = w.customer('Ana');
  expect(await says(ana, 'oi')).toMatchObject({ ticket: { promptId: null, queueId: null }, received: [menu] });
  expect(await says(ana, '1')).toMatchObject({ ticket: { queueId: w.sales.id } });
});

test('the prompt of a chosen department: its greeting first, then the prompt answers what is asked', async () => {
  bodyOf(await w.admin.put(`/queue/${w.sales.id}`, { promptId }));
  const ana = w.customer('Ana');
  expect((await says(ana, 'oi')).received).toEqual([menu]);
  expect(await says(ana, '1')).toMatchObject({
    ticket: { queueId: w.sales.id, promptId },
    received: [expect.stringMatching(/^Olá da /)],
  });
  endpoint.replies.push({ text: 'Sim, entregamos.' });
  expect((await says(ana, 'Vocês entregam?')).received).toEqual(['Sim, entregamos.']);
});

test('the prompt of a chosen department fails: the department answers instead, and says when it is closed', async () => {
  await connectionHas({ outOfHoursMessage: 'Voltamos amanhã.' });
  bodyOf(await w.admin.put(`/queue/${w.sales.id}`, { promptId }));
  const ana = w.customer('Ana');
  const rui = w.customer('Rui');
  for (const customer of [ana, rui]) for (const text of ['oi', '1']) await says(customer, text);
  endpoint.reply = () => ({ status: 401 });
  expect(await says(ana, 'Vocês entregam?')).toMatchObject({
    ticket: { queueId: w.sales.id, promptId: null },
    received: [expect.stringMatching(/^Olá da /)],
  });
  expect((await says(ana, 'alô')).received).toEqual([]);
  await rui.says('Vocês entregam?');
  bodyOf(await w.admin.put('/settings/scheduleType', { value: 'company' }));
  await app.database.query(
    `insert into holidays (company_id, name, date, yearly)
     select $1, 'Recesso', current_date + day, false from generate_series(-1, 1) day`,
    [w.companyId],
  );
  await answersDue(w);
  expect((await rui.sees()).at(-1)?.body).toContain('Voltamos amanhã.');
});

test('transferred by a person while it waits: the prompt answers no longer', async () => {
  await connectionHas({ promptId });
  const ana = w.customer('Ana');
  endpoint.replies.push({ text: 'Temos bolo.' });
  const { ticket } = await says(ana, 'Quais bolos?');
  bodyOf(await w.admin.put(`/tickets/${ticket.id}`, { status: 'pending', queueId: w.support.id }));
  expect(await says(ana, 'E tortas?')).toMatchObject({
    ticket: { promptId: null, queueId: w.support.id },
    received: [],
  });
});

test('the owner answers on the phone: the prompt ends, with the answer that it was writing', async () => {
  await connectionHas({ promptId });
  const ana = w.customer('Ana');
  endpoint.replies.push({ text: 'Temos bolo.' });
  await says(ana, 'Quais bolos?');
  await ana.says('E tortas?');
  await ownerWrites(w, ana.number, 'Oi Ana, temos torta de limão');
  endpoint.replies.push({ text: 'Não temos tortas.' });
  await answersDue(w);
  expect((await ana.sees()).at(-1)?.body).toBe('Oi Ana, temos torta de limão');
  expect(await says(ana, 'Quero uma')).toMatchObject({ ticket: { promptId: null, status: 'pending' }, received: [] });
});
