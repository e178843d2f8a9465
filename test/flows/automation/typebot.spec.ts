import type { ServerResponse } from 'node:http';
import { sharedApp } from '../../support/app.js';
import { bodyOf } from '../../support/client.js';
import { files } from '../../support/files.js';
import { HttpServer } from '../../support/http-server.js';
import { type IntegratedCompany, integratedCompany } from '../../support/integrated-company.js';
import { ownerWrites } from '../../support/owner-phone.js';
import {
  choiceInput,
  type FlowStep,
  fileBubble,
  TypebotSimulator,
  textBubble,
  textInput,
} from '../../support/typebot-simulator.js';
import type { TicketRow } from '../../support/world.js';

const typebot = await new TypebotSimulator().start();
const media = await new HttpServer().start();
const app = await sharedApp();

afterAll(async () => {
  await Promise.all([typebot.stop(), media.stop()]);
});

beforeEach(() => {
  typebot.fault = undefined;
  typebot.received.length = 0;
  typebot.variables.length = 0;
  typebot.server.requests.length = 0;
  media.answer = (_request, response) => void response.writeHead(404).end();
});

const flow = async (steps: readonly FlowStep[], fields: object = {}): Promise<IntegratedCompany> => {
  const slug = `fluxo-${typebot.flows.size + 1}`;
  typebot.flows.set(slug, steps);
  return integratedCompany(app, {
    type: 'typebot',
    urlN8N: `${typebot.url}/`,
    typebotSlug: slug,
    typebotDelayMessage: 0,
    ...fields,
  });
};
const ticketOf = async (w: IntegratedCompany, id: number): Promise<TicketRow> =>
  bodyOf(await w.admin.get<TicketRow>(`/tickets/${id}`));
/** Makes what waits for its time due. */
async function hurry(): Promise<void> {
  await app.database.query("update outbox_jobs set run_at = now() - interval '1 second' where leased_until is null");
  await app.settled();
}

const threeSteps: readonly FlowStep[] = [
  {
    messages: [
      textBubble({ type: 'p', children: [{ text: 'Bem-vinda à ' }, { text: 'Loja', bold: true }] }),
      textBubble('O que você procura?'),
    ],
    input: choiceInput(['Comprar', 'Trocar']),
  },
  { messages: [textBubble('Qual é o seu nome?')], input: textInput },
  { messages: [textBubble('Obrigado, até logo!')] },
];

test('a flow greets, takes a choice by its number, a text, and ends; the next message begins it again', async () => {
  const w = await flow(threeSteps);
  const customer = w.customer('Ana');
  const ticket = await w.says(customer, 'Oi');
  expect(await w.receivedBy(customer)).toEqual([
    'Bem-vinda à *Loja*',
    'O que você procura?',
    '*[ 1 ]* - Comprar\n*[ 2 ]* - Trocar',
  ]);
  expect(typebot.variables).toEqual([
    expect.objectContaining({ name: 'Ana', pushName: 'Ana', number: customer.number, protocol: String(ticket.code) }),
  ]);
  await w.says(customer, '2');
  await w.says(customer, 'Ana Maria');
  expect(typebot.received).toEqual(['Trocar', 'Ana Maria']);
  expect((await w.receivedBy(customer)).slice(3)).toEqual(['Qual é o seu nome?', 'Obrigado, até logo!']);
  await w.says(customer, 'Mais uma coisa');
  expect(typebot.started).toBe(2);
  expect((await w.receivedBy(customer)).slice(5)).toHaveLength(3);
});

