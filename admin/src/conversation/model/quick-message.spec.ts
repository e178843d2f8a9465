import { describe, expect, it } from '@jest/globals';
import { fillVariables, previewOf, type QuickMessage, searchTermOf, suggest } from './quick-message';

let ids = 0;
function quick(shortcode: string, message = 'texto', isMedia = false): QuickMessage {
  ids += 1;
  const file = { isMedia, mediaPath: null, mediaName: null, mediaMime: null, mediaSize: null };
  const rights = { geral: false, status: true, allowView: true, allowEdit: false, userId: 1 };
  return { id: ids, shortcode, message, ...file, ...rights, createdAt: '', updatedAt: '' };
}

const contact = {
  id: 1,
  name: 'Ana Lúcia Prado',
  number: '5511999990000',
  email: '',
  profilePicUrl: null,
  isGroup: false,
};
const at = (hour: number) => new Date(2026, 10, 21, hour, 5);

describe('the term', () => {
  it.each([
    ['/', null],
    ['', null],
    ['ola', null],
    [' /ola', null],
    ['/o', 'o'],
    ['/ ', ''],
    ['/bom dia ', 'bom dia'],
  ])('of %j is %j', (text, term) => {
    expect(searchTermOf(text)).toBe(term);
  });
});

describe('suggestions', () => {
  const all = [
    quick('aviso', 'Segue o preço combinado'),
    quick('preço', 'R$ 10'),
    quick('tabela-precos', 'Tabela'),
    quick('vazia', ' '),
    quick('foto-preco', '', true),
  ];
  const codes = (term: string) => suggest(all, term).map(({ shortcode }) => shortcode);

  it('are sorted by prefix of the shortcode, shortcode, text', () => {
    expect(codes('PRECO')).toEqual(['preço', 'tabela-precos', 'foto-preco', 'aviso']);
  });

  it('leave out empty and non-matching ones', () => {
    expect(codes('vazia')).toEqual([]);
    expect(codes('nada')).toEqual([]);
    expect(codes('')).toHaveLength(4);
  });

  it('are limited', () => {
    const many = Array.from({ length: 80 }, (_, index) => quick(`c${index}`));
    expect(suggest(many, 'c')).toHaveLength(50);
  });
});

describe('a preview', () => {
  it('is cut to 35 characters plus an ellipsis', () => {
    const exact = 'a'.repeat(35);
    expect(previewOf(exact)).toBe(exact);
    expect(previewOf(`${exact}b`)).toBe(`${exact}…`);
  });

  it('is one line without formatting, and splits no character', () => {
    expect(previewOf('*Oi*\n\n  tudo bem?')).toBe('Oi tudo bem?');
    expect(previewOf('👍'.repeat(36))).toBe(`${'👍'.repeat(35)}…`);
  });
});

describe('variables', () => {
  it('are filled from the conversation', () => {
    const text = '{{ms}}, {{firstName}} ({{ name }}): protocolo {{protocol}}, {{hora}}. {{greeting}}!';
    expect(fillVariables(text, { contact, code: 42 }, at(9))).toBe(
      'Bom dia, Ana (Ana Lúcia Prado): protocolo 42, 09:05. Bom dia!',
    );
    expect([11, 12, 17, 18].map((hour) => fillVariables('{{ms}}', { contact, code: 1 }, at(hour)))).toEqual([
      'Bom dia',
      'Boa tarde',
      'Boa tarde',
      'Boa noite',
    ]);
  });

  it('are kept when unknown, and none is filled twice', () => {
    expect(fillVariables('{{pix}} {{constructor}}', { contact, code: 1 })).toBe('{{pix}} {{constructor}}');
    const odd = { ...contact, name: '{{protocol}}' };
    expect(fillVariables('{{name}}', { contact: odd, code: 7 })).toBe('{{protocol}}');
  });
});
