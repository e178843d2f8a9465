import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../support/app.js';
import { checkAppearance, sizes } from '../../support/appearance.js';
import { screenshot, sharedBrowser, signIn, typeDate, visit } from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { carousel, productCards } from '../../support/cloud-templates.js';
import { photo } from '../../support/files.js';
import { freePort } from '../../support/free-port.js';
import { defaultNumber, GraphSimulator, sends } from '../../support/graph-simulator/graph-simulator.js';
import { createPrompt } from '../../support/prompts.js';
import { password, type TicketRow, type World, world } from '../../support/world.js';

let app: TestApp;
let graph: GraphSimulator;
const browser = await sharedBrowser();
let w: World;

const hour = 3_600_000;

beforeAll(async () => {
  graph = new GraphSimulator({ window: true });
  const graphUrl = await graph.start();
  graph.addTemplate({
    name: 'lembrete_consulta',
    language: 'pt_BR',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Clínica Boa Vista' },
      {
        type: 'BODY',
        text: 'Olá *{{1}}*, sua consulta é dia {{2}}.',
        example: { body_text: [['Marina', '12 de maio']] },
      },
      { type: 'FOOTER', text: 'Responda para remarcar' },
      { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Confirmar' }] },
    ],
  });
  graph.addTemplate(productCards);
  graph.addTemplate(carousel);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  app = await startApp({ PORT: String(port), PUBLIC_URL: origin, GRAPH_API_URL: graphUrl });
  w = await world(app);
  const connection = bodyOf(
    await w.admin.post<{ id: number }>('/whatsapp', {
      name: 'Número oficial',
      channel: 'cloudapi',
      facebookUserId: defaultNumber.phoneNumberId,
      facebookPageUserId: defaultNumber.wabaId,
      facebookUserToken: defaultNumber.token,
      appSecret: graph.options.appSecret,
      queueIds: [w.sales.id],
    }),
    201,
  );
  graph.setCallbackUrl(`${app.url}/webhooks/cloudapi/${connection.id}`);
  bodyOf(await w.admin.post(`/whatsapp/${connection.id}/templates/sync`), 202);
  await app.settled();
});

afterAll(async () => {
  await app?.close();
  await graph?.stop();
});

/** A conversation whose customer wrote so many hours ago, accepted by the attendant. */
async function conversation(from: string, hoursAgo: number): Promise<TicketRow> {
  graph.customerSends({ from, name: 'Marina Costa', at: Date.now() - hoursAgo * hour }, sends.text('Bom dia!'));
  await graph.settled();
  await app.settled();
  const { tickets } = bodyOf(await w.admin.get<{ tickets: TicketRow[] }>(`/tickets?showAll=true&searchParam=${from}`));
  return bodyOf(await w.attendant.put<TicketRow>(`/tickets/${tickets[0]?.id}`, { status: 'open' }));
}

describe('what customers send', () => {
  it('orders, forms and advertisements are tables and cards', async () => {
    const from = '5511950000020';
    const { uuid } = await conversation(from, 1);
    const referral = {
      ...{ source_type: 'ad', source_id: '7', source_url: 'https://fb.me/bolos', headline: 'Bolos para festas' },
      body: 'Entrega grátis no sábado em toda a cidade',
    };
    const answers = '{"flow_token":"t","screen_0_Qual_bolo_1":"0_Cenoura com cobertura","Pessoas":"20"}';
    const form = { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json: answers } };
    const items = [
      { id: 'bolo-cenoura', quantity: 2, price: 34.9 },
      { id: 'vela', quantity: 1, price: 12.5 },
    ];
    graph.customerSends({ from, referral }, sends.text('Vi o anúncio, quero um bolo'));
    graph.customerSends({ from }, sends.order('194836987003835', items, 'Para viagem'));
    graph.customerSends({ from }, () => ({ type: 'interactive', interactive: form }));
    graph.customerSends({ from }, () => ({
      ...{ type: 'text', text: { body: 'Tem no tamanho M?' } },
      context: { referred_product: { catalog_id: '1', product_retailer_id: 'camisa-azul' } },
    }));
    graph.customerSends({ from }, () => ({ type: 'unsupported', unsupported: { type: 'poll_creation' } }));
    await graph.settled();
    await app.settled();
    for (const [name, viewport] of sizes) {
      const { page, pageErrors, end } = await visit(browser, app.url, { viewport });
      await signIn(page, w.attendant.me.email, password, `/tickets/${uuid}`);
      const order = page.getByRole('table', { name: 'Pedido' });
      await order.getByRole('row', { name: '2 × bolo-cenoura R$ 34,90' }).waitFor();
      await order.getByRole('row', { name: 'Total R$ 82,30' }).waitFor();
      await page.getByText('Para viagem').waitFor();
      const answered = page.getByRole('table', { name: 'Formulário respondido' });
      await answered.getByRole('row', { name: 'Qual bolo Cenoura com cobertura' }).waitFor();
      const ad = page.getByRole('link', { name: /Bolos para festas/ });
      expect(await ad.getAttribute('href')).toBe('https://fb.me/bolos');
      await page.getByText('Sobre o produto camisa-azul').waitFor();
      expect(await checkAppearance(page, `kinds-${name}`)).toEqual([]);
      await ad.scrollIntoViewIfNeeded();
      await screenshot(page, `kinds-${name}-above`);
      expect(pageErrors).toEqual([]);
      await end();
    }
    // the browser above has the account's only session
    bodyOf(await w.attendant.signIn(w.attendant.me.email, password));
  });
});

