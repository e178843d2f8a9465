import sharp from 'sharp';
import { Context } from '../../../src/core/context.js';
import { Db } from '../../../src/core/database/db.js';
import { LinkPreviewsService } from '../../../src/modules/conversations/messages/link-previews/link-previews.service.js';
import { sharedApp } from '../../support/app.js';
import { bodyOf } from '../../support/client.js';
import { longestEventLoopBlock } from '../../support/event-loop-delay.js';
import { HttpServer } from '../../support/http-server.js';
import { type Customer, type MessageRow, type TicketRow, type World, world } from '../../support/world.js';

const app = await sharedApp();
let site: HttpServer;
let forbidden: HttpServer;
let w: World;
let photo: Buffer;

type Answer = HttpServer['answer'];
const pages = new Map<string, Answer>();
const html =
  (body: string, headers: Readonly<Record<string, string>> = {}): Answer =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
const to =
  (location: string): Answer =>
  (_request, response) =>
    void response.writeHead(302, { location }).end();

beforeAll(async () => {
  photo = await sharp({ create: { width: 1200, height: 630, channels: 3, background: '#1f6feb' } })
    .png()
    .toBuffer();
  site = await new HttpServer().start();
  forbidden = await new HttpServer().start({ reachable: false });
  forbidden.answer = html('<title>Segredo da rede</title>');
  site.answer = (request, response) =>
    (pages.get(request.path) ?? ((_request, missing) => void missing.writeHead(404).end()))(request, response);
});
afterAll(async () => {
  await site.stop();
  await forbidden.stop();
});
beforeEach(async () => {
  site.requests.length = 0;
  forbidden.requests.length = 0;
  pages.clear();
  pages.set(
    '/produto',
    html(`<head><title>Loja</title><meta property="og:title" content="Bicicleta azul">
      <meta property="og:description" content="Aro 29, 21 marchas."><meta property="og:site_name" content="Pedal &amp; Cia">
      <meta property="og:image" content="/foto.png"></head>`),
  );
  pages.set(
    '/foto.png',
    (_request, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(photo),
  );
  w = await world(app);
});

const messagesOf = async (ticketId: number): Promise<MessageRow[]> =>
  bodyOf(await w.admin.get<{ messages: MessageRow[] }>(`/messages/${ticketId}?peek=true`)).messages;

/** The preview of the customer's last message. */
async function cardOf(text: string, customer: Customer = w.customer()) {
  const ticket = await customer.says(text);
  return (await messagesOf(ticket.id)).at(-1)?.preview;
}

async function conversation(): Promise<TicketRow> {
  const { id } = await w.customer().says('oi');
  return bodyOf(await w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
}

test('a customer’s link gets its preview, live, with a stored picture', async () => {
  const screen = await w.attendant.socket();
  await screen.join('Tickets', 'pending');
  const card = await cardOf(`olha que linda: ${site.url}/produto, não é?`);
  expect(card).toEqual({
    url: `${site.url}/produto`,
    title: 'Bicicleta azul',
    description: 'Aro 29, 21 marchas.',
    site: 'Pedal & Cia',
    imageUrl: expect.stringContaining('/media/'),
    imageWidth: 600,
    imageHeight: 315,
  });
  const event = await screen.next<{ message: MessageRow }>('appMessage', ({ action }) => action === 'update');
  expect(event.message.preview).toEqual(card);
  const download = await w.attendant.download(card?.imageUrl ?? '');
  const shown = await sharp(Buffer.from(await download.arrayBuffer())).metadata();
  expect([shown.format, shown.width, shown.height]).toEqual(['jpeg', 600, 315]);
});

test('one request for many messages of a company, another for other companies', async () => {
  const ticket = await conversation();
  const sent = bodyOf(
    await w.attendant.post<MessageRow>(`/messages/${ticket.id}`, { body: `${site.url}/produto` }),
    201,
  );
  expect(sent.preview).toBeNull();
  await Promise.all([w.customer().writes(`${site.url}/produto`), w.customer().writes(`veja ${site.url}/produto`)]);
  await w.settled();
  const asked = () => site.requests.filter(({ path }) => path === '/produto').length;
  expect((await messagesOf(ticket.id)).at(-1)?.preview?.title).toBe('Bicicleta azul');
  expect(asked()).toBe(1);
  expect((await cardOf(`de novo ${site.url}/produto`))?.title).toBe('Bicicleta azul');
  expect(asked()).toBe(1);
  w = await world(app);
  expect((await cardOf(`${site.url}/produto`))?.title).toBe('Bicicleta azul');
  expect(asked()).toBe(2);
});

test('an expired preview is fetched again, and removed with its picture', async () => {
  const card = await cardOf(`${site.url}/produto`);
  await app.database.query("update link_previews set expires_at = now() - interval '1 minute' where company_id = $1", [
    w.companyId,
  ]);
  pages.set('/produto', html('<title>Bicicleta vendida</title>'));
  expect(await cardOf(`ainda tem? ${site.url}/produto`)).toMatchObject({ title: 'Bicicleta vendida', imageUrl: null });
  expect((await w.attendant.download(card?.imageUrl ?? '')).status).toBe(404);
  await app.database.query("update link_previews set expires_at = now() - interval '1 minute'");
  await app.nest
    .get(Context)
    .run({}, () => app.nest.get(Db).asPlatform(() => app.nest.get(LinkPreviewsService, { strict: false }).sweep()));
  const [left] = await app.database.query<{ count: string }>('select count(*) from link_previews');
  expect(Number(left?.count)).toBe(0);
});

describe('private addresses are never called', () => {
  test.each([
    ['its address', (): string => forbidden.url],
    ['a name for it', (): string => forbidden.url.replace('127.0.0.1', 'localhost')],
    ['the number of its address', (): string => forbidden.url.replace('127.0.0.1', '2130706433')],
    ['IPv6 around it', (): string => forbidden.url.replace('127.0.0.1', '[::ffff:127.0.0.1]')],
    ['the metadata of a cloud', (): string => 'http://169.254.169.254/latest/meta-data'],
    ['a private network', (): string => 'http://10.0.0.1/'],
    ['a redirect to it', (): string => `${site.url}/desvio`],
    ['a redirect to a redirect to it', (): string => `${site.url}/desvio2`],
  ])('%s', async (_name, address) => {
    pages.set('/desvio', to(forbidden.url));
    pages.set('/desvio2', to('/desvio'));
    expect(await cardOf(`veja ${address()}`)).toBeNull();
    expect(forbidden.requests).toEqual([]);
  });

  test('nor for the picture of a page', async () => {
    pages.set('/produto', html(`<title>Isca</title><meta property="og:image" content="${forbidden.url}/foto.png">`));
    expect(await cardOf(`${site.url}/produto`)).toMatchObject({ title: 'Isca', imageUrl: null });
    pages.set('/outro', html('<title>Isca</title><meta property="og:image" content="/desvio">'));
    pages.set('/desvio', to(forbidden.url));
    expect(await cardOf(`${site.url}/outro`)).toMatchObject({ title: 'Isca', imageUrl: null });
    pages.set('/terceiro', html('<title>Isca</title><meta property="og:image" content="file:///etc/passwd">'));
    expect(await cardOf(`${site.url}/terceiro`)).toMatchObject({ title: 'Isca', imageUrl: null });
    expect(forbidden.requests).toEqual([]);
  });
});

test('a missing or unusable page has no preview and is not fetched again at once', async () => {
  pages.set(
    '/dados',
    (_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  );
  pages.set('/vazia', html('<p>sem título</p>'));
  pages.set(
    '/erro',
    (_request, response) => void response.writeHead(500, { 'content-type': 'text/html' }).end('<title>Erro</title>'),
  );
  pages.set('/some', (_request, response) => void response.destroy());
  for (let hops = 1; hops < 8; hops += 1) pages.set(`/longe${hops}`, to(`/longe${hops + 1}`));
  for (const path of ['/dados', '/vazia', '/erro', '/some', '/nada', '/longe1']) {
    expect([path, await cardOf(`${site.url}${path}`)]).toEqual([path, null]);
    const asked = site.requests.length;
    expect([path, await cardOf(`${site.url}${path}`)]).toEqual([path, null]);
    expect([path, site.requests.length]).toEqual([path, asked]);
  }
  const [failed] = await app.database.query<{ count: string }>(
    'select count(*) from outbox_jobs where failed_at is not null and company_id = $1',
    [w.companyId],
  );
  expect(Number(failed?.count)).toBe(0);
});

test('a redirect is followed, and relative pictures are resolved by its target', async () => {
  pages.set('/curto', to('/produto'));
  expect(await cardOf(`${site.url}/curto`)).toMatchObject({ title: 'Bicicleta azul', imageWidth: 600 });
});

test('an endless page is read as far as needed; invalid pictures and decompression bombs are omitted', async () => {
  pages.set('/sem-fim', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.write('<title>Sem fim</title>');
    const more = setInterval(() => response.write('x'.repeat(65_536)), 1);
    response.on('close', () => clearInterval(more));
  });
  expect(await cardOf(`${site.url}/sem-fim`)).toMatchObject({ title: 'Sem fim' });
  const bomb = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#000' } })
    .png()
    .toBuffer();
  const pictures: readonly (readonly [string, Buffer])[] = [
    ['texto', Buffer.from('<html><script>alert(1)</script></html>')],
    ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['quebrada', photo.subarray(0, 200)],
    ['bomba', bomb],
    ['enorme', Buffer.alloc(6 * 1024 * 1024, 'x')],
  ];
  for (const [name, bytes] of pictures) {
    pages.set(
      `/${name}.png`,
      (_request, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(bytes),
    );
    pages.set(`/${name}`, html(`<title>${name}</title><meta property="og:image" content="/${name}.png">`));
    expect([name, await cardOf(`${site.url}/${name}`)]).toMatchObject([name, { title: name, imageUrl: null }]);
  }
});

test('of a page that is slow to parse only the head is read, without blocking others', async () => {
  const nested = '<div>'.repeat(200_000);
  pages.set('/fundo', html(nested));
  pages.set('/titulo', html(`<title>Só a cabeça</title>${nested}`));
  pages.set('/atributos', html(`<meta ${'a="1" '.repeat(150_000)}>`));
  expect(await cardOf(`${site.url}/produto`)).toMatchObject({ title: 'Bicicleta azul' });
  const stall = await longestEventLoopBlock(async () => {
    expect(await cardOf(`${site.url}/fundo`)).toBeNull();
    expect(await cardOf(`${site.url}/titulo`)).toMatchObject({ title: 'Só a cabeça' });
    expect(await cardOf(`${site.url}/atributos`)).toBeNull();
  });
  expect(stall).toBeLessThan(1_000);
});

test('a company without previews fetches nothing', async () => {
  bodyOf(await w.admin.put('/settings/linkPreviews', { value: 'disabled' }));
  expect(await cardOf(`${site.url}/produto`)).toBeNull();
  expect(site.requests).toEqual([]);
  bodyOf(await w.admin.put('/settings/linkPreviews', { value: 'enabled' }));
  expect((await cardOf(`${site.url}/produto`))?.title).toBe('Bicicleta azul');
});

test('the preview follows edits and deletion of the message', async () => {
  pages.set('/b', html('<title>A outra</title>'));
  const ticket = await conversation();
  const sent = bodyOf(
    await w.attendant.post<MessageRow>(`/messages/${ticket.id}`, { body: `${site.url}/produto` }),
    201,
  );
  await w.settled();
  const now = async () => (await messagesOf(ticket.id)).at(-1)?.preview;
  const edit = async (body: string) => {
    bodyOf(await w.attendant.post(`/messages/edit/${sent.id}`, { body }));
    await w.settled();
  };
  expect((await now())?.title).toBe('Bicicleta azul');
  await edit(`melhor esta: ${site.url}/b`);
  expect((await now())?.title).toBe('A outra');
  await edit('deixa');
  expect(await now()).toBeNull();
  await edit(`${site.url}/b`);
  expect((await now())?.title).toBe('A outra');
  bodyOf(await w.attendant.delete(`/messages/${sent.id}`));
  expect(await now()).toBeNull();
});
