import { Clock } from '../../src/core/clock/clock.js';
import { startApp, type TestApp } from '../support/app.js';
import { bodyOf } from '../support/client.js';
import { files, form, recordings } from '../support/files.js';
import { defaultNumber, GraphSimulator, sends } from '../support/graph-simulator/graph-simulator.js';
import { violationsIn } from '../support/invariants.js';
import { type MessageRow, type Named, type TicketRow, type World, world } from '../support/world.js';

let graph: GraphSimulator;
let app: TestApp;
let w: World;
let connection: Named;

const hour = 3_600_000;

const reminder = {
  name: 'lembrete_consulta',
  language: 'pt_BR',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Consulta de {{1}}', example: { header_text: ['Rui'] } },
    {
      type: 'BODY',
      text: 'Olá {{1}}, sua consulta é dia {{2}}. Até lá, {{1}}!',
      example: { body_text: [['Rui', '12/05']] },
    },
    { type: 'FOOTER', text: 'Clínica Boa Vista' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Confirmar' },
        { type: 'URL', text: 'Remarcar', url: 'https://clinica.test/r/{{1}}', example: ['https://clinica.test/r/9'] },
        { type: 'COPY_CODE', example: 'VALE10' },
      ],
    },
  ],
};
const named = {
  name: 'pedido_enviado',
  language: 'pt_BR',
  parameter_format: 'NAMED' as const,
  components: [
    {
      type: 'BODY',
      text: 'Pedido {{numero}} saiu, {{cliente}}.',
      example: { body_text_named_params: [{ param_name: 'numero', example: '77' }] },
    },
  ],
};
const picture = {
  name: 'promocao',
  language: 'en_US',
  category: 'MARKETING',
  components: [
    { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['https://x.test/h'] } },
    { type: 'BODY', text: 'Only today' },
  ],
};
const carousel = {
  name: 'carrossel',
  language: 'pt_BR',
  components: [
    { type: 'BODY', text: 'Veja' },
    { type: 'CAROUSEL', cards: [] },
  ],
};

beforeAll(async () => {
  graph = new GraphSimulator({ statuses: { delayMs: [0, 0] }, webhooks: { parallel: 1 }, window: true });
  await graph.start();
  for (const template of [reminder, named, picture, carousel]) graph.addTemplate(template);
  graph.addTemplate({ ...named, name: 'em_analise', status: 'PENDING' });
  graph.addTemplate({ ...named, name: 'vai_sumir' });
  graph.pageTemplates(2);
  app = await startApp({ GRAPH_API_URL: graph.url, OUTBOUND_ALLOW: graph.host });
  w = await world(app);
  connection = bodyOf(
    await w.admin.post<Named>('/whatsapp', {
      name: 'WhatsApp da empresa',
      channel: 'cloudapi',
      facebookUserId: defaultNumber.phoneNumberId,
      facebookPageUserId: defaultNumber.wabaId,
      facebookUserToken: defaultNumber.token,
      appSecret: 'simulated-app-secret',
      metaToken: 'senha-do-webhook',
      complationMessage: 'Obrigado pelo contato!',
      queueIds: [w.sales.id],
    }),
    201,
  );
  graph.callTo(`${app.url}/webhooks/cloudapi/${connection.id}`);
  bodyOf(await w.admin.post(`/whatsapp/${connection.id}/templates/sync`), 202);
  await app.settled();
});
afterAll(async () => {
  await graph.stop();
  await app.close();
});

async function settled(): Promise<void> {
  await graph.settled();
  await app.settled();
  await graph.settled();
  await app.settled();
}

/** Time passes: what waits for its moment is due. */
async function later(): Promise<void> {
  await app.database.query(
    'update outbox_jobs set run_at = now() - make_interval(secs => 1), leased_until = null where failed_at is null',
  );
  await settled();
}

let numbers = 5_511_950_000_000;
const newNumber = (): string => {
  numbers += 1;
  return String(numbers);
};

