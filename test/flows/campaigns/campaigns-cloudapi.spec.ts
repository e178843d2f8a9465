import { setTimeout as wait } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { JobLease } from '../../../src/core/jobs/job-lease.js';
import { uncertain } from '../../../src/modules/campaigns/mass/campaigns.errors.js';
import { SendShipmentsHandler } from '../../../src/modules/campaigns/mass/sending/send-shipments.job.js';
import { ChannelsService } from '../../../src/modules/channels/connections/channels/channels.service.js';
import { act, type Campaign, reportOf as reportIn } from '../../support/campaigns.js';
import { bodyOf } from '../../support/client.js';
import { CloudCompany } from '../../support/cloud-company.js';
import { picture, reminder, withTemplates } from '../../support/cloud-templates.js';
import { extendedDuringCall } from '../../support/extended-lease.js';
import { files, form } from '../../support/files.js';
import { defaultNumber, sends } from '../../support/graph-simulator/graph-simulator.js';
import { until } from '../../support/until.js';
import type { Named } from '../../support/world.js';

const company = await CloudCompany.start();
const { w } = company;

beforeAll(async () => {
  await withTemplates(company, reminder, picture);
});
afterEach(() => company.clearFaults());
afterAll(() => company.stop());

const template = {
  name: reminder.name,
  language: 'pt_BR',
  params: { header: ['{nome}'], body: ['{nome}', '{dia}'], buttons: { 1: 'abc', 2: 'VALE10' } },
};

/** A list of people who were never written to, with a column that all have but some. */
async function listOf(
  count: number,
  without: readonly number[] = [],
): Promise<{ readonly id: number; readonly numbers: readonly string[] }> {
  const numbers = Array.from({ length: count }, () => company.newNumber());
  const list = bodyOf(await w.admin.post<Named>('/contact-lists', { name: `Lista ${numbers[0]}` }), 201);
  for (const [index, number] of numbers.entries())
    bodyOf(
      await w.admin.post('/contact-list-items', {
        contactListId: list.id,
        name: `Ana ${index + 1}`,
        number,
        variables: without.includes(index) ? [] : [{ name: 'Dia', value: '20/08' }],
      }),
      201,
    );
  return { id: list.id, numbers };
}

async function start(contactListId: number, more: object = {}): Promise<Campaign> {
  const made = bodyOf(
    await w.admin.post<Campaign>('/campaigns', {
      name: 'Lembretes',
      whatsappId: company.connection.id,
      contactListId,
      template,
      ...more,
    }),
    201,
  );
  return bodyOf(await w.admin.post<Campaign>(`/campaigns/${made.id}/restart`));
}

const reportOf = (campaign: Campaign) => reportIn(w, campaign);
const becomes = (campaign: Campaign, status: string): Promise<void> =>
  until(`the campaign is ${status}`, async () => (await reportOf(campaign)).campaign.status === status);

test('a template is filled from columns, its statuses are counted, and a failed number ends its shipment', async () => {
  const { id, numbers } = await listOf(4);
  const [first = '', second = ''] = numbers;
  company.graph.refuse(second, 131_026, { via: 'response' });
  const campaign = await start(id);
  await becomes(campaign, 'FINALIZADA');
  await company.settled();
  const preview = bodyOf(await w.admin.get<Record<string, unknown>>(`/campaigns/${campaign.id}/preview`));
  expect(preview).toMatchObject({
    recipients: 4,
    costClass: 'UTILITY',
    messages: [{ message: 1, body: 'Olá Ana 1, sua consulta é dia 20/08. Até lá, Ana 1!' }],
  });
  const { totals, failures } = await reportOf(campaign);
  expect(failures).toMatchObject([{ code: '131026', count: 1 }]);
  expect(totals).toMatchObject({ recipients: 4, sent: 3, delivered: 3, read: 0, failed: 1, waiting: 0 });
  const sent = company.graph.log.accepted.find(({ to }) => to === first);
  company.graph.sendStatus(sent?.id ?? '', 'read');
  await company.settled();
  expect((await reportOf(campaign)).totals).toMatchObject({ delivered: 3, read: 1 });

  company.graph.customerSends({ from: first, name: 'Ana' }, sends.text('Estarei lá'));
  await company.settled();
  const ticket = await company.ticketOf(first);
  expect(await company.messagesOf(ticket)).toMatchObject([
    { body: 'Olá Ana 1, sua consulta é dia 20/08. Até lá, Ana 1!', ack: 3, fromMe: true },
    { body: 'Estarei lá', fromMe: false },
  ]);
});

