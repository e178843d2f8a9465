import { areRepeated } from './near-equal.js';

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
])('%j is a repetition', (texts) => expect(areRepeated(texts)).toBe(true));

test.each([
  [[]],
  [['oi', 'oi', 'oi']],
  [['1', '1', '1', '1']],
  [['#', '0', '#', '0']],
  [['😀', '😀', '😀', '😀']],
  [['sim', 'não', 'sim', 'não']],
  [['quero um orçamento', 'para dez pessoas', 'no sábado', 'obrigada']],
])('%j is none', (texts) => expect(areRepeated(texts)).toBe(false));
