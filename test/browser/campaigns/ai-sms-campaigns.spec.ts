import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { startApp } from '../../support/app.js';
import { checkAppearance, sizes } from '../../support/appearance.js';
import { sharedBrowser, signIn, typeDate, visit } from '../../support/browser.js';
import { ChatEndpoint } from '../../support/chat-endpoint.js';
import { bodyOf } from '../../support/client.js';
import { form } from '../../support/files.js';
import { ownAddress } from '../../support/free-port.js';
import { answersDue, createPrompt, instructions } from '../../support/prompts.js';
import { SmsSimulator } from '../../support/sms-simulator.js';
import { until } from '../../support/until.js';
import { password, type World, world } from '../../support/world.js';

const endpoint = await new ChatEndpoint().start();
const gateway = await new SmsSimulator('SendSms').start();
const hosts = [endpoint.host, gateway.server.host];
const app = await startApp({ ...(await ownAddress()), OUTBOUND_ALLOW: hosts.join(',') });
const browser = await sharedBrowser();

afterAll(async () => {
  await app.close();
  await endpoint.stop();
  await gateway.stop();
});

const open = async (w: World, path: string) => {
  const visited = await visit(browser, app.url);
  await signIn(visited.page, w.admin.me.email, password, path);
  return visited;
};
/** The page at both sizes, in both themes. */
const looks = async (page: Page, name: string, part?: Locator): Promise<string[]> => {
  const faults: string[] = [];
  for (const [size, viewport] of sizes) {
    await page.setViewportSize(viewport);
    await part?.scrollIntoViewIfNeeded();
    faults.push(...(await checkAppearance(page, `${name}-${size}`)));
  }
  await page.setViewportSize(sizes[0][1]);
  return faults;
};
const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const heading = 'nome;telefone;campo1\r\n';
const choose = async (page: Page, label: string, option: string | RegExp) => {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
};
const toast = (page: Page, text: string) => page.getByText(text).first().waitFor();

