import type { Page } from 'playwright-core';
import { Clock } from '../../../src/core/clock.js';
import { startApp } from '../../support/app.js';
import { sharedBrowser, signIn, type Visit, visit } from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { ownAddress } from '../../support/free-port.js';
import { bubblesOf, type SandboxPhone, sandboxPhone } from '../../support/sandbox-phone.js';
import { minutesPass, timersRun } from '../../support/ticket-timers.js';
import { choiceInput, TypebotSimulator, textBubble } from '../../support/typebot-simulator.js';
import { type Named, password, type TicketRow, type World, world } from '../../support/world.js';

const typebot = await new TypebotSimulator().start();
const app = await startApp({ ...(await ownAddress()), OUTBOUND_ALLOW: typebot.server.host });
const browser = await sharedBrowser();
const clock = app.nest.get(Clock);
const present = clock.now.bind(clock);

afterEach(() => {
  clock.now = present;
});
afterAll(async () => {
  await app.close();
  await typebot.stop();
});

interface Story {
  readonly w: World;
  readonly phone: SandboxPhone;
  /** Makes another customer on the same page. */
  another(customer: string): Promise<SandboxPhone>;
  /** Of an attendant of {@link World.support}. */
  readonly page: Page;
  /** Closes both browsers. @returns the errors of their consoles */
  end(): Promise<string[]>;
}

/** A company of two departments, whose manager is its customer on the sandbox phone. */
async function story(customer: string, connection: object, prepare = async (_w: World) => {}): Promise<Story> {
  const w = await world(app);
  const queueIds = [w.sales.id, w.support.id];
  const greetingMessage = 'Com quem deseja falar?';
  bodyOf(await w.admin.put(`/whatsapp/${w.connection.id}`, { queueIds, greetingMessage, ...connection }));
  await prepare(w);
  const attendant = await w.member({ name: 'Bia Campos', queueIds: [w.support.id] });
  const visits: Visit[] = [await visit(browser, app.url), await visit(browser, app.url)];
  const [first, second] = visits.map(({ page }) => page) as [Page, Page];
  await signIn(first, w.admin.me.email, password, '/sandbox');
  await signIn(second, attendant.me.email, password);
  const end = async (): Promise<string[]> => {
    await Promise.all(visits.map((visited) => visited.end()));
    return visits.flatMap(({ pageErrors }) => pageErrors);
  };
  const another = async (name: string): Promise<SandboxPhone> => {
    await first.getByRole('button', { name: 'Voltar aos clientes' }).click();
    return sandboxPhone(first, name);
  };
  return { w, phone: await sandboxPhone(first, customer), another, page: second, end };
}

const set = async (w: World, settings: Readonly<Record<string, string>>): Promise<void> => {
  for (const [key, value] of Object.entries(settings)) bodyOf(await w.admin.put(`/settings/${key}`, { value }));
};
const waiting = (page: Page, count: number) => page.getByRole('tab', { name: new RegExp(`^Pendentes\\s*: ${count}`) });

async function accept(page: Page, customer: string): Promise<void> {
  await waiting(page, 1).click();
  await page.getByRole('button', { name: `Aceitar a conversa com ${customer}` }).click();
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
  // until it is accepted, Enter sends nothing
  await page.getByRole('button', { name: 'Resolver', exact: true }).waitFor();
}

async function reply(page: Page, text: string): Promise<void> {
  const field = page.locator('textarea[aria-label="Mensagem"]');
  await field.fill(text);
  await field.press('Enter');
  await bubblesOf(page).last().getByText(text).waitFor();
}

/** What waits is due now. */
async function runLater({ companyId }: World): Promise<void> {
  await app.database.query(
    "update outbox_jobs set run_at = now() - interval '1 second' where company_id = $1 and leased_until is null",
    [companyId],
  );
  await app.settled();
}

/** The only conversation of the company. */
async function onlyTicket(w: World): Promise<number> {
  const [ticket] = await app.database.query<Named>('select id::int from tickets where company_id = $1', [w.companyId]);
  return ticket?.id ?? 0;
}

test('at 18:01 the customer hears that it is closed, on a holiday too; in the morning the menu, and the attendant reads it all', async () => {
  const name = 'Rui Prado';
  // a Tuesday; its Wednesday is a holiday
  clock.now = () => new Date('2026-11-24T18:01:00-03:00');
  const { w, phone, another, page, end } = await story(
    name,
    { outOfHoursMessage: 'Voltamos às 8 h, {{firstName}}.' },
    async (w) => {
      await set(w, { scheduleType: 'company' });
      bodyOf(await w.admin.post('/holidays', { name: 'Aniversário da cidade', date: '2026-11-25' }), 201);
    },
  );
  await phone.writes('Oi!');
  await phone.hears('Voltamos às 8 h, Rui.', 2);
  await phone.writes('Tem alguém?');
  await phone.hears('Tem alguém?', 3);
  await app.settled();
  clock.now = () => new Date('2026-11-26T08:00:00-03:00');
  await phone.writes('Bom dia');
  await phone.hears('Com quem deseja falar?', 5);
  await phone.writes(w.support.name);
  await accept(page, name);
  await bubblesOf(page).getByText('Voltamos às 8 h, Rui.').waitFor();

  clock.now = () => new Date('2026-11-25T10:00:00-03:00');
  const other = await another('Ana Lima');
  await other.writes('Oi!');
  await other.hears('Voltamos às 8 h, Ana.', 2);
  expect(await end()).toEqual([]);
});

