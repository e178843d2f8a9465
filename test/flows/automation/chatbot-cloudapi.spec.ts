import { sql } from 'kysely';
import { bodyOf } from '../../support/client.js';
import { CloudCompany } from '../../support/cloud-company.js';
import { defaultNumber, sends } from '../../support/graph-simulator/graph-simulator.js';
import type { Named } from '../../support/world.js';

const company = await CloudCompany.start({ connection: { greetingMessage: 'Olá, {{firstName}}!' } });
const queues: Named[] = [];

beforeAll(async () => {
  const { w } = company;
  queues.push(w.sales, w.support);
  await shows(2);
});
afterAll(() => company.stop());

/** The menu has so many departments. */
async function shows(count: number): Promise<void> {
  const { w, connection } = company;
  while (queues.length < count) {
    const number = queues.length + 1;
    const color = `#00${String(number).padStart(4, '0')}`;
    queues.push(
      bodyOf(await w.admin.post<Named>('/queue', { name: `Setor ${number}`, color, orderQueue: number }), 201),
    );
  }
  bodyOf(await w.admin.put(`/whatsapp/${connection.id}`, { queueIds: queues.slice(0, count).map(({ id }) => id) }));
}

const form = async (value: string): Promise<void> => {
  bodyOf(await company.w.admin.put('/settings/chatBotType', { value }));
};
const sentTo = (number: string): Record<string, unknown>[] =>
  company.graph.log.accepted.filter(({ body }) => body['to'] === number).map(({ body }) => body);
const writes = async (number: string, content: ReturnType<typeof sends.text>): Promise<void> => {
  company.graph.customerSends({ from: number, name: 'Ana Souza' }, content);
  await company.settled();
};

test('buttons, whose press picks the department; its options as a list with the ways back below', async () => {
  const { w } = company;
  await form('button');
  const long = 'Segunda via de boleto e de nota fiscal eletrônica';
  await company.app.as(w.companyId, (db) =>
    db.run(sql`insert into queue_options (company_id, queue_id, title, message, option) values
      (${w.companyId}, ${w.sales.id}, ${long}, 'Enviamos por e-mail.', 1)`),
  );
  const number = company.newNumber();
  await writes(number, sends.text('oi'));
  expect(sentTo(number)).toMatchObject([
    {
      type: 'interactive',
      interactive: {
        type: 'button',
        body: { text: '\u200eOlá, Ana!' },
        action: { buttons: [{ reply: { id: `queue:${w.sales.id}` } }, { reply: { id: `queue:${w.support.id}` } }] },
      },
    },
  ]);
  await form('list');
  await writes(number, sends.buttonReply(`queue:${w.sales.id}`, w.sales.name));
  const options = await company.app.database.query<{ id: string }>(
    'select id from queue_options where company_id = $1',
    [w.companyId],
  );
  expect(sentTo(number)[1]).toMatchObject({
    interactive: {
      type: 'list',
      footer: { text: '# - Menu inicial' },
      action: {
        sections: [
          { rows: [{ id: `option:${options[0]?.id}`, title: 'Segunda via de boleto e…', description: long }] },
        ],
      },
    },
  });
  await writes(number, sends.listReply(`option:${options[0]?.id}`, 'Segunda via de boleto e…'));
  expect(sentTo(number)[2]).toMatchObject({ text: { body: '\u200eEnviamos por e-mail.' } });
  expect(await company.ticketOf(number)).toMatchObject({ queueId: w.sales.id, status: 'pending' });
  // a button of the first menu still names its department
  await writes(number, sends.buttonReply(`queue:${w.support.id}`, w.support.name));
  expect(await company.ticketOf(number)).toMatchObject({ queueId: w.support.id });
});

test('a row of an earlier attendance still sends its message', async () => {
  const { w } = company;
  await form('list');
  const [entry] = await company.app.database.query<{ id: string }>(
    'select id from queue_options where company_id = $1 and queue_id = $2',
    [w.companyId, w.sales.id],
  );
  const number = company.newNumber();
  await writes(number, sends.text('oi'));
  await writes(number, sends.buttonReply(`queue:${w.sales.id}`, w.sales.name));
  bodyOf(await w.admin.put(`/tickets/${(await company.ticketOf(number)).id}`, { status: 'closed' }));
  await writes(number, sends.listReply(`option:${entry?.id}`, 'Segunda via de boleto e…'));
  expect(sentTo(number).at(-1)).toMatchObject({ text: { body: '\u200eEnviamos por e-mail.' } });
});

