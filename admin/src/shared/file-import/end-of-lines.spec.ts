import { endOfLines } from './end-of-lines';

const utf8 = (text: string) => new TextEncoder().encode(text);

test.each([
  ['nome;cidade\nAna;São', 'nome;cidade\n'],
  ['nome;cidade\r\nAna;São', 'nome;cidade\r\n'],
  ['nome;cidade\rAna;São', 'nome;cidade\r'],
  ['nome;cidade', 'nome;cidade'],
])('%j ends after its last whole line', (text, lines) => {
  // the last character is cut
  const bytes = utf8(text);
  expect(endOfLines(lines === text ? bytes : bytes.subarray(0, -2))).toBe(utf8(lines).length);
});

test('a line end of UTF-16 has two bytes', () => {
  const bytes = Buffer.from('\ufeffa\nbc', 'utf16le');
  expect(endOfLines(bytes)).toBe(6);
});
