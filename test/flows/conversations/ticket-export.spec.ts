import type { Server } from 'node:http';
import pg from 'pg';
import { sharedApp } from '../../support/app.js';
import { bodyOf, type Client } from '../../support/client.js';
import { until } from '../../support/until.js';
import { type TicketRow, type World, world } from '../../support/world.js';

const app = await sharedApp();
let w: World;

beforeEach(async () => {
  w = await world(app);
});

async function table(
  query = '',
  client: Client = w.admin,
): Promise<{ rows: string[][]; total: string | null; raw: string }> {
  const answer = await fetch(`${app.url}/tickets/export?showAll=true&${query}`, {
    headers: { authorization: `Bearer ${client.token}` },
  });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="conversas.csv"');
  const raw = Buffer.from(await answer.arrayBuffer()).toString('utf8');
  const lines = raw
    .replace(/^\ufeff/, '')
    .trim()
    .split('\r\n');
  const rows = lines.map((line) => line.slice(1, -1).split('";"'));
  return { raw, total: answer.headers.get('x-total-count'), rows };
}

const protocols = async (query: string, client?: Client): Promise<number[]> =>
  (await table(query, client)).rows.slice(1).map(([code]) => Number(code));

interface Exported {
  readonly user_id: number;
  readonly data: { readonly filter: object; readonly rows?: number; readonly complete?: boolean };
}
const audited = (): Promise<Exported[]> =>
  app.database.query<Exported>(
    "select user_id::int, data from audit_entries where company_id = $1 and action = 'conversations.exported' order by id",
    [w.companyId],
  );

test('a row has the columns of a conversation, readable by a Portuguese spreadsheet', async () => {
  await app.database.query("update companies set timezone = 'America/Sao_Paulo' where id = $1", [w.companyId]);
  const customer = w.customer('=cmd|calc');
  const ticket = await customer.says('primeira');
  bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
  bodyOf(await w.attendant.post(`/messages/${ticket.id}`, { body: 'olá; tudo "bem"?\n=SOMA(1)' }), 201);
  bodyOf(await w.attendant.post('/tags/sync', { ticketId: ticket.id, tags: [w.tag.id] }));
  await app.settled();
  bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'closed' }));
  await app.database.query(
    `update ticket_cycles set created_at = '2026-03-02T12:00:00Z', queued_at = '2026-03-02T12:00:00Z', started_at = '2026-03-02T12:01:30Z',
       first_response_at = '2026-03-02T12:02:05Z', finished_at = '2026-03-03T15:00:00Z', rating = 3 where company_id = $1 and ticket_id = $2`,
    [w.companyId, ticket.id],
  );
  await app.database.query("update tickets set created_at = '2026-03-02T12:00:00Z' where id = $1", [ticket.id]);
  await app.database.query("update messages set sent_at = '2026-03-02T12:02:05Z' where ticket_id = $1", [ticket.id]);
  const { raw, total } = await table();
  expect(raw.charCodeAt(0)).toBe(0xfeff);
  expect(total).toBe('1');
  const [, country, area, head, tail] = /^(55)(\d\d)(\d{4,5})(\d{4})$/.exec(customer.number) ?? [];
  expect(raw.replace('\ufeff', '').split('\r\n')).toEqual([
    `"${'Protocolo;Contato;Número;Canal;Conexão;Departamento;Atendente;Status;Tags;Criada em;Na fila desde;Aceita em;Primeira resposta em;Encerrada em;Tempo de espera;Tempo até a primeira resposta;Duração;Avaliação;Atendimentos;Mensagens recebidas;Mensagens enviadas;Última mensagem;Última mensagem em'.replaceAll(';', '";"')}"`,
    [
      ticket.code,
      "'=cmd|calc",
      `${country} (${area}) ${head}-${tail}`,
      'Sandbox',
      w.connection.name,
      w.sales.name,
      w.attendant.me.name,
      'Resolvida',
      w.tag.name,
      '02/03/2026 09:00:00',
      '02/03/2026 09:00:00',
      '02/03/2026 09:01:30',
      '02/03/2026 09:02:05',
      '03/03/2026 12:00:00',
      '00:01:30',
      '00:02:05',
      '27:00:00',
      'Muito satisfeito',
      1,
      1,
      1,
      'olá; tudo ""bem""? =SOMA(1)',
      '02/03/2026 09:02:05',
    ]
      .map((cell) => `"${cell}"`)
      .join(';'),
    '',
  ]);
  const english = await fetch(`${app.url}/tickets/export?showAll=true`, {
    headers: { authorization: `Bearer ${w.supervisor.token}`, 'accept-language': 'en' },
  });
  expect((await english.text()).split('\r\n')[1]).toContain(';"Resolved";');
});

test('rows have the newest attendance, and pending ones no times', async () => {
  const customer = w.customer();
  const first = await customer.says('oi');
  bodyOf(await w.attendant.put(`/tickets/${first.id}`, { status: 'open' }));
  bodyOf(await w.attendant.put(`/tickets/${first.id}`, { status: 'closed' }));
  await customer.says('voltei');
  const [heading = [], row = []] = (await table()).rows;
  const of = (name: string): string | undefined => row[heading.indexOf(name)];
  expect([
    of('Status'),
    of('Atendimentos'),
    of('Aceita em'),
    of('Tempo de espera'),
    of('Duração'),
    of('Avaliação'),
  ]).toEqual(['Pendente', '2', '', '', '', '']);
});

