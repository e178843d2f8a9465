import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sharedApp } from '../../support/app.js';
import { checkAppearance, sizes } from '../../support/appearance.js';
import { phone, sharedBrowser, signIn, until, visit } from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { files, form } from '../../support/files.js';
import { password, type World, world } from '../../support/world.js';

const app = await sharedApp();
const browser = await sharedBrowser();

interface Made {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly scheduledAt: string | null;
}

/** A list of three people with a column of their own. */
async function contactList({ admin }: World): Promise<Made> {
  const list = bodyOf(await admin.post<Made>('/contact-lists', { name: 'Clientes de maio' }), 201);
  for (const [index, name] of ['Ana Souza', 'Bruno Lima', 'Carla Dias'].entries())
    bodyOf(
      await admin.post('/contact-list-items', {
        contactListId: list.id,
        name,
        number: `551191234560${index}`,
        variables: [{ name: 'cupom', value: `MAIO${index}` }],
      }),
      201,
    );
  return list;
}

/** A campaign that has been running since three hours: 200 recipients, of whom some read, replied or were not reached. */
async function running({ admin, companyId, connection, tag }: World): Promise<Made> {
  const campaign = bodyOf(
    await admin.post<Made>('/campaigns', {
      name: 'Promoção de maio',
      whatsappId: connection.id,
      tagListId: tag.id,
      message1: 'Oi, {nome}!',
      message2: 'Olá, {nome}!',
    }),
    201,
  );
  await app.database.query(
    `insert into campaign_shipments (id, company_id, campaign_id, connection_id, position, variables, number, name, status, message, error_code, error_text, sent_at, delivered_at, read_at, replied_at)
     select nextval('messages_id_seq'), $1, $2, $3, n, '[]', '55119' || lpad(n::text, 8, '0'), 'Cliente ' || n,
       case when n > 180 then 'queued' when n > 170 then 'failed' when n > 120 then 'sent' when n > 60 then 'delivered' else 'read' end,
       case when n <= 180 then 1 + n % 2 end,
       case when n between 171 and 180 then '131026' end,
       case when n between 171 and 180 then '{"pt":"O número não tem WhatsApp.","en":"The number has no WhatsApp.","es":"El número no tiene WhatsApp."}'::jsonb end,
       case when n <= 170 then now() - interval '3 hours' + n * interval '1 minute' end,
       case when n <= 120 then now() - interval '3 hours' + n * interval '1 minute' end,
       case when n <= 60 then now() - interval '2 hours' end, case when n <= 25 then now() - interval '1 hour' end
     from generate_series(1, 200) n`,
    [companyId, campaign.id, connection.id],
  );
  await app.database.query(
    `update campaigns set status = 'PAUSADA', started_at = now() - interval '3 hours', frozen_at = now(), refused = '{"invalid":3,"repeated":1,"optedOut":2}',
       pause_reason = '{"code":"131048","text":{"pt":"O provedor limitou os envios deste número.","en":"Limited.","es":"Limitado."}}'
     where company_id = $1 and id = $2`,
    [companyId, campaign.id],
  );
  return campaign;
}

async function pick(page: Page, field: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).first().click();
}

