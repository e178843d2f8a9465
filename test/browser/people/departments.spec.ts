import type { Page } from 'playwright-core';
import { sharedApp } from '../../support/app.js';
import { checkAppearance, sizes } from '../../support/appearance.js';
import { phone, sharedBrowser, signIn, visit, wide } from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { password, world } from '../../support/world.js';

const app = await sharedApp();
const browser = await sharedBrowser();
/** The browser logs what the server refuses. */
const unexpected = (complaints: readonly string[]): string[] =>
  complaints.filter((complaint) => !/status of (400|409)/.test(complaint));

async function checkSizes(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const [size, viewport] of sizes.toReversed()) {
    await page.setViewportSize(viewport);
    faults.push(...(await checkAppearance(page, `departments-${name}-${size}`)));
  }
  return faults;
}

interface Option {
  readonly title: string;
  readonly children: readonly Option[];
}
const titles = (options: readonly Option[]): unknown[] =>
  options.map(({ title, children }) => (children.length > 0 ? [title, titles(children)] : title));

test('a manager sets hours, members and the menu of a department, and its colour is its own', async () => {
  const w = await world(app);
  const person = await w.member({ name: 'Rosa Lima' });
  bodyOf(await w.admin.put('/settings/scheduleType', { value: 'queue' }));
  // whose session in the browser ends no other
  const manager = await w.member({ profile: 'admin' });
  const { end, page, pageErrors: complaints } = await visit(browser, app.url);
  await signIn(page, manager.me.email, password, '/queues');
  const faults = await checkSizes(page, 'list');

  await page.getByRole('link', { name: `Editar ${w.support.name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Horários' }).waitFor();
  expect(await dialog.getByRole('tab').count()).toBe(6);
  // all of them are seen
  expect(await dialog.locator('.MuiTabScrollButton-root').count()).toBe(0);
  // a tab with a fault says so behind its name
  const tab = (name: string) => dialog.getByRole('tab', { name: new RegExp(`^${name}`) });
  const save = () => dialog.getByRole('button', { name: 'Salvar', exact: true }).click();
  await dialog.getByRole('button', { name: 'Escolher a cor' }).click();
  await page.getByRole('button', { name: 'Vermelho', exact: true }).click();
  expect(await dialog.getByRole('textbox', { name: 'Cor' }).inputValue()).toBe('#ef4444');
  // the colour of the other department
  await dialog.getByRole('textbox', { name: 'Cor' }).fill('#1f6feb');

  await tab('Mensagens').click();
  const greeting = dialog.getByLabel('Mensagem de saudação', { exact: true });
  await greeting.fill('Oi, ');
  await dialog.locator('[data-field=greetingMessage]').getByRole('button', { name: '+ Primeiro nome' }).click();
  expect(await greeting.inputValue()).toBe('Oi, {{firstName}}');
  await dialog.locator('[data-field=greetingMessage]').getByRole('button', { name: 'Prévia' }).click();
  await dialog.getByRole('group', { name: 'Prévia' }).getByText('Oi, Maria').waitFor();
  faults.push(...(await checkSizes(page, 'messages')));

  await tab('Horários').click();
  await dialog.getByRole('button', { name: 'Segunda-feira: adicionar segundo turno' }).click();
  await dialog.getByLabel('Segunda-feira: início do segundo turno').fill('1700');
  await dialog.getByLabel('Segunda-feira: fim do segundo turno').fill('2000');
  await save();
  await dialog.getByText('O segundo turno precisa começar depois do primeiro').waitFor();
  faults.push(...(await checkSizes(page, 'hours')));
  await dialog.getByLabel('Segunda-feira: fim', { exact: true }).fill('1200');
  await save();
  await dialog.getByText('Esta cor já está em uso, escolha outra.').waitFor();
  expect(await tab('Departamento').getAttribute('aria-selected')).toBe('true');
  await dialog.getByRole('textbox', { name: 'Cor' }).fill('#ef4444');

  await tab('Equipe').click();
  await dialog.getByRole('combobox', { name: 'Quem atende' }).fill('Rosa');
  await page.getByRole('option', { name: 'Rosa Lima' }).click();
  await save();
  await page.getByText('Fila salva com sucesso.').waitFor();
  const stored = bodyOf(
    await w.admin.get<{ schedules: object[]; userIds: number[]; color: string }>(`/queue/${w.support.id}`),
  );
  expect(stored.color).toBe('#ef4444');
  expect(stored.schedules[0]).toMatchObject({ endTime: '12:00', startTimeB: '17:00', endTimeB: '20:00' });
  expect(stored.userIds).toContain(person.id);

  bodyOf(await w.admin.put('/settings/scheduleType', { value: 'company' }));
  await page.getByRole('link', { name: `Editar ${w.support.name}` }).click();
  await tab('Equipe').waitFor();
  await tab('Horários').waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  expect(unexpected(complaints)).toEqual([]);
  await end();
});

test('the menu is edited as a tree, with what the customer gets, by pointer and keyboard', async () => {
  const w = await world(app);
  // whose session in the browser ends no other
  const manager = await w.member({ profile: 'admin' });
  const { end, page, pageErrors: complaints } = await visit(browser, app.url);
  await signIn(page, manager.me.email, password, `/queues/${w.sales.id}`);
  const dialog = page.getByRole('dialog').first();
  await dialog.getByRole('tab', { name: 'Menu', exact: true }).click();
  await dialog.getByText(`No menu de: ${w.connection.name}`).waitFor();
  // what is changed here is saved at once
  await dialog.getByRole('button', { name: 'Fechar', exact: true }).waitFor();
  expect(await dialog.getByRole('button', { name: 'Salvar', exact: true }).count()).toBe(0);
  const stored = async (): Promise<unknown[]> =>
    titles(bodyOf(await w.admin.get<Option[]>(`/queue-options?queueId=${w.sales.id}&parentId=-1`)));
  const write = async (title: string, message = ''): Promise<void> => {
    const field = dialog.getByLabel('Título');
    await field.fill(title);
    if (message) await dialog.getByLabel('Mensagem', { exact: true }).fill(message);
    await field.press('Enter');
    await field.waitFor({ state: 'detached' });
  };
  const press = async (name: string): Promise<void> => {
    // the tooltip of the last button lies over the next row
    await page.mouse.move(0, 0);
    await dialog.getByRole('button', { name, exact: true }).click();
  };
  await press('Adicionar opção');
  await write('Planos', 'Temos estes, {{firstName}}');
  await press('Adicionar opção');
  await write('Boletos');
  await press('Adicionar abaixo de Planos');
  await write('Casa');
  await press('Adicionar abaixo de Planos');
  await write('Empresa');
  expect(await stored()).toEqual([['Planos', ['Casa', 'Empresa']], 'Boletos']);

  const preview = dialog.getByRole('group', { name: 'O que o cliente recebe' });
  await preview.getByText(`Olá da`).waitFor();
  await press('Prévia de Planos');
  await preview.getByText('Temos estes, Maria').waitFor();
  await preview.getByText('Menu anterior').waitFor();
  bodyOf(
    await w.admin.post('/queue-options', {
      queueId: w.sales.id,
      title: 'Uma opção com um título que não cabe em uma linha do telefone',
    }),
    201,
  );
  await dialog.getByText(/^Uma opção com/).waitFor();
  const faults = await checkSizes(page, 'menu');
  await page.setViewportSize(phone);
  const content = "document.querySelector('.MuiDialogContent-root')";
  expect(await page.evaluate(`${content}.scrollWidth - ${content}.clientWidth`)).toBe(0);
  await page.setViewportSize(wide);
  await press('Excluir Uma opção com um título que não cabe em uma linha do telefone');
  await page
    .getByRole('dialog', { name: /^Excluir Uma/ })
    .getByRole('button', { name: 'Excluir' })
    .click();
  await dialog.getByText(/^Uma opção com/).waitFor({ state: 'detached' });

  const changed = () => page.waitForResponse(/\/queue-options\/\d+$/);
  const stepped = changed();
  await press('Mover Boletos para cima');
  expect((await stepped).status()).toBe(200);
  await dialog.getByRole('button', { name: 'Mover Boletos para cima' }).and(page.locator(':disabled')).waitFor();
  // the keyboard: lifted, moved and dropped
  await dialog.getByRole('button', { name: 'Mover Casa', exact: true }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  const moved = changed();
  await page.keyboard.press('Space');
  expect((await moved).status()).toBe(200);
  expect(await stored()).toEqual(['Boletos', ['Planos', ['Empresa', 'Casa']]]);

  await press('Editar Boletos');
  await dialog.getByLabel('Título').fill('Segunda via');
  await page.keyboard.press('Escape');
  await dialog.getByLabel('Título').waitFor({ state: 'detached' });
  await press('Editar Boletos');
  await write('Segunda via');
  await press('Excluir Planos');
  const question = page.getByRole('dialog', { name: 'Excluir Planos' });
  await question.getByText('As 2 opções abaixo dela também são excluídas.').waitFor();
  await question.getByRole('button', { name: 'Excluir' }).click();
  await question.waitFor({ state: 'detached' });
  await dialog.getByText('Casa').waitFor({ state: 'detached' });
  expect(await stored()).toEqual(['Segunda via']);
  expect(await dialog.getByRole('link', { name: 'Testar no telefone de testes' }).getAttribute('href')).toBe(
    `/sandbox?queueId=${w.sales.id}`,
  );
  bodyOf(await w.admin.put(`/whatsapp/${w.connection.id}`, { greetingMessage: 'Com quem deseja falar?' }));
  await page.goto(`${app.url}/queues`);
  await page.getByRole('link', { name: 'Em nenhum menu' }).click();
  await dialog.getByRole('tab', { name: 'Menu', exact: true }).click();
  await dialog.getByText('Em nenhum menu: nenhuma conexão oferece este departamento.').waitFor();
  faults.push(...(await checkSizes(page, 'no-menu')));
  await dialog.getByRole('button', { name: `Adicionar ao menu de ${w.connection.name}` }).click();
  await dialog.getByText(`No menu de: ${w.connection.name}`).waitFor();
  expect(faults).toEqual([]);
  expect(unexpected(complaints)).toEqual([]);
  await end();
});

test('departments are put into an order in their list, and the national holidays are imported', async () => {
  const w = await world(app);
  // whose session in the browser ends no other
  const manager = await w.member({ profile: 'admin' });
  const { end, page, pageErrors: complaints } = await visit(browser, app.url);
  await signIn(page, manager.me.email, password, '/queues');
  const names = async (): Promise<string[]> =>
    bodyOf(await w.admin.get<{ name: string }[]>('/queue')).map(({ name }) => name);
  await page.getByRole('button', { name: `Mover ${w.support.name} para cima` }).click();
  await page.getByText('Ordem salva.').waitFor();
  expect(await names()).toEqual([w.support.name, w.sales.name]);
  const handle = page.getByRole('button', { name: `Mover ${w.support.name}`, exact: true });
  await handle.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  const ordered = page.waitForResponse(/\/queue\/order$/);
  await page.keyboard.press('Space');
  expect((await ordered).status()).toBe(200);
  expect(await names()).toEqual([w.sales.name, w.support.name]);

  await page.goto('/holidays');
  await page.getByRole('button', { name: 'Importar feriados nacionais' }).click();
  await page.getByText('11 feriados importados.').waitFor();
  await page
    .getByRole('row', { name: /Dia da Consciência Negra/ })
    .getByText('Toda a empresa')
    .waitFor();
  const faults = await checkSizes(page, 'holidays');
  await page.getByRole('button', { name: 'Importar feriados nacionais' }).click();
  await page.getByText('Os feriados nacionais já estão na lista.').waitFor();
  expect(faults).toEqual([]);
  expect(unexpected(complaints)).toEqual([]);
  await end();
});

test('a department is moved step by step from the keyboard, also behind those of the first page', async () => {
  const w = await world(app);
  const added = await Promise.all(
    Array.from({ length: 21 }, async (_, index) =>
      bodyOf(
        await w.admin.post<{ name: string }>('/queue', {
          name: `Setor ${String(index + 10)}`,
          color: `#a0b0${index + 10}`,
          orderQueue: index + 10,
        }),
        201,
      ),
    ),
  );
  const manager = await w.member({ profile: 'admin' });
  const { end, page, pageErrors: complaints } = await visit(browser, app.url);
  await signIn(page, manager.me.email, password, '/queues');
  const names = async (): Promise<string[]> =>
    bodyOf(await w.admin.get<{ name: string }[]>('/queue')).map(({ name }) => name);
  await page.getByRole('link', { name: 'Setor 30', exact: true }).waitFor();

  // answers that wait, so that the second step is made while the first is stored
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/queue/order', async (route) => {
    await released;
    await route.continue();
  });
  const rows = page.getByRole('list', { name: 'Departamentos' }).getByRole('listitem');
  const down = page.getByRole('button', { name: `Mover ${w.sales.name} para baixo` });
  await down.focus();
  await page.keyboard.press('Enter');
  await rows.nth(1).getByText(w.sales.name).waitFor();
  await page.keyboard.press('Enter');
  await rows.nth(2).getByText(w.sales.name).waitFor();
  release();
  await page.getByText('Ordem salva.').waitFor();
  await down.and(page.locator(':focus')).waitFor();
  const [first = '', ...rest] = added.map(({ name }) => name).toSorted();
  expect(await names()).toEqual([w.support.name, first, w.sales.name, ...rest]);

  const handle = page.getByRole('button', { name: 'Mover Setor 30', exact: true });
  await handle.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  const ordered = page.waitForResponse(/\/queue\/order$/);
  await page.keyboard.press('Space');
  expect((await ordered).status()).toBe(200);
  expect((await names()).slice(-2)).toEqual(['Setor 30', 'Setor 29']);
  await handle.and(page.locator(':focus')).waitFor();
  expect(unexpected(complaints)).toEqual([]);
  await end();
});

