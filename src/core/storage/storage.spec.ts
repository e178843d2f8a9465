import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { hasS3Server, S3Server } from '../../../test/support/s3-server.js';
import { Clock } from '../clock.js';
import { AppConfig } from '../config/config.js';
import { ConfigError } from '../config/read-environment.js';
import { detectFileType, detectStreamFileType } from './file-type.js';
import { LocalStorage } from './local-storage.js';
import { mediaHeaders, parseByteRange } from './media-headers.js';
import { MediaUrls } from './media-urls.js';
import { S3Storage } from './s3-storage.js';
import {
  FileNotFound,
  isStorageKey,
  monthsFolder,
  newStorageKey,
  type Storage,
  StorageUnavailable,
} from './storage.js';

let dir: string;
let config: AppConfig;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'atende-storage-'));
  config = AppConfig.load({ DATA_DIR: dir, PUBLIC_URL: 'https://atende.example' });
});
afterAll(() => rmSync(dir, { recursive: true }));

const s3 = hasS3Server ? await S3Server.start() : undefined;
afterAll(() => s3?.stop());

describe.each<[string, () => Storage]>([
  ['a folder', () => new LocalStorage(config)],
  ...(s3 ? [['a bucket', () => new S3Storage(s3.bucket)] as [string, () => Storage]] : []),
])('a storage in %s', (_, open) => {
  it('keeps bytes and type, whole and in ranges', async () => {
    const storage = open();
    const key = newStorageKey(7, 'png');
    expect(key).toMatch(/^7\/\d{4}\/\d\d\/[0-9a-f-]{36}\.png$/);
    const bytes = randomBytes(200_000);
    expect(
      await storage.put(key, Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]), { mime: 'image/png' }),
    ).toEqual({ size: 200_000 });
    expect(await storage.stat(key)).toEqual({ size: 200_000, mime: 'image/png', storedAt: expect.any(Date) });
    expect(await buffer((await storage.open(key)).stream)).toEqual(bytes);
    const part = await storage.open(key, { start: 5, end: 9 });
    expect({ size: part.size, mime: part.mime }).toEqual({ size: 200_000, mime: 'image/png' });
    expect(await buffer(part.stream)).toEqual(bytes.subarray(5, 10));
    expect(await buffer((await storage.open(key, { start: 0, end: 900_000 })).stream)).toEqual(bytes);
    expect(await buffer((await storage.open(key, { start: 300_000, end: 900_000 })).stream)).toHaveLength(0);
    await storage.remove(key);
    await storage.remove(key);
    await expect(storage.open(key)).rejects.toThrow(FileNotFound);
    await expect(storage.stat(key)).rejects.toThrow(FileNotFound);
  });

  it('keeps an empty file', async () => {
    const storage = open();
    for (const body of [Buffer.alloc(0), Readable.from([], { objectMode: false })]) {
      const key = newStorageKey(7, 'txt');
      expect(await storage.put(key, body, { mime: 'text/plain' })).toEqual({ size: 0 });
      expect(await storage.stat(key)).toMatchObject({ size: 0, mime: 'text/plain' });
      expect(await buffer((await storage.open(key, { start: 0, end: 99 })).stream)).toHaveLength(0);
    }
  });

  it('stores a file of many parts', async () => {
    const storage = open();
    const key = newStorageKey(7, 'mp4');
    const part = randomBytes(1_000_003);
    expect(await storage.put(key, Readable.from(Array<Buffer>(20).fill(part)), { mime: 'video/mp4' })).toEqual({
      size: 20_000_060,
    });
    const sent = createHash('sha256');
    for (let count = 0; count < 20; count += 1) sent.update(part);
    const got = createHash('sha256');
    for await (const chunk of (await storage.open(key)).stream) got.update(chunk as Buffer);
    expect(got.digest('hex')).toBe(sent.digest('hex'));
  });

  it('copies a file, which then goes its own way', async () => {
    const storage = open();
    const bytes = randomBytes(200_000);
    const [from, to] = [newStorageKey(7, 'pdf'), newStorageKey(7, 'pdf')];
    await storage.put(from, bytes, { mime: 'application/pdf' });
    expect(await storage.copy(from, to)).toEqual({ size: 200_000 });
    await storage.remove(from);
    expect(await storage.stat(to)).toMatchObject({ size: 200_000, mime: 'application/pdf' });
    expect(await buffer((await storage.open(to)).stream)).toEqual(bytes);
    await expect(storage.copy(from, newStorageKey(7, 'pdf'))).rejects.toThrow(FileNotFound);
  });

  it.each([4, 20_000_000])('has no file of an upload that breaks off after %s bytes', async (length) => {
    const storage = open();
    const key = newStorageKey(8, 'bin');
    async function* broken(): AsyncGenerator<Buffer> {
      for (let sent = 0; sent < length; sent += 1_000_000) yield randomBytes(Math.min(length, 1_000_000));
      throw new Error('gone');
    }
    const source = Readable.from(broken());
    await expect(storage.put(key, source, { mime: 'x/y' })).rejects.toThrow('gone');
    expect(source.destroyed).toBe(true);
    await expect(storage.stat(key)).rejects.toThrow(FileNotFound);
  });

  it('lists its files and removes a folder, but not what has a longer name', async () => {
    const storage = open();
    const kept = newStorageKey(99, 'txt');
    const keys = Array.from({ length: 30 }, () => newStorageKey(9, 'txt'));
    for (const key of [kept, ...keys]) await storage.put(key, Buffer.from(key), { mime: 'text/plain' });
    const listed = async (): Promise<string[]> => {
      const found: string[] = [];
      for await (const key of storage.list()) if (/^99?\//.test(key)) found.push(key);
      return found.toSorted();
    };
    expect(await listed()).toEqual([kept, ...keys].toSorted());
    const folder: string[] = [];
    for await (const key of storage.list(monthsFolder(9))) folder.push(key);
    expect(folder.toSorted()).toEqual(keys.toSorted());
    await storage.removeFolder('9');
    expect(await listed()).toEqual([kept]);
    await storage.removeFolder('9');
  });

  it.each([
    '../secrets.json',
    'a/../../b',
    '/etc/passwd',
    'a//b',
    '.hidden',
    'a/.b',
    'a/b~mime',
    'a\0b',
    'a\\b',
    '',
    'a/',
    'x'.repeat(201),
  ])('knows no key %j', async (key) => {
    expect(isStorageKey(key)).toBe(false);
    await expect(open().open(key)).rejects.toThrow(FileNotFound);
    await expect(open().removeFolder(key)).rejects.toThrow(FileNotFound);
  });
});

