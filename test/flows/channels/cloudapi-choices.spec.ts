import { bodyOf } from '../../support/client.js';
import { CloudCompany } from '../../support/cloud-company.js';
import { filled } from '../../support/cloud-templates.js';
import { sends } from '../../support/graph-simulator/graph-simulator.js';
import { violationsIn } from '../../support/invariants.js';
import { type MalformedField, serverErrorsOver } from '../../support/malformed-values.js';
import { program, serviceToken } from '../../support/programs.js';
import type { MessageRow, TicketRow } from '../../support/world.js';

const company = await CloudCompany.start();
let refusing: TicketRow;

beforeAll(async () => {
  refusing = (await company.conversation()).ticket;
});
afterAll(() => company.stop());

test('buttons and lists are sent, and the answers received', async () => {
  const { number, ticket } = await company.conversation();
  const buttons = await company.send(ticket, {
    interactive: {
      type: 'button',
      body: 'Confirma?',
      footer: 'Clínica',
      buttons: [{ id: 's', title: 'Sim' }, { title: 'Não' }],
    },
  });
  expect(buttons).toMatchObject({
    mediaType: 'interactive',
    body: 'Confirma?',
    data: { buttons: [{ text: 'Sim' }, { text: 'Não' }] },
  });
  expect(company.accepted(buttons.id)).toMatchObject([
    {
      body: {
        interactive: {
          action: { buttons: [{ type: 'reply', reply: { id: 's', title: 'Sim' } }, { reply: { id: '2' } }] },
        },
      },
    },
  ]);
  const list = await company.send(ticket, {
    interactive: {
      type: 'list',
      body: 'Qual unidade?',
      header: 'Unidades',
      button: 'Escolher',
      sections: [{ rows: [{ title: 'Centro', description: 'Rua A' }, { title: 'Norte' }] }],
    },
  });
  expect(await company.current(ticket, list.id)).toMatchObject({ status: 'delivered' });
  company.graph.customerSends(
    { from: number, quoted: company.accepted(list.id)[0]?.id ?? '' },
    sends.listReply('1', 'Centro'),
  );
  await company.settled();
  expect((await company.messagesOf(ticket)).at(-1)).toMatchObject({
    body: 'Centro',
    quotedMsg: { id: list.id },
    data: { reply: { kind: 'list_reply', id: '1' } },
  });
});

test.each([
  ['no buttons', { type: 'button', body: 'x' }, 'interactive.buttons'],
  [
    'four buttons',
    { type: 'button', body: 'x', buttons: [1, 2, 3, 4].map((n) => ({ title: `${n}` })) },
    'interactive.buttons',
  ],
  ['a long button', { type: 'button', body: 'x', buttons: [{ title: 'x'.repeat(21) }] }, 'interactive.buttons.0.title'],
  [
    'the same button twice',
    { type: 'button', body: 'x', buttons: [{ title: 'Sim' }, { title: 'Sim' }] },
    'interactive.buttons',
  ],
  ['a long body', { type: 'button', body: 'x'.repeat(1025), buttons: [{ title: 'Sim' }] }, 'interactive.body'],
  ['an empty list', { type: 'list', body: 'x', sections: [{ rows: [] }] }, 'interactive.sections'],
  [
    'eleven rows',
    {
      type: 'list',
      body: 'x',
      sections: [1, 2].map((s) => ({ title: `${s}`, rows: [1, 2, 3, 4, 5, 6].map((n) => ({ title: `${s}-${n}` })) })),
    },
    'interactive.sections',
  ],
  [
    'sections without names',
    { type: 'list', body: 'x', sections: [{ rows: [{ title: 'a' }] }, { rows: [{ title: 'b' }] }] },
    'interactive.sections.title',
  ],
  ['another type', { type: 'flow', body: 'x' }, 'interactive.type'],
  ['no object', 'x', 'interactive'],
])('%s is refused by name', async (_name, interactive, field) => {
  const { status, body } = await company.w.attendant.post(`/messages/${refusing.id}`, { interactive });
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]]);
});

