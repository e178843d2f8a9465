import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';

export interface MultipartFile {
  readonly field: string;
  readonly name: string;
  readonly mime: string;
  readonly size: number;
  readonly stream: Readable;
}

/** Streams a form with one file. Its length is known, because providers refuse chunked uploads. */
export function multipart(
  fields: Readonly<Record<string, string>>,
  file: MultipartFile,
): { headers: Record<string, string>; body: Readable } {
  const boundary = `atende-${randomUUID()}`;
  const texts = Object.entries(fields).map(([name, value]) => part(boundary, `name="${quoted(name)}"`, value));
  const disposition = `name="${quoted(file.field)}"; filename="${quoted(file.name)}"\r\nContent-Type: ${file.mime.replace(/[\r\n]/g, '')}`;
  const head = Buffer.from(`${texts.map((text) => `${text}\r\n`).join('')}${part(boundary, disposition, '')}`);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* body(): AsyncGenerator<Buffer> {
    yield head;
    yield* file.stream;
    yield tail;
  }
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + file.size + tail.length),
    },
    body: Readable.from(body(), { objectMode: false }),
  };
}

const part = (boundary: string, disposition: string, value: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}`;

const quoted = (text: string): string => text.replace(/["\r\n]/g, (char) => (char === '"' ? '%22' : ' '));
