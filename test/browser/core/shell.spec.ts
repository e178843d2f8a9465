import { describe, expect, it } from '@jest/globals';
import type { Frame, Page, WebSocketRoute } from 'playwright-core';
import { sharedApp } from '../../support/app.js';
import { checkAppearance } from '../../support/appearance.js';
import { fillSignIn, phone, screenshot, sharedBrowser, signIn, until, visit } from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { password, world } from '../../support/world.js';

const app = await sharedApp();
const browser = await sharedBrowser();
const w = await world(app);

const refusal = 'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' });
const entries = (page: Page) => menu(page).getByRole('listitem');
/** The titles of the sections that can be closed. */
const sections = (page: Page) => menu(page).getByRole('heading').getByRole('button');

describe('gates', () => {
  it('refuse a page by role with the sentence, and lead to / after a second', async () => {
    const { page, end, pageErrors: complaints } = await visit(browser, app.url);
    await signIn(page, w.attendant.me.email, password);
    for (const path of [
      '/users',
      '/connections',
      '/sandbox',
      '/settings',
      '/pabx-menu',
      '/admin/plans',
      '/admin/edit-help',
    ]) {
      const paths: string[] = [];
      const note = (frame: Frame) => paths.push(new URL(frame.url()).pathname);
      page.on('framenavigated', note);
      await page.goto(path);
      await page.getByText(refusal).waitFor();
      await page.waitForURL(({ pathname }) => pathname === '/');
      page.off('framenavigated', note);
      expect([...new Set(paths)]).toEqual([path, '/']);
    }
    expect(await entries(page).allInnerTexts()).toContain('Contatos');
    // neither management nor the platform's administration
    expect(await sections(page).count()).toBe(0);
    expect(complaints).toEqual([]);
    await end();
  });

  it('refuse a page that the plan locks, and leave it out of the menu', async () => {
    const { page, end } = await visit(browser, app.url);
    await page.route('**/resources', async (route) => {
      if (route.request().resourceType() === 'document') return route.continue();
      const answer = await route.fetch();
      const document = (await answer.json()) as { resources: { name: string; locked: boolean }[] };
      const resources = document.resources.map((each) => ({ ...each, locked: each.name === 'tags' }));
      return route.fulfill({ response: answer, json: { ...document, resources } });
    });
    await signIn(page, w.supervisor.me.email, password);
    await page.getByRole('link', { name: 'Contatos', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Tags' }).count()).toBe(0);
    await page.goto('/tags');
    await page.getByText(refusal).waitFor();
    await page.waitForURL(({ pathname }) => pathname === '/');
    await end();
  });

  it('let managers see the placeholders of telephony, which no menu names', async () => {
    const { page, end, pageErrors: complaints } = await visit(browser, app.url);
    await signIn(page, w.admin.me.email, password);
    for (const path of ['/pabx-phones', '/pabx-numbers', '/pabx-menu']) {
      await page.goto(path);
      await page.getByText('Coming Soon', { exact: true }).waitFor();
      expect(await page.title()).toBe('Coming Soon · Atende');
    }
    expect((await entries(page).allInnerTexts()).join()).not.toMatch(/Ramais|Números|Menus/);
    expect(complaints).toEqual([]);
    await end();
  });

  it('send /ticket/undefined and a sign-in of who is signed in to /tickets, strangers to /login', async () => {
    const { page, end } = await visit(browser, app.url);
    for (const path of ['/', '/contacts', '/admin/plans']) {
      await page.goto(path);
      await page.waitForURL(/\/login$/);
    }
    await signIn(page, w.attendant.me.email, password);
    for (const path of ['/', '/login', '/forget-pass', '/ticket/undefined']) {
      await page.goto(path);
      await page.waitForURL(/\/tickets$/);
    }
    await page.getByRole('button', { name: /^Conta de/ }).click();
    await page.getByRole('button', { name: 'Sair' }).click();
    await page.waitForURL(/\/login$/);
    await end();
  });
});

describe('a cold start', () => {
  it.each([
    ['light', 'rgb(244, 246, 250)'],
    ['dark', 'rgb(13, 19, 28)'],
  ] as const)('shows the name in %s before any script of the application has come', async (scheme, ground) => {
    const { page, end, pageErrors: complaints } = await visit(browser, app.url, { scheme });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/login', { waitUntil: 'commit' });
    const splash = page.locator('.splash');
    await splash.getByText('atende').waitFor();
    expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe(ground);
    await screenshot(page, `shell-splash-${scheme}`);
    release();
    await page.getByRole('button', { name: 'Entrar' }).waitFor();
    expect(await splash.count()).toBe(0);
    expect(complaints).toEqual([]);
    await end();
  });
});

it('with less motion nothing moves while a page waits', async () => {
  const { page, end } = await visit(browser, app.url);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/contacts\?/, async (route) => {
    await held;
    await route.continue();
  });
  await signIn(page, w.admin.me.email, password, '/contacts');
  await page.locator('main .MuiSkeleton-root').first().waitFor();
  const endless = `document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime === Infinity).length`;
  expect(await page.evaluate(endless)).toBe(0);
  await screenshot(page, 'shell-waiting');
  release();
  await end();
});

describe('the session', () => {
  it('outlives its access token: refreshed once, the call repeated', async () => {
    const { page, end, pageErrors: complaints } = await visit(browser, app.url);
    await signIn(page, w.attendant.me.email, password);
    await page.getByText('Nenhuma conversa aberta').waitFor();
    const refreshed: string[] = [];
    page.on('response', (answer) => {
      if (answer.url().endsWith('/auth/refresh_token')) refreshed.push(String(answer.status()));
    });
    await page.evaluate('localStorage.setItem("token", "past.its.time")');
    await page.getByRole('link', { name: 'Contatos', exact: true }).click();
    await page.getByText(w.contact.name).first().waitFor();
    expect(new Set(refreshed)).toEqual(new Set(['200']));
    expect(await page.evaluate('localStorage.getItem("token")')).not.toBe('past.its.time');
    // the browser itself notes the refused calls
    expect(complaints.filter((text) => !text.includes('403'))).toEqual([]);
    await end();
  });

  it('ends with a word when the account is used elsewhere, with everything stored gone', async () => {
    const first = await visit(browser, app.url);
    await signIn(first.page, w.attendant.me.email, password);
    await first.page.getByText('Nenhuma conversa aberta').waitFor();
    await first.page.evaluate('localStorage.setItem("draft:x", "rascunho")');
    const second = await visit(browser, app.url);
    // it stands there for a second only
    const said = first.page.getByText('Sua conta foi acessada em outro computador.').waitFor();
    const reloaded = first.page.waitForEvent('load');
    await signIn(second.page, w.attendant.me.email, password);
    await said;
    // a reload in the middle must not end the look
    await until(first.page, 'localStorage.length === 0');
    await reloaded;
    await first.page.waitForURL(/\/login$/);
    await first.page.getByRole('alert').getByText('Sua conta foi acessada em outro computador.').waitFor();
    await first.page.reload();
    await first.page.getByRole('alert').getByText('Sua conta foi acessada em outro computador.').waitFor();
    expect(await checkAppearance(first.page, 'shell-elsewhere')).toEqual([]);
    // until the next sign-in
    await fillSignIn(first.page, w.attendant.me.email, password);
    await first.page.getByRole('button', { name: /^Conta de/ }).click();
    await first.page.getByText('Sair', { exact: true }).click();
    await first.page.getByRole('button', { name: 'Entrar' }).waitFor();
    expect(await first.page.getByText('Sua conta foi acessada').count()).toBe(0);
    await first.end();
    await second.end();
  });

  it('that the server ended says why, also after a reload', async () => {
    const { page, context, end } = await visit(browser, app.url);
    await signIn(page, w.supervisor.me.email, password);
    await page.getByText('Nenhuma conversa aberta').waitFor();
    await page.evaluate('localStorage.setItem("token", "past.its.time")');
    await context.clearCookies();
    await page.reload();
    const reason = page.getByRole('alert').getByText('Sessão expirada. Por favor entre.');
    await reason.waitFor();
    await page.reload();
    await reason.waitFor();
    await end();
  });

  it('that does not say of which company it is has to begin anew', async () => {
    const { page, end } = await visit(browser, app.url);
    await signIn(page, w.supervisor.me.email, password);
    await page.getByText('Nenhuma conversa aberta').waitFor();
    await page.evaluate('localStorage.removeItem("companyId")');
    await page.reload();
    await page.getByText('Empresa não identificada. Faça login novamente.').waitFor();
    await page.waitForURL(/\/login$/);
    await end();
  });
});

describe('words in passing', () => {
  it('stay 2500 ms as errors and 3000 ms otherwise, and as long as the pointer is on them', async () => {
    const { page, end } = await visit(browser, app.url, { own: true });
    await signIn(page, w.admin.me.email, password);
    const nowhere = '/tickets/00000000-0000-4000-8000-000000000000';
    // by the page's own clock: the browser of a busy machine answers late
    await page.addInitScript({
      content: `
        window.stayed = [];
        new MutationObserver(() => {
          const shown = document.querySelector('.MuiPaper-root:is([role=alert], [role=status])');
          if (shown) window.since ??= performance.now();
          else if (window.since) { stayed.push(performance.now() - since); window.since = null; }
        }).observe(document, { childList: true, subtree: true });`,
    });
    const lasts = async (): Promise<number> => {
      await until(page, 'stayed.length > 0');
      return (await page.evaluate('stayed.pop()')) as number;
    };
    await page.goto('/tags/create');
    await page.getByLabel('Nome').fill(`Palavra ${Date.now()}`);
    await page.getByRole('textbox', { name: /^Cor/ }).fill('#12905a');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Operação realizada com sucesso!').waitFor();
    // on a busy machine the word is seen some time after its clock began
    expect(await lasts()).toBeGreaterThanOrEqual(2750);

    await page.goto(nowhere);
    const error = page.getByRole('alert').filter({ hasText: /\S/ });
    await error.waitFor();
    const shown = await lasts();
    expect(shown).toBeGreaterThanOrEqual(2250);
    expect(shown).toBeLessThan(2995);

    await page.goto(nowhere);
    await error.hover();
    await page.waitForTimeout(3500);
    expect(await error.isVisible()).toBe(true);
    await page.mouse.move(5, 500);
    await error.waitFor({ state: 'detached' });
    await end();
  });

  it('say when live events do not arrive, on a phone too', async () => {
    const { page, context, end } = await visit(browser, app.url, { viewport: phone });
    const wires = new Set<WebSocketRoute>();
    await page.routeWebSocket(/socket\.io/, (wire) => {
      wire.connectToServer();
      wires.add(wire);
    });
    await signIn(page, w.supervisor.me.email, password);
    const bar = page.getByText('Sem conexão ao vivo. Reconectando…');
    await page.getByRole('tab', { name: /^Pendentes/ }).waitFor();
    await page.waitForTimeout(3500);
    expect(await bar.count()).toBe(0);
    await context.setOffline(true);
    for (const wire of wires) await wire.close();
    await bar.waitFor();
    await screenshot(page, 'shell-offline-phone');
    await context.setOffline(false);
    await bar.waitFor({ state: 'detached' });
    await end();
  });

  it('say at once that the network is gone, and reconnect as soon as it is back', async () => {
    const { page, context, end } = await visit(browser, app.url);
    await signIn(page, w.supervisor.me.email, password);
    const bar = page.getByText('Sem conexão ao vivo. Reconectando…');
    await page.getByRole('tab', { name: /^Pendentes/ }).waitFor();
    await until(page, 'document.readyState === "complete"');
    await page.waitForTimeout(1000);
    await context.setOffline(true);
    await bar.waitFor({ timeout: 4000 });
    // longer than the longest pause between two attempts
    await page.waitForTimeout(6000);
    expect(await bar.isVisible()).toBe(true);
    await screenshot(page, 'shell-offline');
    await context.setOffline(false);
    await bar.waitFor({ state: 'detached', timeout: 4000 });
    await end();
  });
});

describe('the drawer', () => {
  const width = async (page: Page): Promise<number> => Math.round((await menu(page).boundingBox())?.width ?? 0);

  it('has one open section beside the first, that of the page or the last one opened, and its entry in view', async () => {
    const { page, end, pageErrors } = await visit(browser, app.url, { viewport: { width: 1440, height: 700 } });
    await signIn(page, w.admin.me.email, password);
    const section = (name: string) => menu(page).getByRole('button', { name });
    const entry = (name: string) => menu(page).getByRole('link', { name, exact: true });
    await section('Gestão').waitFor();
    expect(await sections(page).allInnerTexts()).toEqual(['Inteligência artificial', 'SMS', 'Gestão']);
    await section('SMS').click();
    await entry('Campanhas SMS').waitFor();
    await section('Gestão').click();
    await entry('Campanhas SMS').waitFor({ state: 'detached' });
    await page.reload();
    await entry('Telefone de testes').waitFor();
    // a page that is below the fold of the menu
    await page.goto('/aireports');
    await entry('Relatórios de IA').waitFor();
    await page.goto('/sandbox');
    await entry('Telefone de testes').waitFor();
    await expect(entry('Telefone de testes').getAttribute('aria-current')).resolves.toBe('page');
    const { y = 0, height = 0 } = (await entry('Telefone de testes').boundingBox()) ?? {};
    expect(y).toBeGreaterThan(0);
    expect(y + height).toBeLessThanOrEqual(700);
    await section('Gestão').click();
    await entry('Telefone de testes').waitFor({ state: 'detached' });
    expect(pageErrors).toEqual([]);
    await end();
  });

  it('has one entry for pages that belong together, which are tabs of each other', async () => {
    const { page, end, pageErrors } = await visit(browser, app.url);
    await signIn(page, w.admin.me.email, password, '/campaigns');
    const tabs = page.getByRole('tablist', { name: 'Campanhas' });
    await tabs.getByRole('tab', { name: 'Listas de contatos' }).click();
    await page.getByRole('heading', { name: 'Listas de contatos' }).waitFor();
    expect(await tabs.getByRole('tab', { selected: true }).innerText()).toBe('Listas de contatos');
    expect(await menu(page).getByRole('link', { name: 'Campanhas', exact: true }).getAttribute('aria-current')).toBe(
      'page',
    );
    expect(await menu(page).getByRole('link', { name: 'Listas de contatos' }).count()).toBe(0);
    expect(await checkAppearance(page, 'shell-tabs')).toEqual([]);
    // the form lies over the list, which stays where it was
    await page.getByRole('link', { name: 'Adicionar' }).first().click();
    await page.getByRole('dialog').waitFor();
    expect(await page.locator('[role=tablist]').innerText()).toContain('Listas de contatos');
    expect(pageErrors).toEqual([]);
    await end();
  });

  it('is 240 px wide and open above 1200 px, narrow below, over the page on a phone', async () => {
    for (const [size, wanted] of [
      [1440, 240],
      [1100, 64],
    ] as const) {
      const { page, end } = await visit(browser, app.url, { viewport: { width: size, height: 900 } });
      await signIn(page, w.supervisor.me.email, password);
      await expect(menu(page).waitFor()).resolves.toBeUndefined();
      expect(Math.abs((await width(page)) - wanted)).toBeLessThan(3);
      await end();
    }
    const { page, end } = await visit(browser, app.url, { viewport: phone });
    await signIn(page, w.supervisor.me.email, password);
    await page.getByRole('button', { name: 'Abrir o menu' }).click();
    await page.getByRole('link', { name: 'Contatos', exact: true }).click();
    await page.waitForURL(/\/contacts/);
    await menu(page).waitFor({ state: 'detached' });
    await end();
  });

  it('starts closed where the company says so, until somebody opens it', async () => {
    bodyOf(await w.admin.signIn(w.admin.me.email, password));
    bodyOf(await w.admin.put<object>('/settings/sideMenu', { value: 'closed' }));
    const { page, end } = await visit(browser, app.url);
    await signIn(page, w.supervisor.me.email, password);
    await page.getByRole('button', { name: 'Abrir o menu' }).click();
    await page.getByRole('button', { name: 'Recolher o menu' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Recolher o menu' }).waitFor();
    bodyOf(await w.admin.put<object>('/settings/sideMenu', { value: 'open' }));
    await end();
  });
});

describe('a new version', () => {
  /** The first failure reloads by itself; one soon after it is left to the person. */
  const reloadedBefore = (page: Page) =>
    page.evaluate('sessionStorage.setItem("reloadedForChunks", String(Date.now()))');

  it('offers a reload where a part of the application is gone, inside the frame', async () => {
    const { page, end } = await visit(browser, app.url);
    await signIn(page, w.admin.me.email, password);
    await reloadedBefore(page);
    await page.route('**/assets/sandbox-page-*.js', (route) => route.fulfill({ status: 404, body: 'gone' }));
    await sections(page).getByText('Gestão').click();
    await page.getByRole('link', { name: 'Telefone de testes' }).click();
    await page.getByText('Há uma nova versão').waitFor();
    await entries(page).first().waitFor();
    await screenshot(page, 'shell-new-version');
    await page.unroute('**/assets/sandbox-page-*.js');
    await page.getByRole('button', { name: 'Recarregar' }).click();
    await page.getByRole('heading', { name: 'Telefone de testes' }).waitFor();
    await end();
  });

  it('leaves the page alone when only a popover is gone', async () => {
    const { page, end } = await visit(browser, app.url);
    await signIn(page, w.admin.me.email, password);
    await reloadedBefore(page);
    await page.route('**/assets/account-popover-*.js', (route) => route.fulfill({ status: 404, body: 'gone' }));
    await page.getByRole('button', { name: /^Conta de/ }).click();
    await page.getByText('Há uma nova versão do sistema. Recarregue a página para continuar.').waitFor();
    await page.getByRole('tab', { name: /^Abertos/ }).waitFor();
    await end();
  });
});
