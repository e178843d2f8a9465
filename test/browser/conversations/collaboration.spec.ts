import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { sharedApp } from '../../support/app.js';
import { checkAppearance } from '../../support/appearance.js';
import {
  phone,
  screenshot,
  sharedBrowser,
  signIn,
  typeSteadily,
  until,
  type Visit,
  visit,
  wide,
} from '../../support/browser.js';
import { bodyOf, type Client } from '../../support/client.js';
import { type Customer, password, type TicketRow, world } from '../../support/world.js';

const app = await sharedApp();
const browser = await sharedBrowser();
const w = await world(app);
let mine: Visit;
let hers: Visit;
let customer: Customer;
let ticket: TicketRow;

const field = (page: Page) => page.getByRole('textbox', { name: 'Mensagem', exact: true });
const rowOf = (page: Page) => page.getByRole('list', { name: 'Atendimentos' }).getByRole('listitem').first();
const act = (change: object): Promise<unknown> =>
  w.admin.put(`/tickets/${ticket.id}`, change).then((answer) => bodyOf(answer));

beforeAll(async () => {
  bodyOf(await w.admin.put(`/users/${w.admin.id}`, { name: 'Carla Gestora' }));
  const open = async (profile: 'user' | 'supervisor', name: string): Promise<[Client, Visit]> => {
    const person = await w.member({
      profile,
      name,
      queueIds: profile === 'user' ? [w.sales.id] : [w.sales.id, w.support.id],
    });
    return [person, await visit(browser, app.url)];
  };
  const [[ana, here], [bia, there]] = [await open('user', 'Ana Lima'), await open('supervisor', 'Beatriz Nunes')];
  customer = w.customer('Marina Costa');
  const { id } = await customer.says('Bom dia!');
  ticket = bodyOf(await ana.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
  [mine, hers] = [here, there];
  for (const [{ page }, { me }] of [
    [mine, ana],
    [hers, bia],
  ] as const) {
    await signIn(page, me.email, password, `/tickets/${ticket.uuid}`);
    await page.getByText('Bom dia!').last().waitFor();
  }
});

it('shows viewers, peeking and typing, in the conversation and in its row', async () => {
  await mine.page.getByText('Beatriz Nunes está com esta conversa aberta').waitFor({ state: 'attached' });
  await rowOf(mine.page).getByRole('img', { name: 'Beatriz Nunes está vendo esta conversa' }).waitFor();
  const boss = await w.admin.socket();
  expect(await boss.join('ChatPeek', ticket.uuid)).toBe('joined');
  await mine.page.getByText('Carla Gestora está espiando esta conversa').waitFor({ state: 'attached' });
  await field(hers.page).pressSequentially('Bom d');
  await mine.page.getByText('Beatriz Nunes está escrevendo uma resposta…').waitFor();
  bodyOf(await w.admin.post(`/sandbox/${w.connection.id}/typing`, { number: customer.number }));
  await mine.page.getByText('digitando…').waitFor();
  expect(await checkAppearance(mine.page, 'together-1-others')).toEqual([]);
  await mine.page.setViewportSize(phone);
  expect(await checkAppearance(mine.page, 'together-1-others-phone')).toEqual([]);
  await mine.page.setViewportSize(wide);
  await field(hers.page).fill('');
  await mine.page.getByText('Beatriz Nunes está escrevendo uma resposta…').waitFor({ state: 'hidden' });
  boss.close();
  await mine.page.getByText('Carla Gestora está espiando esta conversa').waitFor({ state: 'detached' });
  await customer.says('Alô?');
  await mine.page.getByText('digitando…').waitFor({ state: 'hidden' });
});

it('a user who loses it sees by whom, and finds the draft again when it returns', async () => {
  await field(mine.page).fill('Olá, Marina! Um momento');
  await act({ queueId: w.support.id });
  await mine.page.getByText('Carla Gestora transferiu a conversa com Marina Costa').waitFor();
  await mine.page.getByText('O que você estava escrevendo continua guardado.').waitFor();
  await mine.page.getByText('Olá, Marina! Um momento').waitFor();
  expect(await checkAppearance(mine.page, 'together-2-lost')).toEqual([]);
  await mine.page.setViewportSize(phone);
  expect(await checkAppearance(mine.page, 'together-3-lost-phone')).toEqual([]);
  await mine.page.setViewportSize(wide);
  // users who still see it get the new assignment
  await hers.page.getByText(`Carla Gestora transferiu esta conversa para ${w.support.name}.`).waitFor();
  await hers.page.getByText(/Ana Lima está/).waitFor({ state: 'detached' });
  await screenshot(hers.page, 'together-4-transferred');
  await hers.page.getByRole('button', { name: 'Dispensar o aviso' }).click();
  await hers.page.getByText(/Carla Gestora transferiu/).waitFor({ state: 'hidden' });

  const [me] = bodyOf(await w.admin.get<{ users: { id: number }[] }>('/users?searchParam=Ana%20Lima')).users;
  await act({ queueId: w.sales.id, userId: me?.id });
  await field(mine.page).waitFor();
  expect(await field(mine.page).inputValue()).toBe('Olá, Marina! Um momento');
});

it('a conversation closed by another user names them, and shows the rating when it arrives', async () => {
  bodyOf(await w.admin.put('/settings/userRating', { value: 'enabled' }));
  await act({ status: 'closed' });
  await mine.page.getByText('Carla Gestora resolveu esta conversa.').waitFor();
  await mine.page.getByText('O que você estava escrevendo continua guardado.').waitFor();
  expect(await checkAppearance(mine.page, 'together-5-closed')).toEqual([]);
  await mine.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await mine.page.getByRole('button', { name: 'Copiar rascunho' }).click();
  await mine.page.getByText('Texto copiado.').waitFor();
  await customer.says('3');
  await mine.page.getByText('Avaliação: 3 – Muito satisfeito').waitFor();
  await mine.page.getByText('Carla Gestora resolveu esta conversa.').waitFor();
  expect(await checkAppearance(mine.page, 'together-6-rated')).toEqual([]);
  for (const { pageErrors: complaints } of [mine, hers])
    expect(complaints.filter((line) => !/40[34]/.test(line))).toEqual([]);
});

it('a user who transfers it returns to the list and requests nothing without permission', async () => {
  const { page, pageErrors: complaints } = mine;
  const [me] = bodyOf(await w.admin.get<{ users: { id: number }[] }>('/users?searchParam=Ana%20Lima')).users;
  complaints.length = 0;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() !== 'document' && request.url().includes('/tickets/u/')) asked.push(request.url());
  });
  const opened = async (name: string) => {
    const { id, uuid } = await w.customer(name).says('Oi');
    bodyOf(await w.admin.put(`/tickets/${id}`, { queueId: w.sales.id, userId: me?.id }));
    await page.goto(`/tickets/${uuid}`);
    await field(page).waitFor();
    asked.length = 0;
  };
  const hand = async () => {
    const dialog = page.getByRole('dialog', { name: 'Transferir conversa' });
    await dialog.getByRole('combobox', { name: 'Departamento' }).click();
    await page.getByRole('option', { name: w.support.name }).click();
    await dialog.getByRole('button', { name: 'Transferir' }).click();
    await page.waitForURL(/\/tickets(\?.*)?$/);
    await page.waitForTimeout(1000);
    expect(asked).toEqual([]);
  };
  for (const name of ['Uma', 'Duas', 'Três']) {
    await opened(name);
    await page.getByRole('button', { name: 'Transferir', exact: true }).click();
    await hand();
  }
  await opened('Muitas');
  await page.getByRole('link', { name: 'Muitas' }).click({ modifiers: ['Shift'] });
  await page.getByText('1 selecionada', { exact: true }).waitFor();
  await page.getByRole('banner').or(page.locator('header')).getByRole('button', { name: 'Transferir' }).first().click();
  await hand();
  expect(await page.getByText(/não está mais disponível/).count()).toBe(0);
  expect(complaints).toEqual([]);
});