test('a greeting as long as Meta allows leaves no room for the mark: the numbered text', async () => {
  const { w, connection } = company;
  await form('button');
  const greets = async (length: number): Promise<unknown> => {
    bodyOf(await w.admin.put(`/whatsapp/${connection.id}`, { greetingMessage: 'x'.repeat(length) }));
    const number = company.newNumber();
    await writes(number, sends.text('oi'));
    return sentTo(number)[0]?.['type'];
  };
  expect([await greets(1023), await greets(1024)]).toEqual(['interactive', 'text']);
  bodyOf(await w.admin.put(`/whatsapp/${connection.id}`, { greetingMessage: 'Olá, {{firstName}}!' }));
});

test('more departments than buttons or rows: the numbered text', async () => {
  await shows(4);
  await form('button');
  const number = company.newNumber();
  await writes(number, sends.text('oi'));
  expect(sentTo(number)).toMatchObject([{ text: { body: expect.stringContaining('*[ 4 ]* - Setor 4') } }]);
  await shows(11);
  await form('list');
  const other = company.newNumber();
  await writes(other, sends.text('oi'));
  expect(sentTo(other)).toMatchObject([{ text: { body: expect.stringContaining('*[ 11 ]* - Setor 11') } }]);
  await writes(other, sends.text('11'));
  expect(await company.ticketOf(other)).toMatchObject({ queueId: queues[10]?.id });
});

test.each([
  ['a button of a template', sends.button('SAIR', 'payload-1')],
  ['a button by its id', sends.buttonReply('sair', 'Não quero mais')],
  ['a row', sends.listReply('opt:9', 'Sair 🚫')],
])('%s with the opt-out word gets one confirmation and no menu', async (_kind, content) => {
  await form('text');
  const number = company.newNumber();
  await writes(number, content);
  expect(sentTo(number)).toMatchObject([{ text: { body: expect.stringContaining('campanhas') } }]);
  const ticket = await company.ticketOf(number);
  expect(ticket).toMatchObject({ status: 'closed', unreadMessages: 0 });
  const path = `/contacts/${ticket.contactId}`;
  expect(bodyOf(await company.w.admin.get(path))).toMatchObject({ optedOut: true });
});

test('a refusal at WhatsApp, or a failure that means one, opts out without a conversation; resume undoes it', async () => {
  const { w } = company;
  const number = company.newNumber();
  const optedOut = async (): Promise<unknown> =>
    bodyOf(await w.admin.get<{ contacts: { optedOut: boolean }[] }>(`/contacts?searchParam=${number}`)).contacts.map(
      (contact) => contact.optedOut,
    );
  const report = async (field: string, value: object): Promise<void> => {
    const metadata = { display_phone_number: '551140028922', phone_number_id: defaultNumber.phoneNumberId };
    const change = { field, value: { messaging_product: 'whatsapp', metadata, ...value } };
    company.graph.postWebhook({
      object: 'whatsapp_business_account',
      entry: [{ id: '102290129340398', changes: [change] }],
    });
    await company.settled();
  };
  const wants = async (value: 'stop' | 'resume', timestamp: number): Promise<void> => {
    await report('user_preferences', {
      user_preferences: [{ wa_id: number, category: 'marketing_messages', value, timestamp }],
    });
  };
  await wants('stop', 1_795_000_000);
  expect(await optedOut()).toEqual([true]);
  expect(sentTo(number)).toEqual([]);
  await wants('resume', 1_795_000_100);
  expect(await optedOut()).toEqual([false]);
  await report('messages', {
    statuses: [
      {
        ...{ id: `wamid.${number}`, status: 'failed', timestamp: '1795000200', recipient_id: number },
        errors: [{ code: 131050, title: 'User stopped marketing messages' }],
      },
    ],
  });
  expect(await optedOut()).toEqual([true]);
  await writes(number, sends.text('Voltar, por favor'));
  expect(await optedOut()).toEqual([false]);
  expect(sentTo(number)).toMatchObject([{ text: { body: expect.stringContaining('voltar a receber') } }]);
  expect(await company.ticketOf(number)).toMatchObject({ status: 'closed', unreadMessages: 0 });
  // nothing to undo: a message like any other
  await form('text');
  await writes(number, sends.text('voltar'));
  expect(await company.ticketOf(number)).toMatchObject({ status: 'pending' });
});

