import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { sharedApp } from '../support/app.js';
import { checkAppearance } from '../support/appearance.js';
import { sharedBrowser, signIn, type Visit, visit } from '../support/browser.js';
import { bodyOf, type Client } from '../support/client.js';
import { until } from '../support/until.js';
import { type Named, password, world } from '../support/world.js';

const app = await sharedApp();
const browser = await sharedBrowser();
const w = await world(app);
let bia: Client;
let customer: Visit;
let attendant: Visit;

const name = 'Maria Clara Andrade';
const bubbles = (page: Page): Locator => page.getByRole('log').locator('[data-highlighted]');
const writes = async (text: string): Promise<void> => {
  const field = customer.page.getByRole('textbox', { name: 'Mensagem do cliente' });
  await field.fill(text);
  await field.press('Enter');
};
/** The phone shows so many bubbles, of which the last one has the text. */
async function hears(text: string, count: number): Promise<void> {
  await until(`${count} bubbles on the phone`, async () => (await bubbles(customer.page).count()) === count);
  await bubbles(customer.page).last().getByText(text).waitFor();
}

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
}, 60_000);
afterAll(() => expect([...customer.pageErrors, ...attendant.pageErrors]).toEqual([]));

it('a customer walks through three levels and back, and chooses the department of the attendant, whose list shows it at once', async () => {
  const { page } = customer;
  await page.getByRole('button', { name: 'Novo cliente' }).first().click();
  await page.getByLabel('Nome').fill(name);
  await page.getByRole('button', { name: 'Criar cliente' }).click();
  await writes('Oi!');
  await hears('Com quem deseja falar?', 2);
  await writes('1');
  await hears('Pedidos', 4);
  await writes('1');
  await hears('Sobre pedidos:', 6);
  await writes('1');
  await hears('Traga a nota fiscal.', 8);
  expect(await attendant.page.getByRole('tab', { name: /^Pendentes\s*: 1/ }).count()).toBe(0);
  await writes('#');
  await hears('Com quem deseja falar?', 10);
  await writes(w.support.name);
  await attendant.page.getByRole('tab', { name: /^Pendentes\s*: 1/ }).waitFor();
}, 60_000);

it('the attendant reads what was said, accepts, and the bot is silent', async () => {
  const { page } = attendant;
  await page.getByRole('tab', { name: /^Pendentes/ }).click();
  await page.getByRole('button', { name: `Aceitar a conversa com ${name}` }).click();
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
  await bubbles(page).getByText('Traga a nota fiscal.').waitFor();
  expect(await checkAppearance(page, 'chatbot-conversation')).toEqual([]);
  const before = await bubbles(customer.page).count();
  await writes('1');
  await bubbles(page).last().getByText('1', { exact: true }).waitFor();
  await app.settled();
  expect(await bubbles(customer.page).count()).toBe(before + 1);
}, 60_000);

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
}, 60_000);
