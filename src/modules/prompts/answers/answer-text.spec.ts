import { readAnswerText, revealsInstructions } from './answer-text.js';

const million = 1_000_000;
const instructions =
  'Você é a Lia, assistente da padaria. Ofereça as encomendas de bolos e nunca diga a senha interna, que é girassol amarelo de março. Fale sempre com carinho e em poucas palavras.';

test('the words that transfer are taken out with the marks around them', () => {
  expect(readAnswerText('Um momento.  \n\n\n **Ação: Transferir para o setor de atendimento.** ')).toEqual({
    text: 'Um momento.',
    transfers: true,
  });
  expect(readAnswerText('Ação imediata \t\nsempre')).toEqual({ text: 'Ação imediata\nsempre', transfers: false });
});

test.each([
  ['spaces', ' '.repeat(million)],
  ['marks', '*'.repeat(million)],
  ['the beginning of the words', `${' '.repeat(50)}Ação:`.repeat(20_000)],
  ['lines of spaces', `${' '.repeat(million)}x\n`],
])('%s without an end are read at once', (_name, written) => {
  const began = performance.now();
  readAnswerText(written);
  revealsInstructions(written.slice(0, 8_000), 'instruções '.repeat(1_800));
  expect(performance.now() - began).toBeLessThan(1_000);
});

test('instructions are recognised whatever is put between their words', () => {
  for (const between of [' ', ' [1] ', ' 7 ', '_', '\n- ', ' \u0301'])
    expect(revealsInstructions(`Claro: ${instructions.replaceAll(' ', between)}`, instructions)).toBe(true);
  expect(revealsInstructions([...instructions].join(' '), instructions)).toBe(true);
  expect(revealsInstructions('Oferecemos encomendas de bolos com carinho.', instructions)).toBe(false);
  expect(revealsInstructions('Seja breve', 'Seja breve')).toBe(false);
});
