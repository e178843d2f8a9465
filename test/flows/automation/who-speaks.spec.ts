import { sharedApp } from '../../support/app.js';
import { ChatEndpoint } from '../../support/chat-endpoint.js';
import { bodyOf } from '../../support/client.js';
import { violationsIn } from '../../support/invariants.js';
import { ownerWrites } from '../../support/owner-phone.js';
import { connectionToken, program } from '../../support/programs.js';
import { answersDue, createPrompt } from '../../support/prompts.js';
import { type Customer, type TicketRow, type World, world } from '../../support/world.js';

const endpoint = await new ChatEndpoint().start();
const app = await sharedApp();
/**
 * Games with other choices; more of them by hand: `GAME_SEEDS=200 npm test -- test/flows/automation/who-speaks`. A slow
 * machine plays them in parts, `GAME_FROM=100 GAME_SEEDS=100`, as the sessions of a run end after fifteen minutes.
 */
const seeds = Number(process.env['GAME_SEEDS'] ?? 3);
const firstSeed = Number(process.env['GAME_FROM'] ?? 0);
const botMark = '\u200e';

beforeEach(() => endpoint.reset());
afterAll(async () => {
  expect(await violationsIn(app)).toEqual([]);
  await endpoint.stop();
});

const menu = expect.stringContaining('Com quem deseja falar?');
const connectionHas = async (w: World, values: object): Promise<void> => {
  bodyOf(await w.admin.put(`/whatsapp/${w.connection.id}`, values));
};
const setting = async (w: World, key: string, value: string): Promise<void> => {
  bodyOf(await w.admin.put(`/settings/${key}`, { value }));
};

/** A company whose connection has a menu of both departments. */
async function company(values: object = {}): Promise<World> {
  const w = await world(app);
  const queueIds = [w.sales.id, w.support.id];
  await connectionHas(w, { queueIds, greetingMessage: 'Com quem deseja falar?', ...values });
  return w;
}

/** The customer writes, and prompts have answered. @returns the conversation and what was received since */
async function says(w: World, customer: Customer, text: string): Promise<{ ticket: TicketRow; received: string[] }> {
  const { id } = await customer.says(text);
  await answersDue(w);
  const messages = await customer.sees();
  const last = messages.findLastIndex(({ fromCustomer }) => fromCustomer);
  const received = messages.slice(last + 1).map(({ body }) => body.replace(botMark, ''));
  return { ticket: bodyOf(await w.admin.get<TicketRow>(`/tickets/${id}`)), received };
}

/** The action, and with `now` the end of the time in which it can be undone. */
async function bulk(w: World, action: string, ticketId: number, { now = true } = {}): Promise<{ act: number | null }> {
  const { results } = bodyOf(
    await w.admin.post<{ results: { act: number | null; done: boolean }[] }>('/tickets/bulk', {
      action,
      ids: [ticketId],
    }),
  );
  if (now) await undoTimeIsOver();
  return results[0] ?? { act: null };
}

async function undoTimeIsOver(): Promise<void> {
  await app.database.query(
    "update outbox_jobs set run_at = now() - interval '1 second' where name = 'finalize-action' and leased_until is null",
  );
  await app.settled();
}

const notesOf = async (w: World, { id, contactId }: TicketRow): Promise<string[]> =>
  bodyOf(await w.admin.get<{ note: string }[]>(`/ticket-notes/list?ticketId=${id}&contactId=${contactId}`)).map(
    ({ note }) => note,
  );

describe('we began the conversation', () => {
  test('the answer to the public API waits for a person in the department, with bot it gets the menu', async () => {
    const w = await company();
    const api = program(app, await connectionToken(w, w.connection.id));
    const send = async (number: string, more: object): Promise<void> => {
      bodyOf(await api.post('/api/messages/send', { number, body: 'Seu pedido saiu', ...more }), 201);
      await w.settled();
    };
    const ana = w.customer('Ana');
    await send(ana.number, { queueId: w.support.id });
    expect(await says(w, ana, 'oi')).toMatchObject({
      ticket: { status: 'pending', queueId: w.support.id, botPaused: true },
      received: [],
    });
    const rui = w.customer('Rui');
    await send(rui.number, { bot: true });
    expect((await says(w, rui, 'oi')).received).toEqual([menu]);
    // the program speaks in the middle of the menu
    await send(rui.number, {});
    expect((await says(w, rui, '1')).received).toEqual([]);
    expect((await api.post('/api/messages/send', { number: rui.number, body: 'x', bot: 'talvez' })).status).toBe(400);
  });

  test('a note in a waiting conversation does not end the menu, and nobody writes into it without accepting it', async () => {
    const w = await company();
    const ana = w.customer('Ana');
    const { ticket } = await says(w, ana, 'oi');
    const { id: ticketId, contactId } = ticket;
    bodyOf(await w.admin.post('/ticket-notes', { note: 'cliente antiga', ticketId, contactId }), 201);
    expect((await says(w, ana, 'bom dia')).received).toEqual([menu]);
    expect((await w.admin.post(`/messages/${ticketId}`, { body: 'Já atendo' })).body.code).toBe('ERR_TICKET_NOT_OPEN');
    expect((await says(w, ana, 'e aí?')).received).toEqual([menu]);
  });
});

