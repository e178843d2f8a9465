import { describe, expect, it } from '@jest/globals';
import { fillPlaceholders, isComplete, noValues, placeholdersOf, type Template } from './template';

const template: Template = {
  id: 1,
  name: 'lembrete',
  language: 'pt_BR',
  category: 'UTILITY',
  status: 'APPROVED',
  reason: null,
  format: 'named',
  syncedAt: '2026-11-21T12:00:00.000Z',
  header: { kind: 'text', text: 'Olá {{1}}', variables: [{ name: '1', example: 'Rui' }] },
  body: { text: '{{nome}}, {{nome}} e {{dia}}', variables: ['nome', 'dia'].map((name) => ({ name, example: '' })) },
  footer: '',
  buttons: [
    { index: 0, kind: 'quick_reply', text: 'Sim', url: null, variable: false, example: '' },
    { index: 1, kind: 'url', text: 'Ver', url: 'https://x.test/{{1}}', variable: true, example: '' },
  ],
  sendable: true,
};

describe('a template', () => {
  it('lists every placeholder in reading order', () => {
    expect(placeholdersOf(template).map(({ section, name }) => `${section}.${name}`)).toEqual([
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
    const values = { header: { 1: 'Ana' }, body: { nome: 'Ana', dia: 'hoje' }, buttons: { 1: 'a' } };
    expect(isComplete(template, noValues, null)).toBe(false);
    expect(isComplete(template, values, null)).toBe(true);
    const pictured: Template = { ...template, header: { kind: 'image', text: '', variables: [] } };
    expect(isComplete(pictured, values, null)).toBe(false);
  });
});
