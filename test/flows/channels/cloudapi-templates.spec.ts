import { bodyOf } from '../../support/client.js';
import { CloudCompany, cloudInput } from '../../support/cloud-company.js';
import {
  carousel,
  filled,
  filledCarousel,
  named,
  picture,
  productCards,
  reminder,
  withTemplates,
} from '../../support/cloud-templates.js';
import { files, form, type TestFile } from '../../support/files.js';
import { violationsIn } from '../../support/invariants.js';
import { type MalformedField, serverErrorsOver } from '../../support/malformed-values.js';
import { world } from '../../support/world.js';

const company = await CloudCompany.start();

beforeAll(async () => {
  company.graph.pageTemplates(2);
  const reviewed = { ...named, name: 'em_analise', status: 'PENDING' };
  const leaving = { ...named, name: 'vai_sumir' };
  await withTemplates(company, reminder, named, picture, carousel, productCards, reviewed, leaving);
});
afterAll(() => company.stop());

interface Listed {
  templates: {
    name: string;
    status: string;
    quality: string | null;
    sendable: boolean;
    header: { kind: string };
    body: { variables: { name: string; example: string }[] };
    buttons: { kind: string; variable: boolean }[];
  }[];
  count: number;
}
const listed = async (query = ''): Promise<Listed> =>
  bodyOf(await company.w.attendant.get<Listed>(`/whatsapp/${company.connection.id}/templates${query}`));

/** How many files Meta was given. */
const uploads = (): number =>
  company.graph.log.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/media')).length;

test('all pages are copied; approved templates are listed with their parameters', async () => {
  const { templates, count } = await listed();
  expect([count, templates.map(({ name }) => name)]).toEqual([
    6,
    ['carrossel', 'catalogo', 'lembrete_consulta', 'pedido_enviado', 'promocao', 'vai_sumir'],
  ]);
  expect(templates.find(({ name }) => name === reminder.name)).toMatchObject({
    status: 'APPROVED',
    sendable: true,
    header: { kind: 'text', text: 'Consulta de {{1}}', variables: [{ name: '1', example: 'Rui' }] },
    body: {
      variables: [
        { name: '1', example: 'Rui' },
        { name: '2', example: '12/05' },
      ],
    },
    footer: 'Clínica Boa Vista',
    buttons: [
      { kind: 'quick_reply', variable: false },
      { kind: 'url', variable: true },
      { kind: 'copy_code', variable: true },
    ],
  });
  expect(templates.find(({ name }) => name === named.name)).toMatchObject({
    format: 'named',
    body: {
      variables: [
        { name: 'numero', example: '77' },
        { name: 'cliente', example: '' },
      ],
    },
  });
  expect(templates.find(({ name }) => name === picture.name)?.header.kind).toBe('image');
  expect(templates.find(({ name }) => name === productCards.name)?.sendable).toBe(false);
  expect(templates.find(({ name }) => name === carousel.name)).toMatchObject({
    sendable: true,
    body: { variables: [{ name: '1', example: 'Rui' }] },
    cards: [
      {
        header: { kind: 'image' },
        body: { text: 'Café por {{1}}', variables: [{ name: '1', example: 'R$ 20' }] },
        buttons: [{ kind: 'quick_reply' }, { kind: 'url', variable: true, example: 'https://loja.test/cafe/9' }],
      },
      { body: { variables: [{ example: 'R$ 10' }] } },
    ],
  });
  expect((await listed('?status=all&searchParam=analise')).templates).toMatchObject([{ status: 'PENDING' }]);
});

test('only managers synchronise templates, and only where there are templates', async () => {
  expect((await company.w.attendant.post(`/whatsapp/${company.connection.id}/templates/sync`)).status).toBe(403);
  expect(await company.w.admin.post(`/whatsapp/${company.w.connection.id}/templates/sync`)).toMatchObject({
    status: 422,
    body: { code: 'ERR_CHANNEL_CANNOT' },
  });
  const other = await world(company.app);
  expect((await other.admin.get(`/whatsapp/${company.connection.id}/templates`)).status).toBe(404);
});

