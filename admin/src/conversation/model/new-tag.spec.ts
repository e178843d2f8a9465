import { isTooShort, newTagName } from './new-tag';

const tags = [{ id: 1, name: 'Orçamento', color: '#2563eb' }];

describe('the name of a new tag', () => {
  it('has at least three characters, without blanks around or doubled', () => {
    expect(newTagName('ab ', tags)).toBeNull();
    expect(['', '  ', 'a', ' ab ', 'abc'].map(isTooShort)).toEqual([false, false, true, true, false]);
    expect(newTagName('  plano   anual ', tags)).toBe('plano anual');
  });

  it('is not offered again in another spelling', () => {
    expect(newTagName('orcamento', tags)).toBeNull();
    expect(newTagName(' ORÇAMENTO', tags)).toBeNull();
    expect(newTagName('orçamentos', tags)).toBe('orçamentos');
  });
});
