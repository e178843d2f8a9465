import { allAuditActions } from '../../../src/core/audit/audit-actions.js';
import { Context } from '../../../src/core/context.js';
import { Db } from '../../../src/core/database/db.js';
import { Sweeper } from '../../../src/core/jobs/sweeper.js';
import { sharedApp } from '../../support/app.js';
import { bodyOf, type Client } from '../../support/client.js';
import { until } from '../../support/until.js';
import { type MessageRow, password, type TicketRow, type World, world } from '../../support/world.js';

const app = await sharedApp();
let w: World;

beforeEach(async () => {
  w = await world(app);
});

interface Entry {
  readonly id: number;
  readonly createdAt: string;
  readonly user: { readonly id: number; readonly name: string } | null;
  readonly address: string | null;
  readonly action: string;
  readonly text: string;
  readonly detail: string | null;
  readonly subject: { readonly key: string; readonly name: string } | null;
}
interface Log {
  readonly entries: readonly Entry[];
  readonly hasMore: boolean;
  readonly count: number;
  readonly cursor: string | null;
  readonly kinds: readonly { readonly value: string; readonly label: string }[];
}

const log = async (query = '', client: Client = w.admin): Promise<Log> =>
  bodyOf(await client.get<Log>(`/audit?${query}`));
const lines = async (query = ''): Promise<string[]> =>
  (await log(query)).entries.map(({ user, text, subject, detail }) =>
    [user?.name ?? '–', text, subject?.name ?? '–', ...(detail ? [detail] : [])].join(' | '),
  );

test('actions on a conversation are logged as texts, with user and conversation', async () => {
  const ticket = await w.customer().says('oi');
  const path = `/tickets/${ticket.id}`;
  bodyOf(await w.attendant.put(path, { status: 'open' }));
  // accepting one's own again is not logged
  bodyOf(await w.attendant.put(path, { status: 'open' }));
  const sent = bodyOf(
    await w.attendant.post<MessageRow>(`/messages/${ticket.id}`, { body: 'segredo do cliente' }),
    201,
  );
  bodyOf(await w.attendant.post(`/messages/edit/${sent.id}`, { body: 'outro segredo' }));
  bodyOf(await w.attendant.delete(`/messages/${sent.id}`));
  bodyOf(await w.attendant.put(path, { queueId: w.sales.id, userId: w.supervisor.id }));
  bodyOf(await w.supervisor.put(path, { queueId: w.support.id }));
  bodyOf(await w.supervisor.put(path, { status: 'closed' }));
  bodyOf(await w.admin.put(path, { status: 'open' }));
  const subject = `Conversa #${ticket.code}`;
  const told = [
    [w.admin, 'Reabriu conversa'],
    [w.supervisor, 'Resolveu conversa'],
    [w.supervisor, `Transferiu conversa para ${w.support.name}`],
    [w.attendant, `Transferiu conversa para ${w.sales.name} · ${w.supervisor.me.name}`],
    [w.attendant, 'Apagou mensagem'],
    [w.attendant, 'Editou mensagem'],
    [w.attendant, 'Aceitou conversa'],
  ].map(([who, text]) => `${(who as Client).me.name} | ${text as string} | ${subject}`);
  expect(await lines(`subject=ticket:${ticket.id}`)).toEqual(told);
  expect(await lines(`protocol=${ticket.code}`)).toEqual(told);
  bodyOf(await w.admin.delete(path));
  expect((await lines(`protocol=%23${ticket.code}`))[0]).toBe(`${w.admin.me.name} | Excluiu conversa | ${subject}`);
  expect(await lines('protocol=999999')).toEqual([]);
  const text = JSON.stringify(await log());
  expect(text).not.toContain('segredo');
  expect(text).not.toContain(ticket.contact.name);
});

test('sign-ins and refused ones are logged with the address; those with an unknown e-mail are not', async () => {
  const who = await w.member({ name: 'Entra e Sai' });
  const visitor = app.visitor();
  expect((await visitor.signIn(who.me.email, 'errada')).status).toBe(401);
  expect((await visitor.signIn('ninguem@nada.test', 'errada')).status).toBe(401);
  await until('the refusal is noted', async () => (await lines(`subject=user:${who.id}`)).length === 3);
  bodyOf(await who.delete('/auth/logout'));
  const { entries } = await log(`subject=user:${who.id}`);
  expect(entries.map(({ user, text, address }) => [user?.name, text, address])).toEqual([
    ['Entra e Sai', 'Saiu', '127.0.0.1'],
    [undefined, 'Acesso recusado: senha incorreta', '127.0.0.1'],
    ['Entra e Sai', 'Entrou', '127.0.0.1'],
    [w.admin.me.name, 'Adicionou usuário', '127.0.0.1'],
  ]);
  expect((await lines(`kind=access&userId=${who.id}`)).length).toBe(2);
  expect(JSON.stringify(await log())).not.toContain(who.me.email);
});

