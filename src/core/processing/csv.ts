import { CsvError, type Options, parse } from 'csv-parse/sync';

const headCharacters = 65_536;

/** Decodes a file: by its byte order mark, as UTF-8 if valid, else in the encoding that spreadsheets use by default. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Whether the text comes from a binary file, which spreadsheets would not open as text. */
export const isBinary = (text: string): boolean => text.includes('\u0000');

/** The most frequent delimiter in the first line, outside of quotes. */
function delimiterOf(text: string): string {
  const [heading = ''] = /\S.*/.exec(text.slice(0, headCharacters)) ?? [];
  const unquoted = heading.replace(/"[^"]*"/g, '');
  const counts = [';', ',', '\t', '|'].map((delimiter) => ({ delimiter, count: unquoted.split(delimiter).length }));
  return counts.toSorted((a, b) => b.count - a.count)[0]?.delimiter ?? ';';
}

/** The first line by which Excel learns the delimiter of a file, like `sep=;`; it is no record. */
const delimiterLine = /^\s*"?sep=([^\r\n"])"?[ \t;,]*(?:\r\n|\r|\n)/i;

/** The text without the line that names its delimiter. */
export const withoutDelimiterLine = (text: string): string => text.replace(delimiterLine, '');

/** Reads the records of CSV, with the lines (from 1) where they end. @returns the first line that cannot be read */
export function parseCsv(
  text: string,
  onRecord: (record: readonly string[], line: number) => void,
  limits: Pick<Options, 'max_record_size' | 'to'> = {},
): number | undefined {
  const [heading = '', named] = delimiterLine.exec(text) ?? [];
  const before = heading === '' ? 0 : 1;
  let last = 1 + before;
  try {
    parse(text.slice(heading.length), {
      ...limits,
      delimiter: named ?? delimiterOf(text),
      // one file may mix different line ends
      record_delimiter: ['\r\n', '\n', '\r'],
      trim: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (record: readonly string[], { lines }) => {
        last = lines + before;
        onRecord(record, last);
        return null;
      },
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return last + 1;
  }
}
