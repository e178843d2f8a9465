import { describe, expect, it } from '@jest/globals';
import { filledNumbers, fillVariables } from './campaign-text';

describe('the text of a campaign', () => {
  it('is filled in one pass, whatever the case of a name, and leaves out what is unknown', () => {
    const values = { nome: 'Ana {email}', email: 'ana@exemplo.com', 'data da compra': '3 de maio' };
    expect(fillVariables('Oi {nome}, {Data da compra}: {cupom} {}', values)).toBe('Oi Ana {email}, 3 de maio:  ');
  });

  it('is one of the messages that have a text', () => {
    expect(filledNumbers(['', 'Oi', null, '  ', 'Olá'])).toEqual([2, 5]);
  });
});
