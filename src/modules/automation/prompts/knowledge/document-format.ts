export type DocumentFormat = 'pdf' | 'docx' | 'csv' | 'text' | 'html';

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** undefined: the file cannot be read. The content determines the type; for texts and archives the name decides. */
export function formatOf(mime: string, name: string): DocumentFormat | undefined {
  if (mime === 'application/pdf') return 'pdf';
  if (mime === docx || (mime === 'application/zip' && /\.docx$/i.test(name))) return 'docx';
  if (!/^(text\/(plain|csv)|application\/octet-stream)$/.test(mime)) return undefined;
  if (mime === 'text/csv' || /\.csv$/i.test(name)) return 'csv';
  return mime === 'text/plain' || /\.(md|markdown|txt)$/i.test(name) ? 'text' : undefined;
}
