import { sharedApp } from '../../support/app.js';
import {
  act,
  type Campaign,
  companyWith,
  create,
  finished,
  nextStep,
  quick,
  recipientsOf,
  reportOf,
  timePasses,
} from '../../support/campaigns.js';
import { bodyOf, type Refusal } from '../../support/client.js';
import { until } from '../../support/until.js';
import { world } from '../../support/world.js';

const app = await sharedApp();

test('texts in turn are sent to everybody with a tag, and the figures say so', async () => {
  const { w } = await companyWith(app, 4);
  const campaign = await create(w, { message2: 'Oi {nome}!' });
  expect(campaign.status).toBe('INATIVA');
  const preview = bodyOf(await w.admin.get<Record<string, unknown>>(`/campaigns/${campaign.id}/preview?recipient=1`));
  expect(preview).toMatchObject({
    recipients: 4,
    refused: { invalid: 0, repeated: 0, optedOut: 0 },
    seconds: 0,
    costClass: null,
    recipient: { name: 'Cliente 2' },
    messages: [
      { message: 1, body: '\u200cOlá Cliente 2, da loja Centro' },
      { message: 2, body: '\u200cOi Cliente 2!' },
    ],
  });
  expect((await act(w, campaign, 'restart')).status).toBe('EM_ANDAMENTO');
  await finished(w, campaign);
  const { totals, messages, hours } = await reportOf(w, campaign);
  expect(totals).toMatchObject({ recipients: 4, sent: 4, delivered: 4, replied: 0, failed: 0, waiting: 0 });
  expect(messages).toMatchObject([
    { message: 1, sent: 2 },
    { message: 2, sent: 2 },
  ]);
  expect(hours.reduce((sum, { sent }) => sum + sent, 0)).toBe(4);
  const { records } = await recipientsOf(w, campaign);
  expect(records.map(({ body }) => body)).toContain('\u200cOi Cliente 2!');
  expect((await recipientsOf(w, campaign, '?status=failed')).records).toEqual([]);
  const tickets = bodyOf(await w.admin.get<{ count: number }>('/tickets?showAll=true'));
  expect(tickets.count).toBe(0);
});

test('the campaigns of now are those that run, stand still, are planned or ended within a week', async () => {
  const { w } = await companyWith(app, 3);
  const planned = await create(w, { name: 'Programada', scheduledAt: '2099-01-01T09:00' });
  const ended = await create(w, { name: 'Encerrada' });
  await act(w, ended, 'restart');
  await finished(w, ended);
  await create(w, { name: 'Rascunho' });
  const held = await create(w, { name: 'Parada', messageInterval: 3600, longerIntervalAfter: 9 });
  await act(w, held, 'restart');
  await until('one has it', async () => (await reportOf(w, held)).totals['sent'] === 1);
  await act(w, held, 'pause');
  const current = async () => bodyOf(await w.admin.get<Record<string, unknown>[]>('/campaigns/current'));
  expect(await current()).toMatchObject([
    { id: held.id, status: 'PAUSADA', recipients: 3, sent: 1, waiting: 2 },
    { id: planned.id, status: 'PROGRAMADA', recipients: 0, completedAt: null },
    { id: ended.id, status: 'FINALIZADA', recipients: 3, sent: 3, delivered: 3, replied: 0, failed: 0, waiting: 0 },
  ]);
  await app.database.query("update campaigns set completed_at = now() - interval '8 days' where id = $1", [ended.id]);
  expect((await current()).map(({ id }) => id)).toEqual([held.id, planned.id]);
  expect((await w.supervisor.get('/campaigns/current')).status).toBe(403);
});

test('a connection that can only reply sends no campaign', async () => {
  const { w } = await companyWith(app, 1);
  const campaign = await create(w);
  await app.database.query("update connections set channel = 'instagram' where id = $1", [w.connection.id]);
  const { status, body } = await w.admin.post<Refusal>(`/campaigns/${campaign.id}/restart`);
  const whatsappId = 'Por esta conexão só é possível responder a quem escreveu há pouco; escolha outra';
  expect([status, body.fields]).toEqual([400, { whatsappId }]);
});

