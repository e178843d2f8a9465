import { cpuTimer } from '../../../../../test/support/cpu-time.js';
import { choiceOf } from '../../integrations/replies/choice.policy.js';
import { choiceFor } from '../../integrations/typebot/typebot-reply.js';
import { parseMenuAnswer } from './bot-menu.js';

const titles = ['Atendimento', '🛒 Vendas', 'Plano 10', '2ª via de boleto', '5'];

describe.each<[text: string, index: number | undefined]>([
  ['1', 0],
  ['01', 0],
  ['Atendimento', 0],
  [' ATENDIMENTO! ', 0],
  ['1 - Atendimento', 0],
  ['*[ 1 ]* - Atendimento', 0],
  ['[1] Atendimento', 0],
  ['Opção 1', 0],
  ['opcao um', 0],
  ['(1)', 0],
  ['1.', 0],
  ['1️⃣', 0],
  ['1⃣ Atendimento', 0],
  ['①', 0],
  ['um', 0],
  ['Uma, por favor 🙏', 0],
  ['one', 0],
  ['nº 1', 0],
  ['N.º 1', 0],
  ['n° 1', 0],
  ['2 por favor', 1],
  ['quero a 2', 1],
  ['vendas', 1],
  ['Vendas por favor', 1],
  ['🛒 Vendas', 1],
  ['2 - Vendas', 1],
  ['opção 2: vendas', 1],
  // the label is what a customer means who read another list
  ['1 - Vendas', 1],
  ['３', 2],
  ['tres', 2],
  ['três', 2],
  ['plano 10', 2],
  ['4', 3],
  ['2a via de boleto', 3],
  ['2ª VIA DE BOLETO', 3],
  ['5', 4],
  ['6', undefined],
  ['10', undefined],
  ['0', undefined],
  ['1 ou 2', undefined],
  ['10:30', undefined],
  ['1,5', undefined],
  ['R$ 1', undefined],
  ['1%', undefined],
  ['+1', undefined],
  ['não quero vendas', undefined],
  ['n quero vendas', undefined],
  ['no quiero vendas', undefined],
  ['nenhuma das duas', undefined],
  ['2 não', undefined],
  ['2 n', undefined],
  ['no 2', undefined],
  ['nem 1', undefined],
  ['1 - não quero vendas', undefined],
  ['um momento', undefined],
  ['2 pessoas', undefined],
  ['quero um bolo', undefined],
  ['por favor', undefined],
  ['🙏', undefined],
  ['', undefined],
])('%j', (text, index) => {
  test('is one choice for the menu and for typebot', () => {
    const menu = parseMenuAnswer(
      text,
      titles.map((title) => ({ title })),
    );
    expect(typeof menu === 'object' ? menu.choice : undefined).toBe(index);
    expect(choiceFor({ items: titles, several: false }, text)).toBe(
      index === undefined ? text.trim() : (titles[index] ?? ''),
    );
  });
});

test.each([
  ['0', 'up'],
  ['0️⃣', 'up'],
  ['zero', 'up'],
  ['*[ 0 ]*', 'up'],
  ['#', 'main'],
  ['*[ # ]*', 'main'],
  ['oi', undefined],
])('%j leads %j', (text, step) => expect(parseMenuAnswer(text, [{ title: 'Vendas' }])).toBe(step));

test.each([
  ['Não, obrigado', 1],
  ['no quero', undefined],
  ['2 - Não', 1],
  ['sim', 0],
])('a refusal is a choice where it is one of the list: %j', (text, index) =>
  expect(choiceOf(text, ['Sim', 'Não'])).toBe(index),
);

test('a label comes before a number, and labels that are alike are chosen by number only', () => {
  const numbered = ['2', '1'].map((title) => ({ title }));
  expect(parseMenuAnswer('1', numbered)).toEqual({ choice: 1 });
  const alike = ['🔵 Norte', '🔴 Norte'].map((title) => ({ title }));
  expect(parseMenuAnswer('norte', alike)).toBeUndefined();
  expect(parseMenuAnswer('🔴 Norte', alike)).toEqual({ choice: 1 });
  expect(parseMenuAnswer('2', alike)).toEqual({ choice: 1 });
});

test.each([
  ['1, 3', 'Bolo, Suco'],
  ['1 e 3', 'Bolo, Suco'],
  ['1 3', 'Bolo, Suco'],
  ['bolo; torta de maçã', 'Bolo, Torta de maçã'],
  ['1 e 9', '1 e 9'],
  ['nada', 'nada'],
])('of several items %j chooses %j', (text, chosen) =>
  expect(choiceFor({ items: ['Bolo', 'Torta de maçã', 'Suco'], several: true }, text)).toBe(chosen),
);

test('takes no time for long texts', () => {
  const took = cpuTimer();
  for (const part of ['1', ' ', '*', '👍', '1 e ', 'a, '])
    choiceFor({ items: titles, several: true }, part.repeat(4_000 / part.length));
  expect(took()).toBeLessThan(1_000);
});