describe('given back to the bot', () => {
  test('the last message is answered once the time to undo is over, and the owner on the phone ends it again', async () => {
    const w = await company();
    const ana = w.customer('Ana');
    const { ticket } = await says(w, ana, 'oi');
    bodyOf(await w.admin.put(`/tickets/${ticket.id}`, { status: 'open' }));
    expect((await says(w, ana, 'quanto custa?')).received).toEqual([]);
    const { act } = await bulk(w, 'bot', ticket.id, { now: false });
    expect(bodyOf(await w.admin.get(`/tickets/${ticket.id}`))).toMatchObject({ status: 'pending', userId: null });
    bodyOf(await w.admin.post('/tickets/bulk/undo', { acts: [act] }));
    expect(bodyOf(await w.admin.get(`/tickets/${ticket.id}`))).toMatchObject({ status: 'open', userId: w.admin.id });
    await bulk(w, 'bot', ticket.id);
    expect((await ana.sees()).at(-1)).toMatchObject({ body: expect.stringContaining('Com quem deseja falar?') });
    expect(await says(w, ana, '2')).toMatchObject({ ticket: { queueId: w.support.id } });
    await ownerWrites(w, ana.number, 'Oi, sou a dona');
    expect((await says(w, ana, '#')).received).toEqual([]);
    await bulk(w, 'bot', ticket.id);
    // accepted and put back without a word: a person has had it again
    bodyOf(await w.admin.put(`/tickets/${ticket.id}`, { status: 'open' }));
    await bulk(w, 'return', ticket.id);
    expect((await says(w, ana, '#')).received).toEqual([]);
  });

  test('a conversation in a department goes on there, with its prompt', async () => {
    const w = await company();
    const prompt = await createPrompt(w, endpoint);
    bodyOf(await w.admin.put(`/queue/${w.support.id}`, { promptId: prompt.id }));
    const ana = w.customer('Ana');
    await says(w, ana, 'oi');
    expect((await says(w, ana, '2')).ticket).toMatchObject({ promptId: prompt.id });
    const { ticket } = await says(w, ana, 'quanto custa?');
    await ownerWrites(w, ana.number, 'Eu respondo');
    await says(w, ana, 'e a entrega?');
    endpoint.replies.push({ text: 'A entrega é grátis.' });
    await bulk(w, 'bot', ticket.id);
    await answersDue(w);
    expect((await ana.sees()).at(-1)?.body).toContain('A entrega é grátis.');
    expect((await w.admin.post('/tickets/bulk', { action: 'bot', ids: [ticket.id] })).status).toBe(200);
  });
});

describe('two robots', () => {
  test('after the limit of an attendance or an hour a person has to answer, and a note says why', async () => {
    const w = await company({ maxUseBotQueues: 100 });
    await setting(w, 'botAnswersPerAttendance', '3');
    const ana = w.customer('Ana');
    const words = ['bom dia', 'quero um bolo', 'de cenoura', 'para sábado', 'alguém aí?'];
    const answered: number[] = [];
    let ticket: TicketRow | undefined;
    for (const text of words) {
      const said = await says(w, ana, text);
      ticket = said.ticket;
      answered.push(said.received.length);
    }
    expect(answered).toEqual([1, 1, 1, 0, 0]);
    expect(ticket).toMatchObject({ status: 'pending', botPaused: true });
    expect(ticket && (await notesOf(w, ticket))).toEqual([
      'O robô parou e espera uma pessoa: já deu 3 respostas automáticas neste atendimento.',
    ]);
    // given back: counted anew
    if (ticket) await bulk(w, 'bot', ticket.id);
    expect((await says(w, ana, 'de novo')).received).toEqual([menu]);

    await setting(w, 'botAnswersPerAttendance', '20');
    await setting(w, 'botAnswersPerHour', '2');
    const rui = w.customer('Rui');
    await says(w, rui, 'oi');
    const first = await says(w, rui, 'bom dia');
    bodyOf(await w.admin.put(`/tickets/${first.ticket.id}`, { status: 'closed' }));
    const again = await says(w, rui, 'voltei aqui');
    expect(again.received).toEqual([]);
    expect((await notesOf(w, again.ticket))[0]).toContain('2 respostas automáticas a este contato na última hora');
  });

  test('near-equal texts in turn end it sooner, also for an assistant', async () => {
    const w = await company();
    const prompt = await createPrompt(w, endpoint);
    await connectionHas(w, { promptId: prompt.id });
    const robot = w.customer('Loja do Zé');
    let ticket: TicketRow | undefined;
    for (let number = 1; number <= 8; number += 1)
      ({ ticket } = await says(w, robot, `Estamos ausentes. Responderemos em breve! Protocolo ${number}`));
    expect(endpoint.calls).toHaveLength(3);
    expect(ticket).toMatchObject({ promptId: null, botPaused: true });
    expect(ticket && (await notesOf(w, ticket))[0]).toContain('repete a mesma mensagem');
  });
});

