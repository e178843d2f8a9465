import type { Locator, Page } from 'playwright-core';
import { sharedApp } from '../../support/app.js';
import { sharedBrowser, signIn, visit } from '../../support/browser.js';
import { ChatEndpoint } from '../../support/chat-endpoint.js';
import { bodyOf } from '../../support/client.js';
import { createPrompt } from '../../support/prompts.js';
import { SmsSimulator } from '../../support/sms-simulator.js';
import { password, type World, world } from '../../support/world.js';

/** What managers do most often with campaigns, in clicks; typing and the choice of a file are none. */
const app = await sharedApp();
const browser = await sharedBrowser();
const endpoint = new ChatEndpoint();
const gateway = new SmsSimulator();

beforeAll(async () => {
  await Promise.all([endpoint.start(), gateway.start()]);
});
afterAll(async () => {
  await app.close();
  await Promise.all([endpoint.stop(), gateway.stop()]);
});

class Clicks {
  count = 0;

  async on(target: Locator): Promise<void> {
    await target.click();
    this.count += 1;
  }

  /** The button that opens the dialog of the system counts. */
  async file(page: Page, button: Locator, file: { name: string; text: string }): Promise<void> {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), this.on(button)]);
    await chooser.setFiles({ name: file.name, mimeType: 'text/csv', buffer: Buffer.from(file.text) });
  }
}

const open = async (w: World, path: string) => {
  const { page, end } = await visit(browser, app.url);
  await signIn(page, w.admin.me.email, password, path);
  const button = (name: string, within: Page | Locator = page): Locator =>
    within.getByRole('button', { name, exact: true });
  return { page, end, button, dialog: page.getByRole('dialog'), clicks: new Clicks() };
};
const rows = 'nome;telefone;campo1\r\nAna;5511987650001;\r\n';

test('a list from a CSV file', async () => {
  const w = await world(app);
  const { page, end, button, dialog, clicks } = await open(w, '/contact-lists');
  await clicks.on(page.getByRole('link', { name: 'Adicionar' }).first());
  await dialog.getByLabel('Nome').fill('Clientes');
  await clicks.on(button('Salvar', dialog));
  await clicks.on(button('Importar'));
  await clicks.file(page, dialog.getByRole('button', { name: /arquivo/i }).first(), { name: 'a.csv', text: rows });
  await clicks.on(button('Importar', dialog));
  await dialog.getByText('Importação concluída').waitFor();
  expect(clicks.count).toBe(5);
  await end();
});

test('a bulk campaign to a list', async () => {
  const w = await world(app);
  const list = bodyOf(await w.admin.post<{ id: number }>('/contact-lists', { name: 'Clientes' }), 201);
  const item = { contactListId: list.id, name: 'Ana', number: '5511987650001' };
  bodyOf(await w.admin.post('/contact-list-items', item), 201);
  const { page, end, button, dialog, clicks } = await open(w, '/campaigns');
  await clicks.on(page.getByRole('link', { name: 'Adicionar' }).first());
  await page.getByLabel('Nome').fill('Promoção');
  await clicks.on(page.getByRole('combobox', { name: 'Lista de contatos' }));
  await clicks.on(page.getByRole('option', { name: 'Clientes' }));
  await clicks.on(button('Continuar'));
  await page.getByRole('textbox', { name: 'Mensagem 1' }).fill('Oi, {nome}!');
  await clicks.on(button('Continuar'));
  await clicks.on(button('Continuar'));
  await clicks.on(button('Iniciar agora'));
  await clicks.on(button('Iniciar agora', dialog));
  await page.waitForURL('**/report');
  expect(clicks.count).toBe(8);
  await end();
});

test('an AI campaign', async () => {
  const w = await world(app);
  await createPrompt(w, endpoint);
  const { page, end, button, dialog, clicks } = await open(w, '/aicampaigns');
  await clicks.on(button('Nova campanha'));
  await dialog.getByLabel('Nome').fill('Volte');
  await clicks.on(button('Criar', dialog));
  await clicks.on(button('Enviar CSV para Volte'));
  await clicks.file(page, button('Escolher arquivo', dialog), { name: 'a.csv', text: rows });
  await clicks.on(button('Enviar', dialog));
  await dialog.waitFor({ state: 'detached' });
  await clicks.on(page.getByRole('switch'));
  await clicks.on(dialog.getByRole('button', { name: /^Ativar|^Ligar/ }));
  await dialog.waitFor({ state: 'detached' });
  expect(clicks.count).toBe(7);
  await end();
});

test('a campaign by SMS', async () => {
  const w = await world(app);
  const { url, login, token, dialect: name } = gateway;
  gateway.left = 10;
  bodyOf(await w.admin.post('/sms-gateways', { name, url, login, token }), 201);
  const { page, end, button, dialog, clicks } = await open(w, '/smscampaigns');
  await clicks.on(button('Nova campanha'));
  await dialog.getByLabel('Nome').fill('Volte');
  await dialog.getByLabel('Mensagem').fill('Oi, {nome}');
  await clicks.on(button('Criar', dialog));
  await clicks.on(button('Enviar CSV para Volte'));
  await clicks.file(page, button('Escolher arquivo', dialog), { name: 'a.csv', text: rows });
  await clicks.on(button('Enviar', dialog));
  await dialog.waitFor({ state: 'detached' });
  await clicks.on(page.getByRole('switch'));
  await clicks.on(button('Ligar', dialog));
  await dialog.waitFor({ state: 'detached' });
  expect(clicks.count).toBe(7);
  await end();
});