test('a text that is no choice is answered by the flow; several choices go together', async () => {
  const w = await flow(
    [{ messages: [textBubble('Sabores?')], input: choiceInput(['Uva', 'Manga', 'Coco'], true) }, {}],
    {
      typebotUnknownMessage: 'Não entendi.',
    },
  );
  const customer = w.customer();
  await w.says(customer, 'Oi');
  await w.says(customer, 'banana');
  expect((await w.receivedBy(customer)).slice(2)).toEqual([
    'Invalid message. Please, try again.',
    '*[ 1 ]* - Uva\n*[ 2 ]* - Manga\n*[ 3 ]* - Coco',
  ]);
  await w.says(customer, '1, 3');
  expect(typebot.received).toEqual(['banana', 'Uva, Coco']);
  // the flow has nothing to say
  expect((await w.receivedBy(customer)).at(-1)).toBe('Não entendi.');
});

test('a flow that begins with a question takes the first message as its answer', async () => {
  const w = await flow([{ input: textInput }, { messages: [textBubble('Anotado.')], input: textInput }]);
  const customer = w.customer();
  await w.says(customer, 'Quero um orçamento');
  expect(typebot.received).toEqual(['Quero um orçamento']);
  expect(await w.receivedBy(customer)).toEqual(['Anotado.']);
});

test('files are fetched and sent; what cannot be had is sent as its address, what nobody may reach is not', async () => {
  media.answer = ({ path }, response) => {
    if (path === '/foto.png') response.writeHead(200, { 'content-type': 'image/png' }).end(files.png.bytes);
    else if (path === '/volta') response.writeHead(302, { location: 'http://10.0.0.1/segredo' }).end();
    else response.writeHead(404).end();
  };
  const w = await flow([
    {
      messages: [
        fileBubble('image', `${media.url}/foto.png`),
        fileBubble('audio', `${media.url}/sumiu.mp3`),
        fileBubble('image', 'http://10.0.0.1/interno.png'),
        fileBubble('image', `${media.url}/volta`),
        { id: 'v', type: 'video', content: { type: 'youtube', id: 'x', url: 'https://youtu.be/x' } },
        textBubble('Fim'),
      ],
    },
  ]);
  const customer = w.customer();
  await w.says(customer, 'Oi');
  const seen = (await customer.sees()).filter(({ fromCustomer }) => !fromCustomer);
  expect(seen.map(({ body, mediaType }) => [mediaType, body.replace('\u200e', '')])).toEqual([
    ['image', ''],
    ['chat', `${media.url}/sumiu.mp3`],
    ['chat', 'https://youtu.be/x'],
    ['chat', 'Fim'],
  ]);
  expect(seen[0]?.mediaUrl).toBeTruthy();
});

test('messages keep their interval and the waits of the flow, and what the customer writes meanwhile comes after them', async () => {
  const w = await flow(
    [
      {
        messages: [{ ...textBubble('Um'), id: 'um' }, textBubble('Dois')],
        input: textInput,
        clientSideActions: [{ type: 'wait', lastBubbleBlockId: 'um', wait: { secondsToWaitFor: 5 } }],
      },
      { messages: [textBubble('Três')] },
    ],
    { typebotDelayMessage: 2000 },
  );
  const customer = w.customer();
  await w.says(customer, 'Oi');
  expect(await w.receivedBy(customer)).toEqual(['Um']);
  const [job] = await app.database.query<{ seconds: number }>(
    `select extract(epoch from run_at - now())::float8 as seconds from outbox_jobs where name = 'say-bubbles' and company_id = $1`,
    [w.companyId],
  );
  expect(job?.seconds).toBeGreaterThan(5);
  expect(job?.seconds).toBeLessThanOrEqual(7);
  await w.says(customer, 'E aí?');
  expect(typebot.received).toEqual([]);
  await hurry();
  await hurry();
  expect(typebot.received).toEqual(['E aí?']);
  expect(await w.receivedBy(customer)).toEqual(['Um', 'Dois', 'Três']);
});

test('a pause after which the flow goes on by itself', async () => {
  const wait = { type: 'wait', expectsDedicatedReply: true, wait: { secondsToWaitFor: 3 } };
  const w = await flow([
    { messages: [textBubble('Consultando…')], clientSideActions: [{ ...wait, lastBubbleBlockId: undefined }] },
    { messages: [textBubble('Achei!')], input: textInput },
  ]);
  const customer = w.customer();
  await w.says(customer, 'Oi');
  await hurry();
  expect(typebot.received).toEqual([null]);
  expect(await w.receivedBy(customer)).toEqual(['Consultando…', 'Achei!']);
});