async function ticketOf(number: string): Promise<TicketRow> {
  const { tickets } = bodyOf(
    await w.admin.get<{ tickets: TicketRow[] }>(`/tickets?showAll=true&searchParam=${number}`),
  );
  const [ticket] = tickets.toSorted((a, b) => b.id - a.id);
  if (!ticket) throw new Error(`No conversation of ${number}`);
  return ticket;
}
const messagesOf = async ({ id }: TicketRow): Promise<MessageRow[]> =>
  bodyOf(await w.admin.get<{ messages: MessageRow[] }>(`/messages/${id}?peek=true`)).messages;

/** A conversation that a customer began, so many hours ago, and the attendant accepted. */
async function conversation(hoursAgo = 0): Promise<{ number: string; ticket: TicketRow; wamid: string }> {
  const number = newNumber();
  const at = Date.now() - hoursAgo * hour;
  const wamid = graph.customerSends({ from: number, name: 'Marina Costa', at }, sends.text('Olá'));
  await settled();
  const { id } = await ticketOf(number);
  return { number, wamid, ticket: bodyOf(await w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' })) };
}

async function send(ticket: TicketRow, body: object): Promise<MessageRow> {
  const sent = bodyOf(await w.attendant.post<MessageRow>(`/messages/${ticket.id}`, body), 201);
  await settled();
  return sent;
}
const current = async (ticket: TicketRow, id: number): Promise<MessageRow | undefined> =>
  (await messagesOf(ticket)).find((message) => message.id === id);
const accepted = (id: number) => graph.log.accepted.filter(({ callbackData }) => callbackData === String(id));

interface Listed {
  templates: {
    name: string;
    status: string;
    sendable: boolean;
    header: { kind: string };
    body: { variables: { name: string; example: string }[] };
    buttons: { kind: string; variable: boolean }[];
  }[];
  count: number;
}
const listed = async (query = ''): Promise<Listed> =>
  bodyOf(await w.attendant.get<Listed>(`/whatsapp/${connection.id}/templates${query}`));

const filled = {
  name: reminder.name,
  language: 'pt_BR',
  params: { header: ['Ana'], body: ['Ana', '20/08'], buttons: { 1: 'abc-1', 2: 'VALE10' } },
};

describe('templates', () => {
  test('all pages are copied; the approved ones are shown with what they ask for', async () => {
    const { templates, count } = await listed();
    expect([count, templates.map(({ name }) => name)]).toEqual([
      5,
      ['carrossel', 'lembrete_consulta', 'pedido_enviado', 'promocao', 'vai_sumir'],
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
    expect(templates.find(({ name }) => name === carousel.name)?.sendable).toBe(false);
    expect((await listed('?status=all&searchParam=analise')).templates).toMatchObject([{ status: 'PENDING' }]);
  });

  test('only managers synchronise, and only where there are templates', async () => {
    expect((await w.attendant.post(`/whatsapp/${connection.id}/templates/sync`)).status).toBe(403);
    expect(await w.admin.post(`/whatsapp/${w.connection.id}/templates/sync`)).toMatchObject({
      status: 422,
      body: { error: 'ERR_CHANNEL_CANNOT' },
    });
    const other = await world(app);
    expect((await other.admin.get(`/whatsapp/${connection.id}/templates`)).status).toBe(404);
  });

  test('filled, one reaches the customer as they will read it', async () => {
    const { number, ticket } = await conversation();
    const sent = await send(ticket, { template: filled });
    expect(sent).toMatchObject({
      mediaType: 'template',
      body: 'Olá Ana, sua consulta é dia 20/08. Até lá, Ana!',
      data: {
        header: 'Consulta de Ana',
        footer: 'Clínica Boa Vista',
        buttons: [{ text: 'Confirmar' }, { text: 'Remarcar', url: 'https://clinica.test/r/abc-1' }, {}],
      },
    });
    expect(await current(ticket, sent.id)).toMatchObject({ status: 'delivered', errorCode: null });
    expect(accepted(sent.id)).toMatchObject([
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
    const byName = await send(ticket, {
      template: { name: named.name, language: 'pt_BR', params: { body: { numero: 77, cliente: 'Ana' } } },
    });
    expect(byName.body).toBe('Pedido 77 saiu, Ana.');
    expect(await current(ticket, byName.id)).toMatchObject({ status: 'delivered' });
  });

  test('a picture for its header comes with it, and goes out again when a person tries again', async () => {
    const { number, ticket } = await conversation();
    const template = JSON.stringify({ name: picture.name, language: 'en_US' });
    expect(await w.attendant.post(`/messages/${ticket.id}`, form({ template }))).toMatchObject({
      status: 400,
      body: { fields: { medias: 'Anexe a imagem do cabeçalho' } },
    });
    expect((await w.attendant.post(`/messages/${ticket.id}`, form({ template }, [files.pdf]))).status).toBe(400);
    graph.refuse(number, 131026, { times: 1 });
    const sent = bodyOf(
      await w.attendant.post<MessageRow>(`/messages/${ticket.id}`, form({ template }, [files.png])),
      201,
    );
    await settled();
    expect(await current(ticket, sent.id)).toMatchObject({ status: 'failed', errorCode: '131026' });
    bodyOf(await w.attendant.post(`/messages/${sent.id}/retry`));
    await settled();
    expect(await current(ticket, sent.id)).toMatchObject({ status: 'delivered', mediaMime: 'image/png' });
  });

  test('what does not fit is refused by the name of its gap, and nothing is stored', async () => {
    const { ticket } = await conversation();
    const refused = async (template: unknown) => {
      const { status, body } = await w.attendant.post(`/messages/${ticket.id}`, { template });
      return [status, body.error, body.fields];
    };
    const wrong = (params: object) => refused({ ...filled, params: { ...filled.params, ...params } });
    expect(await refused({ ...filled, name: 'nenhum' })).toMatchObject([404, 'ERR_NO_TEMPLATE_FOUND']);
    expect(await refused({ ...filled, name: 'em_analise' })).toMatchObject([422, 'ERR_TEMPLATE_NOT_APPROVED']);
    expect(await refused({ ...filled, name: 'carrossel' })).toMatchObject([422, 'ERR_TEMPLATE_UNSUPPORTED']);
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
    expect((await messagesOf(ticket)).filter(({ fromMe }) => fromMe)).toEqual([]);
  });

  test('what the platform knows better is said in clear words', async () => {
    const { number, ticket } = await conversation();
    for (const [code, words] of [
      [132000, /campos/],
      [132001, /idioma/],
      [132012, /campos/],
      [132015, /pausado/],
    ] as const) {
      graph.refuse(number, code, { times: 1 });
      const sent = await send(ticket, { template: filled });
      expect(await current(ticket, sent.id)).toMatchObject({
        status: 'failed',
        errorCode: String(code),
        errorText: expect.stringMatching(words),
      });
    }
  });

  test('the platform pauses one: it is gone from the list at once, and comes back', async () => {
    graph.decide('pedido_enviado', 'PAUSED');
    await settled();
    expect((await listed()).templates.map(({ name }) => name)).not.toContain('pedido_enviado');
    graph.decide('pedido_enviado', 'APPROVED');
    await settled();
    expect((await listed()).templates.map(({ name }) => name)).toContain('pedido_enviado');
    // one that nobody had seen yet
    graph.addTemplate({ ...named, name: 'novo', status: 'PENDING' });
    graph.decide('novo', 'APPROVED');
    await settled();
    expect((await listed()).templates.map(({ name }) => name)).toContain('novo');
  });

  test('one that was deleted there is gone here', async () => {
    const { ticket } = await conversation();
    graph.removeTemplate('vai_sumir');
    bodyOf(await w.admin.post(`/whatsapp/${connection.id}/templates/sync`), 202);
    await settled();
    expect((await listed('?status=all')).templates.map(({ name }) => name)).not.toContain('vai_sumir');
    const template = { name: 'vai_sumir', language: 'pt_BR' };
    expect((await w.attendant.post(`/messages/${ticket.id}`, { template })).status).toBe(404);
  });
});

describe('the window of 24 hours', () => {
  test('is told with the conversation and moves with every word of the customer', async () => {
    const screen = await w.attendant.socket();
    await screen.join('Tickets', 'open');
    const { number, ticket } = await conversation(20);
    const left = Date.parse(ticket.windowUntil ?? '') - Date.now();
    expect(Math.round(left / hour)).toBe(4);
    graph.customerSends({ from: number }, sends.text('ainda aí?'));
    const { ticket: shown } = await screen.next(
      'appMessage',
      ({ message }) => (message as MessageRow).body === 'ainda aí?',
    );
    expect(Math.round((Date.parse((shown as TicketRow).windowUntil ?? '') - Date.now()) / hour)).toBe(24);
    await settled();
    expect((await ticketOf(number)).windowUntil).toBe((shown as TicketRow).windowUntil);
    expect((await w.customer().says('oi')).windowUntil).toBeNull();
  });

  test('closed, only templates go out, and the server does not try anything else', async () => {
    const { ticket } = await conversation(25);
    const before = await messagesOf(ticket);
    for (const body of [
      { body: 'oi' },
      form({ body: 'foto' }, [files.png]),
      { interactive: { type: 'button', body: 'Sim?', buttons: [{ title: 'Sim' }] } },
    ])
      expect(await w.attendant.post(`/messages/${ticket.id}`, body)).toMatchObject({
        status: 422,
        body: { error: 'ERR_WINDOW_CLOSED', message: expect.stringContaining('24 horas') },
      });
    expect(await messagesOf(ticket)).toEqual(before);
    const sent = await send(ticket, { template: filled });
    expect(await current(ticket, sent.id)).toMatchObject({ status: 'delivered' });
    // a template does not open it: only the customer does
    expect((await w.attendant.post(`/messages/${ticket.id}`, { body: 'oi' })).status).toBe(422);
    bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'closed' }));
    await settled();
    expect((await messagesOf(ticket)).map(({ body }) => body)).not.toContainEqual(expect.stringContaining('Obrigado'));
  });

  test('open, the completion message goes out', async () => {
    const { ticket } = await conversation();
    bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'closed' }));
    await settled();
    expect((await messagesOf(ticket)).map(({ body }) => body)).toContainEqual(expect.stringContaining('Obrigado'));
  });

  test('a new conversation of the same customer has what is left of it', async () => {
    const { number, ticket } = await conversation(20);
    bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'closed' }));
    const body = { contactId: ticket.contactId, queueId: w.sales.id, whatsappId: connection.id };
    const next = bodyOf(await w.attendant.post<TicketRow>('/tickets', body), 201);
    expect([next.id === ticket.id, next.windowUntil]).toEqual([false, ticket.windowUntil]);
    expect((await ticketOf(number)).windowUntil).toBe(ticket.windowUntil);
  });

  test('a customer who never wrote is reached by a template, also while nobody has the conversation', async () => {
    const body = { contactId: w.contact.id, queueId: w.sales.id, whatsappId: connection.id };
    const ticket = bodyOf(await w.attendant.post<TicketRow>('/tickets', body), 201);
    expect(Date.parse(ticket.windowUntil ?? '')).toBeLessThanOrEqual(Date.now());
    expect((await w.attendant.post(`/messages/${ticket.id}`, { body: 'oi' })).status).toBe(422);
    const first = await send(ticket, { template: filled });
    expect(await current(ticket, first.id)).toMatchObject({ status: 'delivered' });
    bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'pending', queueId: w.sales.id, userId: null }));
    const second = await send(ticket, { template: filled });
    expect(await current(ticket, second.id)).toMatchObject({ status: 'delivered' });
    expect((await w.attendant.post(`/messages/${ticket.id}`, { body: 'oi' })).body.error).toBe('ERR_TICKET_NOT_OPEN');
    bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
    graph.customerSends({ from: w.contact.number }, sends.button('Confirmar', 'confirmar-1'));
    await settled();
    expect((await messagesOf(ticket)).at(-1)).toMatchObject({
      mediaType: 'interactive',
      body: 'Confirmar',
      data: { reply: { kind: 'button', id: 'confirmar-1' } },
    });
    expect(await current(ticket, (await send(ticket, { body: 'Que bom!' })).id)).toMatchObject({ status: 'delivered' });
  });

  test('what was failed and is tried again outside of it is refused as well', async () => {
    const { number, ticket } = await conversation();
    graph.refuse(number, 131026, { times: 1 });
    const sent = await send(ticket, { body: 'oi' });
    const clock = app.nest.get(Clock);
    const { now } = clock;
    clock.now = () => new Date(Date.now() + 25 * hour);
    try {
      expect((await w.attendant.post(`/messages/${sent.id}/retry`)).body.error).toBe('ERR_WINDOW_CLOSED');
    } finally {
      clock.now = now;
    }
  });
});

