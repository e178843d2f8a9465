import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { demoPassword } from '../../../src/demo/logins.js';
import type { TestApp } from '../../support/app.js';
import { checkAppearance, sizes } from '../../support/appearance.js';
import { fillSignIn, screenshot, sharedBrowser, signIn, visit } from '../../support/browser.js';
import { startDemo } from '../../support/demo.js';

let app: TestApp;
const browser = await sharedBrowser();

const people = { manager: 'gestor@demo.local', attendant: 'atendente@demo.local', platform: 'super@demo.local' };

beforeAll(async () => {
  app = await startDemo();
});

afterAll(async () => {
  await app?.close();
});

const managerScreens = [
  '/tickets',
  '/quick-messages',
  '/contacts',
  '/tags',
  '/connections',
  '/files',
  '/queues',
  '/users',
  '/sandbox',
];
const platformScreens = [
  '/admin/plans',
  '/admin/companies',
  '/admin/announcements',
  '/admin/edit-help',
  '/admin/failed-jobs',
  '/admin/installation',
  '/admin/imports',
  '/admin/import-refusals',
  '/announcements',
  '/help',
  '/help/pages',
];

/** Resolves when the screen shows what it is for: its heading is there and nothing is loading any more. */
async function settle(page: Page): Promise<void> {
  await page.locator('main').getByRole('heading').first().waitFor();
  await page.locator('main .MuiSkeleton-root, main [role="progressbar"]').first().waitFor({ state: 'detached' });
}