test('a filled template is sent and stored with its text', async () => {
  const { number, ticket } = await company.conversation();
  const sent = await company.send(ticket, { template: filled });
  expect(sent).toMatchObject({
    mediaType: 'template',
    body: 'Olá Ana, sua consulta é dia 20/08. Até lá, Ana!',
    data: {
      header: 'Consulta de Ana',
      footer: 'Clínica Boa Vista',
      buttons: [{ text: 'Confirmar' }, { text: 'Remarcar', url: 'https://clinica.test/r/abc-1' }, {}],
    },
  });
  expect(await company.current(ticket, sent.id)).toMatchObject({ status: 'delivered', errorCode: null });
  expect(company.accepted(sent.id)).toMatchObject([
    {
      to: number,
      type: 'template',
      body: {
        template: {
          name: reminder.name,
          language: { code: 'pt_BR' },
          components: [
            { type: 'header', parameters: [{ type: 'text', text: 'Ana' }] },
            { type: 'body', parameters: [{ text: 'Ana' }, { text: '20/08' }] },
            { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: 'abc-1' }] },
            { type: 'button', sub_type: 'copy_code', index: '2', parameters: [{ coupon_code: 'VALE10' }] },
          ],
        },
      },
    },
  ]);
  const byName = await company.send(ticket, {
    template: { name: named.name, language: 'pt_BR', params: { body: { numero: 77, cliente: 'Ana' } } },
  });
  expect(byName.body).toBe('Pedido 77 saiu, Ana.');
  expect(await company.current(ticket, byName.id)).toMatchObject({ status: 'delivered' });
});

test('a header picture is sent with the template, and again at a retry by the id of its upload', async () => {
  const { number, ticket } = await company.conversation();
  const template = JSON.stringify({ name: picture.name, language: 'en_US' });
  expect(await company.w.attendant.post(`/messages/${ticket.id}`, form({ template }))).toMatchObject({
    status: 400,
    body: { fields: { medias: 'Anexe a imagem do cabeçalho' } },
  });
  expect((await company.w.attendant.post(`/messages/${ticket.id}`, form({ template }, [files.pdf]))).status).toBe(400);
  company.graph.refuse(number, 131026, { times: 1 });
  const before = uploads();
  const sent = await company.send(ticket, form({ template }, [files.png]));
  expect(await company.current(ticket, sent.id)).toMatchObject({ status: 'failed', errorCode: '131026' });
  bodyOf(await company.w.attendant.post(`/messages/${sent.id}/retry`));
  await company.settled();
  expect(await company.current(ticket, sent.id)).toMatchObject({ status: 'delivered', mediaMime: 'image/png' });
  expect(uploads() - before).toBe(1);
});

test('a carousel is sent with a file, a text and buttons for each card', async () => {
  const { number, ticket } = await company.conversation();
  const template = JSON.stringify(filledCarousel);
  const body = form({ template }, [files.png, files.png]);
  const before = uploads();
  const sent = await company.send(ticket, body);
  expect(await company.current(ticket, sent.id)).toMatchObject({
    status: 'delivered',
    body: 'Olá Ana, veja as ofertas',
    data: {
      cards: [
        {
          body: 'Café por R$ 18',
          buttons: [{ text: 'Quero este' }, { text: 'Ver', url: 'https://loja.test/cafe/c1' }],
          mediaMime: 'image/png',
          mediaUrl: expect.any(String),
        },
        { body: 'Chá por R$ 9', mediaUrl: expect.any(String) },
      ],
    },
  });
  const card = (index: number, text: string, code: string) => ({
    card_index: index,
    components: [
      { type: 'header', parameters: [{ type: 'image', image: { id: expect.any(String) } }] },
      { type: 'body', parameters: [{ type: 'text', text }] },
      {
        type: 'button',
        sub_type: 'quick_reply',
        index: '0',
        parameters: [{ type: 'payload', payload: `${index + 1}: Quero este` }],
      },
      { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: code }] },
    ],
  });
  const components = [
    { type: 'body', parameters: [{ type: 'text', text: 'Ana' }] },
    { type: 'carousel', cards: [card(0, 'R$ 18', 'c1'), card(1, 'R$ 9', 'c2')] },
  ];
  expect(company.accepted(sent.id)).toMatchObject([
    { to: number, type: 'template', body: { template: { components } } },
  ]);
  expect(uploads() - before).toBe(2);
});

test('a refused carousel is sent again with the files that were uploaded, and its removal removes them', async () => {
  const { number, ticket } = await company.conversation();
  company.graph.refuse(number, 131026, { times: 1 });
  const sent = await company.send(ticket, form({ template: JSON.stringify(filledCarousel) }, [files.png, files.png]));
  expect(await company.current(ticket, sent.id)).toMatchObject({ status: 'failed' });
  const before = uploads();
  bodyOf(await company.w.attendant.post(`/messages/${sent.id}/retry`));
  await company.settled();
  const message = await company.current(ticket, sent.id);
  expect([message?.status, uploads()]).toEqual(['delivered', before]);
  const cards = (message?.data?.['cards'] ?? []) as { mediaUrl: string }[];
  const urls = cards.map(({ mediaUrl }) => new URL(mediaUrl).pathname + new URL(mediaUrl).search);
  const statuses = () => Promise.all(urls.map(async (url) => (await company.w.attendant.get(url)).status));
  expect(await statuses()).toEqual([200, 200]);
  bodyOf(await company.w.admin.delete(`/tickets/${ticket.id}`));
  await company.settled();
  expect(await statuses()).toEqual([404, 404]);
});

