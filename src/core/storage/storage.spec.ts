import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Clock } from '../clock.js';
import { AppConfig } from '../config/config.js';
import { detectFileType, detectStreamFileType } from './file-type.js';
import { LocalStorage } from './local-storage.js';
import { mediaHeaders, parseByteRange } from './media-headers.js';
import { MediaUrls } from './media-urls.js';
import { FileNotFound, isStorageKey, newStorageKey } from './storage.js';

let dir: string;
let config: AppConfig;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'atende-storage-'));
  config = AppConfig.load({ DATA_DIR: dir, PUBLIC_URL: 'https://atende.example' });
});
afterAll(() => rmSync(dir, { recursive: true }));

describe('LocalStorage', () => {
  it('keeps bytes and type, whole and in ranges', async () => {
    const storage = new LocalStorage(config);
    const key = newStorageKey(7, 'png');
    expect(key).toMatch(/^7\/\d{4}\/\d\d\/[0-9a-f-]{36}\.png$/);
    const bytes = randomBytes(200_000);
    expect(
      await storage.put(key, Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]), { mime: 'image/png' }),
    ).toEqual({ size: 200_000 });
    expect(await storage.stat(key)).toEqual({ size: 200_000, mime: 'image/png' });
    expect(await buffer((await storage.open(key)).stream)).toEqual(bytes);
    const part = await storage.open(key, { start: 5, end: 9 });
    expect(part.size).toBe(200_000);
    expect(await buffer(part.stream)).toEqual(bytes.subarray(5, 10));
    await storage.remove(key);
    await storage.remove(key);
    await expect(storage.open(key)).rejects.toThrow(FileNotFound);
  });

  it('copies a file, which then goes its own way', async () => {
    const storage = new LocalStorage(config);
    const bytes = randomBytes(200_000);
    const [from, to] = [newStorageKey(7, 'pdf'), newStorageKey(7, 'pdf')];
    await storage.put(from, bytes, { mime: 'application/pdf' });
    expect(await storage.copy(from, to)).toEqual({ size: 200_000 });
    await storage.remove(from);
    expect(await storage.stat(to)).toEqual({ size: 200_000, mime: 'application/pdf' });
    expect(await buffer((await storage.open(to)).stream)).toEqual(bytes);
    await expect(storage.copy(from, newStorageKey(7, 'pdf'))).rejects.toThrow(FileNotFound);
  });

  it('leaves nothing of an upload that breaks off', async () => {
    const storage = new LocalStorage(config);
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('half');
      throw new Error('gone');
    }
    await expect(storage.put('8/half.bin', Readable.from(broken()), { mime: 'x/y' })).rejects.toThrow('gone');
    await expect(storage.stat('8/half.bin')).rejects.toThrow(FileNotFound);
    expect(readdirSync(join(config.storageDir, '8')).filter((name) => !name.endsWith('~mime'))).toEqual([]);
  });

  it('removes with a key what a killed process left of it, or writes over it', async () => {
    const storage = new LocalStorage(config);
    mkdirSync(join(config.storageDir, '9'));
    for (const name of ['one.bin', 'other.bin'])
      writeFileSync(join(config.storageDir, '9', `~${name}`), 'half of a long file');
    await storage.remove('9/one.bin');
    expect(await storage.put('9/other.bin', Buffer.from('whole'), { mime: 'x/y' })).toEqual({ size: 5 });
    expect(readdirSync(join(config.storageDir, '9')).sort()).toEqual(['other.bin', 'other.bin~mime']);
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
    await expect(new LocalStorage(config).open(key)).rejects.toThrow(FileNotFound);
  });
});

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