describe('LocalStorage', () => {
  it('leaves nothing on the disk of an upload that breaks off', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('half');
      throw new Error('gone');
    }
    await expect(new LocalStorage(config).put('80/half.bin', Readable.from(broken()), { mime: 'x/y' })).rejects.toThrow(
      'gone',
    );
    expect(readdirSync(join(config.storageDir, '80'))).toEqual([]);
  });

  it('says that no space is left, and leaves nothing', async () => {
    const storage = new LocalStorage(config);
    async function* full(): AsyncGenerator<Buffer> {
      yield Buffer.from('half');
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    }
    const put = storage.put('91/half.bin', Readable.from(full()), { mime: 'x/y' });
    await expect(put).rejects.toMatchObject({ code: 'ERR_STORAGE_FULL', status: 507 });
    expect(readdirSync(join(config.storageDir, '91'))).toEqual([]);
  });

  it('removes with a key what a killed process left of it, or writes over it', async () => {
    const storage = new LocalStorage(config);
    mkdirSync(join(config.storageDir, '90'));
    for (const name of ['one.bin', 'other.bin'])
      writeFileSync(join(config.storageDir, '90', `~${name}`), 'half of a long file');
    await storage.remove('90/one.bin');
    expect(await storage.put('90/other.bin', Buffer.from('whole'), { mime: 'x/y' })).toEqual({ size: 5 });
    expect(readdirSync(join(config.storageDir, '90')).sort()).toEqual(['other.bin', 'other.bin~mime']);
  });
});

