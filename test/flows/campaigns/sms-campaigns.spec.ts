import {
  account,
  type Campaign,
  campaignsIn,
  csv,
  post,
  rowsOf,
  startGateways,
} from '../../support/ai-sms-campaigns.js';
import { sharedApp } from '../../support/app.js';
import { act, create, finished, quick, recipientsOf } from '../../support/campaigns.js';
import { ChatEndpoint } from '../../support/chat-endpoint.js';
import { bodyOf, type Refusal } from '../../support/client.js';
import { form } from '../../support/files.js';
import { connectionToken } from '../../support/programs.js';
import { createPrompt } from '../../support/prompts.js';
import { type World, world } from '../../support/world.js';

const endpoint = await new ChatEndpoint().start();
const { gateway, bullk } = await startGateways();
const app = await sharedApp();
let w: World;
const { upload, current, report, rowsDue, aiCampaign, smsCampaign, activate } = campaignsIn(app, () => w, {
  endpoint,
  gateway,
});

beforeEach(async () => {
  endpoint.reset();
  w = await world(app);
});
afterAll(() => endpoint.stop());

test('rows are sent by the gateway, once each, with their columns; refusals are told', async () => {
  const [ana, bia, caio] = [w.customer('Ana'), w.customer('Bia'), w.customer('Caio')];
  const campaign = await smsCampaign();
  expect(campaign).toMatchObject({ service_identifier: 'SendSms', status: 0, connection_id: w.connection.id });
  bodyOf(await upload('sms', campaign.id, csv(rowsOf(ana, bia, caio))));
  gateway.invalid.add(bia.number);
  bodyOf(await post<Campaign>(w.admin, 'PUT', `sms/campaigns/${campaign.id}`, { status: 1, campaign_id: campaign.id }));
  await rowsDue(4);
  expect(gateway.sent.map(({ to, text }) => [to, text])).toEqual([
    [ana.number, 'Oi Ana, o seu cupom é bolo 1.'],
    [caio.number, 'Oi Caio, o seu cupom é bolo 3.'],
  ]);
  expect((await report('sms', campaign.id)).map(({ name, is_sent }) => [name, is_sent])).toEqual([
    ['Ana', 1],
    ['Bia', 0],
    ['Caio', 1],
  ]);

  // who got an SMS is left out of a bulk campaign, as who got one of these
  for (const { name, number } of [ana, bia, caio])
    bodyOf(await w.admin.post('/contacts', { name, number, tagIds: [w.tag.id] }), 201);
  const bulk = await create(w, { ...quick, message1: 'Oi', frequencyDays: 7 });
  const preview = bodyOf(await w.admin.get<object>(`/campaigns/${bulk.id}/preview`));
  expect(preview).toMatchObject({ recipients: 1, capped: 2 });
  await act(w, bulk, 'restart');
  await finished(w, bulk);
  const { records } = await recipientsOf(w, bulk, '?status=delivered');
  expect(records.map(({ number }) => number)).toEqual([bia.number]);
  await app.database.query("update service_recipients set handled_at = handled_at - interval '8 days'");
  const later = await create(w, { ...quick, message1: 'Oi', frequencyDays: 7 });
  expect(bodyOf(await w.admin.get<object>(`/campaigns/${later.id}/preview`))).toMatchObject({
    ...{ recipients: 2, capped: 1 },
  });
});

