import { describe, expect, it } from '@jest/globals';
import { startApp } from '../../support/app.js';
import { checkAppearance, sizes } from '../../support/appearance.js';
import { sharedBrowser, signIn, visit } from '../../support/browser.js';
import { HttpServer } from '../../support/http-server.js';
import { choiceInput, TypebotSimulator, textBubble } from '../../support/typebot-simulator.js';
import { password, world } from '../../support/world.js';

const receiver = await new HttpServer().start();
const typebot = await new TypebotSimulator().start();
const app = await startApp({ OUTBOUND_ALLOW: `${receiver.host},${typebot.server.host}` });
const browser = await sharedBrowser();

afterAll(async () => {
  await app.close();
  await Promise.all([receiver.stop(), typebot.stop()]);
});

typebot.flows.set('loja', [{ messages: [textBubble('Bem-vindo à Loja!')], input: choiceInput(['Comprar', 'Trocar']) }]);

describe.each(sizes)('integrations, %s', (name, viewport) => {
  it('are added by their type, tested, chosen in the connection, and their deliveries sent again', async () => {
    const faults: string[] = [];
    const w = await world(app);
    receiver.answer = (_request, response) => void response.writeHead(503).end('em manutenção');
    const manager = await w.member({ profile: 'admin' });
    const { end, page, pageErrors: complaints } = await visit(browser, app.url, { viewport });
    const seen = async (what: string): Promise<void> => {
      faults.push(...(await checkAppearance(page, `integrations-${name}-${what}`)));
    };
    await signIn(page, manager.me.email, password, '/integrations');
    await page.getByText('Nenhuma integração ainda').waitFor();
    await seen('empty');
    const dialog = page.getByRole('dialog');
    const choose = async (label: string, option: string): Promise<void> => {
      await dialog.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await page.getByRole('link', { name: 'Adicionar' }).first().click();
    await dialog.getByRole('combobox', { name: 'Tipo' }).click();
    // dialogflow is not offered
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['Plugin Avançado', 'Menu Bot', 'Webhook']);
    await page.getByRole('option', { name: 'Menu Bot' }).click();
    await dialog.getByLabel('Nome').fill('Loja');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Obrigatório').first().waitFor();
    await dialog.getByLabel('Endereço (URL)').fill(typebot.url);
    await dialog.getByLabel('Identificador público do fluxo').fill('loja');
    await dialog.getByLabel('Palavra para sair').fill('sair');
    await seen('form');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Loja', { exact: true }).first().waitFor();

    await page.getByRole('button', { name: 'Testar Loja' }).click();
    await dialog.getByText('A integração respondeu.').waitFor();
    await dialog.getByText('Bem-vindo à Loja!').waitFor();
    expect(await dialog.getByRole('listitem').last().innerText()).toContain('[ 2 ] - Trocar');
    await seen('test');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });

    await page.getByRole('link', { name: 'Adicionar' }).first().click();
    await choose('Tipo', 'Plugin Avançado');
    expect(await dialog.getByLabel('Identificador público do fluxo').count()).toBe(0);
    await dialog.getByLabel('Nome').fill('Pedidos');
    await dialog.getByLabel('Endereço (URL)').fill(`${receiver.url}/webhook/pedidos`);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Pedidos', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Testar Pedidos' }).click();
    await dialog.getByText('A integração respondeu com um erro.').waitFor();
    await dialog.getByText('em manutenção').waitFor();
    await seen('test-failed');
    await dialog.getByRole('button', { name: 'Fechar' }).click();
    await page.getByRole('button', { name: 'Segredo de Pedidos' }).click();
    expect(await dialog.getByLabel('Segredo', { exact: true }).inputValue()).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'Fechar' }).click();

    await page.goto(`${app.url}/connections/${w.connection.id}`);
    await dialog.getByRole('tab', { name: 'Robô' }).click();
    await dialog.getByLabel('Integração').click();
    await page.getByRole('option', { name: 'Pedidos' }).click();
    await seen('connection');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.waitFor({ state: 'hidden' });

    receiver.answer = (_request, response) =>
      void response.writeHead(200).end(JSON.stringify({ messages: [{ body: 'Qual é o pedido?' }] }));
    const customer = w.customer();
    await customer.says('Cadê o meu pedido?');
    expect((await customer.sees()).at(-1)?.body).toContain('Qual é o pedido?');
    await page.goto(`${app.url}/integrations`);
    await page.getByRole('button', { name: 'Entregas de Pedidos' }).click();
    await dialog.getByRole('button', { name: /^message\.received/ }).click();
    await dialog.getByText('A resposta foi enviada ao cliente.').waitFor();
    await seen('deliveries');
    await dialog.getByRole('button', { name: 'Enviar de novo' }).click();
    await page.getByText('A entrega será enviada de novo.').waitFor();
    await app.settled();
    await dialog.getByRole('button', { name: 'Fechar' }).click();
    await seen('list');
    expect([faults, complaints]).toEqual([[], []]);
    await end();
  });
});

it('without integrations in the plan the page says so and leads away, and forms do not name them', async () => {
  const w = await world(app, { plan: { useIntegrations: false } });
  const manager = await w.member({ profile: 'admin' });
  const { end, page } = await visit(browser, app.url);
  await signIn(page, manager.me.email, password);
  await page.goto(`${app.url}/integrations`);
  await page
    .getByText('Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.')
    .first()
    .waitFor();
  await page.waitForURL('**/');
  await page.goto(`${app.url}/connections/${w.connection.id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Robô' }).click();
  expect(await dialog.getByLabel('Integração').count()).toBe(0);
  await end();
});
