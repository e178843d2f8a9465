import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { PushSettings } from '../../../src/modules/conversations/push/subscriptions/push.service.js';
import { startApp, type TestApp } from '../../support/app.js';
import { phone, screenshot, sharedBrowser, signIn, until, type Visit, visit } from '../../support/browser.js';
import { bodyOf, type Client } from '../../support/client.js';
import { freePort } from '../../support/free-port.js';
import { PushBrowser, PushService } from '../../support/push-receiver.js';
import { TcpProxy } from '../../support/tcp-proxy.js';
import { password, type TicketRow, type World, world } from '../../support/world.js';

let app: TestApp;
/** The network of the screens; tests call the server directly. */
let gate: TcpProxy;
let address: string;
const browser = await sharedBrowser();
const service = await new PushService().start();
let w: World;

beforeAll(async () => {
  const port = await freePort();
  gate = new TcpProxy(port);
  address = await gate.listen();
  app = await startApp({ PORT: String(port), PUBLIC_URL: address, OUTBOUND_ALLOW: service.host });
});

afterAll(async () => {
  await gate?.close();
  await app?.close();
  await service.stop();
});

beforeEach(async () => {
  gate.unblock();
  w = await world(app);
});

const composer = (page: Page) => page.getByRole('textbox', { name: 'Mensagem', exact: true });
const bubble = (page: Page, text: string) => page.locator('[data-message]', { hasText: text });
const stores = (page: Page): Promise<string[]> => page.evaluate('caches.keys()') as Promise<string[]>;
const controlled = (page: Page) => until(page, 'navigator.serviceWorker.controller !== null');

/** The screen of somebody whose service worker is there. */
async function enter(person: Client, path: string, viewport?: typeof phone): Promise<Visit> {
  const opened = await visit(browser, address, { serviceWorkers: 'allow', ...(viewport ? { viewport } : {}) });
  await signIn(opened.page, person.me.email, password, path);
  await controlled(opened.page);
  return opened;
}