test('four equal answers to different questions are no loop', async () => {
  const w = await company();
  const prompt = await createPrompt(w, endpoint);
  await connectionHas(w, { promptId: prompt.id });
  const ana = w.customer('Ana');
  const questions = [
    'É para este sábado?',
    'Quer o bolo de cenoura?',
    'Pago no cartão?',
    'Mando a domicílio?',
    'Feito!',
  ];
  for (const text of questions) endpoint.replies.push({ text });
  for (const question of questions) expect((await says(w, ana, 'Sim')).received.join()).toContain(question);
});

/** Numbers from 0 to 1 that depend on the seed alone. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Line {
  readonly id: number;
  readonly body: string;
  readonly fromMe: boolean;
}

/** The customer and another robot, the owner on the phone, attendants, a program and the bots, in random order. */
describe('the game', () => {
  test.each(Array.from({ length: seeds }, (_, index) => firstSeed + index))(
    'seed %i: no word of a robot after a person’s within an attendance',
    async (seed) => {
      const random = randomOf(seed);
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
      const w = await company({ maxUseBotQueues: 100 });
      const prompt = await createPrompt(w, endpoint);
      if (random() < 0.5) bodyOf(await w.admin.put(`/queue/${w.support.id}`, { promptId: prompt.id }));
      if (random() < 0.3) await connectionHas(w, { promptId: prompt.id });
      const api = program(app, await connectionToken(w, w.connection.id));
      const isRobot = random() < 0.3;
      const customer = w.customer(isRobot ? 'Robô' : 'Ana');
      const { id: ticketId } = await customer.says('oi');
      const lines = async (): Promise<Line[]> =>
        app.database.query<Line>(
          'select id::int, body, from_me as "fromMe" from messages where company_id = $1 and ticket_id = $2 order by id',
          [w.companyId, ticketId],
        );
      const newest = async (): Promise<number> => (await lines()).at(-1)?.id ?? 0;
      /** The ids after which bots may speak again. */
      const given: number[] = [];
      const ticket = async (): Promise<TicketRow> => bodyOf(await w.admin.get<TicketRow>(`/tickets/${ticketId}`));
      const texts = ['1', '2', '#', '0', 'quanto custa?', 'oi', 'tudo bem?', '3', 'alguém aí?'];
      const steps: Record<string, () => Promise<unknown>> = {
        customer: () => customer.writes(isRobot ? 'Estamos ausentes.' : pick(texts)),
        customerWaits: async () => says(w, customer, isRobot ? 'Estamos ausentes.' : pick(texts)),
        owner: () => ownerWrites(w, customer.number, 'PESSOA no telefone'),
        attendant: async () => {
          if ((await ticket()).status !== 'closed')
            await w.admin.post(`/messages/${ticketId}`, { body: 'PESSOA aqui' });
        },
        accept: async () => w.admin.put(`/tickets/${ticketId}`, { status: 'open' }),
        note: async () => {
          const { contactId } = await ticket();
          await w.admin.post('/ticket-notes', { note: 'nota', ticketId, contactId });
        },
        putBack: () => bulk(w, 'return', ticketId),
        program: async () => api.post('/api/messages/send', { number: customer.number, body: 'PESSOA programa' }),
        programForBot: async () =>
          api.post('/api/messages/send', { number: customer.number, body: 'aviso', bot: true }),
        close: async () => {
          await w.settled();
          if ((await ticket()).status === 'closed') return;
          bodyOf(await w.admin.put(`/tickets/${ticketId}`, { status: 'closed' }));
          given.push(await newest());
        },
        giveToBot: async () => {
          await w.settled();
          if ((await ticket()).status === 'closed') return;
          // bots may speak as soon as it is given, although that can still be undone
          const last = await newest();
          const { act } = await bulk(w, 'bot', ticketId, { now: false });
          if (act !== null) given.push(last);
          if (random() < 0.5) await undoTimeIsOver();
        },
        answersDue: () => answersDue(w),
      };
      const played: string[] = [];
      for (let step = 0; step < 25; step += 1) {
        const name = pick(Object.keys(steps));
        played.push(name);
        await steps[name]?.();
      }
      await undoTimeIsOver();
      await answersDue(w);
      let person: Line | undefined;
      const rest = [...given];
      for (const line of await lines()) {
        while (rest[0] !== undefined && line.id > rest[0]) {
          rest.shift();
          person = undefined;
        }
        if (line.fromMe && line.body.startsWith('PESSOA')) person = line;
        if (line.fromMe && line.body.startsWith(botMark) && person)
          throw new Error(`seed ${seed}: "${line.body}" after "${person.body}" (${played.join(', ')})`);
      }
    },
    120_000,
  );
});
