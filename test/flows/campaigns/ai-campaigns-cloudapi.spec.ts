import { ChatEndpoint } from '../../support/chat-endpoint.js';
import { bodyOf, type Refusal } from '../../support/client.js';
import { CloudCompany, cloudInput } from '../../support/cloud-company.js';
import { named, picture, reminder, withTemplates } from '../../support/cloud-templates.js';
import { form } from '../../support/files.js';
import { sends } from '../../support/graph-simulator/graph-simulator.js';
import { answersDue, createPrompt } from '../../support/prompts.js';
import type { Named, TicketRow } from '../../support/world.js';

interface AiCampaign {
  readonly id: number;
  readonly status: number;
  readonly template: object | null;
  readonly last_error: string | null;
  readonly sent: number;
  readonly failed: number;
}

const endpoint = await new ChatEndpoint().start();
const company = await CloudCompany.start({ env: { OUTBOUND_ALLOW: endpoint.host } });
const { w } = company;
const prompt = await createPrompt(w, endpoint);

beforeAll(() => withTemplates(company, reminder, named, picture));
afterEach(async () => {
  endpoint.reset();
  await company.clearFaults();
});
afterAll(async () => {
  await company.stop();
  await endpoint.stop();
});

const template = {
  name: reminder.name,
  language: 'pt_BR',
  params: { header: ['{nome}'], body: ['{nome}', '{campo1}'], buttons: { 1: 'abc', 2: '{campo2}' } },
};
const common = {
  name: 'Reativação',
  instance_id: String(prompt.id),
  company_id: String(w.companyId),
  connection_id: String(company.connection.id),
};
/** As the screen posts it: a form whose template is a text. */
const post = (fields: Record<string, string>) =>
  w.admin.post<AiCampaign & Refusal>('/campaign-service/ai/campaigns', form({ ...common, ...fields }));
const created = async (): Promise<AiCampaign> => bodyOf(await post({ template: JSON.stringify(template) }), 201);
const current = async ({ id }: AiCampaign): Promise<AiCampaign | undefined> =>
  bodyOf(await w.admin.get<AiCampaign[]>(`/campaign-service/ai/campaigns/filter?company_id=${w.companyId}`)).find(
    (each) => each.id === id,
  );
const report = async ({ id }: AiCampaign) =>
  bodyOf(
    await w.admin.get<{ name: string; status: string; error: string | null }[]>(
      `/campaign-service/ai/relatories/${id}`,
    ),
  );

async function upload(campaign: AiCampaign, ...rows: readonly string[]): Promise<void> {
  const text = ['nome;telefone;campo1;campo2', ...rows].join('\n');
  const file = { name: 'lista.csv', mime: 'text/csv', bytes: Buffer.from(text) };
  bodyOf(await w.admin.post('/campaign-service/ai/import', form({ campaign_id: String(campaign.id) }, [file], 'file')));
}

async function begin(campaign: AiCampaign, ...rows: readonly string[]): Promise<void> {
  await upload(campaign, ...rows);
  bodyOf(await w.admin.put(`/campaign-service/ai/campaigns/status/${campaign.id}`, { status: 1 }));
  for (const _row of rows) {
    await company.app.database.query(
      "update outbox_jobs set run_at = now() where name = 'send-service-campaign' and leased_until is null",
    );
    await company.settled();
  }
}

const openTickets = async (): Promise<TicketRow[]> =>
  bodyOf(await w.admin.get<{ tickets: TicketRow[] }>('/tickets?showAll=true')).tickets;