describe('the window of 24 hours', () => {
  it('counts down, closes, and a template can still be sent', async () => {
    const closing = await conversation('5511950000001', 22);
    const closed = await conversation('5511950000002', 30);
    const { page, pageErrors: complaints, end } = await visit(browser, app.url);
    await signIn(page, w.attendant.me.email, password, `/tickets/${closing.uuid}`);
    await page.getByText(/A janela de 24 horas fecha em [12] h/).waitFor();
    await page.locator('[data-message]').first().hover();
    await page.getByRole('button', { name: 'Opções da mensagem' }).first().click();
    await screenshot(page, 'window-1-closing');
    await page.getByRole('menuitemcheckbox', { name: 'Reagir com 👍' }).click();
    await page.getByRole('img', { name: 'Reações: 👍' }).waitFor();

    await page.goto(`/tickets/${closed.uuid}`);
    await page.getByText('A janela de 24 horas fechou').waitFor();
    await screenshot(page, 'window-2-closed');
    await page.getByRole('button', { name: 'Escolher modelo' }).click();
    await page.getByText('lembrete_consulta').waitFor();
    await screenshot(page, 'window-3-list');
    await page.getByText('lembrete_consulta').click();
    await page.getByLabel('Texto: 1').fill('Marina');
    await page.getByLabel('Texto: 2').fill('20 de agosto');
    await screenshot(page, 'window-4-filled');
    await page.getByRole('button', { name: 'Enviar modelo' }).click();
    const bubble = page.locator('[data-message]', { hasText: 'sua consulta é dia 20 de agosto' });
    await bubble.locator('[data-state="delivered"]').waitFor();
    await bubble.getByText('Confirmar').waitFor();
    await screenshot(page, 'window-5-sent');
    graph.customerSends({ from: '5511950000002' }, sends.button('Confirmar'));
    await page.getByRole('textbox', { name: 'Mensagem', exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await end();
  });

  it('a template is scheduled, and its text stays as it is', async () => {
    bodyOf(await w.attendant.signIn(w.attendant.me.email, password));
    const closed = await conversation('5511950000004', 30);
    const { page, pageErrors: complaints, end } = await visit(browser, app.url);
    await signIn(page, w.attendant.me.email, password, `/tickets/${closed.uuid}`);
    await page.getByRole('button', { name: 'Escolher modelo' }).click();
    await page.getByText('lembrete_consulta').click();
    await page.getByLabel('Texto: 1').fill('Marina');
    await page.getByLabel('Texto: 2').fill('20 de agosto');
    await page.getByRole('button', { name: 'Agendar', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Adicionar agendamento' });
    await dialog.getByText('Modelo: lembrete_consulta (pt_BR)').waitFor();
    const text = dialog.getByRole('textbox', { name: 'Mensagem' });
    expect(await text.inputValue()).toBe('Olá *Marina*, sua consulta é dia 20 de agosto.');
    expect(await text.isDisabled()).toBe(true);
    await typeDate(dialog, 'Data e hora', '20/08/2098/09/00');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { schedules } = bodyOf(
      await w.admin.get<{ schedules: { id: number; template: object | null }[] }>('/schedules'),
    );
    expect(schedules).toMatchObject([
      {
        body: 'Olá *Marina*, sua consulta é dia 20 de agosto.',
        template: { name: 'lembrete_consulta', params: { body: { 1: 'Marina', 2: '20 de agosto' } } },
      },
    ]);
    // a change of the time keeps the template
    await page.goto(`/schedules/${schedules[0]?.id}`);
    const opened = page.getByRole('dialog', { name: 'Mensagem Pendente' });
    await opened.getByText('Modelo: lembrete_consulta (pt_BR)').waitFor();
    await typeDate(opened, 'Data e hora', '21/08/2098/09/00');
    await opened.getByRole('button', { name: 'Salvar' }).click();
    await opened.waitFor({ state: 'detached' });
    const after = bodyOf(await w.admin.get<{ template: object; sendAt: string }>(`/schedules/${schedules[0]?.id}`));
    expect(after).toMatchObject({ template: schedules[0]?.template, sendAt: '2098-08-21T12:00:00.000Z' });
    expect(complaints).toEqual([]);
    await end();
  });

  it('a carousel has a picture, a text and a button’s address for each card', async () => {
    const { name, mime, bytes } = await photo({ width: 800, height: 500 });
    for (const [size, viewport] of sizes) {
      bodyOf(await w.attendant.signIn(w.attendant.me.email, password));
      const closed = await conversation(size === 'wide' ? '5511950000005' : '5511950000006', 30);
      const { page, pageErrors: complaints, end } = await visit(browser, app.url, { viewport });
      await signIn(page, w.attendant.me.email, password, `/tickets/${closed.uuid}`);
      await page.getByRole('button', { name: 'Escolher modelo' }).click();
      await page.getByText('Ainda não pode ser enviado daqui').waitFor();
      await page.getByText(carousel.name, { exact: true }).click();
      await page.getByLabel('Texto: 1').first().fill('Marina');
      const send = page.getByRole('button', { name: 'Enviar modelo' });
      for (const [index, [price, code]] of [
        ['R$ 18', 'c1'],
        ['R$ 9', 'c2'],
      ].entries()) {
        expect(await send.isDisabled()).toBe(true);
        // the preview has the card again
        const card = page.getByRole('group', { name: `Cartão ${index + 1}` }).first();
        await card.locator('input[type=file]').setInputFiles({ name, mimeType: mime, buffer: bytes });
        await card.getByLabel('Texto: 1').fill(price ?? '');
        await card.getByLabel('Final do endereço do botão “Ver”').fill(code ?? '');
      }
      const preview = page.getByRole('group', { name: 'Cartões' });
      await preview.getByText('Café por R$ 18').waitFor();
      expect(await checkAppearance(page, `window-${size}-carousel-filled`)).toEqual([]);
      await send.click();
      const bubble = page.locator('[data-message]', { hasText: 'Olá Marina, veja as ofertas' });
      await bubble.locator('[data-state="delivered"]').waitFor();
      await bubble.getByText('Chá por R$ 9').waitFor();
      await bubble.getByRole('img', { name: 'Imagem do cartão' }).first().waitFor();
      expect(await checkAppearance(page, `window-${size}-carousel-sent`)).toEqual([]);
      expect(complaints).toEqual([]);
      await end();
    }
  });

  it('lets a manager choose the template that opens an AI campaign; a number without one is not offered', async () => {
    const { id } = await createPrompt(w, { url: 'https://assistente.test', key: 'sk-1' });
    const another = { name: 'Sem modelos', channel: 'cloudapi', facebookUserId: '42', facebookPageUserId: '43' };
    const secrets = { facebookUserToken: 'x', appSecret: 'y' };
    bodyOf(await w.admin.post('/whatsapp', { ...another, ...secrets }), 201);
    const manager = await w.member({ profile: 'admin' });
    const { page, pageErrors: complaints, end } = await visit(browser, app.url);
    await signIn(page, manager.me.email, password, '/aicampaigns');
    await page.getByRole('button', { name: 'Nova campanha' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nova campanha com IA' });
    const choose = async (label: string, option: RegExp) => {
      await dialog.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: option }).click();
    };
    await dialog.getByLabel('Nome').fill('Lembretes');
    await choose('Instância de IA', /Lia/);
    await dialog.getByRole('combobox', { name: 'Número de disparo' }).click();
    const bare = page.getByRole('option', { name: /Sem modelos · .*modelo aprovado/ });
    expect(await bare.getAttribute('aria-disabled')).toBe('true');
    expect(await checkAppearance(page, 'ai-campaign-numbers')).toEqual([]);
    await page.getByRole('option', { name: /Número oficial/ }).click();
    await choose('Modelo', /lembrete_consulta/);
    await dialog.getByRole('combobox', { name: 'Texto: 1' }).fill('{nome}');
    await dialog.getByRole('combobox', { name: 'Texto: 2' }).fill('{campo1}');
    await dialog.getByText('Olá *{nome}*, sua consulta é dia {campo1}.').scrollIntoViewIfNeeded();
    for (const [name, viewport] of sizes) {
      await page.setViewportSize(viewport);
      expect(await checkAppearance(page, `ai-campaign-template-${name}`)).toEqual([]);
    }
    await dialog.getByRole('button', { name: 'Criar' }).click();
    await page.getByText('Campanha criada com sucesso!').first().waitFor();
    const [made] = bodyOf(
      await w.admin.get<object[]>(`/campaign-service/ai/campaigns/filter?company_id=${w.companyId}`),
    );
    expect(made).toMatchObject({
      instance_id: id,
      template: { name: 'lembrete_consulta', params: { body: { 1: '{nome}', 2: '{campo1}' } } },
    });
    expect(complaints).toEqual([]);
    await end();
  });

  it('fits a phone and the dark theme', async () => {
    // the browser above has the account's only session
    bodyOf(await w.attendant.signIn(w.attendant.me.email, password));
    const closed = await conversation('5511950000003', 30);
    for (const [name, viewport] of sizes) {
      const { page, pageErrors: complaints, end } = await visit(browser, app.url, { viewport });
      await signIn(page, w.attendant.me.email, password, `/tickets/${closed.uuid}`);
      await page.getByText('A janela de 24 horas fechou').waitFor();
      expect(await checkAppearance(page, `window-${name}-closed`)).toEqual([]);
      await page.getByRole('button', { name: 'Escolher modelo' }).click();
      await page.getByText('lembrete_consulta').click();
      await page.getByLabel('Texto: 1').fill('Marina');
      expect(await checkAppearance(page, `window-${name}-filled`)).toEqual([]);
      expect(complaints).toEqual([]);
      await end();
    }
  });
});
