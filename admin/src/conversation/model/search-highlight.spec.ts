import { describe, expect, it } from '@jest/globals';
import { highlightWords, searchWords } from './search-highlight';

const highlighted = (text: string, search: string) =>
  highlightWords(text, searchWords(search))
    .filter(({ highlighted }) => highlighted)
    .map(({ text }) => text);

describe('searched words', () => {
  it.each([
    ['Gostaria de um Orçamento, por favor', 'orcamento', ['Orçamento']],
    ['Gostaria de um Orçamento, por favor', 'orç', ['Orçamento']],
    ['Os orçamentos e o orçamento', 'orçamentos', ['orçamentos', 'orçamento']],
    ['agendaram a visita', 'agendar', ['agendaram']],
    ['duas impressoras novas', 'impressoras duas', ['duas', 'impressoras']],
    ['vou comprar com ele', 'comprar', ['comprar']],
    ['pedido 8888-7777', '8888', ['8888']],
    ['CPF 123.456.789-09 de 1999', '12345678909', ['123', '456', '789', '09']],
    ['𝐏𝐫𝐨𝐦𝐨 hoje', 'promo', ['𝐏𝐫𝐨𝐦𝐨']],
    ['oi, noite', 'oi', ['oi']],
    ['nada disso', '!!!', []],
  ])('in %j for %j', (text, search, expected) => {
    expect(highlighted(text, search)).toEqual(expected);
  });

  it('leave the text as it was', () => {
    const text = 'É só *isso* — ação! ';
    expect(
      highlightWords(text, searchWords('acao so'))
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
    expect(highlightWords(text, [])).toEqual([{ text, highlighted: false }]);
  });
});
