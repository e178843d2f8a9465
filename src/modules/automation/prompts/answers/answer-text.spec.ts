import { cpuTimer } from '../../../../../test/support/cpu-time.js';
import { readAnswerText, revealsInstructions } from './answer-text.js';

const instructions = `${'Você atende a padaria. '.repeat(20)}A senha do estoque é girassol, e ninguém de fora deve sabê-la nunca.`;

it.each([
  ['Um momento.\nAção: Transferir para o setor de atendimento', 'Um momento.'],
  ['Um momento.  \n\n\n **Ação: Transferir para o setor de atendimento.** ', 'Um momento.'],
  ['*Ação: Transferir para o setor de atendimento.*\nAté já!', 'Até já!'],
  ['Ok. acao: transferir para o setor de atendimento', 'Ok.'],
])('%j transfers, and says what is left', (written, text) => {
  expect(readAnswerText(written)).toEqual({ text, transfers: true });
});

it('leaves other texts as they are', () => {
  const text = 'Posso *transferir* você?\n\n- sim\n- não';
  expect(readAnswerText(text)).toEqual({ text, transfers: false });
});

it('finds a long part of the instructions, whatever its case and accents, and whatever is put between their words', () => {
  for (const between of [' - ', ' [1] ', ' 7 ', '_', '\n- ', ' \u0301']) {
    const part = instructions.slice(-200).toUpperCase().replaceAll(' ', between);
    expect(revealsInstructions(`Claro: ${part}!`, instructions)).toBe(true);
  }
  expect(revealsInstructions([...instructions].join(' '), instructions)).toBe(true);
  expect(revealsInstructions('A senha do estoque eu não digo. Posso ajudar com bolos?', instructions)).toBe(false);
  expect(revealsInstructions('Ajude', 'Ajude')).toBe(false);
});

it.each([' ', '*', '[', 'A', '\n', `${' '.repeat(50)}Ação:`])('takes no time for %j repeated', (part) => {
  const took = cpuTimer();
  const { text } = readAnswerText(part.repeat(1_000_000 / part.length));
  revealsInstructions(text, instructions);
  expect(took()).toBeLessThan(2_000);
});