test('who waits without choosing is transferred; who answers no more is reminded, told and closed', async () => {
  const name = 'Ana Souza';
  const { w, phone, page, end } = await story(name, {}, async (w) => {
    const timers = { timeToTransfer: 10, transferQueueId: w.support.id, expiresTicket: 30 };
    bodyOf(
      await w.admin.put(`/whatsapp/${w.connection.id}`, {
        ...timers,
        expiresInactiveMessage: 'Encerramos, {{firstName}}.',
      }),
    );
    await set(w, { inactivityReminderMinutes: '10', inactivityReminderMessage: '{{firstName}}, você ainda está aí?' });
  });
  await phone.writes('Oi!');
  await phone.hears('Com quem deseja falar?', 2);
  expect(await waiting(page, 1).count()).toBe(0);
  const ticketId = await onlyTicket(w);
  await minutesPass(app, 10, ticketId);
  await timersRun(app);
  await accept(page, name);
  await reply(page, 'Qual é o pedido?');
  await phone.hears('Qual é o pedido?', 3);
  await minutesPass(app, 20, ticketId);
  await timersRun(app);
  await phone.hears('Ana, você ainda está aí?', 4);
  await bubblesOf(page).last().getByText('Ana, você ainda está aí?').waitFor();
  await minutesPass(app, 10, ticketId);
  await timersRun(app);
  await phone.hears('Encerramos, Ana.', 5);
  await bubblesOf(page).last().getByText('Encerramos, Ana.').waitFor();
  await page.getByRole('button', { name: 'Reabrir' }).waitFor();
  expect(await end()).toEqual([]);
});

test('closing asks for a rating; its number is thanked for, and stands in the conversation', async () => {
  const name = 'Eva Reis';
  const { phone, page, w, end } = await story(
    name,
    { ratingMessage: 'Como foi, {{firstName}}?', complationMessage: 'Obrigado!' },
    (w) => set(w, { userRating: 'enabled' }),
  );
  await phone.writes('Oi!');
  await phone.hears('Com quem deseja falar?', 2);
  await phone.writes('2');
  await accept(page, name);
  await page.getByRole('button', { name: 'Resolver' }).click();
  await page.waitForURL(/\/tickets$/);
  // the time to undo is over
  await runLater(w);
  await phone.hears('Muito satisfeito', 4);
  await phone.writes('3');
  await phone.hears('Obrigado!', 6);
  const [ticket] = await app.database.query<TicketRow>('select uuid from tickets where company_id = $1', [w.companyId]);
  await page.goto(`/tickets/${ticket?.uuid}`);
  await page.getByText('Avaliação: 3 – Muito satisfeito').first().waitFor();
  expect(await end()).toEqual([]);
});

test('a flow of typebot talks to the customer, hands over to a department, and is silent', async () => {
  const name = 'Bruna Dias';
  const { phone, page, end } = await story(name, {}, async (w) => {
    typebot.flows.set('loja', [
      { messages: [textBubble('Bem-vinda à Loja!')], input: choiceInput(['Comprar', 'Trocar']) },
      { messages: [textBubble('Um momento, por favor.'), textBubble(`#{"queueId":${w.support.id}}`)] },
    ]);
    const flow = { name: 'Loja', type: 'typebot', urlN8N: typebot.url, typebotSlug: 'loja', typebotDelayMessage: 0 };
    const { id: integrationId } = bodyOf(await w.admin.post<Named>('/queueIntegration', flow), 201);
    bodyOf(await w.admin.put(`/whatsapp/${w.connection.id}`, { integrationId }));
  });
  await phone.writes('Oi!');
  await phone.hears('[ 2 ] - Trocar', 3);
  await phone.writes('2');
  await phone.hears('Um momento, por favor.', 5);
  expect(typebot.received).toEqual(['Trocar']);
  await accept(page, name);
  await bubblesOf(page).getByText('Bem-vinda à Loja!').waitFor();
  await phone.writes('Alô?');
  await bubblesOf(page).last().getByText('Alô?').waitFor();
  await app.settled();
  expect(await phone.bubbles.count()).toBe(6);
  expect(await end()).toEqual([]);
});
