import { sharedApp } from '../../support/app.js';
import { bodyOf, type Client } from '../../support/client.js';
import { files, form } from '../../support/files.js';
import { HttpServer } from '../../support/http-server.js';
import { type MessageRow, type TicketRow, type World, world } from '../../support/world.js';

const app = await sharedApp();
let speech: HttpServer;
let forbidden: HttpServer;
let w: World;

beforeAll(async () => {
  speech = await new HttpServer().start();
  forbidden = await new HttpServer().start({ reachable: false });
});
afterAll(async () => {
  await speech.stop();
  await forbidden.stop();
});
beforeEach(async () => {
  speech.requests.length = 0;
  speech.answer = (_request, response) => says(response, { text: ' Bom dia, quero remarcar. ' });
  w = await world(app);
});

type Response = Parameters<HttpServer['answer']>[1];

function says(response: Response, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function configure(values: Readonly<Record<string, string>> = {}): Promise<void> {
  const all = { transcriptionUrl: `${speech.url}/v1/`, transcriptionKey: 'sk-segredo', ...values };
  for (const [key, value] of Object.entries(all)) bodyOf(await w.admin.put<object>(`/settings/${key}`, { value }));
}

/** A customer's voice message and its conversation. */
async function voice(): Promise<{ ticket: TicketRow; message: MessageRow; name: string }> {
  const ticket = await w.customer().says('', { file: files.mp3 });
  const [message] = await messagesOf(ticket.id);
  if (!message) throw new Error('No message');
  return { ticket, message, name: nameOf(message) };
}

const messagesOf = async (ticketId: number): Promise<MessageRow[]> =>
  bodyOf(await w.admin.get<{ messages: MessageRow[] }>(`/messages/${ticketId}?peek=true`)).messages;
const nameOf = ({ mediaUrl }: MessageRow): string => new URL(mediaUrl ?? '').pathname.split('/').at(-1) ?? '';
const transcribe = <T = { messageId: number; transcript: string }>(name: string, client: Client = w.attendant) =>
  client.get<T>(`/messages/transcribeAudio/${name}`);

test('file, model and language are sent to the service; the transcript is stored with the message', async () => {
  await configure();
  const { ticket, message, name } = await voice();
  const screen = await w.attendant.socket();
  await screen.join('Tickets', 'pending');
  expect(bodyOf(await transcribe(name))).toEqual({ messageId: message.id, transcript: 'Bom dia, quero remarcar.' });
  const [asked] = speech.requests;
  expect([asked?.method, asked?.path, asked?.headers.authorization]).toEqual([
    'POST',
    '/v1/audio/transcriptions',
    'Bearer sk-segredo',
  ]);
  const received = await new Response(new Uint8Array(asked?.body ?? []), {
    headers: { 'content-type': asked?.headers['content-type'] ?? '' },
  }).formData();
  expect(Object.fromEntries([...received].filter(([field]) => field !== 'file'))).toEqual({
    model: 'whisper-1',
    language: 'pt',
    response_format: 'json',
  });
  const file = received.get('file') as File;
  expect([file.name, file.type, Buffer.from(await file.arrayBuffer())]).toEqual([name, 'audio/mpeg', files.mp3.bytes]);
  const event = await screen.next<{ message: MessageRow }>('appMessage', ({ action }) => action === 'update');
  expect(event.message.data).toMatchObject({ transcript: 'Bom dia, quero remarcar.' });
  expect((await messagesOf(ticket.id))[0]?.data).toEqual({ voice: true, transcript: 'Bom dia, quero remarcar.' });
  bodyOf(await transcribe(name));
  bodyOf(await transcribe(name, w.admin));
  expect(speech.requests).toHaveLength(1);
});

test('concurrent requests share one call and its result', async () => {
  await configure({ transcriptionModel: 'grande-v3', transcriptionLanguage: '' });
  const { name } = await voice();
  speech.answer = async (_request, response) => {
    await new Promise((done) => setTimeout(done, 200));
    says(response, { text: 'uma vez' });
  };
  const answers = await Promise.all(
    [w.attendant, w.supervisor, w.admin, w.attendant].map((who) => transcribe(name, who)),
  );
  expect(answers.map((answer) => bodyOf(answer).transcript)).toEqual(Array(4).fill('uma vez'));
  expect(speech.requests).toHaveLength(1);
  const sent = speech.requests[0]?.body.toString('latin1') ?? '';
  expect([sent.includes('grande-v3'), sent.includes('name="language"')]).toEqual([true, false]);
});

test('concurrent requests share one failing call with a timeout, and can be repeated', async () => {
  await configure();
  const { name } = await voice();
  speech.answer = async (_request, response) => {
    await new Promise((done) => setTimeout(done, 200));
    says(response, { error: { message: 'overloaded' } }, 503);
  };
  const answers = await Promise.all([w.attendant, w.admin].map((who) => transcribe<object>(name, who)));
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 502, body: { code: 'ERR_TRANSCRIPTION_FAILED' } });
  expect(speech.requests).toHaveLength(1);
  speech.answer = (_request, response) => says(response, { text: 'agora sim' });
  expect(bodyOf(await transcribe(name)).transcript).toBe('agora sim');
});

