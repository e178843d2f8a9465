import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { KanbanBoard } from '../../../src/modules/conversations/kanban/board/kanban.service.js';
import { sharedApp } from '../../support/app.js';
import { checkAppearance } from '../../support/appearance.js';
import { phone, sharedBrowser, sidewaysScroll, signIn, until, type Visit, visit, wide } from '../../support/browser.js';
import { bodyOf, type Client } from '../../support/client.js';
import { type Named, password, type TicketRow, world } from '../../support/world.js';

const app = await sharedApp();
const browser = await sharedBrowser();
const w = await world(app);
let ana: Client;
let bia: Client;
let mine: Visit;
let hers: Visit;
const cards = new Map<string, TicketRow>();

const lane = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const card = (page: Page, name: string): Locator => page.getByRole('main').getByRole('group', { name, exact: true });
/** The names of the cards of a lane, from the top. */
const namesIn = async (page: Page, name: string): Promise<string[]> => {
  const shown = await lane(page, name).locator('[data-card]').all();
  const boxes = await Promise.all(shown.map(async (each) => ({ at: (await each.boundingBox())?.y ?? 0, each })));
  const ordered = boxes.toSorted((a, b) => a.at - b.at);
  return Promise.all(ordered.map(async ({ each }) => (await each.getAttribute('aria-label')) ?? ''));
};
async function shows(page: Page, name: string, names: readonly string[]): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end; await page.waitForTimeout(100))
    if (JSON.stringify(await namesIn(page, name)) === JSON.stringify(names)) return;
  expect(await namesIn(page, name)).toEqual(names);
}
const moved = (page: Page): Promise<void> => page.getByText('Card movido com sucesso!').first().waitFor();

beforeAll(async () => {
  ana = await w.member({ profile: 'supervisor', name: 'Ana Duarte' });
  bia = await w.member({ profile: 'admin', name: 'Bia Campos' });
  [mine, hers] = [await visit(browser, app.url), await visit(browser, app.url)];
});
afterAll(() => expect([...mine.pageErrors, ...hers.pageErrors].filter((text) => !text.includes('500'))).toEqual([]));

describe('a board', () => {
  it('without lanes says what to do', async () => {
    await signIn(mine.page, ana.me.email, password, '/kanban');
    await mine.page.getByText('Nenhuma coluna ainda').waitFor();
    expect(await mine.page.getByRole('link', { name: 'Criar tag' }).getAttribute('href')).toContain('/tags');
    expect(await checkAppearance(mine.page, 'kanban-empty')).toEqual([]);
  });

  it('has lanes and cards, in the menu of a plan that has it', async () => {
    for (const name of ['Novo contato', 'Proposta enviada', 'Fechado'])
      bodyOf(await w.supervisor.post<Named>('/tags', { name, color: '#0e7490', kanban: 1 }), 201);
    for (const name of ['Marina Costa', 'Renato Dias', 'Caio Prado', 'Duda Reis'])
      cards.set(name, await w.customer(name).says(`Oi, aqui é ${name}. Quanto custa a proposta?`));
    bodyOf(await w.admin.post('/tags/sync', { ticketId: cards.get('Marina Costa')?.id, tags: [w.tag.id] }));
    await signIn(hers.page, bia.me.email, password, '/kanban');
    await hers.page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Kanban' }).waitFor();
    for (const { page } of [mine, hers])
      await shows(page, 'Em aberto', ['Duda Reis', 'Caio Prado', 'Renato Dias', 'Marina Costa']);
    await card(hers.page, 'Marina Costa').getByRole('img', { name: w.tag.name }).waitFor();
    expect(await checkAppearance(hers.page, 'kanban')).toEqual([]);
  });
});

