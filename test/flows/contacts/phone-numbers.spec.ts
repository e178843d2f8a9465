import { sharedApp } from '../../support/app.js';
import { create } from '../../support/campaigns.js';
import { type Answer, bodyOf, type Refusal } from '../../support/client.js';
import { form } from '../../support/files.js';
import { connectionToken, program } from '../../support/programs.js';
import { world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);

interface Contact {
  readonly id: number;
  readonly name: string;
  readonly number: string;
}

/** The same customer, as people write the number. */
const spellings = ['11 98888-7777', '(11) 98888-7777', '011988887777', '0 15 11 98888-7777', '+55 011 98888-7777'];
const number = '5511988887777';
const areaCodeMissing = 'Falta o DDD: escreva o número com o código de área';

const add = (written: string, name = 'Ana'): Promise<Answer<Contact & Refusal>> =>
  w.admin.post('/contacts', { name, number: written });
const csv = (content: string) => [{ name: 'lista.csv', mime: 'text/csv', bytes: Buffer.from(content) }];
const found = async (search: string): Promise<Contact[]> =>
  bodyOf(await w.admin.get<{ contacts: Contact[] }>(`/contacts?searchParam=${encodeURIComponent(search)}`)).contacts;

const api = program(app, await connectionToken(w, w.connection.id));

test('a number of Brazil is one contact however it is written, and others keep their country', async () => {
  const ana = bodyOf(await add('11 98888-7777'), 201);
  expect(ana.number).toBe(number);
  for (const written of spellings) {
    expect(await add(written)).toMatchObject({ status: 409 });
    const [contact] = await found(written.replace('+55 ', ''));
    expect(contact).toMatchObject({ id: ana.id });
  }
  expect(bodyOf(await add('(41) 3333-4444 ramal 12'), 201).number).toBe('554133334444');
  expect(bodyOf(await add('12025550123'), 201).number).toBe('12025550123');
  expect(bodyOf(await add('+65 9123 4567', 'Mei'), 201).number).toBe('6591234567');
  // a form that is saved sends the number back
  const [mei] = await found('Mei');
  expect(bodyOf(await w.admin.put<Contact>(`/contacts/${mei?.id}`, { ...mei, name: 'Mei Lin' }))).toMatchObject({
    number: '6591234567',
  });
});

test.each([
  ['988887777', areaCodeMissing],
  ['11111111111', 'Número inválido'],
  ['11988887777, 1133334444', 'Escreva um número só'],
  ['+55 20 98888-7777', 'Este DDD não existe'],
])('%s is refused in words, and nothing is stored', async (written, words) => {
  const before = await found('');
  expect(await add(written)).toMatchObject({ status: 400, body: { fields: { number: words } } });
  expect(await api.put('/api/contacts', { number: written })).toMatchObject({ status: 400 });
  expect(await found('')).toEqual(before);
});

test('programs find the customer by the local number, and send numbers of others back as they got them', async () => {
  const sent = bodyOf(
    await api.post<{ id: number }>('/api/messages/send', { number: '(21) 98888-7777', body: 'Seu pedido saiu' }),
    201,
  );
  expect(bodyOf(await api.get<object>(`/api/messages/${sent.id}`))).toMatchObject({ number: '5521988887777' });
  expect(bodyOf(await api.put<Contact>('/api/contacts', { number: 21988887777 }))).toMatchObject({
    number: '5521988887777',
  });
  bodyOf(await add('+65 9765 4321', 'Wei'), 201);
  expect(bodyOf(await api.put<Contact>('/api/contacts', { number: '6597654321', name: 'Wei Ling' }))).toMatchObject({
    number: '6597654321',
    name: 'Wei Ling',
  });
  expect(bodyOf(await api.put<Contact>('/api/contacts', { number: '6597650000' }))).toMatchObject({
    number: '5565997650000',
  });
});

test('files, lists and the test of a campaign read it alike', async () => {
  const lines = ['31988887777.0', '(32) 98888-7777', '988887777', '31 98888-7777 / 31 97777-6666'];
  const table = ['nome;numero', ...lines.map((line, index) => `Pessoa ${index};${line}`)].join('\n');
  const expected = ['5531988887777', '5532988887777'];
  const refused = [
    { line: 4, message: `Número: ${areaCodeMissing}` },
    { line: 5, message: 'Número: Escreva um número só' },
  ];
  const contactFile = bodyOf(await w.admin.post<{ id: number }>('/contacts/import', form({}, csv(table), 'file')), 202);
  const list = bodyOf(await w.admin.post<{ id: number }>('/contact-lists', { name: 'Clientes' }), 201);
  const listFile = bodyOf(
    await w.admin.post<{ id: number }>(`/contact-lists/${list.id}/upload`, form({}, csv(table), 'file')),
    202,
  );
  await w.settled();
  expect(bodyOf(await w.admin.get<object>(`/contacts/imports/${contactFile.id}`))).toMatchObject({ errors: refused });
  expect((await found('Pessoa')).map((each) => each.number)).toEqual(expected);
  expect(bodyOf(await w.admin.get<object>(`/contact-lists/imports/${listFile.id}`))).toMatchObject({ errors: refused });
  const added = await w.admin.post<Contact>('/contact-list-items', {
    contactListId: list.id,
    name: 'Bia',
    number: '033 98888-7777',
  });
  expect(bodyOf(added, 201).number).toBe('5533988887777');

  const campaign = await create(w);
  const tried = await w.admin.post<Contact>(`/campaigns/${campaign.id}/test`, { number: '0 15 34 98888-7777' });
  expect(bodyOf(tried).number).toBe('5534988887777');
});

test('what an export writes, an import finds again', async () => {
  const other = await world(app);
  bodyOf(await other.admin.post('/contacts', { name: 'Mei', number: '+65 9123 4567' }), 201);
  const file = await other.admin.request<string>('GET', '/contacts/export');
  const { id } = bodyOf(
    await other.admin.post<{ id: number }>('/contacts/import', form({}, csv(file.body), 'file')),
    202,
  );
  await app.settled();
  expect(bodyOf(await other.admin.get<object>(`/contacts/imports/${id}`))).toMatchObject({ created: 0, refused: 0 });
});

test('numbers without a country code are those of the country of the company, wherever they are written', async () => {
  const other = await world(app);
  bodyOf(await other.admin.put('/settings/country', { value: 'GB' }));
  const [written, stored] = ['07911 123456', '447911123456'];
  const contact = bodyOf(await other.admin.post<Contact>('/contacts', { name: 'Liz', number: written }), 201);
  expect(contact.number).toBe(stored);
  const search = `searchParam=${encodeURIComponent(written)}`;
  expect(bodyOf(await other.admin.get<object>(`/contacts?${search}`))).toMatchObject({
    contacts: [{ number: stored }],
  });
  const campaign = await create(other);
  const tried = await other.admin.post<Contact>(`/campaigns/${campaign.id}/test`, { number: '07911 123457' });
  expect(bodyOf(tried).number).toBe('447911123457');
});