describe('choices', () => {
  let refusing: TicketRow;
  beforeAll(async () => {
    refusing = (await conversation()).ticket;
  });

  test('buttons and lists go out, and the answers come in', async () => {
    const { number, ticket } = await conversation();
    const buttons = await send(ticket, {
      interactive: {
        type: 'button',
        body: 'Confirma?',
        footer: 'Clínica',
        buttons: [{ id: 's', title: 'Sim' }, { title: 'Não' }],
      },
    });
    expect(buttons).toMatchObject({
      mediaType: 'interactive',
      body: 'Confirma?',
      data: { buttons: [{ text: 'Sim' }, { text: 'Não' }] },
    });
    expect(accepted(buttons.id)).toMatchObject([
      {
        body: {
          interactive: {
            action: { buttons: [{ type: 'reply', reply: { id: 's', title: 'Sim' } }, { reply: { id: '2' } }] },
          },
        },
      },
    ]);
    const list = await send(ticket, {
      interactive: {
        type: 'list',
        body: 'Qual unidade?',
        header: 'Unidades',
        button: 'Escolher',
        sections: [{ rows: [{ title: 'Centro', description: 'Rua A' }, { title: 'Norte' }] }],
      },
    });
    expect(await current(ticket, list.id)).toMatchObject({ status: 'delivered' });
    graph.customerSends({ from: number, quoted: accepted(list.id)[0]?.id ?? '' }, sends.listReply('1', 'Centro'));
    await settled();
    expect((await messagesOf(ticket)).at(-1)).toMatchObject({
      body: 'Centro',
      quotedMsg: { id: list.id },
      data: { reply: { kind: 'list_reply', id: '1' } },
    });
  });

  test.each([
    ['no buttons', { type: 'button', body: 'x' }, 'interactive.buttons'],
    [
      'four buttons',
      { type: 'button', body: 'x', buttons: [1, 2, 3, 4].map((n) => ({ title: `${n}` })) },
      'interactive.buttons',
    ],
    [
      'a long button',
      { type: 'button', body: 'x', buttons: [{ title: 'x'.repeat(21) }] },
      'interactive.buttons.0.title',
    ],
    [
      'the same button twice',
      { type: 'button', body: 'x', buttons: [{ title: 'Sim' }, { title: 'Sim' }] },
      'interactive.buttons',
    ],
    ['a long body', { type: 'button', body: 'x'.repeat(1025), buttons: [{ title: 'Sim' }] }, 'interactive.body'],
    ['an empty list', { type: 'list', body: 'x', sections: [{ rows: [] }] }, 'interactive.sections'],
    [
      'eleven rows',
      {
        type: 'list',
        body: 'x',
        sections: [1, 2].map((s) => ({ title: `${s}`, rows: [1, 2, 3, 4, 5, 6].map((n) => ({ title: `${s}-${n}` })) })),
      },
      'interactive.sections',
    ],
    [
      'sections without names',
      { type: 'list', body: 'x', sections: [{ rows: [{ title: 'a' }] }, { rows: [{ title: 'b' }] }] },
      'interactive.sections.title',
    ],
    ['another type', { type: 'flow', body: 'x' }, 'interactive.type'],
    ['no object', 'x', 'interactive'],
  ])('%s is refused by name', async (_name, interactive, field) => {
    const { status, body } = await w.attendant.post(`/messages/${refusing.id}`, { interactive });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]]);
  });

  test('the test phone shows them as numbered text', async () => {
    const customer = w.customer();
    const { id } = await customer.says('oi');
    const ticket = bodyOf(await w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
    await send(ticket, {
      interactive: { type: 'button', body: 'Confirma?', buttons: [{ title: 'Sim' }, { title: 'Não' }] },
    });
    expect((await customer.sees()).at(-1)).toMatchObject({
      mediaType: 'interactive',
      body: 'Confirma?\n\n1. Sim\n2. Não',
    });
    expect((await w.attendant.post(`/messages/${id}`, { template: filled })).body.error).toBe('ERR_CHANNEL_CANNOT');
  });
});