it('a manager’s view does not mark messages as read', async () => {
  const boss = await w.member({ profile: 'admin', name: 'Elisa Gestora' });
  const owner = await w.member({ name: 'Fábio Alves' });
  const lia = w.customer('Lia Prado');
  const { id, uuid } = await lia.says('Oi, sou a Lia');
  const unread = async () => bodyOf(await w.admin.get<TicketRow>(`/tickets/${id}`)).unreadMessages;
  const look = async (me: Client) => {
    const visited = await visit(browser, app.url);
    await signIn(visited.page, me.me.email, password, `/tickets/${uuid}`);
    await visited.page.getByRole('log').getByText('Oi, sou a Lia').waitFor();
    return visited;
  };
  for (const status of ['pending', 'open'] as const) {
    if (status === 'open') bodyOf(await owner.put(`/tickets/${id}`, { status }));
    const { page, end } = await look(boss);
    const marked = page.waitForRequest(/\/tickets\/\d+\/read$/, { timeout: 1500 }).then(
      () => true,
      () => false,
    );
    expect([await marked, await unread()]).toEqual([false, 1]);
    await end();
  }
  const { page, end } = await look(owner);
  await page.getByRole('img', { name: '1 mensagem não lida' }).waitFor({ state: 'detached' });
  expect(await unread()).toBe(0);
  await app.settled();
  expect((await lia.sees()).map(({ ack }) => ack)).toEqual([3]);
  await end();
});

