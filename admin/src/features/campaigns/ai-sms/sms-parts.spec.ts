import { smsParts } from './sms-parts';

test.each([
  ['', 1, false],
  ['a'.repeat(160), 1, false],
  ['é'.repeat(160), 1, false],
  [`${'a'.repeat(159)}€`, 2, false],
  ['ã'.repeat(70), 1, true],
  [`ã${'a'.repeat(70)}`, 2, true],
  [`ã${'a'.repeat(134)}`, 3, true],
])('%s', (text, parts, unicode) => {
  expect(smsParts(text)).toEqual({ parts, unicode });
});
