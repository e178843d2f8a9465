import { SettingsInput } from '../../../people/settings/settings.dto.js';
import { isOptOut } from './opt-out-words.js';

test.each([
  'SAIR',
  'sair',
  ' Sair. ',
  'SAIR!',
  'sair,',
  '*SAIR*',
  '"sair"',
  'SAIR 🙏',
  '🛑 sair 🛑🏽',
  'Sair, por favor',
  'por favor, sair!',
  'sair pf',
  'Sair. Obrigada!',
  'Bom dia! Sair, muito obrigado 😊',
  'SAIR please',
  'sair, gracias',
  'ＳＡＩＲ',
])('%j is a refusal', (text) => expect(isOptOut(text, 'SAIR')).toBe(true));

test.each([
  '',
  '🙏',
  'por favor',
  'quero sair com vocês',
  'parar de pagar boleto?',
  'não sair',
  'sair sair',
  'saindo',
  'sair daqui',
  'vou sair, obrigado',
  `sair ${'🙏'.repeat(100)}`,
])('%j is a message like any other', (text) => expect(isOptOut(text, 'SAIR')).toBe(false));

test.each([
  'Parar!',
  'descadastrar',
  'cancelar 🙏',
  'STOP',
  'unsubscribe please',
  'BAJA',
  'Não quero mais receber, obrigado',
])('%j is a refusal by default', (text) => expect(isOptOut(text, new SettingsInput().optOutWord)).toBe(true));

test.each(['quero cancelar o pedido', 'parar de pagar boleto?', 'não quero mais receber em casa', 'baja la música'])(
  '%j is none by default',
  (text) => expect(isOptOut(text, new SettingsInput().optOutWord)).toBe(false),
);

test('words of the company: several, of several words, with accents, or none', () => {
  for (const text of ['parar', 'Não quero, por favor', 'NAO QUERO!'])
    expect(isOptOut(text, 'PARAR, Não quero')).toBe(true);
  expect(isOptOut('SAIR', 'PARAR, Não quero')).toBe(false);
  expect(isOptOut('não', 'PARAR, Não quero')).toBe(false);
  for (const setting of ['', ' ', ',', '🙏']) expect(isOptOut('sair', setting)).toBe(false);
  // a company's opt-out word may itself be a word of politeness
  expect([isOptOut('obrigado', 'obrigado'), isOptOut('por favor', 'obrigado')]).toEqual([true, false]);
});