test('what a carousel lacks is named', async () => {
  const { ticket } = await company.conversation();
  const refused = async (params: object, given: readonly TestFile[] = [files.png, files.png]) => {
    const template = JSON.stringify({ ...filledCarousel, params: { ...filledCarousel.params, ...params } });
    const { status, body } = await company.w.attendant.post(`/messages/${ticket.id}`, form({ template }, given));
    return [status, body.code, body.fields];
  };
  const [first, second] = filledCarousel.params.cards;
  const everyCard = { medias: 'Anexe a imagem ou o vídeo de cada cartão, na ordem dos cartões' };
  expect(await refused({}, [files.png])).toEqual([400, 'ERR_VALIDATION', everyCard]);
  expect(await refused({}, [files.png, files.pdf])).toEqual([400, 'ERR_VALIDATION', everyCard]);
  expect(await refused({ cards: [first] })).toEqual([
    400,
    'ERR_VALIDATION',
    { 'template.params.cards.1.body.1': 'Obrigatório', 'template.params.cards.1.buttons.1': 'Obrigatório' },
  ]);
  expect(await refused({ cards: [first, { ...second, body: ['a\nb'] }] })).toEqual([
    400,
    'ERR_VALIDATION',
    { 'template.params.cards.1.body.1': expect.any(String) },
  ]);
  expect(await refused({ cards: [first, second, {}] })).toMatchObject([
    400,
    'ERR_VALIDATION',
    { 'template.params.cards.2': 'O modelo não tem este campo' },
  ]);
  for (const odd of ['x', {}, ['x'], [7, 8], [[], []], Array.from({ length: 11 }, () => first)])
    expect((await refused({ cards: odd }))[0]).toBe(400);
  expect((await company.messagesOf(ticket)).filter(({ fromMe }) => fromMe)).toEqual([]);
});

test('a schedule has one file and refuses a carousel', async () => {
  const { ticket } = await company.conversation();
  const schedule = {
    contactId: ticket.contactId,
    body: 'o texto do modelo',
    whatsappId: company.connection.id,
    sendAt: '2098-08-20T12:00:00.000Z',
    template: filledCarousel,
  };
  expect(await company.w.attendant.post('/schedules', schedule)).toMatchObject({
    status: 422,
    body: { code: 'ERR_TEMPLATE_UNSUPPORTED' },
  });
});

test('invalid parameters are refused by their names, and nothing is stored', async () => {
  const { ticket } = await company.conversation();
  const refused = async (template: unknown) => {
    const { status, body } = await company.w.attendant.post(`/messages/${ticket.id}`, { template });
    return [status, body.code, body.fields];
  };
  const wrong = (params: object) => refused({ ...filled, params: { ...filled.params, ...params } });
  expect(await refused({ ...filled, name: 'nenhum' })).toMatchObject([404, 'ERR_NO_TEMPLATE_FOUND']);
  expect(await refused({ ...filled, name: 'em_analise' })).toMatchObject([422, 'ERR_TEMPLATE_NOT_APPROVED']);
  expect(await refused({ ...filled, name: productCards.name })).toMatchObject([422, 'ERR_TEMPLATE_UNSUPPORTED']);
  expect(await wrong({ body: ['Ana'] })).toMatchObject([
    400,
    'ERR_VALIDATION',
    { 'template.params.body.2': 'Obrigatório' },
  ]);
  expect(await wrong({ body: ['Ana', '1', '2'] })).toMatchObject([
    400,
    'ERR_VALIDATION',
    { 'template.params.body.3': expect.any(String) },
  ]);
  expect(await wrong({ body: { 1: 'a\nb', 2: 'x' } })).toMatchObject([
    400,
    'ERR_VALIDATION',
    { 'template.params.body.1': expect.any(String) },
  ]);
  expect(await wrong({ buttons: {} })).toMatchObject([
    400,
    'ERR_VALIDATION',
    { 'template.params.buttons.1': 'Obrigatório' },
  ]);
  expect(await wrong({ body: 'Ana' })).toMatchObject([
    400,
    'ERR_VALIDATION',
    { 'template.params.body': 'Valor inválido' },
  ]);
  for (const odd of ['x', 7, [], [filled], { name: 7 }, { ...filled, language: '../..' }, { ...filled, params: [1] }])
    expect((await refused(odd))[0]).toBe(400);
  expect((await company.messagesOf(ticket)).filter(({ fromMe }) => fromMe)).toEqual([]);
});

