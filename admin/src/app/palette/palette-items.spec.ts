import { describe, expect, it } from '@jest/globals';
import { matching, type PaletteItem } from './palette-items';

const items = ['Conexões', 'Nova conversa', 'Usuários'].map(
  (label) => ({ key: label, label, run: () => undefined }) as unknown as PaletteItem,
);
const found = (typed: string) => matching(items, typed).map(({ label }) => label);

describe('the palette', () => {
  it('finds without accents and case, by every word in any order', () => {
    expect(found('conexoes')).toEqual(['Conexões']);
    expect(found('USUÁ')).toEqual(['Usuários']);
    expect(found('conversa nova')).toEqual(['Nova conversa']);
    expect(found('nova conexão')).toEqual([]);
  });

  it('shows everything while nothing is typed', () => {
    expect(found('  ')).toHaveLength(3);
  });
});