const describeBucket = (server: S3Server): void =>
  describe('S3Storage', () => {
    it('leaves no parts in the bucket of an upload that breaks off', async () => {
      async function* broken(): AsyncGenerator<Buffer> {
        for (let part = 0; part < 20; part += 1) yield randomBytes(1_000_000);
        throw new Error('gone');
      }
      const put = new S3Storage(server.bucket).put(newStorageKey(8, 'bin'), Readable.from(broken()), { mime: 'x/y' });
      await expect(put).rejects.toThrow('gone');
      expect(await server.unfinished()).toEqual([]);
    });

    it('reads no further than the part that it sends', async () => {
      let read = 0;
      async function* counted(): AsyncGenerator<Buffer> {
        for (; read < 60; read += 1) yield randomBytes(1_000_000);
      }
      server.block();
      try {
        const put = new S3Storage(server.bucket).put(newStorageKey(8, 'bin'), Readable.from(counted()), {
          mime: 'x/y',
        });
        await expect(put).rejects.toThrow(StorageUnavailable);
      } finally {
        server.unblock();
      }
      expect(read).toBeLessThan(20);
    });

    it('says that it is not there, and works again afterwards', async () => {
      const storage = new S3Storage(server.bucket);
      const key = newStorageKey(7, 'txt');
      await storage.put(key, Buffer.from('kept'), { mime: 'text/plain' });
      server.block();
      try {
        const other = newStorageKey(7, 'txt');
        for (const request of [
          () => storage.put(other, Buffer.from('lost?'), { mime: 'text/plain' }),
          () => storage.put(other, Readable.from(['lost?']), { mime: 'text/plain' }),
          () => storage.open(key),
          () => storage.stat(key),
          () => storage.remove(key),
          () => storage.copy(key, other),
          () => storage.removeFolder('7'),
        ])
          await expect(request()).rejects.toMatchObject({ name: 'StorageUnavailable', statusCode: 503 });
        expect(await storage.state()).toEqual({ kind: 'bucket', name: 'atende-media', up: false });
        // a start continues although the server does not answer
        await storage.check();
      } finally {
        server.unblock();
      }
      expect(await storage.state()).toEqual({ kind: 'bucket', name: 'atende-media', up: true });
      expect(await buffer((await storage.open(key)).stream)).toEqual(Buffer.from('kept'));
    });

    it.each([
      ['another key', { accessKeyId: 'SOMEBODY' }, /refuses: (InvalidAccessKeyId|SignatureDoesNotMatch)/],
      ['another secret', { secretAccessKey: 'wrong' }, /refuses: SignatureDoesNotMatch/],
      ['another bucket', { name: 'not-there' }, /the bucket "not-there" of .* refuses: NoSuchBucket/],
    ])('refuses to start with %s', async (_, wrong, reason) => {
      await new S3Storage(server.bucket).check();
      await expect(new S3Storage({ ...server.bucket, ...wrong }).check()).rejects.toThrow(ConfigError);
      await expect(new S3Storage({ ...server.bucket, ...wrong }).check()).rejects.toThrow(reason);
    });
  });
if (s3) describeBucket(s3);
else process.stderr.write('storage.spec.ts: no Swift on this machine, the tests of a bucket are skipped\n');

describe('MediaUrls', () => {
  class FixedClock extends Clock {
    constructor(private readonly iso: string) {
      super();
    }
    override now(): Date {
      return new Date(this.iso);
    }
  }
  const at = (iso: string): MediaUrls => new MediaUrls(config, new FixedClock(iso));
  const queryOf = (url: string): Record<string, string> => Object.fromEntries(new URL(url).searchParams);

  it('is the same all day, good for one to two days, and no longer', () => {
    const url = at('2026-03-01T00:00:01Z').sign('7/a.png', { name: 'Ação & cia.png' });
    expect(url).toMatch(/^https:\/\/atende\.example\/media\/7\/a\.png\?e=\d+&n=/);
    expect(at('2026-03-01T23:59:59Z').sign('7/a.png', { name: 'Ação & cia.png' })).toBe(url);
    expect(at('2026-03-02T23:59:59Z').verify('7/a.png', queryOf(url))).toEqual({ name: 'Ação & cia.png' });
    expect(at('2026-03-03T00:00:00Z').verify('7/a.png', queryOf(url))).toBeUndefined();
  });

  it('refuses another key, name, expiry, signature or shape', () => {
    const urls = at('2026-03-01T00:00:00Z');
    const query = queryOf(urls.sign('7/a.png', { name: 'a' }));
    expect(urls.verify('7/a.png', query)).toEqual({ name: 'a' });
    expect(urls.verify('8/a.png', query)).toBeUndefined();
    expect(urls.verify('7/a.png', { ...query, n: 'b' })).toBeUndefined();
    expect(urls.verify('7/a.png', { ...query, e: '99999' })).toBeUndefined();
    expect(urls.verify('7/a.png', { ...query, s: '' })).toBeUndefined();
    expect(urls.verify('7/a.png', { ...query, s: ['x', 'y'] })).toBeUndefined();
    expect(urls.verify('7/a.png', {})).toBeUndefined();
  });
});

