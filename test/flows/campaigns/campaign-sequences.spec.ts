import { sharedApp } from '../../support/app.js';
import {
  act,
  type Campaign,
  companyWith,
  create,
  finished,
  recipientsOf,
  reportOf,
  timePasses,
} from '../../support/campaigns.js';
import { bodyOf } from '../../support/client.js';
import type { World } from '../../support/world.js';

const app = await sharedApp();

interface Step extends Campaign {
  readonly name: string;
  readonly message1: string;
  readonly followDays: number;
  readonly scheduledAt: string | null;
  readonly completedAt: string | null;
  readonly follows: { readonly id: number; readonly name: string; readonly endedAt: string | null } | null;
}

const nextOf = async (w: World, { id }: Campaign): Promise<Step> =>
  bodyOf(await w.admin.post<Step>(`/campaigns/${id}/next-step`));
const stored = async (w: World, { id }: Campaign, more: object): Promise<Step> =>
  bodyOf(await w.admin.put<Step>(`/campaigns/${id}`, more));
const get = async (w: World, { id }: Campaign): Promise<Step> => bodyOf(await w.admin.get<Step>(`/campaigns/${id}`));
const preview = async (w: World, { id }: Campaign): Promise<{ recipients: number }> =>
  bodyOf(await w.admin.get<{ recipients: number }>(`/campaigns/${id}/preview`));

/** The days between a campaign and the one that follows it go by while no server runs. */
async function daysPass(w: World, before: Campaign, next: Step): Promise<void> {
  const { followDays } = await get(w, next);
  const ago = (column: string) => `${column} = ${column} - make_interval(days => $2)`;
  await app.database.query(`update campaigns set ${ago('completed_at')} where id = $1`, [before.id, followDays]);
  await app.database.query(
    `update campaign_shipments set ${['sent_at', 'delivered_at', 'read_at', 'replied_at'].map(ago).join()} where campaign_id = $1`,
    [before.id, followDays],
  );
  for (let day = 0; day < followDays; day += 1) await timePasses(w, next);
  await app.database.query(
    "update outbox_jobs set run_at = now() where name = 'start-campaign' and (payload->>'id')::bigint = $1",
    [next.id],
  );
}

test('a follow-up waits for the end of the campaign, then goes only to those who did not reply nor opt out', async () => {
  const { w, customers } = await companyWith(app, 4);
  const first = await create(w);
  const second = await nextOf(w, first);
  expect(second).toMatchObject({
    ...{ name: 'Promoção – acompanhamento 1', status: 'INATIVA', message1: '', followDays: 3, scheduledAt: null },
    follows: { id: first.id, name: 'Promoção', endedAt: null },
  });
  expect(await w.admin.post(`/campaigns/${second.id}/restart`)).toMatchObject({
    status: 400,
    body: { code: 'ERR_VALIDATION', fields: { message1: expect.any(String) } },
  });
  await stored(w, second, { message1: 'Ainda dá tempo, {nome}', followDays: 2 });
  // nobody was written to until now, so it is shown for those of the first one
  expect(await preview(w, second)).toMatchObject({ recipients: 4 });
  expect(await act(w, second, 'restart')).toMatchObject({ status: 'PROGRAMADA', scheduledAt: null });

  await act(w, first, 'restart');
  await finished(w, first);
  await app.settled();
  await customers[0]?.says('quero');
  await customers[1]?.says('sair');
  await app.settled();
  const { completedAt } = await get(w, first);
  const planned = await get(w, second);
  expect(planned).toMatchObject({ status: 'PROGRAMADA', follows: { endedAt: completedAt } });
  expect(Date.parse(planned.scheduledAt ?? '') - Date.parse(completedAt ?? '')).toBe(2 * 86_400_000);
  expect(await preview(w, second)).toMatchObject({ recipients: 2 });

  await daysPass(w, first, second);
  await finished(w, second);
  const { records } = await recipientsOf(w, second);
  expect(records.map(({ number, body }) => [number, body])).toEqual(
    [customers[2], customers[3]].map((customer) => [customer?.number, `\u200cAinda dá tempo, ${customer?.name}`]),
  );
  expect(bodyOf(await w.admin.get(`/campaigns/${second.id}/sequence`))).toMatchObject([
    { id: first.id, name: 'Promoção', status: 'FINALIZADA' },
    { id: second.id, status: 'FINALIZADA', followsId: first.id, followDays: 2 },
  ]);
});