test('changes of rights, connections and settings are logged with the previous value, secrets without values', async () => {
  const { id, name } = await w.member().then(({ me }) => me);
  bodyOf(await w.admin.put(`/users/${id}`, { profile: 'supervisor', password: 'outra-senha-1', name, queueIds: [] }));
  // a form without changes is not logged
  bodyOf(await w.admin.put(`/users/${id}`, { profile: 'supervisor', name, queueIds: [] }));
  expect(await lines(`subject=user:${id}&kind=team`)).toEqual([
    `${w.admin.me.name} | Alterou usuário | ${name} | Senha · Perfil: Atendente → Supervisor · Departamentos`,
    `${w.admin.me.name} | Adicionou usuário | ${name}`,
  ]);
  bodyOf(await w.admin.delete(`/users/${id}`));
  expect((await lines(`subject=user:${id}`))[0]).toBe(`${w.admin.me.name} | Excluiu usuário | ${name}`);

  bodyOf(await w.admin.put(`/whatsapp/${w.connection.id}`, { greetingMessage: 'Olá!' }));
  expect((await lines('kind=connections'))[0]).toMatch(/Alterou conexão \| Telefone .* \| Mensagem de saudação/);

  bodyOf(await w.admin.put('/settings/retentionMonths', { value: '24' }));
  bodyOf(await w.admin.put('/settings/retentionMonths', { value: '24' }));
  bodyOf(await w.admin.put('/settings/linkPreviews', { value: 'disabled' }));
  bodyOf(await w.admin.put('/settings/transcriptionKey', { value: 'chave-secreta' }));
  bodyOf(await w.admin.put('/settings/transcriptionKey', { value: '' }));
  bodyOf(await w.admin.put('/settings/transcriptionUrl', { value: 'https://fala.test/v1?key=chave-secreta' }));
  bodyOf(await w.admin.put('/settings/optOutWord', { value: '' }));
  expect((await lines('kind=settings')).slice(0, 6)).toEqual(
    [
      'Palavras para não receber campanhas: sair, parar, cancelar, descadastrar, stop, unsubscribe, baja, não quero mais receber, no quiero recibir más → vazio',
      'Endereço do serviço: vazio → https://fala.test/v1?[…]',
      'Chave de acesso: removido',
      'Chave de acesso: novo valor',
      'Mostrar prévia de links: Sim → Não',
      'Guardar as conversas por (meses): 0 → 24',
    ].map((change) => `${w.admin.me.name} | Alterou configuração | – | ${change}`),
  );
  const kept = await app.database.query<{ data: object }>('select data from audit_entries where company_id = $1', [
    w.companyId,
  ]);
  for (const secret of ['chave-secreta', 'outra-senha-1', password]) expect(JSON.stringify(kept)).not.toContain(secret);
});

test('an erased contact is not named in the log', async () => {
  const { id, name, number } = w.contact;
  bodyOf(await w.attendant.put(`/contacts/${id}`, { name: `${name} Filho` }));
  expect(await lines(`subject=contact:${id}`)).toEqual([
    `${w.attendant.me.name} | Alterou contato | ${name} Filho | Nome`,
    `${w.admin.me.name} | Adicionou contato | ${name} Filho`,
  ]);
  bodyOf(await w.admin.post(`/contacts/${id}/erase`, { number }));
  const text = JSON.stringify(await log());
  expect(text).not.toContain(name);
  expect(text).not.toContain(number);
  expect(await lines('kind=exports')).toEqual([
    `${w.admin.me.name} | Apagou os dados pessoais de um contato | Contato removido`,
  ]);
});

test('filters, pages by cursor, languages; malformed queries are refused', async () => {
  await app.database.query(
    `insert into audit_entries (company_id, user_id, user_name, action, kind, subject, created_at)
     select $1, $2, 'Antiga', 'user.signedIn', 'access', $3, '2024-05-01T02:59:59Z'::timestamptz + n * interval '1 second' from generate_series(0, 119) n`,
    [w.companyId, w.admin.id, `user:${w.admin.id}`],
  );
  // three hours behind: the day begins at 03:00 in UTC
  await app.database.query("update companies set timezone = 'America/Sao_Paulo' where id = $1", [w.companyId]);
  expect((await log('dateStart=2024-05-01&dateEnd=2024-05-01')).count).toBe(119);
  expect((await log('dateEnd=2024-04-30')).count).toBe(1);
  const seen: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Log = await log(`kind=access&userId=${w.admin.id}&dateEnd=2024-12-31&cursor=${cursor}`);
    seen.push(...page.entries.map(({ id }) => id));
    expect(page.entries.length).toBeLessThanOrEqual(50);
    expect(page.hasMore).toBe(page.cursor !== null);
    ({ cursor } = page);
  }
  expect([seen.length, new Set(seen).size, seen.toSorted((a, b) => b - a)]).toEqual([120, 120, seen]);
  const english = bodyOf(await w.admin.get<Log>('/audit?kind=team', { 'accept-language': 'en' }));
  expect(english.entries[0]?.text).toMatch(/^Added /);
  expect(english.kinds[0]).toEqual({ value: 'access', label: 'Access' });
  for (const bad of ['userId=x', 'kind=nada', 'subject=1', 'protocol=abc', 'dateStart=ontem', 'cursor=zzz']) {
    expect([bad, await w.admin.get(`/audit?${bad}`)]).toMatchObject([
      bad,
      { status: 400, body: { code: 'ERR_VALIDATION', fields: { [bad.split('=')[0] ?? '']: 'Valor inválido' } } },
    ]);
  }
});