it('the test phone shows the company typing until its message arrives', async () => {
  const boss = await w.member({ profile: 'admin', name: 'Dora Gestora' });
  const rosa = w.customer('Rosa Melo');
  const { id } = await rosa.says('Oi');
  bodyOf(await w.attendant.put(`/tickets/${id}`, { status: 'open' }));
  const { page, end, pageErrors: complaints } = await visit(browser, app.url);
  await signIn(page, boss.me.email, password, '/sandbox');
  await page.getByRole('button', { name: /Rosa Melo/ }).click();
  await page.getByRole('region', { name: 'Telefone de Rosa Melo' }).waitFor();
  const typing = page.getByText('digitando…');
  bodyOf(await w.attendant.post(`/tickets/${id}/typing`, {}));
  await typing.waitFor();
  bodyOf(await w.attendant.post(`/messages/${id}`, { body: 'Pronto, Rosa!' }), 201);
  await page.getByText('Pronto, Rosa!').first().waitFor();
  await typing.waitFor({ state: 'detached', timeout: 3000 });
  bodyOf(await w.attendant.post(`/tickets/${id}/typing`, {}));
  await typing.waitFor();
  expect(complaints).toEqual([]);
  await end();
});

describe('what is typed while an action is under way', () => {
  // has the letters of shortcuts
  const text = 'nada, xerife, nada';
  const kept = (uuid: string) => mine.page.evaluate<string | null>(`localStorage.getItem('draft:${uuid}')`);
  const writing = () =>
    mine.page.evaluate<boolean>("document.activeElement?.matches('main footer textarea:not(:disabled)')");
  const row = (name: string) => mine.page.getByRole('link', { name, exact: true });
  const button = (name: string) => mine.page.getByRole('button', { name, exact: true });
  const accept = (name: string) => mine.page.getByRole('button', { name: `Aceitar a conversa com ${name}` });
  const tab = (name: string) => mine.page.getByRole('tab', { name: new RegExp(`^${name}`) });
  const sent: string[] = [];
  let latency = 0;
  let onTheWay: (() => Promise<unknown>) | null = null;
  let cut = false;
  let ana: Client;
  let first: TicketRow;

  async function opened(name: string): Promise<TicketRow> {
    const { id } = await w.customer(name).says(`Oi, aqui é ${name}`);
    return bodyOf(await w.admin.put<TicketRow>(`/tickets/${id}`, { queueId: w.sales.id, userId: ana.id }));
  }

  async function delayed(route: Route): Promise<void> {
    const request = route.request();
    if (request.resourceType() === 'document') return route.continue();
    if (request.method() === 'POST' && /\/messages\/\d+$/.test(request.url())) sent.push(request.url());
    await sleep(latency / 2);
    if (request.method() === 'POST') {
      await onTheWay?.();
      if (cut) return route.abort();
    }
    const response = await route.fetch();
    await sleep(latency / 2);
    await route.fulfill({ response });
  }

  /** The first conversation with the focus in its composer; the list shows those that wait. */
  async function inTheFirst(): Promise<void> {
    const { page } = mine;
    await tab('Abertos').click();
    await row('Primeira').click();
    await page.waitForURL(new RegExp(first.uuid));
    await until(page, "document.activeElement?.matches('main footer textarea:not(:disabled)')");
    await tab('Pendentes').click();
  }

  /** Nothing was sent or opened, and the text is nowhere but in the conversation that it was typed for. */
  async function untouched(...others: readonly TicketRow[]): Promise<void> {
    expect(await mine.page.getByRole('dialog').count()).toBe(0);
    for (const { uuid } of [first, ...others]) expect(await kept(uuid)).toBe(null);
    expect(sent).toEqual([]);
  }

  beforeAll(async () => {
    ana = await w.member({ name: 'Iara Reis' });
    first = await opened('Primeira');
    mine.pageErrors.length = 0;
    await signIn(mine.page, ana.me.email, password);
    await mine.page.route(/\/(tickets|messages)(\/|\?|$)/, delayed);
  });
  afterAll(() => expect(mine.pageErrors.filter((line) => !/40[349]|ERR_FAILED/.test(line))).toEqual([]));

  it('is in the composer of the accepted conversation, at any speed of network and fingers', async () => {
    const { page } = mine;
    for (const network of [50, 400, 3000])
      for (const delay of [60, 15]) {
        const name = `Nova ${network} ${delay}`;
        const waiting = await w.customer(name).says('Oi');
        latency = 0;
        await inTheFirst();
        latency = network;
        const pressed = Promise.withResolvers<void>();
        onTheWay = network === 3000 ? () => pressed.promise : null;
        await accept(name).click();
        await typeSteadily(page, text, delay);
        expect([await field(page).inputValue(), await writing()]).toEqual([text, true]);
        expect(page.url()).toContain(waiting.uuid);
        // not before it is accepted
        if (network === 3000) await page.keyboard.press('Enter');
        pressed.resolve();
        await button('Resolver').waitFor();
        expect([await field(page).inputValue(), await writing(), await kept(waiting.uuid)]).toEqual([text, true, text]);
        await untouched();
      }
    onTheWay = null;
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText(text).waitFor();
    expect(sent).toHaveLength(1);
    sent.length = 0;
  });

  it('stays as the draft when a colleague was faster, and one reads so', async () => {
    const { page } = mine;
    const waiting = await w.customer('Disputada').says('Oi');
    latency = 0;
    await inTheFirst();
    latency = 400;
    onTheWay = () => w.attendant.put(`/tickets/${waiting.id}`, { status: 'open' });
    await accept('Disputada').click();
    await typeSteadily(page, text, 60);
    onTheWay = null;
    await page.getByText(`${w.attendant.me.name} está atendendo a conversa com Disputada`).waitFor();
    await page.getByText('O que você estava escrevendo continua guardado.').waitFor();
    const draft = (await kept(waiting.uuid)) ?? '';
    expect([draft.length > 0, text.startsWith(draft)]).toEqual([true, true]);
    await page.getByRole('blockquote', { name: 'Rascunho' }).getByText(draft).waitFor();
    await untouched();
  });

  it('is all there when the request is lost, to be sent once it is accepted', async () => {
    const { page } = mine;
    const waiting = await w.customer('Insistente').says('Oi');
    latency = 0;
    await inTheFirst();
    [latency, cut] = [400, true];
    await accept('Insistente').click();
    await typeSteadily(page, text, 60);
    await page.getByText('Rascunho guardado. Aceite a conversa para enviar.').waitFor();
    expect([await field(page).inputValue(), await writing(), await kept(waiting.uuid)]).toEqual([text, true, text]);
    await page.keyboard.press('Enter');
    await untouched();
    cut = false;
    await page.keyboard.press('Alt+a');
    await button('Resolver').waitFor();
    expect([await field(page).inputValue(), await writing()]).toEqual([text, true]);
    await untouched();
  });

  it('reaches nobody else during other actions, and is no shortcut', async () => {
    const { page } = mine;
    const others = [await opened('Segunda'), await opened('Terceira')];
    const dialog = page.getByRole('dialog');
    const byPalette = async (typed: string, found = new RegExp(`^${typed}`)) => {
      await page.keyboard.press('Control+k');
      await dialog.getByRole('combobox').fill(typed);
      await page.getByRole('option', { name: found }).click();
    };
    const transfer = async () => {
      await page.keyboard.press('Alt+t');
      await dialog.getByRole('combobox', { name: 'Departamento' }).click();
      await page.getByRole('option', { name: w.support.name }).click();
      await dialog.getByRole('button', { name: 'Transferir' }).click();
    };
    const begin = async (name: string) => {
      // the contact, beside their closed conversation
      await byPalette(name, new RegExp(`${name} \\+55`));
      await dialog.getByRole('button', { name: 'Iniciar' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    for (const [name, screen, status, perform] of [
      ['Resolvida', '/tickets/', 'open', () => page.keyboard.press('Alt+e')],
      ['Transferida', '/tickets/', 'open', transfer],
      ['Resolvida pela paleta', '/tickets/', 'open', () => byPalette('Resolver')],
      ['Resolvida no quadro', '/kanban?ticket=', 'open', () => button('Resolver').click()],
      ['Reaberta', '/tickets/', 'closed', () => button('Reabrir').click()],
      ['Aceita no quadro', '/kanban?ticket=', 'pending', () => button('Aceitar').click()],
      ['Aceita pela paleta', '/tickets/', 'pending', () => byPalette('Aceitar')],
      ['Iniciada', null, 'closed', () => begin('Iniciada')],
    ] as const) {
      latency = 0;
      const ticket = status === 'pending' ? await w.customer(name).says('Oi') : await opened(name);
      if (status === 'closed') bodyOf(await w.admin.put(`/tickets/${ticket.id}`, { status }));
      await page.goto(screen === null ? `/tickets/${first.uuid}` : screen + ticket.uuid);
      await page.getByRole('log').getByText('Oi').waitFor();
      await page.getByText('Terceira', { exact: true }).waitFor();
      latency = 400;
      await perform();
      await typeSteadily(page, status === 'open' ? `${text}\n` : text, 60);
      if (status === 'open') {
        await page.waitForURL(({ href }) => !href.includes(ticket.uuid));
        expect(text.startsWith((await kept(ticket.uuid)) ?? '')).toBe(true);
        expect(
          await field(page)
            .or(page.getByText(/selecionada/))
            .count(),
        ).toBe(0);
      } else {
        await button('Resolver').waitFor();
        expect([name, await field(page).inputValue(), await writing()]).toEqual([name, text, true]);
      }
      await untouched(...others);
    }
  });
});