test('the columns are shown with three rows, and what was chosen is imported', async () => {
  const campaign = await smsCampaign();
  const file = csv('Cliente;Celular;Produto;Obs\nAna;11988887777;bolo;x\nBia;11988886666;pão;');
  const columns = await w.admin.post('/campaign-service/sms/import/columns', form({}, [file], 'file'));
  expect(columns).toMatchObject({
    status: 200,
    body: [
      { heading: 'Cliente', role: 'skip', samples: ['Ana', 'Bia'] },
      { heading: 'Celular', role: 'telefone', samples: ['11988887777', '11988886666'] },
      { heading: 'Produto', role: 'skip', samples: ['bolo', 'pão'] },
      { heading: 'Obs', role: 'skip', samples: ['x', ''] },
    ],
  });
  const send = (chosen: string) =>
    w.admin.post(
      '/campaign-service/sms/import',
      form({ campaign_id: String(campaign.id), columns: chosen }, [file], 'file'),
    );
  for (const wrong of ['skip,telefone,campo1,skip', 'nome,telefone,campo1,campo1', 'nome,telefone,campo6,skip'])
    expect(await send(wrong)).toMatchObject({ status: 400, body: { fields: { file: expect.any(String) } } });
  expect(await send('nome,telefone,campo1,skip')).toMatchObject({ status: 200, body: { imported: 2 } });
  await activate('sms', campaign);
  await rowsDue(2);
  expect(gateway.sent.map(({ text }) => text)).toEqual(['Oi Ana, o seu cupom é bolo.', 'Oi Bia, o seu cupom é pão.']);
  const attended = await w.attendant.post('/campaign-service/sms/import/columns', form({}, [file], 'file'));
  expect(attended.status).toBe(403);
});

test('text and date change until something was sent, and the longest row is counted', async () => {
  const [ana, max] = [w.customer('Ana'), w.customer('Maximiliana')];
  const campaign = await smsCampaign({ schedule_time: '2099-03-01T09:30' });
  const put = (fields: Record<string, unknown>) =>
    post<Campaign & Refusal>(w.admin, 'PUT', `sms/campaigns/${campaign.id}`, { company_id: w.companyId, ...fields });
  const longest = async (message: string) =>
    bodyOf(await w.admin.post(`/campaign-service/sms/campaigns/${campaign.id}/longest`, { message }));
  expect(await longest('Oi {nome}')).toEqual({ rows: 0, too_long: 0, name: '', text: '' });
  bodyOf(await upload('sms', campaign.id, csv(rowsOf(ana, max))));
  expect(await longest('{{nome}}, {nome}{x}: {campo1}')).toEqual({
    ...{ rows: 2, too_long: 0, name: 'Maximiliana' },
    text: 'Maximiliana, Maximiliana: bolo 2',
  });
  expect(await longest(`${'x'.repeat(150)}{nome}`)).toMatchObject({
    too_long: 1,
    text: `${'x'.repeat(150)}Maximiliana`,
  });
  expect(await longest(`${'x'.repeat(150)}{telefone}`)).toMatchObject({ too_long: 2 });
  const gone = await w.admin.post(`/campaign-service/sms/campaigns/${campaign.id + 1_000_000}/longest`, {
    message: 'x',
  });
  expect(gone.status).toBe(404);

  expect(bodyOf(await put({ message: 'Oi, {nome}!', scheduled_at: '2099-03-02T09:30' }))).toMatchObject({
    message: 'Oi, {nome}!',
    scheduled_at: '2099-03-02T12:30:00.000Z',
    begun: false,
  });
  bodyOf(await put({ scheduled_at: '' }));
  gateway.invalid.add(ana.number);
  bodyOf(await put({ status: 1 }));
  await app.settled();
  // nobody got it yet
  expect(await current('sms', campaign.id)).toMatchObject({ failed: 1, begun: false });
  expect(bodyOf(await put({ message: 'Olá, {nome}!' }))).toMatchObject({ status: 1, message: 'Olá, {nome}!' });
  await rowsDue(1);
  expect(gateway.sent.map(({ text }) => text)).toEqual(['Olá, Maximiliana!']);
  const sentence = 'O texto e a data não mudam mais, porque esta campanha já enviou SMS.';
  for (const late of [{ message: 'Outro' }, { scheduled_at: '2099-03-03T09:30' }])
    expect(await put(late)).toMatchObject({ status: 409, body: { code: 'ERR_SMS_CAMPAIGN_SENT', message: sentence } });
  expect(bodyOf(await put({ name: 'Outra', message: 'Olá, {nome}!', scheduled_at: '', status: 0 }))).toMatchObject({
    ...{ name: 'Outra', message: 'Olá, {nome}!' },
    ...{ status: 0, scheduled_at: null, begun: true },
  });
});