test('a manager makes an AI campaign, imports its recipients, activates it, and reads its report', async () => {
  endpoint.reply = ({ last }) => ({ text: last.includes('Ana') ? 'Oi Ana, aqui é a Lia!' : 'Oi, aqui é a Lia!' });
  const w = await world(app);
  await createPrompt(w, endpoint);
  await createPrompt(w, endpoint, { name: 'Outra' });
  bodyOf(await w.admin.post('/whatsapp', { name: 'Segundo', channel: 'sandbox' }), 201);
  const { page, pageErrors, end } = await open(w, '/tickets');
  await page.getByRole('button', { name: 'Inteligência artificial' }).click();
  await page.getByRole('link', { name: 'Campanhas com IA' }).click();
  await page.getByText('Nenhuma campanha ainda').waitFor();

  await page.getByRole('button', { name: 'Tutorial' }).click();
  const tutorial = page.getByRole('dialog', { name: 'Como funcionam as campanhas com IA' });
  const [sample] = await Promise.all([
    page.waitForEvent('download'),
    tutorial.getByRole('button', { name: 'Baixar CSV de exemplo' }).click(),
  ]);
  expect(await readFile(await sample.path(), 'utf8')).toContain('nome;telefone;campo1;campo2;campo3;campo4;campo5');
  expect(await looks(page, 'ai-tutorial')).toEqual([]);
  await tutorial.getByRole('link', { name: 'Vídeos de ajuda' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('button:focus', { hasText: 'Tutorial' }).waitFor();

  await page.getByRole('button', { name: 'Nova campanha' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Nova campanha com IA' });
  await dialog.locator('input[name=name]:focus').waitFor();
  await dialog.getByLabel('Agendar').check();
  await dialog.getByRole('button', { name: 'Criar' }).click();
  for (const text of ['Nome', 'Instância', 'Número de disparo', 'Intervalo'])
    await dialog.getByText(new RegExp(`^${text} obrigatóri[oa]$`)).waitFor();
  await dialog.getByText('Data e hora obrigatórias').waitFor();
  expect(await looks(page, 'ai-new')).toEqual([]);
  await dialog.getByRole('combobox', { name: 'Intervalo' }).click();
  const intervals = await page.getByRole('option').allTextContents();
  expect([intervals.length, intervals[0], intervals.at(-1)]).toEqual([58, '3 segundos', '60 segundos']);
  await page.getByRole('option', { name: '60 segundos' }).click();
  await dialog.getByLabel('Agora').check();
  await dialog.getByLabel('Nome').fill('Reativação');
  await choose(page, 'Instância de IA', 'Lia');
  await choose(page, 'Número de disparo', new RegExp(`^${w.connection.name} · online`));
  await dialog.getByRole('button', { name: 'Criar' }).click();
  await toast(page, 'Campanha criada com sucesso!');
  const row = page.getByRole('row', { name: /Reativação/ });
  for (const text of ['Lia', w.connection.name, 'Sem destinatários: envie um CSV'])
    await row.getByText(text, { exact: true }).waitFor();

  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    ...['Ativado', 'Nome', 'Instância de IA', 'Número de disparo'],
    ...['Upload CSV', 'Histórico CSV', 'Editar', 'Excluir'],
  ]);

  await row.getByRole('button', { name: 'Enviar CSV para Reativação' }).click();
  const upload = page.getByRole('dialog', { name: 'Enviar CSV para Reativação' });
  const file = upload.locator('input[type=file]');
  await file.setInputFiles({ name: 'lista.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
  await toast(page, 'Envie apenas arquivos .csv.');
  await file.setInputFiles(csv('longa.csv', heading + 'Ana;11999990001;\n'.repeat(51)));
  await toast(page, 'O arquivo CSV não pode ter mais de 51 linhas.');
  await upload.getByText('Nenhum arquivo escolhido').waitFor();
  await file.setInputFiles(csv('quebrada.csv', `${heading}"Ana;5511987650001;bolo\r\n`));
  await toast(page, 'Erro ao enviar o arquivo CSV. Não foi possível ler o arquivo CSV.');
  await file.setInputFiles(csv('clientes.csv', 'Cliente;Celular;Produto\r\nAna;5511987650001;bolo\r\nBia;nada;\r\n'));
  await upload.getByText('clientes.csv').waitFor();
  await upload.getByRole('combobox', { name: 'Cliente' }).selectOption('nome');
  await upload.getByRole('combobox', { name: 'Produto' }).selectOption('campo1');
  expect(await looks(page, 'ai-columns')).toEqual([]);
  await upload.getByRole('button', { name: 'Enviar', exact: true }).click();
  await toast(page, 'Arquivo CSV enviado com sucesso! 1 destinatário.');
  await upload.getByText('Linha 3: Telefone inválido').waitFor();
  expect(await looks(page, 'ai-upload')).toEqual([]);
  await upload.getByRole('button', { name: 'Fechar' }).click();
  await row.getByText('0 de 1 enviada', { exact: true }).waitFor();

  await row.getByRole('button', { name: 'Histórico CSV de Reativação' }).click();
  const history = page.getByRole('dialog', { name: 'Histórico CSV de Reativação' });
  const [original] = await Promise.all([
    page.waitForEvent('download'),
    history.getByRole('button', { name: 'Baixar clientes.csv' }).click(),
  ]);
  expect(await readFile(await original.path(), 'utf8')).toBe(
    'Cliente;Celular;Produto\r\nAna;5511987650001;bolo\r\nBia;nada;\r\n',
  );
  expect(await looks(page, 'ai-history')).toEqual([]);
  await history.getByRole('button', { name: 'Fechar' }).click();

  const active = row.getByRole('switch');
  await active.click();
  const question = page.getByRole('dialog', { name: 'Ativar campanha' });
  await question.getByText('As mensagens começam a ser enviadas a 1 destinatário.').waitFor();
  const example = question.getByRole('button', { name: 'Ver exemplo de Ana' });
  endpoint.reply = () => ({ status: 401 });
  await example.click();
  await question.getByText('O serviço recusou a chave de acesso: refused').waitFor();
  expect(await looks(page, 'ai-activate-failed')).toEqual([]);
  endpoint.reply = ({ last }) => ({ text: last.includes('Ana') ? 'Oi Ana, aqui é a Lia!' : 'Oi, aqui é a Lia!' });
  await example.click();
  await question.getByText('Oi Ana, aqui é a Lia!').waitFor();
  await example.waitFor({ state: 'detached' });
  const own = question.getByLabel('Seu número, para um teste');
  const tryIt = question.getByRole('button', { name: 'Enviar teste' });
  await own.fill('119');
  await tryIt.click();
  await question.getByText('Muito curto!').waitFor();
  expect(await looks(page, 'ai-activate')).toEqual([]);
  await own.fill('11987651234');
  await tryIt.click();
  await toast(page, 'Teste enviado.');
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await active.isChecked()).toBe(false);
  await active.click();
  await question.getByRole('button', { name: 'Ativar' }).click();
  await toast(page, 'Campanha ativada com sucesso!');
  // it is sent meanwhile
  await row.getByText('1 de 1 enviada', { exact: true }).waitFor();
  expect(await looks(page, 'ai-list')).toEqual([]);
  // more recipients of an active campaign are written to at once
  await row.getByRole('button', { name: 'Enviar CSV para Reativação' }).click();
  await file.setInputFiles(csv('mais.csv', `${heading}Eva;5511987650009;`));
  await upload.getByRole('button', { name: 'Enviar', exact: true }).click();
  const warning = page.getByRole('dialog', { name: 'A campanha está ativa' });
  expect(await looks(page, 'ai-upload-active')).toEqual([]);
  await warning.getByRole('button', { name: 'Cancelar' }).click();
  await warning.waitFor({ state: 'detached' });
  await upload.getByText('mais.csv').waitFor();
  await upload.getByRole('button', { name: 'Cancelar' }).click();
  await upload.waitFor({ state: 'detached' });
  await row.getByText('1 de 1 enviada', { exact: true }).waitFor();
  await active.click();
  await page.getByRole('dialog', { name: 'Desativar campanha' }).getByRole('button', { name: 'Desativar' }).click();
  await toast(page, 'Campanha desativada com sucesso!');

  await row.getByRole('button', { name: 'Editar Reativação' }).click();
  const edit = page.getByRole('dialog', { name: 'Editar campanha com IA' });
  await edit.getByLabel('Nome').fill('Reativação de clientes');
  await edit.getByLabel('Agendar').check();
  await edit.getByRole('combobox', { name: 'Intervalo' }).getByText('5 segundos').waitFor();
  await edit.getByLabel('Agora').check();
  const [change] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'PUT'),
    edit.getByRole('button', { name: 'Salvar' }).click(),
  ]);
  expect(change.postData()).toMatch(/name="atende_token"\s+[0-9a-f]{64}\s/);
  await toast(page, 'Campanha atualizada com sucesso!');

  await page.getByRole('link', { name: 'Relatórios de IA' }).click();
  await page.getByText('Nenhum dado disponível. Selecione uma campanha para visualizar as estatísticas.').waitFor();
  await page.getByRole('button', { name: 'Download do Relatório' }).click();
  await toast(page, 'Não há dados para exportar.');
  await page.getByRole('combobox', { name: 'Campanha' }).click();
  await page.getByRole('option', { name: 'Reativação de clientes' }).click();
  await page.getByText('Enviadas: 1 · Não enviadas: 0 · horários em UTC').waitFor();
  for (const title of ['Hoje', 'Esta Semana', 'Este Mês', 'Este Ano'])
    await page.getByRole('img', { name: title }).waitFor();
  await page.getByText('Passaram a um atendente').waitFor();
  const results = page.getByRole('definition');
  expect((await results.allTextContents()).slice(0, 3)).toEqual(['1', '0', '0']);
  expect(await results.nth(3).textContent()).toMatch(/^[1-9]/);
  expect(await looks(page, 'ai-report')).toEqual([]);
  await page.getByRole('region', { name: 'Hoje' }).getByRole('button', { name: 'Ver como tabela' }).click();
  const today = page.getByRole('table', { name: 'Hoje' });
  expect(await today.getByRole('row').count()).toBe(25);
  const headings = await today.getByRole('columnheader').allTextContents();
  expect(headings).toEqual(['Hora (UTC)', 'Enviadas', 'Não Enviadas']);
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download do Relatório' }).click(),
  ]);
  expect(report.suggestedFilename()).toBe('relatorio_ia.csv');
  const lines = (await readFile(await report.path(), 'utf8')).replace('\ufeff', '').trim().split('\r\n');
  expect(lines[0]).toBe('"Campanha";"Nome";"Telefone";"Hora";"Enviado";"Campo1";"Campo2";"Campo3";"Campo4";"Campo5"');
  expect(lines[1]).toMatch(/^"Reativação de clientes";"Ana";"5511987650001";"[^"]+";"Sim";"bolo";"";"";"";""$/);
  expect(lines).toHaveLength(2);

  await page.getByRole('link', { name: 'Campanhas com IA' }).click();
  await page.getByRole('button', { name: 'Excluir Reativação de clientes' }).click();
  await page.getByText('Deseja realmente excluir esta informação?').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  await toast(page, 'Campanha excluída com sucesso!');
  await page.getByText('Nenhuma campanha ainda').waitFor();
  expect(pageErrors.filter((text) => !/status of (?:400|502)/.test(text))).toEqual([]);
  await end();
});