test('errors of the platform are explained', async () => {
  const { number, ticket } = await company.conversation();
  for (const [code, words] of [
    [132000, /campos/],
    [132001, /idioma/],
    [132012, /campos/],
    [132015, /pausado/],
  ] as const) {
    company.graph.refuse(number, code, { times: 1 });
    const sent = await company.send(ticket, { template: filled });
    expect(await company.current(ticket, sent.id)).toMatchObject({
      status: 'failed',
      errorCode: String(code),
      errorText: expect.stringMatching(words),
    });
  }
});

test('a template paused by the platform disappears from the list at once, and comes back', async () => {
  company.graph.setTemplateStatus('pedido_enviado', 'PAUSED');
  await company.settled();
  expect((await listed()).templates.map(({ name }) => name)).not.toContain('pedido_enviado');
  company.graph.setTemplateStatus('pedido_enviado', 'APPROVED');
  await company.settled();
  expect((await listed()).templates.map(({ name }) => name)).toContain('pedido_enviado');
  // a new one
  company.graph.addTemplate({ ...named, name: 'novo', status: 'PENDING' });
  company.graph.setTemplateStatus('novo', 'APPROVED');
  await company.settled();
  expect((await listed()).templates.map(({ name }) => name)).toContain('novo');
});

test('the quality of a template follows its reports, and is read along with it', async () => {
  const quality = async () => (await listed()).templates.find(({ name }) => name === 'pedido_enviado')?.quality;
  expect(await quality()).toBeNull();
  company.graph.setTemplateQuality('pedido_enviado', 'YELLOW');
  await company.settled();
  expect(await quality()).toBe('YELLOW');
  bodyOf(await company.w.admin.post(`/whatsapp/${company.connection.id}/templates/sync`), 202);
  await company.settled();
  expect(await quality()).toBe('YELLOW');
});

test('a template deleted at the platform is removed', async () => {
  const { ticket } = await company.conversation();
  company.graph.removeTemplate('vai_sumir');
  bodyOf(await company.w.admin.post(`/whatsapp/${company.connection.id}/templates/sync`), 202);
  await company.settled();
  expect((await listed('?status=all')).templates.map(({ name }) => name)).not.toContain('vai_sumir');
  const template = { name: 'vai_sumir', language: 'pt_BR' };
  expect((await company.w.attendant.post(`/messages/${ticket.id}`, { template })).status).toBe(404);
});

test('a connection that begins to work has its templates without anybody asking', async () => {
  const { admin } = company.w;
  const path = `/whatsapp/${company.connection.id}`;
  const token = async (facebookUserToken: string): Promise<string> => {
    bodyOf(await admin.put(path, { facebookUserToken }));
    await company.settled();
    return bodyOf(await admin.get<{ status: string }>(path)).status;
  };
  expect(await token('revogado')).not.toBe('CONNECTED');
  company.graph.addTemplate({ ...named, name: 'chegou_agora' });
  expect(await token(cloudInput.facebookUserToken)).toBe('CONNECTED');
  expect((await listed()).templates.map(({ name }) => name)).toContain('chegou_agora');
});

test('malformed templates are refused or sent, never a 5xx', async () => {
  const { ticket } = await company.conversation();
  const template = (given: object) => ({ template: { ...filled, ...given } });
  const places: MalformedField[] = [
    ['template', (value) => ({ template: value })],
    ['its name', (name) => template({ name })],
    ['its language', (language) => template({ language })],
    ['its values', (params) => template({ params })],
    ['its body', (body) => template({ params: { ...filled.params, body } })],
    [
      'a value',
      (value) => template({ params: { ...filled.params, body: [value, value], buttons: { 1: value, 2: value } } }),
    ],
  ];
  expect(await serverErrorsOver(company.w.attendant, `/messages/${ticket.id}`, places)).toEqual([]);
  const failures: unknown[] = [];
  for (const value of ['%00', '%ff', '-1', '1e9', '[]', '{}', 'x'.repeat(500), "'; drop table tickets", '%25_'])
    for (const name of ['searchParam', 'pageNumber', 'status']) {
      const { status } = await company.w.attendant.get(`/whatsapp/${company.connection.id}/templates?${name}=${value}`);
      if (status >= 500) failures.push([name, value, status]);
    }
  expect(failures).toEqual([]);
});

test('no message was sent twice, and every invariant holds', async () => {
  expect(company.graph.log.duplicates()).toEqual([]);
  expect(await violationsIn(company.app)).toEqual([]);
});
