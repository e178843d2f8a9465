import { describe, expect, it } from '@jest/globals';
import { sharedApp } from '../../support/app.js';
import { checkAppearance, sizes } from '../../support/appearance.js';
import { sharedBrowser, signIn, until, visit } from '../../support/browser.js';
import { files } from '../../support/files.js';
import { password, world } from '../../support/world.js';

const app = await sharedApp();
const browser = await sharedBrowser();

describe.each(sizes)('the API for programs, %s', (name, viewport) => {
  it('is tried, its tokens are shown and replaced, webhooks are tested and replayed', async () => {
    const faults: string[] = [];
    const w = await world(app);
    const manager = await w.member({ profile: 'admin' });
    const customer = w.customer();
    const { end, page, pageErrors: complaints } = await visit(browser, app.url, { viewport });
    const seen = async (what: string): Promise<void> => {
      faults.push(...(await checkAppearance(page, `api-${name}-${what}`)));
    };
    await signIn(page, manager.me.email, password, '/api-docs');
    const text = page.getByRole('region', { name: 'Mensagem de texto' });
    await text.getByRole('button', { name: 'Enviar' }).click();
    await text.getByText('Obrigatório').first().waitFor();
    await text.getByLabel('Número').fill(`+${customer.number.slice(0, 2)} ${customer.number.slice(2)}`);
    await text.getByRole('textbox', { name: /^Mensagem/ }).fill('Seu pedido saiu');
    expect(await text.getByRole('region', { name: 'cURL' }).innerText()).toContain(`"number":"${customer.number}"`);
    await text.getByRole('button', { name: 'Python', exact: true }).click();
    expect(await text.getByRole('region', { name: 'Python' }).innerText()).toContain('"body": "Seu pedido saiu"');
    await text.getByRole('button', { name: 'Enviar' }).click();
    await text.getByText('Enviada: 201').waitFor();
    await seen('messages');
    const media = page.getByRole('region', { name: 'Mensagem de mídia' });
    await media.getByLabel('Número').fill(customer.number);
    await media.getByLabel('Legenda').fill('A nota');
    const { bytes: buffer, mime: mimeType } = files.pdf;
    await media.locator('input[type=file]').setInputFiles({ name: 'nota.pdf', mimeType, buffer });
    expect(await media.getByRole('region', { name: 'cURL' }).innerText()).toContain("-F 'medias=@nota.pdf'");
    await media.getByRole('button', { name: 'Enviar' }).click();
    await media.getByText('Enviada: 201').waitFor();
    await app.settled();
    expect((await customer.sees()).map(({ body }) => body)).toEqual(['Seu pedido saiu', 'A nota']);
    // a wrong token is refused, and does not end the session
    await media.getByLabel('Token').fill('errado');
    await media.getByRole('button', { name: 'Enviar' }).click();
    await media.getByText('Recusada: 401').waitFor();

    await page.getByRole('tab', { name: 'Tokens das conexões' }).click();
    const token = page.getByLabel('Token da conexão', { exact: true });
    const old = await token.inputValue();
    expect(await token.getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: /^Mostrar o token/ }).click();
    expect(await token.getAttribute('type')).toBe('text');
    await seen('connections');
    await page.getByRole('button', { name: /^Trocar o token/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Trocar' }).click();
    await page.getByText('Token trocado.').waitFor();
    await until(page, `document.querySelector('main input').value !== ${JSON.stringify(old)}`);

    await page.getByRole('tab', { name: 'Tokens de serviço' }).click();
    await page.getByRole('link', { name: 'Adicionar' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nome').fill('ERP da loja');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Obrigatório').waitFor();
    await dialog.getByLabel('Ler contatos').check();
    await dialog.getByLabel('Alterar contatos').check();
    await seen('token-form');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    const created = page.getByRole('dialog', { name: 'Token criado' });
    expect(await created.getByLabel('Token de serviço', { exact: true }).inputValue()).toMatch(/^atk_/);
    await seen('token-created');
    await created.getByRole('button', { name: 'Já copiei' }).click();
    await page.getByText('ERP da loja').first().waitFor();
    await seen('tokens');

    await page.getByRole('tab', { name: 'Webhooks' }).click();
    await page.getByRole('link', { name: 'Adicionar' }).first().click();
    await dialog.getByLabel('Endereço').fill('http://10.0.0.1/eventos');
    await dialog.getByLabel('Mensagem recebida').check();
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('http://10.0.0.1/eventos').first().waitFor();
    await page.getByRole('button', { name: /^Segredo de/ }).click();
    expect(await dialog.getByLabel('Segredo', { exact: true }).inputValue()).toMatch(/^whsec_/);
    const secret = page.getByRole('dialog', { name: 'Segredo' });
    const former = await secret.getByLabel('Segredo', { exact: true }).inputValue();
    await secret.getByRole('button', { name: 'Trocar segredo' }).click();
    const asked = page.getByRole('dialog', { name: 'Trocar segredo' });
    await asked.getByText('O segredo atual deixa de valer na hora').waitFor();
    await seen('secret');
    await asked.getByRole('button', { name: 'Trocar segredo' }).click();
    await asked.waitFor({ state: 'hidden' });
    expect(await secret.getByLabel('Segredo', { exact: true }).inputValue()).not.toBe(former);
    await secret.getByRole('button', { name: 'Fechar' }).click();
    await page.getByRole('button', { name: /^Enviar evento de teste/ }).click();
    const log = page.getByRole('dialog', { name: 'Entregas' });
    await log.getByText('1 tentativa').waitFor();
    await log.getByRole('button', { name: /^test/ }).click();
    await log.getByText('10.0.0.1 não é um endereço público').waitFor();
    await seen('deliveries');
    await log.getByRole('button', { name: 'Enviar de novo' }).click();
    await page.getByText('A entrega será enviada de novo.').waitFor();
    await log.getByRole('button', { name: 'Fechar' }).click();
    await page
      .getByText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)
      .first()
      .waitFor();
    await seen('webhooks');
    // of the wrong token
    expect([faults, complaints]).toEqual([[], [expect.stringContaining('status of 401')]]);
    await end();
  });
});

it('without the API in the plan the page says so and leads away', async () => {
  const w = await world(app, { plan: { useExternalApi: false } });
  const manager = await w.member({ profile: 'admin' });
  const { end, page } = await visit(browser, app.url);
  await signIn(page, manager.me.email, password);
  await page.goto('/api-docs');
  await page
    .getByText('Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.')
    .waitFor();
  await page.waitForURL('**/');
  await end();
});
