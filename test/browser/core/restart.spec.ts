import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { JwtService } from '@nestjs/jwt';
import type { Locator, Page } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app.js';
import { screenshot, sharedBrowser, signIn, until, visit } from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { freePort } from '../../support/free-port.js';
import { TcpProxy } from '../../support/tcp-proxy.js';
import { type MessageRow, password, type TicketRow, type World, world } from '../../support/world.js';

let app: TestApp;
/** The proxy of the screens; tests call the server directly. */
let gate: TcpProxy;
let address: string;
const browser = await sharedBrowser();
let w: World;

beforeAll(async () => {
  const port = await freePort();
  gate = new TcpProxy(port);
  address = await gate.listen();
  app = await startApp({ PORT: String(port), PUBLIC_URL: address });
  w = await world(app);
});

afterAll(async () => {
  await gate?.close();
  await app?.close();
});

const tab = (page: Page, name: RegExp): Locator => page.getByRole('tab', { name });
const bubble = (page: Page, text: string): Locator => page.locator('[data-message]', { hasText: text });
const offline = (page: Page): Locator => page.getByText('Sem conexão ao vivo. Reconectando…');

async function say(page: Page, text: string): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Mensagem', exact: true });
  await composer.fill(text);
  await composer.press('Enter');
}

it('after a restart of the server two attendants and a customer continue without loss, duplicates or reload', async () => {
  const manager = await w.member({ profile: 'admin', name: 'Gestora com telefone' });
  const colleague = await w.member({ name: 'Bruna Alves' });
  const third = await w.member({ name: 'Caio Melo' });
  const [maria, rui] = [w.customer('Maria Prado'), w.customer('Rui Lima')];
  const { id, uuid } = await maria.says('Bom dia!');
  bodyOf(await w.attendant.put(`/tickets/${id}`, { status: 'open' }));
  const waiting = await rui.says('Tem alguém aí?');

  const enter = async (email: string, path: string) => {
    const visited = await visit(browser, address);
    let loads = 0;
    visited.page.on('load', () => {
      loads += 1;
    });
    await signIn(visited.page, email, password, path);
    const before = loads;
    return { ...visited, reloads: () => loads - before };
  };
  const holder = await enter(w.attendant.me.email, `/tickets/${uuid}`);
  const other = await enter(colleague.me.email, '/tickets');
  const phone = await enter(manager.me.email, '/sandbox');
  const [mine, theirs] = [holder.page, other.page];
  await phone.page.getByText('Maria Prado').first().click();
  await tab(theirs, /^Pendentes\s*: 1/).click();
  await theirs.getByRole('button', { name: 'Aceitar a conversa com Rui Lima' }).waitFor();
  await say(mine, 'Antes da queda');
  await phone.page.getByText('Antes da queda').first().waitFor();
  await bubble(mine, 'Antes da queda').locator('[data-state="read"]').waitFor();

  await app.restart(async () => {
    // the server is down: a text sent now shows it, and the draft stays
    await say(mine, 'Durante a queda');
    await say(mine, 'Logo depois');
    for (const text of ['Durante a queda', 'Logo depois'])
      await bubble(mine, text).getByText('Aguardando conexão').last().waitFor();
    await mine.getByRole('textbox', { name: 'Mensagem', exact: true }).fill('Só um minuto');
    for (const each of [mine, theirs]) await offline(each).waitFor();
    await screenshot(mine, 'restart-1-away');
    gate.block();
  });

  // the server restarts before the screens reconnect
  for (const number of [1, 2, 3]) await maria.says(`Enquanto ninguém ouvia ${number}`);
  bodyOf(await third.put(`/tickets/${waiting.id}`, { status: 'open' }));
  await w.customer('Nina Rocha').says('Oi, sou nova aqui');
  expect(await bubble(mine, 'Enquanto ninguém ouvia').count()).toBe(0);
  expect(await theirs.getByText('Nina Rocha').count()).toBe(0);
  gate.unblock();

  await bubble(mine, 'Enquanto ninguém ouvia 3').waitFor();
  for (const each of [mine, theirs]) await offline(each).waitFor({ state: 'detached' });
  await theirs.getByRole('button', { name: 'Aceitar a conversa com Nina Rocha' }).waitFor();
  await theirs.getByText('Rui Lima').waitFor({ state: 'detached' });
  await tab(theirs, /^Pendentes\s*: 1/).waitFor();
  expect(await mine.getByRole('textbox', { name: 'Mensagem', exact: true }).inputValue()).toBe('Só um minuto');
  for (const text of ['Durante a queda', 'Logo depois'])
    await bubble(mine, text).locator('[data-state="read"]').waitFor();
  await mine.getByRole('textbox', { name: 'Mensagem', exact: true }).press('Enter');
  await phone.page.getByText('Só um minuto').first().waitFor();

  // live in both directions, not only reloaded
  const written = phone.page.getByRole('textbox', { name: 'Mensagem do cliente' });
  await written.fill('Pode deixar');
  await written.press('Enter');
  await bubble(mine, 'Pode deixar').waitFor();
  await theirs.getByRole('button', { name: 'Aceitar a conversa com Nina Rocha' }).click();
  await theirs.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
  await tab(mine, /^Pendentes$/).waitFor();
  await app.settled();

  const { messages } = bodyOf(await w.admin.get<{ messages: MessageRow[] }>(`/messages/${id}?peek=true`));
  const wanted = messages.map((message) => String(message.id));
  await until(
    mine,
    `[...document.querySelectorAll('[data-message]')].map(({ dataset }) => dataset.message).join() === '${wanted.join()}'`,
  );
  // our messages name their author
  expect(messages.map(({ body }) => body.split('\n').at(-1))).toEqual([
    'Bom dia!',
    'Antes da queda',
    'Enquanto ninguém ouvia 1',
    'Enquanto ninguém ouvia 2',
    'Enquanto ninguém ouvia 3',
    'Durante a queda',
    'Logo depois',
    'Só um minuto',
    'Pode deixar',
  ]);
  expect((await maria.sees()).map(({ body }) => body)).toEqual(messages.map(({ body }) => body));
  const { tickets } = bodyOf(await w.admin.get<{ tickets: TicketRow[] }>('/tickets?showAll=true&status=open'));
  expect(tickets.map(({ user }) => user?.name).toSorted()).toEqual(
    [w.attendant.me.name, 'Bruna Alves', 'Caio Melo'].toSorted(),
  );
  await screenshot(mine, 'restart-2-back');
  expect([holder, other, phone].map(({ reloads }) => reloads())).toEqual([0, 0, 0]);
  for (const visited of [holder, other, phone]) await visited.end();
});

it('a token that expired while the socket was disconnected is renewed without a reload', async () => {
  const person = await w.member();
  const { page, end } = await visit(browser, address);
  await signIn(page, person.me.email, password);
  await tab(page, /^Pendentes/).click();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const jwt = app.nest.get(JwtService, { strict: false });
  const token: string = await page.evaluate('localStorage.getItem("token")');
  const { sid, userId } = jwt.decode<{ sid: string; userId: number }>(token);
  const expired = jwt.sign({ sid, userId }, { expiresIn: -1 });
  await page.evaluate(
    `localStorage.setItem("token", ${JSON.stringify(expired)}); window.dispatchEvent(new Event("offline"))`,
  );
  await until(page, `localStorage.getItem("token") !== ${JSON.stringify(expired)}`);
  await offline(page).waitFor({ state: 'detached' });
  await w.customer('Olga Dias').says('Cheguei');
  await page.getByRole('button', { name: 'Aceitar a conversa com Olga Dias' }).waitFor();
  expect(loads).toBe(0);
  await end();
});
