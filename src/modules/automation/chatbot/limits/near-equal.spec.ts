import type { TurnLine } from '../queries/chatbot.queries.js';
import { areRepeated } from './near-equal.js';

/** The customer's texts and our answers, newest first, as a conversation. */
const conversation = (texts: readonly string[], answers: readonly string[][]): TurnLine[] =>
  texts.flatMap((body, at) => [
    { fromMe: false, body },
    ...(at < texts.length - 1 ? (answers[at] ?? []) : []).map((answer) => ({ fromMe: true, body: answer })),
  ]);
const sameAnswer = Array.from({ length: 10 }, (_, number) => [`Escolha uma opção. Aviso ${number}`]);

test.each([
  [
    [
      'Estamos ausentes. Voltamos às 8h. Protocolo 14',
      'Estamos ausentes. Voltamos às 8h. Protocolo 13',
      'ESTAMOS AUSENTES! Voltamos às 9h, protocolo 12',
      'Estamos ausentes. Voltamos às 8h. Protocolo 11',
    ],
  ],
  [['oi', 'Oi!', 'oi 👋', 'OI']],
  [
    [
      'Olá Ana, não entendi a sua mensagem',
      'Olá Bia, não entendi a sua mensagem',
      'Olá Ana, não entendi a sua mensagem',
      'Olá Léo, não entendi a sua mensagem',
    ],
  ],
])('%j is a repetition', (texts) => expect(areRepeated(conversation(texts, sameAnswer))).toBe(true));

test.each([
  [[]],
  [['oi', 'oi', 'oi']],
  [['1', '1', '1', '1']],
  [['#', '0', '#', '0']],
  [['😀', '😀', '😀', '😀']],
  [['sim', 'não', 'sim', 'não']],
  [['quero um orçamento', 'para dez pessoas', 'no sábado', 'obrigada']],
])('%j is none', (texts) => expect(areRepeated(conversation(texts, sameAnswer))).toBe(false));

test('answers to different questions are no repetition, though each begins with the same words', () => {
  const questions = [
    ['Certo!', 'Tem estacionamento?'],
    ['Certo!', 'É no sábado?'],
    ['Certo!', 'Quer bolo de cenoura?'],
  ];
  const newestFirst = questions.map((bubbles) => bubbles.toReversed());
  expect(areRepeated(conversation(['Sim', 'Sim', 'Sim', 'Sim'], newestFirst))).toBe(false);
});
