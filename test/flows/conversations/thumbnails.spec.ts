import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { Clock } from '../../../src/core/clock.js';
import { MediaUrls } from '../../../src/core/storage/media-urls.js';
import { Storage } from '../../../src/core/storage/storage.js';
import { sharedApp } from '../../support/app.js';
import { bodyOf } from '../../support/client.js';
import { files, form, photo, type TestFile, video } from '../../support/files.js';
import { type MessageRow, type TicketRow, type World, world } from '../../support/world.js';

const app = await sharedApp();
let w: World;

beforeEach(async () => {
  w = await world(app);
});

const messagesOf = async (ticketId: number): Promise<MessageRow[]> =>
  bodyOf(await w.admin.get<{ messages: MessageRow[] }>(`/messages/${ticketId}?peek=true`)).messages;

/** The message after all jobs for a customer's file. */
async function received(file: TestFile): Promise<MessageRow> {
  const ticket = await w.customer().says('', { file });
  return last(await messagesOf(ticket.id));
}

async function attended(): Promise<TicketRow> {
  const { id } = await w.customer().says('oi');
  return bodyOf(await w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
}

const last = (messages: readonly MessageRow[]): MessageRow => {
  const message = messages.at(-1);
  if (!message) throw new Error('There is no message');
  return message;
};

async function fetched(url: string | null): Promise<{ type: string | null; bytes: Buffer }> {
  const answer = await w.attendant.download(url ?? '');
  expect(answer.status).toBe(200);
  return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** Files of the company in the storage. */
async function filesOf(companyId: number): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of app.nest.get(Storage).list()) if (key.startsWith(`${companyId}/`)) keys.push(key);
  return keys;
}

const failed = async (): Promise<object[]> =>
  app.database.query('select name, last_error from outbox_jobs where company_id = $1 and failed_at is not null', [
    w.companyId,
  ]);

/** A file whose header declares a size that its content does not have. */
function claims(png: Buffer, width: number, height: number): TestFile {
  const bytes = Buffer.from(png);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return { name: 'grande.png', mime: 'image/png', bytes };
}

test('a customer’s picture gets its size, then a thumbnail, rotated by its metadata', async () => {
  const screen = await w.attendant.socket();
  await screen.join('Tickets', 'pending');
  const file = await photo({ width: 2000, height: 1500, orientation: 6 });
  const message = await received(file);
  const events = screen.received
    .filter(({ name }) => name.endsWith('-appMessage'))
    .map(({ payload }) => (payload as { message: MessageRow }).message)
    .filter(({ id }) => id === message.id);
  // its size is known as soon as it can be shown
  const shown = events.filter(({ mediaUrl }) => mediaUrl !== null);
  expect(shown.map(({ data }) => data)).toEqual(shown.map(() => ({ width: 1500, height: 2000 })));
  expect(shown.at(-1)?.thumbUrl).toBe(message.thumbUrl);
  expect(message.data).toEqual({ width: 1500, height: 2000 });
  const small = await fetched(message.thumbUrl);
  expect(small.type).toBe('image/webp');
  expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'webp', width: 640, height: 853 });
  expect(small.bytes.length).toBeLessThan(file.bytes.length / 4);
  expect((await fetched(message.mediaUrl)).bytes.equals(file.bytes)).toBe(true);
});

test('a thumbnail is served like other files: signed, until it expires, in ranges', async () => {
  const url = new URL((await received(await photo())).thumbUrl ?? '');
  const other = new URL((await received(await photo())).thumbUrl ?? '');
  const key = url.pathname.slice('/media/'.length);
  expect(key.split('/')[0]).toBe(String(w.companyId));
  const part = await w.attendant.download(url.href, { range: 'bytes=0-3' });
  expect([part.status, Buffer.from(await part.arrayBuffer()).toString()]).toEqual([206, 'RIFF']);
  expect((await w.attendant.download(`${url.origin}${url.pathname}`)).status).toBe(403);
  expect((await w.attendant.download(`${url.origin}${other.pathname}${url.search}`)).status).toBe(403);
  const clock = app.nest.get(Clock);
  const inThreeDays = new (class extends Clock {
    override now(): Date {
      return new Date(clock.now().getTime() + 3 * 86_400_000);
    }
  })();
  expect(new MediaUrls(app.config, inThreeDays).verify(key, Object.fromEntries(url.searchParams))).toBeUndefined();
});

