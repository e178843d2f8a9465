import { cpuTimer } from '../../../../../test/support/cpu-time.js';
import { messageMarks, withoutMarks } from './message-marks.policy.js';

test.each([
  ['**a**', '*a*'],
  ['O bolo custa **R$ 10,00** e __só hoje__.', 'O bolo custa *R$ 10,00* e *só hoje*.'],
  ['***muito***', '*_muito_*'],
  ['~~velho~~ novo', '~velho~ novo'],
  ['# Preços\nBolo', '*Preços*\nBolo'],
  ['### **Preços** ###', '*Preços*'],
  ['#1 da cidade', '#1 da cidade'],
  ['Veja [o cardápio](https://loja.test/a_b_c)!', 'Veja o cardápio: https://loja.test/a_b_c!'],
  ['[https://loja.test](https://loja.test)', 'https://loja.test'],
  ['![bolo](https://loja.test/b.png "Bolo")', 'bolo: https://loja.test/b.png'],
  ['<https://loja.test/__a__>', 'https://loja.test/__a__'],
  ['[e-mail](mailto:a@b.test)', 'e-mail: a@b.test'],
  ['* bolo\n* torta\n  + de maçã', '- bolo\n- torta\n  - de maçã'],
  ['- bolo\n1. torta', '- bolo\n1. torta'],
  ['* **Bolo**: R$ 10', '- *Bolo*: R$ 10'],
  [
    'Temos:\n| Produto | Preço |\n|---|:---:|\n| **Bolo** | R$ 10 |\n| Torta | R$ 8 |\n\nQual?',
    'Temos:\n*Produto | Preço*\n*Bolo* | R$ 10\nTorta | R$ 8\n\nQual?',
  ],
  ['a\n\n---\n\nb', 'a\n\nb'],
  ['1\\. a \\*b\\*', '1. a *b*'],
  ['a<br>b', 'a\nb'],
  ['use `npm **x**`', 'use `npm **x**`'],
  ['```bash\nnpm **x**\n```', '```npm **x**\n```'],
  ['*a* _b_ ~c~ `d` ```e``` > f', '*a* _b_ ~c~ `d` ```e``` > f'],
  ['> citado', '> citado'],
  ['2 * 3 * 4 = 24, 2 ** 3', '2 * 3 * 4 = 24, 2 ** 3'],
  ['nome_do_arquivo e {{firstName}}', 'nome_do_arquivo e {{firstName}}'],
  ['a | b', 'a | b'],
  ['a[1] (b)', 'a[1] (b)'],
])('%j becomes %j, and stays so', (markdown, marks) => {
  expect(messageMarks(markdown)).toBe(marks);
  expect(messageMarks(marks)).toBe(marks);
});

test('channels without marks get the text alone', () => {
  expect(withoutMarks('*Olá*, _Ana_: ~10~ ```8``` 2*3 a_b_c https://a.test/_b_/c')).toBe(
    'Olá, Ana: 10 8 2*3 a_b_c https://a.test/_b_/c',
  );
});

test.each([
  '**',
  '*a',
  '[',
  '[a](',
  '`',
  '```',
  '|',
  '| a ',
  '_',
  '__a',
  '~',
  '<',
  '# ',
  '\\',
  ' ',
  '\n',
  'https://',
  '--|',
])('takes no time for %j repeated', (part) => {
  const took = cpuTimer();
  withoutMarks(messageMarks(part.repeat(1_000_000 / part.length)));
  expect(took()).toBeLessThan(1_000);
});
