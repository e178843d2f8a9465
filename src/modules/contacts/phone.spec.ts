import { normalisePhone, phoneOfFile } from './phone.js';

describe('normalisePhone', () => {
  it('keeps the digits only', () => {
    expect(normalisePhone('+55 (11) 98765-4321')).toBe('5511987654321');
    expect(normalisePhone('55 11 98765 4321')).toBe('5511987654321');
    expect(normalisePhone('sem número')).toBe('');
  });

  it('adds the ninth digit that older Brazilian mobiles are told without', () => {
    expect(normalisePhone('554188887777')).toBe('5541988887777');
    expect(normalisePhone('551187654321')).toBe('5511987654321');
    expect(normalisePhone('558566554433')).toBe('5585966554433');
  });

  it('is the same for both spellings, and repeating it changes nothing', () => {
    for (const number of ['554188887777', '5541988887777', '551133334444', '14155552671']) {
      const once = normalisePhone(number);
      expect(normalisePhone(once)).toBe(once);
    }
    expect(normalisePhone('554188887777')).toBe(normalisePhone('5541988887777'));
  });

  it('leaves landlines alone', () => {
    expect(normalisePhone('551133334444')).toBe('551133334444');
    expect(normalisePhone('554132221100')).toBe('554132221100');
    expect(normalisePhone('556155551111')).toBe('556155551111');
  });

  it('leaves area codes that do not exist alone', () => {
    expect(normalisePhone('552088887777')).toBe('552088887777');
  });

  it('leaves other countries and group ids alone', () => {
    expect(normalisePhone('14155552671')).toBe('14155552671');
    expect(normalisePhone('351912345678')).toBe('351912345678');
    expect(normalisePhone('120363025246125016')).toBe('120363025246125016');
  });
});

test.each([
  ['(41) 98888-7777', '5541988887777'],
  ['41 8888-7777', '5541988887777'],
  ['4132221100', '554132221100'],
  ['55 41 98888-7777', '5541988887777'],
  ['+41 79 123 45 67', '41791234567'],
  ['14155552671', '14155552671'],
  ['98888-7777', '988887777'],
])('phoneOfFile: %s is %s', (text, number) => {
  expect(phoneOfFile(text)).toBe(number);
});