describe.each(sizes)('campaigns, %s', (name, viewport) => {
  it('are written in four steps beside a phone that shows them, and planned', async () => {
    const faults: string[] = [];
    const w = await world(app);
    await contactList(w);
    bodyOf(await w.admin.post('/whatsapp', { name: 'Segundo', channel: 'sandbox' }), 201);
    const list = bodyOf(
      await w.admin.post<{ id: number }>('/files', { name: 'Catálogo de maio', message: 'Veja o catálogo' }),
      201,
    );
    bodyOf(await w.admin.post(`/files/uploadList/${list.id}`, form({}, [files.pdf, files.png], 'files')));
    const { end, page, pageErrors } = await visit(browser, app.url, { viewport });
    const seen = async (what: string): Promise<void> => {
      faults.push(...(await checkAppearance(page, `campaign-${what}-${name}`)));
    };
    const onPhone = page.getByRole('region', { name: 'Prévia no celular do cliente' });
    const next = page.getByRole('button', { name: 'Continuar' });
    const manager = await w.member({ profile: 'admin' });
    await signIn(page, manager.me.email, password, '/campaigns');
    await page.getByText('Envie a mesma mensagem a uma lista de contatos').waitFor();
    await seen('none');

    await page.getByRole('button', { name: 'Configurações' }).click();
    const settings = page.getByRole('dialog', { name: 'Configurações das campanhas' });
    await settings.getByRole('button', { name: 'Adicionar variável' }).click();
    await settings.getByLabel('Atalho').fill('loja');
    await settings.getByLabel('Conteúdo').fill('Loja Centro');
    await seen('settings');
    await settings.getByRole('button', { name: 'Salvar' }).click();
    await settings.waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Adicionar' }).first().click();
    await page.waitForURL('**/campaigns/create');
    await next.click();
    await page.getByText('Obrigatório').first().waitFor();
    await page.getByLabel('Nome').fill('Promoção de maio');
    await next.click();
    await page.getByText('Escolha uma conexão').waitFor();
    await pick(page, 'Conexão', w.connection.name);
    await pick(page, 'Lista de contatos', 'Clientes de maio');
    await onPhone.getByText('Ana Souza').waitFor();
    await page.getByText(/^\d+ destinatários$/).waitFor();
    await seen('audience');
    await page.getByRole('radio', { name: 'Contatos com uma tag' }).check();
    await pick(page, 'Contatos com a tag', w.tag.name);
    await page.getByRole('radio', { name: 'Contatos com a tag (0)' }).waitFor();
    await page.getByRole('radio', { name: 'Também os contatos de conversas com a tag (0)' }).check();
    await seen('audience-tag');
    await page.getByRole('radio', { name: 'Uma lista de contatos' }).check();
    await pick(page, 'Lista de contatos', 'Clientes de maio');
    await onPhone.getByText('Ana Souza').waitFor();
    await next.click();

    const first = page.getByRole('textbox', { name: 'Mensagem 1' });
    await first.waitFor();
    await next.click();
    await page.getByText('Escreva pelo menos uma mensagem').waitFor();
    await first.fill('Oi, ');
    await page.getByRole('button', { name: '+ nome' }).click();
    await first.press('End');
    await first.pressSequentially('! Seu cupom da {loja} é *{cupom}*.');
    await onPhone.getByText('Oi, Ana Souza! Seu cupom da Loja Centro é MAIO0.').waitFor();
    await onPhone.getByRole('button', { name: 'Próximo destinatário' }).click();
    await onPhone.getByText('Oi, Bruno Lima! Seu cupom da Loja Centro é MAIO1.').waitFor();
    await page.getByRole('button', { name: 'Outra mensagem' }).click();
    await page.getByRole('textbox', { name: 'Mensagem 2' }).fill('Olá de novo, {nome}');
    await onPhone.getByText('Olá de novo, Bruno Lima').waitFor();
    await page.getByLabel('Pedir confirmação').check();
    await page.getByRole('textbox', { name: 'Mensagem de confirmação 1' }).fill('Posso mandar uma novidade?');
    await onPhone.getByText('Posso mandar uma novidade?').waitFor();
    await onPhone.getByText('Sim, quero!').waitFor();
    await pick(page, 'Lista de arquivos', 'Catálogo de maio');
    await page.getByText('2 arquivos', { exact: true }).waitFor();
    await seen('message');
    await next.click();

    await pick(page, 'Departamento', w.sales.name);
    const byRecipient = page.getByLabel('No horário do destinatário, quando o número o diz');
    expect(await byRecipient.count()).toBe(0);
    await page.getByLabel('Enviar a partir das').fill('09:00');
    await page.getByLabel('Enviar até as').fill('18:00');
    await byRecipient.check();
    await seen('sending');
    await next.click();
    await page.waitForURL(/\/campaigns\/\d+\?step=review/);
    await page.getByText('Dentro do horário de envio de cada destinatário, sem pausas').waitFor();
    await page.getByText('Sem cobrança').waitFor();
    const estimate = page.locator('dl div').filter({ hasText: 'Destinatários' }).locator('dd');
    expect(await estimate.innerText()).toMatch(/^3/);
    await page.getByLabel('Seu número').fill('12');
    await page.getByRole('button', { name: 'Enviar teste' }).click();
    await page.locator('[aria-invalid=true]').waitFor();
    await page.getByLabel('Seu número').fill('+55 (11) 98888-7777');
    await page.getByRole('button', { name: 'Enviar teste' }).click();
    await page.getByText('Teste enviado.').waitFor();
    await seen('review');

    await page.getByRole('tab', { name: 'Envio' }).click();
    const at = page.getByRole('group', { name: 'Agendamento' }).getByRole('spinbutton');
    const type = async (...sections: string[]): Promise<void> => {
      for (const [index, digits] of sections.entries()) {
        await at.nth(index).click();
        await at.nth(index).pressSequentially(digits);
      }
    };
    await type('24', '12', '2021', '09', '30');
    await next.click();
    await page.getByText('Este horário já passou; escolha outro, ou deixe vazio e inicie na revisão').waitFor();
    await until(page, "document.activeElement.closest('[aria-invalid=true]') !== null");
    await seen('start-passed');
    await type('24', '12', '2031');
    await next.click();
    await page.waitForURL(/step=review/);
    const made = async () => bodyOf(await w.admin.get<{ records: Made[] }>('/campaigns')).records;
    // nothing is planned before it is confirmed
    expect(await made()).toMatchObject([{ name: 'Promoção de maio', status: 'INATIVA', scheduledAt: null }]);
    await page.getByRole('button', { name: 'Programar para 24/12/2031 09:30' }).click();
    await page.getByText('Campanha programada.').waitFor();
    await page.waitForURL(/\/campaigns$/);
    await page.getByText('Programada').first().waitFor();
    await seen('list');
    expect(await made()).toMatchObject([
      { status: 'PROGRAMADA', scheduledAt: '2031-12-24T12:30:00.000Z', recipientHours: true },
    ]);
    expect(faults).toEqual([]);
    // the browser logs the refusal of the number
    expect(pageErrors.filter((complaint) => !/400 \(Bad Request\)/.test(complaint))).toEqual([]);
    await end();
  });

  it('have a report: funnel, hours, messages, reasons and recipients, who are found, narrowed and exported', async () => {
    const faults: string[] = [];
    const w = await world(app);
    const campaign = await running(w);
    const { end, page, pageErrors } = await visit(browser, app.url, { viewport });
    const manager = await w.member({ profile: 'admin' });
    await signIn(page, manager.me.email, password, `/campaigns/${campaign.id}`);
    // what has begun cannot be edited
    await page.waitForURL(`**/campaigns/${campaign.id}/report`);
    await page.getByText('A campanha foi pausada: O provedor limitou os envios deste número.').waitFor();
    await page.getByText('180 de 200 processados · 20 na fila').waitFor();
    await page.getByText('Ficaram de fora: 3 números inválidos, 1 repetido, 2 não querem receber.').waitFor();
    const funnel = page.getByRole('region', { name: 'Do envio à resposta' });
    await funnel.getByText(/25 · 14,7.%/).waitFor();
    await page.getByRole('img', { name: 'Enviadas por hora' }).waitFor();
    const messages = page.getByRole('table', { name: 'Cada mensagem' });
    expect(await messages.getByRole('row').count()).toBe(3);
    faults.push(...(await checkAppearance(page, `campaign-report-${name}`)));
    await page.getByRole('button', { name: 'Ver como tabela' }).first().click();
    await page.getByRole('table', { name: 'Do envio à resposta' }).waitFor();

    const recipients = page.getByRole('region', { name: 'Destinatários' });
    await recipients.getByRole('status').getByText('200', { exact: true }).waitFor();
    await recipients.getByRole('button', { name: 'Mostrar mais' }).click();
    await recipients.getByText('Cliente 100', { exact: true }).waitFor();
    await page.getByRole('button', { name: /O número não tem WhatsApp/ }).click();
    await recipients.getByRole('status').getByText('10', { exact: true }).waitFor();
    await page.waitForURL(/errorCode=131026/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`campanha-${campaign.id}.csv`);
    expect((await readFile(await download.path(), 'utf8')).trim().split('\r\n')).toHaveLength(11);
    await recipients.getByLabel('Nome ou número').fill('Cliente 175');
    await recipients.getByRole('status').getByText('1', { exact: true }).waitFor();
    faults.push(...(await checkAppearance(page, `campaign-recipients-${name}`)));

    await page.getByRole('button', { name: 'Cancelar campanha' }).click();
    const question = page.getByRole('dialog', { name: `Cancelar ${campaign.name}?` });
    await question.getByRole('button', { name: 'Cancelar campanha' }).click();
    await page.getByText('Campanha cancelada.').waitFor();
    await page.getByRole('button', { name: 'Reiniciar' }).waitFor();
    expect(faults).toEqual([]);
    expect(pageErrors).toEqual([]);
    await end();
  });

  it('are sent again to those who got nothing, or perhaps nothing', async () => {
    const faults: string[] = [];
    const w = await world(app);
    const campaign = await running(w);
    const { query } = app.database;
    await query(
      `update campaign_shipments set status = 'failed', error_code = 'UNCERTAIN',
         error_text = '{"pt":"Não se sabe se chegou.","en":"Unknown.","es":"No se sabe."}' where campaign_id = $1 and status = 'queued'`,
      [campaign.id],
    );
    await query("update campaigns set status = 'FINALIZADA', completed_at = now(), pause_reason = null where id = $1", [
      campaign.id,
    ]);
    const { end, page, pageErrors } = await visit(browser, app.url, { viewport });
    const manager = await w.member({ profile: 'admin' });
    await signIn(page, manager.me.email, password, `/campaigns/${campaign.id}/report`);
    const again = page.getByRole('button', { name: 'Tentar novamente' });
    await again.waitFor();
    faults.push(...(await checkAppearance(page, `campaign-over-${name}`)));
    await again.click();
    const question = page.getByRole('dialog');
    await question.getByText('30 destinatários com falha entram na fila outra vez; de 20', { exact: false }).waitFor();
    faults.push(...(await checkAppearance(page, `campaign-retry-${name}`)));
    await question.getByRole('button', { name: 'Tentar novamente' }).click();
    await page.getByText('Envio retomado.').waitFor();
    await again.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    expect(pageErrors).toEqual([]);
    await end();
  });
});

