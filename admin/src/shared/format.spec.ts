import { formatBytes, formatDate, formatLocalPhone, formatMoney, formatPhone, isGroupNumber } from './format';

describe('format', () => {
  it('shows a Brazilian number with its area code, mobile or not', () => {
    expect(formatPhone('5511987654321')).toBe('+55 (11) 98765-4321');
    expect(formatPhone('551133334444')).toBe('+55 (11) 3333-4444');
  });

  it('leaves out the country code of Brazil where only local numbers are expected', () => {
    expect(formatLocalPhone('5511987654321')).toBe('(11) 98765-4321');
    expect(formatLocalPhone('351912345678')).toBe('+351912345678');
  });

  it('takes 15 digits or more for a group, and shows its number as it is', () => {
    expect(isGroupNumber('120363041234567890')).toBe(true);
    expect(isGroupNumber('5511987654321')).toBe(false);
    expect(formatPhone('120363041234567890')).toBe('120363041234567890');
  });

  it('shows the id of somebody without a visible number as it is', () => {
    expect(formatPhone('facebook:2401198765')).toBe('facebook:2401198765');
    expect(formatPhone('BR.13491208655302741918')).toBe('BR.13491208655302741918');
  });

  it('shows a date without a time on its own day in every time zone', () => {
    expect(formatDate('1991-03-14')).toBe('14/03/1991');
    expect(formatDate('nonsense')).toBe('');
  });

  it('shows money as in Brazil', () => {
    expect(formatMoney(1234.5).replace(/\s/g, ' ')).toBe('R$ 1.234,50');
  });

  it('shows sizes in the largest fitting unit', () => {
    expect(formatBytes(900)).toBe('900 B');
    expect(formatBytes(1_468_006)).toBe('1,4 MB');
  });
});