test('a reply opens a conversation with the text before it, in the department and with the tag', async () => {
  const { w, customers } = await companyWith(app, 2);
  const lane = bodyOf(await w.admin.post<{ id: number }>('/tags', { name: 'Respondeu', color: '#fff' }), 201);
  const campaign = await create(w, { queueId: w.support.id, tagId: lane.id });
  await act(w, campaign, 'restart');
  await finished(w, campaign);
  const [customer] = customers;
  expect(await customer?.sees()).toMatchObject([{ body: '\u200cOlá Cliente 1, da loja Centro', fromCustomer: false }]);
  const ticket = await customer?.says('Quero sim');
  expect(ticket).toMatchObject({ queueId: w.support.id, tags: [{ id: lane.id }] });
  const { messages } = bodyOf(
    await w.admin.get<{ messages: { body: string; fromMe: boolean }[] }>(`/messages/${ticket?.id}?peek=true`),
  );
  expect(messages.slice(0, 2)).toMatchObject([
    { body: '\u200cOlá Cliente 1, da loja Centro', fromMe: true },
    { body: 'Quero sim', fromMe: false },
  ]);
  expect((await reportOf(w, campaign)).totals).toMatchObject({ replied: 1, confirmed: 0 });
});

test('with a confirmation any reply brings the message; the opt-out word ends every campaign', async () => {
  const { w, customers } = await companyWith(app, 3);
  const campaign = await create(w, { confirmation: true, confirmationMessage1: 'Podemos, {nome}?' });
  await act(w, campaign, 'restart');
  await finished(w, campaign);
  const [yes, no] = customers;
  const ticket = await yes?.says('pode');
  const { messages } = bodyOf(await w.admin.get<{ messages: { body: string }[] }>(`/messages/${ticket?.id}?peek=true`));
  expect(messages.slice(0, 3).map(({ body }) => body)).toEqual([
    '\u200cPodemos, Cliente 1?',
    'pode',
    '\u200cOlá Cliente 1, da loja Centro',
  ]);
  await no?.says('SAIR');
  await until('what follows is delivered', async () => {
    const { followUps } = await reportOf(w, campaign);
    return followUps?.['delivered'] === 1;
  });
  const { totals, followUps } = await reportOf(w, campaign);
  expect(totals).toMatchObject({ replied: 1, unsubscribed: 1, confirmed: 1 });
  expect(followUps).toEqual({ sent: 1, delivered: 1, read: 0, failed: 0 });
  const next = await create(w, { name: 'Outra' });
  const preview = bodyOf(await w.admin.get<Record<string, unknown>>(`/campaigns/${next.id}/preview`));
  expect(preview).toMatchObject({ recipients: 2, refused: { optedOut: 1 } });
});

test('a campaign is paused, resumed, cancelled, edited and goes on with whom it has not reached', async () => {
  const { w } = await companyWith(app, 3);
  const campaign = await create(w, { messageInterval: 3600, longerIntervalAfter: 100 });
  await act(w, campaign, 'restart');
  await until('one is sent', async () => (await reportOf(w, campaign)).totals['sent'] === 1);
  expect((await w.admin.put(`/campaigns/${campaign.id}`, { name: 'Nova' })).status).toBe(400);
  expect((await w.admin.delete(`/campaigns/${campaign.id}`)).status).toBe(400);
  expect((await act(w, campaign, 'pause')).status).toBe('PAUSADA');
  expect((await w.admin.post(`/campaigns/${campaign.id}/pause`)).status).toBe(409);
  expect((await act(w, campaign, 'cancel')).status).toBe('CANCELADA');
  const edited = bodyOf(await w.admin.put<Campaign>(`/campaigns/${campaign.id}`, { ...quick, message1: 'Última' }));
  expect(edited.status).toBe('CANCELADA');
  await act(w, campaign, 'restart');
  await finished(w, campaign);
  const { records } = await recipientsOf(w, campaign);
  expect(records.map(({ body }) => body === '\u200cÚltima')).toEqual([false, true, true]);
  bodyOf(await w.admin.delete(`/campaigns/${campaign.id}`));
});

const hours = (count: number): string => new Date(Date.now() + count * 3_600_000).toISOString();
const passed = { status: 400, body: { fields: { scheduledAt: 'O horário marcado já passou; escolha outro.' } } };

test('a scheduled campaign starts at its time, however late the server is back', async () => {
  const { w } = await companyWith(app, 1);
  const campaign = await create(w, { scheduledAt: hours(1) });
  expect(campaign.status).toBe('PROGRAMADA');
  await timePasses(w, campaign);
  await app.database.query("update outbox_jobs set run_at = now() where company_id = $1 and name = 'start-campaign'", [
    w.companyId,
  ]);
  await finished(w, campaign);
});