test('silence, a forgotten session and the word to begin anew start the flow again', async () => {
  const w = await flow(threeSteps, {
    typebotExpires: 10,
    typebotKeywordRestart: 'Reiniciar',
    typebotRestartMessage: 'Vamos de novo.',
  });
  const customer = w.customer();
  await w.says(customer, 'Oi');
  await app.database.query(
    "update typebot_sessions set answered_at = now() - interval '11 minutes' where company_id = $1",
    [w.companyId],
  );
  await w.says(customer, '1');
  expect([typebot.started, typebot.received]).toEqual([2, []]);
  typebot.expire();
  await w.says(customer, '1');
  expect(typebot.started).toBe(3);
  await w.says(customer, ' reiniciar ');
  expect(typebot.started).toBe(4);
  const received = await w.receivedBy(customer);
  expect(received.slice(9)).toEqual(['Vamos de novo.', ...received.slice(0, 3)]);
});

test('the word to leave ends the answers, without asking typebot', async () => {
  const w = await flow(threeSteps, { typebotKeywordFinish: 'sair' });
  const customer = w.customer();
  const { id } = await w.says(customer, 'Oi');
  const asked = typebot.server.requests.length;
  await w.says(customer, 'SAIR');
  expect(typebot.server.requests).toHaveLength(asked);
  expect(await ticketOf(w, id)).toMatchObject({ status: 'pending', integrationId: null, useIntegration: false });
});

test('a file without a text is not understood', async () => {
  const w = await flow(threeSteps, { typebotUnknownMessage: 'Escreva, por favor.' });
  const customer = w.customer();
  await w.says(customer, 'Oi');
  await w.says(customer, '', { file: files.png });
  expect(typebot.received).toEqual([]);
  expect((await w.receivedBy(customer)).at(-1)).toBe('Escreva, por favor.');
});

test('a question for a file gets its address; a text that is none is left to the flow', async () => {
  const w = await flow([
    { messages: [textBubble('Envie o comprovante.')], input: { type: 'file input' } },
    { messages: [textBubble('Recebido!')], input: textInput },
  ]);
  const customer = w.customer();
  await w.says(customer, 'Oi');
  await w.says(customer, 'Segue', { file: files.pdf });
  await hurry();
  expect(typebot.received).toEqual([expect.stringMatching(/^http.*\/media\/.*contrato\.pdf/)]);
  const [address] = typebot.received;
  const { pathname, search } = new URL(address ?? '');
  expect((await fetch(new URL(pathname + search, app.url))).status).toBe(200);
  expect(await w.receivedBy(customer)).toEqual(['Envie o comprovante.', 'Recebido!']);
});

