import { whatsAppText } from './rich-text.js';

const p = (...children: object[]) => ({ type: 'p', children });

test.each<[what: string, richText: unknown, text: string]>([
  [
    'paragraphs, an empty one between them',
    [p({ text: 'Olá' }), p({ text: '' }), p({ text: 'Tudo bem?' })],
    'Olá\n\nTudo bem?',
  ],
  [
    'marks, right beside the text',
    [
      p(
        { text: 'Seu ' },
        { text: 'pedido ', bold: true },
        { text: 'saiu', italic: true, bold: true },
        { text: ' já', strikethrough: true },
      ),
    ],
    'Seu *pedido* *_saiu_* ~já~',
  ],
  ['marks on each line', [p({ text: 'um\ndois', bold: true })], '*um*\n*dois*'],
  ['what looks like a replacement', [p({ text: 'R$& $1', bold: true })], '*R$& $1*'],
  [
    'links with their text, or alone',
    [
      p({ type: 'a', url: 'https://loja.test', children: [{ text: 'Loja' }] }),
      p({ type: 'a', url: 'https://loja.test', children: [{ text: 'https://loja.test' }] }),
    ],
    'Loja (https://loja.test)\nhttps://loja.test',
  ],
  [
    'lists, also in lists',
    [
      {
        type: 'ol',
        children: [
          { type: 'li', children: [{ type: 'lic', children: [{ text: 'Um' }] }] },
          {
            type: 'li',
            children: [
              { type: 'lic', children: [{ text: 'Dois' }] },
              { type: 'ul', children: [{ type: 'li', children: [{ type: 'lic', children: [{ text: 'a' }] }] }] },
            ],
          },
        ],
      },
    ],
    '1. Um\n2. Dois\n  - a',
  ],
  [
    'a variable in a text, and one with paragraphs of its own',
    [
      p({ text: 'Oi ' }, { type: 'inline-variable', children: [p({ text: 'Ana', bold: true })] }, { text: '!' }),
      { type: 'variable', children: [p({ text: 'linha 1' }), p({ text: 'linha 2' })] },
    ],
    'Oi *Ana*!\nlinha 1\nlinha 2',
  ],
  ['nothing', undefined, ''],
  ['what is no rich text', [null, 3, { children: 'x' }, p({ text: 7 })], ''],
])('%s', (_what, richText, text) => {
  expect(whatsAppText(richText)).toBe(text);
});

test('nesting without end is cut', () => {
  let node: object = p({ text: 'fundo' });
  for (let depth = 0; depth < 5_000; depth += 1) node = { type: 'li', children: [node] };
  expect(whatsAppText([node])).toBe('');
});
