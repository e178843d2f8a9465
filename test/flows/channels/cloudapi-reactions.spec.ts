import { bodyOf } from '../../support/client.js';
import { CloudCompany } from '../../support/cloud-company.js';
import { defaultNumber } from '../../support/graph-simulator/graph-simulator.js';
import { violationsIn } from '../../support/invariants.js';
import { type MessageRow, type TicketRow, type World, world } from '../../support/world.js';

const company = await CloudCompany.start();

afterAll(() => company.stop());

describe('reactions', () => {
  const reactions = () =>
    company.graph.log.accepted.filter(({ type }) => type === 'reaction').map(({ body }) => body['reaction']);

  test('are shown at once, sent to the customer, replaced and removed', async () => {
    const screen = await company.w.attendant.socket();
    await screen.join('Tickets', 'open');
    const { ticket, wamid } = await company.conversation();
    const [message] = await company.messagesOf(ticket);
    const react = (emoji: string | null) =>
      company.w.attendant.post<MessageRow>(`/messages/${message?.id}/react`, { emoji });
    expect(bodyOf(await react('👍')).reactions).toEqual([{ emoji: '👍', fromMe: true, from: '' }]);
    await screen.next('appMessage', ({ message: shown }) => (shown as MessageRow).reactions.length === 1);
    bodyOf(await react('❤️'));
    bodyOf(await react('❤️'));
    bodyOf(await react(null));
    await company.settled();
    expect(reactions().slice(-3)).toEqual(['👍', '❤️', ''].map((emoji) => ({ message_id: wamid, emoji })));
    expect((await company.messagesOf(ticket))[0]?.reactions).toEqual([]);
  });

  test('are reverted when refused', async () => {
    const { number, ticket } = await company.conversation();
    const [message] = await company.messagesOf(ticket);
    company.graph.refuse(number, 131026);
    const screen = await company.w.attendant.socket();
    await screen.join('Tickets', 'open');
    bodyOf(await company.w.attendant.post(`/messages/${message?.id}/react`, { emoji: '😮' }));
    await company.settled();
    await screen.next('appMessage', ({ message: shown }) => (shown as MessageRow).reactions.length === 0);
    expect((await company.messagesOf(ticket))[0]?.reactions).toEqual([]);
    company.graph.stopRefusing(number);
  });

  test('accept only an emoji, only in visible conversations', async () => {
    const { ticket } = await company.conversation(25);
    const [message] = await company.messagesOf(ticket);
    const react = (client: World['admin'], emoji: unknown) => client.post(`/messages/${message?.id}/react`, { emoji });
    for (const odd of ['a', '', '1', '👍👍', 'x'.repeat(99), 7, {}, undefined, '\u0000'])
      expect([odd, (await react(company.w.attendant, odd)).status]).toEqual([odd, 400]);
    expect((await react(company.w.attendant, '👍')).body.code).toBe('ERR_WINDOW_CLOSED');
    expect((await react((await world(company.app)).admin, '👍')).status).toBe(404);
    expect((await react(await company.w.member({ queueIds: [company.w.support.id] }), '👍')).status).toBe(403);
  });

  test('are shown by the test phone', async () => {
    const customer = company.w.customer();
    const ticket = await customer.says('gol!');
    const [message] = await company.messagesOf(ticket);
    bodyOf(await company.w.admin.post(`/messages/${message?.id}/react`, { emoji: '🎉' }));
    await company.app.settled();
    expect((await customer.sees()).at(-1)).toMatchObject({ reactions: ['🎉'] });
  });
});

describe('typing', () => {
  const tell = (ticket: TicketRow, person = company.w.attendant) => person.post(`/tickets/${ticket.id}/typing`);

  test('is sent for the last message of the customer, once for repeated events', async () => {
    const { ticket, wamid } = await company.conversation();
    const { latencyMs } = company.graph.options;
    company.graph.options.latencyMs = [1_500, 1_500];
    for (let count = 0; count < 3; count += 1) bodyOf(await tell(ticket));
    await company.settled();
    company.graph.options.latencyMs = latencyMs;
    expect(company.graph.log.typing).toEqual([wamid]);
  });

  test('is not sent outside of the window, and only for users who see the conversation', async () => {
    const shown = company.graph.log.typing.length;
    const { ticket } = await company.conversation(25);
    bodyOf(await tell(ticket));
    await company.settled();
    expect(company.graph.log.typing.length).toBe(shown);
    expect((await tell(ticket, await company.w.member({ queueIds: [company.w.support.id] }))).status).toBe(403);
  });

  test('ignores failures', async () => {
    const { ticket } = await company.conversation();
    company.graph.revokeToken(defaultNumber.token);
    bodyOf(await tell(ticket));
    await company.settled();
    expect(company.refusals(190)).toBeGreaterThan(0);
    const typing = "select name from outbox_jobs where name = 'show-typing' and company_id = $1";
    expect(await company.app.database.query(typing, [company.w.companyId])).toEqual([]);
    expect((await company.connectionRow()).status).toBe('CONNECTED');
    company.graph.restoreToken(defaultNumber.token);
  });

  test('is shown by the test phone', async () => {
    const { id } = await company.w.customer().says('oi');
    const ticket = bodyOf(await company.w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
    const phone = await company.w.admin.socket();
    bodyOf(await tell(ticket));
    await phone.next('sandbox', ({ action, number }) => action === 'typing' && number === ticket.contact.number);
  });
});

test('no message was sent twice, and every invariant holds', async () => {
  expect(company.graph.log.duplicates()).toEqual([]);
  expect(await violationsIn(company.app)).toEqual([]);
});
