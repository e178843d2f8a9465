import type { Browser } from 'playwright-core';
import { launchBrowser, phone, picture, sidewaysScroll, signIn, visit } from '../support/browser.js';
import { CloudCompany } from '../support/cloud-company.js';
import { ownAddress } from '../support/free-port.js';
import { password } from '../support/world.js';

let company: CloudCompany;
let browser: Browser;

beforeAll(async () => {
  company = await CloudCompany.start({ env: await ownAddress() });
  browser = await launchBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await company?.stop();
});

test('a manager with a phone sees how a connection fares, tests it, resumes it and copies its webhook', async () => {
  const { app, w, connection, graph } = company;
  const [{ number, ticket }] = await company.twoConversations();
  graph.refuse(number, 80007, { times: 1 });
  const message = await company.post(ticket, 'um momento');
  await company.settled();

  const { context, page, complaints } = await visit(browser, app.url, { viewport: phone });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, w.admin.me.email, password, '/connections');
  await page.getByText('Conectado · Em pausa').waitFor();
  await page.getByRole('link', { name: `Editar ${connection.name}` }).click();
  const facts = page.getByRole('region', { name: 'Situação da conexão' });
  await facts.getByText('Limite de chamadas da conta atingido').waitFor();

  await facts.getByRole('button', { name: 'Testar conexão' }).click();
  await facts.getByText('A conexão está funcionando.').waitFor();
  await facts.getByText('Empresa Simulada').waitFor();
  await picture(page, 'phone-light-connection');
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);

  await facts.getByRole('button', { name: 'Copiar: Endereço do webhook' }).click();
  await facts.getByRole('button', { name: 'Copiado' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${app.url}/webhooks/cloudapi/${connection.id}`);

  await facts.getByRole('button', { name: 'Retomar envios' }).click();
  await facts.getByText('Envios em pausa').waitFor({ state: 'detached' });
  await company.due();
  expect(await company.stateOf(message)).toEqual(['delivered']);
  expect(complaints).toEqual([]);
  await context.close();
}, 120_000);
