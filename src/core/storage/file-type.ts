import { Readable } from 'node:stream';
import { fileTypeFromBuffer } from 'file-type';

export interface FileType {
  /** The type without parameters. */
  readonly mime: string;
  /** The extension of the storage key, without a dot. */
  readonly extension: string;
}

/** The most bytes that detecting a type needs. */
const sampleBytes = 4100;

const unknown: FileType = { mime: 'application/octet-stream', extension: 'bin' };

/** Types that browsers run as pages or scripts; a file never gets one of them. */
const active = /^(text\/html|image\/svg\+xml|application\/(xhtml\+xml|xml|javascript)|text\/(xml|javascript))$/;

/** Containers whose first bytes do not identify the content; the declared type decides, if it is a safe one. */
const refinements: readonly [container: RegExp, declared: RegExp][] = [
  [/^video\/webm$/, /^audio\/webm$/],
  [/^(video|audio)\/(mp4|x-m4a)$/, /^audio\/(mp4|x-m4a|aac)$/],
  [/^application\/ogg$/, /^(audio|video)\/ogg$/],
  [/^application\/zip$/, /^application\/vnd\.(openxmlformats-officedocument|oasis\.opendocument)\.[a-z.-]+$/],
  [/^application\/x-cfb$/, /^application\/(msword|vnd\.ms-(excel|powerpoint))$/],
];

const extensions: Readonly<Record<string, string>> = {
  'audio/webm': 'weba',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/aac': 'aac',
  'audio/ogg': 'ogg',
  'video/ogg': 'ogv',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'text/plain': 'txt',
  'text/csv': 'csv',
};

/**
 * Detects a file's type by its bytes, of which the first 4 100 are enough. `declared` only decides what they leave
 * open, and plain text. Anything unknown or active (HTML, SVG, XML) is `application/octet-stream`.
 */
export async function detectFileType(bytes: Uint8Array, declared = ''): Promise<FileType> {
  const claim = base(declared);
  const found = await fileTypeFromBuffer(bytes.subarray(0, sampleBytes));
  if (!found) return /^text\/(plain|csv)$/.test(claim) && isText(bytes) ? known(claim) : unknown;
  const mime = base(found.mime);
  if (active.test(mime)) return unknown;
  const refined = refinements.some(([container, allowed]) => container.test(mime) && allowed.test(claim));
  return refined ? known(claim) : { mime, extension: found.ext };
}

/** Detects the type of a stream by its beginning, and returns a stream of the whole content. */
export async function detectStreamFileType(source: Readable, declared = ''): Promise<FileType & { stream: Readable }> {
  const chunks: Buffer[] = [];
  let size = 0;
  const iterator = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  while (size < sampleBytes) {
    const { done, value } = await iterator.next();
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  const sample = Buffer.concat(chunks);
  async function* whole(): AsyncGenerator<Buffer> {
    if (sample.length > 0) yield sample;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  const stream = Readable.from(whole(), { objectMode: false });
  stream.once('close', () => source.destroy());
  return { ...(await detectFileType(sample, declared)), stream };
}

const base = (mime: string): string => (mime.split(';')[0] ?? '').trim().toLowerCase();

const known = (mime: string): FileType => ({ mime, extension: extensions[mime] ?? 'bin' });

const isText = (bytes: Uint8Array): boolean => !bytes.subarray(0, sampleBytes).includes(0);
