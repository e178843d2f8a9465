/** Rows of recipients and the line of their headings (spec 001 §5). */
export const MAX_CSV_LINES = 51;
/** More bytes than so many lines can have: the server refuses the file. */
const COUNTED_BYTES = 1024 * 1024;

/** The lines of a file that are not empty. @throws when the file cannot be read */
export async function countLines(file: Blob): Promise<number> {
  // UTF-16 has one beside each character
  const text = (await file.slice(0, COUNTED_BYTES).text()).replaceAll('\0', '');
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '').length;
}

export const isCsv = ({ name }: File): boolean => name.toLowerCase().endsWith('.csv');
