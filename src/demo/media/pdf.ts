const escaped = (text: string): string => text.replace(/[\\()]/g, '\\$&');

/** A page of lines as a PDF, with a font that every reader has. */
export function pdf([title = '', ...lines]: readonly string[]): Buffer {
  const text = [
    `BT /F2 20 Tf 56 770 Td (${escaped(title)}) Tj ET`,
    '0.12 0.44 0.92 RG 2 w 56 756 m 539 756 l S',
    'BT /F1 12 Tf 18 TL 56 724 Td',
    ...lines.map((line) => `(${escaped(line)}) Tj T*`),
    'ET',
  ].join('\n');
  const font = (name: string): string =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(text, 'latin1')} >>\nstream\n${text}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = Buffer.byteLength(body, 'latin1');
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const xref = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const start = Buffer.byteLength(body, 'latin1');
  body += `xref\n0 ${size}\n0000000000 65535 f \n${xref}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body, 'latin1');
}
