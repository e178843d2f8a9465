import { SandboxChannel } from '../../../src/modules/channels/connections/channels/sandbox/sandbox.channel.js';
import { type Campaign, campaignsIn, csv, post, rowsOf, startGateways } from '../../support/ai-sms-campaigns.js';
import { sharedApp } from '../../support/app.js';
import { ChatEndpoint } from '../../support/chat-endpoint.js';
import { bodyOf, type Refusal } from '../../support/client.js';
import { connectionToken, program } from '../../support/programs.js';
import { answersDue, createPrompt, instructions } from '../../support/prompts.js';
import { until as waitUntil } from '../../support/until.js';
import { type Customer, type MessageRow, type TicketRow, type World, world } from '../../support/world.js';

const endpoint = await new ChatEndpoint().start();
const { gateway } = await startGateways();
const app = await sharedApp();
let w: World;
const { upload, list, current, report, rowsDue, aiCampaign, smsCampaign, activate } = campaignsIn(app, () => w, {
  endpoint,
  gateway,
});

beforeEach(async () => {
  endpoint.reset();
  w = await world(app);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => endpoint.stop());

const tickets = async (): Promise<TicketRow[]> =>
  bodyOf(await w.admin.get<{ tickets: TicketRow[] }>('/tickets?showAll=true')).tickets;
const said = async (customer: Customer): Promise<string[]> =>
  (await customer.sees()).filter(({ fromCustomer }) => !fromCustomer).map(({ body }) => body.replaceAll('\u200e', ''));

test('instances are the prompts; a campaign has the names of both forms, and bare lists', async () => {
  const campaign = await aiCampaign({ schedule_time: '2099-03-01T09:30', interval: '10' });
  expect(campaign).toMatchObject({
    name: 'Reativação',
    status: 0,
    company_id: w.companyId,
    connection_id: w.connection.id,
    atende_token: await connectionToken(w, w.connection.id),
    scheduled_at: '2099-03-01T12:30:00.000Z',
    interval_in_seconds: 10,
  });
  const instances = bodyOf(await w.admin.get<object[]>(`/campaign-service/ai/instances/${w.companyId}`));
  expect(instances).toEqual([{ id: campaign.instance_id, name: 'Lia' }]);
  const edit = {
    name: 'Volte',
    instance_id: campaign.instance_id,
    padaria_token: campaign.atende_token,
    company_id: w.companyId,
    scheduled_at: '2099-03-02 10:00:00',
    interval_in_seconds: 60,
  };
  const edited = bodyOf(await post<Campaign>(w.admin, 'PUT', `ai/campaigns/${campaign.id}`, edit));
  expect(edited).toMatchObject({ name: 'Volte', scheduled_at: '2099-03-02T13:00:00.000Z', interval_in_seconds: 60 });
  expect(await list('ai')).toEqual([edited]);
  expect(await list('sms')).toEqual([]);
  bodyOf(await w.admin.delete(`/campaign-service/ai/campaigns/${campaign.id}`));
  expect(await list('ai')).toEqual([]);
});

test('every rule has its sentence, at its field', async () => {
  const { id: instance_id } = await createPrompt(w, endpoint);
  const good = { name: 'A', instance_id, connection_id: w.connection.id, company_id: w.companyId };
  const refused = async (fields: Record<string, unknown>): Promise<Record<string, string>> => {
    const { status, body } = await post<Refusal>(w.admin, 'POST', 'ai/campaigns', fields);
    return { status: String(status), ...(body.fields ?? { message: body.message }) };
  };
  const { name: _name, ...nameless } = good;
  expect(await refused(nameless)).toEqual({ status: '400', name: 'Nome obrigatório' });
  expect(await refused({ ...good, instance_id: '' })).toEqual({
    status: '400',
    instance_id: 'Instância obrigatória',
  });
  expect(await refused({ ...good, connection_id: '' })).toEqual({
    status: '400',
    connection_id: 'Número de disparo obrigatório',
  });
  expect(await refused({ ...good, dispatch_type: 'schedule', interval: 5 })).toEqual({
    status: '400',
    scheduled_at: 'Data e hora obrigatórias',
  });
  expect(await refused({ ...good, schedule_time: '2099-01-01T10:00' })).toEqual({
    status: '400',
    interval_in_seconds: 'Intervalo obrigatório',
  });
  for (const interval of [2, 61])
    expect(Object.keys(await refused({ ...good, interval }))).toEqual(['status', 'interval_in_seconds']);
  expect(Object.keys(await refused({ ...good, schedule_time: '2020-01-01T10:00', interval: 5 }))).toEqual([
    'status',
    'scheduled_at',
  ]);
  expect(await refused({ ...good, company_id: '' })).toEqual({
    status: '400',
    message: 'Empresa não identificada. Faça login novamente.',
  });
  expect((await w.admin.get('/campaign-service/ai/campaigns/filter')).body.fields).toEqual({
    company_id: 'Identificador inválido',
  });
  expect(await list('ai')).toEqual([]);
});

test("nothing of another company's is there", async () => {
  const campaign = await aiCampaign();
  const other = await world(app);
  const fields = { name: 'A', instance_id: campaign.instance_id, connection_id: other.connection.id };
  const create = (more: object) =>
    post<Refusal>(other.admin, 'POST', 'ai/campaigns', { ...fields, company_id: other.companyId, ...more });
  expect((await create({})).status).toBe(404);
  const own = await createPrompt(other, endpoint);
  const taken = { instance_id: own.id, connection_id: campaign.connection_id };
  expect((await create(taken)).status).toBe(404);
  expect((await create({ ...taken, connection_id: '', x_token: campaign.atende_token })).status).toBe(404);
  expect((await create({ instance_id: own.id, company_id: w.companyId })).status).toBe(400);
  for (const path of [`history/${campaign.id}`, `relatories/${campaign.id}`, `history/${campaign.id}/download/a.csv`])
    expect((await other.admin.get(`/campaign-service/ai/${path}`)).status).toBe(404);
  expect((await other.admin.delete(`/campaign-service/ai/campaigns/${campaign.id}`)).status).toBe(404);
  expect((await post(other.admin, 'PUT', `ai/campaigns/status/${campaign.id}`, { status: 1 })).status).toBe(404);
  expect((await w.admin.get(`/campaign-service/sms/history/${campaign.id}`)).status).toBe(404);
});

test('a session or the token of a connection is required, with the plan flag; a program reads no tokens', async () => {
  const { id } = await aiCampaign();
  const path = `/campaign-service/ai/campaigns/filter?company_id=${w.companyId}`;
  expect((await app.visitor().get(path)).status).toBe(401);
  expect((await w.supervisor.get(path)).status).toBe(403);
  const client = program(app, await connectionToken(w, w.connection.id));
  const [seen] = bodyOf(await client.get<Campaign[]>(path));
  expect(seen).toMatchObject({ id, atende_token: null });
  const poor = await world(app, { plan: { useAiActive: false } });
  expect((await poor.admin.get(`/campaign-service/ai/campaigns/filter?company_id=${poor.companyId}`)).status).toBe(403);
});

test('each row gets the text that the prompt makes of it, and its replies are answered by the prompt', async () => {
  endpoint.reply = ({ last }) => ({
    text: last.includes('Dados do contato') ? `<think>oi?</think>Oi! ${last.split('\n')[1]}` : 'Sim!',
    usage: { prompt_tokens: 200, completion_tokens: 20 },
  });
  const [ana, bia] = [w.customer('Ana'), w.customer('Bia')];
  const campaign = await aiCampaign();
  const imported = bodyOf(await upload('ai', campaign.id, csv(rowsOf(ana, bia))));
  expect(imported).toMatchObject({ filename: 'lista.csv', imported: 2, refused: [] });
  await rowsDue(1);
  expect(endpoint.calls).toEqual([]);
  expect(await activate('ai', campaign)).toMatchObject({ status: 1, rows: 2, sent: 0 });
  await app.settled();
  expect([await said(ana), await said(bia)]).toEqual([['Oi! Nome: Ana'], []]);
  expect(endpoint.calls[0]?.system).toContain(instructions);
  expect(endpoint.calls[0]?.last).toContain('Campo 1: bolo 1');
  await rowsDue(2);
  expect([await said(ana), await said(bia)]).toEqual([['Oi! Nome: Ana'], ['Oi! Nome: Bia']]);
  // nobody has written yet: no list has a conversation
  expect(await tickets()).toEqual([]);
  const rows = await report('ai', campaign.id);
  expect(rows).toMatchObject([
    { campaign_id: campaign.id, name: 'Ana', phone: ana.number, is_sent: 1, field_1: 'bolo 1', field_5: '' },
    { name: 'Bia', phone: bia.number, is_sent: 1 },
  ]);
  expect(Date.parse(rows[0]?.time ?? '')).toBeGreaterThan(Date.now() - 60_000);
  expect(await current('ai', campaign.id)).toMatchObject({
    status: 1,
    rows: 2,
    sent: 2,
    failed: 0,
    last_error: null,
  });
  const { id: ticketId } = await ana.says('Ainda tem?');
  await answersDue(w);
  expect(await said(ana)).toEqual(['Oi! Nome: Ana', 'Sim!']);
  expect((await tickets()).map(({ id }) => id)).toEqual([ticketId]);
  const { messages } = bodyOf(await w.admin.get<{ messages: MessageRow[] }>(`/messages/${ticketId}?peek=true`));
  expect(messages.map(({ body, fromMe }) => [fromMe, body.replaceAll('\u200e', '')])).toEqual([
    [true, 'Oi! Nome: Ana'],
    [false, 'Ainda tem?'],
    [true, 'Sim!'],
  ]);
  // what it wrote first is part of what it answers
  expect(endpoint.calls.at(-1)?.messages.map(({ content }) => content)).toContain('Oi! Nome: Ana');
  endpoint.reply = () => ({ text: 'Um momento.\nAção: Transferir para o setor de atendimento' });
  const ticket = await ana.says('Quero uma pessoa');
  await answersDue(w);
  const now = bodyOf(await w.admin.get<TicketRow>(`/tickets/${ticket.id}`));
  expect(now).toMatchObject({ status: 'pending', promptId: null, queueId: w.support.id });
  const figures = async () => bodyOf(await w.admin.get(`/campaign-service/ai/relatories/${campaign.id}/figures`));
  // of the two first texts
  const tokens = 440;
  expect(await figures()).toEqual({ sent: 2, replied: 1, accepted: 0, tokens });
  bodyOf(await w.supervisor.put(`/tickets/${ticket.id}`, { status: 'open' }));
  expect(await figures()).toEqual({ sent: 2, replied: 1, accepted: 1, tokens });
  // closed and opened again, the attendance of the reply is still that of an attendant; the next one is not counted
  bodyOf(await w.supervisor.put(`/tickets/${ticket.id}`, { status: 'closed', justClose: true }));
  await ana.says('Voltei');
  await bia.says('Oi');
  await answersDue(w);
  expect(await figures()).toEqual({ sent: 2, replied: 2, accepted: 1, tokens });
  // sent by a release that did not count tokens
  await app.database.query('update service_recipients set tokens = null where number = $1', [ana.number]);
  expect(await figures()).toMatchObject({ tokens: null });
  expect((await w.admin.get(`/campaign-service/ai/relatories/${campaign.id + 1_000_000}/figures`)).status).toBe(404);
});

test('it flips without a status, and what is switched off sends nothing more', async () => {
  const [ana, bia] = [w.customer('Ana'), w.customer('Bia')];
  const campaign = await aiCampaign();
  bodyOf(await upload('ai', campaign.id, csv(rowsOf(ana, bia))));
  const flip = async (): Promise<number> =>
    bodyOf(await post<Campaign>(w.admin, 'PUT', `ai/campaigns/status/${campaign.id}`, {})).status;
  expect(await flip()).toBe(1);
  await app.settled();
  expect(await flip()).toBe(0);
  await rowsDue(2);
  expect(endpoint.calls).toHaveLength(1);
  expect(await flip()).toBe(1);
  // not before the interval after the last row
  await app.settled();
  expect(endpoint.calls).toHaveLength(1);
  await rowsDue(2);
  expect(endpoint.calls).toHaveLength(2);
  expect(await said(bia)).toHaveLength(1);
});

test('what is switched off while the model writes is not sent, and waits', async () => {
  const ana = w.customer('Ana');
  const campaign = await aiCampaign();
  bodyOf(await upload('ai', campaign.id, csv(rowsOf(ana))));
  let answer = () => {};
  const until = new Promise<void>((resolve) => {
    answer = resolve;
  });
  endpoint.reply = () => ({ text: 'Oi!', until });
  await activate('ai', campaign);
  await waitUntil('the model is asked', async () => endpoint.calls.length === 1);
  bodyOf(await post<Campaign>(w.admin, 'PUT', `ai/campaigns/status/${campaign.id}`, { status: 0 }));
  answer();
  await app.settled();
  expect(await said(ana)).toEqual([]);
  expect(await current('ai', campaign.id)).toMatchObject({ rows: 1, sent: 0, failed: 0 });
  endpoint.reset();
  await activate('ai', campaign);
  await rowsDue(1);
  expect(await said(ana)).toHaveLength(1);
});

test('who gets a new number while the model writes is written to at that one', async () => {
  const [current, former] = [w.customer('Ana nova'), w.customer('Ana')];
  const { contactId: keptId } = await current.says('oi');
  const { contactId } = await former.says('oi');
  for (const { id } of await tickets())
    bodyOf(await w.admin.put(`/tickets/${id}`, { status: 'closed', justClose: true }));
  const campaign = await aiCampaign();
  bodyOf(await upload('ai', campaign.id, csv(rowsOf(former))));
  let answer = () => {};
  const until = new Promise<void>((resolve) => {
    answer = resolve;
  });
  endpoint.reply = () => ({ text: 'Oi, Ana!', until });
  await activate('ai', campaign);
  await waitUntil('the model is asked', async () => endpoint.calls.length === 1);
  bodyOf(await w.admin.post(`/contacts/${keptId}/merge`, { contactId }));
  answer();
  await app.settled();
  endpoint.reset();
  endpoint.reply = () => ({ text: 'Oi, Ana!' });
  await rowsDue(1);
  expect([await said(former), await said(current)]).toEqual([[], ['Oi, Ana!']]);
  expect((await report('ai', campaign.id)).map(({ phone, is_sent }) => [phone, is_sent])).toEqual([
    [current.number, 1],
  ]);
  expect((await w.admin.get<{ count: number }>(`/contacts?searchParam=${former.number}`)).body.count).toBe(0);
});

test('an opted-out customer in Mexico gets nothing at the other spelling of the number', async () => {
  const contact = { name: 'Zoé', number: '+52 55 1234 5678', optedOut: true };
  bodyOf(await w.admin.post('/contacts', contact), 201);
  const campaign = await aiCampaign();
  const file = csv('nome;telefone\nZoé;+5215512345678\nCaio;5541988887777');
  expect(bodyOf(await upload('ai', campaign.id, file))).toMatchObject({
    imported: 1,
    refused: [{ line: 2, message: 'O contato não quer receber campanhas' }],
  });
});

test('before it is activated, the first texts are written on request, and one is tried on an own number', async () => {
  endpoint.reply = ({ last }) => ({ text: `Oi! ${last.split('\n')[1]}` });
  const [ana, bia, caio, dora] = [w.customer('Ana'), w.customer('Bia'), w.customer('Caio'), w.customer('Dora')];
  const tester = w.customer('Gestora');
  const send = jest.spyOn(app.nest.get(SandboxChannel, { strict: false }), 'send');
  const campaign = await aiCampaign();
  const path = `/campaign-service/ai/campaigns/${campaign.id}`;
  const example = bodyOf(await w.admin.post<{ body: string }>(`${path}/test`, { number: tester.number }));
  expect(example.body).toBe('Oi! Nome: Maria Souza');
  const none = await w.admin.post<Refusal>(`${path}/samples`, {});
  expect([none.status, none.body.code]).toEqual([400, 'ERR_CAMPAIGN_NO_RECIPIENTS']);

  bodyOf(await upload('ai', campaign.id, csv(rowsOf(ana, bia, caio, dora, w.customer('Eva')))));
  const { contactId } = await bia.says('parem');
  bodyOf(await w.admin.put(`/contacts/${contactId}`, { optedOut: true }));
  endpoint.calls.length = 0;
  const samples = bodyOf(await w.admin.get<{ rows: object[] }>(`${path}/samples`));
  expect(samples).toEqual({
    opens_by: 'text',
    rows: [ana, caio, dora].map(({ name, number }) => ({
      ...{ id: expect.any(Number), name, number },
      ...{ text: null, error: null },
    })),
  });
  expect(endpoint.calls).toEqual([]);
  expect(bodyOf(await w.admin.post(`${path}/samples`, { row: 1 }))).toEqual({
    ...samples.rows[1],
    text: 'Oi! Nome: Caio',
  });
  expect((await w.admin.post<Refusal>(`${path}/samples`, { row: 3 })).body.fields).toHaveProperty('row');
  const sent = bodyOf(await w.admin.post(`${path}/test`, { number: `+${tester.number}` }));
  expect(sent).toEqual({ number: tester.number, body: 'Oi! Nome: Ana' });
  expect(send.mock.calls.map(([, { to, body }]) => [to, body])).toEqual([
    [tester.number, '\u200eOi! Nome: Maria Souza'],
    [tester.number, '\u200eOi! Nome: Ana'],
  ]);
  expect(await report('ai', campaign.id)).toEqual([]);
  expect(await current('ai', campaign.id)).toMatchObject({ rows: 5, sent: 0, failed: 0 });

  endpoint.reply = () => ({ status: 401 });
  const refusal = { code: 'ERR_ASSISTANT_FAILED', message: 'O serviço recusou a chave de acesso: refused' };
  expect(await w.admin.post(`${path}/samples`, {})).toMatchObject({ status: 502, body: refusal });
  expect(await w.admin.post(`${path}/test`, { number: tester.number })).toMatchObject({ status: 502, body: refusal });
  expect((await w.admin.post(`${path}/test`, { number: '1234567890123456789' })).status).toBe(400);
  const other = await world(app);
  expect((await other.admin.get(`${path}/samples`)).status).toBe(404);
  expect((await other.admin.post(`${path}/samples`, {})).status).toBe(404);
  expect((await other.admin.post(`${path}/test`, { number: tester.number })).status).toBe(404);
});

test('a text that cannot be used costs its row only, and the row may be tried again', async () => {
  const [ana, bia] = [w.customer('Ana'), w.customer('Bia')];
  const campaign = await aiCampaign();
  bodyOf(await upload('ai', campaign.id, csv(rowsOf(ana, bia))));
  endpoint.reply = ({ last }) => ({
    text: last.includes('Ana') ? 'Ação: Transferir para o setor de atendimento' : 'Oi!',
  });
  await activate('ai', campaign);
  await rowsDue(2);
  expect([await said(ana), await said(bia)]).toEqual([[], ['Oi!']]);
  const [row] = await report('ai', campaign.id);
  expect(row).toMatchObject({ is_sent: 0, status: 'failed', error: expect.stringMatching(/\w/) });
  endpoint.reset();
  const retry = () => w.admin.post<{ rows: number }>(`/campaign-service/ai/campaigns/${campaign.id}/retry`);
  expect(bodyOf(await retry())).toEqual({ rows: 1 });
  await rowsDue(1);
  expect(await said(ana)).toHaveLength(1);
  expect(bodyOf(await retry())).toEqual({ rows: 0 });
  // the provider reported afterwards that it could not deliver it
  await app.database.query("update service_recipients set status = 'failed' where number = $1", [ana.number]);
  expect(bodyOf(await retry())).toEqual({ rows: 1 });
  await rowsDue(1);
  expect(endpoint.calls).toHaveLength(2);
  const other = await world(app);
  expect((await other.admin.post(`/campaign-service/ai/campaigns/${campaign.id}/retry`)).status).toBe(404);
});

test('a prompt in use stays; without its connection a campaign stops', async () => {
  const campaign = await aiCampaign();
  expect((await w.admin.delete(`/prompt/${campaign.instance_id}`)).body.code).toBe('ERR_IN_USE');
  const spare = bodyOf(await w.admin.post<{ id: number }>('/whatsapp', { name: 'Outra', channel: 'sandbox' }), 201);
  const moved = { connection_id: spare.id, status: 1 };
  const nobody = await post<{ code: string }>(w.admin, 'PUT', `ai/campaigns/${campaign.id}`, moved);
  expect([nobody.status, nobody.body.code]).toEqual([400, 'ERR_CAMPAIGN_NO_RECIPIENTS']);
  expect(await current('ai', campaign.id)).toMatchObject({ status: 0, connection_id: w.connection.id });
  bodyOf(await upload('ai', campaign.id, csv(rowsOf(w.customer('Ana')))));
  expect(bodyOf(await post<Campaign>(w.admin, 'PUT', `ai/campaigns/${campaign.id}`, moved))).toMatchObject(moved);
  await rowsDue(1);
  bodyOf(await w.admin.delete(`/whatsapp/${spare.id}`));
  expect(await current('ai', campaign.id)).toMatchObject({ status: 0, atende_token: null });
  expect((await post(w.admin, 'PUT', `ai/campaigns/status/${campaign.id}`, { status: 1 })).status).toBe(404);
});

test('a scheduled one waits for its time', async () => {
  const ana = w.customer('Ana');
  const campaign = await aiCampaign({ schedule_time: '2099-03-01T09:30', interval: '10' });
  bodyOf(await upload('ai', campaign.id, csv(rowsOf(ana))));
  await activate('ai', campaign);
  await app.settled();
  expect(endpoint.calls).toEqual([]);
  bodyOf(await post<Campaign>(w.admin, 'PUT', `ai/campaigns/${campaign.id}`, { scheduled_at: '' }));
  await app.settled();
  expect(await said(ana)).toHaveLength(1);
});

test('one whose time has passed before it was switched on asks for a new one; one that has begun goes on', async () => {
  const ana = w.customer('Ana');
  const sentence = 'O horário marcado já passou; escolha outro.';
  const campaign = await aiCampaign({ schedule_time: '2099-03-01T09:30', interval: '10' });
  bodyOf(await upload('ai', campaign.id, csv(rowsOf(ana))));
  const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString();
  const edit = { scheduled_at: yesterday, interval_in_seconds: 10 };
  expect(await post(w.admin, 'PUT', `ai/campaigns/${campaign.id}`, edit)).toMatchObject({
    status: 400,
    body: { message: sentence, fields: { scheduled_at: sentence } },
  });
  await app.database.query('update service_campaigns set scheduled_at = $2 where id = $1', [campaign.id, yesterday]);
  for (const [path, fields] of [
    [`ai/campaigns/status/${campaign.id}`, { status: 1, campaign_id: campaign.id }],
    [`ai/campaigns/status/${campaign.id}`, {}],
    [`ai/campaigns/${campaign.id}`, { name: 'Volte', scheduled_at: yesterday, status: 1 }],
  ] as const)
    expect(await post(w.admin, 'PUT', path, fields)).toMatchObject({ status: 400, body: { message: sentence } });
  await rowsDue(1);
  expect([await said(ana), await current('ai', campaign.id)]).toMatchObject([[], { status: 0, name: 'Reativação' }]);
  bodyOf(await post(w.admin, 'PUT', `ai/campaigns/${campaign.id}`, { scheduled_at: '', status: 1 }));
  await rowsDue(1);
  expect(await said(ana)).toHaveLength(1);

  await app.database.query('update service_campaigns set scheduled_at = $2 where id = $1', [campaign.id, yesterday]);
  for (const status of [0, 1])
    bodyOf(await post(w.admin, 'PUT', `ai/campaigns/status/${campaign.id}`, { status, campaign_id: campaign.id }));
  const sms = { name: 'Cupom', connection_id: w.connection.id, company_id: w.companyId, schedule_time: yesterday };
  expect(await post(w.admin, 'POST', 'sms/campaigns', sms)).toMatchObject({
    status: 400,
    body: { message: sentence },
  });
});

test('a model that cannot answer keeps the rows waiting and says why', async () => {
  const ana = w.customer('Ana');
  const campaign = await aiCampaign();
  bodyOf(await upload('ai', campaign.id, csv(rowsOf(ana))));
  endpoint.reply = () => ({ status: 401 });
  await activate('ai', campaign);
  await app.settled();
  expect(await current('ai', campaign.id)).toMatchObject({
    sent: 0,
    failed: 0,
    last_error: 'O serviço recusou a chave de acesso: refused',
  });
  endpoint.reset();
  await rowsDue(1);
  expect(await current('ai', campaign.id)).toMatchObject({ sent: 1, last_error: null });
  expect(await said(ana)).toHaveLength(1);
});

test('nobody is written to whom an attendant talks to, or who wants no campaigns', async () => {
  const [ana, bia, caio] = [w.customer('Ana'), w.customer('Bia'), w.customer('Caio')];
  const ticket = await ana.says('oi');
  bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
  const { contactId } = await bia.says('parem');
  bodyOf(await w.admin.put(`/contacts/${contactId}`, { optedOut: true }));
  const late = await caio.says('oi');
  bodyOf(await w.admin.put(`/tickets/${late.id}`, { status: 'closed', justClose: true }));
  const campaign = await aiCampaign();
  const imported = bodyOf(await upload('ai', campaign.id, csv(rowsOf(ana, bia, caio))));
  expect(imported).toMatchObject({
    imported: 2,
    refused: [{ line: 3, message: 'O contato não quer receber campanhas' }],
  });
  bodyOf(await w.admin.put(`/contacts/${late.contactId}`, { optedOut: true }));
  await activate('ai', campaign);
  await rowsDue(3);
  expect((await report('ai', campaign.id)).map(({ name, is_sent }) => [name, is_sent])).toEqual([
    ['Ana', 0],
    ['Caio', 0],
  ]);
  expect(await current('ai', campaign.id)).toMatchObject({ rows: 2, sent: 0, failed: 2 });
  // a model is paid for texts that can be sent only
  expect(endpoint.calls).toEqual([]);
});

test('no value is no name', async () => {
  const { id } = await aiCampaign();
  const sms = await smsCampaign();
  for (const path of [`ai/campaigns/${id}`, `sms/campaigns/${sms.id}`]) {
    const { status, body } = await w.admin.put<Refusal>(`/campaign-service/${path}`, { name: null });
    expect([status, body.fields]).toEqual([400, { name: 'Nome obrigatório' }]);
  }
});
