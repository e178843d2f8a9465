import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sharedApp } from '../../support/app.js';
import { checkAppearance } from '../../support/appearance.js';
import { sharedBrowser, signIn, type Visit, visit } from '../../support/browser.js';
import { bodyOf, type Client } from '../../support/client.js';
import { bubblesOf, type SandboxPhone, sandboxPhone } from '../../support/sandbox-phone.js';
import { type Named, password, world } from '../../support/world.js';

const app = await sharedApp();
const browser = await sharedBrowser();
const w = await world(app);
let bia: Client;
let customer: Visit;
let attendant: Visit;
let phone: SandboxPhone;

const name = 'Maria Clara Andrade';
beforeAll(async () => {
  bia = await w.member({ name: 'Bia Campos', queueIds: [w.support.id] });
  const option = async (title: string, message: string, parentId: number | null = null): Promise<number> =>
    bodyOf(await w.admin.post<Named>('/queue-options', { queueId: w.sales.id, parentId, title, message }), 201).id;
  const orders = await option('Pedidos', 'Sobre pedidos:');
  await option('Trocas', 'Traga a nota fiscal.', orders);
  bodyOf(
    await w.admin.put(`/whatsapp/${w.connection.id}`, {
      queueIds: [w.sales.id, w.support.id],
      greetingMessage: '{{ms}}, *{{firstName}}*! Com quem deseja falar?',
    }),
  );
  [customer, attendant] = [await visit(browser, app.url), await visit(browser, app.url)];
  await signIn(customer.page, w.admin.me.email, password, '/sandbox');
  await signIn(attendant.page, bia.me.email, password);
});
afterAll(() => expect([...customer.pageErrors, ...attendant.pageErrors]).toEqual([]));

it('a customer walks through three levels and back, and chooses the department of the attendant, whose list shows it at once', async () => {
  phone = await sandboxPhone(customer.page, name);
  await phone.writes('Oi!');
  await phone.hears('Com quem deseja falar?', 2);
  await phone.writes('1');
  await phone.hears('Pedidos', 4);
  await phone.writes('1');
  await phone.hears('Sobre pedidos:', 6);
  await phone.writes('1');
  await phone.hears('Traga a nota fiscal.', 8);
  expect(await attendant.page.getByRole('tab', { name: /^Pendentes\s*: 1/ }).count()).toBe(0);
  await phone.writes('#');
  await phone.hears('Com quem deseja falar?', 10);
  await phone.writes(w.support.name);
  await attendant.page.getByRole('tab', { name: /^Pendentes\s*: 1/ }).waitFor();
});

it('the attendant reads what was said, accepts, and the bot is silent', async () => {
  const { page } = attendant;
  await page.getByRole('tab', { name: /^Pendentes/ }).click();
  await page.getByRole('button', { name: `Aceitar a conversa com ${name}` }).click();
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
  await bubblesOf(page).getByText('Traga a nota fiscal.').waitFor();
  expect(await checkAppearance(page, 'chatbot-conversation')).toEqual([]);
  const before = await phone.bubbles.count();
  await phone.writes('1');
  await bubblesOf(page).last().getByText('1', { exact: true }).waitFor();
  await app.settled();
  expect(await phone.bubbles.count()).toBe(before + 1);
});

it('the dashboard shows what became of it', async () => {
  const { page } = attendant;
  await page.getByRole('button', { name: 'Resolver' }).click();
  await page.waitForURL(/\/tickets$/);
  await app.settled();
  await customer.page.goto('/');
  const card = customer.page.getByRole('region', { name: 'Robô', exact: true });
  await card.getByText('1 conversas com o robô', { exact: false }).waitFor();
  await card.scrollIntoViewIfNeeded();
  expect(await checkAppearance(customer.page, 'chatbot-dashboard')).toEqual([]);
});
