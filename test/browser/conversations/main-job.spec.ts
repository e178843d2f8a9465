import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app.js';
import { screenshot, sharedBrowser, signIn, type Visit, visit } from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { freePort } from '../../support/free-port.js';
import { defaultNumber, GraphSimulator, sends } from '../../support/graph-simulator/graph-simulator.js';
import { password, type World, world } from '../../support/world.js';

let app: TestApp;
let graph: GraphSimulator;
const browser = await sharedBrowser();
let w: World;

beforeAll(async () => {
  graph = new GraphSimulator();
  const graphUrl = await graph.start();
  const port = await freePort();
  app = await startApp({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    GRAPH_API_URL: graphUrl,
  });
  w = await world(app);
});

afterAll(async () => {
  await app?.close();
  await graph?.stop();
});

const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name });
const ticksOf = (page: Page, text: string) => page.locator('[data-message]', { hasText: text }).locator('[data-state]');

/** Accepts the waiting conversation of this customer, replies and waits for blue ticks, then resolves it. */
async function serve(
  page: Page,
  customer: string,
  reply: string,
  readByCustomer: () => Promise<void>,
  name: string,
): Promise<void> {
  await tab(page, /^Pendentes\s*: 1/).waitFor();
  await tab(page, /^Pendentes/).click();
  await screenshot(page, `${name}-1-pending`);
  await page.getByRole('button', { name: `Aceitar a conversa com ${customer}` }).click();
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
  // until it is accepted, Enter sends nothing
  await page.getByRole('button', { name: 'Resolver', exact: true }).waitFor();
  const composer = page.getByRole('textbox', { name: 'Mensagem', exact: true });
  await composer.fill(reply);
  await composer.press('Enter');
  // with the phone's chat open the reply may be read at once
  await ticksOf(page, reply)
    .and(page.locator('[data-state="sent"], [data-state="delivered"], [data-state="read"]'))
    .waitFor();
  await screenshot(page, `${name}-2-replied`);
  await readByCustomer();
  await ticksOf(page, reply).and(page.locator('[data-state="read"]')).waitFor();
  await screenshot(page, `${name}-3-read`);
  await page.getByRole('button', { name: 'Resolver' }).click();
  await page.waitForURL(/\/tickets$/);
  await tab(page, /^Resolvidos/).click();
  await page.getByText(customer).first().waitFor();
  await screenshot(page, `${name}-4-resolved`);
}

describe('the main job', () => {
  it('over the sandbox: a customer writes in one browser, an attendant answers in another', async () => {
    const manager: Visit = await visit(browser, app.url);
    const attendant: Visit = await visit(browser, app.url);
    await signIn(manager.page, w.admin.me.email, password);
    await signIn(attendant.page, w.attendant.me.email, password);
    await attendant.page.getByText('Nenhuma conversa aberta').waitFor();

    const phone = manager.page;
    await phone.goto('/sandbox');
    await phone.getByRole('button', { name: 'Novo cliente' }).first().click();
    await phone.getByLabel('Nome').fill('Maria Clara Andrade');
    await phone.getByRole('button', { name: 'Criar cliente' }).click();
    const written = phone.getByRole('textbox', { name: 'Mensagem do cliente' });
    await written.fill('Oi! Ainda tem vaga esta semana?');
    await written.press('Enter');

    await serve(
      attendant.page,
      'Maria Clara Andrade',
      'Tem sim! Prefere manhã ou tarde?',
      // the phone has the chat open: the reply arrives live and is read
      () => phone.getByText('Prefere manhã ou tarde?').first().waitFor(),
      'sandbox',
    );
    await screenshot(phone, 'sandbox-5-phone');
    expect(manager.pageErrors).toEqual([]);
    expect(attendant.pageErrors).toEqual([]);
    await manager.end();
    await attendant.end();
  });

  it('over the Cloud API: the same with the provider simulated', async () => {
    const { phoneNumberId, token } = defaultNumber;
    const { appSecret } = graph.options;
    // the browser above has the account's only session
    bodyOf(await w.admin.signIn(w.admin.me.email, password));
    const connection = bodyOf(
      await w.admin.post<{ id: number; metaToken: string }>('/whatsapp', {
        name: 'Número oficial',
        channel: 'cloudapi',
        facebookUserId: phoneNumberId,
        facebookUserToken: token,
        appSecret,
        queueIds: [w.sales.id],
      }),
      201,
    );
    const callback = `${app.url}/webhooks/cloudapi/${connection.id}`;
    expect(await graph.verify(callback, connection.metaToken)).toBe(true);
    graph.setCallbackUrl(callback);

    const attendant = await visit(browser, app.url);
    await signIn(attendant.page, w.attendant.me.email, password);
    graph.customerSends({ from: '5511987650001', name: 'João Pedro Lima' }, sends.text('Bom dia, meu pedido chegou?'));
    const reply = 'Chegou hoje cedo, João!';
    await serve(
      attendant.page,
      'João Pedro Lima',
      reply,
      async () => {
        const accepted = graph.log.accepted.at(-1);
        if (!accepted) throw new Error('The provider got nothing');
        graph.sendStatus(accepted.id, 'read');
      },
      'cloudapi',
    );
    expect(graph.log.duplicates()).toEqual([]);
    expect(attendant.pageErrors).toEqual([]);
    await attendant.end();
  });
});