test('a start in the past is refused, also for one that was cancelled before it began', async () => {
  const { w } = await companyWith(app, 1);
  const { connection, tag } = w;
  const yesterday = hours(-24);
  const fields = {
    name: 'Ontem',
    whatsappId: connection.id,
    tagListId: tag.id,
    message1: 'Oi',
    scheduledAt: yesterday,
  };
  expect(await w.admin.post('/campaigns', fields)).toMatchObject(passed);
  // the company's clock
  expect(await w.admin.post('/campaigns', { ...fields, scheduledAt: '2020-05-01T09:00' })).toMatchObject(passed);
  const campaign = await create(w, { scheduledAt: hours(1) });
  const path = `/campaigns/${campaign.id}`;
  expect(await w.admin.put(path, { scheduledAt: yesterday })).toMatchObject(passed);
  expect((await reportOf(w, campaign)).campaign.status).toBe('PROGRAMADA');

  await act(w, campaign, 'cancel');
  await timePasses(w, campaign);
  const { scheduledAt } = bodyOf(await w.admin.get<{ scheduledAt: string }>(path));
  expect(bodyOf(await w.admin.put(path, { name: 'Promoção de ontem', scheduledAt }))).toMatchObject({
    status: 'CANCELADA',
  });
  expect(await w.admin.post(`${path}/restart`)).toMatchObject({
    ...passed,
    body: { message: passed.body.fields.scheduledAt },
  });
  expect((await reportOf(w, campaign)).totals).toMatchObject({ sent: 0 });
  bodyOf(await w.admin.post(`${path}/restart`, { startNow: true }));
  await finished(w, campaign);
});

test('one that had begun at its time goes on after it was cancelled, and an empty time is none', async () => {
  const { w } = await companyWith(app, 2);
  const campaign = await create(w, { scheduledAt: hours(1), messageInterval: 3600, longerIntervalAfter: 9 });
  await act(w, campaign, 'restart');
  await until('one is sent', async () => (await reportOf(w, campaign)).totals['sent'] === 1);
  await act(w, campaign, 'cancel');
  await timePasses(w, campaign);
  bodyOf(await w.admin.put(`/campaigns/${campaign.id}`, quick));
  await act(w, campaign, 'restart');
  await nextStep(w);
  await finished(w, campaign);
  expect((await create(w, { scheduledAt: '' })).status).toBe('INATIVA');
});

test('a tag names its contacts, and on request those of conversations with it, both counted before', async () => {
  const { w } = await companyWith(app, 2);
  const [ana, bia] = [w.customer('Ana'), w.customer('Bia')];
  const ticket = await ana.says('Oi');
  await bia.says('Oi');
  bodyOf(await w.admin.put(`/ticket-tags/${ticket.id}/${w.tag.id}`));
  const audience = async (query: string) =>
    bodyOf(
      await w.admin.get<{ recipients: number; withConversations: number; page: { name: string }[] }>(
        `/campaigns/audience?${query}`,
      ),
    );
  const counts = { recipients: 2, withConversations: 3 };
  const few = await audience(`tagListId=${w.tag.id}`);
  expect(few).toMatchObject(counts);
  expect(few.page).toHaveLength(2);
  const all = await audience(`tagListId=${w.tag.id}&tagScope=all`);
  expect(all).toMatchObject(counts);
  expect(all.page.map(({ name }) => name)).toContain('Ana');
  expect((await audience(`tagListId=${w.tag.id}&tagScope=all&from=2`)).page).toHaveLength(1);
  const other = await world(app);
  expect(bodyOf(await other.admin.get(`/campaigns/audience?tagListId=${w.tag.id}&tagScope=all`))).toEqual({
    recipients: 0,
    withConversations: 0,
    page: [],
  });
  expect((await w.admin.get('/campaigns/audience?tagListId=x')).status).toBe(400);
  expect((await w.attendant.get(`/campaigns/audience?tagListId=${w.tag.id}`)).status).toBe(403);

  const campaign = await create(w);
  expect(campaign).toMatchObject({ tagScope: 'contacts' });
  const path = `/campaigns/${campaign.id}`;
  expect(bodyOf(await w.admin.get(`${path}/preview`))).toMatchObject({ recipients: 2 });
  bodyOf(await w.admin.put(path, { tagScope: 'all' }));
  expect(bodyOf(await w.admin.get(`${path}/preview`))).toMatchObject({ recipients: 3 });
  await act(w, campaign, 'restart');
  await finished(w, campaign);
  expect((await reportOf(w, campaign)).totals).toMatchObject({ recipients: 3, sent: 3 });
});

