import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { demoPassword } from '../../../src/demo/logins.js';
import type { TestApp } from '../../support/app.js';
import { checkAppearance, sizes } from '../../support/appearance.js';
import { sharedBrowser, signIn, typeDate, visit } from '../../support/browser.js';
import { startDemo } from '../../support/demo.js';

let app: TestApp;
const browser = await sharedBrowser();

beforeAll(async () => {
  app = await startDemo();
});

afterAll(async () => {
  await app?.close();
});

const table = (run: number): string =>
  [
    'Nome;Numero;Email;Cidade',
    `Zilda Importada ${run};55419${70_000_000 + run};zilda@cliente.test;Curitiba`,
    `Zuleica Importada ${run};55419${71_000_000 + run};;`,
    `Zilda repetida;55419${70_000_000 + run};;`,
    'Sem número;123;;',
  ].join('\r\n');

const search = (page: Page, text: string): Promise<void> =>
  page.getByRole('searchbox', { name: 'Pesquisar' }).fill(text);

describe.each(sizes)('contacts, %s', (name, viewport) => {
  const run = viewport.width;
  it('are imported, written to, merged, exported and erased', async () => {
    const faults: string[] = [];
    const { end, page, pageErrors: complaints } = await visit(browser, app.url, { viewport });
    await signIn(page, 'gestor@demo.local', demoPassword, '/contacts');
    await page
      .getByRole('button', { name: /^Iniciar conversa com/ })
      .first()
      .waitFor();
    faults.push(...(await checkAppearance(page, `contacts-${name}-list`)));
    const add = await page.getByRole('link', { name: 'Adicionar' }).boundingBox();
    expect((add?.x ?? viewport.width) + (add?.width ?? 0)).toBeLessThanOrEqual(viewport.width);

    await page.getByRole('button', { name: 'Importar' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Escolher arquivo' }).waitFor();
    faults.push(...(await checkAppearance(page, `contacts-${name}-import`)));
    const file = { name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(table(run)) };
    await page.locator('input[type=file]').setInputFiles(file);
    const email = dialog.getByRole('combobox', { name: 'Email' });
    await email.waitFor();
    expect(await email.inputValue()).toBe('email');
    await dialog.getByText('zilda@cliente.test').waitFor();
    faults.push(...(await checkAppearance(page, `contacts-${name}-import-columns`)));
    const number = dialog.getByRole('combobox', { name: 'Numero' });
    await number.selectOption('skip');
    await dialog.getByText('Escolha a coluna que tem o número.').waitFor();
    await number.selectOption('number');
    await dialog.getByRole('button', { name: 'Importar' }).click();
    await dialog.getByText('Importação concluída').waitFor();
    await dialog.getByText('Linha 5 · Número: Muito curto!').waitFor();
    expect(await dialog.locator('dl').innerText()).toMatch(/Adicionados\s+2\s+Já existiam\s+1\s+Com erro\s+1/);
    faults.push(...(await checkAppearance(page, `contacts-${name}-imported`)));
    await dialog.getByRole('button', { name: 'Fechar' }).click();

    // without a reload of the list
    await search(page, `Importada ${run}`);
    await page.getByText(`Zuleica Importada ${run}`).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exportar' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('contatos.csv');

    await page.getByRole('link', { name: `Editar Zuleica Importada ${run}` }).click();
    await dialog.getByLabel('Não quer receber campanhas').check();
    faults.push(...(await checkAppearance(page, `contacts-${name}-form`)));
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Sem campanhas').waitFor();

    await page.getByRole('button', { name: `Mais ações para Zilda Importada ${run}` }).click();
    await page.getByRole('menuitem', { name: 'Unir a outro contato' }).waitFor();
    faults.push(...(await checkAppearance(page, `contacts-${name}-menu`)));
    await page.getByRole('menuitem', { name: 'Unir a outro contato' }).click();
    await dialog.getByLabel('Outro contato').fill(`Zuleica Importada ${run}`);
    await page.getByRole('option').first().click();
    await dialog.getByText(`Fica Zilda Importada ${run}`).waitFor();
    faults.push(...(await checkAppearance(page, `contacts-${name}-merge`)));
    await dialog.getByRole('button', { name: 'Unir contatos' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(`Zuleica Importada ${run}`, { exact: true }).waitFor({ state: 'detached' });
    // the opt-out of either contact is kept
    await page.getByText('Sem campanhas').waitFor();

    await page.getByRole('button', { name: `Iniciar conversa com Zilda Importada ${run}` }).click();
    await dialog.getByRole('button', { name: 'Iniciar conversa' }).waitFor();
    faults.push(...(await checkAppearance(page, `contacts-${name}-start`)));
    await dialog.getByRole('button', { name: 'Iniciar conversa' }).click();
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/);
    // on a phone the list is there too, hidden
    await page.getByText(`Zilda Importada ${run}`).filter({ visible: true }).first().waitFor();

    await page.goto('/contacts');
    await search(page, `Zilda Importada ${run}`);
    await page.getByRole('button', { name: `Excluir Zilda Importada ${run}` }).click();
    await dialog.getByText(/^Deseja realmente excluir esta informação\? As conversas encerradas/).waitFor();
    faults.push(...(await checkAppearance(page, `contacts-${name}-delete`)));
    await dialog.getByRole('button', { name: 'Excluir' }).click();
    await page.getByText('Este contato tem uma conversa aberta ou em espera.').waitFor();

    await page.getByRole('button', { name: `Mais ações para Zilda Importada ${run}` }).click();
    await page.getByRole('menuitem', { name: 'Apagar dados pessoais' }).click();
    await dialog.getByLabel('Número do contato').fill('999');
    await dialog.getByRole('button', { name: 'Apagar para sempre' }).click();
    await dialog.getByText('O número não é o deste contato').waitFor();
    faults.push(...(await checkAppearance(page, `contacts-${name}-erase`)));
    await dialog.getByLabel('Número do contato').fill(`55419${70_000_000 + run}`);
    await dialog.getByRole('button', { name: 'Apagar para sempre' }).click();
    await page.getByText('Nada encontrado').waitFor();
    expect(faults).toEqual([]);
    // the browser logs both refusals: of the deletion and of the wrong number
    expect(complaints.filter((complaint) => !/409 \(Conflict\)|400 \(Bad Request\)/.test(complaint))).toEqual([]);
    await end();
  });
});

it('attendants filter the list by days, and have no import and export', async () => {
  const { end, page, pageErrors: complaints } = await visit(browser, app.url);
  await app.database.query(
    "update contacts set created_at = '2021-03-05T15:00:00Z' where id = (select min(id) from contacts)",
  );
  const [oldest] = await app.database.query<{ name: string }>(
    'select name from contacts where id = (select min(id) from contacts)',
  );
  await signIn(page, 'atendente@demo.local', demoPassword, '/contacts');
  await page
    .getByRole('button', { name: /^Iniciar conversa com/ })
    .nth(3)
    .waitFor();
  await typeDate(page, 'Criado até', '05/03/2021');
  await page.getByText('1 registro', { exact: true }).waitFor();
  await page.getByText(oldest?.name ?? 'ninguém', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Importar' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: /^(Excluir|Mais ações)/ }).count()).toBe(0);
  await typeDate(page, 'Criado até', '04/03/2021');
  await page.getByText('Nada encontrado').waitFor();
  expect(complaints).toEqual([]);
  await end();
});

it.each(sizes)(
  'an unknown name is added as a contact when a conversation is started, %s',
  async (name, viewport) => {
    const number = `55419${72_000_000 + viewport.width}`;
    const person = `Quitéria ${name}`;
    const { end, page, pageErrors: complaints } = await visit(browser, app.url, { viewport });
    await signIn(page, 'gestor@demo.local', demoPassword, '/tickets');
    await page.getByRole('button', { name: 'Nova conversa' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Nova conversa' });
    const contact = dialog.getByRole('combobox', { name: 'Contato' });
    await contact.fill('Maria');
    await page.getByRole('option', { name: /Maria/ }).first().waitFor();
    expect(await page.getByRole('option', { name: /Adicionar contato/ }).count()).toBe(0);
    await contact.fill(person);
    await page.getByRole('option', { name: `Adicionar contato “${person}”` }).click();
    const form = page.getByRole('dialog', { name: /contato/i });
    await form.getByLabel('Nome').first().waitFor();
    expect(await form.getByLabel('Nome').first().inputValue()).toBe(person);
    await form.getByRole('button', { name: 'Cancelar' }).click();
    await contact.fill(`${person} `);
    const add = page.getByRole('option', { name: `Adicionar contato “${person}”` });
    await add.waitFor();
    const faults = await checkAppearance(page, `new-ticket-${name}-unknown`);
    await contact.press('ArrowDown');
    await contact.press('Enter');
    await form.getByLabel('Número').first().fill(number);
    await form.getByRole('button', { name: 'Salvar' }).click();
    await form.waitFor({ state: 'detached' });
    expect(await contact.inputValue()).toBe(person);
    expect(await dialog.isVisible()).toBe(true);
    faults.push(...(await checkAppearance(page, `new-ticket-${name}-added`)));
    expect(faults).toEqual([]);
    await dialog.getByRole('button', { name: 'Iniciar conversa' }).click();
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
    await page.getByRole('heading', { name: person }).first().waitFor();
    expect(complaints).toEqual([]);
    await end();
  },
  90_000,
);
