import { looksLocal, normalisePhone, otherSpellings, phoneFaults, readPhone } from './phone.js';

describe('normalisePhone', () => {
  it('keeps the digits only', () => {
    expect(normalisePhone('+55 (11) 98765-4321')).toBe('5511987654321');
    expect(normalisePhone('55 11 98765 4321')).toBe('5511987654321');
    expect(normalisePhone('sem número')).toBe('');
  });

  it('adds the ninth digit to Brazilian mobiles that are written without it', () => {
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

  it('is the same for both spellings of Mexican and Argentine numbers', () => {
    expect(['5215512345678', '525512345678'].map(normalisePhone)).toEqual(['525512345678', '525512345678']);
    const argentine = ['5491123456789', '541123456789', '54111523456789'];
    expect(argentine.map(normalisePhone)).toEqual(Array.from({ length: 3 }, () => '5491123456789'));
    expect(normalisePhone('54351155123456')).toBe(normalisePhone('543515123456'));
    expect(otherSpellings('525512345678')).toEqual(['5215512345678']);
    expect(otherSpellings('5491123456789')).toEqual(['541123456789']);
    expect(otherSpellings('5511987654321')).toEqual([]);
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

describe('readPhone', () => {
  test.each([
    // Brazilian numbers, as they are dialled in Brazil
    ['11988894010', '5511988894010'],
    ['(11) 98888-7777', '5511988887777'],
    ['11 98888.7777', '5511988887777'],
    ['41 8888-7777', '5541988887777'],
    ['4132221100', '554132221100'],
    ['55 99888-7777', '5555998887777'],
    ['011988887777', '5511988887777'],
    ['(0xx11) 98888-7777', '5511988887777'],
    ['0 15 11 98888-7777', '5511988887777'],
    ['0 21 11 3333-4444', '551133334444'],
    // Brazilian numbers with the country code
    ['55 41 98888-7777', '5541988887777'],
    ['+55 (0)11 98888-7777', '5511988887777'],
    ['+55 011 98888-7777', '5511988887777'],
    ['0055 11 98888-7777', '5511988887777'],
    ['\u202a+55 11 98888\u20117777\u202c', '5511988887777'],
    ['5511988887777@s.whatsapp.net', '5511988887777'],
    // numbers with text that spreadsheets and people add
    ['5511988887777.0', '5511988887777'],
    ['11988887777,00', '5511988887777'],
    ['(11) 3333-4444 ramal 12', '551133334444'],
    ['(11) 3333-4444 r. 12', '551133334444'],
    ['11 3333-4444 x12', '551133334444'],
    ['Tel.: 11 98888-7777', '5511988887777'],
    ['whatsapp:+5511988887777', '5511988887777'],
    ['(11) 98888-7777 (casa)', '5511988887777'],
    // numbers of other countries
    ['12025550123', '12025550123'],
    ['+1 (917) 555-0123', '19175550123'],
    ['001 202 555 0123', '12025550123'],
    ['+41 79 123 45 67', '41791234567'],
    ['+65 9123 4567', '6591234567'],
    ['351 912 345 678', '351912345678'],
    ['+5215512345678', '525512345678'],
    ['+54 11 15-2345-6789', '5491123456789'],
    ['+54 11 2345-6789', '5491123456789'],
    // the id of a group
    ['120363025246125016', '120363025246125016'],
  ])('%s is %s', (text, number) => {
    expect(readPhone(text, 'BR').number).toBe(number);
  });

  test.each([
    ['988887777', 'areaCodeMissing'],
    ['3333-4444', 'areaCodeMissing'],
    ['0 3333-4444', 'areaCodeMissing'],
    ['+55 98888-7777', 'areaCodeMissing'],
    ['+55 20 98888-7777', 'areaCodeUnknown'],
    ['11111111111', 'invalid'],
    ['+1 198 888 7777', 'invalid'],
    ['0800 123 4567', 'invalid'],
    ['5511188887777', 'invalid'],
    ['sem número', 'invalid'],
    ['1234567', 'short'],
    ['+55 11 98888 7777 7777', 'invalid'],
    ['+351 912 345 678 12345', 'long'],
    ['5511988887777,5511977776666', 'several'],
    ['11 98888-7777 / 11 3333-4444', 'several'],
    ['11 98888-7777 ou 11 97777-6666', 'several'],
    ['5,51199E+12', 'rounded'],
  ] as const)('%s is none: %s', (text, fault) => {
    expect(readPhone(text, 'BR')).toEqual({ fault: phoneFaults[fault] });
  });

  test.each([
    // national numbers of the company's country, with and without its trunk prefix
    ['PT', '912 345 678', '351912345678'],
    ['PT', '+351 912 345 678', '351912345678'],
    ['PT', '351912345678', '351912345678'],
    ['GB', '07400 123456', '447400123456'],
    ['US', '(917) 555-0123', '19175550123'],
    ['AR', '11 2345-6789', '5491123456789'],
    // a Brazilian number needs its country code there
    ['PT', '5511988887777', '5511988887777'],
    ['PT', '+55 11 98888-7777', '5511988887777'],
  ])('in %s %s is %s', (country, text, number) => {
    expect(readPhone(text, country).number).toBe(number);
  });

  test('only Brazil adds its country code to the form of its numbers', () => {
    expect(readPhone('(41) 98888-7777', 'PT').number).not.toBe('5541988887777');
    expect(readPhone('(11) 98888-7777', 'PT')).toEqual({ fault: phoneFaults.invalid });
    expect(readPhone('11 98888-7777', 'US')).toEqual({ fault: phoneFaults.invalid });
    expect(readPhone('0 11 98888-7777', 'PT')).toEqual({ fault: phoneFaults.invalid });
  });

  test('what it reads it reads again, unless the number looks like one of Brazil', () => {
    for (const number of ['5511988887777', '551133334444', '12025550123', '351912345678'])
      expect(looksLocal(number, 'BR')).toBe(false);
    expect(looksLocal('6591234567', 'BR')).toBe(true);
    expect(readPhone('6591234567', 'BR').number).toBe('5565991234567');
  });
});
