import { readFile } from 'node:fs/promises';
import { io, type Socket } from 'socket.io-client';
import { demoLogins, demoPassword } from '../../src/demo/logins.js';
import type { Client } from '../support/client.js';
import { mismatches, page, type Shape, shapes } from '../support/client-shapes.js';
import { startDemo } from '../support/demo.js';
import { form, type TestFile } from '../support/files.js';
import { until } from '../support/until.js';

/**
 * The calls and events of docs/compatibility.md, as an existing client makes and reads them, on the demo company. Ids in
 * paths and forms are texts; `{name}` is the id of what was kept under the name.
 */
const app = await startDemo();
const doc = await readFile('docs/compatibility.md', 'utf8');

const people = { super: 'super', admin: 'gestor', supervisor: 'supervisor', attendant: 'atendente' } as const;
type Person = keyof typeof people;
type Kept = Readonly<Record<string, unknown>>;

interface Call {
  /** As the specification names it. */
  readonly of: string;
  /** With its query; the path of the specification unless given. */
  readonly at?: string;
  readonly as?: Person | 'visitor';
  readonly body?: object | ((kept: Kept) => object);
  /** A form, multipart as soon as it has a file. */
  readonly form?: Readonly<Record<string, string>>;
  readonly file?: TestFile;
  /** 200 unless given. */
  readonly status?: number;
  readonly answer: Shape;
  /** Keeps the answer, of a list its first row. */
  readonly keep?: string;
}

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date());
const lastYear = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`;
const csv: TestFile = { name: 'lista.csv', mime: 'text/csv', bytes: Buffer.from('nome,telefone\nAna,5511987654321\n') };
const list = (row: Shape): Shape => [row, 'some'];

const plan = {
  ...{ name: 'Plano de fora', users: '3', connections: '2', queues: '4', value: '99.90', useCampaigns: true },
  ...{ useSchedules: true, useInternalChat: true, useExternalApi: true, useKanban: true, useIntegrations: true },
  ...{ useAiActive: false, useSms: false, useLeads: false },
};
const week = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((weekdayEn) => ({
  ...{ weekday: weekdayEn, weekdayEn, startTime: '08:00', endTime: '17:30' },
}));
const integration = {
  ...{ type: 'typebot', name: 'Menu de fora', projectName: '', jsonContent: '', language: 'pt-BR' },
  ...{ urlN8N: 'https://typebot.io', typebotSlug: 'loja', typebotExpires: '5', typebotDelayMessage: '500' },
  ...{ typebotKeywordFinish: '', typebotKeywordRestart: '', typebotRestartMessage: '', typebotUnknownMessage: '' },
};
const connection = {
  ...{ name: 'Conexão de fora', channel: 'sandbox', isDefault: false, greetingMessage: 'Olá', complationMessage: '' },
  ...{ outOfHoursMessage: '', ratingMessage: '', expiresInactiveMessage: '', token: 'a'.repeat(64), provider: 'beta' },
  ...{ expiresTicket: '0', timeUseBotQueues: '0', maxUseBotQueues: '3', timeToTransfer: '', transferQueueId: null },
  ...{ queueIds: ['{queue}'], promptId: null, facebookUserId: '', facebookUserToken: '', metaToken: '' },
};

const calls: readonly Call[] = [
  // spec 001: dashboard, kanban
  { of: 'GET /dashboard', at: '/dashboard?days=30', answer: shapes.dashboard },
  { of: 'GET /dashboard', at: `/dashboard?date_from=${lastYear}&date_to=${today}`, answer: shapes.dashboard },
  {
    of: 'GET /dashboard',
    at: `/dashboard?date_from=${lastYear}T03:00:00.000Z&date_to=${today}T12:00:00-03:00`,
    answer: shapes.dashboard,
  },
  ...['attendant', 'admin'].map(
    (as): Call => ({
      of: 'GET /dashboard/ticketsDay',
      at: `/dashboard/ticketsDay?initialDate=${today}&finalDate=${today}&companyId={company}`,
      as: as as Person,
      answer: { data: list({ horario: 'number', total: 'number' }), count: 'number' },
    }),
  ),
  {
    of: 'GET /dashboard/ticketsDay',
    at: `/dashboard/ticketsDay?initialDate=${lastYear}&finalDate=${today}&companyId={company}`,
    answer: { data: list({ data: 'string', total: 'number' }), count: 'number' },
  },
  {
    of: 'GET /dashboard/ticketsUsers',
    at: `/dashboard/ticketsUsers?initialDate=${lastYear}&finalDate=${today}&companyId={company}`,
    answer: { data: list({ nome: 'string', quantidade: 'number' }), count: 'number' },
  },
  { of: 'GET /tags/kanban', answer: { lista: list(shapes.queue) }, keep: 'lane' },
  { of: 'GET /queue', at: '/queue?companyId={company}', as: 'attendant', answer: list(shapes.queue), keep: 'queue' },
  {
    of: 'GET /ticket/kanban',
    at: '/ticket/kanban?queueIds=["{queue}"]',
    answer: {
      tickets: list({
        id: 'number',
        uuid: 'string',
        lastMessage: 'string',
        contact: { name: 'string' },
        tags: [shapes.queue],
      }),
    },
    keep: 'card',
  },
  { of: 'DELETE /ticket-tags/{ticketId}', at: '/ticket-tags/{card}', answer: shapes.removed },
  {
    of: 'PUT /ticket-tags/{ticketId}/{tagId}',
    at: '/ticket-tags/{card}/{lane}',
    answer: { ticketId: 'number', tagId: 'number' },
  },

  // spec 001: the campaign service
  { of: 'GET /whatsapp', at: '/whatsapp?companyId={company}&session=0', answer: list(shapes.managedConnection) },
  { of: 'GET instances/{companyId}', at: 'ai/instances/{company}', answer: list(shapes.named), keep: 'instance' },
  { of: 'GET campaigns/filter', at: 'ai/campaigns/filter?company_id={company}', answer: list(shapes.aiCampaign) },
  { of: 'GET campaigns/filter', at: 'sms/campaigns/filter?company_id={company}', answer: list(shapes.smsCampaign) },
  {
    of: 'POST campaigns',
    at: 'ai/campaigns',
    form: {
      ...{ name: 'De fora', instance_id: '{instance}', connection_id: '{connection}', company_id: '{company}' },
      ...{ schedule_time: '2099-01-01T09:00', interval: '10' },
    },
    status: 201,
    answer: shapes.aiCampaign,
    keep: 'ai',
  },
  {
    of: 'PUT campaigns/{id}',
    at: 'ai/campaigns/{ai}',
    form: {
      ...{ name: 'De fora 2', instance_id: '{instance}', produto_token: '{token}', company_id: '{company}' },
      ...{ scheduled_at: '2099-01-02T09:00', interval_in_seconds: '5' },
    },
    answer: shapes.aiCampaign,
  },
  {
    of: 'POST campaigns',
    at: 'sms/campaigns',
    form: { name: 'SMS de fora', produto_token: '{token}', company_id: '{company}' },
    status: 201,
    answer: shapes.smsCampaign,
    keep: 'sms',
  },
  ...(['ai', 'sms'] as const).map(
    (kind): Call => ({
      of: 'POST import',
      at: `${kind}/import`,
      form: { campaign_id: `{${kind}}` },
      file: csv,
      answer: { ...shapes.historyFile, campaign_id: 'number', imported: 'number' },
    }),
  ),
  {
    of: 'PUT campaigns/status/{id}',
    at: 'ai/campaigns/status/{ai}',
    form: { status: '1', campaign_id: '{ai}' },
    answer: shapes.aiCampaign,
  },
  {
    of: 'PUT campaigns/{id}',
    at: 'sms/campaigns/{sms}',
    form: { status: '0', campaign_id: '{sms}' },
    answer: shapes.smsCampaign,
  },
  ...(['ai', 'sms'] as const).flatMap((kind): Call[] => [
    { of: 'GET history/{campaignId}', at: `${kind}/history/{${kind}}`, answer: list(shapes.historyFile) },
    { of: 'GET relatories/{campaignId}', at: `${kind}/relatories/{${kind}Sent}`, answer: list(shapes.reportRow) },
    { of: 'DELETE campaigns/{id}', at: `${kind}/campaigns/{${kind}}`, answer: shapes.removed },
  ]),

  // spec 002: users, departments, connections
  { of: 'GET /users/list', at: '/users/list?companyId={company}', as: 'attendant', answer: list(shapes.named) },
  {
    of: 'POST /users',
    body: {
      ...{ name: 'Pessoa de fora', email: 'fora@demo.local', password: 'senha-de-fora', profile: 'user' },
      ...{ whatsappId: '{connection}', queueIds: ['{queue}'], allTicket: 'desabled', companyId: '{company}' },
    },
    status: 201,
    answer: shapes.user,
    keep: 'user',
  },
  {
    of: 'PUT /users/{id}',
    at: '/users/{user}',
    body: ({ user }) => ({ ...(user as object), name: 'Pessoa 2', password: '', queueIds: [], whatsappId: '' }),
    answer: shapes.user,
  },
  { of: 'DELETE /users/{id}', at: '/users/{user}', answer: shapes.removed },
  {
    of: 'POST /queue',
    body: {
      ...{ name: 'De fora', color: '#0a7d8c', greetingMessage: 'Olá', outOfHoursMessage: '', orderQueue: '9' },
      ...{ integrationId: '', promptId: '{prompt}', schedules: week },
    },
    status: 201,
    answer: shapes.department,
    keep: 'department',
  },
  { of: 'GET /queue/{id}', at: '/queue/{department}', answer: shapes.department, keep: 'department' },
  {
    of: 'PUT /queue/{id}',
    at: '/queue/{department}',
    body: ({ department }) => ({ ...(department as object), promptId: '' }),
    answer: shapes.department,
  },
  {
    of: 'POST /queue-options',
    body: { title: 'Planos', message: 'Estes', option: '1', queueId: '{department}', parentId: null },
    status: 201,
    answer: { id: 'number' },
    keep: 'option',
  },
  {
    of: 'POST /queue-options',
    body: { title: 'Casa', message: '', option: '1', queueId: '{department}', parentId: '{option}' },
    status: 201,
    answer: { id: 'number' },
  },
  {
    of: 'GET /queue-options',
    at: '/queue-options?queueId={department}&parentId=-1',
    answer: list(shapes.queueOption),
    keep: 'option',
  },
  {
    of: 'PUT /queue-options/{id}',
    at: '/queue-options/{option}',
    body: ({ option }) => ({ ...(option as object), title: 'Planos novos' }),
    answer: { id: 'number', title: 'string', option: 'number' },
  },
  { of: 'DELETE /queue-options/{id}', at: '/queue-options/{option}', answer: shapes.removed },
  { of: 'GET /prompt', answer: { prompts: list(shapes.named) } },
  { of: 'PUT /prompt/{id}', at: '/prompt/{prompt}', body: { name: 'Retomada' }, answer: shapes.named },
  { of: 'POST /whatsapp', body: connection, status: 201, answer: shapes.managedConnection, keep: 'made' },
  { of: 'GET /whatsapp/{id}', at: '/whatsapp/{made}?session=0', answer: shapes.managedConnection, keep: 'made' },
  {
    of: 'PUT /whatsapp/{id}',
    at: '/whatsapp/{made}',
    body: ({ made }) => ({
      ...(made as object),
      queues: undefined,
      session: undefined,
      queueIds: ['{queue}', '{department}'],
      transferQueueId: '{department}',
      timeToTransfer: '15',
    }),
    answer: shapes.managedConnection,
  },
  { of: 'DELETE /whatsappsession/{id}', at: '/whatsappsession/{made}', answer: shapes.managedConnection },
  { of: 'POST /whatsappsession/{id}', at: '/whatsappsession/{made}', answer: shapes.managedConnection },
  { of: 'DELETE /whatsapp/{id}', at: '/whatsapp/{made}', answer: shapes.removed },
  { of: 'DELETE /queue/{id}', at: '/queue/{department}', answer: shapes.removed },

  // spec 002: integrations, settings, contacts
  { of: 'POST /queueIntegration', body: integration, status: 201, answer: shapes.integration, keep: 'integration' },
  {
    of: 'GET /queueIntegration/',
    at: '/queueIntegration/?searchParam=fora&pageNumber=1',
    answer: page('queueIntegrations', shapes.integration),
  },
  { of: 'GET /queueIntegration/{id}', at: '/queueIntegration/{integration}', answer: shapes.integration },
  {
    of: 'PUT /queueIntegration/{id}',
    at: '/queueIntegration/{integration}',
    body: { ...integration, name: 'Plugin', type: 'n8n', urlN8N: 'https://n8n.exemplo.com.br/webhook/1' },
    answer: shapes.integration,
  },
  {
    of: 'POST /queueIntegration/testSession',
    body: { projectName: 'projeto', jsonContent: '{}', language: 'pt-BR' },
    answer: { ok: 'boolean' },
  },
  { of: 'DELETE /queueIntegration/{id}', at: '/queueIntegration/{integration}', answer: shapes.removed },
  {
    of: 'PUT /settings/{key}',
    at: '/settings/chatBotType',
    body: { key: 'chatBotType', value: 'text' },
    answer: shapes.setting,
  },
  { of: 'GET /settings/{key}', at: '/settings/chatBotType', as: 'attendant', answer: 'string' },
  {
    of: 'GET /contacts/list',
    at: '/contacts/list?companyId={company}',
    as: 'attendant',
    answer: list(shapes.named),
  },

  // spec 002: plans, companies
  { of: 'GET /plans/list', as: 'visitor', answer: list(shapes.plan) },
  { of: 'POST /plans', as: 'super', body: plan, status: 201, answer: shapes.plan, keep: 'plan' },
  { of: 'GET /plans/all', as: 'super', answer: list(shapes.plan) },
  { of: 'GET /plans/{id}', at: '/plans/{plan}', as: 'super', answer: shapes.plan },
  {
    of: 'PUT /plans/{id}',
    at: '/plans/{plan}',
    as: 'super',
    body: { ...plan, id: '{plan}', value: '129.9' },
    answer: shapes.plan,
  },
  {
    of: 'POST /companies',
    as: 'super',
    body: {
      ...{ name: 'Empresa de fora', email: 'empresa@fora.local', phone: '5511999990000', planId: '{plan}' },
      ...{ status: true, campaignsEnabled: true, dueDate: 'Invalid date', recurrence: 'MENSAL' },
    },
    status: 201,
    answer: shapes.company,
    keep: 'customer',
  },
  { of: 'GET /companies', as: 'super', answer: page('companies', shapes.company) },
  { of: 'GET /companies/list', as: 'super', answer: list(shapes.company) },
  { of: 'GET /companies/{id}', at: '/companies/{company}', answer: { ...shapes.company, ...shapes.workingHours } },
  {
    of: 'PUT /companies/{id}',
    at: '/companies/{customer}',
    as: 'super',
    body: ({ customer }) => ({ ...(customer as object), dueDate: '2099-12-31', planId: '{plan}' }),
    answer: shapes.company,
  },
  {
    of: 'PUT /companies/{id}/schedules',
    at: '/companies/{company}/schedules',
    body: { id: '{company}', name: 'Demo', schedules: week },
    answer: shapes.workingHours,
  },
  // in seven days; at once with the name of the company, which clients of the family do not send
  { of: 'DELETE /companies/{id}', at: '/companies/{customer}', as: 'super', answer: shapes.removed },
  {
    of: 'DELETE /companies/{id}',
    at: '/companies/{customer}?confirm=Empresa de fora',
    as: 'super',
    answer: shapes.removed,
  },
  { of: 'DELETE /plans/{id}', at: '/plans/{plan}', as: 'super', answer: shapes.removed },

  // spec 002: internal chat
  {
    of: 'POST /chats',
    as: 'attendant',
    body: { title: 'De fora', users: [{ id: '{attendant}' }, { id: '{admin}', name: 'Gabriela' }] },
    status: 201,
    answer: shapes.chat,
    keep: 'chatId',
  },
  {
    of: 'POST /chats/{id}/messages',
    at: '/chats/{chatId}/messages',
    as: 'attendant',
    body: { message: 'bom dia' },
    status: 201,
    answer: shapes.chatMessage,
  },
  { of: 'GET /chats', at: '/chats?searchParam=&pageNumber=1', answer: page('records', shapes.chat) },
  {
    of: 'GET /chats/{id}/messages',
    at: '/chats/{chatId}/messages?pageNumber=1',
    answer: page('records', shapes.chatMessage),
  },
  { of: 'POST /chats/{id}/read', at: '/chats/{chatId}/read', body: { userId: '{admin}' }, answer: shapes.chat },
  {
    of: 'PUT /chats/{id}',
    at: '/chats/{chatId}',
    as: 'attendant',
    body: ({ chatId }) => ({ ...(chatId as object), title: 'De fora 2' }),
    answer: shapes.chat,
  },
  { of: 'DELETE /chats/{id}', at: '/chats/{chatId}', as: 'attendant', answer: shapes.removed },

  // what the specifications name without a call: records of bulk campaigns
  { of: 'GET /contact-lists', answer: page('records', shapes.named), keep: 'contactList' },
  { of: 'GET /contact-lists/list', answer: list(shapes.named) },
  {
    of: 'GET /contact-list-items',
    at: '/contact-list-items?contactListId={contactList}',
    answer: page('contacts', { ...shapes.named, number: 'string', email: 'string', isWhatsappValid: 'boolean' }),
  },
  {
    of: 'POST /campaigns',
    body: {
      ...{ name: 'Campanha de fora', message1: 'Olá {nome}', message2: '', confirmation: false, tagListId: 'Nenhuma' },
      ...{ whatsappId: '{connection}', contactListId: '{contactList}', fileListId: '', scheduledAt: '' },
    },
    status: 201,
    answer: shapes.campaign,
    keep: 'campaign',
  },
  { of: 'GET /campaigns', at: '/campaigns?searchParam=&pageNumber=1', answer: page('records', shapes.campaign) },
  {
    of: 'GET /campaigns/{id}',
    at: '/campaigns/{campaign}',
    answer: {
      ...shapes.campaign,
      contactList: { ...shapes.named, contacts: list({ isWhatsappValid: 'boolean' }) },
      shipping: [{ 'deliveredAt?': 'time', 'confirmationRequestedAt?': 'time' }],
    },
  },
  { of: 'DELETE /campaigns/{id}', at: '/campaigns/{campaign}', answer: shapes.removed },
  {
    of: 'POST /campaign-settings',
    body: { settings: { messageInterval: '20', longerIntervalAfter: 20, greaterInterval: 60, variables: [] } },
    answer: list(shapes.setting),
  },
  { of: 'GET /campaign-settings', answer: list(shapes.setting) },

  // held elsewhere by their answers; here they cause the events below
  {
    of: 'POST /files',
    body: { name: 'Lista de fora', message: 'Segue' },
    status: 201,
    answer: shapes.fileList,
    keep: 'fileList',
  },
  { of: 'DELETE /files/{id}', at: '/files/{fileList}', answer: shapes.removed },
  {
    of: 'POST /quick-messages',
    body: { shortcode: 'fora', message: 'Olá', geral: true, status: true },
    status: 201,
    answer: shapes.quickMessage,
    keep: 'quick',
  },
  { of: 'DELETE /quick-messages/{id}', at: '/quick-messages/{quick}', answer: shapes.removed },
  {
    of: 'POST /schedules',
    body: { contactId: '{contact}', body: 'Sua consulta', sendAt: '2099-01-01T09:00' },
    status: 201,
    answer: shapes.schedule,
    keep: 'schedule',
  },
  { of: 'DELETE /schedules/{id}', at: '/schedules/{schedule}', answer: shapes.removed },
  {
    of: 'POST /announcements',
    as: 'super',
    body: { title: 'Aviso', text: 'De fora', priority: '3', status: true },
    status: 201,
    answer: shapes.announcement,
    keep: 'announcement',
  },
  { of: 'DELETE /announcements/{id}', at: '/announcements/{announcement}', as: 'super', answer: shapes.removed },
];

interface LiveEvent {
  readonly name: string;
  readonly action: string;
  readonly to: Person;
  readonly payload: Shape;
}
const event = (name: string, action: string, payload: Shape, to: Person = 'admin'): LiveEvent => ({
  name,
  action,
  payload,
  to,
});
const chatEvent = {
  newMessage: { ...shapes.chatMessage, chat: { users: [{ userId: 'number' }, 'some'] } },
  chat: shapes.chat,
} as const;

const events: readonly LiveEvent[] = [
  event('company-{c}-user', 'create', { user: shapes.user }),
  event('company-{c}-user', 'delete', { userId: 'number' }, 'attendant'),
  event('company-{c}-queue', 'create', { queue: shapes.queue }, 'attendant'),
  event('company-{c}-queue', 'delete', { queueId: 'number' }, 'attendant'),
  event('company-{c}-queueIntegration', 'update', { queueIntegration: shapes.integration }),
  event('company-{c}-queueIntegration', 'delete', { integrationId: 'number' }),
  event('company-{c}-settings', 'update', { setting: shapes.setting }, 'attendant'),
  event('company-{c}-chat', 'new-message', chatEvent),
  event('company-{c}-chat-{chatId}', 'new-message', chatEvent),
  event('company-{c}-chat-user-{userId}', 'create', { record: shapes.chat }),
  event('company-{c}-chat', 'delete', { id: 'number' }),
  event('company-{c}-campaign', 'create', { campaign: shapes.campaign, record: shapes.campaign }),
  event('company-{c}-campaign', 'delete', { campaignId: 'number', id: 'number' }),
  event('company-{c}-prompt', 'update', { prompt: shapes.named }),
  event('company-{c}-file', 'create', { files: shapes.fileList }, 'attendant'),
  event('company-{c}-file', 'delete', { fileId: 'number' }, 'attendant'),
  ...['company-{c}-quickemessage', 'company{c}-quickemessage'].flatMap((name) => [
    event(name, 'create', { record: shapes.quickMessage }, 'attendant'),
    event(name, 'delete', { id: 'number' }, 'attendant'),
  ]),
  ...['company-{c}-schedule', 'company{c}-schedule'].flatMap((name) => [
    event(name, 'create', { schedule: shapes.schedule }),
    event(name, 'delete', { scheduleId: 'number' }),
  ]),
  event('company-announcement', 'create', { record: shapes.announcement }, 'attendant'),
  event('company-announcement', 'delete', { id: 'number' }, 'attendant'),
  event(
    'company-{c}-appMessage',
    'create',
    { message: shapes.message, ticket: shapes.ticket, contact: shapes.named },
    'attendant',
  ),
];

/** What a client emits as soon as it is ready; `joinChatBox` follows with the conversation. */
const clientEvents = [['userStatus'], ['joinNotification'], ['joinTickets', 'open'], ['joinChatBox', '0']] as const;

const clients = {} as Record<Person, Client>;
const kept: Record<string, unknown> = {};
const received: { readonly by: Person; readonly name: string; readonly payload: Record<string, unknown> }[] = [];
const sockets: Socket[] = [];

/** As clients of the family connect: websocket only, the token in the query, rooms at `ready`. */
async function listen(by: Person, { token }: Client): Promise<void> {
  const socket = io(app.url, { transports: ['websocket'], query: { token }, forceNew: true });
  sockets.push(socket);
  socket.onAny((name: string, payload: Record<string, unknown>) => void received.push({ by, name, payload }));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect_error', reject);
    socket.once('ready', () => {
      for (const [event, ...room] of clientEvents) socket.emit(event, ...room);
      resolve();
    });
  });
}

beforeAll(async () => {
  for (const [person, login] of Object.entries(people) as [Person, string][]) {
    const client = app.visitor();
    const { email } = demoLogins.find((each) => each.email.startsWith(`${login}@`)) ?? { email: '' };
    expect((await client.signIn(email, demoPassword)).status).toBe(200);
    clients[person] = client;
    kept[person] = client.me;
    await listen(person, client);
  }
  const first = async <T>(path: string): Promise<T> => (await clients.admin.get<T>(path)).body;
  const connections = await first<{ id: number; channel: string; token: string }[]>('/whatsapp');
  kept['company'] = { id: clients.admin.me.companyId };
  kept['c'] = kept['company'];
  kept['userId'] = clients.admin.me;
  kept['connection'] = connections.find(({ channel }) => channel === 'sandbox');
  kept['token'] = { id: (kept['connection'] as { token: string }).token };
  kept['prompt'] = (await first<{ prompts: object[] }>('/prompt')).prompts[0];
  kept['contact'] = (await first<{ contacts: object[] }>('/contacts')).contacts[0];
  for (const kind of ['ai', 'sms'])
    kept[`${kind}Sent`] = (
      await first<object[]>(`/campaign-service/${kind}/campaigns/filter?company_id=${clients.admin.me.companyId}`)
    )[0];
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await app.close();
});

const fill = (text: string): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in kept ? String((kept[name] as { id: unknown }).id) : whole,
  );
const filled = <T>(value: T): T => JSON.parse(fill(JSON.stringify(value))) as T;

/** The record, or the first one of the list in the answer. */
function recordIn(answer: unknown): unknown {
  const rows = Array.isArray(answer) ? answer : Object.values(answer as object).find(Array.isArray);
  return (answer as { id?: unknown }).id === undefined && Array.isArray(rows) ? rows[0] : answer;
}

function bodyOf({ body, form: fields, file }: Call): unknown {
  if (fields && file) return form(filled(fields), [file], 'file');
  if (fields) return new URLSearchParams(filled(fields)).toString();
  return body && filled(typeof body === 'function' ? body(kept) : body);
}

test.each(calls.map((call) => [`${call.of} ${call.as ?? 'admin'} ${call.at ?? ''}`, call] as const))(
  '%s',
  async (_title, call) => {
    const { of, as = 'admin', status = 200 } = call;
    const [method = '', path = ''] = of.split(' ');
    const at = fill(call.at ?? path);
    const client = as === 'visitor' ? app.visitor() : clients[as];
    const body = bodyOf(call);
    // a record that is gone by the time of its broadcast has no event `create`
    if (method === 'DELETE') await app.settled();
    const answer = await client.request<unknown>(method, at.startsWith('/') ? at : `/campaign-service/${at}`, {
      ...(body === undefined ? {} : { body }),
      headers: typeof body === 'string' ? { 'content-type': 'application/x-www-form-urlencoded' } : {},
    });
    expect([answer.status, answer.status === status ? mismatches(call.answer, answer.body) : answer.body]).toEqual([
      status,
      [],
    ]);
    if (call.keep) kept[call.keep] = recordIn(answer.body);
  },
);

describe('events', () => {
  beforeAll(async () => {
    const { tickets } = (await clients.attendant.get<{ tickets: { id: number }[] }>('/tickets?status=open')).body;
    const [ticket] = tickets;
    sockets.at(-1)?.emit('joinChatBox', String(ticket?.id));
    await clients.attendant.post(`/messages/${ticket?.id}`, { read: 1, fromMe: true, mediaUrl: '', body: 'Oi' });
    await app.settled();
  });

  test.each(events.map((each) => [`${each.name} ${each.action} to ${each.to}`, each] as const))(
    '%s',
    async (_title, { name, action, to, payload }) => {
      const found = () =>
        received.filter((each) => each.by === to && each.name === fill(name) && each.payload['action'] === action);
      await until('it is received', () => found().length > 0);
      expect(found().flatMap((each) => mismatches(payload, each.payload))).toEqual([]);
    },
  );
});

/** The rows of the document's tables: names in backquotes, and the file that holds them (architecture.spec.ts: its titles). */
const heldBy = [...doc.matchAll(/^\| ?(`.+`) \| `([\w/-]+)`(?: › .+)? \|$/gm)].map(([, names = '', file = '']) => ({
  names: [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  file,
}));

/** What a test that holds it must have: the path up to its first id, the last word of an event. */
function wordOf(name: string): string {
  const path = name.split(' ')[1];
  if (path) return path.split('{')[0]?.replace(/\/$/, '') ?? '';
  const words = name.replace(/^join/, '').split('-');
  return words.findLast((word) => !word.includes('{')) ?? '';
}

describe('the document', () => {
  const here = 'contracts/compatibility';
  const ofCalls = new Set<string>([
    ...calls.map(({ of }) => of),
    ...events.map(({ name }) => name),
    ...clientEvents.map(([name]) => name),
  ]);

  test('has every call and event of these tables', () => {
    const documented = new Set(heldBy.flatMap(({ names }) => names));
    expect([...ofCalls].filter((name) => !documented.has(name))).toEqual([]);
    expect(documented.size).toBeGreaterThan(150);
  });

  test.each(heldBy.map((row) => [row.names[0], row] as const))('%s: held as it says', async (_name, row) => {
    if (row.file === here) {
      expect(row.names.filter((name) => !ofCalls.has(name))).toEqual([]);
      return;
    }
    const spec = await readFile(`test/${row.file}.spec.ts`, 'utf8');
    expect(row.names.filter((name) => !spec.includes(wordOf(name)))).toEqual([]);
  });
});
