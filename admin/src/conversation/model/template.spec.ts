import { describe, expect, it } from '@jest/globals';
import { fillPlaceholders, isComplete, noValues, placeholdersOf, type Template, valueOf, withValue } from './template';

const template: Template = {
  id: 1,
  name: 'lembrete',
  language: 'pt_BR',
  category: 'UTILITY',
  status: 'APPROVED',
  reason: null,
  quality: null,
  format: 'named',
  syncedAt: '2026-11-21T12:00:00.000Z',
  header: { kind: 'text', text: 'Olá {{1}}', variables: [{ name: '1', example: 'Rui' }] },
  body: { text: '{{nome}}, {{nome}} e {{dia}}', variables: ['nome', 'dia'].map((name) => ({ name, example: '' })) },
  footer: '',
  buttons: [
    { index: 0, kind: 'quick_reply', text: 'Sim', url: null, variable: false, example: '' },
    { index: 1, kind: 'url', text: 'Ver', url: 'https://x.test/{{1}}', variable: true, example: '' },
  ],
  cards: [],
  sendable: true,
};

describe('a template', () => {
  it('lists every placeholder in reading order', () => {
    expect(placeholdersOf(template, null).map(({ path }) => path)).toEqual([
      'header.1',
      'body.nome',
      'body.dia',
      'buttons.1',
    ]);
  });

  it('keeps unfilled placeholders, and fills none twice', () => {
    expect(fillPlaceholders(template.body.text, { nome: '{{dia}}', dia: ' ' })).toBe('{{dia}}, {{dia}} e {{dia}}');
    expect(fillPlaceholders(template.body.text, { nome: 'Ana', dia: 'segunda' })).toBe('Ana, Ana e segunda');
  });

  it('is complete with every placeholder and the file of its header', () => {
    const values = { header: { 1: 'Ana' }, body: { nome: 'Ana', dia: 'hoje' }, buttons: { 1: 'a' }, cards: [] };
    expect(isComplete(template, noValues(template), [])).toBe(false);
    expect(isComplete(template, values, [])).toBe(true);
    const pictured: Template = { ...template, header: { kind: 'image', text: '', variables: [] } };
    expect(isComplete(pictured, values, [])).toBe(false);
  });

  it('of a carousel is complete with the placeholders and the file of each card', () => {
    const card = { ...template, header: { kind: 'image' as const, text: '', variables: [] } };
    const carousel: Template = { ...template, header: { kind: 'none', text: '', variables: [] }, cards: [card, card] };
    const all = [null, 0, 1].flatMap((part) => placeholdersOf(carousel, part));
    expect(all.map(({ path }) => path)).toEqual([
      ...['body.nome', 'body.dia', 'buttons.1'],
      ...['cards.0.body.nome', 'cards.0.body.dia', 'cards.0.buttons.1'],
      ...['cards.1.body.nome', 'cards.1.body.dia', 'cards.1.buttons.1'],
    ]);
    const values = all.reduce((before, each) => withValue(before, each, each.path), noValues(carousel));
    expect(all.map((each) => valueOf(values, each))).toEqual(all.map(({ path }) => path));
    expect(values.cards[1]?.body).toEqual({ nome: 'cards.1.body.nome', dia: 'cards.1.body.dia' });
    const file = new File([], 'foto.png');
    expect(isComplete(carousel, values, [file])).toBe(false);
    expect(isComplete(carousel, values, [file, file])).toBe(true);
    const [first] = placeholdersOf(carousel, 1);
    expect(first && isComplete(carousel, withValue(values, first, ' '), [file, file])).toBe(false);
  });
});
