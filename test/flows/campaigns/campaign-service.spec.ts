import { readdir } from 'node:fs/promises';
import { sharedApp } from '../../support/app.js';
import { ChatEndpoint } from '../../support/chat-endpoint.js';
import { type Answer, bodyOf, type Client, type Refusal } from '../../support/client.js';
import { form } from '../../support/files.js';
import { connectionToken, program } from '../../support/programs.js';
import { answersDue, createPrompt, instructions } from '../../support/prompts.js';
import { SmsSimulator } from '../../support/sms-simulator.js';
import { until as waitUntil } from '../../support/until.js';
import { type Customer, type MessageRow, type TicketRow, type World, world } from '../../support/world.js';

interface Campaign {
  id: number;
  name: string;
  status: number;
  company_id: number;
  connection_id: number;
  atende_token: string | null;
  instance_id: number;
  service_identifier: string;
  message: string;
  scheduled_at: string | null;
  interval_in_seconds: number;
  rows: number;
  sent: number;
  failed: number;
  last_error: string | null;
}
interface Imported {
  filename: string;
  imported: number;
  refused: { line: number; message: string }[];
}
interface Row {
  campaign_id: number;
  name: string;
  phone: string;
  time: string;
  is_sent: number;
  status: string;
  error: string | null;
  field_1: string;
  field_5: string;
}

const endpoint = await new ChatEndpoint().start();
const gateway = await new SmsSimulator('SendSms').start();
const bullk = await new SmsSimulator('BullkSms').start();
const app = await sharedApp();
let w: World;

beforeEach(async () => {
  endpoint.reset();
  for (const each of [gateway, bullk]) {
    each.sent.length = 0;
    each.left = 100;
    each.invalid.clear();
    each.delivered.clear();
    each.fault = undefined;
    each.outage = undefined;
  }
  w = await world(app);
});
afterAll(async () => {
  await Promise.all([endpoint.stop(), gateway.stop(), bullk.stop()]);
});

