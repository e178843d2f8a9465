import { checkAppearance, sizes } from '../../support/appearance.js';
import { phone, screenshot, sharedBrowser, sidewaysScroll, signIn, until, visit } from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { CloudCompany } from '../../support/cloud-company.js';
import { ownAddress } from '../../support/free-port.js';
import { defaultNumber } from '../../support/graph-simulator/graph-simulator.js';
import { userToken } from '../../support/graph-simulator/pages.js';
import { password, world } from '../../support/world.js';

const company = await CloudCompany.start({ env: await ownAddress() });
const browser = await sharedBrowser();

afterAll(async () => {
  await company?.stop();
});

test('a manager on a phone sees the status of a connection, tests it, resumes it and copies its webhook', async () => {
  const { app, w, connection, graph } = company;
  const [{ number, ticket }] = await company.twoConversations();
  graph.refuse(number, 80007, { times: 1 });
  const message = await company.post(ticket, 'um momento');
  await company.settled();

  const { context, end, page, pageErrors: complaints } = await visit(browser, app.url, { viewport: phone });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, w.admin.me.email, password, '/connections');
  await page.getByText('Conectado · Em pausa').waitFor();
  await page.getByRole('link', { name: `Editar ${connection.name}` }).click();
  const facts = page.getByRole('region', { name: 'Situação da conexão' });
  await facts.getByText('Limite de chamadas da conta atingido').waitFor();

  await facts.getByRole('button', { name: 'Testar conexão' }).click();
  await facts.getByText('A conexão está funcionando.').waitFor();
  await facts.getByText('Empresa Simulada').waitFor();
  await screenshot(page, 'phone-light-connection');
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);

  await facts.getByRole('button', { name: 'Copiar: Endereço do webhook' }).click();
  await facts.getByRole('button', { name: 'Copiado' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${app.url}/webhooks/cloudapi/${connection.id}`);

  await facts.getByRole('button', { name: 'Retomar envios' }).click();
  await facts.getByText('Envios em pausa').waitFor({ state: 'detached' });
  await company.runDueJobs();
  expect(await company.statusesOf(message)).toEqual(['delivered']);
  expect(complaints).toEqual([]);
  await end();
});

test('a number that is not registered is registered by its PIN; Enter there stores no form', async () => {
  const { app, w, connection, graph } = company;
  const [number] = graph.options.numbers;
  if (!number) throw new Error('A number');
  number.platform = 'NOT_APPLICABLE';
  const { end, page, pageErrors } = await visit(browser, app.url);
  const stored: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') stored.push(request.url());
  });
  await signIn(page, w.admin.me.email, password, '/connections');
  await page.getByRole('link', { name: `Editar ${connection.name}` }).click();
  const facts = page.getByRole('region', { name: 'Situação da conexão' });
  await facts.getByRole('button', { name: 'Testar conexão' }).click();
  const pin = facts.getByLabel('PIN de seis dígitos');
  await pin.fill('000000');
  await pin.press('Enter');
  await facts.getByRole('button', { name: 'Registrar número' }).click();
  await until(page, `document.querySelector('[aria-invalid="true"]') !== null`);
  await screenshot(page, 'wide-light-connection-pin');
  await pin.fill('123456');
  await facts.getByRole('button', { name: 'Registrar número' }).click();
  await pin.waitFor({ state: 'detached' });
  expect(stored).toEqual([]);
  expect(pageErrors).toEqual([]);
  await end();
});

test('the channel determines the form, its first error is scrolled into view, and the status is that of the calls', async () => {
  const { app, w, connection, graph } = company;
  const number = { ...defaultNumber, phoneNumberId: '555000999888777', token: 'token-da-filial', unavailable: true };
  graph.addNumber(number);
  const { end, page, pageErrors: complaints } = await visit(browser, app.url);
  await signIn(page, w.admin.me.email, password, '/connections');
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await page.getByRole('menuitem', { name: 'Telefone de testes' }).click();
  const dialog = page.getByRole('dialog');
  const tab = (name: string) => dialog.getByRole('tab', { name });
  await dialog.getByRole('combobox', { name: 'Canal' }).waitFor();
  expect(await dialog.getByLabel('Token de acesso').count()).toBe(0);
  await dialog.getByRole('combobox', { name: 'Canal' }).click();
  await page.getByRole('option', { name: 'Cloud API' }).click();
  await tab('Cloud API').click();
  // all of them are seen
  expect(await dialog.getByRole('tab').count()).toBe(6);
  expect(await dialog.locator('.MuiTabScrollButton-root').count()).toBe(0);
  await dialog.getByLabel('ID do número de telefone *').fill(number.phoneNumberId);
  await dialog.getByLabel('Token de acesso *').fill(number.token);
  await dialog.getByLabel('Chave secreta do aplicativo *').fill('segredo');
  expect(await dialog.getByLabel('Mensagem de saudação').isVisible()).toBe(false);

  // missing and refused fields, both on a hidden tab
  const focused = "document.activeElement?.getAttribute('name')";
  await tab('Mensagens').click();
  await dialog.getByLabel('Mensagem de saudação').fill('Olá!');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await until(page, `${focused} === 'name'`);
  expect(await tab('Conexão').getAttribute('aria-selected')).toBe('true');
  await dialog.getByLabel('Nome').fill(connection.name);
  await tab('Mensagens').click();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.getByText('Já existe uma conexão com este nome').waitFor();
  await until(page, `${focused} === 'name'`);
  for (const [name, viewport] of sizes.toReversed()) {
    await page.setViewportSize(viewport);
    expect(await checkAppearance(page, `connection-form-${name}`)).toEqual([]);
  }

  await dialog.getByLabel('Nome').fill('Filial Norte');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Filial Norte' });
  await row.getByText('Não verificada').waitFor();
  await row.getByRole('link', { name: 'Editar Filial Norte' }).click();
  const facts = page.getByRole('region', { name: 'Situação da conexão' });
  await facts.getByText('Teste a conexão.').waitFor();
  await facts.getByRole('button', { name: 'Testar conexão' }).click();
  await facts.getByText(/^Instabilidade na Meta/).waitFor();
  await facts.getByText('Falha na última chamada').waitFor();
  expect(await facts.getByText(/Conectad/).count()).toBe(0);
  expect(await checkAppearance(page, 'connection-failing')).toEqual([]);
  await page.getByRole('link', { name: /há conexão que precisa de atenção/, includeHidden: true }).waitFor();
  number.unavailable = false;
  await facts.getByRole('button', { name: 'Testar conexão' }).click();
  await facts.getByText('Conectado').waitFor();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await row.getByText('Conectado').waitFor();
  expect(await checkAppearance(page, 'connections-list')).toEqual([]);
  // the browser logs the refusal of the name
  expect(complaints.filter((complaint) => !/409 \(Conflict\)/.test(complaint))).toEqual([]);
  await end();
});

test('a manager chooses the page of a token that sees several', async () => {
  const { app, graph } = company;
  const w = await world(app);
  const branch = { pageId: '108177215500002', name: 'Filial', token: 'token-da-pagina' };
  graph.pages.pages.push(branch);
  const secrets = { facebookUserToken: userToken, appSecret: 'segredo', metaToken: 'combinado' };
  const input = { name: 'Facebook da empresa', channel: 'facebook', queueIds: [w.sales.id], ...secrets };
  const { id } = bodyOf(await w.admin.post<{ id: number }>('/whatsapp', input), 201);
  await app.settled();
  const { end, page, pageErrors: complaints } = await visit(browser, app.url);
  await signIn(page, w.admin.me.email, password, '/connections');
  await page.getByRole('link', { name: `Editar ${input.name}` }).click();
  const facts = page.getByRole('region', { name: 'Situação da conexão' });
  await facts.getByRole('button', { name: 'Testar conexão' }).click();
  await facts.getByText(/^Escolha a página ou conta/).waitFor();
  expect(await checkAppearance(page, 'connection-accounts')).toEqual([]);
  await facts.getByRole('button', { name: `Usar Filial (${branch.pageId})` }).click();
  await facts.getByText('A conexão está funcionando.').waitFor();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Facebook' }).click();
  expect(await dialog.getByLabel('ID da página').inputValue()).toBe(branch.pageId);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await app.settled();
  const query = 'select status, facebook_user_id as account from connections where id = $1';
  expect(await app.database.query(query, [id])).toEqual([{ status: 'CONNECTED', account: branch.pageId }]);
  expect(complaints).toEqual([]);
  await end();
});