test('a sent picture is shown as a thumbnail and delivered as the original', async () => {
  const ticket = await attended();
  const file = await photo({ width: 1200, height: 2400 });
  const sent = bodyOf(await w.attendant.post<MessageRow>(`/messages/${ticket.id}`, form({}, [file])), 201);
  expect(sent.thumbUrl).toBeNull();
  await w.settled();
  const shown = last(await messagesOf(ticket.id));
  expect(shown).toMatchObject({ id: sent.id, data: { width: 1200, height: 2400 }, mediaUrl: sent.mediaUrl, ack: 2 });
  expect(await sharp((await fetched(shown.thumbUrl)).bytes).metadata()).toMatchObject({ width: 480, height: 960 });
  expect((await fetched(shown.mediaUrl)).bytes.equals(file.bytes)).toBe(true);
});

test('small and animated pictures and stickers have no thumbnail, but a size', async () => {
  const frames = [1, 2].map((shade) => Buffer.alloc(40 * 30 * 3, shade * 60));
  const moving = await sharp(Buffer.concat(frames), {
    raw: { width: 40, height: 60, channels: 3, pageHeight: 30 },
  })
    .gif({ loop: 0, delay: [100, 100] })
    .toBuffer();
  const gif = await received({ name: 'a.gif', mime: 'image/gif', bytes: moving });
  expect(gif).toMatchObject({ thumbUrl: null, data: { width: 40, height: 30 } });
  expect(await received(files.png)).toMatchObject({ thumbUrl: null, data: { width: 1, height: 1 } });
});

test('broken files and decompression bombs have no thumbnail', async () => {
  const bomb = await received(claims(files.png.bytes, 60_000, 60_000));
  expect(bomb).toMatchObject({ mediaType: 'image', thumbUrl: null, data: {} });
  expect((await fetched(bomb.mediaUrl)).type).toBe('image/png');
  const whole = (await photo()).bytes;
  const cut = await received({ name: 'meia.jpg', mime: 'image/jpeg', bytes: whole.subarray(0, whole.length / 2) });
  expect(cut).toMatchObject({ thumbUrl: null, data: { width: 1600, height: 1200 } });
  const noise = Buffer.concat([whole.subarray(0, 20), Buffer.alloc(5000, 7)]);
  expect(await received({ name: 'ruim.jpg', mime: 'image/jpeg', bytes: noise })).toMatchObject({ thumbUrl: null });
  expect(await failed()).toEqual([]);
});

test('a video has its size and its first frame', async () => {
  const message = await received(await video());
  expect(message).toMatchObject({ mediaType: 'video', mediaMime: 'video/mp4', data: { width: 640, height: 360 } });
  const poster = await fetched(message.thumbUrl);
  expect(await sharp(poster.bytes).metadata()).toMatchObject({ format: 'webp', width: 640, height: 360 });
  const { bytes } = await video();
  const broken = { name: 'x.mp4', mime: 'video/mp4', bytes: bytes.subarray(0, 200) };
  expect(await received(broken)).toMatchObject({ mediaType: 'video', thumbUrl: null });
  expect(await failed()).toEqual([]);
});

test('a forwarded picture has its own thumbnail', async () => {
  const original = await received(await photo());
  const ticket = await attended();
  bodyOf(await w.attendant.put(`/tickets/${original.ticketId}`, { status: 'open' }));
  const [copy] = bodyOf(
    await w.attendant.post<MessageRow[]>(`/messages/${original.id}/forward`, { ticketIds: [ticket.id] }),
    201,
  );
  expect(copy?.data).toMatchObject({ width: 1600, height: 1200 });
  await w.settled();
  const shown = last(await messagesOf(ticket.id));
  expect(shown.thumbUrl).not.toBe(original.thumbUrl);
  bodyOf(await w.admin.delete(`/tickets/${original.ticketId}`));
  await w.settled();
  expect((await w.attendant.download(original.thumbUrl ?? '')).status).toBe(404);
  await fetched(shown.thumbUrl);
});

test('a thumbnail is removed with its message and its conversation', async () => {
  const ticket = await attended();
  const sent = bodyOf(await w.attendant.post<MessageRow>(`/messages/${ticket.id}`, form({}, [await photo()])), 201);
  await w.settled();
  expect(await filesOf(w.companyId)).toHaveLength(2);
  bodyOf(await w.attendant.delete(`/messages/${sent.id}`));
  await w.settled();
  expect(last(await messagesOf(ticket.id))).toMatchObject({ isDeleted: true, mediaUrl: null, thumbUrl: null });
  expect(await filesOf(w.companyId)).toEqual([]);
  bodyOf(await w.attendant.post<MessageRow>(`/messages/${ticket.id}`, form({}, [await photo()])), 201);
  await w.settled();
  bodyOf(await w.admin.delete(`/tickets/${ticket.id}`));
  await w.settled();
  expect(await filesOf(w.companyId)).toEqual([]);
});
