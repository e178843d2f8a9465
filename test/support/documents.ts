import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, createDeflate, deflateRawSync } from 'node:zlib';
import type { TestFile } from './files.js';

/** A PDF with a page for each text, in Latin letters. */
export const textPdf = (name: string, pages: readonly string[]): TestFile =>
  pdf(
    name,
    pages.map((page) => {
      const lines = page.split('\n').map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`);
      const content = `BT /F1 12 Tf 14 TL 50 780 Td ${lines.join(' ')} ET`;
      return `<</Length ${content.length}>>stream\n${content}\nendstream`;
    }),
  );

/** A small PDF whose only page is unpacked to so many megabytes. */
export async function packedPdf(name: string, megabytes: number): Promise<TestFile> {
  const spaces = Array<Buffer>(megabytes).fill(Buffer.alloc(1_000_000, ' '));
  const packed = (await buffer(Readable.from(spaces).pipe(createDeflate()))).toString('latin1');
  return pdf(name, [`<</Filter/FlateDecode/Length ${packed.length}>>stream\n${packed}\nendstream`]);
}

/** @param pages the streams of their contents */
function pdf(name: string, pages: readonly string[]): TestFile {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    ...pages.flatMap((page, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + index * 2} 0 R>>`,
      page,
    ]),
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer<</Root 1 0 R/Size ${objects.length + 1}>>\nstartxref\n${body.length}\n%%EOF\n`;
  return { name, mime: 'application/pdf', bytes: Buffer.from(body + table + trailer, 'latin1') };
}

/** An archive with these files, compressed. */
export function zip(files: Readonly<Record<string, Buffer>>): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const [name, bytes] of Object.entries(files)) {
    const data = deflateRawSync(bytes);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(data.length, 14);
    head.writeUInt32LE(bytes.length, 18);
    head.writeUInt16LE(name.length, 22);
    const entry = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, Buffer.from(name), data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    central.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), head, rest, Buffer.from(name));
    local.push(entry);
    at += entry.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  const count = Object.keys(files).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...local, directory, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

export const docxMime = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** A document of Word with these paragraphs; a list of lists is a table. */
export function wordDocument(name: string, parts: readonly (string | readonly (readonly string[])[])[]): TestFile {
  const paragraph = (text: string): string => {
    const half = Math.ceil(text.length / 2);
    const escaped = [text.slice(0, half), text.slice(half)].map((run) =>
      run.replace(/&/g, '&amp;').replace(/</g, '&lt;'),
    );
    return `<w:p><w:pPr/>${escaped.map((run) => `<w:r><w:t xml:space="preserve">${run}</w:t></w:r>`).join('')}</w:p>`;
  };
  const body = parts.map((part) =>
    typeof part === 'string'
      ? paragraph(part)
      : `<w:tbl>${part.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`,
  );
  const xml = `<?xml version="1.0"?><w:document xmlns:w="urn:w"><w:body>${body.join('')}</w:body></w:document>`;
  const types = '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';
  return {
    name,
    mime: docxMime,
    bytes: zip({ '[Content_Types].xml': Buffer.from(types), 'word/document.xml': Buffer.from(xml) }),
  };
}