test.each([
  ['by its title', '#00ff01', (_option: number) => sends.text('voltar')],
  ['by its button', '#00ff02', (option: number) => sends.buttonReply(`option:${option}`, 'Voltar')],
])('an entry "Voltar" that is chosen %s undoes no opt-out', async (how, color, choice) => {
  const { w } = company;
  await form('text');
  await shows(2);
  const name = `Setor ${how}`;
  const queue = bodyOf(await w.admin.post<Named>('/queue', { name, color }), 201);
  const input = { queueId: queue.id, title: 'Voltar', message: 'Voltamos já.', option: 1 };
  const { id: option } = bodyOf(await w.admin.post<{ id: number }>('/queue-options', input), 201);
  const queueIds = [queue.id, ...queues.slice(0, 2).map(({ id }) => id)];
  bodyOf(await w.admin.put(`/whatsapp/${company.connection.id}`, { queueIds }));
  const number = company.newNumber();
  await writes(number, sends.text('sair'));
  await writes(number, sends.text('oi'));
  await writes(number, sends.text(name));
  await writes(number, choice(option));
  const ticket = await company.ticketOf(number);
  expect(ticket).toMatchObject({ status: 'pending', queueId: queue.id });
  const optedOut = async (): Promise<unknown> =>
    bodyOf(await w.admin.get<{ optedOut: boolean }>(`/contacts/${ticket.contactId}`)).optedOut;
  expect(await optedOut()).toBe(true);
  expect(sentTo(number).at(-1)).toMatchObject({ text: { body: expect.stringContaining('Voltamos já.') } });
  // no menu waits for a choice any more
  await writes(number, sends.text('voltar'));
  expect(await optedOut()).toBe(false);
});

test('the owner answers on the phone: the menu ends, and a closed conversation stays closed', async () => {
  const { w } = company;
  await form('text');
  const number = company.newNumber();
  await writes(number, sends.text('oi'));
  expect(sentTo(number)).toHaveLength(1);
  await company.ownerSends(number, { type: 'text', text: { body: 'Oi, sou eu' } });
  await writes(number, sends.text('1'));
  expect(sentTo(number)).toHaveLength(1);
  const ticket = await company.ticketOf(number);
  expect(ticket).toMatchObject({ status: 'pending', queueId: null });
  bodyOf(await w.admin.put(`/tickets/${ticket.id}`, { status: 'closed' }));
  await company.ownerSends(number, { type: 'text', text: { body: 'Até logo' } });
  expect(await company.ticketOf(number)).toMatchObject({ id: ticket.id, status: 'closed', lastMessage: 'Até logo' });
});

describe('calls', () => {
  const calls = async (number: string, id: string, at = company.graph.options.now()): Promise<void> => {
    company.graph.customerCalls({ from: number, name: 'Ana Souza', id, at });
    await company.settled();
  };

  test('a call is rejected, told and noted, once for each; the end of it is no message', async () => {
    const number = company.newNumber();
    await calls(number, 'wacid.1');
    const ticket = await company.ticketOf(number);
    expect(ticket).toMatchObject({ status: 'pending', unreadMessages: 1 });
    const messages = await company.messagesOf(ticket);
    expect(messages).toMatchObject([
      { mediaType: 'call_log', fromMe: false, body: 'Chamada perdida' },
      { fromMe: true, body: expect.stringContaining('não atendemos chamadas') },
    ]);
    expect(company.graph.log.calls).toEqual([expect.objectContaining({ call_id: 'wacid.1', action: 'reject' })]);
    // again within minutes: rejected and noted, not told again
    await calls(number, 'wacid.2');
    expect((await company.messagesOf(ticket)).map(({ mediaType }) => mediaType)).toEqual([
      'call_log',
      'chat',
      'call_log',
    ]);
    expect(company.graph.log.calls).toHaveLength(2);
  });

  test('where the company accepts calls they are only noted', async () => {
    bodyOf(await company.w.admin.put('/settings/call', { value: 'enabled' }));
    const number = company.newNumber();
    await calls(number, 'wacid.3');
    expect(await company.messagesOf(await company.ticketOf(number))).toMatchObject([{ mediaType: 'call_log' }]);
    expect(company.graph.log.calls.map(({ call_id }) => call_id)).not.toContain('wacid.3');
  });
});