test('a variable that is unknown is left out', async () => {
  const campaign = await smsCampaign({ message: 'Oi {{nome}}, {cupom}use {campo1}{{x}}' });
  bodyOf(await upload('sms', campaign.id, csv(rowsOf(w.customer('Ana')))));
  await activate('sms', campaign);
  await rowsDue(1);
  expect(gateway.sent.map(({ text }) => text)).toEqual(['Oi Ana, use bolo 1']);
});

test('numbers of a file are those of the country of the company', async () => {
  bodyOf(await w.admin.put('/settings/country', { value: 'GB' }));
  const campaign = await smsCampaign();
  bodyOf(await upload('sms', campaign.id, csv('nome;telefone\nLiz;07911 123456\nJoe;+55 11 98888-7777')));
  await activate('sms', campaign);
  await rowsDue(2);
  expect(gateway.sent.map(({ to }) => to)).toEqual(['447911123456', '5511988887777']);
});

test('the other gateway speaks its own words', async () => {
  const ana = w.customer('Ana');
  const campaign = await smsCampaign({}, bullk);
  bodyOf(await upload('sms', campaign.id, csv(rowsOf(ana))));
  await activate('sms', campaign);
  await rowsDue(1);
  expect(bullk.sent).toMatchObject([{ to: ana.number }]);
  expect(bodyOf(await w.admin.get('/campaign-service/sms/balance'))).toEqual({
    service_identifier: 'BullkSms',
    balance: 99,
    status: 'success',
    cause: '99 messages left',
  });
});

test('the balance is the first number of what the gateway says, and its token never leaves the server', async () => {
  expect((await w.admin.get('/campaign-service/sms/balance')).status).toBe(409);
  const { id } = bodyOf(await w.admin.post<{ id: number }>('/sms-gateways', account(gateway)), 201);
  gateway.left = 1250;
  expect(bodyOf(await w.admin.get('/campaign-service/sms/balance'))).toMatchObject({ balance: 1250 });
  expect((await w.admin.get('/campaign-service/sms/balance?service_identifier=Outro')).status).toBe(400);
  const shown = bodyOf(await w.admin.get<object>(`/sms-gateways/${id}`));
  expect(shown).toMatchObject({ login: gateway.login, tokenSet: true });
  expect(JSON.stringify(shown)).not.toContain(gateway.token);
  const services = bodyOf(await w.admin.get<object[]>(`/campaign-service/sms/instances/${w.companyId}`));
  expect(services).toEqual([
    { id: 'SendSms', name: 'SendSms', configured: true, price: 0 },
    { id: 'BullkSms', name: 'BullkSms', configured: false, price: 0 },
  ]);
  bodyOf(await w.admin.put(`/sms-gateways/${id}`, { price: 0.07 }));
  const [priced] = bodyOf(await w.admin.get<object[]>(`/campaign-service/sms/instances/${w.companyId}`));
  expect(priced).toMatchObject({ configured: true, price: 0.07 });
  bodyOf(await w.admin.put(`/sms-gateways/${id}`, { token: 'errado' }));
  const refused = await w.admin.get('/campaign-service/sms/balance');
  expect([refused.status, refused.body.message]).toEqual([424, 'Erro ao consumir a API de saldo.']);
});

test('without balance the rows wait, and go on once there is some', async () => {
  const ana = w.customer('Ana');
  const campaign = await smsCampaign();
  bodyOf(await upload('sms', campaign.id, csv(rowsOf(ana))));
  gateway.left = 0;
  await activate('sms', campaign);
  await app.settled();
  expect(await current('sms', campaign.id)).toMatchObject({
    sent: 0,
    failed: 0,
    last_error: 'O serviço de SMS recusou: Saldo insuficiente',
  });
  gateway.left = 5;
  await rowsDue(1);
  expect(await current('sms', campaign.id)).toMatchObject({ sent: 1, last_error: null });
});