test('managers read the log of their company, super-admins that of the platform, others none', async () => {
  for (const client of [w.attendant, w.supervisor]) expect((await client.get('/audit')).status).toBe(403);
  expect((await w.admin.get('/admin/audit')).status).toBe(403);
  const other = await world(app);
  const mine = await log();
  expect(mine.entries.length).toBeGreaterThan(0);
  expect((await log(`userId=${other.admin.id}`)).entries).toEqual([]);
  expect((await log(`subject=user:${other.admin.id}`)).entries).toEqual([]);

  const platform = async (query = ''): Promise<readonly Entry[]> =>
    bodyOf(await app.platform.get<Log>(`/admin/audit?${query}`)).entries;
  bodyOf(await app.platform.put(`/companies/${other.companyId}`, { phone: '41 3333-4444' }));
  bodyOf(await app.platform.put('/settings/userCreation', { value: 'disabled' }));
  bodyOf(await app.platform.put('/settings/userCreation', { value: 'enabled' }));
  const { name } = bodyOf(await app.platform.get<{ name: string }>(`/companies/${other.companyId}`));
  bodyOf(await app.platform.delete(`/companies/${other.companyId}?confirm=${encodeURIComponent(name)}`));
  const told = (await platform()).slice(0, 4).map(({ text, subject, detail }) => [text, subject?.name, detail]);
  expect(told).toEqual([
    ['Excluiu empresa', name, null],
    ['Alterou configuração', undefined, 'Permitir que visitantes criem empresas: Não → Sim'],
    ['Alterou configuração', undefined, 'Permitir que visitantes criem empresas: Sim → Não'],
    ['Alterou empresa', name, 'Telefone'],
  ]);
  // neither in the super-admin's own company, nor in another
  expect(JSON.stringify(await log('', app.platform))).not.toContain(name);
  expect((await platform()).some(({ action }) => action === 'ticket.accepted')).toBe(false);
});

test('the log leaves as a table with its filters, in the clock of the company, and its export is logged', async () => {
  const name = '=1+1';
  bodyOf(await w.admin.post('/tags', { name, color: '#112233' }), 201);
  const answer = await fetch(`${app.url}/audit/export?kind=settings&userId=${w.admin.id}`, {
    headers: { authorization: `Bearer ${w.admin.token}` },
  });
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="auditoria.csv"');
  const table = Buffer.from(await answer.arrayBuffer()).toString('utf8');
  const [head, ...rows] = table.trimEnd().split('\r\n');
  expect(head).toBe('\ufeff"Data e hora";"Pessoa";"Tipo";"Ação";"Registro";"Detalhe";"Endereço"');
  const [entry] = (await log('kind=settings')).entries;
  const local = new Date(entry?.createdAt ?? '').toLocaleString('sv-SE', { timeZone: 'America/Sao_Paulo' });
  expect(rows[0]).toBe(
    `"${local}";"${w.admin.me.name}";"Configurações e cadastros";"Adicionou tag";"'${name}";"";"127.0.0.1"`,
  );
  expect(table).not.toContain('Entrou');
  await app.settled();
  expect(await lines('kind=exports')).toEqual([
    `${w.admin.me.name} | Exportou a auditoria | – | ${rows.length} linhas`,
  ]);

  expect((await w.supervisor.get('/audit/export')).status).toBe(403);
  expect((await w.admin.get('/admin/audit/export')).status).toBe(403);
  expect((await w.admin.get('/audit/export?kind=nonsense')).status).toBe(400);
  const platform = await fetch(`${app.url}/admin/audit/export?kind=platform`, {
    headers: { authorization: `Bearer ${app.platform.token}` },
  });
  expect(await platform.text()).toContain(w.admin.me.company.name);
});

test('entries are sent to open pages and removed after two years', async () => {
  const screen = await w.admin.socket();
  const ticket: TicketRow = await w.customer().says('oi');
  bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
  await screen.next('audit', ({ action }) => action === 'create');
  await app.database.query(
    "update audit_entries set created_at = now() - interval '25 months' where company_id = $1 and action = 'ticket.accepted'",
    [w.companyId],
  );
  expect((await log('kind=conversations')).count).toBe(1);
  await app.nest.get(Context).run({}, () => app.nest.get(Db).asPlatform(() => app.nest.get(Sweeper).sweep()));
  expect((await log('kind=conversations')).count).toBe(0);
  expect((await log()).count).toBeGreaterThan(0);
});

test('every action has a text in three languages, with the same parameters', () => {
  const parameters = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
  expect(allAuditActions.size).toBeGreaterThan(30);
  for (const [name, { text }] of allAuditActions) {
    for (const words of [text.en, text.es]) expect([name, parameters(words)]).toEqual([name, parameters(text.pt)]);
    expect([name, new Set(Object.values(text).filter(Boolean)).size > 1]).toEqual([name, true]);
  }
});
