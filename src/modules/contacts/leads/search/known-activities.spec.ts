import { activityWords } from './activity-words.js';
import { knownActivities, listedActivities } from './known-activities.js';

describe('words of people', () => {
  it('mean one activity each, whatever their plural, gender and accents', () => {
    const mixed = activityWords.flatMap(([codes, words]) =>
      words.split(', ').filter((word) => knownActivities(word).named.join(' ') !== codes),
    );
    expect(mixed).toEqual([]);
    expect(knownActivities('Dentistas').named).toEqual(['8630504']);
    expect(knownActivities('PADARIAS').named).toEqual(knownActivities('padaria').named);
    expect(knownActivities('saloes de beleza').named).toEqual(knownActivities('salão').named);
    expect(knownActivities('advogadas').named).toEqual(knownActivities('Advogado').named);
    expect(knownActivities('locação de brinquedo').named).toEqual(knownActivities('aluguel de brinquedos').named);
    expect(knownActivities('banca').named).not.toEqual(knownActivities('banco').named);
  });

  it('are known without words that say nothing, which count alone', () => {
    expect(knownActivities('loja de roupas').named).toEqual(knownActivities('roupa').named);
    expect(knownActivities('clínica').named).toContain('8630503');
    expect(knownActivities('loja')).toEqual({ named: [], similar: [] });
    expect(knownActivities(' de ')).toEqual({ named: [], similar: [] });
  });

  it('are similar by the longest phrase with the first word, or by the beginning of the last', () => {
    expect(knownActivities('oficina de motos antigas').similar).toEqual(knownActivities('oficina de motos').named);
    expect(knownActivities('seguro de carro').similar).toEqual(knownActivities('seguros').named);
    expect(knownActivities('borrach').similar).toEqual(knownActivities('borracheiro').named);
    expect(knownActivities('zzzz')).toEqual({ named: [], similar: [] });
    expect(knownActivities('pa').similar).toEqual([]);
  });

  it.each([
    ['padaria e farmácia', ['padaria', 'farmácia']],
    ['dentista, academia', ['dentista', 'academia']],
    ['Pizzarias ou lanchonetes/bares', ['Pizzarias', 'lanchonetes', 'bares']],
    ['padaria e farmácia; banho e tosa', ['padaria', 'farmácia', 'banho e tosa']],
    ['hotéis & pousadas', ['hotéis', 'pousadas']],
    ['conserto e venda de celulares', ['conserto e venda de celulares']],
    ['padaria e', ['padaria e']],
    [', de ', []],
  ])('in "%s" are %j', (text, parts) => {
    expect(listedActivities(text)).toEqual(parts);
  });
});