describe('commands', () => {
  const commanded = async (
    command: object,
  ): Promise<{ w: IntegratedCompany; ticket: TicketRow; received: string[] }> => {
    const w = await flow([
      {
        messages: [
          textBubble('Vou passar você.'),
          textBubble(`#${JSON.stringify(command)}`),
          textBubble('Não digo isto'),
        ],
      },
    ]);
    const customer = w.customer();
    const { id } = await w.says(customer, 'Oi');
    return { w, ticket: await ticketOf(w, id), received: await w.receivedBy(customer) };
  };

  test('move the conversation to a department, or to an attendant', async () => {
    const w = await flow([{ messages: [textBubble('Um momento.'), textBubble('pendente')] }]);
    const move = async (command: object): Promise<TicketRow> => {
      typebot.flows.set(`fluxo-${typebot.flows.size}`, [
        {
          messages: [textBubble('Um momento.'), textBubble(`#${JSON.stringify(command)}`), textBubble('Não digo isto')],
        },
      ]);
      const customer = w.customer();
      const { id } = await w.says(customer, 'Oi');
      expect(await w.receivedBy(customer)).toEqual(['Um momento.']);
      return ticketOf(w, id);
    };
    expect(await move({ queueId: w.support.id })).toMatchObject({
      status: 'pending',
      queueId: w.support.id,
      integrationId: null,
    });
    expect(await move({ queueId: w.sales.id, userId: w.attendant.id })).toMatchObject({
      status: 'open',
      userId: w.attendant.id,
      integrationId: null,
    });
  });

  test('stop the bot', async () => {
    const { ticket, received } = await commanded({ stopBot: true });
    // the only department of the connection greets
    expect(received).toEqual(['Vou passar você.', expect.stringContaining('Olá da ')]);
    expect(ticket).toMatchObject({ status: 'pending', integrationId: null });
  });

  test('of departments that are none, or of another company, are not followed, nor shown', async () => {
    const other = await flow([]);
    for (const command of [
      { queueId: 987_654_321 },
      { queueId: other.support.id },
      { userId: other.attendant.id },
      { x: 1 },
    ]) {
      const { w, ticket, received } = await commanded(command);
      expect(received).toEqual(['Vou passar você.', 'Não digo isto']);
      expect(ticket).toMatchObject({ status: 'pending', queueId: w.sales.id, integrationId: w.integrationId });
    }
  });
});

test('the flow is silent the moment a person accepts, also about what is already asked and to be said', async () => {
  const w = await flow(threeSteps, { typebotDelayMessage: 1000 });
  const customer = w.customer();
  const { id } = await w.says(customer, 'Oi');
  bodyOf(await w.attendant.put(`/tickets/${id}`, { status: 'open' }));
  await hurry();
  expect(await w.receivedBy(customer)).toEqual(['Bem-vinda à *Loja*']);
  expect(await app.database.query('select 1 from typebot_sessions where company_id = $1', [w.companyId])).toEqual([]);
});

test('a server that is away is asked again; one that fails for good leaves the conversation to people', async () => {
  const w = await flow(threeSteps);
  const customer = w.customer();
  let failures = 2;
  typebot.fault = (_request, response) => {
    failures -= 1;
    if (failures < 0) return false;
    response.writeHead(503).end();
    return true;
  };
  const { id } = await w.says(customer, 'Oi');
  await hurry();
  await hurry();
  expect(await w.receivedBy(customer)).toHaveLength(3);
  typebot.fault = (_request, response) => {
    response.writeHead(500).end('erro');
    return true;
  };
  await w.says(customer, '1');
  expect(await ticketOf(w, id)).toMatchObject({ status: 'pending', integrationId: null });
  expect(typebot.server.requests.filter(({ path }) => path.endsWith('/continueChat'))).toHaveLength(1);
});

test('an address inside the network is not called, an answer that is too large or no JSON is none', async () => {
  const inward = await integratedCompany(app, {
    type: 'typebot',
    urlN8N: 'http://10.0.0.1',
    typebotSlug: 'x',
  });
  const { id } = await inward.says(inward.customer(), 'Oi');
  expect(await ticketOf(inward, id)).toMatchObject({ integrationId: null });
  for (const answer of ['<html>', 'x'.repeat(2 * 1024 * 1024)]) {
    const w = await flow(threeSteps);
    typebot.fault = (_request, response) => {
      response.writeHead(200).end(answer);
      return true;
    };
    const customer = w.customer();
    const ticket = await w.says(customer, 'Oi');
    expect([await w.receivedBy(customer), (await ticketOf(w, ticket.id)).integrationId]).toEqual([
      [expect.stringContaining('Olá da ')],
      null,
    ]);
  }
});

test('an answer that cannot be stored as it is loses what PostgreSQL does not hold', async () => {
  const w = await flow([{ messages: [textBubble('Olá\u0000 \ud800Ana')], input: textInput }]);
  const customer = w.customer();
  await w.says(customer, 'Oi');
  expect(await w.receivedBy(customer)).toEqual(['Olá \ufffdAna']);
});

