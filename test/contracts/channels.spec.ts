// @isolated: gives the application an engine before it is imported
import '../support/whatsapp-simulator/register.js';

import { OutboundHttp } from '../../src/core/http/outbound-http.js';
import { channelDefinitions } from '../../src/modules/channels/connections/channels/channel-definitions.js';
import { startApp, type TestApp } from '../support/app.js';
import { type ChannelSide, channelSides } from '../support/channels/channel-side.js';
import { bodyOf, type Refusal } from '../support/client.js';
import type { ConnectionRow } from '../support/cloud-company.js';
import { files, form } from '../support/files.js';
import { GraphSimulator } from '../support/graph-simulator/graph-simulator.js';
import { violationsIn } from '../support/invariants.js';
import { until } from '../support/until.js';
import { serveMedia } from '../support/whatsapp-simulator/media-host.js';
import type { MessageRow, TicketRow } from '../support/world.js';

/* What every channel promises to conversations, whatever its provider is like. */

const graph = new GraphSimulator({ statuses: { delayMs: [0, 0] }, webhooks: { parallel: 1 } });
const whatsappFiles = new Map<string, Buffer>();
let app: TestApp;

beforeAll(async () => {
  await graph.start();
  app = await startApp({ GRAPH_API_URL: graph.url });
  serveMedia(app.nest.get(OutboundHttp), whatsappFiles);
});
afterAll(async () => {
  await graph.stop();
  await app.close();
});

const sides = channelSides(whatsappFiles);

test('every channel has its outside here', () => {
  expect(Object.keys(sides).toSorted()).toEqual(channelDefinitions.map(({ name }) => name).toSorted());
});

