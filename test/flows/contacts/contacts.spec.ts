import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sharedApp } from '../../support/app.js';
import { bodyOf } from '../../support/client.js';
import { files } from '../../support/files.js';
import { type World, world } from '../../support/world.js';

const app = await sharedApp();
let w: World;

beforeEach(async () => {
  w = await world(app);
});

interface ContactRecord {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly optedOut: boolean;
}

interface List {
  readonly contacts: readonly ContactRecord[];
  readonly hasMore: boolean;
  readonly count: number;
}

const made = async (name: string, number: string): Promise<ContactRecord> =>
  bodyOf(await w.attendant.post<ContactRecord>('/contacts', { name, number }), 201);
const list = async (query: string): Promise<List> => bodyOf(await w.attendant.get<List>(`/contacts?${query}`));
const names = async (query: string): Promise<string[]> => (await list(query)).contacts.map(({ name }) => name);

test('the list has pages of thirty, by name, with hasMore', async () => {
  for (let index = 0; index < 33; index += 1)
    await made(`Pessoa ${String(index).padStart(2, '0')}`, `55119${80_000_000 + index}`);
  const first = await list('searchParam=pessoa&pageNumber=1');
  expect([first.contacts.length, first.hasMore, first.count]).toEqual([30, true, 33]);
  const second = await list('searchParam=pessoa&pageNumber=2');
  expect([second.contacts.map(({ name }) => name), second.hasMore, second.count]).toEqual([
    ['Pessoa 30', 'Pessoa 31', 'Pessoa 32'],
    false,
    33,
  ]);
});

test('day filters use the company’s time zone, both ends included, in either dialect', async () => {
  const at = async (name: string, number: string, moment: string): Promise<void> => {
    const { id } = await made(name, number);
    await app.database.query('update contacts set created_at = $1 where id = $2', [moment, id]);
  };
  await app.database.query("update companies set timezone = 'America/Sao_Paulo' where id = $1", [w.companyId]);
  // three hours behind: 1 May begins at 03:00 in UTC
  await at('Antes', '5511980000001', '2024-05-01T02:59:59Z');
  await at('Cedo', '5511980000002', '2024-05-01T03:00:00Z');
  await at('Tarde', '5511980000003', '2024-05-04T02:59:59Z');
  await at('Depois', '5511980000004', '2024-05-04T03:00:00Z');
  expect(await names('dateStart=2024-05-01&dateEnd=2024-05-03')).toEqual(['Cedo', 'Tarde']);
  expect(await names('date=2024-05-01')).toEqual(['Cedo']);
  expect(await names('dateEnd=2024-05-01')).toEqual(['Antes', 'Cedo']);
  expect(await names('dateStart=2024-05-03&dateEnd=2024-05-04&searchParam=depois')).toEqual(['Depois']);
  expect(await names('dateStart=2024-05-09&dateEnd=2024-05-03')).toEqual([]);
  const filter = encodeURIComponent(JSON.stringify({ dateStart: '2024-05-03', dateEnd: '2024-05-04' }));
  const rows = bodyOf(await w.attendant.get<ContactRecord[]>(`/contacts?range=[0,9]&filter=${filter}`));
  expect(rows.map(({ name }) => name)).toEqual(['Depois', 'Tarde']);
  for (const day of ['2024-02-30', '2024-13-01', 'ontem', '2024-5-1', '0000-00-00']) {
    expect(await w.attendant.get(`/contacts?dateStart=${day}`)).toMatchObject({
      status: 400,
      body: { code: 'ERR_VALIDATION', fields: { dateStart: 'Valor inválido' } },
    });
  }
  expect((await w.attendant.get('/tags?dateStart=nada')).status).toBe(200);
});

test('a number is one contact in any notation, and the conflict names it', async () => {
  const { id } = await made('Dona Inês', '5541988887777');
  for (const number of ['+55 (41) 98888-7777', '55 41 8888 7777', '+554188887777', '5541988887777']) {
    expect(await w.attendant.post('/contacts', { name: 'Outra pessoa', number })).toMatchObject({
      status: 409,
      body: {
        code: 'ERR_DUPLICATED_CONTACT',
        message: 'Já existe um contato com este número: Dona Inês.',
        params: { name: 'Dona Inês', contactId: id },
        fields: { number: 'Já existe um contato com este número.' },
      },
    });
  }
  const other = await made('Outra pessoa', '5541977776666');
  expect((await w.attendant.put(`/contacts/${other.id}`, { number: '+55 41 8888-7777' })).body.code).toBe(
    'ERR_DUPLICATED_CONTACT',
  );
  // one's own number in another form is no change
  expect(bodyOf(await w.attendant.put<ContactRecord>(`/contacts/${id}`, { number: '+55 41 8888-7777' })).number).toBe(
    '5541988887777',
  );
});

test('of concurrent creations with one number one succeeds', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      w.attendant.post('/contacts', { name: `Corrida ${index}`, number: '5541966665555' }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
});

test('validation messages are those of the specification', async () => {
  const fields = async (body: object): Promise<Readonly<Record<string, string>> | undefined> =>
    (await w.attendant.post('/contacts', { name: 'Maria', number: '5541966665555', ...body })).body.fields;
  expect(await fields({ name: 'M' })).toEqual({ name: 'Muito curto!' });
  expect(await fields({ name: 'M'.repeat(51) })).toEqual({ name: 'Muito longo!' });
  expect(await fields({ name: null })).toEqual({ name: 'Obrigatório' });
  expect(await fields({ number: '1234567' })).toEqual({ number: 'Muito curto!' });
  expect(await fields({ number: '(((((((1' })).toEqual({ number: 'Muito curto!' });
  expect(await fields({ email: 'maria@' })).toEqual({ email: 'E-mail inválido!' });
});