describe('sniff', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const webm = Buffer.concat([
    Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'),
    Buffer.alloc(64),
  ]);

  it('believes the bytes, not the name', async () => {
    expect(await detectFileType(png, 'text/html')).toEqual({ mime: 'image/png', extension: 'png' });
    expect(await detectFileType(Buffer.from('<html><script>alert(1)</script>'), 'text/html')).toEqual({
      mime: 'application/octet-stream',
      extension: 'bin',
    });
    expect(
      await detectFileType(
        Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
        'image/svg+xml',
      ),
    ).toMatchObject({ mime: 'application/octet-stream' });
    expect(await detectFileType(Buffer.from('anything'), 'image/png')).toMatchObject({
      mime: 'application/octet-stream',
    });
  });

  it('lets the sender say what the bytes leave open', async () => {
    expect(await detectFileType(webm, 'audio/webm;codecs=opus')).toEqual({ mime: 'audio/webm', extension: 'weba' });
    expect(await detectFileType(webm, 'text/html')).toMatchObject({ mime: 'video/webm' });
    expect(await detectFileType(Buffer.from('a;b\n1;2'), 'text/csv')).toEqual({ mime: 'text/csv', extension: 'csv' });
    expect(await detectFileType(Buffer.from('a\0b'), 'text/plain')).toMatchObject({ mime: 'application/octet-stream' });
  });

  it('gives a sniffed stream back whole', async () => {
    const large = Buffer.concat([png, randomBytes(50_000)]);
    const { mime, stream } = await detectStreamFileType(
      Readable.from([large.subarray(0, 3), large.subarray(3, 9000), large.subarray(9000)]),
    );
    expect(mime).toBe('image/png');
    expect((await buffer(stream)).equals(large)).toBe(true);
    const empty = await detectStreamFileType(Readable.from([]));
    expect(await buffer(empty.stream)).toHaveLength(0);
  });
});

describe('headers of media', () => {
  it.each([
    ['image/png', 'inline'],
    ['audio/ogg', 'inline'],
    ['video/mp4', 'inline'],
    ['application/pdf', 'inline'],
    ['image/svg+xml', 'attachment'],
    ['text/html', 'attachment'],
    ['text/plain', 'attachment'],
    ['application/zip', 'attachment'],
    ['application/octet-stream', 'attachment'],
  ])('%s is %s', (mime, kind) => {
    const headers = mediaHeaders(mime, '');
    expect(headers['content-disposition']).toBe(kind);
    expect(headers['content-type']).toBe(/html|svg/.test(mime) ? 'application/octet-stream' : mime);
  });

  it('spell the name so that every client reads it and none is misled', () => {
    expect(mediaHeaders('application/zip', 'Relatório "março"\r\n.zip')['content-disposition']).toBe(
      'attachment; filename="Relatorio _marco_.zip"; filename*=UTF-8\'\'Relat%C3%B3rio%20_mar%C3%A7o_.zip',
    );
    expect(mediaHeaders('image/png', '../..\u202egnp.exe')['content-disposition']).toContain('filename=".._..gnp.exe"');
  });

  it.each<[string | undefined, unknown]>([
    [undefined, undefined],
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-200', { start: 90, end: 99 }],
    ['bytes=-5', { start: 95, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=100-', null],
    ['bytes=-0', null],
    ['bytes=5-2', undefined],
    ['bytes=0-1,5-6', undefined],
    ['lines=1-2', undefined],
    ['bytes=-', undefined],
  ])('read %s of 100 bytes as %j', (header, range) => {
    expect(parseByteRange(header, 100)).toEqual(range);
  });
});
