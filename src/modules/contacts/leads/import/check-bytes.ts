import { Transform } from 'node:stream';
import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj';
import type { Kind } from './layout.js';
import { LeadFileError } from './lead-file-error.js';

const lineFeed = 0x0a;
/** How many lines of a file have their CNPJ checked; a wrong table or shifted columns show at once. */
const checkedLines = 1000;
/** Text in ISO-8859-1 never has this many UTF-8 characters without an invalid one. */
const enoughUtf8 = 200;

interface Utf8 {
  count: number;
  /** The line of the first character. */
  line: number;
  /** The number of bytes that the current character still needs. */
  open: number;
}

/**
 * Passes a file on to COPY and fails for what COPY cannot detect: another encoding, or wrong check digits. NUL bytes,
 * which PostgreSQL refuses and the published files contain, become spaces.
 */
export function checkBytes(file: string, kind: Kind): Transform {
  let line = 1;
  let utf8: Utf8 | undefined = { count: 0, line: 0, open: 0 };
  let head: string | undefined = kind === 'estabelecimentos' ? '' : undefined;
  const notLatin = (at: number): LeadFileError =>
    new LeadFileError(file, at, 'is not in ISO-8859-1, the encoding of the published files');
  /** undefined if the bytes are not UTF-8. A character may continue in the next chunk. */
  const scan = (chunk: Buffer, seen: Utf8): Utf8 | undefined => {
    if (line === 1 && seen.count === 0 && /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/.test(chunk.toString('latin1', 0, 3)))
      throw notLatin(1);
    for (const byte of chunk) {
      if (seen.open > 0) {
        if (byte < 0x80 || byte > 0xbf) return undefined;
        seen.open -= 1;
        if (seen.open > 0) continue;
        seen.count += 1;
        if (seen.count === 1) seen.line = line;
        if (seen.count === enoughUtf8) throw notLatin(seen.line);
      } else if (byte >= 0x80) {
        if (byte < 0xc2 || byte > 0xf4) return undefined;
        seen.open = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
      } else if (byte === lineFeed) line += 1;
    }
    return seen;
  };
  const checkHead = (text: string): void => {
    const lines = text.split('\n').slice(0, checkedLines);
    for (const [index, row] of lines.entries()) {
      const [base = '', order = '', digits = ''] = row.split(';', 3).map((cell) => cell.replaceAll('"', '').trim());
      const cnpj = base + order + digits;
      // a row without a CNPJ has other columns, which COPY reports
      if (/^[0-9A-Z]{12}\d{2}$/.test(cnpj) && !isValidCnpj(cnpj, { version: 2 }))
        throw new LeadFileError(file, index + 1, `${cnpj} is not a CNPJ: its check digits are wrong`);
    }
  };
  const guarded = (run: () => void, done: (error?: Error | null, chunk?: Buffer) => void, chunk?: Buffer): void => {
    try {
      run();
      done(null, chunk);
    } catch (error) {
      done(error as Error);
    }
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const clean = chunk.includes(0) ? chunk.map((byte) => byte || 0x20) : chunk;
      guarded(
        () => {
          if (utf8) utf8 = scan(chunk, utf8);
          if (head === undefined) return;
          head += chunk.toString('latin1');
          // a row has about 250 bytes
          if (head.length < checkedLines * 250) return;
          checkHead(head);
          head = undefined;
        },
        done,
        clean as Buffer,
      );
    },
    flush(done) {
      guarded(() => {
        if (head !== undefined) checkHead(head);
        if (utf8 && utf8.count > 0) throw notLatin(utf8.line);
      }, done);
    },
  });
}