test('only managers delete; the confirmation lists what is deleted too', async () => {
  expect((await w.supervisor.delete(`/contacts/${w.contact.id}`)).status).toBe(403);
  bodyOf(await w.admin.delete<object>(`/contacts/${w.contact.id}`));
  expect((await w.admin.get(`/contacts/${w.contact.id}`)).body.code).toBe('ERR_NO_CONTACT_FOUND');
  const { resources } = bodyOf(
    await w.admin.get<{ resources: { name: string; deleteQuestion: string }[] }>('/resources'),
  );
  expect(resources.find(({ name }) => name === 'contacts')?.deleteQuestion).toMatch(
    /^Deseja realmente excluir esta informação\? As conversas encerradas/,
  );
});

test('a contact with an open or pending conversation is not deleted; closed ones are deleted with it', async () => {
  const screen = await w.admin.socket();
  const customer = w.customer('Irene');
  const { id, contactId } = await customer.says('minha foto', { file: files.png });
  const refused = { status: 409, body: { code: 'ERR_CONTACT_HAS_OPEN_TICKET' } };
  expect(await w.admin.delete(`/contacts/${contactId}`)).toMatchObject(refused);
  bodyOf(await w.attendant.put(`/tickets/${id}`, { status: 'open' }));
  expect(await w.admin.delete(`/contacts/${contactId}`)).toMatchObject(refused);
  bodyOf(await w.attendant.post('/ticket-notes', { note: 'Cliente antiga', ticketId: id, contactId }), 201);
  bodyOf(await w.attendant.put(`/tickets/${id}`, { status: 'closed' }));
  await app.settled();
  const keys = await app.database.query<{ key: string }>(
    'select media_key as key from messages where contact_id = $1 and media_key is not null',
    [contactId],
  );
  const onDisk = () => keys.map(({ key }) => existsSync(join(app.config.storageDir, key)));
  expect(onDisk()).toEqual([true]);

  bodyOf(await w.admin.delete<object>(`/contacts/${contactId}`));
  await app.settled();
  await screen.next('contact', ({ action, contactId: gone }) => action === 'delete' && gone === contactId);
  await screen.next('ticket', ({ action, ticketId }) => action === 'delete' && ticketId === id);
  expect((await w.admin.get(`/contacts/${contactId}`)).status).toBe(404);
  expect((await w.admin.get(`/tickets/${id}`)).status).toBe(404);
  expect(onDisk()).toEqual([false]);
  expect(
    await app.database.query(
      `select (select count(*)::int from messages where contact_id = $1) as messages,
         (select count(*)::int from ticket_notes where ticket_id = $2) as notes,
         (select count(*)::int from audit_entries where company_id = $3 and user_id = $4
            and (action, subject_id) in (('contact.deleted', $1), ('ticket.deleted', $2))) as entries`,
      [contactId, id, w.companyId, w.admin.id],
    ),
  ).toEqual([{ messages: 0, notes: 0, entries: 2 }]);
  // the same customer is a new contact
  expect((await customer.says('voltei')).contactId).not.toBe(contactId);
});

describe('the opt-out keyword', () => {
  const optedOut = async (id: number): Promise<boolean> =>
    bodyOf(await w.attendant.get<ContactRecord>(`/contacts/${id}`)).optedOut;

  test('marks the contact, updates the screens, and is confirmed once', async () => {
    const screen = await w.attendant.socket();
    const customer = w.customer('Rui');
    const { id, contactId } = await customer.says('quero sair da dúvida');
    expect(await optedOut(contactId)).toBe(false);
    await customer.says('  sair. ');
    expect(await optedOut(contactId)).toBe(true);
    await screen.next(
      'contact',
      ({ action, contact }) => action === 'update' && (contact as ContactRecord | undefined)?.optedOut === true,
    );
    await customer.says('SAIR');
    const path = `/messages/${id}?peek=true`;
    const { messages } = bodyOf(await w.admin.get<{ messages: { fromMe: boolean; body: string }[] }>(path));
    expect(messages.filter(({ fromMe }) => fromMe)).toMatchObject([{ body: expect.stringContaining('campanhas') }]);
    // the customer waits for an answer to the first message
    expect(bodyOf(await w.admin.get(`/tickets/${id}`))).toMatchObject({ status: 'pending' });
    // attendants may also change it by hand
    bodyOf(await w.attendant.put(`/contacts/${contactId}`, { optedOut: false }));
    expect(await optedOut(contactId)).toBe(false);
  });

  test('is set by the company, or off', async () => {
    bodyOf(await w.admin.put('/settings/optOutWord', { value: 'Não quero' }));
    const customer = w.customer();
    const { contactId } = await customer.says('SAIR');
    expect(await optedOut(contactId)).toBe(false);
    await customer.says('NAO QUERO');
    expect(await optedOut(contactId)).toBe(true);
    bodyOf(await w.admin.put('/settings/optOutWord', { value: '' }));
    const second = await w.customer().says('não quero');
    expect(await optedOut(second.contactId)).toBe(false);
    expect((await w.admin.put('/settings/optOutWord', { value: ' x' })).status).toBe(400);
  });
});