describe.each(sizes)('a part of the recipients, %s', (name, viewport) => {
  it('gets a campaign of its own, goes onto a list, or gets a tag', async () => {
    const faults: string[] = [];
    const w = await world(app);
    const campaign = await running(w);
    const { end, page, pageErrors } = await visit(browser, app.url, { viewport });
    const manager = await w.member({ profile: 'admin' });
    await signIn(page, manager.me.email, password, `/campaigns/${campaign.id}/report?status=unread`);
    const recipients = page.getByRole('region', { name: 'Destinatários' });
    await recipients.getByRole('status').getByText('110', { exact: true }).waitFor();
    faults.push(...(await checkAppearance(page, `campaign-segment-${name}`)));
    await recipients.getByRole('button', { name: 'Adicionar a uma lista' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Destinatários: 110. Quem se descadastrou fica de fora.').waitFor();
    await dialog.getByRole('button', { name: 'Adicionar' }).click();
    await dialog.getByText('Escolha uma lista ou escreva o nome de uma nova').waitFor();
    await dialog.getByRole('combobox', { name: 'Lista de contatos' }).fill('Não leram maio');
    faults.push(...(await checkAppearance(page, `campaign-segment-list-${name}`)));
    await dialog.getByRole('button', { name: 'Adicionar' }).click();
    await page.getByText('Adicionados: 110 · já estavam: 0 · não querem receber: 0').waitFor();
    await recipients.getByRole('button', { name: 'Adicionar tag' }).click();
    await dialog.getByRole('combobox', { name: 'Tag' }).fill('Não leu');
    await dialog.getByRole('button', { name: 'Adicionar' }).click();
    await page.getByText('Com a tag: 110 · contatos novos: 110').waitFor();

    await page.getByRole('button', { name: 'Enviar aos que' }).click();
    await page.getByRole('menuitem', { name: 'Não responderam (145)' }).click();
    const question = page.getByRole('dialog', { name: 'Nova campanha para 145 destinatários?' });
    await question.getByRole('button', { name: 'Nova campanha' }).click();
    await page.waitForURL(/\/campaigns\/\d+$/);
    await page.locator('input[value="Cópia de Promoção de maio"]').waitFor();
    await page.getByText('145 destinatários').waitFor();
    expect(faults).toEqual([]);
    expect(pageErrors).toEqual([]);
    await end();
  });
});

describe.each(sizes)('a sequence, %s', (name, viewport) => {
  it('is begun in the review of a campaign, activated, and shown in the report', async () => {
    const faults: string[] = [];
    const w = await world(app);
    const { id: contactListId } = await contactList(w);
    const first = bodyOf(
      await w.admin.post<Made>('/campaigns', {
        ...{ name: 'Promoção de maio', whatsappId: w.connection.id, contactListId, message1: 'Oi, {nome}!' },
        ...{ messageInterval: 0, greaterInterval: 0 },
      }),
      201,
    );
    const { end, page, pageErrors } = await visit(browser, app.url, { viewport });
    const seen = async (what: string): Promise<void> => {
      faults.push(...(await checkAppearance(page, `campaign-sequence-${what}-${name}`)));
    };
    const manager = await w.member({ profile: 'admin' });
    await signIn(page, manager.me.email, password, `/campaigns/${first.id}?step=review`);
    await page.getByRole('button', { name: 'Acompanhar quem não responder' }).click();
    await page.getByRole('heading', { name: 'Promoção de maio – acompanhamento 1' }).waitFor();
    await page.getByRole('textbox', { name: 'Mensagem 1' }).fill('Ainda dá tempo, {nome}');
    await page.getByText('Ainda dá tempo, Ana Souza').waitFor();
    await page.getByRole('tab', { name: 'Destinatários' }).click();
    await page.getByText('Quem recebeu Promoção de maio e não respondeu.').waitFor();
    await page.getByText('3 destinatários até agora').waitFor();
    await page.getByLabel('Dias sem resposta').fill('2');
    await seen('audience');
    await page.getByRole('tab', { name: 'Revisão' }).click();
    await page.getByText('2 dias depois do fim de Promoção de maio').waitFor();
    await seen('review');
    await page.getByRole('button', { name: 'Ativar acompanhamento' }).click();
    const question = page.getByRole('dialog', { name: 'Ativar Promoção de maio – acompanhamento 1?' });
    await question.getByText('2 dias depois do fim dessa campanha').waitFor();
    await question.getByRole('button', { name: 'Ativar acompanhamento' }).click();
    await page.getByText('Acompanhamento ativado.').waitFor();
    await page.waitForURL('**/report');
    const steps = page.getByRole('listitem');
    await steps.filter({ hasText: 'após 2 dias sem resposta' }).getByText('Programada').waitFor();
    await seen('report');
    // back in the campaign that it follows, with its own text
    await page.getByRole('link', { name: 'Promoção de maio', exact: true }).click();
    await page.waitForURL(`**/campaigns/${first.id}`);
    await page.locator('input[value="Promoção de maio"]').waitFor();
    // long after the end of that one the question says that it begins at once
    const [, second] = bodyOf(await w.admin.get<Made[]>(`/campaigns/${first.id}/sequence`));
    bodyOf(await w.admin.post(`/campaigns/${second?.id}/cancel`));
    await app.database.query(
      "update campaigns set status = 'FINALIZADA', completed_at = now() - interval '10 days' where id = $1",
      [first.id],
    );
    await page.goto(`${app.url}/campaigns/${second?.id}?step=review`);
    await page.getByText('Assim que você ativar').waitFor();
    await page.getByRole('button', { name: 'Ativar acompanhamento' }).click();
    await question.getByText('a mensagem começa a ser enviada agora a quem não respondeu').waitFor();
    await seen('due');
    expect(faults).toEqual([]);
    expect(pageErrors).toEqual([]);
    await end();
  });
});

describe('the list of campaigns', () => {
  it.each([1280, 1366, 1440])(
    'has figures and every action within reach at %s px, with the menu open',
    async (width) => {
      const w = await world(app);
      const campaign = await running(w);
      const { end, page, pageErrors } = await visit(browser, app.url, { viewport: { width, height: 800 } });
      const manager = await w.member({ profile: 'admin' });
      await signIn(page, manager.me.email, password, '/campaigns');
      const row = page.getByRole('row').filter({ hasText: campaign.name });
      for (const figure of ['90', '170', '120', '60', '25', '10'])
        await row
          .getByText(figure, { exact: figure !== '90' })
          .first()
          .waitFor();
      await row.hover();
      const buttons = await row.locator('[data-row-actions]').locator('button, a').all();
      expect(buttons.length).toBe(6);
      // a trial click fails where something else is on top, or outside of the window
      for (const button of buttons) await button.click({ trial: true });
      expect(await checkAppearance(page, `campaigns-list-${width}`)).toEqual([]);
      expect(pageErrors).toEqual([]);
      await end();
    },
  );
});

describe('the pages of campaigns', () => {
  it('follow a campaign that is started in its review, without being reloaded', async () => {
    const w = await world(app);
    const { id: contactListId } = await contactList(w);
    const { id } = bodyOf(
      await w.admin.post<Made>('/campaigns', {
        ...{ name: 'Aviso', whatsappId: w.connection.id, contactListId, message1: 'Oi, {nome}!' },
        ...{ messageInterval: 0, greaterInterval: 0 },
      }),
      201,
    );
    const { page, end, pageErrors } = await visit(browser, app.url);
    const manager = await w.member({ profile: 'admin' });
    await signIn(page, manager.me.email, password, `/campaigns/${id}?step=review`);
    await page.getByRole('button', { name: 'Iniciar agora' }).click();
    await page
      .getByRole('dialog', { name: 'Iniciar Aviso agora?' })
      .getByRole('button', { name: 'Iniciar agora' })
      .click();
    await page.waitForURL(`**/campaigns/${id}/report`);
    await page.getByText('3 de 3 processados').waitFor();
    await page.getByText('Finalizada', { exact: true }).waitFor();
    await page.getByRole('table', { name: 'Destinatários' }).getByRole('cell', { name: 'Ana Souza' }).waitFor();
    expect(pageErrors).toEqual([]);
    await end();
  });

  it('are for managers whose plan has campaigns', async () => {
    const w = await world(app, { plan: { useCampaigns: false } });
    const { page, end } = await visit(browser, app.url, { viewport: phone });
    for (const [email, path] of [
      [w.admin.me.email, '/campaigns/create'],
      [w.supervisor.me.email, '/campaigns/1/report'],
    ] as const) {
      await signIn(page, email, password, path);
      await page
        .getByText('Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.')
        .waitFor();
      await page.waitForURL('**/');
    }
    await end();
  });
});