test('what is written of an option is kept on other tabs, asked about, stored once and with the form', async () => {
  const w = await world(app);
  const manager = await w.member({ profile: 'admin' });
  const { end, page, pageErrors: complaints } = await visit(browser, app.url);
  await signIn(page, manager.me.email, password, '/queues/create');
  const dialog = page.getByRole('dialog').first();
  const tab = (name: string) => dialog.getByRole('tab', { name: new RegExp(`^${name}`) });
  await tab('Menu').click();
  await dialog.getByText('O menu é montado depois que o departamento é salvo.').waitFor();
  await page.goto(`/queues/${w.sales.id}`);
  const stored = async (): Promise<unknown[]> =>
    titles(bodyOf(await w.admin.get<Option[]>(`/queue-options?queueId=${w.sales.id}&parentId=-1`)));
  const title = dialog.getByLabel('Título');
  const add = dialog.getByRole('button', { name: 'Adicionar opção' });
  await tab('Menu').click();
  await add.click();
  await title.fill('Planos');
  await Promise.all([title.press('Enter'), title.press('Enter')]);
  await title.waitFor({ state: 'detached' });
  expect(await stored()).toEqual(['Planos']);
  await add.and(page.locator(':focus')).waitFor();

  await page.keyboard.press('Enter');
  await title.fill('Boletos');
  // another draft would take its place
  expect(await dialog.getByRole('button', { name: 'Editar Planos' }).isDisabled()).toBe(true);
  await tab('Mensagens').click();
  await title.waitFor({ state: 'hidden' });
  await tab('Menu').click();
  expect(await title.inputValue()).toBe('Boletos');
  await tab('Mensagens').click();
  await dialog.getByRole('button', { name: 'Cancelar', exact: true }).last().click();
  const question = page.getByRole('dialog', { name: 'Descartar alterações?' });
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await question.waitFor({ state: 'detached' });

  // what cannot be stored is shown on its tab, and keeps the form
  await tab('Menu').click();
  await title.fill('');
  await dialog.getByLabel('Mensagem', { exact: true }).fill('Informe o seu CPF.');
  await tab('Mensagens').click();
  const save = () => dialog.getByRole('button', { name: 'Salvar', exact: true }).last().click();
  await save();
  await dialog.getByText('Obrigatório').waitFor();
  expect(await tab('Menu').getAttribute('aria-selected')).toBe('true');
  await title.fill('Boletos');
  await save();
  await page.getByText('Fila salva com sucesso.').waitFor();
  expect(await stored()).toEqual(['Planos', 'Boletos']);
  expect(unexpected(complaints)).toEqual([]);
  await end();
});
