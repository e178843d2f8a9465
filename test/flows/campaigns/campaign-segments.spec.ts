import { sharedApp } from '../../support/app.js';
import { act, type Campaign, companyWith, create, finished, recipientsOf, reportOf } from '../../support/campaigns.js';
import { type Answer, bodyOf, type Refusal } from '../../support/client.js';
import { files, form } from '../../support/files.js';
import type { World } from '../../support/world.js';
import { world } from '../../support/world.js';

const app = await sharedApp();

const refusedWith = ({ status, body }: Answer<unknown>, refusal: Partial<Refusal> & { statusCode: number }): void =>
  expect([status, body]).toMatchObject([refusal.statusCode, refusal]);

interface Copy extends Campaign {
  readonly name: string;
  readonly message1: string;
  readonly tagListId: number | null;
  readonly contactListId: number | null;
  readonly contactList: { readonly name: string } | null;
}

interface Listed extends Campaign {
  readonly figures: Readonly<Record<string, number>> | null;
}

/** A finished campaign to four people, of whom the first replied and the second opted out. */
async function story() {
  const { w, customers } = await companyWith(app, 4);
  const campaign = await create(w);
  await act(w, campaign, 'restart');
  await finished(w, campaign);
  await customers[0]?.says('quero');
  await customers[1]?.says('sair');
  await app.settled();
  return { w, campaign };
}

const listed = async ({ admin }: World): Promise<readonly Listed[]> =>
  bodyOf(await admin.get<{ records: Listed[] }>('/campaigns')).records;
const itemsOf = async ({ admin }: World, contactListId: number | null) =>
  bodyOf(
    await admin.get<{ contacts: { number: string; name: string }[] }>(
      `/contact-list-items?contactListId=${contactListId}`,
    ),
  ).contacts;

test('the list has the figures of each campaign, those of the report', async () => {
  const { w, campaign } = await story();
  const unbegun = await create(w, { name: 'Outra' });
  const [second, first] = await listed(w);
  expect([second?.id, second?.figures]).toEqual([unbegun.id, null]);
  const { recipients, sent, delivered, read, replied, failed, waiting, unsubscribed, confirmed } = (
    await reportOf(w, campaign)
  ).totals;
  expect(first?.figures).toEqual({
    ...{ recipients, sent, delivered, read, replied, failed, waiting, unsubscribed, confirmed },
  });
  for (const name of ['sent', 'delivered', 'read', 'replied', 'failed', 'unsubscribed'] as const) {
    const sorted = async (order: string): Promise<number[]> =>
      bodyOf(await w.admin.get<Listed[]>(`/campaigns?sort=["${name}","${order}"]&range=[0,9]`)).map(({ id }) => id);
    // campaigns with an equal figure follow in the order of their ids
    const isMore = (first?.figures?.[name] ?? 0) > 0;
    const [older, newer] = [campaign.id, unbegun.id];
    expect([name, await sorted('DESC')]).toEqual([name, isMore ? [older, newer] : [newer, older]]);
    expect([name, await sorted('ASC')]).toEqual([name, isMore ? [newer, older] : [older, newer]]);
  }
  expect(first?.figures).toMatchObject({ recipients: 4, sent: 4, replied: 1, unsubscribed: 1, waiting: 0 });
});

test('a copy for those who did not reply has them on a list of its own, without who opted out', async () => {
  const { w, campaign } = await story();
  expect((await recipientsOf(w, campaign, '?status=unreplied')).records).toHaveLength(2);
  expect((await recipientsOf(w, campaign, '?status=unsubscribed')).records).toHaveLength(1);
  const copy = bodyOf(await w.admin.post<Copy>(`/campaigns/${campaign.id}/duplicate?status=unreplied`));
  expect(copy).toMatchObject({
    ...{ name: 'Cópia de Promoção', status: 'INATIVA', message1: 'Olá {nome}, da loja {loja}', tagListId: null },
    contactList: { name: 'Promoção – não responderam' },
  });
  expect((await itemsOf(w, copy.contactListId)).map(({ name }) => name).toSorted()).toEqual(['Cliente 3', 'Cliente 4']);
  const next = bodyOf(await w.admin.post<Copy>(`/campaigns/${campaign.id}/duplicate?status=unreplied`));
  expect(next.contactList?.name).toBe('Promoção – não responderam 2');
  await act(w, copy, 'restart');
  await finished(w, copy);
  expect((await reportOf(w, copy)).totals).toMatchObject({ recipients: 2, sent: 2 });

  const lists = async () => bodyOf(await w.admin.get<{ count: number }>('/contact-lists')).count;
  const before = [await lists(), (await listed(w)).length];
  refusedWith(await w.admin.post(`/campaigns/${campaign.id}/duplicate?status=failed`), {
    statusCode: 400,
    code: 'ERR_CAMPAIGN_NO_RECIPIENTS',
  });
  refusedWith(await w.admin.post(`/campaigns/${campaign.id}/duplicate?status=sold`), { statusCode: 400 });
  expect([await lists(), (await listed(w)).length]).toEqual(before);
});