/** null: those of the channel. */
const messagesPerSecond = (count: number | null): Promise<unknown> =>
  company.app.database.query('update connections set messages_per_second = $1 where id = $2', [
    count,
    company.connection.id,
  ]);

test.each([
  [131_048, 'response', 'spam'],
  [131_048, 'status', 'spam'],
  [368, 'response', 'Meta'],
  [368, 'status', 'Meta'],
] as const)('%i by %s pauses the campaign and says why; whom it refused gets it later', async (code, via, text) => {
  const { id, numbers } = await listOf(4);
  for (const number of numbers) company.graph.refuse(number, code, { via });
  // it still runs when the first status comes
  await messagesPerSecond(1);
  const campaign = await start(id);
  await becomes(campaign, 'PAUSADA').finally(() => messagesPerSecond(null));
  await company.settled();
  const { campaign: paused, failures, totals } = await reportOf(campaign);
  expect(paused.pauseReason).toEqual({ code: String(code), text: expect.stringContaining(text) });
  expect(failures).toEqual([]);
  expect(totals).toMatchObject({ recipients: 4, waiting: 4, sent: 0, failed: 0 });
  await company.clearFaults();
  await act(w, campaign, 'resume');
  // leases of the run before
  await company.app.database.query('update campaign_shipments set leased_until = null where campaign_id = $1', [
    campaign.id,
  ]);
  await becomes(campaign, 'FINALIZADA');
  await company.settled();
  expect((await reportOf(campaign)).totals).toMatchObject({ delivered: 4, failed: 0 });
});

test('a restriction that is reported pauses the campaign of its recipient only', async () => {
  await company.pauseConnection();
  const restricted = await start((await listOf(1)).id);
  const other = await start((await listOf(1)).id);
  await company.settled();
  // as if both had been sent
  const sent: { id: number; wamid: string; number: string }[] = [];
  for (const { id } of [restricted, other]) {
    const [row] = await company.app.database.query<{ id: number; number: string }>(
      `update campaign_shipments set status = 'sent', sent_at = now(), provider_id = 'wamid.' || id
         where campaign_id = $1 returning id, number`,
      [id],
    );
    if (row) sent.push({ ...row, wamid: `wamid.${row.id}` });
  }
  const [refused, delivered] = sent;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const spam = { code: 131_048, title: 'Spam rate limit hit', message: 'Spam rate limit hit' };
  const statuses = [
    { id: refused?.wamid, status: 'failed', timestamp, recipient_id: refused?.number, errors: [spam] },
    { id: delivered?.wamid, status: 'delivered', timestamp, recipient_id: delivered?.number },
  ];
  const metadata = { display_phone_number: '5511', phone_number_id: defaultNumber.phoneNumberId };
  const value = { messaging_product: 'whatsapp', metadata, statuses };
  company.graph.postWebhook({
    object: 'whatsapp_business_account',
    entry: [{ id: defaultNumber.wabaId, changes: [{ field: 'messages', value }] }],
  });
  await company.settled();
  expect(await reportOf(restricted)).toMatchObject({
    campaign: { status: 'PAUSADA', pauseReason: { code: '131048' } },
    totals: { waiting: 1, failed: 0 },
  });
  expect(await reportOf(other)).toMatchObject({ campaign: { pauseReason: null }, totals: { delivered: 1 } });
  expect((await reportOf(other)).campaign.status).not.toBe('PAUSADA');
  await act(w, restricted, 'cancel');
});

test('a connection with a window takes templates only', async () => {
  const { id } = await listOf(1);
  const made = await w.admin.post<{ id: number }>('/campaigns', {
    name: 'Texto',
    whatsappId: company.connection.id,
    contactListId: id,
    message1: 'Olá',
  });
  expect(made.status).toBe(201);
  const refused = await w.admin.post<{ fields: object }>(`/campaigns/${made.body.id}/restart`);
  expect(refused).toMatchObject({ status: 400, body: { fields: { template: expect.any(String) } } });
});

test('who lacks a column of the template is not sent one, and the preview says so before', async () => {
  const { id, numbers } = await listOf(3, [0, 2]);
  const made = bodyOf(
    await w.admin.post<Campaign>('/campaigns', {
      ...{ name: 'Lembretes', whatsappId: company.connection.id, contactListId: id, template },
    }),
    201,
  );
  expect(bodyOf(await w.admin.get<object>(`/campaigns/${made.id}/preview`))).toMatchObject({
    missing: [{ name: 'dia', recipients: 2 }],
    messages: [{ message: 1, body: '' }],
  });
  await act(w, made, 'restart');
  await becomes(made, 'FINALIZADA');
  const { totals, failures } = await reportOf(made);
  expect(totals).toMatchObject({ sent: 1, failed: 2 });
  expect(failures).toEqual([{ code: 'ERR_VALIDATION', text: 'Modelo, {{2}}: Obrigatório', count: 2 }]);
  expect(company.graph.log.accepted.map(({ to }) => to)).toContain(numbers[1]);
});

