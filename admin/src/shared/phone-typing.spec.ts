import { formatStored, formatTyped, typedPhone } from './phone-typing';

/** Types the keys one after the other at the end. */
const typed = (keys: string): string =>
  [...keys].reduce(
    (before, key) => typedPhone(before, { text: before + key, caret: before.length + 1 }, 'insertText').text,
    '',
  );

test.each([
  ['11988887777', '(11) 98888-7777'],
  ['1133334444', '(11) 3333-4444'],
  ['(11) 98888-7777', '(11) 98888-7777'],
  ['5511988887777', '55 (11) 98888-7777'],
  ['+5511988887777', '+55 (11) 98888-7777'],
  ['(11) 3333-4444 ramal 12', '(11) 3333-4444 ramal 12'],
  ['011988887777', '011988887777'],
  ['0 15 11 98888-7777', '0 15 11 98888-7777'],
  ['+351 912 345 678', '+351 912 345 678'],
  ['12025550123', '12025550123'],
])('%s is shown as %s while it is typed', (keys, shown) => {
  expect(typed(keys)).toBe(shown);
});

test.each([
  ['5511988887777.0', '5511988887777.0'],
  ['+55 011 98888-7777', '+55 011 98888-7777'],
  ['11988887777,00', '11988887777,00'],
  ['11 98888-7777', '(11) 98888-7777'],
  ['BR.1349', 'BR.1349'],
])('%s that is pasted is shown as %s', (text, shown) => {
  expect(formatTyped(text)).toBe(shown);
});

test('a number that becomes too long for Brazil loses the marks', () => {
  expect(typed('351912345678')).toBe('351912345678');
});

test.each([
  ['5511988887777', '+55 (11) 98888-7777'],
  ['6591234567', '+6591234567'],
  ['120363041234567890', '120363041234567890'],
])('the stored number %s is shown as %s', (number, shown) => {
  expect(formatStored(number)).toBe(shown);
});

test('the caret stays at its digit in the middle, and a deleted mark takes its digit along', () => {
  // a 7 typed after (11) 9
  expect(typedPhone('(11) 9888-8777', { text: '(11) 97888-8777', caret: 7 }, 'insertText')).toEqual({
    text: '(11) 97888-8777',
    caret: 7,
  });
  expect(typedPhone('(11) 98888-777', { text: '(121) 98888-777', caret: 3 }, 'insertText')).toEqual({
    text: '12198888777',
    caret: 2,
  });
  expect(typedPhone('(11) 98888-7777', { text: '(11) 988887777', caret: 10 }, 'deleteContentBackward')).toEqual({
    text: '(11) 98887-777',
    caret: 9,
  });
  expect(typedPhone('(11) 98888-7777', { text: '(11) 988887777', caret: 10 }, 'deleteContentForward')).toEqual({
    text: '(11) 98888-777',
    caret: 10,
  });
});