test('what may have been sent is not sent again', async () => {
  const [ana, bia] = [w.customer('Ana'), w.customer('Bia')];
  const campaign = await smsCampaign();
  bodyOf(await upload('sms', campaign.id, csv(rowsOf(ana, bia))));
  gateway.fault = (response) => void response.destroy();
  await activate('sms', campaign);
  await app.settled();
  expect((await current('sms', campaign.id)).last_error).toMatch(/serviço de SMS/);
  gateway.fault = undefined;
  await rowsDue(2);
  expect(gateway.sent.map(({ to }) => to)).toEqual([ana.number, bia.number]);
  expect(await report('sms', campaign.id)).toMatchObject([
    { is_sent: 0, status: 'uncertain', error: expect.stringMatching(/serviço de SMS/) },
    { is_sent: 1, status: 'sent' },
  ]);
  expect((await current('sms', campaign.id)).last_error).toBeNull();
  // a person decides
  bodyOf(await w.admin.post(`/campaign-service/sms/campaigns/${campaign.id}/retry`));
  await rowsDue(1);
  expect(gateway.sent.map(({ to }) => to)).toEqual([ana.number, bia.number, ana.number]);
});

test.each([404, 429, 403])('a gateway that answers %i costs no row', async (status) => {
  const [ana, bia] = [w.customer('Ana'), w.customer('Bia')];
  const campaign = await smsCampaign();
  bodyOf(await upload('sms', campaign.id, csv(rowsOf(ana, bia))));
  gateway.outage = status;
  await activate('sms', campaign);
  await rowsDue(2);
  const last_error = 'O serviço de SMS não pôde ser acessado.';
  expect(await current('sms', campaign.id)).toMatchObject({ sent: 0, failed: 0, last_error });
  gateway.outage = undefined;
  await rowsDue(3);
  expect(gateway.sent.map(({ to }) => to)).toEqual([ana.number, bia.number]);
});

test('an outage of the gateway costs a row a minute at the most', async () => {
  const [ana, bia] = [w.customer('Ana'), w.customer('Bia')];
  const campaign = await smsCampaign();
  bodyOf(await upload('sms', campaign.id, csv(rowsOf(ana, bia))));
  gateway.outage = 502;
  await activate('sms', campaign);
  await app.settled();
  const [job] = await app.database.query<{ seconds: number }>(
    `select extract(epoch from run_at - now())::float8 as seconds from outbox_jobs
     where company_id = $1 and name = 'send-service-campaign'`,
    [w.companyId],
  );
  expect(job?.seconds).toBeGreaterThan(30);
  expect(await report('sms', campaign.id)).toMatchObject([{ name: 'Ana', status: 'uncertain' }]);
  bodyOf(await w.admin.delete(`/campaign-service/sms/campaigns/${campaign.id}`));
});

test('the forms of the specification are taken as multipart, too', async () => {
  const token = await connectionToken(w, w.connection.id);
  const { id: instance_id } = await createPrompt(w, endpoint);
  const company_id = String(w.companyId);
  const made = await w.admin.post<Campaign>(
    '/campaign-service/ai/campaigns',
    form({
      name: 'Volte',
      instance_id: String(instance_id),
      connection_id: String(w.connection.id),
      company_id,
      schedule_time: '2099-03-01T09:30',
      interval: '10',
    }),
  );
  const { id } = bodyOf(made, 201);
  const edit = form({
    name: 'Volte logo',
    instance_id: String(instance_id),
    padaria_token: token,
    company_id,
    scheduled_at: '2099-03-02T10:00',
    interval_in_seconds: '5',
  });
  expect(bodyOf(await w.admin.put<Campaign>(`/campaign-service/ai/campaigns/${id}`, edit))).toMatchObject({
    name: 'Volte logo',
    scheduled_at: '2099-03-02T13:00:00.000Z',
    interval_in_seconds: 5,
  });
  bodyOf(await upload('ai', id, csv(rowsOf(w.customer('Ana')))));
  const status = form({ status: '1', campaign_id: String(id) });
  expect(bodyOf(await w.admin.put<Campaign>(`/campaign-service/ai/campaigns/status/${id}`, status)).status).toBe(1);
  const sms = form({ name: 'Cupom', padaria_token: token, company_id });
  const created = bodyOf(await w.admin.post<Campaign>('/campaign-service/sms/campaigns', sms), 201);
  expect(created).toMatchObject({ name: 'Cupom', status: 0, message: '', connection_id: w.connection.id });
  const off = form({ status: '0', campaign_id: String(created.id) });
  const switched = await w.admin.put<Campaign>(`/campaign-service/sms/campaigns/${created.id}`, off);
  expect(bodyOf(switched).status).toBe(0);
});

