import { sharedApp } from '../../support/app.js';
import { bodyOf } from '../../support/client.js';
import { files, form } from '../../support/files.js';
import { until } from '../../support/until.js';
import { type Customer, type MessageRow, type World, world } from '../../support/world.js';

interface FileList {
  readonly id: number;
  readonly options: readonly { readonly id: number; readonly name: string }[];
}

const app = await sharedApp();

interface Story {
  readonly w: World;
  readonly customers: readonly Customer[];
  readonly list: FileList;
  readonly campaignId: number;
}

/** A finished campaign with a file list and a file of its own, that nobody has answered. */
async function story(): Promise<Story> {
  const w = await world(app);
  const { admin } = w;
  const customers = ['Ana', 'Bia', 'Caio'].map((name) => w.customer(name));
  for (const { name, number } of customers)
    bodyOf(await admin.post('/contacts', { name, number, tagIds: [w.tag.id] }), 201);
  const { id: listId } = bodyOf(await admin.post<FileList>('/files', { name: 'Catálogo', message: 'Segue!' }), 201);
  const list = bodyOf(await admin.post<FileList>(`/files/uploadList/${listId}`, form({}, [files.pdf], 'files')));
  const content = { whatsappId: w.connection.id, tagListId: w.tag.id, fileListId: listId, message1: 'Olá {nome}' };
  const pace = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 };
  const { id } = bodyOf(await admin.post<{ id: number }>('/campaigns', { name: 'Promoção', ...content, ...pace }), 201);
  bodyOf(await admin.post(`/campaigns/${id}/media-upload`, form({}, [files.png], 'file')));
  bodyOf(await admin.post(`/campaigns/${id}/restart`));
  await until('the campaign is over', async () => {
    const { status } = bodyOf(await admin.get<{ status: string }>(`/campaigns/${id}`));
    return status === 'FINALIZADA';
  });
  return { w, customers, list, campaignId: id };
}

const customerOf = ({ customers }: Story, index: number): Customer => {
  const customer = customers[index];
  if (!customer) throw new Error(`No customer ${index}`);
  return customer;
};

/** The conversation after a reply, oldest first. */
async function conversation({ w }: Story, customer: Customer, text = 'quero'): Promise<MessageRow[]> {
  const { id } = await customer.says(text);
  return bodyOf(await w.admin.get<{ messages: MessageRow[] }>(`/messages/${id}?peek=true`)).messages;
}

const shown = (messages: readonly MessageRow[]) =>
  messages.map(({ body, mediaType, mediaName, fromMe, ack }) => [body, mediaType, mediaName, fromMe && ack]);
const complete = (name: string) => [
  ['\u200cSegue!', 'chat', null, 2],
  ['', 'application', 'contrato.pdf', 2],
  [`\u200cOlá ${name}`, 'image', 'foto.png', 2],
  ['quero', 'chat', null, false],
];

const keys = async ({ w }: Story): Promise<string[]> =>
  (
    await app.database.query<{ key: string }>(
      'select distinct media_key as key from messages where company_id = $1 and media_key is not null order by 1',
      [w.companyId],
    )
  ).map(({ key }) => key);

test('what was sent stands before the reply in its order, once, without a copy of its files', async () => {
  const of = await story();
  const [ana, bia] = [customerOf(of, 0), customerOf(of, 1)];
  const first = await conversation(of, ana);
  expect(shown(first)).toEqual(complete('Ana'));
  for (const { mediaUrl } of first) if (mediaUrl) expect((await of.w.admin.download(mediaUrl)).status).toBe(200);
  expect(await keys(of)).toHaveLength(2);
  expect(shown(await conversation(of, bia))).toEqual(complete('Bia'));
  expect(await keys(of)).toHaveLength(2);

  await ana.reads();
  const again = await conversation(of, ana, 'e o preço?');
  expect(again.map(({ body, ack, fromMe }) => [body, fromMe && ack])).toEqual([
    ...complete('Ana').map(([body, , , ack]) => [body, ack && 3]),
    ['e o preço?', false],
  ]);
});

test('files that are gone from list and campaign stay as long as a conversation shows them', async () => {
  const of = await story();
  const { w, list, campaignId } = of;
  const [ana, bia, caio] = [customerOf(of, 0), customerOf(of, 1), customerOf(of, 2)];
  const messages = [await conversation(of, ana), await conversation(of, bia)];
  const urls = messages.flatMap((each) => each.flatMap(({ mediaUrl }) => mediaUrl ?? []));
  expect(urls).toHaveLength(4);
  const statuses = async (): Promise<number[]> => {
    await app.settled();
    return Promise.all(urls.map(async (url) => (await w.admin.download(url)).status));
  };
  bodyOf(await w.admin.put(`/files/${list.id}`, { options: [] }));
  expect(shown(await conversation(of, caio))).toEqual(complete('Caio').slice(2));
  bodyOf(await w.admin.delete(`/campaigns/${campaignId}`));
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  const erase = async (customer: Customer): Promise<void> => {
    const { contactId } = await customer.says('apaguem tudo');
    bodyOf(await w.admin.post(`/contacts/${contactId}/erase`, { number: customer.number }));
  };
  await erase(ana);
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  await erase(bia);
  await erase(caio);
  expect(await statuses()).toEqual([404, 404, 404, 404]);
});