test('the campaign’s file is the header of its template', async () => {
  const { id, numbers } = await listOf(1);
  const { name, language } = picture;
  const made = bodyOf(
    await w.admin.post<Campaign>('/campaigns', {
      ...{ name: 'Oferta', whatsappId: company.connection.id, contactListId: id, template: { name, language } },
    }),
    201,
  );
  const refused = await w.admin.post(`/campaigns/${made.id}/restart`);
  expect(refused).toMatchObject({ status: 400, body: { fields: { medias: 'Anexe a imagem do cabeçalho' } } });
  bodyOf(await w.admin.post(`/campaigns/${made.id}/media-upload`, form({}, [files.png], 'file')));
  bodyOf(await w.admin.post(`/campaigns/${made.id}/test`, { number: company.newNumber() }));
  await act(w, made, 'restart');
  await becomes(made, 'FINALIZADA');
  await company.settled();
  expect((await reportOf(made)).totals).toMatchObject({ delivered: 1 });
  expect(company.graph.log.accepted.find(({ to }) => to === numbers[0])?.type).toBe('template');
});

test('nobody gets a campaign twice that is stopped and continued at any moment', async () => {
  const { id, numbers } = await listOf(40);
  const campaign = await start(id);
  for (let round = 1; (await reportOf(campaign)).campaign.status === 'EM_ANDAMENTO'; round += 1) {
    await wait(round * 20);
    const [stop, go] = round % 2 === 0 ? ['pause', 'resume'] : ['cancel', 'restart'];
    // it may be over by now
    if ((await w.admin.post(`/campaigns/${campaign.id}/${stop}`)).status === 200) await act(w, campaign, String(go));
    // as after the ten seconds of a step that was stopped before it sent
    await company.app.database.query(
      "update campaign_shipments set leased_until = now() where campaign_id = $1 and status = 'queued'",
      [campaign.id],
    );
  }
  await becomes(campaign, 'FINALIZADA');
  await company.settled();
  const accepted = company.graph.log.accepted.map(({ to }) => to).filter((to) => numbers.includes(to));
  expect(accepted.toSorted()).toEqual(numbers.toSorted());
  expect((await reportOf(campaign)).totals).toMatchObject({ delivered: 40, failed: 0, waiting: 0 });
});

test('each who waits gets it once, in the blocks of the chains, between them and behind them', async () => {
  await company.pauseConnection();
  const { id } = await listOf(40);
  const campaign = await start(id);
  await company.settled();
  const { query } = company.app.database;
  // the chains begin with 1, 9 and 17; 30 was refused for now
  await query(
    `update campaign_shipments set status = 'failed' where campaign_id = $1 and position < 26 and position <> all('{6,24}')`,
    [campaign.id],
  );
  await query(
    "update campaign_shipments set leased_until = now() + interval '2 seconds' where campaign_id = $1 and position = 30",
    [campaign.id],
  );
  const left = await query<{ number: string }>(
    "select number from campaign_shipments where campaign_id = $1 and status = 'queued' order by position",
    [campaign.id],
  );
  await query('update connections set paused_until = null');
  await company.runDueJobs();
  await becomes(campaign, 'FINALIZADA');
  const numbers = left.map(({ number }) => number);
  expect(numbers).toHaveLength(17);
  const accepted = company.graph.log.accepted.map(({ to }) => to).filter((to) => numbers.includes(to));
  expect(accepted.toSorted()).toEqual(numbers.toSorted());
  expect((await reportOf(campaign)).totals).toMatchObject({ waiting: 0, failed: 23 });
});