test('an AI campaign converses until the customer wants a person', async () => {
  endpoint.reply = ({ last }) => ({
    text: last.includes('Dados do contato') ? 'Oi Ana, sentimos sua falta!' : 'Temos bolo de cenoura.',
  });
  const w = await world(app);
  const { id: instance_id } = await createPrompt(w, endpoint);
  const { id: connection_id } = w.connection;
  const input = { name: 'Saudade', instance_id, connection_id, company_id: w.companyId };
  const { id } = bodyOf(await w.admin.post<{ id: number }>('/campaign-service/ai/campaigns', input), 201);
  const ana = w.customer('Ana');
  const list = { name: 'lista.csv', mime: 'text/csv', bytes: Buffer.from(`nome,telefone\nAna,${ana.number}`) };
  bodyOf(await w.admin.post('/campaign-service/ai/import', form({ campaign_id: String(id) }, [list], 'file')));

  // signing in ends the session of the tests' own client
  const manager = await w.member({ profile: 'admin' });
  const { page, end } = await visit(browser, app.url);
  await signIn(page, manager.me.email, password, '/aicampaigns');
  const row = page.getByRole('row', { name: /Saudade/ });
  await row.getByText('0 de 1 enviada', { exact: true }).waitFor();
  await row.getByRole('switch').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ativar' }).click();
  await row.getByText('1 de 1 enviada', { exact: true }).waitFor();
  await end();

  await ana.says('O que tem hoje?');
  await answersDue(w);
  endpoint.reply = () => ({ text: 'Vou chamar alguém.\nAção: Transferir para o setor de atendimento' });
  const { uuid } = await ana.says('Quero falar com uma pessoa');
  await answersDue(w);
  const waiting = (await ana.sees())
    .filter(({ fromCustomer }) => !fromCustomer)
    .map(({ body }) => body.replace(/^\u200e/, ''));
  expect(waiting).toEqual(['Oi Ana, sentimos sua falta!', 'Temos bolo de cenoura.', 'Vou chamar alguém.']);

  const attendant = await visit(browser, app.url);
  await signIn(attendant.page, w.supervisor.me.email, password, `/tickets/${uuid}`);
  for (const text of [...waiting, 'Quero falar com uma pessoa'])
    await attendant.page.getByRole('log').getByText(text).waitFor();
  await attendant.page.getByRole('button', { name: 'Aceitar' }).first().waitFor();
  await attendant.end();
});

