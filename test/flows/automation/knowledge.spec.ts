import { TaskProcess } from '../../../src/core/processing/task-process.js';
import { StoredPassagesService } from '../../../src/modules/automation/prompts/knowledge/stored-passages.service.js';
import { PromptsModule } from '../../../src/modules/automation/prompts/prompts.module.js';
import { sharedApp } from '../../support/app.js';
import { ChatEndpoint } from '../../support/chat-endpoint.js';
import { bodyOf } from '../../support/client.js';
import { packedPdf, textPdf, wordDocument, zip } from '../../support/documents.js';
import { files, form, type TestFile } from '../../support/files.js';
import { HttpServer } from '../../support/http-server.js';
import { askPrompt, createPrompt } from '../../support/prompts.js';
import { tasks } from '../../support/tasks.js';
import { until } from '../../support/until.js';
import { type Named, type World, world } from '../../support/world.js';

interface Source {
  readonly id: number;
  readonly title: string;
  readonly kind: string;
  readonly status: string;
  readonly passages: number;
  readonly error: { readonly pt: string } | null;
  readonly mediaName: string | null;
}

const endpoint = await new ChatEndpoint().start();
const site = await new HttpServer().start();
const app = await sharedApp();
let w: World;
let prompt: Named;

beforeEach(async () => {
  endpoint.reset();
  w = await world(app);
  prompt = await createPrompt(w, endpoint);
});
afterAll(async () => {
  await endpoint.stop();
  await site.stop();
});

const get = async (id: number): Promise<Source> => bodyOf(await w.admin.get<Source>(`/knowledge/${id}`));
async function add(input: object): Promise<Source> {
  const { id } = bodyOf(
    await w.admin.post<Source>('/knowledge', { promptId: prompt.id, title: 'Fonte', ...input }),
    201,
  );
  await app.settled();
  return get(id);
}
async function upload(file: TestFile, title = file.name): Promise<Source> {
  const { id } = await add({ kind: 'file', title });
  bodyOf(await w.admin.post(`/knowledge/${id}/media-upload`, form({}, [file], 'file')));
  await app.settled();
  return get(id);
}
const found = (question: string, promptId = prompt.id, companyId = w.companyId): Promise<string[]> =>
  app.as(companyId, async () =>
    (await app.nest.get(StoredPassagesService, { strict: false }).find(promptId, question)).map(({ text }) => text),
  );

test('a PDF is read, found by the words of a question, and cited in a note for the attendants', async () => {
  const source = await upload(
    textPdf('cardapio.pdf', [
      'Bolo de cenoura com cobertura de chocolate: R$ 48,00 o quilo.',
      'Encomendas com dois dias de anteced\u00eancia, retirada na Rua das Flores 12.',
    ]),
    'Cardápio',
  );
  expect(source).toMatchObject({ status: 'ready', error: null, mediaName: 'cardapio.pdf' });
  endpoint.reply = ({ system }) => ({
    text: system.includes('48,00') ? 'O bolo de cenoura custa R$ 48,00 o quilo. [1]' : 'Não sei.',
  });
  const customer = w.customer();
  const ticket = await askPrompt(w, prompt.id, 'Quanto custa o bolo de cenoura?', customer);
  const [answer] = (await customer.sees()).filter(({ fromCustomer }) => !fromCustomer);
  expect(answer?.body.replaceAll('\u200e', '')).toBe('O bolo de cenoura custa R$ 48,00 o quilo.');
  const notes = bodyOf(
    await w.attendant.get<{ note: string; user: null }[]>(
      `/ticket-notes/list?ticketId=${ticket.id}&contactId=${ticket.contactId}`,
    ),
  );
  expect(notes).toEqual([expect.objectContaining({ note: 'Lia respondeu com: Cardápio', user: null })]);
});