test('whom it is too late for is passed over by all chains, and gets it once when their hours begin', async () => {
  await company.pauseConnection();
  const { id, numbers } = await listOf(60);
  const campaign = await start(id, { sendFrom: '09:00', sendUntil: '18:00', recipientHours: true });
  await company.settled();
  const { query } = company.app.database;
  const at = (hour: number): string => {
    const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
    return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
  };
  // in the first blocks nobody, in the next ones every second
  await query(
    `update campaign_shipments set time_zone = case when position < 26 or position % 2 = 0 then $2 else $3 end
     where campaign_id = $1`,
    [campaign.id, at(20), at(12)],
  );
  await query('update connections set paused_until = null');
  await company.runDueJobs();
  await until('all in their hours have it', async () => (await reportOf(campaign)).totals['sent'] === 17);
  await company.settled();
  const waiting = await reportOf(campaign);
  expect(waiting).toMatchObject({ campaign: { status: 'EM_ANDAMENTO' }, totals: { sent: 17, waiting: 43 } });
  expect(waiting.pace?.resumesAt).not.toBeNull();
  await query('update campaign_shipments set time_zone = $2 where campaign_id = $1', [campaign.id, at(12)]);
  await query(`update outbox_jobs set run_at = now() where name = 'send-shipments'`);
  await company.runDueJobs();
  await becomes(campaign, 'FINALIZADA');
  await company.settled();
  const accepted = company.graph.log.accepted.map(({ to }) => to).filter((to) => numbers.includes(to));
  expect(accepted.toSorted()).toEqual(numbers.toSorted());
});

test('each who waits gets it once where the rate has changed since the blocks were dealt', async () => {
  await company.pauseConnection();
  const { id, numbers } = await listOf(30);
  const campaign = await start(id);
  await company.settled();
  const { query } = company.app.database;
  await query(`update outbox_jobs set payload = jsonb_set(payload, '{block,size}', '5') where name = 'send-shipments'`);
  await query('update connections set paused_until = null');
  await company.runDueJobs();
  await becomes(campaign, 'FINALIZADA');
  const accepted = company.graph.log.accepted.map(({ to }) => to).filter((to) => numbers.includes(to));
  expect(accepted.toSorted()).toEqual(numbers.toSorted());
});

test('who stands behind more than a thousand that cannot be written to gets it', async () => {
  const list = bodyOf(await w.admin.post<Named>('/contact-lists', { name: 'Números antigos' }), 201);
  await company.app.database.query(
    `insert into contact_list_items (company_id, contact_list_id, name, number, variables)
     select company_id, id, 'Antigo', '12' || n, '[]' from contact_lists, generate_series(1, 1200) n where id = $1`,
    [list.id],
  );
  const number = company.newNumber();
  const variables = [{ name: 'Dia', value: '20/08' }];
  bodyOf(await w.admin.post('/contact-list-items', { contactListId: list.id, name: 'Ana', number, variables }), 201);
  const campaign = await start(list.id);
  await becomes(campaign, 'FINALIZADA');
  const report = await reportOf(campaign);
  expect(report.campaign.refused).toMatchObject({ invalid: 1200 });
  expect(report.totals).toMatchObject({ sent: 1, waiting: 0, failed: 0 });
  expect(company.graph.log.accepted.filter(({ to }) => to === number)).toHaveLength(1);
});

test('a process whose lease is over by its own clock sends nothing of a campaign', async () => {
  await company.pauseConnection();
  const { id, numbers } = await listOf(3);
  const campaign = await start(id);
  await company.settled();
  const { database, nest } = company.app;
  await database.query('update connections set paused_until = null');
  const [row] = await database.query<{ run: number }>('select run from campaigns where id = $1', [campaign.id]);
  await nest
    .get(SendShipmentsHandler)
    .perform(
      { id: campaign.id, run: row?.run ?? 0, sent: 0 },
      { companyId: w.companyId, attempt: 1, lease: new JobLease(performance.now() - 10_000) },
    );
  const accepted = () => company.graph.log.accepted.filter(({ to }) => numbers.includes(to));
  expect(accepted()).toEqual([]);
  expect((await reportOf(campaign)).totals).toMatchObject({ waiting: 3, uncertain: 0 });
  // as after the ten seconds
  await database.query('update campaign_shipments set leased_until = now() where campaign_id = $1', [campaign.id]);
  await company.runDueJobs();
  await becomes(campaign, 'FINALIZADA');
  expect(accepted()).toHaveLength(3);
});

