import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { demoPassword } from '../../src/demo/logins.js';
import { seedDemo } from '../../src/demo/seed.js';
import { startApp, type TestApp } from '../support/app.js';
import { launchBrowser, phone, picture, signIn, visit, wide } from '../support/browser.js';
import { freePort } from '../support/free-port.js';

let app: TestApp;
let browser: Browser;

const people = { manager: 'gestor@demo.local', attendant: 'atendente@demo.local', platform: 'super@demo.local' };

beforeAll(async () => {
  const port = await freePort();
  app = await startApp({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ADMIN_EMAIL: '',
    ADMIN_PASSWORD: '',
  });
  await seedDemo(app.nest);
  browser = await launchBrowser();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await app?.close();
});

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** What axe calls serious or critical on the page as it stands. */
async function seriousFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResult;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth') as Promise<number>;

const managerScreens = ['/tickets', '/contacts', '/tags', '/connections', '/queues', '/users', '/sandbox'];
const platformScreens = ['/admin/plans', '/admin/companies', '/admin/failed-jobs'];

/** Resolves when the screen shows what it is for: its heading is there and nothing is loading any more. */
async function settle(page: Page): Promise<void> {
  await page.locator('main').getByRole('heading').first().waitFor();
  await page.locator('main .MuiSkeleton-root, main [role="progressbar"]').first().waitFor({ state: 'detached' });
}

describe.each([
  ['wide light', wide, 'light'],
  ['wide dark', wide, 'dark'],
  ['phone light', phone, 'light'],
  ['phone dark', phone, 'dark'],
] as const)('screens, %s', (name, viewport, scheme) => {
  it('reload, complain of nothing, fit their width and satisfy axe', async () => {
    const faults: string[] = [];
    for (const [email, screens] of [
      [people.manager, managerScreens],
      [people.platform, platformScreens],
    ] as const) {
      const { context, page, complaints } = await visit(browser, app.url, { viewport, scheme });
      for (const [path, button] of [
        ['/forget-pass', /código|Enviar/],
        ['/login', 'Entrar'],
      ] as const) {
        await page.goto(path);
        await page.getByRole('button', { name: button }).first().waitFor();
        faults.push(...(await seriousFaults(page)).map((fault) => `${path} ${fault}`));
        if ((await sidewaysScroll(page)) > 0) faults.push(`${path} scrolls sideways`);
      }
      await signIn(page, email, demoPassword);
      for (const path of screens) {
        const answer = await page.goto(path);
        expect([path, answer?.status(), new URL(page.url()).pathname]).toEqual([path, 200, path]);
        await settle(page);
        await picture(page, `${name.replace(' ', '-')}${path.replaceAll('/', '-')}`);
        faults.push(...(await seriousFaults(page)).map((fault) => `${path} ${fault}`));
        const excess = await sidewaysScroll(page);
        if (excess > 0) faults.push(`${path} scrolls sideways by ${excess}`);
      }
      expect(complaints).toEqual([]);
      await context.close();
    }
    expect(faults).toEqual([]);
  }, 180_000);
});

describe('who goes where', () => {
  it('strangers to /login, and back out of it once signed in', async () => {
    const { context, page } = await visit(browser, app.url);
    await page.goto('/users');
    await page.waitForURL(/\/login/);
    await signIn(page, people.attendant, demoPassword);
    await page.goto('/login');
    await page.waitForURL(/\/tickets/);
    await page.goto('/ticket/undefined');
    await page.waitForURL(/\/tickets/);
    await context.close();
  });

  it('an attendant never to a manager’s or the platform’s screens', async () => {
    const { context, page } = await visit(browser, app.url);
    await signIn(page, people.attendant, demoPassword);
    for (const path of ['/users', '/connections', '/queues', '/sandbox', '/admin/plans']) {
      await page.goto(path);
      await page.waitForURL(/\/tickets$/);
    }
    expect(await page.getByRole('link', { name: 'Usuários' }).count()).toBe(0);
    await context.close();
  });

  it('a second sign-in ends the first with a word', async () => {
    const first = await visit(browser, app.url);
    const second = await visit(browser, app.url);
    await signIn(first.page, people.attendant, demoPassword);
    await settle(first.page);
    await signIn(second.page, people.attendant, demoPassword);
    await first.page.getByText('Sua conta foi acessada em outro computador.').waitFor();
    await first.page.waitForURL(/\/login/);
    expect(await first.page.evaluate('localStorage.getItem("token")')).toBeNull();
    await first.context.close();
    await second.context.close();
  });
});

describe('a generated resource', () => {
  it('is created with the spec’s complaints, found, changed and deleted with its question', async () => {
    const { context, page } = await visit(browser, app.url);
    await signIn(page, people.manager, demoPassword);
    await page.goto('/tags');
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
    await row.getByRole('button', { name: /Excluir/ }).click();
    await page.getByText('Deseja realmente excluir esta informação?').waitFor();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Excluir|Confirmar|Sim/ })
      .click();
    await row.waitFor({ state: 'detached' });
    await context.close();
  }, 60_000);
});