test('who writes between the start of a follow-up and its turn is left out, also when another campaign came between', async () => {
  const { w, customers } = await companyWith(app, 3);
  const first = await create(w);
  const second = await nextOf(w, first);
  await stored(w, second, { message1: 'Olá de novo', followDays: 1 });
  await act(w, first, 'restart');
  await finished(w, first);
  await act(w, second, 'restart');
  const other = await create(w, { name: 'Outra' });
  await act(w, other, 'restart');
  await finished(w, other);
  // the reply belongs to the newer campaign
  await customers[0]?.says('obrigado');
  await app.settled();
  expect((await recipientsOf(w, first, '?status=replied')).records).toHaveLength(0);
  await app.database.query("update connections set paused_until = now() + interval '1 hour' where id = $1", [
    w.connection.id,
  ]);
  await daysPass(w, first, second);
  await app.settled();
  expect((await recipientsOf(w, second)).records.map(({ status }) => status)).toEqual(['queued', 'queued']);
  await customers[1]?.says('agora sim');
  await app.settled();
  await app.database.query('update connections set paused_until = null where id = $1', [w.connection.id]);
  await app.database.query("update outbox_jobs set run_at = now() where name = 'send-shipments'");
  await finished(w, second);
  expect((await recipientsOf(w, second)).records.map(({ number, status }) => [number, status])).toEqual([
    [customers[1]?.number, 'failed'],
    [customers[2]?.number, 'delivered'],
  ]);
  const { totals, failures } = await reportOf(w, second);
  expect([totals, failures]).toMatchObject([{ recipients: 2, sent: 1, failed: 0, answered: 1 }, []]);
});

test('the cap of other campaigns does not hold back a follow-up', async () => {
  const { w } = await companyWith(app, 2);
  const first = await create(w, { frequencyDays: 30 });
  await act(w, first, 'restart');
  await finished(w, first);
  const second = await nextOf(w, first);
  expect(await stored(w, second, { message1: 'De novo', followDays: 1 })).toMatchObject({ frequencyDays: 30 });
  await act(w, second, 'restart');
  await daysPass(w, first, second);
  await finished(w, second);
  expect((await reportOf(w, second)).totals).toMatchObject({ recipients: 2, sent: 2, capped: 0 });
});

test('a sequence has at most five follow-ups, one after each campaign, and no list beside', async () => {
  const { w } = await companyWith(app, 1);
  const first = await create(w);
  const steps: Step[] = [];
  for (let n = 0; n < 5; n += 1) steps.push(await nextOf(w, first));
  expect(steps.map(({ follows }) => follows?.id)).toEqual([first.id, ...steps.slice(0, 4).map(({ id }) => id)]);
  const refusals = [
    await w.admin.post(`/campaigns/${first.id}/next-step`),
    await w.admin.post('/campaigns', { name: 'Mais uma', followsId: first.id, message1: 'Oi' }),
    await w.admin.put(`/campaigns/${steps[0]?.id}`, { tagListId: w.tag.id }),
    await w.admin.put(`/campaigns/${first.id}`, { followsId: steps[4]?.id, tagListId: null }),
  ];
  expect(refusals.map(({ status, body }) => [status, (body as { fields?: object }).fields])).toEqual([
    [400, { followsId: 'Uma sequência tem no máximo cinco acompanhamentos' }],
    [400, { followsId: 'Essa campanha já tem um acompanhamento' }],
    [400, { followsId: 'Um acompanhamento vai a quem não respondeu, não a uma lista ou tag' }],
    [400, { followsId: 'Uma campanha não pode acompanhar a si mesma' }],
  ]);
  expect(await w.admin.delete(`/campaigns/${first.id}`)).toMatchObject({ body: { code: 'ERR_IN_USE' } });
  // a copy of a follow-up stands alone
  const copy = bodyOf(await w.admin.post<Step>(`/campaigns/${steps[2]?.id}/duplicate`));
  expect(copy.follows).toBeNull();
});

test('a campaign that is sent again takes its follow-up along, and a cancelled one keeps it waiting', async () => {
  const { w } = await companyWith(app, 2);
  const first = await create(w);
  await act(w, first, 'restart');
  await finished(w, first);
  const second = await nextOf(w, first);
  await stored(w, second, { message1: 'De novo', followDays: 1 });
  await act(w, second, 'restart');
  const planned = (await get(w, second)).scheduledAt;
  expect(planned).not.toBeNull();
  await app.database.query("update campaigns set status = 'CANCELADA' where id = $1", [first.id]);
  await daysPass(w, first, second);
  await app.settled();
  expect(await get(w, second)).toMatchObject({ status: 'PROGRAMADA', scheduledAt: null });
  await act(w, first, 'restart');
  await finished(w, first);
  await app.settled();
  const again = await get(w, second);
  expect(again.status).toBe('PROGRAMADA');
  expect(Date.parse(again.scheduledAt ?? '')).toBeGreaterThan(Date.now());
  expect(await act(w, second, 'cancel')).toMatchObject({ status: 'CANCELADA' });
  expect(await stored(w, second, { followDays: 4 })).toMatchObject({ status: 'CANCELADA' });
  expect(await act(w, second, 'restart')).toMatchObject({ status: 'PROGRAMADA' });
});
