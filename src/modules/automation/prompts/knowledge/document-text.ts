import { promisify } from 'node:util';
import { Parser } from 'htmlparser2';
import { extractText, getDocumentProxy } from 'unpdf';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { decodeText, parseCsv } from '../../../../core/processing/csv.js';
import { decodeHtml } from '../../../../core/processing/decode-html.js';
import { defineTask } from '../../../../core/processing/task.js';
import type { DocumentFormat } from './document-format.js';
import { maxPages } from './knowledge.errors.js';

/** Maximum length of all passages of a source together. */
const maxText = 500_000;
/** Size after unpacking; a document with {@link maxText} characters is smaller. */
const maxXmlBytes = 20 * 1024 * 1024;
const maxRows = 5_000;

/**
 * The text of a document, with paragraphs separated by an empty line, at most 500,000 characters.
 * @param contentType of HTML, with its character set
 * @throws for a document that is damaged, protected or larger than its limits
 */
export async function documentText(bytes: Uint8Array, format: DocumentFormat, contentType = ''): Promise<string> {
  const readers = { pdf: pdfText, docx: docxText, csv: csvText, text: decodeText };
  const text = format === 'html' ? htmlText(decodeHtml(bytes, contentType)) : await readers[format](bytes);
  // PostgreSQL does not store NUL
  return text
    .replace(/[\p{Cc}\p{Cs}]+/gu, (controls) => (controls.includes('\n') ? controls.replace(/[^\n]/g, '') : ' '))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, maxText);
}

/** {@link documentText} in a process for untrusted input. */
export const readDocument = defineTask(import.meta.url, documentText, 20_000);

async function pdfText(bytes: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  try {
    if (document.numPages > maxPages) throw new Error(`More than ${maxPages} pages`);
    const { text } = await extractText(document, { mergePages: false });
    return text.join('\n\n');
  } finally {
    await document.loadingTask.destroy();
  }
}

const openZip = promisify<Buffer, yauzl.Options, ZipFile>(yauzl.fromBuffer);

/** Reads the main part only, without headers, footers and comments. */
async function docxText(bytes: Uint8Array): Promise<string> {
  const zip = await openZip(Buffer.from(bytes), { lazyEntries: true });
  const xml = await new Promise<string>((resolve, reject) => {
    zip.on('error', reject).on('end', () => reject(new Error('No document in the archive')));
    zip.on('entry', (entry: Entry) => {
      if (entry.fileName !== 'word/document.xml') zip.readEntry();
      else if (entry.uncompressedSize > maxXmlBytes) reject(new Error('The document is too large'));
      else unpack(zip, entry).then(resolve, reject);
    });
    zip.readEntry();
  });
  return wordText(xml);
}

async function unpack(zip: ZipFile, entry: Entry): Promise<string> {
  const stream = await promisify(zip.openReadStream.bind(zip) as (entry: Entry, done: StreamCallback) => void)(entry);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxXmlBytes) throw new Error('The document is too large');
    chunks.push(chunk);
  }
  zip.close();
  return Buffer.concat(chunks).toString('utf8');
}

type StreamCallback = (error: Error | null, stream: NodeJS.ReadableStream) => void;

/** Reads runs of WordprocessingML; a row of a table becomes a line. */
function wordText(xml: string): string {
  const breaks: Readonly<Record<string, string>> = { 'w:p': '\n\n', 'w:br': '\n', 'w:tab': ' ', 'w:tr': '\n\n' };
  const parts: string[] = [];
  let inText = false;
  let inTable = 0;
  const parser = new Parser(
    {
      onopentag(name) {
        if (name === 'w:t') inText = true;
        else if (name === 'w:tbl') inTable += 1;
      },
      ontext(text) {
        if (inText) parts.push(text);
      },
      onclosetag(name) {
        if (name === 'w:t') inText = false;
        else if (name === 'w:tbl') inTable -= 1;
        parts.push(name === 'w:p' && inTable > 0 ? ' ' : (breaks[name] ?? ''));
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return parts.join('');
}

/** Each row becomes a paragraph with the names of its columns. */
function csvText(bytes: Uint8Array): string {
  const [header = [], ...rows] = recordsOf(decodeText(bytes));
  const asLine = (row: readonly string[]): string =>
    row.flatMap((cell, index) => (cell ? [header[index] ? `${header[index]}: ${cell}` : cell] : [])).join('; ');
  return rows.length === 0 ? header.join('; ') : rows.map(asLine).join('\n\n');
}

function recordsOf(csv: string): (readonly string[])[] {
  const records: (readonly string[])[] = [];
  const brokenAt = parseCsv(csv, (record) => records.push(record), { to: maxRows + 1 });
  if (brokenAt) throw new Error(`unreadable from line ${brokenAt} on`);
  return records;
}

const hidden = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head', 'nav', 'footer', 'form', 'iframe']);
const inline = new Set([
  'a',
  'abbr',
  'b',
  'code',
  'em',
  'i',
  'mark',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
  'wbr',
]);
const lines = new Set(['br', 'li', 'tr', 'dt', 'dd']);

/** The visible text of a page, without its navigation. */
function htmlText(page: string): string {
  const parts: string[] = [];
  let depth = 0;
  const parser = new Parser({
    onopentag(name) {
      if (hidden.has(name)) depth += 1;
    },
    ontext(text) {
      if (depth === 0) parts.push(text.replace(/\s+/g, ' '));
    },
    onclosetag(name) {
      if (hidden.has(name)) depth -= 1;
      else if (!inline.has(name)) parts.push(name === 'td' || name === 'th' ? ' ' : lines.has(name) ? '\n' : '\n\n');
    },
  });
  parser.end(page);
  return parts.join('');
}
