import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sharedApp } from '../../support/app.js';
import { checkAppearance } from '../../support/appearance.js';
import { seriousViolations } from '../../support/axe.js';
import { phone, screenshot, sharedBrowser, signIn, until, visit, wide } from '../../support/browser.js';
import { bodyOf, type Client } from '../../support/client.js';
import { password, type TicketRow, type World, world } from '../../support/world.js';

const app = await sharedApp();
const browser = await sharedBrowser();
let w: World;

beforeEach(async () => {
  w = await world(app);
});

async function heldBy(person: Client, name: string): Promise<TicketRow> {
  const { id } = await w.customer(name).says(`Oi, aqui é ${name}`);
  return bodyOf(await person.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
}

const field = (page: Page) => page.getByRole('combobox', { name: 'Página, contato ou ação' });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });
/** The cursor is in the composer. */
const writingHere =
  "document.activeElement?.closest('main footer') !== null && document.activeElement?.tagName === 'TEXTAREA'";
const composer = (page: Page) => page.getByRole('textbox', { name: 'Mensagem', exact: true });

describe('the palette', () => {
  it('opens pages and conversations and runs available actions', async () => {
    const ticket = await heldBy(w.attendant, 'Mônica Prado');
    const { page, end, pageErrors: complaints } = await visit(browser, app.url);
    await signIn(page, w.attendant.me.email, password);
    await page.getByRole('link', { name: 'Mônica Prado' }).waitFor();
    await page.keyboard.press('Control+k');
    await field(page).fill('etiq');
    await page.getByText('Nada encontrado').waitFor();
    await field(page).fill('tag');
    await option(page, /^Tags/).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/tags$/);

    // also in a field, by name without accents
    await page.getByPlaceholder('Pesquisar').focus();
    await page.keyboard.press('Control+k');
    await field(page).fill('monica');
    const found = page.getByRole('group', { name: 'Conversas' }).getByRole('option', { name: /Mônica Prado/ });
    await found.waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await screenshot(page, 'shell-palette');
    await found.click();
    await page.waitForURL(new RegExp(ticket.uuid));
    await composer(page).waitFor();

    await page.getByRole('button', { name: 'Buscar páginas, conversas e ações' }).click();
    // actions of the open conversation come first
    const groups = page.getByRole('listbox', { name: 'Resultados' }).getByRole('group');
    expect(await groups.first().getAttribute('aria-label')).toBe('Nesta conversa');
    await groups
      .first()
      .getByRole('option', { name: /^Resolver/ })
      .waitFor();
    await field(page).fill('resol');
    await option(page, /^Resolver/).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/tickets$/);
    await page.getByRole('tab', { name: /^Resolvidos/ }).click();
    await page.getByRole('link', { name: 'Mônica Prado' }).waitFor();
    expect(complaints).toEqual([]);
    await end();
  });

  it('finds contacts by name and number, and starts the conversation', async () => {
    const { page, end, pageErrors: complaints } = await visit(browser, app.url);
    await signIn(page, w.attendant.me.email, password, '/tags');
    await page.getByPlaceholder('Pesquisar').waitFor();
    await page.keyboard.press('Control+k');
    await field(page).fill(w.contact.number.slice(-6));
    const contacts = page.getByRole('group', { name: 'Contatos' });
    await contacts.getByRole('option', { name: w.contact.name }).waitFor();
    expect(await checkAppearance(page, 'shell-palette-contacts')).toEqual([]);
    await field(page).fill(w.contact.name);
    await contacts.getByRole('option', { name: w.contact.name }).click();
    const dialog = page.getByRole('dialog', { name: 'Nova conversa' });
    expect(await dialog.getByRole('combobox', { name: 'Contato' }).inputValue()).toBe(w.contact.name);
    await dialog.getByRole('button', { name: 'Iniciar' }).click();
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
    await composer(page).waitFor();
    expect(complaints).toEqual([]);
    await end();
  });

  it('has the tabs of the list, the break, help and tags; keys choose tabs, and the first Tab leads into the list', async () => {
    const person = await w.member({ name: 'Olga Reis' });
    await heldBy(person, 'Úrsula Melo');
    const { page, end, pageErrors: complaints } = await visit(browser, app.url);
    await signIn(page, person.me.email, password);
    const row = page.getByRole('link', { name: 'Úrsula Melo' });
    await row.waitFor();
    await until(page, "document.activeElement?.matches('[data-list]')");
    await page.keyboard.press('Tab');
    await until(page, "document.activeElement?.textContent === 'Úrsula Melo'");
    const chosen = (name: RegExp) => page.getByRole('tab', { name, selected: true }).waitFor();
    for (const [key, name] of [
      ['2', /^Pendentes/],
      ['3', /^Resolvidos/],
      ['1', /^Abertos/],
    ] as const) {
      await page.keyboard.press(key);
      await chosen(name);
    }
    const perform = async (typed: string, name: RegExp) => {
      await page.keyboard.press('Control+k');
      await field(page).fill(typed);
      await option(page, name).waitFor();
      await page.keyboard.press('Enter');
      await field(page).waitFor({ state: 'detached' });
    };
    await row.click();
    await composer(page).waitFor();
    await perform('adicionar tag', /^Adicionar tag/);
    await page.getByRole('combobox', { name: /tag/i }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Contatos' }).click();
    await page.waitForURL(/\/contacts$/);
    await perform('pendentes', /^Pendentes/);
    await page.waitForURL(/\/tickets\?tab=pending$/);
    await chosen(/^Pendentes/);
    await perform('pausa', /^Entrar em pausa/);
    await page.getByRole('button', { name: /Encerrar a pausa$/ }).waitFor();
    await perform('pausa', /^Encerrar a pausa/);
    await page.getByRole('button', { name: /Encerrar a pausa$/ }).waitFor({ state: 'detached' });
    await perform('ajuda sobre', /^Ajuda sobre esta tela/);
    await page.getByRole('dialog').waitFor();
    expect(complaints).toEqual([]);
    await end();
  });

  it('moves by arrows, closes by Escape and its shortcut, and lists only pages of the menu', async () => {
    const { page, end } = await visit(browser, app.url, { scheme: 'dark' });
    await signIn(page, w.attendant.me.email, password);
    await page.getByText('Nenhuma conversa aberta').waitFor();
    await page.keyboard.press('Control+k');
    await option(page, /^Contatos/).waitFor();
    expect(await option(page, /^(Usuários|Conexões|Planos)/).count()).toBe(0);
    const first = await page.getByRole('option', { selected: true }).textContent();
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('option', { selected: true }).textContent()).not.toBe(first);
    await page.keyboard.press('ArrowUp');
    expect(await page.getByRole('option', { selected: true }).textContent()).toBe(first);
    await screenshot(page, 'shell-palette-dark');
    await page.keyboard.press('Control+k');
    await field(page).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    await page.keyboard.press('Escape');
    await field(page).waitFor({ state: 'detached' });
    await end();
  });
});