test('variables are filled; unknown ones are refused to a person and left out of what a program sends', async () => {
  const { ticket } = await company.conversation();
  const choices = (body: string, title: string) => ({ interactive: { type: 'button', body, buttons: [{ title }] } });
  const sent = await company.send(ticket, choices('Protocolo {{protocol}}', 'Sim'));
  expect(sent.body).toMatch(/^Protocolo \d+$/);
  const post = (path: string, body: object) => company.w.attendant.post(path, body);
  for (const refused of [choices('Oi {{x}}', 'Sim'), choices('Oi', '{{x}}')])
    expect(await post(`/messages/${ticket.id}`, refused)).toMatchObject({
      status: 400,
      body: { fields: { body: expect.stringMatching(/^Não existe a variável {{x}}/) } },
    });
  const params = { ...filled.params, body: ['Ana', '{{x}}'] };
  expect(await post(`/messages/${ticket.id}`, { template: { ...filled, params } })).toMatchObject({
    status: 400,
    body: { fields: { body: expect.stringMatching(/^Não existe a variável {{x}}/) } },
  });
  const { token } = await serviceToken(company.w, ['messages:write']);
  const erp = program(company.app, token);
  expect(await erp.post(`/messages/${ticket.id}`, choices('Oi {{x}}!', '{{x}}'))).toMatchObject({
    status: 400,
    body: { fields: { interactive: expect.any(String) } },
  });
  const { id } = bodyOf(await erp.post<MessageRow>(`/messages/${ticket.id}`, choices('Oi {{x}}!', 'Sim')), 201);
  await company.settled();
  expect(company.accepted(id)).toMatchObject([{ body: { interactive: { body: { text: 'Oi !' } } } }]);
});

test('the test phone shows choices as numbered text', async () => {
  const customer = company.w.customer();
  const { id } = await customer.says('oi');
  const ticket = bodyOf(await company.w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
  await company.send(ticket, {
    interactive: { type: 'button', body: 'Confirma?', buttons: [{ title: 'Sim' }, { title: 'Não' }] },
  });
  expect((await customer.sees()).at(-1)).toMatchObject({
    mediaType: 'interactive',
    body: 'Confirma?\n\n1. Sim\n2. Não',
  });
  expect((await company.w.attendant.post(`/messages/${id}`, { template: filled })).body.code).toBe(
    'ERR_CHANNEL_CANNOT',
  );
});

test('malformed choices are refused or sent, never a 5xx', async () => {
  const { ticket } = await company.conversation();
  const whole = {
    type: 'list',
    body: 'x',
    header: 'h',
    footer: 'f',
    button: 'b',
    buttons: [{ id: '1', title: 'Sim' }],
    sections: [{ title: 's', rows: [{ id: '1', title: 'r', description: 'd' }] }],
  };
  const list = (given: object) => ({ interactive: { ...whole, ...given } });
  const button = (given: object) => list({ type: 'button', ...given });
  const places: MalformedField[] = [
    ...Object.keys(whole).flatMap((key): MalformedField[] => [
      [`list ${key}`, (value) => list({ [key]: value })],
      [`button ${key}`, (value) => button({ [key]: value })],
    ]),
    ['a button', (value) => button({ buttons: [value] })],
    ['its title', (value) => button({ buttons: [{ title: value, id: value }] })],
    ['a section', (value) => list({ sections: [value] })],
    ['a row', (value) => list({ sections: [{ title: value, rows: [value] }] })],
    ['its words', (value) => list({ sections: [{ rows: [{ title: value, description: value, id: value }] }] })],
  ];
  expect(await serverErrorsOver(company.w.attendant, `/messages/${ticket.id}`, places)).toEqual([]);
});

test('no message was sent twice, and every invariant holds', async () => {
  expect(company.graph.log.duplicates()).toEqual([]);
  expect(await violationsIn(company.app)).toEqual([]);
});