test('a sender that died leaves its row to nobody else', async () => {
  const [ana, bia] = [w.customer('Ana'), w.customer('Bia')];
  const campaign = await smsCampaign();
  bodyOf(await upload('sms', campaign.id, csv(rowsOf(ana, bia))));
  await app.database.query(
    `update service_recipients set status = 'sending', leased_until = now() - interval '1 second' where number = $1`,
    [ana.number],
  );
  await activate('sms', campaign);
  await rowsDue(2);
  expect(gateway.sent.map(({ to }) => to)).toEqual([bia.number]);
  expect(await current('sms', campaign.id)).toMatchObject({ rows: 2, sent: 1, failed: 1 });
});

test('a text, an account and 160 characters are asked for', async () => {
  const campaign = await smsCampaign({ message: '' });
  const put = (fields: Record<string, unknown>) =>
    post<Refusal>(w.admin, 'PUT', `sms/campaigns/${campaign.id}`, { campaign_id: campaign.id, ...fields });
  expect((await put({ status: 1 })).body.fields).toEqual({ message: 'Mensagem obrigatória' });
  expect((await put({ message: 'x'.repeat(161) })).body.fields).toHaveProperty('message');
  bodyOf(await put({ message: 'x'.repeat(160), service_identifier: 'BullkSms' }));
  const missing = await put({ status: 1 });
  expect([missing.status, missing.body.code]).toEqual([409, 'ERR_SMS_GATEWAY']);
  const nobody = await put({ service_identifier: 'SendSms', status: 1 });
  expect([nobody.status, nobody.body.code]).toEqual([400, 'ERR_CAMPAIGN_NO_RECIPIENTS']);
  bodyOf(await upload('sms', campaign.id, csv(rowsOf(w.customer('Ana')))));
  bodyOf(await put({ service_identifier: 'SendSms', status: 1 }));
  expect((await current('sms', campaign.id)).status).toBe(1);
});

test('the page is open by useLeads, the report by useSms', async () => {
  const statuses = async (plan: object): Promise<number[]> => {
    const { admin, companyId } = await world(app, { plan });
    const paths = [`campaigns/filter?company_id=${companyId}`, `instances/${companyId}`, 'relatories/1'];
    return Promise.all(paths.map(async (path) => (await admin.get(`/campaign-service/sms/${path}`)).status));
  };
  expect(await statuses({ useSms: false })).toEqual([200, 200, 403]);
  expect(await statuses({ useLeads: false })).toEqual([200, 403, 404]);
  expect(await statuses({ useLeads: false, useSms: false })).toEqual([403, 403, 403]);
  const { admin } = await world(app, { plan: { useLeads: false } });
  const { pages } = bodyOf(
    await admin.get<{ pages: { name: string; locked: boolean; menu: { locked?: boolean } | null }[] }>('/resources'),
  );
  expect(pages.find(({ name }) => name === 'sms-campaigns')).toMatchObject({ locked: true, menu: { locked: false } });
});

