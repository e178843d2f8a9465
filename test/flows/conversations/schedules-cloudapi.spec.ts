import { bodyOf } from '../../support/client.js';
import { CloudCompany } from '../../support/cloud-company.js';
import { filled, picture, reminder, withTemplates } from '../../support/cloud-templates.js';
import { files, form } from '../../support/files.js';

interface Schedule {
  readonly id: number;
  readonly body: string;
  readonly status: string;
  readonly errorText: string | null;
}

const hour = 3_600_000;
const company = await CloudCompany.start();

beforeAll(async () => {
  await withTemplates(company, reminder, picture);
});
afterAll(() => company.stop());

const plan = async (contactId: number, body: object): Promise<Schedule> =>
  bodyOf(
    await company.w.attendant.post<Schedule>('/schedules', {
      contactId,
      body: 'Modelo',
      whatsappId: company.connection.id,
      sendAt: new Date(Date.now() + hour).toISOString(),
      ...body,
    }),
    201,
  );
const read = async ({ id }: Schedule): Promise<Schedule> =>
  bodyOf(await company.w.attendant.get<Schedule>(`/schedules/${id}`));

/** All waiting jobs run now. */
const comesDue = () => company.runDueJobs();

test('inside of the window a text is sent, outside of it only a template', async () => {
  const { ticket } = await company.conversation();
  const text = await plan(ticket.contactId, { body: 'Até amanhã!' });
  await comesDue();
  expect((await read(text)).status).toBe('ENVIADA');
  expect((await company.messagesOf(ticket)).at(-1)).toMatchObject({ body: 'Até amanhã!', status: 'delivered' });

  const { ticket: quiet } = await company.conversation(25);
  const before = await company.messagesOf(quiet);
  const late = await plan(quiet.contactId, { body: 'Até amanhã!' });
  const template = await plan(quiet.contactId, { template: filled });
  expect(template.body).toBe('Olá Ana, sua consulta é dia 20/08. Até lá, Ana!');
  await comesDue();
  expect(await read(late)).toMatchObject({
    status: 'ERRO',
    errorText: expect.stringContaining('O prazo para responder'),
  });
  expect((await read(template)).status).toBe('ENVIADA');
  expect((await company.messagesOf(quiet)).slice(before.length)).toMatchObject([
    { mediaType: 'template', body: template.body, status: 'delivered' },
  ]);
});

test('a customer who never wrote gets a template in a new conversation', async () => {
  const { id: contactId } = bodyOf(
    await company.w.admin.post<{ id: number }>('/contacts', { name: 'Ana', number: company.newNumber() }),
    201,
  );
  const [text, template] = [
    await plan(contactId, { body: 'Bom dia!' }),
    await plan(contactId, { template: filled, queueId: company.w.support.id }),
  ];
  await comesDue();
  expect((await read(text)).status).toBe('ERRO');
  expect((await read(template)).status).toBe('ENVIADA');
  const tickets = await company.app.database.query('select status, queue_id from tickets where contact_id = $1', [
    contactId,
  ]);
  // the refusal left no conversation behind
  expect(tickets).toEqual([{ status: 'pending', queue_id: expect.anything() }]);
});

test('values that do not fit are refused at once; the picture of a header is attached afterwards', async () => {
  const { ticket } = await company.conversation(30);
  const refused = await company.w.attendant.post('/schedules', {
    contactId: ticket.contactId,
    whatsappId: company.connection.id,
    sendAt: new Date(Date.now() + hour).toISOString(),
    body: 'Modelo',
    template: { ...filled, params: { body: ['Ana'] } },
  });
  expect(refused).toMatchObject({ status: 400, body: { fields: { 'template.params.body.2': 'Obrigatório' } } });
  const made = { template: { name: picture.name, language: picture.language } };
  const [without, complete] = [await plan(ticket.contactId, made), await plan(ticket.contactId, made)];
  bodyOf(await company.w.attendant.post(`/schedules/${complete.id}/media-upload`, form({}, [files.png], 'file')));
  await comesDue();
  expect(await read(without)).toMatchObject({ status: 'ERRO', errorText: 'Anexe a imagem do cabeçalho' });
  expect((await read(complete)).status).toBe('ENVIADA');
});

test('what the provider refuses later is an error of the schedule', async () => {
  const { ticket, number } = await company.conversation();
  const made = await plan(ticket.contactId, { body: 'Bom dia!' });
  company.graph.refuse(number, 131026, { times: 1 });
  await comesDue();
  expect(await read(made)).toMatchObject({ status: 'ERRO', errorText: expect.any(String) });
  await company.clearFaults();
});