describe('two people on one board', () => {
  it('one drags a card with the pointer, the other sees it', async () => {
    const { page } = mine;
    const from = await card(page, 'Duda Reis').boundingBox();
    const to = await lane(page, 'Proposta enviada').boundingBox();
    if (!from || !to) throw new Error('nothing to drag');
    await page.mouse.move(from.x + 120, from.y + 60);
    await page.mouse.down();
    await page.mouse.move(from.x + 140, from.y + 70, { steps: 4 });
    await page.mouse.move(to.x + 140, to.y + 110, { steps: 12 });
    expect(await checkAppearance(page, 'kanban-drag')).toEqual([]);
    await page.mouse.up();
    await moved(page);
    for (const each of [mine, hers]) {
      await shows(each.page, 'Proposta enviada', ['Duda Reis']);
      await lane(each.page, 'Proposta enviada').getByRole('img', { name: '1 conversa', exact: true }).waitFor();
      await lane(each.page, 'Em aberto').getByRole('img', { name: '3 conversas' }).waitFor();
    }
    // dragging opens nothing
    expect(page.url()).not.toContain('ticket=');
  });

  it('by the keyboard, spoken, with the focus on the card', async () => {
    const { page } = hers;
    await card(page, 'Caio Prado').focus();
    await page.keyboard.press('Space');
    await page.getByText('Caio Prado: na mão.').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowDown');
    await page.getByText('Caio Prado: lugar 2 em Em aberto.').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowRight');
    await page.getByText(/Caio Prado: em Novo contato, lugar 1/).waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await moved(page);
    for (const each of [mine, hers]) await shows(each.page, 'Novo contato', ['Caio Prado']);
    await until(page, `document.activeElement?.getAttribute('aria-label') === 'Caio Prado'`);
    // Esc returns it
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await page.getByText('Caio Prado: voltou ao seu lugar.').waitFor({ state: 'attached' });
    await shows(page, 'Novo contato', ['Caio Prado']);
  });

  it('by the menu of the card, also within its lane', async () => {
    const { page } = mine;
    const choose = async (name: string, item: string) => {
      await page.getByRole('button', { name: `Opções da conversa com ${name}` }).click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    };
    await choose('Renato Dias', 'Novo contato');
    await moved(page);
    for (const each of [mine, hers]) await shows(each.page, 'Novo contato', ['Renato Dias', 'Caio Prado']);
    await until(page, `document.activeElement?.getAttribute('aria-label') === 'Renato Dias'`);
    await choose('Renato Dias', 'Mover para baixo');
    for (const each of [mine, hers]) await shows(each.page, 'Novo contato', ['Caio Prado', 'Renato Dias']);
    // it is the last one now
    await page.getByRole('button', { name: 'Opções da conversa com Renato Dias' }).click();
    await page.getByRole('menuitem', { name: 'Mover para baixo', disabled: true }).waitFor();
    await page.getByRole('menuitem', { name: 'Mover para cima', disabled: false }).waitFor();
    await page.keyboard.press('Escape');
    // after a reload as well
    await hers.page.reload();
    await shows(hers.page, 'Novo contato', ['Caio Prado', 'Renato Dias']);
  });

  it('a move that fails is taken back, with a word', async () => {
    const { page } = mine;
    await page.route('**/ticket/kanban/*', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.getByRole('button', { name: 'Opções da conversa com Renato Dias' }).click();
    await page.getByRole('menuitem', { name: 'Fechado', exact: true }).click();
    await page.getByText('Falha ao mover o card!').waitFor();
    await page.unroute('**/ticket/kanban/*');
    await shows(page, 'Novo contato', ['Caio Prado', 'Renato Dias']);
    await shows(page, 'Fechado', []);
  });

  it('order the lanes', async () => {
    const { page } = mine;
    await page.getByRole('button', { name: 'Opções da coluna Fechado' }).click();
    await page.getByRole('menuitem', { name: 'Mover para a esquerda' }).click();
    for (const each of [mine, hers])
      await until(
        each.page,
        `[...document.querySelectorAll('[data-lane] h2')].map((h) => h.textContent).join() === 'Em aberto,Novo contato,Fechado,Proposta enviada'`,
      );
  });
});

describe('a conversation', () => {
  it('opens beside the board, is answered there, and on its page', async () => {
    const { page } = hers;
    await card(page, 'Marina Costa').getByText('Quanto custa').click();
    const panel = page.getByRole('complementary', { name: 'Conversa', exact: true });
    await panel.getByRole('button', { name: 'Aceitar' }).click();
    // until it is accepted, Enter sends nothing
    await panel.getByRole('button', { name: 'Resolver' }).waitFor();
    await panel.getByLabel('Mensagem', { exact: true }).fill('Já envio a proposta.');
    await panel.getByLabel('Mensagem', { exact: true }).press('Enter');
    await card(mine.page, 'Marina Costa').getByText('Já envio a proposta.').waitFor();
    await card(mine.page, 'Marina Costa').getByRole('img', { name: 'Com Bia Campos' }).waitFor();
    expect(await checkAppearance(page, 'kanban-conversation')).toEqual([]);
    // resolved, it leaves the board
    await panel.getByRole('button', { name: 'Resolver' }).click();
    await panel.waitFor({ state: 'detached' });
    await card(mine.page, 'Marina Costa').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await card(page, 'Duda Reis').getByText('Quanto custa').click();
    await panel.getByRole('link', { name: 'Abrir atendimento' }).click();
    await page.waitForURL(`**/tickets/${cards.get('Duda Reis')?.uuid}`);
    await page.goBack();
    await panel.getByRole('button', { name: 'Fechar a conversa' }).click();
    await until(page, `document.activeElement?.getAttribute('aria-label') === 'Duda Reis'`);
  });
});

it('filters are in the address', async () => {
  const { page } = mine;
  await page.getByRole('textbox', { name: 'Pesquisar no quadro' }).fill('Renato');
  await page.waitForURL(/searchParam=Renato/);
  await card(page, 'Caio Prado').waitFor({ state: 'detached' });
  await card(page, 'Renato Dias').waitFor();
  await page.getByRole('textbox', { name: 'Pesquisar no quadro' }).fill('');
  await card(page, 'Caio Prado').waitFor();
});

it('on a phone shows one lane at a time', async () => {
  const { page } = mine;
  await page.setViewportSize(phone);
  await page.getByRole('tab', { name: /Novo contato/ }).click();
  await shows(page, 'Novo contato', ['Caio Prado', 'Renato Dias']);
  expect(await checkAppearance(page, 'kanban-phone')).toEqual([]);
  await card(page, 'Caio Prado').getByText('Quanto custa').click();
  await page.getByRole('complementary', { name: 'Conversa', exact: true }).getByRole('log').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await page.getByRole('button', { name: 'Fechar a conversa' }).click();
  await page.setViewportSize(wide);
});

it('the back gesture of a phone closes what is above the board, one after the other', async () => {
  const { page } = hers;
  await page.goto(`${app.url}/contacts`);
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Kanban' }).click();
  await page.waitForURL(/\/kanban$/);
  await page.setViewportSize(phone);
  await page.getByRole('tab', { name: /Novo contato/ }).click();
  const panel = page.getByRole('complementary', { name: 'Conversa', exact: true });
  const contact = page.getByRole('complementary', { name: 'Dados do contato' });
  await card(page, 'Caio Prado').getByText('Quanto custa').click();
  await panel.getByTitle('Dados do contato', { exact: true }).click();
  await contact.waitFor();
  await page.goBack();
  await contact.waitFor({ state: 'detached' });
  await panel.getByRole('log').waitFor();
  await page.goBack();
  await panel.waitFor({ state: 'detached' });
  // closed by itself it leaves nothing behind
  await card(page, 'Caio Prado').getByText('Quanto custa').click();
  await panel.getByRole('button', { name: 'Fechar a conversa' }).click();
  await panel.waitFor({ state: 'detached' });
  await page.waitForURL(/\/kanban$/);
  await page.goBack();
  await page.waitForURL(/\/contacts/);
  await page.setViewportSize(wide);
});

it('events and a reload show the same board', async () => {
  const { tickets } = bodyOf(await w.admin.get<KanbanBoard>('/ticket/kanban?showAll=true'));
  const names = (
    await Promise.all(
      ['Em aberto', 'Novo contato', 'Fechado', 'Proposta enviada'].map((each) => namesIn(mine.page, each)),
    )
  ).flat();
  expect(names.toSorted()).toEqual(tickets.map(({ contact }) => contact.name).toSorted());
  const before = names.join();
  await mine.page.reload();
  await card(mine.page, 'Caio Prado').waitFor();
  const after = (
    await Promise.all(
      ['Em aberto', 'Novo contato', 'Fechado', 'Proposta enviada'].map((each) => namesIn(mine.page, each)),
    )
  ).flat();
  expect(after.join()).toBe(before);
});

describe('a long lane', () => {
  const toEnd = (page: Page): Promise<void> =>
    page.locator('[data-board]').evaluate((element) => {
      element.scrollTop = element.scrollHeight;
    });
  async function scrollTo(page: Page, name: string): Promise<void> {
    for (const end = Date.now() + 60_000; (await card(page, name).count()) === 0 && Date.now() < end; ) {
      await toEnd(page);
      await page.waitForTimeout(50);
    }
    await card(page, name).waitFor();
  }

  it('shows nothing of what left it while the connection was lost, and is loaded again by the clock', async () => {
    const long = await world(app);
    await app.database.query(
      `with people as (insert into contacts (company_id, uuid, name, number)
         select $1, gen_random_uuid(), 'Pessoa ' || n, '5511' || (920000000 + n) from generate_series(1, 130) n returning id, name)
       insert into tickets (company_id, uuid, code, status, queue_id, connection_id, contact_id, channel, kanban_position)
       select $1, gen_random_uuid(), 3000 + split_part(name, ' ', 2)::int, 'pending', $2, $3, id, 'sandbox', split_part(name, ' ', 2)::int from people`,
      [long.companyId, long.sales.id, long.connection.id],
    );
    const [last] = await app.database.query<{ id: number }>(
      `select t.id::int as id from tickets t join contacts c on c.id = t.contact_id where c.company_id = $1 and c.name = 'Pessoa 2'`,
      [long.companyId],
    );
    const person = await long.member({ profile: 'admin' });
    const { page, context, end } = await visit(browser, app.url, { own: true });
    await page.clock.install();
    let loads = 0;
    page.on('request', (request) => {
      if (/\/ticket\/kanban\?(?!.*cursor)/.test(request.url())) loads += 1;
    });
    await signIn(page, person.me.email, password, '/kanban?showAll=true');
    await scrollTo(page, 'Pessoa 1');
    const [before] = [loads];
    // §9: every 10 s, but not within 30 s of the last load
    await page.clock.fastForward(10_000);
    await page.clock.fastForward(10_000);
    expect(loads).toBe(before);
    await page.clock.fastForward(10_500);
    for (let wait = 0; loads === before && wait < 100; wait += 1) await page.waitForTimeout(50);
    expect(loads).toBe(before + 1);
    // further pages stay
    await card(page, 'Pessoa 1').waitFor();
    await context.setOffline(true);
    bodyOf(await long.admin.put(`/tickets/${last?.id}`, { status: 'closed' }));
    await app.settled();
    const reload = page.waitForResponse((response) => /\/ticket\/kanban\?(?!.*cursor)/.test(response.url()));
    await context.setOffline(false);
    await reload;
    await lane(page, 'Em aberto').getByRole('img', { name: '129 conversas' }).waitFor();
    await scrollTo(page, 'Pessoa 1');
    await card(page, 'Pessoa 3').waitFor();
    expect(await card(page, 'Pessoa 2').count()).toBe(0);
    await end();
  });
});

it('a plan without the board refuses the page', async () => {
  const without = await world(app, { plan: { useKanban: false } });
  const person = await without.member({ profile: 'admin' });
  const { page } = await visit(browser, app.url);
  await signIn(page, person.me.email, password, '/kanban');
  await page
    .getByText('Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.')
    .waitFor();
  await page.waitForURL(({ pathname }) => pathname !== '/kanban');
  expect(await page.getByRole('link', { name: 'Kanban' }).count()).toBe(0);
});