test('an assistant that is created from the form of a campaign is chosen there', async () => {
  const w = await world(app);
  const { page, end } = await open(w, '/aicampaigns');
  await page.getByRole('button', { name: 'Nova campanha' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nova campanha com IA' });
  await dialog.getByText('O assistente que conversa com quem responder').waitFor();
  await dialog.getByText('Nenhum assistente ainda').waitFor();
  await dialog.getByLabel('Nome').fill('Reativação');
  expect(await looks(page, 'ai-new-assistant')).toEqual([]);
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('link', { name: 'Novo assistente' }).click(),
  ]);
  const prompt = tab.getByRole('dialog', { name: /prompt/i });
  await prompt.getByLabel('Nome').fill('Lia');
  await prompt.getByRole('textbox', { name: 'Prompt' }).fill(instructions);
  await prompt.getByRole('button', { name: 'Salvar' }).click();
  await tab.getByRole('row', { name: /Lia/ }).waitFor();
  await tab.close();
  await dialog.getByRole('combobox', { name: 'Instância de IA' }).getByText('Lia').waitFor();
  expect(await dialog.getByLabel('Nome').inputValue()).toBe('Reativação');
  await end();
});

test('SMS campaigns: balance, form, switch, recipients, report, removal', async () => {
  const w = await world(app);
  bodyOf(await w.admin.post('/whatsapp', { name: 'Segundo', channel: 'sandbox' }), 201);
  // the page ends the session of the first one
  const other = await w.member({ profile: 'admin' });
  const { page, pageErrors, end } = await open(w, '/smscampaigns');
  // no account of a gateway yet
  await page.getByRole('link', { name: 'Informar a conta do serviço' }).click();
  await page.getByRole('link', { name: 'Adicionar' }).first().click();
  const account = page.getByRole('dialog', { name: /serviço de sms/i });
  await account.getByRole('combobox', { name: 'Serviço' }).click();
  await page.getByRole('option', { name: 'SendSms' }).click();
  await account.getByLabel('Endereço do serviço').fill(gateway.url);
  await account.getByLabel('Login').fill(gateway.login);
  await account.getByLabel('Preço de um SMS').fill('0.07');
  await account.getByLabel('Token', { exact: true }).fill(gateway.token);
  await account.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('row', { name: /SendSms/ }).waitFor();
  const { url, login, token } = gateway;
  bodyOf(await other.post('/sms-gateways', { name: 'BullkSms', url, login, token }), 201);
  gateway.left = 1;
  await page.getByRole('link', { name: 'Campanhas SMS' }).click();
  const balance = page.getByLabel('Saldo de SMS');
  await until('the balance is shown', async () => (await balance.inputValue()) === '1');
  expect(await balance.getAttribute('readonly')).not.toBeNull();

  await page.getByRole('button', { name: 'Nova campanha' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nova campanha SMS' });
  await dialog.getByLabel('Agendar').check();
  await dialog.getByRole('button', { name: 'Criar' }).click();
  for (const text of ['Nome', 'Identificador do serviço', 'Número de disparo', 'Mensagem'])
    await dialog.getByText(new RegExp(`^${text} obrigatóri[oa]$`)).waitFor();
  await typeDate(dialog, 'Data e hora', '01/01/2020/10/00');
  await dialog.getByText('A data não pode estar no passado.').waitFor();
  await dialog.getByLabel('Mensagem').fill('Olá {nome}, promoção até amanhã!');
  await dialog.getByText('128 caracteres restantes').waitFor();
  await dialog.getByText('cada SMS leva 70 caracteres').waitFor();
  expect(await looks(page, 'sms-new')).toEqual([]);
  await dialog.getByLabel('Agora').check();
  await dialog.getByLabel('Nome').fill('Promoção');
  await choose(page, 'Identificador do serviço', 'SendSms');
  await choose(page, 'Número de disparo', new RegExp(w.connection.name));
  await dialog.getByRole('button', { name: 'Criar' }).click();
  await toast(page, 'Campanha criada com sucesso!');

  const row = page.getByRole('row', { name: /Promoção/ });
  await row.getByText(w.connection.name, { exact: true }).waitFor();
  const columns = await page.getByRole('columnheader').allTextContents();
  expect(columns).toEqual(['Status', 'Nome', 'Identificador do serviço', 'Ações']);
  await page.getByLabel('Pesquisar por nome').fill('nada assim');
  await page.getByText('Nada encontrado').waitFor();
  await page.getByLabel('Pesquisar por nome').fill('promoÇÃO');
  await row.getByRole('button', { name: 'Enviar CSV para Promoção' }).click();
  const upload = page.getByRole('dialog', { name: 'Enviar CSV para Promoção' });
  await upload
    .locator('input[type=file]')
    .setInputFiles(csv('clientes.csv', `${heading}Ana;5511987650001;\nBia;5511987650002;\nCaio;5511987650003;`));
  await upload.getByText('clientes.csv').waitFor();
  await upload.getByRole('button', { name: 'Enviar', exact: true }).click();
  await upload.waitFor({ state: 'detached' });

  await row.getByText('Olá {nome}, promoção até amanhã!').waitFor();
  await row.getByRole('button', { name: 'Editar Promoção' }).click();
  const edit = page.getByRole('dialog', { name: 'Editar campanha SMS' });
  const message = edit.getByLabel('Mensagem');
  await edit.getByText('Contado na linha mais longa: Caio.').waitFor();
  await message.fill('x'.repeat(150));
  await edit
    .getByRole('group', { name: 'Inserir uma coluna do arquivo' })
    .getByRole('button', { name: 'campo1' })
    .click();
  expect(await message.inputValue()).toBe(`${'x'.repeat(150)}{campo1}`);
  await message.fill(`${'x'.repeat(150)}{telefone}`);
  await edit.getByText('3 caracteres a mais').waitFor();
  await edit.getByText('O texto de 3 destinatários passa de 160 caracteres e não é enviado.').waitFor();
  expect(await looks(page, 'sms-edit')).toEqual([]);
  await message.fill('Olá {nome}, promoção até amanhã!');
  await edit.getByLabel('Nome').fill('Promoção de maio');
  await edit.getByRole('button', { name: 'Salvar' }).click();
  await toast(page, 'Campanha atualizada com sucesso!');
  await row.getByText('Promoção de maio').waitFor();

  await row.getByRole('switch').press('Space');
  const cost = page.getByRole('dialog', { name: 'Ligar campanha' });
  await cost.getByText('Ela gasta cerca de 3 SMS do saldo. Custo: cerca de R$\u00a00,21.').waitFor();
  expect(await looks(page, 'sms-activate')).toEqual([]);
  await cost.getByRole('button', { name: 'Ligar' }).click();
  await toast(page, 'Campanha ativada com sucesso!');
  await row.getByText('1 de 3 enviadas', { exact: true }).waitFor();
  // the second one has no credit
  await row.getByText('O serviço de SMS recusou: Saldo insuficiente').waitFor();
  expect(gateway.sent.map(({ text }) => text)).toEqual(['Olá Ana, promoção até amanhã!']);
  await page.reload();
  await page.getByText('Faltam 2 SMS para as campanhas ligadas').waitFor();
  expect(await looks(page, 'sms-list')).toEqual([]);
  await row.getByRole('button', { name: 'Editar Promoção' }).click();
  await edit.getByText('Esta campanha já enviou SMS: o texto e a data não mudam mais.').waitFor();
  expect(await message.isEditable()).toBe(false);
  expect(await looks(page, 'sms-edit-sent')).toEqual([]);
  await edit.getByRole('button', { name: 'Cancelar' }).click();
  await row.getByRole('switch').click();
  await toast(page, 'Campanha desativada com sucesso!');

  await page.getByRole('link', { name: 'Relatórios SMS' }).click();
  const download = page.getByRole('button', { name: 'Download do Relatório' });
  expect(await download.isDisabled()).toBe(true);
  await page.getByRole('combobox', { name: 'Campanha' }).getByText('Selecione uma campanha').click();
  await page.getByRole('option', { name: 'Promoção' }).click();
  await page.getByText('Enviadas: 1 · Não enviadas: 0 · horários em UTC').waitFor();
  const [report] = await Promise.all([page.waitForEvent('download'), download.click()]);
  expect(report.suggestedFilename()).toBe('relatorio_ia.csv');

  // who got nothing, why, and once more
  gateway.left = 5;
  gateway.invalid.add('5511987650002');
  await page.getByRole('link', { name: 'Campanhas SMS' }).click();
  await row.getByRole('switch').click();
  await cost.getByRole('button', { name: 'Ligar' }).click();
  await row.getByText('2 de 3 enviadas', { exact: false }).waitFor();
  await page.getByRole('link', { name: 'Relatórios SMS' }).click();
  await page.getByRole('combobox', { name: 'Campanha' }).getByText('Selecione uma campanha').click();
  await page.getByRole('option', { name: 'Promoção' }).click();
  const unsent = page.getByRole('region', { name: 'Quem não recebeu' }).first();
  await unsent.getByRole('row', { name: /Bia.*5511987650002.*O serviço de SMS recusou: Numero inexistente/ }).waitFor();
  expect(await looks(page, 'sms-report', unsent)).toEqual([]);
  gateway.invalid.clear();
  await unsent.getByRole('button', { name: 'Tentar novamente' }).click();
  const question = page.getByRole('dialog', { name: 'Tentar novamente' });
  await question.getByText('Enviar de novo para 1 destinatário?').waitFor();
  expect(await looks(page, 'sms-retry')).toEqual([]);
  await question.getByRole('button', { name: 'Tentar novamente' }).click();
  await toast(page, '1 destinatário volta para a fila.');
  await page.getByText('Enviadas: 3 · Não enviadas: 0 · horários em UTC').waitFor();
  await unsent.waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'Campanhas SMS' }).click();
  await row.getByRole('button', { name: 'Excluir Promoção' }).click();
  await page.getByText('Deseja realmente excluir esta informação?').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  await toast(page, 'Campanha excluída com sucesso!');
  await page.getByText('Nenhuma campanha ainda').waitFor();
  expect(pageErrors.filter((text) => !/status of 409/.test(text))).toEqual([]);
  await end();
});