describe.each(Object.keys(sides))('%s', (name) => {
  let side: ChannelSide;
  let ids = 0;

  const settled = async (): Promise<void> => {
    for (let round = 0; round < 3; round += 1) {
      await graph.settled();
      await app.settled();
    }
  };
  const newId = (): string => {
    ids += 1;
    return `${name}${String(ids).padStart(6, '0')}`;
  };
  const findTicket = async (customer: string): Promise<TicketRow | undefined> => {
    const { tickets } = bodyOf(
      await side.w.admin.get<{ tickets: TicketRow[] }>('/tickets?showAll=true&status=pending&pageNumber=1'),
    );
    return tickets.find(({ contact }) => contact.number === customer);
  };
  const messagesOf = async ({ id }: TicketRow): Promise<MessageRow[]> =>
    bodyOf(await side.w.admin.get<{ messages: MessageRow[] }>(`/messages/${id}?peek=true`)).messages;
  const current = async (ticket: TicketRow, { id }: MessageRow): Promise<MessageRow | undefined> =>
    (await messagesOf(ticket)).find((message) => message.id === id);
  /** A customer who has written, and whose conversation the attendant has accepted. */
  const conversation = async (): Promise<{ customer: string; ticket: TicketRow }> => {
    const customer = side.newCustomer();
    await side.says(customer, newId(), 'oi');
    let ticket: TicketRow | undefined;
    await until('the conversation is there', async () => {
      await settled();
      ticket = await findTicket(customer);
      return ticket !== undefined;
    });
    if (!ticket) throw new Error('No conversation');
    bodyOf(await side.w.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
    await settled();
    return { customer, ticket };
  };
  const post = async ({ id }: TicketRow, body: string): Promise<MessageRow> =>
    bodyOf(await side.w.attendant.post<MessageRow>(`/messages/${id}`, { body }), 201);
  const arrived = (ticket: TicketRow, count: number): Promise<void> =>
    until(`${count} messages are stored`, async () => {
      await settled();
      return (await messagesOf(ticket)).length >= count;
    });
  const times = (customer: string, text: string): number =>
    side.reached(customer).filter((each) => each === text).length;
  /** Until the provider has it: what fails for a while is tried again. */
  const reaches = (customer: string, text: string): Promise<void> =>
    until(`${text} has reached the customer`, async () => {
      await side.recovers();
      return times(customer, text) > 0;
    });

  beforeAll(async () => {
    const setUp = sides[name];
    if (!setUp) throw new Error(`No outside of ${name}`);
    side = await setUp(app, graph);
    await settled();
  });

  test('stores what is reported twice once, and in the order in which it was written', async () => {
    const { customer, ticket } = await conversation();
    const written = Array.from({ length: 5 }, (_, index) => [newId(), `linha ${index}`] as const);
    for (const [id, text] of written) await side.says(customer, id, text);
    for (const [id, text] of written) await side.says(customer, id, text);
    await arrived(ticket, 6);
    await settled();
    expect((await messagesOf(ticket)).map(({ body }) => body)).toEqual(['oi', ...written.map(([, text]) => text)]);
  });

  test('stores a burst of 500 messages of 100 new customers, each in its order', async () => {
    const burst = Array.from({ length: 100 }, () => side.newCustomer());
    for (let line = 0; line < 5; line += 1)
      for (const customer of burst) await side.says(customer, newId(), `linha ${line}`);
    const stored = (): Promise<{ number: string; bodies: string[] }[]> =>
      app.database.query(
        `select c.number, array_agg(m.body order by m.id) as bodies from messages m join contacts c on c.id = m.contact_id
         where c.company_id = $1 and c.number = any($2) group by c.number`,
        [side.w.companyId, burst],
      );
    await until('all are stored', async () => {
      await settled();
      return (await stored()).reduce((count, { bodies }) => count + bodies.length, 0) >= 500;
    });
    const lines = Array.from({ length: 5 }, (_, line) => `linha ${line}`);
    expect(new Set((await stored()).map(({ number }) => number))).toEqual(new Set(burst));
    for (const { bodies } of await stored()) expect(bodies).toEqual(lines);
  });

  test('sends what is written to a customer in its order, once', async () => {
    const { customer, ticket } = await conversation();
    const texts = Array.from({ length: 5 }, (_, index) => `resposta ${index}`);
    for (const text of texts) await post(ticket, text);
    await reaches(customer, 'resposta 4');
    await settled();
    expect(side.reached(customer)).toEqual(texts);
  });

  test('takes files both ways', async () => {
    const { customer, ticket } = await conversation();
    await side.sendsFile(customer, newId(), files.png);
    await arrived(ticket, 2);
    const received = (): Promise<MessageRow | undefined> =>
      messagesOf(ticket).then((messages) => messages.find(({ fromMe, mediaType }) => !fromMe && mediaType === 'image'));
    await until('the file is here', async () => {
      await settled();
      return Boolean((await received())?.mediaUrl);
    });
    const url = (await received())?.mediaUrl ?? '';
    const shown = await side.w.attendant.download(url);
    expect(Buffer.from(await shown.arrayBuffer()).equals(files.png.bytes)).toBe(true);
    bodyOf(await side.w.attendant.post(`/messages/${ticket.id}`, form({ body: '' }, [files.png])), 201);
    await until('the file has left', async () => {
      await side.recovers();
      return side.reached(customer).length > 0;
    });
    expect(side.reached(customer)).toEqual([expect.stringContaining('image')]);
  });

  test.each(['retry', 'rate'] as const)('a provider that fails for a while (%s) costs no message', async (how) => {
    const { customer, ticket } = await conversation();
    side.fails(how);
    const sent = await post(ticket, `apesar de ${how}`);
    const next = await post(ticket, `depois de ${how}`);
    await reaches(customer, `depois de ${how}`);
    await settled();
    expect(side.reached(customer)).toEqual([`apesar de ${how}`, `depois de ${how}`]);
    for (const message of [sent, next])
      expect((await current(ticket, message))?.status).toMatch(/^(sent|delivered|read)$/);
  });

  test('an answer that does not come makes nothing be shown twice', async () => {
    const { customer, ticket } = await conversation();
    side.fails('unanswered');
    const sent = await post(ticket, 'sem resposta');
    await reaches(customer, 'sem resposta');
    await side.recovers();
    expect(times(customer, 'sem resposta')).toBe(1);
    expect((await current(ticket, sent))?.status).toMatch(/^(sent|delivered|read|uncertain|failed)$/);
  });

  test('refuses what it cannot do, before anything is stored', async () => {
    const { customer, ticket } = await conversation();
    const { capabilities } = bodyOf(await side.w.admin.get<ConnectionRow>(`/whatsapp/${side.connection.id}`));
    const { attendant } = side.w;
    const sent = await post(ticket, 'olá');
    await reaches(customer, 'olá');
    await settled();
    const interactive = { type: 'button', body: 'Escolha', buttons: [{ title: 'Sim' }] };
    const before = (await messagesOf(ticket)).length;
    for (const [capability, act] of [
      ['buttons', () => attendant.post<Refusal>(`/messages/${ticket.id}`, { interactive })],
      ['edit', () => attendant.post<Refusal>(`/messages/edit/${sent.id}`, { body: 'olá!' })],
    ] as const) {
      const answer = await act();
      const expected = capabilities[capability] ? { status: expect.any(Number) } : { status: 422 };
      expect({ capability, ...answer }).toMatchObject({ capability, ...expected });
      if (!capabilities[capability]) expect(answer.body.code).toBe('ERR_CHANNEL_CANNOT');
      else expect(answer.status).toBeLessThan(300);
    }
    await settled();
    expect(await messagesOf(ticket)).toHaveLength(before + (capabilities['buttons'] ? 1 : 0));
  });

  // the last one: its connection is out of order afterwards
  test('credentials that are void disconnect it, say so, and cost no message of a customer', async () => {
    if (name === 'sandbox') return expect(side.connection.id).toBe(side.w.connection.id);
    const { customer, ticket } = await conversation();
    side.fails('auth');
    const answer = await side.w.attendant.post<MessageRow & Refusal>(`/messages/${ticket.id}`, { body: 'perdida?' });
    const row = async (): Promise<ConnectionRow> =>
      bodyOf(await side.w.admin.get<ConnectionRow>(`/whatsapp/${side.connection.id}`));
    await until('it is disconnected', async () => {
      await settled();
      return (await row()).status === 'DISCONNECTED';
    });
    expect((await row()).lastError?.text).toMatch(/\w{3}/);
    // refused at once where the connection was known to be void already
    if (answer.status === 201)
      await until('the message has failed', async () => (await current(ticket, answer.body))?.status === 'failed');
    else expect(answer.body.code).toBe('ERR_WAPP_NOT_INITIALIZED');
    expect(times(customer, 'perdida?')).toBe(0);
    expect((await messagesOf(ticket))[0]).toMatchObject({ body: 'oi' });
    // the two channels of a page share its token
    await side.recovers();
  });
});

test('leaves nothing inconsistent', async () => {
  expect(await violationsIn(app)).toEqual([]);
});