test('who replied without a receipt of reading has read, and a copy goes without a connection that was removed', async () => {
  const { w, campaign } = await story();
  const { totals } = await reportOf(w, campaign);
  const unread = (await recipientsOf(w, campaign, '?status=unread')).records;
  expect(unread.map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  expect(totals).toMatchObject({ unread: 2, unreplied: 2 });
  const own = bodyOf(await w.admin.post<{ id: number }>('/whatsapp', { name: 'Outra', channel: 'sandbox' }), 201);
  const other = await create(w, { whatsappId: own.id });
  bodyOf(await w.admin.delete(`/whatsapp/${own.id}`));
  const copy = bodyOf(await w.admin.post<Copy & { whatsappId: number | null }>(`/campaigns/${other.id}/duplicate`));
  expect(copy).toMatchObject({ whatsappId: null, status: 'INATIVA' });
  const long = await w.admin.post(`/campaigns/${campaign.id}/duplicate?errorCode=${'9'.repeat(200)}`);
  refusedWith(long, { statusCode: 400, code: 'ERR_CAMPAIGN_NO_RECIPIENTS' });
});

test('recipients go onto a list or under a tag, once each', async () => {
  const { w, campaign } = await story();
  const other = await world(app);
  const list = bodyOf(await w.admin.post<{ id: number }>('/contact-lists', { name: 'De novo' }), 201);
  const toList = `/campaigns/${campaign.id}/recipients/list?status=unreplied`;
  expect(bodyOf(await w.admin.post(toList, { contactListId: list.id }))).toEqual({
    added: 2,
    repeated: 0,
    optedOut: 0,
  });
  expect(bodyOf(await w.admin.post(toList, { contactListId: list.id }))).toEqual({
    added: 0,
    repeated: 2,
    optedOut: 0,
  });
  expect(await itemsOf(w, list.id)).toHaveLength(2);

  const tag = bodyOf(await w.admin.post<{ id: number }>('/tags', { name: 'Sem resposta', color: '#1f6feb' }), 201);
  const toTag = `/campaigns/${campaign.id}/recipients/tag?status=unreplied`;
  expect(bodyOf(await w.admin.post(toTag, { tagId: tag.id }))).toEqual({ tagged: 2, created: 0 });
  const tagged = bodyOf(
    await w.admin.get<object[]>(`/contacts?filter=${JSON.stringify({ tagIds: [tag.id] })}&range=[0,9]`),
  );
  expect(tagged).toHaveLength(2);

  refusedWith(await w.admin.post(toTag, { tagId: other.tag.id }), { statusCode: 404 });
  for (const path of ['duplicate', 'recipients/list', 'recipients/tag'])
    refusedWith(
      await other.admin.post(`/campaigns/${campaign.id}/${path}`, { contactListId: list.id, tagId: other.tag.id }),
      { statusCode: 404 },
    );
  refusedWith(await w.attendant.post(`/campaigns/${campaign.id}/duplicate`), { statusCode: 403 });
});

test('a copy has the file of the original, also when that is removed', async () => {
  const { w } = await companyWith(app, 1);
  const campaign = await create(w);
  bodyOf(await w.admin.post(`/campaigns/${campaign.id}/media-upload`, form({}, [files.png], 'file')));
  const copy = bodyOf(await w.admin.post<Copy>(`/campaigns/${campaign.id}/duplicate`));
  expect(copy).toMatchObject({ mediaName: 'foto.png', tagListId: w.tag.id, contactListId: null });
  bodyOf(await w.admin.delete(`/campaigns/${campaign.id}`));
  await app.settled();
  expect((await w.admin.download(copy.mediaPath ?? '')).status).toBe(200);
});
