import { startApp } from '../support/app.js';
import { campaignsOf } from '../support/campaigns.js';
import { type Answer, bodyOf, type Client } from '../support/client.js';
import { files } from '../support/files.js';
import { inParallel } from '../support/in-parallel.js';
import {
  checksums,
  endpointForm,
  gatewayForm,
  integrationForm,
  marker,
  type OtherCompany,
  otherCompany,
  subscriptionForm,
  tenantTables,
} from '../support/other-company.js';
import { connectionToken, program, serviceToken } from '../support/programs.js';
import { label, type Operation, operationsOf, type Schema, sampleValue } from '../support/routes.js';
import { pathOf } from '../support/sample-rows.js';
import { type MessageRow, type TicketRow, type World, world } from '../support/world.js';

// a program of A tries more ids in a minute than one may
const app = await startApp({ API_RATE_LIMIT: '1000000' });
let a: World;
let b: OtherCompany;
let clients: readonly Client[];
/** With the token of A's connection. */
let integration: Client;
let operations: readonly Operation[];
let own: Readonly<Record<string, number | string>>;
let before: ReadonlyMap<string, string>;
let foreignIds: readonly number[];
let untouched: Record<string, string>;
/** Address of a file of A. */
let ours: string;

/** What every profile of A reads, by route, before B exists. */
async function readings(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  // the audit log tells of these readings themselves: audit-log.spec.ts looks at it
  const routes = operations.filter(({ path: route }) => !/^\/audit/.test(route));
  for (const operation of routes.filter(({ method, access }) => method === 'GET' && access !== 'public')) {
    for (const client of clients) {
      const { body } = await client.get<unknown>(path(operation, own));
      found.set(`${client.me.profile} ${label(operation)}`, JSON.stringify(body).replace(/"requestId":"[^"]+"/, ''));
    }
  }
  return found;
}

/** The path with an id for each parameter: what kind of id it is, its route says. */
function path(operation: Operation, ids: Readonly<Record<string, number | string>>): string {
  return pathOf(operation, ids, encodeURIComponent);
}

beforeAll(async () => {
  a = await world(app, { plan: { users: 5_000, connections: 5_000, queues: 5_000 } });
  clients = [a.admin, a.supervisor, a.attendant];
  operations = operationsOf(app);
  const ticket = await a.customer().says('oi', { file: files.png });
  bodyOf(await a.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
  const sent = bodyOf(await a.attendant.post<MessageRow>(`/messages/${ticket.id}`, { body: 'olá' }), 201);
  const members = { title: 'Plantão', users: [a.attendant.id, a.supervisor.id] };
  const chat = bodyOf(await a.admin.post<{ id: number }>('/chats', members), 201);
  await app.settled();
  const prompt = bodyOf(await a.admin.post<{ id: number }>('/prompt', promptForm), 201);
  const list = bodyOf(await a.admin.post<{ id: number }>('/contact-lists', { name: 'Clientes' }), 201);
  const campaignForm = { name: 'Novidades', whatsappId: a.connection.id, tagListId: a.tag.id, message1: 'Olá' };
  const item = { contactListId: list.id, name: 'Ana', number: '5511944443333' };
  own = {
    tickets: ticket.id,
    ticketId: ticket.id,
    contactId: ticket.contactId,
    uuid: ticket.uuid,
    messages: sent.id,
    queue: a.sales.id,
    'queue-options': bodyOf(
      await a.admin.post<{ id: number }>('/queue-options', { queueId: a.sales.id, title: 'Planos' }),
      201,
    ).id,
    holidays: bodyOf(await a.admin.post<{ id: number }>('/holidays', { name: 'Natal', date: '2026-12-25' }), 201).id,
    users: a.attendant.id,
    tags: a.tag.id,
    contacts: a.contact.id,
    'saved-views': bodyOf(await a.admin.post<{ id: number }>('/saved-views', { name: 'Minha' }), 201).id,
    'quick-messages': bodyOf(
      await a.admin.post<{ id: number }>('/quick-messages', { shortcode: 'ola', message: 'olá' }),
      201,
    ).id,
    schedules: bodyOf(
      await a.admin.post<{ id: number }>('/schedules', {
        contactId: a.contact.id,
        body: 'Bom dia!',
        sendAt: '2099-01-01T09:00',
      }),
      201,
    ).id,
    files: bodyOf(await a.admin.post<{ id: number }>('/files', { name: 'Catálogo', message: 'olá' }), 201).id,
    'service-tokens': (await serviceToken(a, ['tags:read'])).id,
    'webhook-endpoints': bodyOf(await a.admin.post<{ id: number }>('/webhook-endpoints', endpointForm), 201).id,
    queueIntegration: bodyOf(await a.admin.post<{ id: number }>('/queueIntegration', integrationForm), 201).id,
    prompt: prompt.id,
    'contact-lists': list.id,
    campaigns: bodyOf(await a.admin.post<{ id: number }>('/campaigns', campaignForm), 201).id,
    'contact-list-items': bodyOf(await a.admin.post<{ id: number }>('/contact-list-items', item), 201).id,
    knowledge: bodyOf(await a.admin.post<{ id: number }>('/knowledge', { ...sourceForm, promptId: prompt.id }), 201).id,
    'sms-gateways': bodyOf(await a.admin.post<{ id: number }>('/sms-gateways', gatewayForm), 201).id,
    ...(await campaignsOf(a, prompt.id)),
    whatsapp: a.connection.id,
    connectionId: a.connection.id,
    companyId: a.companyId,
    companies: a.companyId,
    plans: a.planId,
    key: 'userRating',
    chats: chat.id,
    messageId: bodyOf(await a.admin.post<{ id: number }>(`/chats/${chat.id}/messages`, { message: 'oi' }), 201).id,
  };
  integration = program(app, await connectionToken(a, a.connection.id));
  const { messages } = bodyOf(await a.admin.get<{ messages: MessageRow[] }>(`/messages/${ticket.id}?peek=true`));
  ours = messages.find(({ mediaUrl }) => mediaUrl)?.mediaUrl ?? '';
  // older clients mark a conversation read by reading it: the first round does, the second one counts
  await readings();
  before = await readings();
  b = await otherCompany(app);
  foreignIds = [
    ...new Set([
      ...Object.values(b.ids).flatMap((ids) => ids.slice(0, 1)),
      ...Object.values(b.tickets).map(({ id }) => id),
      b.attendant.id,
      b.message.id,
    ]),
  ];
  untouched = await checksums(app, b.companyId);
});
afterAll(() => app.close());

/** Who tries: the manager, who reaches the farthest, and one of the others. */
const inTurn = (turn: number): Client[] => [a.admin, turn % 2 === 0 ? a.supervisor : a.attendant];

/** Nothing of B in the answer; a question may be repeated in it, so the marker is never asked for here. */
function silent(what: string, answer: Answer<unknown>): void {
  const text = JSON.stringify(answer.body) + JSON.stringify([...answer.headers]);
  if (text.includes(marker)) throw new Error(`${what} leaks: ${answer.status} ${text.slice(0, 400)}`);
  if (answer.status >= 500) throw new Error(`${what} fails: ${answer.status} ${text.slice(0, 400)}`);
}

async function bIsUntouched(): Promise<void> {
  expect(await checksums(app, b.companyId)).toEqual(untouched);
}

test('B has rows with the marker in every table of a company', async () => {
  for (const table of await tenantTables(app)) expect([table, b.ids[table]?.length ?? 0]).not.toEqual([table, 0]);
  expect(JSON.stringify(bodyOf(await b.admin.get<object>('/tickets?showAll=true')))).toContain(marker);
  expect(b.mediaUrls.length).toBeGreaterThanOrEqual(2);
});

test('that B exists changes no answer to anybody of A: no row, no count, no page', async () => {
  const after = await readings();
  for (const [route, body] of before) expect([route, after.get(route)]).toEqual([route, body]);
});

test('no route takes an id or uuid of B in its path', async () => {
  const routes = operations.filter(
    ({ pathParams, access, path: template }) =>
      pathParams.some((name) => name !== 'key') && access !== 'public' && template !== '/auth/logout',
  );
  for (const [turn, operation] of routes.entries()) {
    const ids: readonly (number | string)[] = operation.path.includes(':uuid') ? b.uuids : foreignIds;
    await inParallel(ids.entries(), async ([index, id]) => {
      const tried = operation.access === 'integration' ? [integration] : inTurn(index + turn);
      for (const client of tried) {
        const target = operation.path.replace(/:\w+/g, String(id));
        const answer = await client.request<unknown>(
          operation.method,
          target,
          operation.body ? { body: sampleValue(operation.body) } : {},
        );
        const who = client.user?.profile ?? 'a program';
        silent(`${who} ${operation.method} ${target}`, answer);
        expect([who, operation.method, target, [400, 403, 404].includes(answer.status)]).toEqual([
          who,
          operation.method,
          target,
          true,
        ]);
      }
    });
  }
  await bIsUntouched();
});

test('a record of B is missing, not forbidden: its existence is not told', async () => {
  const pairs: [string, number | string, string][] = [
    ['/tickets/', b.tickets.open.id, 'ERR_NO_TICKET_FOUND'],
    ['/tickets/u/', b.tickets.open.uuid, 'ERR_NO_TICKET_FOUND'],
    ['/messages/', b.tickets.open.id, 'ERR_NO_TICKET_FOUND'],
    ['/contacts/', b.contact.id, 'ERR_NO_CONTACT_FOUND'],
    ['/users/', b.attendant.id, 'ERR_NO_USER_FOUND'],
    ['/whatsapp/', b.connection.id, 'ERR_NO_WAPP_FOUND'],
    ['/queue/', b.sales.id, 'ERR_NO_QUEUE_FOUND'],
    ['/tags/', b.tag.id, 'ERR_NO_TAG_FOUND'],
    ['/saved-views/', b.ids['saved_views']?.[0] ?? 0, 'ERR_NO_SAVED_VIEW_FOUND'],
    ['/quick-messages/', b.ids['quick_messages']?.[0] ?? 0, 'ERR_NO_QUICK_MESSAGE_FOUND'],
    ['/schedules/', b.ids['schedules']?.[0] ?? 0, 'ERR_NO_SCHEDULE_FOUND'],
    ['/companies/listPlan/', b.companyId, 'ERR_NO_COMPANY_FOUND'],
  ];
  for (const client of clients) {
    for (const [prefix, id, error] of pairs) {
      const foreign = await client.get(prefix + id);
      const missing = await client.get(
        prefix + (typeof id === 'string' ? '00000000-0000-4000-8000-000000000000' : 987_654_321),
      );
      expect([prefix, foreign.status, foreign.body.code]).toEqual([prefix, 404, error]);
      expect([prefix, { ...foreign.body, requestId: '' }]).toEqual([prefix, { ...missing.body, requestId: '' }]);
    }
  }
});

test('no list finds B by search, filter, sort, page, cursor or ids', async () => {
  const words = [
    'canario',
    'canario7391',
    '%',
    '_',
    b.contact.number,
    b.tickets.open.contact.number.slice(-8),
    `gestor`,
    "' or true --",
  ];
  const lists = operations.filter(
    ({ method, access, pathParams }) =>
      method === 'GET' && access !== 'public' && access !== 'super' && pathParams.length === 0,
  );
  const idLists = (['tickets', 'users', 'queues', 'tags', 'contacts'] as const).map((table) =>
    JSON.stringify(b.ids[table]),
  );
  const cursor = Buffer.from(`2099-01-01T00:00:00.000Z|${b.tickets.open.id + 1}`).toString('base64url');
  for (const [turn, operation] of lists.entries()) {
    const queries = [
      ...words.flatMap((word) => [
        `searchParam=${encodeURIComponent(word)}`,
        `filter=${encodeURIComponent(JSON.stringify({ q: word }))}`,
      ]),
      ...idLists.flatMap((ids) => [
        `queueIds=${ids}`,
        `tags=${ids}`,
        `users=${ids}`,
        `filter=${encodeURIComponent(`{"id":${ids}}`)}`,
        `showAll=true&queueIds=${ids}`,
      ]),
      `companyId=${b.companyId}`,
      `companyId=${b.companyId}&showAll=true`,
      `userId=${b.attendant.id}`,
      `ticketId=${b.tickets.open.id}`,
      `contactId=${b.contact.id}`,
      `filter=${encodeURIComponent(JSON.stringify({ companyId: b.companyId }))}`,
      `filter=${encodeURIComponent(JSON.stringify({ company: { id: b.companyId } }))}`,
      'range=[0,99]',
      'range=[0,99]&sort=["id","DESC"]',
      'range=[0,99]&sort=["companyId","ASC"]',
      'sort=["name","DESC"]&filter={}',
      'pageNumber=2',
      'pageNumber=1&limit=1000',
      `cursor=${cursor}&showAll=true`,
      `date=${new Date().toISOString().slice(0, 10)}&showAll=true`,
    ];
    await inParallel(queries.entries(), async ([index, query]) => {
      // each asks every third: the fence they stand behind is one
      const client = clients[(index + turn) % clients.length];
      if (client) {
        const what = `${client.me.profile} ${operation.path}?${decodeURIComponent(query)}`;
        const answer = await client.get<unknown>(`${operation.path}?${query}`);
        silent(what, { ...answer, body: JSON.stringify(answer.body).replaceAll(query, '') });
        const text = JSON.stringify(answer.body);
        for (const id of [b.companyId, b.tickets.open.id, b.contact.id, b.attendant.id])
          if (new RegExp(`\\b${id}\\b`).test(text)) throw new Error(`${what} names ${id} of B: ${text.slice(0, 300)}`);
      }
    });
  }
});

test('no body reaches B by a reference: ids in every field of every form, on rows of A', async () => {
  // exports of reports are limited by the hour; flows/insight/reports.spec.ts asks them for another company's ids. The copilot and
  // the test of an integration call out: flows/automation/copilot.spec.ts, flows/automation/integrations.spec.ts; so do the texts of an AI
  // campaign: flows/campaigns/ai-campaigns.spec.ts; an import needs its file:
  // flows/campaigns/campaign-files.spec.ts; a session needs a phone: flows/channels/qr-sessions.spec.ts; a number is registered at Meta:
  // flows/channels/cloudapi-onboarding.spec.ts; a campaign needs recipients: flows/campaigns/campaigns.spec.ts
  const forms = operations.filter(
    ({ body, access, path: template }) =>
      body &&
      access !== 'public' &&
      access !== 'super' &&
      !/logout|two-factor|\/settings|\/erase$|\/register$|^\/whatsappsession|^\/relatories|\/exportar$|\/assist$|\/restart$|\/testSession$|^\/campaign-service\/\w+\/(?:import|campaigns\/:id\/(?:samples|test))$/.test(
        template,
      ),
  );
  for (const operation of forms) {
    const send = async (extra: object): Promise<Answer<unknown>> =>
      (operation.access === 'integration' ? integration : a.admin).request<unknown>(
        operation.method,
        path(operation, own),
        {
          body: { ...(await valid(operation)), ...extra },
        },
      );
    // without the reference the form is taken: what is refused below is refused for its sake
    const taken = await send({});
    if (taken.status >= 300) throw new Error(`${label(operation)} → ${taken.status} ${JSON.stringify(taken.body)}`);
    for (const [field, schema] of referencing(operation.body)) {
      await inParallel(foreignIds, async (id) => {
        const value = schema.type === 'array' ? [id] : field === 'quotedMsg' ? { id } : id;
        silent(`${label(operation)} ${field}=${id}`, await send({ [field]: value }));
      });
    }
  }
  await bIsUntouched();
  expect(await rowsOfANaming(foreignIds)).toEqual([]);
});

let made = 0;
const promptForm = { name: 'Lia', prompt: 'Ajude', url: 'https://ia.test/v1' };
const campaignForm = () => ({ name: 'Volte', company_id: a.companyId, connection_id: a.connection.id, message: 'Oi' });
const sourceForm = { title: 'Horários', kind: 'text', content: 'Aberto de segunda a sexta' };

/** A form of A that is right, another one each time. */
async function valid(operation: Operation): Promise<object> {
  made += 1;
  const number = String(5_551_930_000_000 + made);
  const fresh = async (): Promise<number> =>
    bodyOf(await a.admin.post<{ id: number }>('/contacts', { name: 'Para conversar', number }), 201).id;
  const written = async (): Promise<object> => {
    const customer = a.customer();
    const id = await customer.writes('oi');
    await a.settled();
    return { number: customer.number, id };
  };
  const special: Readonly<Record<string, () => Promise<object> | object>> = {
    'POST /queue': () => ({ color: `#${made.toString(16).padStart(6, '0')}` }),
    'POST /contacts': () => ({ number }),
    'POST /webhook-endpoints': () => endpointForm,
    'POST /queueIntegration': () => integrationForm,
    'PUT /queueIntegration/:id': () => integrationForm,
    'POST /prompt': () => ({ ...promptForm, name: `Prompt ${made}` }),
    'PUT /prompt/:id': () => ({ ...promptForm, name: `Prompt ${made}` }),
    'PUT /push/subscription': () => subscriptionForm,
    'POST /sms-gateways': () => ({ ...gatewayForm, name: 'BullkSms' }),
    'PUT /sms-gateways/:id': () => gatewayForm,
    'POST /campaign-service/ai/campaigns': () => ({ ...campaignForm(), instance_id: own['prompt'] }),
    'PUT /campaign-service/ai/campaigns/:id': () => ({ name: 'Outra' }),
    'POST /campaign-service/sms/campaigns': () => campaignForm(),
    'PUT /campaign-service/sms/campaigns/:id': () => ({ name: 'Outra' }),
    'POST /knowledge': () => ({ ...sourceForm, promptId: own['prompt'] }),
    'PUT /knowledge/:id': () => ({ ...sourceForm, promptId: own['prompt'] }),
    'POST /contact-list-items': () => ({ contactListId: own['contact-lists'], number }),
    'PUT /contact-list-items/:id': () => ({ contactListId: own['contact-lists'], number }),
    'POST /campaigns/:id/test': () => ({ number }),
    'POST /leads/empresas/lista': () => ({ contactListId: own['contact-lists'] }),
    'PUT /api/contacts': () => ({ number }),
    'POST /api/messages/send': () => ({ number, body: 'oi' }),
    // the younger of the two goes
    'POST /contacts/:id/merge': async () => ({ contactId: await fresh() }),
    'POST /tickets': async () => ({ contactId: await fresh(), queueId: a.sales.id }),
    'POST /tickets/bulk': () => ({ action: 'read', ids: [own['tickets']] }),
    'POST /tickets/bulk/undo': () => ({ acts: [1] }),
    'POST /ticket-notes': () => ({ ticketId: own['ticketId'], contactId: own['contactId'] }),
    'POST /chats': () => ({ users: [a.attendant.id] }),
    'PUT /chats/:id': () => ({ users: [a.attendant.id] }),
    'POST /chats/direct': () => ({ userId: a.attendant.id }),
    'POST /chats/:id/messages': () => ({ message: 'olá' }),
    'POST /chats/:id/messages/:messageId/react': () => ({ emoji: '👍' }),
    'POST /tags/sync': () => ({ ticketId: own['ticketId'], tags: [a.tag.id] }),
    'POST /messages/:id': () => ({ body: 'olá' }),
    'POST /messages/:id/react': () => ({ emoji: '👍' }),
    'POST /messages/:id/forward': () => ({ ticketIds: [own['tickets']] }),
    'POST /sandbox/:connectionId/edit': async () => ({ ...(await written()), body: 'de novo' }),
    'POST /sandbox/:connectionId/delete': () => written(),
    'POST /sandbox/:connectionId/messages': () => ({ from: number, body: 'oi' }),
  };
  return {
    ...(sampleValue(operation.body ?? {}, `forma${made}`) as object),
    ...(await special[label(operation)]?.()),
  };
}

/** Fields that hold an id, or several; a form may know them though its document calls them otherwise. */
function referencing(body: Schema | undefined): [string, Schema][] {
  const integers = Object.entries(body?.properties ?? {}).filter(
    ([, { type, items }]) => type === 'integer' || (type === 'array' && items?.type === 'integer'),
  );
  return [...integers, ['companyId', { type: 'integer' }], ['id', { type: 'integer' }]];
}

/** Rows of A in which an id of B stands, but for those that keep what somebody asked as it was asked. */
async function rowsOfANaming(ids: readonly number[]): Promise<string[]> {
  const found: string[] = [];
  for (const table of await tenantTables(app)) {
    const rows = await app.database.query<{ row: string }>(
      `select t::text as row from ${table} t where ${table === 'companies' ? 'id' : 'company_id'} = $1 and t::text ~ $2 and '${table}' not in ('idempotency_keys', 'audit_entries')`,
      [a.companyId, `(^|[(,"])(${ids.join('|')})([),"]|$)`],
    );
    found.push(...rows.map(({ row }) => `${table}: ${row.slice(0, 200)}`));
  }
  return found;
}

test('files of B: no address of theirs can be made from one of ours', async () => {
  expect((await a.admin.download(ours)).status).toBe(200);
  const { search } = new URL(ours);
  for (const key of b.mediaKeys) {
    for (const address of [
      `/media/${key}`,
      `/media/${key}${search}`,
      `/media/${new URL(ours).pathname.slice(7)}/../../${key}${search}`,
      `/media/${encodeURIComponent(key)}${search}`,
    ]) {
      for (const client of clients) {
        const answer = await client.request<unknown>('GET', address);
        expect([address, answer.status >= 400 && answer.status < 500]).toEqual([address, true]);
      }
    }
  }
  for (const url of b.mediaUrls) {
    const altered = new URL(url);
    altered.searchParams.set('e', String(Number(altered.searchParams.get('e')) + 30));
    expect((await a.admin.download(altered.href)).status).toBe(403);
  }
});

test('the sandbox of B, and a message of A that names a file of B', async () => {
  const answer = await a.admin.post<unknown>(`/sandbox/${b.connection.id}/messages`, {
    from: '5511999990000',
    name: 'Intrusa',
    body: 'oi',
  });
  expect(answer.status).toBe(404);
  expect((await a.admin.get(`/sandbox/${b.connection.id}/customers`)).status).toBe(404);
  const quoted = await a.customer().says('cito', { quotedId: `sandbox-${b.message.id}` });
  const { messages } = bodyOf(await a.admin.get<{ messages: MessageRow[] }>(`/messages/${quoted.id}?peek=true`));
  expect(messages[0]?.quotedMsg).toBeNull();
  await bIsUntouched();
});

test('the same number is another contact in another company', async () => {
  const mine = bodyOf(
    await a.admin.post<{ id: number }>('/contacts', { name: 'Mesmo número', number: b.contact.number }),
    201,
  );
  expect(b.ids['contacts']).not.toContain(mine.id);
  const ticket = bodyOf(await a.admin.post<TicketRow>('/tickets', { contactId: mine.id, queueId: a.sales.id }), 201);
  silent('ticket', { status: 201, headers: new Headers(), body: ticket });
  await bIsUntouched();
});