test.each([
  [
    'DOCX',
    wordDocument('regras.docx', [
      'Trocas em até sete dias & com nota.',
      [
        ['Plano', 'Preço'],
        ['Ouro', 'R$ 90'],
      ],
    ]),
    ['Trocas em até sete dias & com nota.', 'Ouro R$ 90'],
  ],
  [
    'Markdown',
    { name: 'faq.md', mime: 'text/markdown', bytes: Buffer.from('# Entrega\n\nEntregamos aos sábados.') },
    ['Entregamos aos sábados.'],
  ],
  [
    'CSV',
    { name: 'precos.csv', mime: 'text/csv', bytes: Buffer.from('produto;preço\nPão francês;1,20\nSonho;6,50\n') },
    ['produto: Pão francês; preço: 1,20', 'produto: Sonho; preço: 6,50'],
  ],
  [
    'text of Windows',
    { name: 'horario.txt', mime: 'text/plain', bytes: Buffer.from('Aberto aos s\xe1bados at\xe9 as 13h', 'latin1') },
    ['Aberto aos sábados até as 13h'],
  ],
] as const)('%s is read', async (_name, file, texts) => {
  expect(await upload(file)).toMatchObject({ status: 'ready' });
  const stored = await app.database.query<{ text: string }>(
    `select text from knowledge_passages where company_id = ${w.companyId} order by position`,
  );
  const all = stored.map(({ text }) => text).join('\n');
  for (const text of texts) expect(all).toContain(text);
});