test('an official number opens by the template of the campaign, and the prompt answers who replies', async () => {
  endpoint.reply = () => ({ text: 'Que bom! Confirmo a sua consulta.' });
  const campaign = await created();
  expect(campaign.template).toMatchObject({ name: reminder.name });
  const [ana, bia] = [company.newNumber(), company.newNumber()];
  await begin(campaign, `Ana;${ana};20/08;VALE10`, `Bia;${bia};;VALE10`);
  // no model is paid for what a template says
  expect(endpoint.calls).toEqual([]);
  const [sent, ...others] = company.graph.log.accepted;
  expect([sent?.to, sent?.type, others]).toEqual([ana, 'template', []]);
  expect(JSON.stringify(sent?.body)).toContain('"text":"20/08"');
  expect(await report(campaign)).toMatchObject([
    { name: 'Ana', status: 'sent', error: null },
    // a value of the template is missing
    { name: 'Bia', status: 'failed', error: expect.stringMatching(/\w/) },
  ]);
  expect(await openTickets()).toEqual([]);

  company.graph.sendStatus(sent?.id ?? '', 'read');
  company.graph.customerSends({ from: ana, name: 'Ana Clara' }, sends.text('Pode confirmar'));
  await company.settled();
  await answersDue(w);
  await company.settled();
  const ticket = await company.ticketOf(ana);
  expect(ticket).toMatchObject({ status: 'pending', promptId: prompt.id });
  expect(
    (await company.messagesOf(ticket)).map(({ body, fromMe, ack }) => [fromMe, body.replace('\u200e', ''), ack]),
  ).toEqual([
    [true, 'Olá Ana, sua consulta é dia 20/08. Até lá, Ana!', 3],
    [false, 'Pode confirmar', expect.any(Number)],
    [true, 'Que bom! Confirmo a sua consulta.', expect.any(Number)],
  ]);
  expect(await current(campaign)).toMatchObject({ sent: 1, failed: 1, last_error: null });
});

test('without a template that can be sent the number is refused with the reason, and nothing is created', async () => {
  const sentence = 'Esta conexão só começa conversas por modelo; escolha um modelo aprovado.';
  expect(await post({})).toMatchObject({ status: 400, body: { message: sentence, fields: { template: sentence } } });
  const gaps = { ...template, params: { ...template.params, body: ['{nome}', ''] } };
  const incomplete = await post({ template: JSON.stringify(gaps) });
  expect([incomplete.status, Object.keys(incomplete.body.fields ?? {})]).toEqual([400, ['template.params.body.2']]);
  // its header takes a file
  expect((await post({ template: JSON.stringify({ name: picture.name, language: 'en_US' }) })).status).toBe(400);
  expect((await post({ template: JSON.stringify({ name: 'outro', language: 'pt_BR' }) })).status).toBe(404);
  expect((await post({ template: 'x' })).status).toBe(400);
  const onlyReplies = bodyOf(
    await w.admin.post<Named>('/whatsapp', {
      ...{ name: 'Página', channel: 'facebook', facebookPageUserId: '1' },
      ...{ facebookUserToken: 'simulado', appSecret: 'simulado' },
    }),
    201,
  );
  const bare = bodyOf(
    await w.admin.post<Named>('/whatsapp', { ...cloudInput, name: 'Sem modelos', facebookUserId: '42' }),
    201,
  );
  const offered = bodyOf(await w.admin.get<object[]>('/campaign-service/ai/numbers'));
  const numbers = [w.connection, company.connection, onlyReplies, bare].map(({ id: connection_id }) => connection_id);
  expect(offered).toEqual([
    { connection_id: numbers[0], opens_by: 'text', reason: null },
    { connection_id: numbers[1], opens_by: 'template', reason: null },
    { connection_id: numbers[2], opens_by: 'text', reason: expect.stringContaining('escolha outra') },
    { connection_id: numbers[3], opens_by: 'template', reason: expect.stringContaining('modelo aprovado') },
  ]);
  const refused = await post({ connection_id: String(onlyReplies.id) });
  expect([refused.status, refused.body.fields]).toEqual([
    400,
    { connection_id: expect.stringContaining('escolha outra') },
  ]);
  expect(
    bodyOf(await w.admin.get<AiCampaign[]>(`/campaign-service/ai/campaigns/filter?company_id=${w.companyId}`)),
  ).toHaveLength(1);

  // made by a number without a window, moved to the official one by the form of the specification
  const free = bodyOf(await post({ connection_id: String(w.connection.id), template: JSON.stringify(template) }), 201);
  expect(free.template).toBeNull();
  const edit = { ...common, name: 'Volte' };
  expect(await w.admin.put(`/campaign-service/ai/campaigns/${free.id}`, form(edit))).toMatchObject({
    status: 400,
    body: { message: sentence },
  });
});