describe.each(sizes)('screens, %s', (name, viewport) => {
  it('reload, complain of nothing, fit their width and satisfy axe, by day and by night', async () => {
    const faults: string[] = [];
    const { end, page, pageErrors: complaints } = await visit(browser, app.url, { viewport });
    const lookAt = async (path: string) =>
      faults.push(...(await checkAppearance(page, `${name}${path.replaceAll('/', '-')}`)));
    for (const [path, button] of [
      ['/forget-pass', /código|Enviar/],
      ['/login', 'Entrar'],
      ['/signup', 'Criar conta'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('button', { name: button }).first().waitFor();
      await lookAt(path);
    }
    for (const [email, screens] of [
      [people.manager, managerScreens],
      [people.platform, platformScreens],
    ] as const) {
      await signIn(page, email, demoPassword, '/health/live');
      for (const path of screens) {
        const answer = await page.goto(path);
        expect([path, answer?.status(), new URL(page.url()).pathname]).toEqual([path, 200, path]);
        await settle(page);
        await lookAt(path);
      }
    }
    expect(complaints).toEqual([]);
    expect(faults).toEqual([]);
    await end();
  });
});

/** The actions of rows that are not wholly within their list, by their names. */
const cutActions = `[...document.querySelectorAll('main tbody tr > :last-child :is(a, button)')].filter((action) => {
  const { left, right } = action.getBoundingClientRect();
  const list = action.closest('.MuiPaper-root').getBoundingClientRect();
  return left < list.left || right > Math.min(list.right, innerWidth);
}).map((action) => action.getAttribute('aria-label'))`;

it('every action of every table is within reach at 1280, 1366 and 1440 px beside the open menu', async () => {
  const { end, page } = await visit(browser, app.url);
  const cut: unknown[] = [];
  for (const [email, screens] of [
    [people.manager, ['/campaigns', '/aicampaigns', '/smscampaigns', '/contact-lists', ...managerScreens]],
    [people.platform, platformScreens],
  ] as const) {
    await signIn(page, email, demoPassword, '/health/live');
    for (const path of screens) {
      await page.goto(path);
      await settle(page);
      for (const width of [1280, 1366, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const names = (await page.evaluate(cutActions)) as string[];
        if (names.length > 0) cut.push([path, width, ...names]);
        if (path === '/campaigns') await screenshot(page, `actions-${width}`);
      }
    }
  }
  expect(cut).toEqual([]);
  await end();
});

it('the managers of the demo belong to every department of their company', async () => {
  const rows = await app.database.query<{ email: string; missing: number }>(
    `select u.email, (select count(*)::int from queues q where q.company_id = u.company_id
       and not exists (select from user_queues m where m.user_id = u.id and m.queue_id = q.id)) as missing
     from users u where u.profile = 'admin' and u.email like '%.local' order by u.email`,
  );
  expect(rows).toEqual(
    ['gestor@demo.local', 'gestor@outra.local', 'super@demo.local'].map((email) => ({ email, missing: 0 })),
  );
});

describe('who goes where', () => {
  it('strangers to /login, and back out of it once signed in', async () => {
    const { end, page } = await visit(browser, app.url);
    await page.goto('/users');
    await page.waitForURL(/\/login/);
    await fillSignIn(page, people.attendant, demoPassword);
    await page.goto('/login');
    await page.waitForURL(/\/tickets/);
    await page.goto('/ticket/undefined');
    await page.waitForURL(/\/tickets/);
    await end();
  });

  it('a visitor to a company of their own, as its manager', async () => {
    const { end, page, pageErrors: complaints } = await visit(browser, app.url);
    await page.goto('/login');
    await page.getByRole('link', { name: 'Criar uma conta' }).click();
    await page.getByLabel('Nome da empresa').fill('Padaria Aurora');
    await page.getByLabel('Seu nome').fill('Rosa Lima');
    await page.getByLabel('E-mail').fill('rosa@aurora.test');
    await page.getByLabel(/^Senha/).fill('1234');
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await page.getByText('Use pelo menos 5 caracteres').waitFor();
    await page.getByLabel(/^Senha/).fill('senha-da-rosa');
    await page.getByRole('combobox', { name: 'Plano' }).click();
    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await page.waitForURL(/\/tickets$/);
    await page.getByText('Padaria Aurora').first().waitFor();
    await page.getByRole('button', { name: 'Gestão' }).click();
    await page.getByRole('link', { name: 'Usuários' }).waitFor();
    expect(complaints).toEqual([]);
    await end();
  });

  it('an attendant never to a manager’s or the platform’s screens', async () => {
    const { end, page } = await visit(browser, app.url);
    await signIn(page, people.attendant, demoPassword);
    for (const path of [
      '/users',
      '/connections',
      '/queues',
      '/sandbox',
      '/files',
      '/admin/plans',
      '/admin/edit-help',
    ]) {
      await page.goto(path);
      await page.waitForURL(({ pathname }) => pathname === '/');
    }
    expect(await page.getByRole('button', { name: 'Gestão' }).count()).toBe(0);
    await end();
  });

  it('a second sign-in ends the first with a word', async () => {
    const first = await visit(browser, app.url);
    const second = await visit(browser, app.url);
    await signIn(first.page, people.attendant, demoPassword);
    await settle(first.page);
    // it stands there for a second only
    const said = first.page.getByText('Sua conta foi acessada em outro computador.').waitFor();
    await signIn(second.page, people.attendant, demoPassword);
    await said;
    await first.page.waitForURL(/\/login/);
    expect(await first.page.evaluate('localStorage.getItem("token")')).toBeNull();
    await first.end();
    await second.end();
  });
});

describe('a generated resource', () => {
  it('is created with the spec’s complaints, found, changed and deleted with its question', async () => {
    const { end, page } = await visit(browser, app.url);
    await signIn(page, people.manager, demoPassword, '/tags');
    await page.getByText('Adicionar').first().click();
    await page.getByLabel('Nome').fill('ab');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Mensagem muito curta').waitFor();
    await page.getByLabel('Nome').fill('Etiqueta de teste');
    await page.getByRole('textbox', { name: /^Cor/ }).fill('#12905a');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Operação realizada com sucesso!').waitFor();
    await page.getByPlaceholder('Pesquisar').fill('Etiqueta');
    const row = page.getByRole('row').filter({ hasText: 'Etiqueta de teste' });
    await row.waitFor();
    expect(await row.innerText()).not.toContain('#12905a');
    const remove = row.getByRole('button', { name: /Excluir/ });
    const opacity = (): Promise<string> =>
      page.evaluate("getComputedStyle(document.querySelector('tbody [data-row-actions]')).opacity") as Promise<string>;
    await page.getByPlaceholder('Pesquisar').hover();
    expect(await opacity()).toBe('0');
    await row.hover();
    expect(await opacity()).toBe('1');
    await remove.click();
    await page.getByText('Deseja realmente excluir esta informação?').waitFor();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Excluir|Confirmar|Sim/ })
      .click();
    await row.waitFor({ state: 'detached' });
    await end();
  });
});
