import type { Page } from 'playwright-core';
import { startApp } from '../../support/app.js';
import { checkAppearance, sizes } from '../../support/appearance.js';
import { screenshot, sharedBrowser, signIn, visit } from '../../support/browser.js';
import { ChatEndpoint } from '../../support/chat-endpoint.js';
import { bodyOf } from '../../support/client.js';
import { textPdf } from '../../support/documents.js';
import { ownAddress } from '../../support/free-port.js';
import { answersDue, createPrompt } from '../../support/prompts.js';
import { until } from '../../support/until.js';
import { password, type TicketRow, type World, world } from '../../support/world.js';

const endpoint = await new ChatEndpoint().start();
const app = await startApp({ ...(await ownAddress()), OUTBOUND_ALLOW: endpoint.host });
const browser = await sharedBrowser();
let w: World;

beforeEach(async () => {
  endpoint.reset();
  w = await world(app);
});
afterAll(async () => {
  await app.close();
  await endpoint.stop();
});

const answered = ({ system }: { system: string }) => ({
  text: system.includes('48,00') ? 'O bolo de cenoura custa R$ 48,00 o quilo. [1]' : 'Não sei.',
});
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const composer = (page: Page) => page.locator('main footer').getByLabel('Mensagem', { exact: true });
const copilot = (page: Page) => page.getByRole('button', { name: 'Assistente de IA' });

test('a manager makes an assistant that knows a PDF; it answers a customer and hands over to people', async () => {
  endpoint.reply = answered;
  const { page, pageErrors, end } = await visit(browser, app.url);
  await signIn(page, w.admin.me.email, password, '/prompts');
  await page.getByText('Nenhum prompt ainda').waitFor();
  await page.getByRole('link', { name: 'Adicionar' }).first().click();
  const form = page.getByRole('dialog', { name: /prompt/i });
  await form.getByLabel('Nome').fill('Lia');
  await form.getByRole('textbox', { name: 'Prompt' }).fill('Você é a Lia, da padaria. Responda com carinho.');
  await form.getByLabel('Endereço do serviço').fill('ftp://nada');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await form.getByText('Formato inválido').waitFor();
  await form.getByLabel('Endereço do serviço').fill(endpoint.url);
  await form.getByLabel('Chave de acesso', { exact: true }).fill(endpoint.key);
  await form.getByLabel('Temperatura').fill('0.5');
  expect(await checkAppearance(page, 'assistant-1-prompt')).toEqual([]);
  await form.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('row', { name: /Lia/ }).waitFor();

  await page.goto(`${app.url}/knowledge`);
  await page.getByRole('link', { name: 'Adicionar' }).first().click();
  const source = page.getByRole('dialog', { name: /fonte/i });
  await source.getByLabel('Título').fill('Cardápio');
  await source.getByRole('combobox', { name: 'Prompt' }).click();
  await page.getByRole('option', { name: 'Lia' }).click();
  await source.getByRole('combobox', { name: 'Tipo' }).click();
  await page.getByRole('option', { name: 'Arquivo' }).click();
  const pdf = textPdf('cardapio.pdf', ['Bolo de cenoura com cobertura de chocolate: R$ 48,00 o quilo.']);
  await source.locator('input[type=file]').setInputFiles({ name: pdf.name, mimeType: pdf.mime, buffer: pdf.bytes });
  await source.getByText('cardapio.pdf').waitFor();
  expect(await checkAppearance(page, 'assistant-2-source')).toEqual([]);
  await source.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('row', { name: /Cardápio.*Pronta/ }).waitFor();
  await screenshot(page, 'assistant-3-knowledge');

  await page.goto(`${app.url}/queues`);
  await page.getByRole('link', { name: `Editar ${w.sales.name}` }).click();
  const queue = page.getByRole('dialog', { name: /departamento/i });
  await queue.getByRole('tab', { name: 'Robô' }).click();
  await queue.getByRole('combobox', { name: 'Prompt' }).click();
  await page.getByRole('option', { name: 'Lia' }).click();
  await queue.getByRole('button', { name: 'Salvar' }).click();
  await queue.waitFor({ state: 'detached' });
  await end();
  expect(pageErrors.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);

  // the browser's sign-in has ended this one
  bodyOf(await w.admin.signIn(w.admin.me.email, password));
  const { prompts } = bodyOf(await w.admin.get<{ prompts: object[] }>('/prompt'));
  expect(prompts).toMatchObject([{ name: 'Lia', temperature: 0.5, apiKeySet: true }]);
  const customer = w.customer('Bruna Dias');
  const ticket = await customer.says('Quanto custa o bolo de cenoura?');
  await answersDue(w);
  endpoint.reply = () => ({ text: 'Vou chamar alguém.\nAção: Transferir para o setor de atendimento' });
  await customer.says('Quero encomendar com uma pessoa');
  await answersDue(w);
  const attendant = await visit(browser, app.url);
  await signIn(attendant.page, w.attendant.me.email, password, `/tickets/${ticket.uuid}`);
  const log = attendant.page.getByRole('log');
  await log.getByText('O bolo de cenoura custa R$ 48,00 o quilo.').waitFor();
  await log.getByText('Lia respondeu com: Cardápio').waitFor();
  await log.getByText('Vou chamar alguém.').waitFor();
  await screenshot(attendant.page, 'assistant-4-conversation');
  await attendant.end();

  const manager = await visit(browser, app.url);
  await signIn(manager.page, w.admin.me.email, password, '/plan');
  const usage = manager.page.getByRole('table', { name: 'Assistente de IA por mês' });
  await usage.getByRole('cell', { name: '240', exact: true }).waitFor();
  for (const [size, viewport] of sizes) {
    await manager.page.setViewportSize(viewport);
    expect(await checkAppearance(manager.page, `assistant-5-usage-${size}`)).toEqual([]);
  }
  await manager.end();
});