describe('reactions', () => {
  const reactions = () =>
    graph.log.accepted.filter(({ type }) => type === 'reaction').map(({ body }) => body['reaction']);

  test('are shown at once, told to the customer, replaced and taken back', async () => {
    const screen = await w.attendant.socket();
    await screen.join('Tickets', 'open');
    const { ticket, wamid } = await conversation();
    const [message] = await messagesOf(ticket);
    const react = (emoji: string | null) => w.attendant.post<MessageRow>(`/messages/${message?.id}/react`, { emoji });
    expect(bodyOf(await react('👍')).reactions).toEqual([{ emoji: '👍', fromMe: true, from: '' }]);
    await screen.next('appMessage', ({ message: shown }) => (shown as MessageRow).reactions.length === 1);
    bodyOf(await react('❤️'));
    bodyOf(await react('❤️'));
    bodyOf(await react(null));
    await settled();
    expect(reactions().slice(-3)).toEqual(['👍', '❤️', ''].map((emoji) => ({ message_id: wamid, emoji })));
    expect((await messagesOf(ticket))[0]?.reactions).toEqual([]);
  });

  test('one that is refused is taken back', async () => {
    const { number, ticket } = await conversation();
    const [message] = await messagesOf(ticket);
    graph.refuse(number, 131026);
    const screen = await w.attendant.socket();
    await screen.join('Tickets', 'open');
    bodyOf(await w.attendant.post(`/messages/${message?.id}/react`, { emoji: '😮' }));
    await settled();
    await screen.next('appMessage', ({ message: shown }) => (shown as MessageRow).reactions.length === 0);
    expect((await messagesOf(ticket))[0]?.reactions).toEqual([]);
    graph.acceptFrom(number);
  });

  test('only an emoji, only where it can be seen', async () => {
    const { ticket } = await conversation(25);
    const [message] = await messagesOf(ticket);
    const react = (client: World['admin'], emoji: unknown) => client.post(`/messages/${message?.id}/react`, { emoji });
    for (const odd of ['a', '', '1', '👍👍', 'x'.repeat(99), 7, {}, undefined, '\u0000'])
      expect([odd, (await react(w.attendant, odd)).status]).toEqual([odd, 400]);
    expect((await react(w.attendant, '👍')).body.error).toBe('ERR_WINDOW_CLOSED');
    expect((await react((await world(app)).admin, '👍')).status).toBe(404);
    expect((await react(await w.member({ queueIds: [w.support.id] }), '👍')).status).toBe(403);
  });

  test('the test phone shows them', async () => {
    const customer = w.customer();
    const ticket = await customer.says('gol!');
    const [message] = await messagesOf(ticket);
    bodyOf(await w.admin.post(`/messages/${message?.id}/react`, { emoji: '🎉' }));
    await app.settled();
    expect((await customer.sees()).at(-1)).toMatchObject({ reactions: ['🎉'] });
  });
});

