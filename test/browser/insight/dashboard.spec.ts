import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { demoPassword } from '../../../src/demo/logins.js';
import type { TestApp } from '../../support/app.js';
import { checkAppearance, sizes } from '../../support/appearance.js';
import { phone, sharedBrowser, signIn, typeDate, until, visit, wide } from '../../support/browser.js';
import { bodyOf, Client } from '../../support/client.js';
import { startDemo } from '../../support/demo.js';
import { until as waitUntil } from '../../support/until.js';

let app: TestApp;
const browser = await sharedBrowser();
const faults: string[] = [];

beforeAll(async () => {
  app = await startDemo();
});

afterAll(async () => {
  await app?.close();
  expect(faults).toEqual([]);
});

/** The pictures of the whole page, which scrolls inside of itself. */
async function seen(page: Page, what: string): Promise<void> {
  for (const [name, { width }] of sizes.toReversed()) {
    await page.setViewportSize({ width, height: name === 'wide' ? 2100 : 4400 });
    faults.push(...(await checkAppearance(page, `dashboard-${what}-${name}`)));
  }
  await page.setViewportSize(wide);
}

const card = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Números do período' }).getByRole('listitem').filter({ hasText: name });
/** The menu's entry: a tab that has shown the conversations may show the dashboard. */
const menu = (page: Page) => page.getByRole('link', { name: 'Dashboard' });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first();

it('a press on the dashboard before the conversations are drawn opens it', async () => {
  const { page, pageErrors } = await visit(browser, app.url, { own: true });
  // between the change of the address and the next drawing, when no click of the test could arrive reliably
  await page.addInitScript(`{
    const replaceState = history.replaceState.bind(history);
    history.replaceState = (state, unused, url) => {
      replaceState(state, unused, url);
      if (location.pathname !== '/tickets') return;
      history.replaceState = replaceState;
      queueMicrotask(() => [...document.links].find(({ textContent }) => textContent === 'Dashboard').click());
    };
  }`);
  await signIn(page, 'gestor@demo.local', demoPassword, '/');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  expect(pageErrors).toEqual([]);
});

it('a manager finds the dashboard behind the conversations, and figures for what they ask', async () => {
  const { page, end, pageErrors } = await visit(browser, app.url);
  await signIn(page, 'gestor@demo.local', demoPassword, '/');
  await page.waitForURL(/\/tickets$/);
  await menu(page).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  for (const name of [
    'Em conversa',
    'Aguardando',
    'Finalizados',
    'Contatos',
    'Tempo de Espera',
    'Tempo de Atendimento',
  ])
    await card(page, name).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  const campaigns = page.getByRole('region', { name: 'Campanhas' });
  await campaigns.getByRole('progressbar', { name: /^Semana da avaliação: \d+ de \d+ processados$/ }).waitFor();
  await campaigns.getByRole('link', { name: 'Retorno de seis meses' }).waitFor();

  await page.getByRole('combobox', { name: 'Tipo de Filtro' }).click();
  await page.getByRole('option', { name: 'Filtro por Período' }).click();
  await page.getByText('Parametrize o filtro').first().waitFor();
  await page.getByRole('combobox', { name: 'Período', exact: true }).click();
  expect(await page.getByRole('option').allTextContents()).toEqual([
    'Nenhum',
    ...[3, 7, 15, 30, 60, 90].map((days) => `Últimos ${days} dias`),
  ]);
  await page.getByRole('option', { name: 'Últimos 30 dias' }).click();
  await page.getByText('meta 15 min').first().waitFor();
  const finished = card(page, 'Finalizados').getByRole('paragraph').first();
  await waitUntil('those of thirty days', async () => Number(await finished.textContent()) > 10);
  expect(
    await card(page, 'Tempo de Atendimento')
      .getByText(/^\d+h \d\dm$/)
      .count(),
  ).toBe(1);
  const rated = section(page, 'Avaliações');
  await rated.getByText('Muito satisfeito').waitFor();
  await rated.getByRole('button', { name: 'Ver como tabela' }).click();
  await rated.getByRole('table').waitFor();
  const ahead = page.waitForEvent('download');
  await rated.getByRole('button', { name: 'Baixar CSV' }).click();
  const table = await readFile(await (await ahead).path(), 'utf8');
  expect(table).toMatch(/^\ufeff"Avaliação";"Conversas"\r\n"Insatisfeito";"\d+"/);
  await rated.getByRole('button', { name: 'Ver como gráfico' }).click();
  const weekdays = section(page, 'Quando as conversas chegam');
  await weekdays.getByRole('button', { name: 'Ver como tabela' }).click();
  await weekdays.getByRole('rowheader', { name: 'Das 9:00 às 9:59' }).waitFor();
  await weekdays.getByRole('button', { name: 'Ver como gráfico' }).click();

  // a chart has days of its own
  const arrivals = section(page, 'Conversas por hora ou dia');
  const asked = page.waitForRequest(/ticketsDay\?initialDate=2026-03-02&finalDate/);
  await typeDate(arrivals, 'Data inicial', '02/03/2026');
  await asked;
  await arrivals.getByText(/chegaram, por dia/).waitFor();
  await seen(page, 'manager');

  expect(pageErrors).toEqual([]);
  await end();
});