test.each(sizes)(
  'the copilot writes into the draft, never by itself (%s)',
  async (size, viewport) => {
    await createPrompt(w, endpoint);
    const customer = w.customer('Carla Nunes');
    const { id } = await customer.says('Meu pedido não chegou');
    const ticket = bodyOf(await w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
    const { page, end } = await visit(browser, app.url, { viewport });
    await signIn(page, w.attendant.me.email, password, `/tickets/${ticket.uuid}`);
    await composer(page).fill('vou ver');
    await copilot(page).click();
    await menuItem(page, 'Sugerir uma resposta').waitFor();
    expect(await checkAppearance(page, `copilot-1-menu-${size}`)).toEqual([]);
    await page.keyboard.press('Escape');
    await menuItem(page, 'Sugerir uma resposta').waitFor({ state: 'detached' });
    endpoint.replies.push({ text: 'Olá, Carla! Vou verificar o seu pedido agora mesmo.' });
    await copilot(page).press('Enter');
    await menuItem(page, 'Sugerir uma resposta').press('Enter');
    await page.getByText('Texto do assistente: revise antes de enviar.').waitFor();
    expect(await composer(page).inputValue()).toBe('Olá, Carla! Vou verificar o seu pedido agora mesmo.');
    expect(await checkAppearance(page, `copilot-2-draft-${size}`)).toEqual([]);
    const undo = page.getByRole('button', { name: 'Desfazer', exact: true });
    await composer(page).press('End');
    await page.keyboard.type('!');
    await undo.waitFor({ state: 'detached' });
    await page.keyboard.press('Backspace');
    await undo.click();
    expect(await composer(page).inputValue()).toBe('vou ver');
    endpoint.replies.push({ text: 'Já verifico!' });
    await copilot(page).click();
    await menuItem(page, 'Encurtar o texto').click();
    await page.getByText('Texto do assistente: revise antes de enviar.').waitFor();
    expect((await customer.sees()).filter(({ fromCustomer }) => !fromCustomer)).toEqual([]);
    await composer(page).press('Enter');
    await until('it was sent', async () => JSON.stringify(await customer.sees()).includes('Já verifico!'));
    expect(await page.getByText('Texto do assistente: revise antes de enviar.').count()).toBe(0);

    endpoint.replies.push({ status: 400 });
    await copilot(page).click();
    await menuItem(page, 'Sugerir uma resposta').click();
    await page.getByText('O serviço recusou o pedido (400): refused').waitFor();

    endpoint.replies.push({ text: 'Pedido atrasado; cliente pede previsão.' });
    await page.getByRole('button', { name: 'Transferir', exact: true }).first().click();
    const transfer = page.getByRole('dialog', { name: /transferir/i });
    await transfer.getByRole('button', { name: 'Resumir a conversa' }).click();
    await until('the summary is there', async () =>
      (await transfer.getByLabel('Nota para quem recebe').inputValue()).includes('Pedido atrasado'),
    );
    expect(await checkAppearance(page, `copilot-3-transfer-${size}`)).toEqual([]);
    await transfer.getByRole('combobox', { name: /departamento/i }).click();
    await page.getByRole('option', { name: w.support.name }).click();
    await transfer.getByRole('button', { name: 'Transferir', exact: true }).click();
    await transfer.waitFor({ state: 'detached' });
    const notes = bodyOf(
      await w.admin.get<{ note: string }[]>(`/ticket-notes/list?ticketId=${ticket.id}&contactId=${ticket.contactId}`),
    );
    expect(notes.map(({ note }) => note)).toEqual(['Pedido atrasado; cliente pede previsão.']);
    await end();
  },
  120_000,
);

test('a text that comes once its conversation was left replaces no draft', async () => {
  await createPrompt(w, endpoint);
  const [first, second] = [await w.customer('Carla Nunes').says('Olá'), await w.customer('Davi Reis').says('Oi')];
  for (const { id } of [first, second]) bodyOf(await w.attendant.put(`/tickets/${id}`, { status: 'open' }));
  const { page, end } = await visit(browser, app.url);
  await signIn(page, w.attendant.me.email, password, `/tickets/${first.uuid}`);
  const row = (name: string) =>
    page.getByRole('list', { name: 'Atendimentos' }).getByRole('listitem').filter({ hasText: name });
  await composer(page).fill('vou ver');
  const { promise: written, resolve: write } = Promise.withResolvers<void>();
  endpoint.replies.push({ text: 'Bom dia, Carla!', until: written });
  await copilot(page).click();
  await menuItem(page, 'Sugerir uma resposta').click();
  await until('the endpoint was asked', () => endpoint.calls.length === 1);
  await row('Davi Reis').getByRole('link').click();
  await row('Carla Nunes').getByText('Rascunho: vou ver').waitFor();
  write();
  await until('the text was written', async () => {
    const months = await app.database.query(`select 1 from assistant_months where company_id = ${w.companyId}`);
    return months.length === 1;
  });
  await row('Carla Nunes').getByRole('link').click();
  await until('the draft is there', async () => (await composer(page).inputValue()) === 'vou ver');
  await page.reload();
  await composer(page).waitFor();
  expect(await composer(page).inputValue()).toBe('vou ver');
  await end();
});