describe('typing', () => {
  test('is shown under the last word of the customer, once however often it is told', async () => {
    const { ticket, wamid } = await conversation();
    for (let count = 0; count < 3; count += 1) bodyOf(await w.attendant.post(`/tickets/${ticket.id}/typing`));
    await settled();
    expect(graph.log.typing.filter((id) => id === wamid).length).toBeGreaterThanOrEqual(1);
    const [jobs] = await app.database.query(
      "select count(*)::int as waiting from outbox_jobs where name = 'show-typing'",
    );
    expect(jobs).toEqual({ waiting: 0 });
  });

  test('to nobody outside of the window, and no failure of it is ever heard of', async () => {
    const shown = graph.log.typing.length;
    const { ticket } = await conversation(25);
    bodyOf(await w.attendant.post(`/tickets/${ticket.id}/typing`));
    await settled();
    expect(graph.log.typing.length).toBe(shown);
    expect((await (await w.member({ queueIds: [w.support.id] })).post(`/tickets/${ticket.id}/typing`)).status).toBe(
      403,
    );
  });

  test('the test phone sees it', async () => {
    const { id } = await w.customer().says('oi');
    const ticket = bodyOf(await w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
    const phone = await w.admin.socket();
    bodyOf(await w.attendant.post(`/tickets/${ticket.id}/typing`));
    await phone.next('sandbox', ({ action, number }) => action === 'typing' && number === ticket.contact.number);
  });
});

describe('voice', () => {
  test.each(['webm', 'mp4', 'mp3', 'ogg'] as const)('a recording in %s arrives as a voice message', async (kind) => {
    const { ticket } = await conversation();
    const recording = await recordings[kind]();
    const sent = bodyOf(
      await w.attendant.post<MessageRow>(`/messages/${ticket.id}`, form({ voice: 'true' }, [recording])),
      201,
    );
    expect(sent).toMatchObject({ mediaType: 'audio', data: { voice: true } });
    await settled();
    expect(await current(ticket, sent.id)).toMatchObject({
      status: 'delivered',
      mediaMime: recording.mime,
      data: { voice: true },
    });
    expect(accepted(sent.id)).toMatchObject([{ type: 'audio', body: { audio: { voice: true } } }]);
    // people hear what was recorded
    const download = await w.attendant.download((await current(ticket, sent.id))?.mediaUrl ?? '');
    expect(Buffer.from(await download.arrayBuffer()).equals(recording.bytes)).toBe(true);
  });

  test('an audio file stays one', async () => {
    const { ticket } = await conversation();
    const sent = bodyOf(await w.attendant.post<MessageRow>(`/messages/${ticket.id}`, form({}, [files.mp3])), 201);
    await settled();
    expect(accepted(sent.id)).toMatchObject([{ type: 'audio' }]);
    expect(accepted(sent.id)[0]?.body['audio']).not.toHaveProperty('voice');
  });

  test('one that cannot be converted says so; what follows is not held up', async () => {
    const { ticket } = await conversation();
    const whole = await recordings.webm();
    const broken = { ...whole, bytes: whole.bytes.subarray(0, 200) };
    const sent = bodyOf(
      await w.attendant.post<MessageRow>(`/messages/${ticket.id}`, form({ voice: 'true' }, [broken])),
      201,
    );
    const next = await send(ticket, { body: 'ouviu?' });
    await later();
    expect(await current(ticket, sent.id)).toMatchObject({ status: 'failed', errorCode: 'ERR_VOICE' });
    expect(accepted(sent.id)).toEqual([]);
    expect(await current(ticket, next.id)).toMatchObject({ status: 'delivered' });
  });

  test('is one audio file and nothing else', async () => {
    const { ticket } = await conversation();
    for (const medias of [[files.png], [files.mp3, files.mp3], []])
      expect(
        (await w.attendant.post(`/messages/${ticket.id}`, form({ voice: 'true', body: 'x' }, medias))).body.fields,
      ).toEqual({
        voice: 'Uma gravação é um único arquivo de áudio',
      });
  });

  test('of a customer is told from an audio file', async () => {
    const number = newNumber();
    const { bytes, mime } = files.mp3;
    graph.customerSends({ from: number }, sends.voice({ bytes, mime }));
    graph.customerSends({ from: number }, sends.audio({ bytes, mime }));
    await settled();
    expect((await messagesOf(await ticketOf(number))).map(({ data }) => data)).toEqual([{ voice: true }, {}]);
  });
});

test('whatever stands inside of them is refused or sent, never a failure of ours', async () => {
  const { ticket } = await conversation();
  const odd = [
    null,
    1e308,
    '',
    '\u0000',
    'x\ud800',
    'x'.repeat(5_000),
    [[[]]],
    JSON.parse('{"__proto__":{"a":1},"constructor":7}'),
  ];
  const interactive = {
    type: 'list',
    body: 'x',
    header: 'h',
    footer: 'f',
    button: 'b',
    buttons: [{ id: '1', title: 'Sim' }],
    sections: [{ title: 's', rows: [{ id: '1', title: 'r', description: 'd' }] }],
  };
  const places: (readonly [string, (value: unknown) => object])[] = [
    ...Object.keys(interactive).flatMap((key) => [
      [`interactive ${key}`, (value: unknown) => ({ interactive: { ...interactive, [key]: value } })] as const,
      [
        `button ${key}`,
        (value: unknown) => ({ interactive: { ...interactive, type: 'button', [key]: value } }),
      ] as const,
    ]),
    ['a button', (value) => ({ interactive: { ...interactive, type: 'button', buttons: [value] } })],
    [
      'its title',
      (value) => ({ interactive: { ...interactive, type: 'button', buttons: [{ title: value, id: value }] } }),
    ],
    ['a section', (value) => ({ interactive: { ...interactive, sections: [value] } })],
    ['a row', (value) => ({ interactive: { ...interactive, sections: [{ title: value, rows: [value] }] } })],
    [
      'its words',
      (value) => ({
        interactive: { ...interactive, sections: [{ rows: [{ title: value, description: value, id: value }] }] },
      }),
    ],
    ['template', (template) => ({ template })],
    ['its name', (name) => ({ template: { ...filled, name } })],
    ['its language', (language) => ({ template: { ...filled, language } })],
    ['its values', (params) => ({ template: { ...filled, params } })],
    ['its body', (body) => ({ template: { ...filled, params: { ...filled.params, body } } })],
    [
      'a value',
      (value) => ({
        template: { ...filled, params: { ...filled.params, body: [value, value], buttons: { 1: value, 2: value } } },
      }),
    ],
    ['voice', (voice) => ({ voice, body: 'x' })],
  ];
  const failures: unknown[] = [];
  for (const [place, body] of places) {
    for (const value of odd) {
      const { status } = await w.attendant.post(`/messages/${ticket.id}`, body(value));
      if (status >= 500) failures.push([place, value, status]);
    }
  }
  for (const value of ['%00', '%ff', '-1', '1e9', '[]', '{}', 'x'.repeat(500), "'; drop table tickets", '%25_'])
    for (const name of ['searchParam', 'pageNumber', 'status']) {
      const { status } = await w.attendant.get(`/whatsapp/${connection.id}/templates?${name}=${value}`);
      if (status >= 500) failures.push([name, value, status]);
    }
  expect(failures).toEqual([]);
}, 60_000);

test('nothing was sent twice but what a person tried again', () => {
  expect(graph.log.doubled()).toEqual([]);
});

test('after all this every invariant holds', async () => {
  expect(await violationsIn(app)).toEqual([]);
});