describe('shortcuts', () => {
  it('are all listed on their sheet, and those of a single key can be switched off', async () => {
    const { page, end } = await visit(browser, app.url);
    await signIn(page, w.attendant.me.email, password);
    await page.getByRole('tab', { name: /^Abertos/ }).waitFor();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Atalhos de teclado' });
    for (const text of [
      'Aceitar',
      'Resolver',
      'Transferir',
      'Reabrir',
      'Devolver para pendentes',
      'Próxima conversa da lista',
    ])
      await sheet.getByText(text, { exact: true }).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await screenshot(page, 'shell-sheet');
    await sheet.getByRole('switch', { name: 'Atalhos de uma tecla' }).click();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.keyboard.press('n');
    await page.keyboard.press('?');
    await page.waitForTimeout(300);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Control+k');
    await option(page, /^Nova conversa/).click();
    await page.getByRole('dialog', { name: 'Nova conversa' }).waitFor();
    await end();
  });

  it('handle a conversation: select, open, write, leave, transfer, resolve, undo, reopen', async () => {
    for (const name of ['Primeira', 'Segunda', 'Terceira']) await heldBy(w.attendant, name);
    const { page, end, pageErrors: complaints } = await visit(browser, app.url);
    await signIn(page, w.attendant.me.email, password);
    await page.getByRole('link', { name: 'Terceira' }).waitFor();
    const focused = (name: string) => until(page, `document.activeElement?.textContent === ${JSON.stringify(name)}`);
    const writing = () => until(page, writingHere);
    const where = () => new URL(page.url()).pathname;
    await page.keyboard.press('j');
    await focused('Terceira');
    await page.keyboard.press('j');
    await focused('Segunda');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await focused('Primeira');
    await page.keyboard.press('k');
    await focused('Segunda');
    // moving the cursor marks nothing as read
    expect(where()).toBe('/tickets');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/);
    const opened = where();

    // opening it focuses the composer, where letters are no shortcuts
    await writing();
    await page.keyboard.type('jeatou');
    expect(await composer(page).inputValue()).toBe('jeatou');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Escape');
    await focused('Segunda');
    for (const letter of 'aeotu') await page.keyboard.press(letter);
    expect(where()).toBe(opened);
    await page.getByRole('button', { name: 'Resolver' }).waitFor();
    await page.keyboard.press('r');
    await writing();
    await page.keyboard.press('Alt+t');
    const transfer = page.getByRole('dialog', { name: 'Transferir conversa' });
    await transfer.waitFor();
    await until(page, "document.activeElement?.getAttribute('role') === 'combobox'");
    await page.keyboard.press('Escape');
    await transfer.waitFor({ state: 'detached' });
    await writing();
    expect(where()).toBe(opened);

    await page.keyboard.press('Alt+e');
    await page.waitForURL(/\/tickets$/);
    await page.getByText('Conversa resolvida.').waitFor();
    await focused('Primeira');
    await screenshot(page, 'shell-undo');
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await page.waitForURL(new RegExp(`${opened}$`));
    await page.getByText('A conversa voltou a como estava.').waitFor();
    await writing();
    // the cursor is where it was
    await page.keyboard.type('!');
    expect(await composer(page).inputValue()).toBe('jeato!u');

    await page.keyboard.press('Alt+e');
    await until(page, "document.activeElement?.matches('main [data-row-focus]')");
    await page.getByRole('tab', { name: /^Resolvidos/ }).click();
    await page.getByRole('link', { name: 'Segunda' }).click();
    await page.getByRole('button', { name: 'Reabrir' }).waitFor();
    await page.keyboard.press('Alt+o');
    await page.getByRole('button', { name: 'Resolver' }).waitFor();
    await writing();
    await page.keyboard.press('Alt+p');
    await page.waitForURL(/\/tickets\?tab=closed$/);
    await page.getByText('Conversa devolvida para pendentes.').waitFor();
    await page.getByRole('tab', { name: /^Pendentes\s*: 1/ }).waitFor();
    expect(await page.evaluate('document.activeElement === document.body')).toBe(false);
    expect(complaints).toEqual([]);
    await end();
  });

  it('accept a pending conversation, by row and opened; the greeting waits for the undo', async () => {
    bodyOf(await w.admin.put('/settings/sendGreetingAccepted', { value: 'enabled' }));
    const customer = w.customer('Quem espera');
    const { id } = await customer.says('Oi');
    const { page, end } = await visit(browser, app.url);
    await signIn(page, w.attendant.me.email, password);
    await page.getByRole('tab', { name: /^Pendentes\s*: 1/ }).click();
    await page.getByText('Quem espera').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/);
    await until(page, writingHere);
    await page.getByRole('button', { name: 'Desfazer' }).waitFor();
    await page.keyboard.press('Alt+z');
    await page.waitForURL(/\/tickets\?tab=pending$/);
    await until(page, "document.activeElement?.getAttribute('aria-label') === 'Aceitar a conversa com Quem espera'");
    expect(bodyOf(await w.admin.get<TicketRow>(`/tickets/${id}`))).toMatchObject({ status: 'pending', userId: null });
    expect((await customer.sees()).map(({ body }) => body)).toEqual(['Oi']);

    const { uuid } = await w.customer('Quem mais').says('Oi');
    await page.goto(`/tickets/${uuid}`);
    await page.getByRole('button', { name: 'Aceitar', exact: true }).waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('Alt+a');
    await page.getByRole('button', { name: 'Resolver' }).waitFor();
    await until(page, writingHere);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/tickets$/);
    await until(page, "document.activeElement?.textContent === 'Quem mais'");
    await end();
  });
});

