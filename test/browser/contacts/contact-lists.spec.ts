import { sharedApp } from '../../support/app.js';
import { checkAppearance, sizes } from '../../support/appearance.js';
import { sharedBrowser, signIn, visit } from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { password, world } from '../../support/world.js';

const app = await sharedApp();
const browser = await sharedBrowser();

const table = [
  'Nome;Numero;Email;Cidade',
  'Zilda Importada;5541970000001;zilda@cliente.test;Curitiba',
  'Zilda repetida;5541970000001;;',
  'Sem número;123;;',
].join('\r\n');

test.each(sizes)('a manager makes a list and fills it, %s', async (name, viewport) => {
  const w = await world(app);
  const tagged = { name: 'Tânia Marcada', number: '5541970000002', tagIds: [w.tag.id] };
  bodyOf(await w.admin.post('/contacts', tagged), 201);
  // signing in ends the session of the tests' own client
  const manager = await w.member({ profile: 'admin' });
  const faults: string[] = [];
  const { end, page, pageErrors } = await visit(browser, app.url, { viewport });
  await signIn(page, manager.me.email, password, '/contact-lists');
  const dialog = page.getByRole('dialog');

  await page.getByText('Nenhuma lista de contatos ainda').waitFor();
  faults.push(...(await checkAppearance(page, `contact-lists-${name}-none`)));
  await page.getByRole('link', { name: 'Adicionar' }).first().click();
  await dialog.getByLabel('Nome').fill('Clientes de Curitiba');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  // a new list opens itself, because it is empty
  await page.getByText('Nenhum contato da lista ainda').waitFor();

  await page.getByRole('button', { name: 'Importar' }).click();
  await dialog.getByText(/^Um arquivo CSV ou XLSX de até 100\.000 contatos/).waitFor();
  faults.push(...(await checkAppearance(page, `contact-lists-${name}-import`)));
  const file = { name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(table) };
  await page.locator('input[type=file]').setInputFiles(file);
  await dialog.getByRole('combobox', { name: 'Cidade' }).waitFor();
  await dialog.getByRole('button', { name: 'Importar' }).click();
  await dialog.getByText('Importação concluída').waitFor();
  expect(await dialog.locator('dl').innerText()).toMatch(/Adicionados\s+1\s+Já existiam\s+1\s+Com erro\s+1/);
  await dialog.getByText('Linha 4 · Número: Muito curto!').waitFor();
  faults.push(...(await checkAppearance(page, `contact-lists-${name}-imported`)));
  const [refused] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Baixar linhas recusadas' }).click(),
  ]);
  expect(refused.suggestedFilename()).toBe('recusados.csv');
  await dialog.getByRole('button', { name: 'Fechar' }).click();
  await page.getByText('Zilda Importada').waitFor();

  await page.getByRole('button', { name: 'Adicionar contatos' }).click();
  await dialog.getByLabel('Tag').click();
  await page.getByRole('option', { name: w.tag.name }).click();
  faults.push(...(await checkAppearance(page, `contact-lists-${name}-sources`)));
  await dialog.getByRole('button', { name: 'Adicionar' }).click();
  await page.getByText('1 adicionados, 0 já estavam na lista, 0 ficaram de fora.').waitFor();
  await page.getByText('Tânia Marcada').waitFor();

  await page.getByRole('link', { name: 'Adicionar', exact: true }).click();
  await dialog.locator('input[value="Clientes de Curitiba"]').waitFor();
  await dialog.getByLabel('Nome').first().fill('Zuleica');
  await dialog.getByLabel('Número').fill('41 9');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.getByText('Muito curto!').waitFor();
  const number = dialog.getByLabel('Número');
  await number.fill('');
  await number.pressSequentially('41970000003');
  expect(await number.inputValue()).toBe('(41) 97000-0003');
  // in the middle, where the caret stays at its digit
  await number.press('Home');
  for (let step = 0; step < '(41) 9'.length; step += 1) await number.press('ArrowRight');
  await number.press('Backspace');
  expect(await number.inputValue()).toBe('(41) 7000-0003');
  await number.press('9');
  expect(await number.inputValue()).toBe('(41) 97000-0003');
  await number.fill('55 41 97000-0003');
  faults.push(...(await checkAppearance(page, `contact-lists-${name}-form`)));
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Zuleica').waitFor();
  faults.push(...(await checkAppearance(page, `contact-lists-${name}-items`)));

  await page.goto('/contact-lists');
  await page.getByRole('link', { name: '3 contatos em Clientes de Curitiba' }).waitFor();
  faults.push(...(await checkAppearance(page, `contact-lists-${name}-lists`)));
  expect([faults, pageErrors]).toEqual([[], []]);
  await end();
});