test('without a service: 400 with an explanation', async () => {
  const { name } = await voice();
  expect(await transcribe<object>(name)).toMatchObject({
    status: 400,
    body: {
      code: 'ERR_TRANSCRIPTION_OFF',
      message:
        'A transcrição de áudio não está configurada. Peça a um administrador que informe o serviço nas configurações.',
    },
  });
  expect(speech.requests).toEqual([]);
});

test('errors of the service become messages', async () => {
  await configure();
  const { name } = await voice();
  const cases: readonly [HttpServer['answer'], RegExp][] = [
    [(_request, response) => says(response, {}, 401), /recusou a chave/],
    [(_request, response) => says(response, {}, 400), /recusou o áudio \(resposta 400\)/],
    [(_request, response) => says(response, { texto: 'x' }), /forma inesperada/],
    [(_request, response) => void response.writeHead(200).end('<html>'), /não pôde ser alcançado|forma inesperada/],
    [(_request, response) => void response.destroy(), /não pôde ser alcançado/],
  ];
  for (const [answer, message] of cases) {
    speech.answer = answer;
    expect(await transcribe<object>(name)).toMatchObject({
      status: 502,
      body: { code: 'ERR_TRANSCRIPTION_FAILED', message: expect.stringMatching(message) },
    });
  }
});

test('an address inside our own network is never called, by itself or by a redirect', async () => {
  await configure({ transcriptionUrl: `${forbidden.url}/v1` });
  const { name } = await voice();
  const refused = { status: 502, body: { message: expect.stringMatching(/não é permitido/) } };
  expect(await transcribe<object>(name)).toMatchObject(refused);
  await configure();
  speech.answer = (_request, response) => void response.writeHead(307, { location: `${forbidden.url}/v1` }).end();
  expect(await transcribe<object>(name)).toMatchObject(refused);
  expect(forbidden.requests).toEqual([]);
});

test('only incoming audio of visible conversations', async () => {
  await configure();
  const { ticket, name } = await voice();
  bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
  const [sound] = [bodyOf(await w.attendant.post<MessageRow>(`/messages/${ticket.id}`, form({}, [files.mp3])), 201)];
  const picture = bodyOf(await w.attendant.post<MessageRow>(`/messages/${ticket.id}`, form({}, [files.png])), 201);
  for (const own of [sound, picture])
    expect(await transcribe<object>(nameOf(own))).toMatchObject({
      status: 400,
      body: { code: 'ERR_NO_INCOMING_AUDIO' },
    });
  const stranger = await w.member({ queueIds: [w.support.id] });
  expect((await transcribe(name, stranger)).status).toBe(403);
  const elsewhere = await world(app);
  expect((await transcribe(name, elsewhere.admin)).status).toBe(404);
  for (const odd of ['nada.mp3', '..%2F..%2Fx', '%00', 'a'.repeat(500)])
    expect((await transcribe(odd)).status).toBe(404);
  expect(speech.requests).toEqual([]);
});

test('the settings: invalid values are refused, the key is never returned', async () => {
  for (const [key, value] of [
    ['transcriptionUrl', 'ftp://x.test'],
    ['transcriptionUrl', 'https://ana:senha@x.test'],
    ['transcriptionUrl', 'javascript:alert(1)'],
    ['transcriptionModel', ''],
    ['transcriptionModel', 'a b'],
    ['transcriptionLanguage', 'português'],
  ])
    expect([key, value, (await w.admin.put(`/settings/${key}`, { value })).status]).toEqual([key, value, 400]);
  await configure();
  const shown = JSON.stringify([
    bodyOf(await w.admin.get<object>('/settings')),
    bodyOf(await w.attendant.get<object>('/settings')),
  ]);
  expect(shown).not.toContain('sk-segredo');
  const [row] = await app.database.query<{ value: string }>(
    "select value from settings where company_id = $1 and key = 'transcriptionKey'",
    [w.companyId],
  );
  expect(row?.value).not.toContain('segredo');
});