/** As axios posts `URLSearchParams`. */
const post = <T>(client: Client, method: 'POST' | 'PUT', path: string, fields: Record<string, unknown>) =>
  client.request<T>(method, `/campaign-service/${path}`, {
    body: new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

const csv = (text: string | Buffer, name = 'lista.csv', mime = 'text/csv') => ({
  name,
  mime,
  bytes: Buffer.from(text),
});
const upload = (kind: 'ai' | 'sms', id: number, file: ReturnType<typeof csv>): Promise<Answer<Imported & Refusal>> =>
  w.admin.post(`/campaign-service/${kind}/import`, form({ campaign_id: String(id) }, [file], 'file'));
const list = async (kind: 'ai' | 'sms'): Promise<Campaign[]> =>
  bodyOf(await w.admin.get<Campaign[]>(`/campaign-service/${kind}/campaigns/filter?company_id=${w.companyId}`));
const current = async (kind: 'ai' | 'sms', id: number): Promise<Campaign> => {
  const found = (await list(kind)).find((each) => each.id === id);
  if (!found) throw new Error(`There is no campaign ${id}`);
  return found;
};
const report = async (kind: 'ai' | 'sms', id: number): Promise<Row[]> =>
  bodyOf(await w.admin.get<Row[]>(`/campaign-service/${kind}/relatories/${id}`));

/** The intervals between rows are over: so many rows are sent. */
async function rowsDue(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await app.database.query(
      "update outbox_jobs set run_at = now() - interval '1 second' where name = 'send-service-campaign' and leased_until is null",
    );
    await app.settled();
  }
}

async function aiCampaign(more: Record<string, unknown> = {}): Promise<Campaign> {
  const prompt = await createPrompt(w, endpoint);
  const fields = {
    name: 'Reativação',
    instance_id: prompt.id,
    connection_id: w.connection.id,
    company_id: w.companyId,
  };
  return bodyOf(await post<Campaign>(w.admin, 'POST', 'ai/campaigns', { ...fields, ...more }), 201);
}

const account = (simulator: SmsSimulator) => ({
  name: simulator.dialect,
  url: simulator.url,
  login: simulator.login,
  token: simulator.token,
});

async function smsCampaign(more: Record<string, unknown> = {}, simulator = gateway): Promise<Campaign> {
  bodyOf(await w.admin.post('/sms-gateways', account(simulator)), 201);
  const token = await connectionToken(w, w.connection.id);
  const fields = {
    name: 'Promoção',
    padaria_token: token,
    company_id: w.companyId,
    service_identifier: simulator.dialect,
  };
  const message = 'Oi {nome}, o seu cupom é {campo1}.';
  return bodyOf(await post<Campaign>(w.admin, 'POST', 'sms/campaigns', { ...fields, message, ...more }), 201);
}

const activate = async (kind: 'ai' | 'sms', { id }: Campaign): Promise<Campaign> =>
  bodyOf(await post<Campaign>(w.admin, 'PUT', `${kind}/campaigns/status/${id}`, { status: 1, campaign_id: id }));

const rowsOf = (...customers: readonly Customer[]): string =>
  [
    'nome;telefone;campo1;campo2',
    ...customers.map(({ name, number }, at) => `${name};+${number};bolo ${at + 1};ok`),
  ].join('\n');

const tickets = async (): Promise<TicketRow[]> =>
  bodyOf(await w.admin.get<{ tickets: TicketRow[] }>('/tickets?showAll=true')).tickets;
const said = async (customer: Customer): Promise<string[]> =>
  (await customer.sees()).filter(({ fromCustomer }) => !fromCustomer).map(({ body }) => body.replaceAll('\u200e', ''));

describe('AI campaigns', () => {
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
    expect((await poor.admin.get(`/campaign-service/ai/campaigns/filter?company_id=${poor.companyId}`)).status).toBe(
      403,
    );
  });

  test('each row gets the text that the prompt makes of it, and its replies are answered by the prompt', async () => {
    endpoint.reply = ({ last }) => ({
      text: last.includes('Dados do contato') ? `<think>oi?</think>Oi! ${last.split('\n')[1]}` : 'Sim!',
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
    expect(bodyOf(await post<Campaign>(w.admin, 'PUT', `ai/campaigns/${campaign.id}`, moved))).toMatchObject(moved);
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
      last_error: 'O serviço recusou a chave de acesso.',
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
});

describe('imports', () => {
  const storedFiles = async (): Promise<number> =>
    (await readdir(app.config.storageDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
      .length;
  const lines = (count: number): string[] =>
    Array.from({ length: count }, (_, at) => `Pessoa ${at};55119${String(10_000_000 + at)};x`);

  test('an import that is repeated with its Idempotency-Key gets the same answer and keeps one file', async () => {
    const campaign = await aiCampaign();
    const send = (text: string): Promise<Answer<Imported & Refusal>> =>
      w.admin.post('/campaign-service/ai/import', form({ campaign_id: String(campaign.id) }, [csv(text)], 'file'), {
        'idempotency-key': 'lista-de-hoje',
      });
    const text = 'nome;telefone\nAna;5511911110011\nBia;5511911110012\nErro;12\n';
    const first = bodyOf(await send(text));
    expect(first).toMatchObject({ filename: 'lista.csv', imported: 2, refused: [{ line: 4 }] });
    expect(bodyOf(await send(text))).toEqual(first);
    expect(await send(`${text}Caio;5511911110013`)).toMatchObject({ status: 422 });
    expect(bodyOf(await w.admin.get<unknown[]>(`/campaign-service/ai/history/${campaign.id}`))).toHaveLength(1);
  });

  test('both separators, a mark of the encoding, Latin 1 and the 51st line are taken', async () => {
    const campaign = await aiCampaign();
    const files = [
      csv(`\ufeffNome,Telefone\r\n"Silva, Ana",5511911110001\r\n`, 'virgula.csv'),
      csv(
        Buffer.from('nome;telefone;campo1\nJoão;5511911110002;ação\n', 'latin1'),
        'latin.csv',
        'application/vnd.ms-excel',
      ),
      csv(['nome;telefone;campo1', ...lines(50), '', '  '].join('\n')),
      csv('nome;telefone\nRui;5511911110003'),
      csv('nome;telefone\r\nEva;5511911110004\nIvo;5511911110005\r\n', 'mista.csv'),
    ];
    for (const [at, count] of [1, 1, 50, 1, 2].entries())
      expect(bodyOf(await upload('ai', campaign.id, files[at] ?? csv('')))).toMatchObject({
        imported: count,
        refused: [],
      });
    const history = bodyOf(
      await w.admin.get<{ filename: string; imported_at: string }[]>(`/campaign-service/ai/history/${campaign.id}`),
    );
    expect(history.map(({ filename }) => filename)).toEqual([
      'mista.csv',
      'lista (2).csv',
      'lista.csv',
      'latin.csv',
      'virgula.csv',
    ]);
    const stored = await app.database.query<{ name: string; fields: string[] }>(
      `select name, fields from service_recipients where campaign_id = ${campaign.id} order by id limit 2`,
    );
    expect(stored).toEqual([
      { name: 'Silva, Ana', fields: ['', '', '', '', ''] },
      { name: 'João', fields: ['ação', '', '', '', ''] },
    ]);
    const response = await w.admin.request<string>(
      'GET',
      `/campaign-service/ai/history/${campaign.id}/download/lista%20(2).csv`,
    );
    // another file may have the name tomorrow
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect([response.status, response.headers.get('content-disposition'), response.body]).toEqual([
      200,
      expect.stringContaining('attachment'),
      'nome;telefone\nRui;5511911110003',
    ]);
  });

  test('what is no such file is refused with its sentence, and nothing is kept', async () => {
    const campaign = await aiCampaign();
    const heading = 'nome;telefone;campo1';
    const before = await storedFiles();
    const exe = Buffer.concat([Buffer.from('MZ\u0090\u0000'), Buffer.alloc(2_000), Buffer.from(heading)]);
    for (const [file, sentence] of [
      [csv([heading, ...lines(51)].join('\n')), 'O arquivo CSV não pode ter mais de 51 linhas.'],
      [csv([heading, ...lines(60_000)].join('\n')), 'O arquivo CSV não pode ter mais de 51 linhas.'],
      [csv([heading, ...lines(1)].join('\n'), 'lista.txt'), 'Envie apenas arquivos .csv.'],
      [csv(exe), /CSV|\.csv/],
      [csv(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0])), /CSV|\.csv/],
      [csv('nome;fone\nAna;5511911110001'), 'A primeira linha precisa ter as colunas nome e telefone.'],
      [csv(heading), 'O arquivo CSV não tem destinatários.'],
      [csv(''), 'Verifique os campos informados.'],
      [csv(`${heading}\nAna;abc`), 'Nenhuma linha do arquivo CSV pode ser usada. Linha 2: Telefone inválido.'],
    ] as const) {
      const { status, body } = await upload('ai', campaign.id, file);
      expect([status, body.message]).toEqual([
        400,
        typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
      ]);
    }
    const huge = await upload('ai', campaign.id, csv(Buffer.alloc(66 * 1024 * 1024, 'Ana;5511911110001\n')));
    expect([huge.status, huge.body.message]).toEqual([413, 'O conteúdo enviado é grande demais.']);
    expect(await storedFiles()).toBe(before);
    expect((await upload('ai', campaign.id + 1, csv(`${heading}\nAna;5511911110001`))).status).toBe(404);
    expect((await w.admin.post('/campaign-service/ai/import', form({ campaign_id: String(campaign.id) }))).status).toBe(
      400,
    );
    expect(bodyOf(await w.admin.get<object[]>(`/campaign-service/ai/history/${campaign.id}`))).toEqual([]);
    const kept = await app.database.query(`select 1 from service_recipients where campaign_id = ${campaign.id}`);
    expect(kept).toEqual([]);
  });

  test('wrong and repeated rows are named, the others are kept; a row is in a campaign once', async () => {
    const campaign = await aiCampaign();
    const text = 'telefone,nome\n5511911110001,Ana\n+55 11 91111-0001,Ana outra vez\n12,Bia\n5511911110002,Caio';
    const first = bodyOf(await upload('ai', campaign.id, csv(text)));
    expect([first.imported, first.refused.map(({ line }) => line)]).toEqual([2, [3, 4]]);
    const again = bodyOf(await upload('ai', campaign.id, csv('nome,telefone\nAna,5511911110001\nEva,5511911110009')));
    expect(again).toMatchObject({
      imported: 1,
      refused: [{ line: 2, message: 'Telefone repetido nesta campanha' }],
    });
  });

  test('numbers without a country code are Brazilian, and columns may have the names of a report', async () => {
    const known = { name: 'Ana', number: '5541999990000', optedOut: true };
    bodyOf(await w.admin.post('/contacts', known), 201);
    const campaign = await smsCampaign({ message: '{campo1}' });
    const text =
      'name;phone;field_1\nAna;(41) 99999-0000;a\nBia;41 8888-7777;cupom\nCaio;99999-0000;b\nEva;+41791234567;';
    const imported = bodyOf(await upload('sms', campaign.id, csv(text)));
    expect(imported).toMatchObject({
      imported: 2,
      refused: [
        { line: 2, message: 'O contato não quer receber campanhas' },
        { line: 4, message: 'Falta o DDD: escreva o número com o código de área' },
      ],
    });
    await activate('sms', campaign);
    await rowsDue(3);
    expect(gateway.sent).toMatchObject([{ to: '5541988887777', text: 'cupom' }]);
    expect(await report('sms', campaign.id)).toMatchObject([
      { phone: '5541988887777', status: 'sent', field_1: 'cupom', error: null },
      { phone: '41791234567', status: 'failed', error: 'O texto preenchido está vazio.' },
    ]);
  });

  test('the sample can be imported as it is', async () => {
    const campaign = await aiCampaign();
    const sample = bodyOf(await w.admin.get<string>('/campaign-service/ai/sample'));
    expect(bodyOf(await upload('ai', campaign.id, csv(sample)))).toMatchObject({ imported: 1, refused: [] });
  });
});

describe('SMS campaigns', () => {
  test('rows are sent by the gateway, once each, with their columns; refusals are told', async () => {
    const [ana, bia, caio] = [w.customer('Ana'), w.customer('Bia'), w.customer('Caio')];
    const campaign = await smsCampaign();
    expect(campaign).toMatchObject({ service_identifier: 'SendSms', status: 0, connection_id: w.connection.id });
    bodyOf(await upload('sms', campaign.id, csv(rowsOf(ana, bia, caio))));
    gateway.invalid.add(bia.number);
    bodyOf(
      await post<Campaign>(w.admin, 'PUT', `sms/campaigns/${campaign.id}`, { status: 1, campaign_id: campaign.id }),
    );
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
      { id: 'SendSms', name: 'SendSms', configured: true },
      { id: 'BullkSms', name: 'BullkSms', configured: false },
    ]);
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
