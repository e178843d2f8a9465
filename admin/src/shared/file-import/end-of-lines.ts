const LF = 0x0a;
const CR = 0x0d;
/** First byte of UTF-16 with the low byte first, whose line ends have a second byte. */
const LOW_BYTE_FIRST = 0xff;

/** Where the last line end in the bytes is over; all bytes where there is none. */
export function endOfLines(bytes: Uint8Array): number {
  const end = Math.max(bytes.lastIndexOf(LF), bytes.lastIndexOf(CR)) + 1;
  if (end === 0) return bytes.length;
  return bytes[0] === LOW_BYTE_FIRST ? end + 1 : end;
}