test('what is missing or wrong is named, and nothing of another company is reached', async () => {
  const { w } = await companyWith(app, 1);
  const other = await world(app);
  const refused = async (body: object) => (await w.admin.post<{ code: string }>('/campaigns', body)).body;
  expect(await refused({ name: 'ab' })).toMatchObject({ code: 'ERR_CAMPAIGN_INVALID_NAME', statusCode: 400 });
  const draft = bodyOf(await w.admin.post<Campaign>('/campaigns', { name: 'Rascunho' }), 201);
  const start = await w.admin.post<{ fields: object }>(`/campaigns/${draft.id}/restart`);
  expect(start).toMatchObject({ status: 400, body: { fields: { whatsappId: expect.any(String) } } });
  const campaign = await create(w);
  const list = bodyOf(await other.admin.post<Campaign>('/contact-lists', { name: 'Deles' }), 201);
  const files = bodyOf(await other.admin.post<Campaign>('/files', { name: 'Deles', message: 'Oi' }), 201);
  for (const foreign of [
    { whatsappId: other.connection.id },
    { tagListId: null, contactListId: list.id },
    { tagListId: other.tag.id },
    { fileListId: files.id },
    { queueId: other.sales.id },
    { tagId: other.tag.id },
  ]) {
    const name = Object.keys(foreign).at(-1);
    const answers = [
      await w.admin.post('/campaigns', { name: 'Roubo', ...foreign }),
      await w.admin.put(`/campaigns/${campaign.id}`, foreign),
    ];
    expect([name, ...answers.map((answer) => answer.status)]).toEqual([name, 404, 404]);
  }
  expect(bodyOf(await w.admin.get<{ count: number }>('/campaigns')).count).toBe(2);
  expect(bodyOf(await w.admin.get<Campaign>(`/campaigns/${campaign.id}`))).toMatchObject({
    ...{ name: 'Promoção', whatsappId: w.connection.id, tagListId: w.tag.id },
    ...{ contactListId: null, fileListId: null, queueId: null, tagId: null },
  });
  for (const path of ['', '/report', '/recipients', '/preview'])
    expect((await other.admin.get(`/campaigns/${campaign.id}${path}`)).status).toBe(404);
  for (const verb of ['restart', 'pause', 'resume', 'cancel'])
    expect((await other.admin.post(`/campaigns/${campaign.id}/${verb}`)).status).toBe(404);
  expect((await other.admin.put(`/campaigns/${campaign.id}`, { name: 'Outro' })).status).toBe(404);
  expect((await other.admin.delete(`/campaigns/${campaign.id}`)).status).toBe(404);
  expect((await w.attendant.get('/campaigns')).status).toBe(403);
});

test('by QR code five seconds pass between two messages, whatever the interval is', async () => {
  const { w } = await companyWith(app, 3);
  const connection = bodyOf(
    await w.admin.post<{ id: number }>('/whatsapp', { name: 'Celular', channel: 'whatsapp' }),
    201,
  );
  const secondsOf = async (more: object): Promise<unknown> => {
    const { id } = await create(w, { ...more, whatsappId: connection.id });
    return bodyOf(await w.admin.get<{ seconds: number }>(`/campaigns/${id}/preview`)).seconds;
  };
  expect(await secondsOf(quick)).toBe(10);
  expect(await secondsOf({ messageInterval: 7, longerIntervalAfter: 1, greaterInterval: 2 })).toBe(12);
});

test('who got another campaign within the days it says is left out, and is no failure', async () => {
  const { w, customers } = await companyWith(app, 3);
  const first = await create(w, quick);
  await act(w, first, 'restart');
  await finished(w, first);
  await app.database.query(
    "update campaign_shipments set sent_at = now() - interval '8 days' where campaign_id = $1 and number = $2",
    [first.id, customers[2]?.number],
  );
  const second = await create(w, { ...quick, name: 'Segunda', frequencyDays: 7 });
  const preview = bodyOf(await w.admin.get<Record<string, unknown>>(`/campaigns/${second.id}/preview`));
  expect(preview).toMatchObject({ recipients: 1, capped: 2 });
  await act(w, second, 'restart');
  await finished(w, second);
  const { totals, failures } = await reportOf(w, second);
  expect(totals).toMatchObject({ recipients: 3, sent: 1, failed: 0, capped: 2, retriable: 0 });
  expect(failures).toEqual([]);
  const listed = async (status: string) => (await recipientsOf(w, second, `?status=${status}`)).records.length;
  expect([await listed('failed'), await listed('left_out')]).toEqual([0, 2]);
  const table = bodyOf(await w.admin.get<string>(`/campaigns/${second.id}/recipients/export`));
  expect(table.match(/Ficou de fora/g)).toHaveLength(2);
  const everybody = await create(w, { ...quick, name: 'Terceira' });
  await act(w, everybody, 'restart');
  await finished(w, everybody);
  expect((await reportOf(w, everybody)).totals).toMatchObject({ sent: 3, capped: 0 });
  const refused = await w.admin.post('/campaigns', { name: 'Quarta', frequencyDays: 0 });
  expect(refused).toMatchObject({ status: 400, body: { fields: { frequencyDays: expect.any(String) } } });
});