it('a figure leads to what it counts', async () => {
  const { page, end, pageErrors } = await visit(browser, app.url);
  await signIn(page, 'gestor@demo.local', demoPassword);
  await menu(page).waitFor();
  await page.goto('/?days=30');
  // each figure leads to as many attendances
  const inReport = () => page.getByLabel('Resumo').locator('div:has(> dt:text-is("Atendimentos")) > dd');
  const figureLinks = [
    card(page, 'Finalizados').getByRole('link'),
    ...['Atendentes', 'Metas por departamento', 'Avaliações', 'Resolvidas sem atendente'].map((name) =>
      section(page, name).locator('a[href^="/relatories"]').first(),
    ),
  ];
  for (const link of figureLinks) {
    await link.waitFor();
    const count = (await link.innerText()).trim();
    await link.click();
    await page.waitForURL(/\/relatories\?/);
    await inReport().getByText(count, { exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  }
  const arrivals = section(page, 'Conversas por hora ou dia');
  await arrivals.getByRole('button', { name: 'Ver como tabela' }).click();
  const [arrivalsDay] = await arrivals.locator('a[href*="by=arrival"]').all();
  const arrived = (await arrivalsDay?.innerText()) ?? '';
  await arrivalsDay?.click();
  await page.waitForURL(/by=arrival/);
  await inReport().getByText(arrived, { exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();

  // the list shows what was counted, whatever departments this browser remembers
  const [manager] = await app.database.query<{ id: number; queue: number }>(
    `select u.id::int, (select min(q.id) from queues q where q.company_id = u.company_id)::int as queue
     from users u where u.email = 'gestor@demo.local'`,
  );
  await page.evaluate(
    ([key, value]) => localStorage.setItem(key ?? '', value ?? ''),
    [`workspaceScope:${manager?.id}`, JSON.stringify({ showAll: true, queueIds: [manager?.queue] })],
  );
  await card(page, 'Aguardando').getByRole('link').click();
  await page.waitForURL(/\/tickets\?tab=pending&showAll=true/);
  await page.getByRole('tab').first().waitFor();
  expect(new URL(page.url()).searchParams.get('queueIds')?.split('-')).toContain('0');
  expect(pageErrors).toEqual([]);
  await end();
});

it('a supervisor sees their departments, an attendant themselves; colleagues come online at once', async () => {
  const { page, end, pageErrors } = await visit(browser, app.url);
  await signIn(page, 'supervisor@demo.local', demoPassword);
  await menu(page).waitFor();
  await page.goto('/?days=60');
  const targets = section(page, 'Metas por departamento');
  await targets.getByRole('rowheader', { name: 'Suporte' }).waitFor();
  expect(await targets.getByRole('rowheader', { name: 'Financeiro' }).count()).toBe(0);
  const attendants = section(page, 'Atendentes');
  const beatriz = attendants.getByRole('row', { name: /Beatriz Martins/ });
  await beatriz.getByText('Offline').waitFor();
  await seen(page, 'supervisor');

  const other = await visit(browser, app.url, { viewport: phone });
  await signIn(other.page, 'atendente@demo.local', demoPassword);
  await other.page.getByRole('tab').first().waitFor();
  await beatriz.getByText('Online').waitFor();
  await other.page.goto('/?days=60');
  await section(other.page, 'Atendentes').getByRole('rowheader').first().waitFor();
  expect(await section(other.page, 'Atendentes').getByRole('rowheader').allTextContents()).toEqual([
    expect.stringContaining('Beatriz Martins'),
  ]);
  await seen(other.page, 'attendant');
  expect([...pageErrors, ...other.pageErrors]).toEqual([]);
  await other.end();
  await end();
});

it('without anything, after a failure, and by the clock', async () => {
  const { page, end } = await visit(browser, app.url, { own: true });
  await page.clock.install();
  await signIn(page, 'gestor@demo.local', demoPassword);
  await menu(page).waitFor();
  await page.goto('/?date_from=2020-01-01&date_to=2020-01-02');
  await section(page, 'Avaliações').getByText('Nada neste período').waitFor();
  await until(page, "document.querySelectorAll('.MuiSkeleton-root').length === 0");
  const beatriz = section(page, 'Atendentes').getByRole('row', { name: /Beatriz Martins/ });
  await beatriz.getByText('Offline').waitFor();
  let loads = 0;
  page.on('request', (request) => {
    if (/\/dashboard\?/.test(request.url())) loads += 1;
  });
  // from here on only as the test says, or a slow machine would be a later time
  await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1_000);
  const stepUntil = async (isDone: () => boolean | Promise<boolean>): Promise<void> => {
    for (let step = 0; step < 50 && !(await isDone()); step += 1) {
      await page.clock.runFor(100);
      await new Promise((done) => setTimeout(done, 100));
    }
  };
  await page.clock.fastForward(7_000);
  await page.clock.fastForward(7_000);
  expect(loads).toBe(0);
  // somebody who comes is no reason to wait longer
  const colleague = new Client(app.url);
  bodyOf(await colleague.signIn('atendente@demo.local', demoPassword));
  await colleague.socket();
  await stepUntil(() => beatriz.getByText('Online').isVisible());
  await beatriz.getByText('Online').waitFor();
  expect(loads).toBe(0);
  await page.clock.fastForward(16_500);
  await stepUntil(() => loads > 0);
  expect(loads).toBe(1);
  await page.clock.resume();
  colleague.close();
  await seen(page, 'empty');

  await page.route(/\/dashboard(\/\w+)?\?/, (route) => route.fulfill({ status: 500, json: { message: 'Sem sorte' } }));
  await page.goto('/?days=7');
  for (const text of ['Erro ao buscar dados', 'Erro ao obter informações da conversa', 'Falha ao obter dados.'])
    await page.getByRole('alert').getByText(text).waitFor();
  await seen(page, 'failed');
  await page.unroute(/\/dashboard(\/\w+)?\?/);
  await page.getByRole('button', { name: 'Tentar novamente' }).first().click();
  await card(page, 'Em conversa').waitFor();
  await end();
});

it('a conversation past the target of its department is marked in the list', async () => {
  await app.database.query(
    `update ticket_cycles y set created_at = now() - interval '3 hours', first_response_at = null, started_at = null
     from tickets t join companies c on c.id = t.company_id and c.name not like '%utra%'
     where t.id = y.ticket_id and t.id = (
       select min(t.id) from tickets t join queues q on q.id = t.queue_id where t.status = 'pending' and q.name = 'Comercial')`,
  );
  const { page, end } = await visit(browser, app.url);
  await signIn(page, 'gestor@demo.local', demoPassword, '/tickets?tab=pending&showAll=true');
  const mark = page.getByRole('img', { name: /^Sem resposta: a meta do departamento passou há 2 h$/ }).first();
  await mark.hover();
  await page.getByRole('tooltip', { name: /a meta do departamento passou/ }).waitFor();
  faults.push(...(await checkAppearance(page, 'dashboard-overdue-wide')));
  await page.setViewportSize(phone);
  faults.push(...(await checkAppearance(page, 'dashboard-overdue-phone')));
  await end();
});
