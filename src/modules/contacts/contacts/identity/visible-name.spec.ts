import { firstName, visibleName } from '../contacts.policy.js';

describe('visibleName', () => {
  test.each([
    '',
    '   ',
    '\u3164',
    '\u200b\u200b',
    '\u115f\u1160\uffa0',
    '\u2800',
    '\u0301\u0302',
    '\u202e\u200f',
    '\ufe0f',
    '\u00ad',
    '\u{e0020}',
    '\u0000',
  ])('%j cannot be seen', (name) => {
    expect(visibleName(name, '5511988887777')).toBe('5511988887777');
  });

  test.each([
    ['\u3164 Ana \u200b', 'Ana'],
    ['\u202eAna', 'Ana'],
    ['Ana\nPaula', 'Ana Paula'],
    ['.', '.'],
    ['🌸', '🌸'],
    ['❤️', '❤️'],
    ['👩‍👧 Lia', '👩‍👧 Lia'],
    ['한글', '한글'],
    ['नमस्ते', 'नमस्ते'],
    ['José', 'José'],
  ])('%j is %s', (name, shown) => {
    expect(visibleName(name, '1')).toBe(shown);
  });
});

test.each([
  ['🌸 Ana Paula', 'Ana'],
  ['Dr. João', 'João'],
  ['Dra Ana', 'Ana'],
  ['Profª. Lia Souza', 'Lia'],
  ['MARIA', 'Maria'],
  ['MARIA-CLARA LIMA', 'Maria-Clara'],
  ['josé da silva', 'José'],
  ['~Ju~', 'Ju'],
  ['*_Bia_*', 'Bia'],
  ['(Ana)', 'Ana'],
  ['𝓐𝓷𝓪 Lima', 'Ana'],
  ['J. Carlos', 'Carlos'],
  ["D'Ávila", "D'Ávila"],
  ['JP', 'JP'],
  ['McDonald', 'McDonald'],
  ['Dona', 'Dona'],
  ['Ana2024', 'Ana'],
  ['李雷', '李雷'],
  ['5511988887777', '5511988887777'],
  ['🌸', '🌸'],
])('the first name of %s is %s', (name, first) => {
  expect(firstName(name)).toBe(first);
});