it('a dialog focuses its first field and restores the focus', async () => {
  const { page, end } = await visit(browser, app.url);
  await signIn(page, w.admin.me.email, password, '/tags');
  for (const [open, dialog] of [
    [page.getByRole('link', { name: 'Adicionar' }), page.getByRole('dialog')],
    [page.getByRole('link', { name: `Editar ${w.tag.name}` }), page.getByRole('dialog')],
  ] as const) {
    await open.focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await until(page, "document.activeElement?.getAttribute('name') === 'name'");
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await until(page, "document.activeElement?.matches('main a')");
  }
  await end();
});

describe('the profile', () => {
  it('changes name, e-mail, password and language, with validation messages', async () => {
    const person = await w.member({ name: 'Ana Prado' });
    const { page, end, pageErrors: complaints } = await visit(browser, app.url);
    await signIn(page, person.me.email, password);
    await page.getByRole('button', { name: 'Conta de Ana Prado' }).click();
    await page.getByRole('button', { name: 'Meu perfil' }).click();
    const dialog = page.getByRole('region', { name: 'Conta', exact: true });
    const save = dialog.getByRole('button', { name: 'Salvar' });
    await dialog.getByLabel('Nome').fill('A');
    await dialog.getByLabel('E-mail').fill('sem-arroba');
    await dialog.getByLabel('Nova senha').fill('abc');
    await save.click();
    await dialog.getByText('E-mail inválido!').waitFor();
    expect(await dialog.getByText('Muito curto!').count()).toBe(1);
    await dialog.getByText('Use pelo menos 5 caracteres').waitFor();
    await dialog.getByText('Informe a senha atual').waitFor();
    expect(await seriousViolations(page)).toEqual([]);

    const email = `ana-${person.id}@empresa.test`;
    await dialog.getByLabel('Nome').fill('Ana Prado Lima');
    await dialog.getByLabel('E-mail').fill(email);
    await dialog.getByLabel('Nova senha').fill('senha-nova-1');
    await dialog.getByLabel('Senha atual').fill('palpite');
    await save.click();
    await dialog.getByText('Senha atual incorreta').waitFor();
    await dialog.getByLabel('Senha atual').fill(password);
    await dialog.getByRole('combobox', { name: 'Idioma' }).click();
    await page.getByRole('option', { name: 'Inglês' }).click();
    await save.click();
    await page.getByRole('button', { name: 'Account of Ana Prado Lima' }).waitFor();
    await page.getByText('Ana Prado Lima').first().waitFor();
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
    await end();

    const again = await visit(browser, app.url);
    await signIn(again.page, email, 'senha-nova-1');
    // the account's language, in a browser without a stored one
    await again.page.getByRole('button', { name: 'Account of Ana Prado Lima' }).waitFor();
    await again.end();
  });

  it('fits a phone', async () => {
    const { page, end } = await visit(browser, app.url, { viewport: phone, scheme: 'dark' });
    await signIn(page, w.attendant.me.email, password);
    await page.getByRole('button', { name: /^Conta de/ }).click();
    await page.getByRole('button', { name: 'Meu perfil' }).waitFor();
    await page.waitForTimeout(400);
    await screenshot(page, 'shell-account-phone-dark');
    await page.getByRole('button', { name: 'Meu perfil' }).click();
    await page.getByLabel('Nova senha').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    await end();
  });
});