test('a page is read without its navigation and scripts, and again when asked', async () => {
  let price = '10';
  site.answer = (_request, response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<html><head><title>t</title><script>segredo()</script></head><body><nav>Início Contato</nav><h1>Frete</h1><p>O frete custa R$&nbsp;${price} na <b>capital</b>.</p></body></html>`,
      );
  const source = await add({ kind: 'page', url: `${site.url}/frete` });
  expect(await found('quanto é o frete?')).toEqual(['Frete\nO frete custa R$ 10 na capital.']);
  price = '12';
  bodyOf(await w.admin.post(`/knowledge/${source.id}/read`));
  await app.settled();
  expect(await found('frete')).toEqual(['Frete\nO frete custa R$ 12 na capital.']);
});

test('a text is divided; the passages with the rarest words of the question come first', async () => {
  const filler = Array.from({ length: 60 }, (_, index) =>
    `O produto número ${index} tem garantia de um ano na loja. `.repeat(6),
  );
  const text = [
    ...filler.slice(0, 30),
    'A garantia da batedeira planetária é de cinco anos.',
    ...filler.slice(30),
  ].join('\n\n');
  const source = await add({ kind: 'text', content: text });
  expect(source.passages).toBeGreaterThan(10);
  const [best, ...rest] = await found('Qual é a garantia da batedeira planetária?');
  expect(best).toContain('batedeira planetária');
  expect(rest.length).toBeLessThanOrEqual(5);
  expect(await found('zzz qqq')).toEqual([]);
});

test('however much is known of the other words, what is said of a rare one is found', async () => {
  const { id } = await add({ kind: 'text', content: 'x' });
  await app.database.query(
    `insert into knowledge_passages (company_id, source_id, prompt_id, position, text)
     select $1::bigint, $2::bigint, $3::bigint, n, 'A garantia do produto ' || n || ' é de um ano' from generate_series(2, 6001) n
     union all select $1, $2, $3, 6002, 'A garantia da batedeira é de cinco anos'`,
    [w.companyId, id, prompt.id],
  );
  const [best] = await found('Qual é a garantia da batedeira? É um produto de um ano?');
  expect(best).toContain('batedeira');
});

test('a prompt finds its own sources only, a company its own prompts', async () => {
  await add({ kind: 'text', content: 'O segredo da casa é baunilha.' });
  const second = await createPrompt(w, endpoint, { name: 'Outra' });
  expect(await found('qual é o segredo da casa?', second.id)).toEqual([]);
  const other = await world(app);
  await expect(found('segredo', prompt.id, other.companyId)).resolves.toEqual([]);
  const foreign = await other.admin.post('/knowledge', { promptId: prompt.id, title: 'x', kind: 'text', content: 'y' });
  expect(foreign.status).toBeGreaterThanOrEqual(400);
  const injected = app.as(other.companyId, (db) =>
    db.rows({
      compile: () =>
        ({ sql: `select * from search_knowledge(${w.companyId}, ${prompt.id}, 'segredo')`, parameters: [] }) as never,
    }),
  );
  await expect(injected).rejects.toThrow();
});

test.each([
  ['a broken PDF', { ...files.pdf, name: 'quebrado.pdf' }, 'Nenhum texto'],
  [
    'a DOCX without a document',
    {
      ...wordDocument('vazio.docx', []),
      bytes: zip({ '[Content_Types].xml': Buffer.from('<Types/>'), 'word/x': Buffer.from('x') }),
    },
    'danificado',
  ],
] as const)('%s is said to be unreadable', async (_name, file, reason) => {
  const source = await upload(file);
  expect([source.status, source.error?.pt]).toEqual(['failed', expect.stringContaining(reason)]);
});

test('a small PDF that would take all memory is given up, and documents wait for nobody else', async () => {
  const own = app.nest.select(PromptsModule).get(TaskProcess);
  const others = app.nest.get(TaskProcess, { strict: false, each: true }).filter((each) => each !== own);
  const held = others.map((each) => each.run(tasks.hold).catch(() => 'stopped'));
  const bomb = await packedPdf('bomba.pdf', 600);
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  const source = await upload(bomb);
  clearInterval(watch);
  expect([source.status, source.error?.pt]).toEqual(['failed', expect.stringContaining('grande demais')]);
  expect(most - before).toBeLessThan(700_000_000);
  expect(await upload(textPdf('b.pdf', ['Outro texto.']))).toMatchObject({ status: 'ready' });
  for (const each of others) each.onApplicationShutdown();
  expect(await Promise.all(held)).toEqual(others.map(() => 'stopped'));
});

test('a document that ended the process each time is given up, as one whose job is discarded', async () => {
  /** Its job, as starts without an end leave it. */
  const job = (id: number, lostStarts: number, failedAt: Date | null) =>
    app.database.query<{ id: number }>(
      `insert into outbox_jobs (company_id, name, external, payload, lost_starts, failed_at, run_at)
       values ($1, 'read-knowledge', true, $2, $3, $4, now() - interval '1 second') returning id`,
      [w.companyId, JSON.stringify({ sourceId: id }), lostStarts, failedAt],
    );
  const unread = async (id: number) => {
    await app.database.query("update knowledge_sources set status = 'waiting' where id = $1", [id]);
    return id;
  };
  const first = await unread((await add({ kind: 'text', content: 'Um texto.' })).id);
  await job(first, 3, null);
  await app.settled();
  expect(await get(first)).toMatchObject({ status: 'ready' });
  await job(await unread(first), 4, null);
  await app.settled();
  expect(await get(first)).toMatchObject({ status: 'failed', error: { pt: expect.stringContaining('danificado') } });
  const second = await unread((await add({ kind: 'text', content: 'Outro texto.' })).id);
  const [failed] = await job(second, 5, new Date());
  bodyOf(await app.platform.delete(`/failed-jobs/${failed?.id}`));
  expect(await get(second)).toMatchObject({ status: 'failed' });
});

test('what a source said before its change answers nobody, whatever becomes of its new content', async () => {
  const { id } = await add({ kind: 'text', content: 'O frete custa R$ 10.' });
  const second = await createPrompt(w, endpoint, { name: 'Outra' });
  expect(await found('frete')).toHaveLength(1);
  bodyOf(await w.admin.put(`/knowledge/${id}`, { title: 'Frete' }));
  expect(await found('frete')).toHaveLength(1);
  await app.settled();
  site.answer = (_request, response) => void response.writeHead(500).end();
  for (const change of [
    { kind: 'page', url: `${site.url}/frete` },
    { kind: 'text', content: 'O frete custa R$ 12.' },
    { kind: 'file' },
  ]) {
    bodyOf(await w.admin.put(`/knowledge/${id}`, change));
    await app.settled();
    expect((await found('frete')).join()).toBe(change.content ?? '');
  }
  expect(await get(id)).toMatchObject({ status: 'failed', passages: 0 });
  bodyOf(await w.admin.put(`/knowledge/${id}`, { kind: 'text', content: 'Frete grátis.' }));
  await app.settled();
  bodyOf(await w.admin.put(`/knowledge/${id}`, { promptId: second.id }));
  expect(await found('frete')).toEqual([]);
  await app.settled();
  expect(await found('frete', second.id)).toEqual(['Frete grátis.']);
  bodyOf(await w.admin.post(`/knowledge/${id}/media-upload`, form({}, [files.pdf], 'file')));
  await app.settled();
  expect(await found('frete', second.id)).toEqual([]);
});

test('a source that is changed while it is read keeps nothing of what it was', async () => {
  const answers: (() => void)[] = [];
  site.answer = (_request, response) =>
    void answers.push(() => response.writeHead(200, { 'content-type': 'text/plain' }).end('O frete custa R$ 10.'));
  const { id } = bodyOf(
    await w.admin.post<Source>('/knowledge', { promptId: prompt.id, title: 'x', kind: 'page', url: site.url }),
    201,
  );
  await until('the page is read', () => answers.length === 1);
  bodyOf(await w.admin.put(`/knowledge/${id}`, { kind: 'file' }));
  answers[0]?.();
  await app.settled();
  expect(await found('frete')).toEqual([]);
});

test('a file that was not sent is said to be missing', async () => {
  const source = await add({ kind: 'file' });
  expect([source.status, source.error?.pt]).toEqual(['failed', 'O arquivo ainda não foi enviado.']);
});

test('a page inside of the network, or none, is said to be unreadable', async () => {
  for (const url of ['http://169.254.169.254/latest', `${site.url.replace('127.0.0.1', '10.0.0.1')}/`]) {
    expect(await add({ kind: 'page', url })).toMatchObject({ status: 'failed' });
  }
});

test('other files, missing contents and too many sources are refused at their fields', async () => {
  const { id } = await add({ kind: 'file' });
  const wrong = await w.admin.post<{ fields: object }>(`/knowledge/${id}/media-upload`, form({}, [files.png], 'file'));
  expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([400, ['file']]);
  for (const [kind, field] of [
    ['text', 'content'],
    ['page', 'url'],
  ] as const) {
    const answer = await w.admin.post<{ fields: object }>('/knowledge', { promptId: prompt.id, title: 'x', kind });
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]]);
  }
  await app.database.query(
    `insert into knowledge_sources (company_id, prompt_id, title, kind, status, passages)
     select ${w.companyId}, ${prompt.id}, 'x', 'text', 'ready', 0 from generate_series(1, 100)`,
  );
  const more = { title: 'x', kind: 'text', content: 'y' };
  expect((await w.admin.post('/knowledge', { promptId: prompt.id, ...more })).status).toBe(409);
  const second = await createPrompt(w, endpoint, { name: 'Outra' });
  const { id: moved } = await add({ promptId: second.id, ...more });
  expect((await w.admin.put(`/knowledge/${moved}`, { promptId: prompt.id })).status).toBe(409);
  bodyOf(await w.admin.put(`/knowledge/${id}`, { promptId: prompt.id, ...more }));
});

test('files go with their source, and sources with their prompt', async () => {
  const source = await upload(textPdf('a.pdf', ['Um texto qualquer.']));
  await upload(textPdf('b.pdf', ['Outro texto.']));
  bodyOf(await w.admin.delete(`/knowledge/${source.id}`));
  bodyOf(await w.admin.delete(`/prompt/${prompt.id}`));
  await app.settled();
  const left = await app.database.query(
    `select 1 from knowledge_sources where company_id = ${w.companyId} union all select 1 from knowledge_passages where company_id = ${w.companyId}`,
  );
  expect(left).toEqual([]);
});