test('a report leaves as relatorio_ia.csv with the columns of the spec', async () => {
  const ana = w.customer('=Ana');
  const campaign = await smsCampaign();
  bodyOf(await upload('sms', campaign.id, csv(rowsOf(ana))));
  await activate('sms', campaign);
  await rowsDue(1);
  const answer = await w.admin.request<string>('GET', `/campaign-service/sms/relatories/${campaign.id}/export`);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="relatorio_ia.csv"');
  const [heading, row] = answer.body.replace('\ufeff', '').split(/\r?\n/);
  expect(heading?.replaceAll('"', '').split(/[;,]/)).toEqual(
    'Campanha Nome Telefone Hora Enviado Campo1 Campo2 Campo3 Campo4 Campo5'.split(' '),
  );
  expect(row).toContain("'=Ana");
  expect(row).toContain('Sim');
});

test('delivery reports are read from the gateway', async () => {
  const ana = w.customer('Ana');
  const campaign = await smsCampaign();
  bodyOf(await upload('sms', campaign.id, csv(rowsOf(ana))));
  await activate('sms', campaign);
  await rowsDue(1);
  gateway.delivered.add(gateway.sent[0]?.id ?? '');
  await app.database.query(
    `insert into outbox_jobs (company_id, name, external, payload, run_at) values (${w.companyId}, 'read-sms-reports', true, '{}', now())`,
  );
  await app.settled();
  const stored = await app.database.query(`select status from service_recipients where campaign_id = ${campaign.id}`);
  expect(stored).toEqual([{ status: 'delivered' }]);
});

test('rows follow a new number; what was sent to the former one is disclosed and erased with the contact', async () => {
  const [current, former, other] = [w.customer('Ana nova'), w.customer('Ana'), w.customer('Bia')];
  const { contactId: keptId } = await current.says('oi');
  const { contactId } = await former.says('oi');
  const [sent, waiting] = [await smsCampaign(), await aiCampaign()];
  bodyOf(await upload('sms', sent.id, csv(rowsOf(former, other))));
  bodyOf(await upload('ai', waiting.id, csv(rowsOf(former, other))));
  await activate('sms', sent);
  await rowsDue(1);
  bodyOf(await w.admin.post(`/contacts/${keptId}/merge`, { contactId }));
  const numbers = async () =>
    (
      await app.database.query<{ number: string }>(
        'select number from service_recipients where campaign_id = any($1) order by id',
        [[sent.id, waiting.id]],
      )
    ).map(({ number }) => number);
  expect(await numbers()).toEqual([former.number, other.number, current.number, other.number]);
  const data = bodyOf(await w.admin.get<{ campaigns: object[] }>(`/contacts/${keptId}/personal-data`));
  expect(data.campaigns).toMatchObject([{ number: former.number }, { number: current.number }]);
  bodyOf(await w.admin.post(`/contacts/${keptId}/erase`, { number: current.number }));
  expect((await numbers()).filter((number) => !number.startsWith('removido-'))).toEqual([other.number, other.number]);
});

test('an erased contact leaves the rows of campaigns, with the files that named them', async () => {
  const ana = w.customer('Ana');
  const { contactId } = await ana.says('oi');
  const campaign = await smsCampaign();
  bodyOf(await upload('sms', campaign.id, csv(rowsOf(ana))));
  await activate('sms', campaign);
  await rowsDue(1);
  const data = await w.admin.get<{ campaigns: { campaign: string }[] }>(`/contacts/${contactId}/personal-data`);
  expect(bodyOf(data).campaigns).toMatchObject([{ campaign: 'Promoção', name: 'Ana', status: 'sent' }]);
  bodyOf(await w.admin.post(`/contacts/${contactId}/erase`, { number: ana.number }));
  await app.settled();
  expect(await report('sms', campaign.id)).toMatchObject([
    { name: '', phone: expect.stringMatching(/^removido-/), is_sent: 1 },
  ]);
  expect(bodyOf(await w.admin.get<object[]>(`/campaign-service/sms/history/${campaign.id}`))).toEqual([]);
});