test('the filters are those of the list, and users export only what they see', async () => {
  const inSales: TicketRow = await w.customer().says('sobre o orçamento');
  const elsewhere = await w.customer().says('outra coisa');
  bodyOf(await w.admin.put(`/tickets/${elsewhere.id}`, { queueId: w.support.id }));
  const closed = await w.customer().says('já foi');
  bodyOf(await w.attendant.put(`/tickets/${closed.id}`, { status: 'open' }));
  bodyOf(await w.attendant.put(`/tickets/${closed.id}`, { status: 'closed' }));
  bodyOf(await w.attendant.post('/tags/sync', { ticketId: inSales.id, tags: [w.tag.id] }));
  await app.database.query("update tickets set created_at = '2024-05-01T12:00:00Z' where id = $1", [closed.id]);
  const all = [inSales, elsewhere, closed].map(({ code }) => code);
  expect(await protocols('')).toEqual(all);
  expect(await protocols('status=closed')).toEqual([closed.code]);
  expect(await protocols(`queueIds=[${w.support.id}]`)).toEqual([elsewhere.code]);
  expect(await protocols(`tags=[${w.tag.id}]`)).toEqual([inSales.code]);
  expect(await protocols(`users=[${w.attendant.id}]`)).toEqual([closed.code]);
  expect(await protocols('searchParam=orcamento')).toEqual([inSales.code]);
  expect(await protocols('dateStart=2024-05-01&dateEnd=2024-05-01')).toEqual([closed.code]);
  expect(await protocols('dateEnd=2024-04-30')).toEqual([]);
  expect(await protocols('dateStart=2024-05-02')).toEqual([inSales.code, elsewhere.code]);
  const list = bodyOf(
    await w.admin.get<{ tickets: TicketRow[] }>('/tickets?showAll=true&dateStart=2024-05-02'),
  ).tickets;
  expect(list.map(({ code }) => code).toSorted()).toEqual([inSales.code, elsewhere.code].toSorted());

  const salesOnly = await w.member({ profile: 'supervisor' });
  expect(await protocols('', salesOnly)).toEqual([inSales.code, closed.code]);
  expect(await protocols(`queueIds=[${w.support.id}]`, salesOnly)).toEqual([]);
  expect((await w.attendant.get('/tickets/export')).status).toBe(403);
  const stranger = await world(app);
  expect(await protocols('', stranger.admin)).toEqual([]);
  for (const bad of ['status=nada', 'queueIds=x', 'dateStart=2024-02-30', 'tags={}'])
    expect([bad, (await w.admin.get(`/tickets/export?${bad}`)).status]).toEqual([bad, 400]);
  const [first] = await audited();
  expect(first).toEqual({ user_id: w.admin.id, data: { filter: { showAll: 'true' }, rows: 3, complete: true } });
  const { entries } = bodyOf(
    await w.admin.get<{ entries: { text: string; detail: string | null }[] }>(
      `/audit?kind=exports&userId=${w.admin.id}`,
    ),
  );
  expect(entries.map(({ text, detail }) => `${text}: ${detail}`).slice(0, 3)).toEqual([
    'Exportou conversas: todas · desde: 02/05/2024 · 2 linhas',
    'Exportou conversas: todas · até: 30/04/2024 · 0 linhas',
    'Exportou conversas: todas · desde: 01/05/2024 · até: 01/05/2024 · 1 linha',
  ]);
  const filters = (await audited()).map(({ data }) => JSON.stringify(data.filter));
  expect(filters).toContain('{"search":true,"showAll":"true"}');
  expect(filters.join()).not.toContain('orcamento');
});

test('has every conversation once over many pages, in statements of a bounded size', async () => {
  await app.database.query(
    `with c as (insert into contacts (company_id, uuid, name, number) select $1, gen_random_uuid(), 'Pessoa ' || n, '55419' || 70000000 + n from generate_series(1, 1250) n returning id)
     insert into tickets (company_id, uuid, code, status, connection_id, contact_id, channel) select $1, gen_random_uuid(), 1000 + row_number() over (), 'pending', $2, id, 'sandbox' from c`,
    [w.companyId, w.connection.id],
  );
  const found = await protocols('');
  expect([found.length, new Set(found).size]).toEqual([1250, 1250]);
  expect(await audited()).toMatchObject([{ data: { rows: 1250, complete: true } }]);
});

test('an aborted export is logged as such and may be repeated; one at a time, limited per hour', async () => {
  await w.customer().says('oi');
  const locked = new pg.Client({ connectionString: app.database.url });
  await locked.connect();
  // the first page waits for the lock; the headings are sent
  await locked.query('begin');
  await locked.query('lock table ticket_cycles in access exclusive mode');
  const patience = new AbortController();
  const server: Server = app.nest.getHttpServer();
  const closed = new Promise((resolve) => server.once('request', (_, response) => response.once('close', resolve)));
  const answer = await fetch(`${app.url}/tickets/export?showAll=true`, {
    headers: { authorization: `Bearer ${w.admin.token}` },
    signal: patience.signal,
  });
  const headings = await answer.body?.getReader().read();
  expect(Buffer.from(headings?.value ?? []).toString()).toContain('"Protocolo";"Contato"');
  expect(await w.admin.get('/tickets/export')).toMatchObject({ status: 409, body: { code: 'ERR_EXPORT_RUNNING' } });
  patience.abort();
  await closed;
  await locked.end();
  await until('the end is noted', async () => (await audited())[0]?.data.complete === false);
  expect((await audited())[0]?.data.rows).toBeLessThanOrEqual(1);
  for (let count = 1; count < 20; count += 1) expect((await table('status=open')).rows).toHaveLength(1);
  expect(await w.admin.get('/tickets/export?status=open')).toMatchObject({
    status: 429,
    body: { code: 'ERR_TOO_MANY_REQUESTS' },
  });
  expect((await table('status=open', w.supervisor)).rows).toHaveLength(1);
});