/** A conversation of the attendant. */
async function held(name: string, customer = w.customer(name)): Promise<TicketRow> {
  const { id } = await customer.says('Bom dia!');
  return bodyOf(await w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
}

/** Resolves when a query of that beginning is kept. */
const kept = (page: Page, beginning: string) =>
  until(
    page,
    `caches.keys().then(async (names) => {
      for (const name of names.filter((each) => each.startsWith('atende-offline-')))
        for (const { url } of await (await caches.open(name)).keys())
          if (decodeURIComponent(url).includes(${JSON.stringify(beginning)})) return true;
      return false;
    })`,
  );

describe('installing', () => {
  it('needs nothing but the manifest, whose icons exist, under the content security policy', async () => {
    const { page, context, end, pageErrors } = await enter(w.attendant, '/tickets');
    const cdp = await context.newCDPSession(page);
    const { url, data, errors } = await cdp.send('Page.getAppManifest');
    expect({ url, errors }).toEqual({ url: `${address}/manifest.webmanifest`, errors: [] });
    const { icons, start_url: start } = JSON.parse(data ?? '') as { icons: { src: string }[]; start_url: string };
    expect(start).toBe('/tickets');
    for (const { src } of [...icons, { src: '/apple-touch-icon.png' }]) {
      const answer = await page.request.get(src);
      expect([src, answer.status(), answer.headers()['content-type']]).toEqual([src, 200, 'image/png']);
    }
    const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
    expect(pageErrors).toEqual([]);
    await end();
  });

  it('shows the number of conversations with unread messages on the icon', async () => {
    const opened = await visit(browser, address, { serviceWorkers: 'allow' });
    await opened.context.addInitScript({
      content: 'window.badges = []; navigator.setAppBadge = async (count) => void badges.push(count);',
    });
    const customer = w.customer('Marina Costa');
    const { id } = await customer.says('oi');
    bodyOf(await w.attendant.put(`/tickets/${id}`, { status: 'open' }));
    bodyOf(await w.attendant.post(`/tickets/${id}/read`));
    await signIn(opened.page, w.attendant.me.email, password, '/profile');
    await until(opened.page, 'badges.at(-1) === 0');
    await customer.says('um');
    await customer.says('dois');
    await until(opened.page, 'badges.at(-1) === 1');
    await opened.end();
  });
});

describe('without a network', () => {
  it('the list and the opened conversation are read as they were, until it is back', async () => {
    const marina = w.customer('Marina Costa');
    const ticket = await held('Marina Costa', marina);
    const { page, end } = await enter(w.attendant, `/tickets/${ticket.uuid}`);
    await bubble(page, 'Bom dia!').waitFor();
    await kept(page, '"workspace","tickets"');
    await kept(page, '/offline/owner');
    // what came by the socket is kept, too
    await marina.says('Tem um minuto?');
    await bubble(page, 'Tem um minuto?').waitFor();
    await page.waitForTimeout(4000);
    gate.block();
    await page.reload();
    await bubble(page, 'Tem um minuto?').waitFor();
    await page.getByRole('tabpanel').getByRole('link', { name: 'Marina Costa' }).waitFor();
    await page
      .getByText(/Sem conexão ao vivo\. Reconectando… Você vê o que havia em \d\d\/\d\d\/\d{4} \d\d:\d\d\./)
      .waitFor();
    await screenshot(page, 'pwa-offline');
    await marina.says('Enquanto não havia rede');
    gate.unblock();
    await page.getByText(/Sem conexão ao vivo/).waitFor({ state: 'detached' });
    await bubble(page, 'Enquanto não havia rede').waitFor();
    // a page that was never opened here says so, and comes with the network
    gate.block();
    await page.getByRole('link', { name: 'Tags', exact: true }).click();
    await page.getByText('Esta página ainda não foi carregada neste navegador.').waitFor();
    expect(await page.getByText('nova versão').count()).toBe(0);
    await screenshot(page, 'pwa-not-loaded');
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    gate.unblock();
    await page.getByRole('heading', { name: 'Tags' }).waitFor();
    await end();
  });

  it('nothing is left after the sign-out', async () => {
    const ticket = await held('Rui Lima');
    const { page, end } = await enter(w.attendant, `/tickets/${ticket.uuid}`);
    await kept(page, '"workspace","messages"');
    expect(await stores(page)).toContain(`atende-offline-${w.attendant.id}`);
    await page.getByRole('button', { name: w.attendant.me.name }).first().click();
    await page.getByRole('button', { name: 'Sair' }).click();
    await page.waitForURL(/\/login/);
    await until(page, 'caches.keys().then((names) => names.join() === "atende-shell")');
    gate.block();
    await page.goto(`/tickets/${ticket.uuid}`);
    await page.getByLabel('E-mail').waitFor();
    expect(await page.getByText('Rui Lima').count()).toBe(0);
    await end();
  });

  it('another user of the browser finds nothing, also where the last one did not sign out', async () => {
    const ticket = await held('Nina Rocha');
    const { page, end } = await enter(w.attendant, `/tickets/${ticket.uuid}`);
    await kept(page, '"workspace","messages"');
    await signIn(page, w.admin.me.email, password, '/profile');
    await until(page, `caches.has('atende-offline-${w.attendant.id}').then((found) => !found)`);
    for (const entry of ['/offline/owner', '"/resources"']) await kept(page, entry);
    expect(await stores(page)).toContain(`atende-offline-${w.admin.id}`);
    gate.block();
    await page.goto(`/tickets/${ticket.uuid}`);
    await page.getByRole('button', { name: 'Notificações', exact: true }).waitFor();
    expect(await bubble(page, 'Bom dia!').count()).toBe(0);
    await end();
  });
});

/** As the system posts what another application shares. */
const share = (page: Page, text: string, file?: string) =>
  page.evaluate(`(() => {
    const form = Object.assign(document.createElement('form'), { method: 'POST', action: '/share-target', enctype: 'multipart/form-data' });
    const text = Object.assign(document.createElement('input'), { name: 'text', value: ${JSON.stringify(text)} });
    const files = Object.assign(document.createElement('input'), { type: 'file', name: 'files' });
    const chosen = new DataTransfer();
    if (${JSON.stringify(file ?? null)}) chosen.items.add(new File(['conteúdo'], ${JSON.stringify(file ?? '')}, { type: 'text/plain' }));
    files.files = chosen.files;
    form.append(text, files);
    document.body.append(form);
    form.submit();
  })()`);

describe('sharing with the application', () => {
  it('puts a text and a file into the composer of the chosen conversation', async () => {
    const ticket = await held('Marina Costa');
    const { page, end, pageErrors } = await enter(w.attendant, '/tickets', phone);
    await share(page, 'Veja o orçamento', 'orçamento.txt');
    await page.waitForURL(/\/share$/);
    await page.getByText('orçamento.txt · Veja o orçamento').waitFor();
    await screenshot(page, 'pwa-share');
    await page.getByRole('button', { name: /Marina Costa/ }).click();
    await page.waitForURL(new RegExp(ticket.uuid));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('orçamento.txt').first().waitFor();
    await dialog.getByRole('button', { name: 'Enviar' }).click();
    await bubble(page, 'orçamento.txt').waitFor();
    expect(await composer(page).inputValue()).toBe('Veja o orçamento');
    // once
    await page.goto('/share');
    await page.getByText('Nada foi compartilhado.').waitFor();
    expect(pageErrors).toEqual([]);
    await end();
  });
});

describe('notices', () => {
  it('are switched on for the browser and by kind on the profile page, and are gone after the sign-out', async () => {
    const receiver = new PushBrowser(service);
    const opened = await visit(browser, address, { serviceWorkers: 'allow' });
    // a headless browser has no push service
    await opened.context.addInitScript({
      content: `
        const subscription = {
          toJSON: () => (${JSON.stringify(receiver.subscription)}),
          options: { applicationServerKey: null },
          unsubscribe: async () => localStorage.removeItem('subscribed'),
        };
        window.Notification = { permission: 'granted', requestPermission: async () => 'granted' };
        window.PushManager ??= class {};
        Object.defineProperty(ServiceWorkerRegistration.prototype, 'pushManager', {
          value: {
            subscribe: async () => (localStorage.setItem('subscribed', 'true'), subscription),
            getSubscription: async () => (localStorage.getItem('subscribed') ? subscription : null),
          },
        });
      `,
    });
    const { page } = opened;
    await signIn(page, w.attendant.me.email, password, '/profile');
    const here = page.getByRole('switch', { name: 'Neste navegador' });
    await controlled(page);
    await page.reload();
    // the switch follows once the server has the subscription
    await here.click();
    await until(page, 'localStorage.getItem("pushOwner") !== null');
    const [row] = await app.database.query<{ endpoint: string }>(
      `select endpoint from push_subscriptions where company_id = ${w.companyId}`,
    );
    expect(row?.endpoint).toContain(receiver.path);
    const switches = page.getByRole('group', { name: 'Notificações com o sistema fechado' });
    const saved = page.waitForResponse(/\/push\/kinds$/);
    await switches.getByRole('switch', { name: 'Chat interno' }).click();
    await saved;
    await page.reload();
    await until(page, 'document.querySelectorAll("[role=switch]").length > 7');
    expect(await switches.getByRole('switch', { name: 'Chat interno' }).isChecked()).toBe(false);
    expect(await here.isChecked()).toBe(true);
    await screenshot(page, 'pwa-profile');
    const { publicKey } = bodyOf(await w.admin.get<PushSettings>('/push'));
    // a page that has the focus rings by itself
    await page.goto('about:blank');
    await page.waitForTimeout(500);
    await w.customer('Marina Costa').says('oi');
    expect(receiver.notices(publicKey)).toMatchObject([{ title: 'Marina Costa', body: 'Nova conversa aguardando' }]);
    await page.goto('/tickets');
    await page.getByRole('button', { name: w.attendant.me.name }).first().click();
    await page.getByRole('button', { name: 'Sair' }).click();
    await page.waitForURL(/\/login/);
    await until(page, 'localStorage.getItem("subscribed") === null');
    await app.settled();
    expect(await app.database.query(`select 1 from push_subscriptions where company_id = ${w.companyId}`)).toEqual([]);
    await opened.end();
  });
});

describe('a notice', () => {
  it('is shown by the service worker, and leads to its conversation', async () => {
    const ticket = await held('Marina Costa');
    const { page, context, end } = await enter(w.attendant, '/profile');
    const [worker] = context.serviceWorkers();
    if (!worker) throw new Error('There is no service worker');
    const notice = { title: 'Marina Costa', body: 'Nova mensagem', path: `/tickets/${ticket.uuid}`, uuid: ticket.uuid };
    // a headless browser shows nothing
    await worker.evaluate(`
      self.shown = [];
      self.registration.showNotification = async (title, { body, tag, data }) => void shown.push({ title, body, tag, data });
    `);
    await page.goto('about:blank');
    await worker.evaluate(
      `self.dispatchEvent(new PushEvent('push', { data: ${JSON.stringify(JSON.stringify(notice))} }))`,
    );
    await page.waitForTimeout(500);
    const { title, body, path } = notice;
    expect(await worker.evaluate('shown')).toEqual([{ title, body, tag: `atende-${ticket.uuid}`, data: path }]);
    await page.goto('/profile');
    await page.getByRole('switch', { name: 'Neste navegador' }).waitFor();
    await worker.evaluate(`
      const click = Object.assign(new ExtendableEvent('notificationclick'), { notification: { data: ${JSON.stringify(path)}, close() {} } });
      self.dispatchEvent(click);
    `);
    await page.waitForURL(new RegExp(ticket.uuid));
    await bubble(page, 'Bom dia!').waitFor();
    await end();
  });
});

describe('the back gesture of a phone', () => {
  it('closes the menu, the contact panel and the conversation, one after the other', async () => {
    const ticket = await held('Marina Costa');
    const { page, end } = await enter(w.attendant, '/tickets', phone);
    await page.getByRole('tabpanel').getByRole('link', { name: 'Marina Costa' }).click();
    await bubble(page, 'Bom dia!').waitFor();
    await page.getByTitle('Dados do contato', { exact: true }).click();
    const contact = page.getByRole('complementary', { name: 'Dados do contato' });
    await contact.waitFor();
    await page.goBack();
    await contact.waitFor({ state: 'detached' });
    expect(page.url()).toContain(ticket.uuid);
    // closed by itself it leaves nothing behind
    await page.getByTitle('Dados do contato', { exact: true }).click();
    await contact.waitFor();
    await page.keyboard.press('Escape');
    await contact.waitFor({ state: 'detached' });
    await page.waitForTimeout(300);
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    await page.getByRole('button', { name: /menu/i }).first().click();
    await menu.waitFor();
    await page.goBack();
    await menu.waitFor({ state: 'detached' });
    expect(page.url()).toContain(ticket.uuid);
    await page.goBack();
    await page.waitForURL((url) => url.pathname === '/tickets');
    await page.getByRole('tabpanel').getByRole('link', { name: 'Marina Costa' }).waitFor();
    // a page that is chosen in the menu
    await page.getByRole('button', { name: /menu/i }).first().click();
    await menu.getByRole('link', { name: 'Contatos' }).click();
    await page.waitForURL(/\/contacts/);
    await page.goBack();
    await page.waitForURL((url) => url.pathname === '/tickets');
    await end();
  });
});