test('without the plan, what is already to be asked is left to people', async () => {
  const w = await flow(threeSteps);
  typebot.fault = (_request, response) => {
    response.writeHead(503).end();
    return true;
  };
  const { id } = await w.says(w.customer(), 'Oi');
  const asked = typebot.server.requests.length;
  bodyOf(await app.platform.put(`/plans/${w.planId}`, { useIntegrations: false }));
  await hurry();
  expect(typebot.server.requests).toHaveLength(asked);
  expect((await ticketOf(w, id)).integrationId).toBeNull();
});

test('of two processes that ask about a message only the later one is received', async () => {
  const w = await flow(threeSteps);
  const customer = w.customer();
  const thinking = Promise.withResolvers<ServerResponse>();
  typebot.fault = (_request, response) => {
    thinking.resolve(response);
    return true;
  };
  await customer.writes('Oi');
  const response = await thinking.promise;
  // as the one that took the job over marks it
  await app.database.query('update typebot_sessions set asked_attempt = 2 where company_id = $1', [w.companyId]);
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ sessionId: 'tarde', messages: [textBubble('Duas vezes')], input: textInput }));
  await app.settled();
  expect(await w.receivedBy(customer)).toEqual([]);
  expect(
    await app.database.query(
      'select session_id, asked_message_id is not null as asked from typebot_sessions where company_id = $1',
      [w.companyId],
    ),
  ).toEqual([{ session_id: null, asked: true }]);
});

test('a file that cannot be sent is neither fetched nor kept', async () => {
  media.answer = (_request, response) =>
    void response.writeHead(200, { 'content-type': 'image/png' }).end(files.png.bytes);
  const w = await flow([{ messages: [textBubble('Um'), fileBubble('image', `${media.url}/foto.png`)] }], {
    typebotDelayMessage: 1000,
  });
  const customer = w.customer();
  const { id } = await w.says(customer, 'Oi');
  const seen = media.requests.length;
  await app.database.query("update tickets set window_until = now() - interval '1 second' where id = $1", [id]);
  await hurry();
  expect(media.requests).toHaveLength(seen);
  expect(await w.receivedBy(customer)).toEqual(['Um']);
});

test('the answer to a message that died with its process is not given twice: the flow begins anew', async () => {
  const w = await flow(threeSteps, { typebotRestartMessage: 'Vamos recomeçar.' });
  const customer = w.customer();
  const { id } = await w.says(customer, 'Oi');
  // as a process leaves it that dies between the call and the storing of its answer
  await app.database.query(
    'update typebot_sessions set asked_message_id = (select last_value + 1 from messages_id_seq) where ticket_id = $1',
    [id],
  );
  await customer.says('1');
  expect(typebot.received).toEqual([]);
  const received = await w.receivedBy(customer);
  expect(received.slice(3)).toEqual(['Vamos recomeçar.', ...received.slice(0, 3)]);
  // asked about the same message once more, nothing happens
  await w.hand(id);
  await app.settled();
  expect(await w.receivedBy(customer)).toEqual(received);
});

test('the owner answers on the phone: the flow ends, with what it had not said yet', async () => {
  const w = await flow(threeSteps, { typebotDelayMessage: 9_000 });
  const customer = w.customer('Ana');
  const ticket = await w.says(customer, 'Oi');
  expect(await w.receivedBy(customer)).toHaveLength(1);
  await ownerWrites(w, customer.number, 'Oi Ana, sou eu');
  await hurry();
  await w.says(customer, '2');
  expect((await w.receivedBy(customer)).slice(1)).toEqual(['Oi Ana, sou eu']);
  expect(typebot.received).toEqual([]);
  expect(await ticketOf(w, ticket.id)).toMatchObject({ status: 'pending', integrationId: null });
  expect(await app.database.query('select 1 from typebot_sessions where ticket_id = $1', [ticket.id])).toEqual([]);
});