test('a late failure of a try says nothing of a later one', async () => {
  await company.pauseConnection();
  const { id } = await listOf(1);
  const campaign = await start(id);
  await company.settled();
  const { database, nest } = company.app;
  await database.query('update connections set paused_until = null');
  const [row] = await database.query<{ run: number }>('select run from campaigns where id = $1', [campaign.id]);
  const spy = jest.spyOn(nest.get(ChannelsService).get('cloudapi'), 'send').mockImplementation(async () => {
    // as another process does that takes it over
    await database.query("update campaign_shipments set sent_at = now() + interval '1 minute' where campaign_id = $1", [
      campaign.id,
    ]);
    return { ok: false, kind: 'permanent', ...uncertain };
  });
  await nest
    .get(SendShipmentsHandler)
    .perform({ id: campaign.id, run: row?.run ?? 0, sent: 0 }, { companyId: w.companyId, attempt: 1 })
    .finally(() => spy.mockRestore());
  const [shipment] = await database.query('select status from campaign_shipments where campaign_id = $1', [
    campaign.id,
  ]);
  expect(shipment).toEqual({ status: 'sending' });
  bodyOf(await w.admin.post(`/campaigns/${campaign.id}/cancel`));
});

test('while the provider is asked, the leases of its shipments are extended', async () => {
  await company.pauseConnection();
  const { id } = await listOf(1);
  const campaign = await start(id);
  await company.settled();
  await company.app.database.query('update connections set paused_until = null');
  const lease = new JobLease(performance.now());
  const [row] = await company.app.database.query<{ run: number }>('select run from campaigns where id = $1', [
    campaign.id,
  ]);
  const extended = await extendedDuringCall(
    company,
    lease,
    `campaign_shipments where campaign_id = ${campaign.id}`,
    () =>
      company.app.nest
        .get(SendShipmentsHandler)
        .perform({ id: campaign.id, run: row?.run ?? 0, sent: 0 }, { companyId: w.companyId, attempt: 1, lease }),
  );
  expect(extended).toEqual([true]);
  await company.runDueJobs();
  await becomes(campaign, 'FINALIZADA');
});

test('with a dead token a campaign waits for the connection and goes on', async () => {
  const { id } = await listOf(3);
  company.graph.revokeToken(defaultNumber.token);
  const campaign = await start(id);
  await until('it says why it waits', async () => (await reportOf(campaign)).campaign.pauseReason !== null);
  expect(await reportOf(campaign)).toMatchObject({
    campaign: { status: 'EM_ANDAMENTO', pauseReason: { code: 'ERR_WAPP_NOT_INITIALIZED' } },
    totals: { waiting: 3, sent: 0, failed: 0 },
  });
  company.graph.restoreToken(defaultNumber.token);
  bodyOf(await w.admin.post(`/whatsappsession/${company.connection.id}`));
  await company.runDueJobs();
  await becomes(campaign, 'FINALIZADA');
  expect(await reportOf(campaign)).toMatchObject({ campaign: { pauseReason: null }, totals: { sent: 3 } });
});

test('the cost follows the prices of countries and categories that the company has entered', async () => {
  const list = await listOf(3);
  const abroad = { contactListId: list.id, name: 'Rui', number: '+351 912 345 678', variables: [] };
  bodyOf(await w.admin.post('/contact-list-items', abroad), 201);
  const settings = bodyOf(await w.admin.get<object>('/campaigns/settings'));
  const price = (countryCode: string, amount: number | string, category = 'UTILITY') => ({
    countryCode,
    category,
    price: amount,
  });
  const save = (prices: readonly object[]) => w.admin.put('/campaigns/settings', { ...settings, prices });
  const content = { name: 'Lembretes', whatsappId: company.connection.id, contactListId: list.id, template };
  const { id } = bodyOf(await w.admin.post<Campaign>('/campaigns', content), 201);
  const costOf = async (): Promise<unknown> =>
    bodyOf(await w.admin.get<{ cost: unknown }>(`/campaigns/${id}/preview`)).cost;

  expect(await costOf()).toBeNull();
  bodyOf(await save([price('55', 0.3, 'MARKETING')]));
  expect(await costOf()).toBeNull();
  bodyOf(await save([price('55', '0,0375'), price('55', 0.3, 'MARKETING')]));
  expect(await costOf()).toEqual({ amount: 0.1125, unpriced: 1 });
  // the longer code counts, and programs that do not know prices keep them
  bodyOf(await save([price('55', 0.5), price('5511', 0.25), price('351', 1)]));
  const { prices: _, ...others } = settings as { prices: unknown };
  bodyOf(await w.admin.put('/campaigns/settings', others));
  expect(await costOf()).toEqual({ amount: 1.75, unpriced: 0 });

  for (const wrong of [[price('55', 1), price('55', 2)], [price('+55', 1)], [price('55', 0.12345)], [price('55', -1)]])
    expect((await save(wrong)).status).toBe(400);
  expect(await costOf()).toEqual({ amount: 1.75, unpriced: 0 });
  bodyOf(await save([]));
});
