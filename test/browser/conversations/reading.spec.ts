import type { Page } from 'playwright-core';
import { sharedApp } from '../../support/app.js';
import { checkAppearance } from '../../support/appearance.js';
import { screenshot, sharedBrowser, signIn, until, visit } from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { files } from '../../support/files.js';
import { password, type TicketRow, world } from '../../support/world.js';

const app = await sharedApp();
const browser = await sharedBrowser();

const field = (page: Page) => page.getByRole('textbox', { name: 'Mensagem', exact: true }).first();
const bubble = (page: Page, text: string) => page.locator('[data-message]', { hasText: text });

async function opened(name: string, texts: readonly string[] = []) {
  const w = await world(app);
  const ana = await w.member({ name: 'Ana Lima' });
  const customer = w.customer(name);
  const { id } = await customer.says('Bom dia!');
  const ticket = bodyOf(await ana.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
  for (const body of texts) bodyOf(await ana.post(`/messages/${id}`, { body }), 201);
  const visited = await visit(browser, app.url);
  await signIn(visited.page, ana.me.email, password, `/tickets/${ticket.uuid}`);
  await field(visited.page).waitFor();
  return { customer, ...visited };
}

test('a signature stands on the first bubble of a run, deletion is last in the menu, Escape closes the drawer first', async () => {
  const { customer, page, pageErrors, end } = await opened('Marina Costa');
  for (const text of ['Tudo bem?', 'Já verifico']) {
    await field(page).fill(text);
    await field(page).press('Enter');
    await bubble(page, text).locator('[data-state="sent"], [data-state="delivered"], [data-state="read"]').waitFor();
  }
  expect(await bubble(page, 'Tudo bem?').innerText()).toContain('Ana Lima:');
  expect(await bubble(page, 'Já verifico').innerText()).not.toContain('Ana Lima');
  // the customer gets it each time
  await app.settled();
  expect((await customer.sees()).filter(({ fromCustomer }) => !fromCustomer).map(({ body }) => body)).toEqual([
    '*Ana Lima:*\nTudo bem?',
    '*Ana Lima:*\nJá verifico',
  ]);

  await bubble(page, 'Já verifico').getByRole('button', { name: 'Opções da mensagem' }).click();
  const items = await page.getByRole('menuitem').allInnerTexts();
  expect([items[0], items.at(-1)]).toEqual(['Responder', 'Apagar']);
  await page.getByRole('menuitemcheckbox', { name: 'Reagir com 👍', checked: false }).waitFor();
  await screenshot(page, 'reading-menu');
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });

  const drawer = page.getByRole('complementary', { name: 'Dados do contato' });
  if (!(await drawer.isVisible())) await page.getByRole('heading', { name: 'Marina Costa' }).first().click();
  await drawer.waitFor();
  await page.locator('main [data-row-focus]').first().focus();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toMatch(/^\/tickets\/.+/);
  await page.locator('main [data-row-focus]').first().focus();
  await page.keyboard.press('Escape');
  await page.waitForURL(/\/tickets$/);
  expect(pageErrors).toEqual([]);
  await end();
}, 120_000);

test('what waits for the connection is amber, in the bubble and in its row, and is sent by itself', async () => {
  const { customer, page, context, end } = await opened('Rui Prado');
  const row = page.getByRole('list', { name: 'Atendimentos' }).getByRole('listitem').first();
  await context.setOffline(true);
  await field(page).fill('Chega amanhã');
  await field(page).press('Enter');
  await bubble(page, 'Chega amanhã').getByText('Aguardando conexão').last().waitFor();
  await row.getByText('Aguardando conexão ·').waitFor();
  await row.getByText('Você: Chega amanhã').waitFor();
  expect(await page.locator('[data-waits=true]').count()).toBe(1);
  expect(await page.getByText('Não enviada').count()).toBe(0);
  expect(await checkAppearance(page, 'reading-offline')).toEqual([]);
  await context.setOffline(false);
  await bubble(page, 'Chega amanhã')
    .locator('[data-state="sent"], [data-state="delivered"], [data-state="read"]')
    .waitFor();
  await row.getByText('Aguardando conexão ·').waitFor({ state: 'detached' });
  await app.settled();
  expect((await customer.sees()).filter(({ body }) => body.includes('Chega amanhã'))).toHaveLength(1);
  await end();
}, 120_000);

test('the number of new messages stands on the button to the end; files are told apart by their names', async () => {
  const texts = Array.from({ length: 30 }, (_, index) => `Linha ${index + 1}`);
  const { customer, page, end } = await opened('Lia Melo', texts);
  await bubble(page, 'Linha 30').waitFor();
  await page.waitForTimeout(500);
  await bubble(page, 'Linha 30').hover();
  await page.mouse.wheel(0, -600);
  const toEnd = page.getByRole('button', { name: /^Ir para a última mensagem/ });
  await toEnd.waitFor();
  await customer.says('E agora?');
  await page.getByRole('button', { name: /^Ir para a última mensagem.*1/ }).waitFor();
  // nothing covers it
  await until(
    page,
    `(() => {
      const badge = [...document.querySelectorAll('.MuiBadge-badge')].find((each) => each.parentElement.querySelector('.MuiFab-root'));
      const { x, y, width, height } = badge.getBoundingClientRect();
      return width > 0 && document.elementFromPoint(x + width / 2, y + height / 2) === badge;
    })()`,
  );
  const pdf = (name: string) => ({ name, mimeType: files.pdf.mime, buffer: files.pdf.bytes });
  const names = ['orcamento-cozinha-planejada-01.pdf', 'orcamento-cozinha-planejada-02.pdf', 'contrato.pdf'];
  await page.locator('footer input[type=file]').first().setInputFiles(names.map(pdf));
  const strip = page.getByRole('group', { name: 'Arquivos escolhidos' });
  await strip.getByText(/planejada-01\.pdf$/).waitFor();
  await strip.getByText(/planejada-02\.pdf$/).waitFor();
  await strip.getByText('contrato.pdf', { exact: true }).waitFor();
  expect(await checkAppearance(page, 'reading-files')).toEqual([]);
  await end();
}, 120_000);