test('before it is activated, the template is shown as the first recipients get it, and is tried on a number', async () => {
  const campaign = await created();
  const [ana, bia, tester] = [company.newNumber(), company.newNumber(), company.newNumber()];
  await upload(campaign, `Ana;${ana};20/08;VALE10`, `Bia;${bia};;VALE10`);
  const path = `/campaign-service/ai/campaigns/${campaign.id}`;
  expect(bodyOf(await w.admin.get(`${path}/samples`))).toMatchObject({
    opens_by: 'template',
    rows: [
      { name: 'Ana', number: ana, text: 'Olá Ana, sua consulta é dia 20/08. Até lá, Ana!', error: null },
      { name: 'Bia', number: bia, text: null, error: expect.stringMatching(/\w/) },
    ],
  });
  expect(bodyOf(await w.admin.post(`${path}/test`, { number: tester }))).toMatchObject({ number: tester });
  expect(
    company.graph.log.accepted.filter(({ to }) => [ana, bia, tester].includes(to)).map(({ to, type }) => [to, type]),
  ).toEqual([[tester, 'template']]);
  company.graph.refuse(tester, 131_026, { via: 'response' });
  expect(await w.admin.post(`${path}/test`, { number: tester })).toMatchObject({
    status: 400,
    body: { code: 'ERR_CAMPAIGN_TEST', message: expect.stringMatching(/\w/) },
  });
  expect(endpoint.calls).toEqual([]);
  expect(await report(campaign)).toEqual([]);
  expect(await current(campaign)).toMatchObject({ sent: 0, failed: 0 });
});

test('what the provider reports ends a row, and a template that is withdrawn keeps the others waiting', async () => {
  const campaign = await created();
  const [ana, bia] = [company.newNumber(), company.newNumber()];
  company.graph.refuse(ana, 131_026, { via: 'status' });
  await begin(campaign, `Ana;${ana};20/08;VALE10`);
  expect(await report(campaign)).toMatchObject([{ name: 'Ana', status: 'failed', error: expect.stringMatching(/\w/) }]);

  await company.app.database.query("update message_templates set status = 'PAUSED' where name = $1", [reminder.name]);
  await upload(campaign, `Bia;${bia};21/08;VALE10`);
  const refused = await w.admin.put<Refusal>(`/campaign-service/ai/campaigns/status/${campaign.id}`, { status: 1 });
  expect([refused.status, refused.body.code]).toEqual([422, 'ERR_TEMPLATE_NOT_APPROVED']);
  await company.runDueJobs();
  expect(await current(campaign)).toMatchObject({ status: 1, sent: 0, failed: 1, last_error: refused.body.message });
  await company.app.database.query("update message_templates set status = 'APPROVED' where name = $1", [reminder.name]);
  await company.runDueJobs();
  expect(company.graph.log.accepted.filter(({ to }) => to === bia)).toHaveLength(1);
});

test('a number that the provider restricts stops the campaign, and says so', async () => {
  const campaign = await created();
  const [ana, bia] = [company.newNumber(), company.newNumber()];
  company.graph.refuse(ana, 131_048, { via: 'response' });
  await begin(campaign, `Ana;${ana};20/08;VALE10`, `Bia;${bia};21/08;VALE10`);
  expect(await current(campaign)).toMatchObject({
    status: 0,
    sent: 0,
    failed: 0,
    last_error: expect.stringMatching(/\w/),
  });
  expect(company.graph.log.accepted.filter(({ to }) => to === bia)).toEqual([]);
});