describe('the first-run guide', () => {
  it('leads a manager to the test phone or a connection, and ends with the first conversation', async () => {
    const { page, end, pageErrors: complaints } = await visit(browser, app.url);
    await signIn(page, w.admin.me.email, password);
    await page.getByText('Tudo pronto para a primeira conversa').waitFor();
    await screenshot(page, 'shell-welcome');
    await page.getByRole('link', { name: 'Conectar um número' }).click();
    await page.waitForURL(/\/connections\/create$/);
    await page.goto('/tickets');
    await page.getByRole('link', { name: 'Abra o telefone de testes' }).click();
    await page.waitForURL(/\/sandbox$/);
    await page.getByRole('button', { name: 'Novo cliente' }).first().click();
    await page.getByLabel('Nome').fill('Primeiro Cliente');
    await page.getByRole('button', { name: 'Criar cliente' }).click();
    const written = page.getByRole('textbox', { name: 'Mensagem do cliente' });
    await written.fill('Oi!');
    await written.press('Enter');
    await page.getByRole('button', { name: /Notificações: 1/ }).waitFor();
    await page.goto('/tickets');
    await page.getByText('Escolha uma conversa').waitFor();
    expect(complaints).toEqual([]);
    await end();
  });

  it('creates the test phone with one click, on a phone from the empty list', async () => {
    bodyOf(await w.admin.delete(`/whatsapp/${w.connection.id}`));
    const { page, end, pageErrors: complaints } = await visit(browser, app.url, { viewport: phone });
    await signIn(page, w.admin.me.email, password);
    const way = page.getByRole('link', { name: 'Abra o telefone de testes' });
    await way.waitFor();
    await screenshot(page, 'shell-welcome-phone');
    await way.click();
    const create = page.getByRole('button', { name: 'Criar telefone de testes' });
    await create.waitFor();
    const faults = await checkAppearance(page, 'sandbox-none-phone');
    await page.setViewportSize(wide);
    faults.push(...(await checkAppearance(page, 'sandbox-none-wide')));
    expect(faults).toEqual([]);
    const box = await create.boundingBox();
    // centred in the space beside bar and menu
    expect(Math.abs((box?.y ?? 0) - wide.height / 2)).toBeLessThan(120);
    await create.click();
    await page.getByRole('region', { name: 'Telefone de testes' }).waitFor();
    await page.getByRole('button', { name: 'Novo cliente' }).first().waitFor();
    await screenshot(page, 'sandbox-made');
    await page.goto('/connections');
    await page.getByRole('main').getByText('Telefone de testes').first().waitFor();
    expect(complaints).toEqual([]);
    await end();
  });

  it('does not come back after the first conversation is resolved', async () => {
    const { id } = await heldBy(w.attendant, 'Cliente');
    bodyOf(await w.attendant.put(`/tickets/${id}`, { status: 'closed' }));
    const { page, end } = await visit(browser, app.url);
    await signIn(page, w.admin.me.email, password);
    await page.getByText('Nenhuma conversa aberta').waitFor();
    await page.waitForTimeout(500);
    expect(await page.getByText('Tudo pronto para a primeira conversa').count()).toBe(0);
    await page.getByText('Escolha uma conversa').waitFor();
    await end();
  });
});
