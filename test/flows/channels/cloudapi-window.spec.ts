import { Clock } from '../../../src/core/clock.js';
import { bodyOf } from '../../support/client.js';
import { CloudCompany, cloudInput } from '../../support/cloud-company.js';
import { filled, reminder, withTemplates } from '../../support/cloud-templates.js';
import { files, form } from '../../support/files.js';
import { defaultNumber, sends } from '../../support/graph-simulator/graph-simulator.js';
import { violationsIn } from '../../support/invariants.js';
import type { MessageRow, TicketRow } from '../../support/world.js';

const hour = 3_600_000;

const company = await CloudCompany.start({ connection: { complationMessage: 'Obrigado pelo contato!' } });

beforeAll(async () => {
  await withTemplates(company, reminder);
});
afterAll(() => company.stop());

test('the window is part of the conversation and moves with every message of the customer', async () => {
  const screen = await company.w.attendant.socket();
  await screen.join('Tickets', 'open');
  const { number, ticket } = await company.conversation(20);
  const left = Date.parse(ticket.windowUntil ?? '') - Date.now();
  expect(Math.round(left / hour)).toBe(4);
  company.graph.customerSends({ from: number }, sends.text('ainda aí?'));
  const { ticket: shown } = await screen.next(
    'appMessage',
    ({ message }) => (message as MessageRow).body === 'ainda aí?',
  );
  expect(Math.round((Date.parse((shown as TicketRow).windowUntil ?? '') - Date.now()) / hour)).toBe(24);
  await company.settled();
  expect((await company.ticketOf(number)).windowUntil).toBe((shown as TicketRow).windowUntil);
  expect((await company.w.customer().says('oi')).windowUntil).toBeNull();
});

test('outside of the window only templates are sent', async () => {
  const { ticket } = await company.conversation(25);
  const before = await company.messagesOf(ticket);
  for (const body of [
    { body: 'oi' },
    form({ body: 'foto' }, [files.png]),
    { interactive: { type: 'button', body: 'Sim?', buttons: [{ title: 'Sim' }] } },
  ])
    expect(await company.w.attendant.post(`/messages/${ticket.id}`, body)).toMatchObject({
      status: 422,
      body: { code: 'ERR_WINDOW_CLOSED', message: expect.stringContaining('prazo para responder') },
    });
  expect(await company.messagesOf(ticket)).toEqual(before);
  const sent = await company.send(ticket, { template: filled });
  expect(await company.current(ticket, sent.id)).toMatchObject({ status: 'delivered' });
  // only the customer opens it, not a template
  expect((await company.w.attendant.post(`/messages/${ticket.id}`, { body: 'oi' })).status).toBe(422);
  bodyOf(await company.w.attendant.put(`/tickets/${ticket.id}`, { status: 'closed' }));
  await company.settled();
  expect((await company.messagesOf(ticket)).map(({ body }) => body)).not.toContainEqual(
    expect.stringContaining('Obrigado'),
  );
});

test('inside of the window the completion message is sent', async () => {
  const { ticket } = await company.conversation();
  bodyOf(await company.w.attendant.put(`/tickets/${ticket.id}`, { status: 'closed' }));
  await company.settled();
  expect((await company.messagesOf(ticket)).map(({ body }) => body)).toContainEqual(
    expect.stringContaining('Obrigado'),
  );
});

test('a new conversation of the same customer inherits the window', async () => {
  const { number, ticket } = await company.conversation(20);
  bodyOf(await company.w.attendant.put(`/tickets/${ticket.id}`, { status: 'closed' }));
  const body = { contactId: ticket.contactId, queueId: company.w.sales.id, whatsappId: company.connection.id };
  const next = bodyOf(await company.w.attendant.post<TicketRow>('/tickets', body), 201);
  expect([next.id === ticket.id, next.windowUntil]).toEqual([false, ticket.windowUntil]);
  expect((await company.ticketOf(number)).windowUntil).toBe(ticket.windowUntil);
});

test('a window of one number does not apply to another', async () => {
  const number = { ...defaultNumber, phoneNumberId: '106540352242923', displayPhoneNumber: '551140028923' };
  company.graph.addNumber(number);
  const input = { ...cloudInput, name: 'Outro número', facebookUserId: number.phoneNumberId };
  const second = bodyOf(
    await company.w.admin.post<{ id: number }>('/whatsapp', { ...input, queueIds: [company.w.sales.id] }),
    201,
  );
  const { ticket } = await company.conversation();
  const body = { contactId: ticket.contactId, queueId: company.w.sales.id, whatsappId: second.id };
  const other = bodyOf(await company.w.attendant.post<TicketRow>('/tickets', body), 201);
  expect(Date.parse(other.windowUntil ?? '')).toBeLessThanOrEqual(Date.now());
  expect((await company.w.attendant.post(`/messages/${other.id}`, { body: 'oi' })).body.code).toBe('ERR_WINDOW_CLOSED');
});

test('a template can be sent to a customer who never wrote, also in an unassigned conversation', async () => {
  const body = { contactId: company.w.contact.id, queueId: company.w.sales.id, whatsappId: company.connection.id };
  const ticket = bodyOf(await company.w.attendant.post<TicketRow>('/tickets', body), 201);
  expect(Date.parse(ticket.windowUntil ?? '')).toBeLessThanOrEqual(Date.now());
  expect((await company.w.attendant.post(`/messages/${ticket.id}`, { body: 'oi' })).status).toBe(422);
  const first = await company.send(ticket, { template: filled });
  expect(await company.current(ticket, first.id)).toMatchObject({ status: 'delivered' });
  bodyOf(
    await company.w.attendant.put(`/tickets/${ticket.id}`, {
      status: 'pending',
      queueId: company.w.sales.id,
      userId: null,
    }),
  );
  const second = await company.send(ticket, { template: filled });
  expect(await company.current(ticket, second.id)).toMatchObject({ status: 'delivered' });
  expect((await company.w.attendant.post(`/messages/${ticket.id}`, { body: 'oi' })).body.code).toBe(
    'ERR_TICKET_NOT_OPEN',
  );
  bodyOf(await company.w.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
  company.graph.customerSends({ from: company.w.contact.number }, sends.button('Confirmar', 'confirmar-1'));
  await company.settled();
  expect((await company.messagesOf(ticket)).at(-1)).toMatchObject({
    mediaType: 'interactive',
    body: 'Confirmar',
    data: { reply: { kind: 'button', id: 'confirmar-1' } },
  });
  expect(await company.current(ticket, (await company.send(ticket, { body: 'Que bom!' })).id)).toMatchObject({
    status: 'delivered',
  });
});

test('a retry outside of the window is refused too', async () => {
  const { number, ticket } = await company.conversation();
  company.graph.refuse(number, 131026, { times: 1 });
  const sent = await company.send(ticket, { body: 'oi' });
  const clock = company.app.nest.get(Clock);
  const { now } = clock;
  clock.now = () => new Date(Date.now() + 25 * hour);
  try {
    expect((await company.w.attendant.post(`/messages/${sent.id}/retry`)).body.code).toBe('ERR_WINDOW_CLOSED');
  } finally {
    clock.now = now;
  }
});

test('no message was sent twice, and every invariant holds', async () => {
  expect(company.graph.log.duplicates()).toEqual([]);
  expect(await violationsIn(company.app)).toEqual([]);
});