test('failures say the sentences of the specification, and lead on', async () => {
  const w = await world(app);
  await createPrompt(w, endpoint);
  const { id: connection_id } = w.connection;
  const [prompt] = bodyOf(await w.admin.get<{ id: number }[]>(`/campaign-service/ai/instances/${w.companyId}`));
  const input = { name: 'Reativação', instance_id: prompt?.id, connection_id, company_id: w.companyId };
  const ai = bodyOf(await w.admin.post<{ id: number }>('/campaign-service/ai/campaigns', input), 201);
  const more = { service_identifier: 'SendSms', message: 'Oi' };
  const sms = bodyOf(await w.admin.post<{ id: number }>('/campaign-service/sms/campaigns', { ...input, ...more }), 201);
  const gone = bodyOf(await w.admin.post<{ id: number }>('/whatsapp', { name: 'Outra', channel: 'sandbox' }), 201);
  const orphan = { ...input, ...more, name: 'Sem conexão', connection_id: gone.id };
  bodyOf(await w.admin.post('/campaign-service/sms/campaigns', orphan), 201);
  bodyOf(await w.admin.delete(`/whatsapp/${gone.id}`));
  const { page, end } = await open(w, '/aicampaigns');
  const broken = (path: string, status = 500) =>
    page.route(path, (route) => route.fulfill({ status, contentType: 'application/json', body: '{}' }));
  const service = '**/campaign-service';
  const row = page.getByRole('row', { name: /Reativação/ });
  const again = page.getByRole('button', { name: 'Tentar novamente' });
  const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

  await row.waitFor();
  await broken(`${service}/ai/campaigns/**`);
  await row.getByRole('switch').click();
  await confirm('Ativar');
  await toast(page, 'Erro ao alterar o status da campanha.');
  expect(await row.getByRole('switch').isChecked()).toBe(false);
  await row.getByRole('button', { name: 'Excluir Reativação' }).click();
  await confirm('Excluir');
  await toast(page, 'Erro ao excluir campanha.');
  await row.getByRole('button', { name: 'Editar Reativação' }).click();
  await page.getByRole('textbox', { name: 'Nome' }).fill('Outra');
  await confirm('Salvar');
  await toast(page, 'Erro ao atualizar campanha.');
  await confirm('Cancelar');
  await confirm('Descartar');
  await broken(`${service}/ai/history/**`);
  await row.getByRole('button', { name: 'Histórico CSV de Reativação' }).click();
  await toast(page, 'Erro ao carregar histórico.');
  await again.waitFor();
  await confirm('Fechar');
  await broken(`${service}/ai/campaigns`);
  await broken(`${service}/ai/instances/**`);
  await page.reload();
  // the list that failed says so in its place
  await again.waitFor();
  await page.getByRole('button', { name: 'Nova campanha' }).click();
  await toast(page, 'Erro ao buscar instâncias.');
  await page.unroute(`${service}/ai/instances/**`);
  await page.reload();
  await page.getByRole('button', { name: 'Nova campanha' }).click();
  await page.getByRole('textbox', { name: 'Nome' }).fill('Outra');
  await choose(page, 'Instância de IA', 'Lia');
  await choose(page, 'Número de disparo', new RegExp(w.connection.name));
  await confirm('Criar');
  await toast(page, 'Erro ao criar campanha.');

  await page.goto('/aireports');
  await toast(page, 'Erro ao buscar campanhas:');
  await page.unroute(`${service}/ai/campaigns/**`);
  await broken(`${service}/ai/relatories/**`);
  await page.goto(`/aireports?campaign=${ai.id}`);
  await toast(page, 'Erro ao obter dados do relatório.');
  await broken(`${service}/sms/relatories/*`);
  await page.goto(`/smsreports?campaign=${sms.id}`);
  await toast(page, 'Erro ao obter os dados do relatório.');
  const time = new Date().toISOString();
  const fields = { field_1: '', field_2: '', field_3: '', field_4: '', field_5: '' };
  const answer = [{ id: 1, campaign_id: sms.id, name: 'Ana', phone: '5511987650001', time, is_sent: 0, ...fields }];
  await page.unroute(`${service}/sms/relatories/*`);
  await page.route(`${service}/sms/relatories/${sms.id}`, (route) => route.fulfill({ json: answer }));
  await broken(`${service}/sms/relatories/*/export`);
  await page.reload();
  await page.getByText('Enviadas: 0 · Não enviadas: 1').waitFor();
  await page.getByRole('button', { name: 'Download do Relatório' }).click();
  await toast(page, 'Erro ao gerar o relatório CSV.');

  await broken(`${service}/sms/campaigns/**`);
  await broken(`${service}/sms/balance`, 502);
  await page.goto('/smscampaigns');
  await toast(page, 'Erro ao buscar campanhas');
  await page.getByText('Erro ao carregar campanhas.').waitFor();
  await toast(page, 'Erro ao consumir a API de saldo.');
  const unclear = { service_identifier: 'SendSms', balance: null, status: 'success', cause: 'ilimitado' };
  await page.route(`${service}/sms/balance`, (route) => route.fulfill({ json: unclear }));
  await page.reload();
  await toast(page, 'Erro ao obter os créditos.');
  await page.unroute(`${service}/sms/campaigns/**`);
  await page.route(`${service}/sms/balance`, () => undefined);
  await page.reload();
  await page
    .getByRole('row', { name: /Sem conexão/ })
    .getByText('Number', { exact: true })
    .waitFor();
  expect(await page.getByLabel('Saldo de SMS').inputValue()).toBe('Carregando...');
  await end();
});

test.each([
  ['/aicampaigns', { useAiActive: false }, true],
  ['/aireports', { useAiActive: false }, true],
  ['/smscampaigns', { useLeads: false }, true],
  ['/smsreports', { useSms: false }, true],
  ['/smscampaigns', { useSms: false }, false],
])('%s with %o', async (path, plan, refused) => {
  const w = await world(app, { plan });
  const { page, end } = await open(w, path);
  if (refused) {
    await toast(page, 'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.');
    await page.waitForURL('**/');
  } else await page.getByRole('heading', { name: 'Campanhas SMS' }).waitFor();
  await end();
});

test('who is no manager is sent away from each of them', async () => {
  const w = await world(app);
  const { page, end } = await visit(browser, app.url);
  await signIn(page, w.supervisor.me.email, password, '/tickets');
  for (const path of ['/aicampaigns', '/aireports', '/smscampaigns', '/smsreports']) {
    await page.goto(path);
    await page.waitForURL(`${app.url}/`);
  }
  await end();
});
