import { describe, expect, it } from '@jest/globals';
import { isEmojiOnly, parseText, plainText, type TextNode } from './text-format';

const text = (value: string): TextNode => ({ type: 'text', text: value });

describe('WhatsApp text', () => {
  it('reads bold, italic, strike and mono', () => {
    expect(parseText('*a* _b_ ~c~ ```d```')).toEqual([
      { type: 'bold', children: [text('a')] },
      text(' '),
      { type: 'italic', children: [text('b')] },
      text(' '),
      { type: 'strike', children: [text('c')] },
      text(' '),
      { type: 'mono', text: 'd' },
    ]);
  });
  it('nests', () => {
    expect(parseText('*a _b_*')).toEqual([
      { type: 'bold', children: [text('a '), { type: 'italic', children: [text('b')] }] },
    ]);
  });
  it.each(['2*3*4', 'snake_case_name', '* a *', '*a', '**', 'a * b * c', '*linha\noutra*', '``````'])(
    'leaves %j as it is',
    (source) => {
      expect(parseText(source)).toEqual([text(source)]);
    },
  );
  it('reads marks next to punctuation', () => {
    expect(parseText('(*a*), *b*!')).toEqual([
      text('('),
      { type: 'bold', children: [text('a')] },
      text('), '),
      { type: 'bold', children: [text('b')] },
      text('!'),
    ]);
  });
  it('keeps marks inside mono as they are, over lines', () => {
    expect(parseText('```\n*x*\n```')).toEqual([{ type: 'mono', text: '*x*' }]);
  });
  it('leaves an unclosed fence as it is', () => {
    expect(parseText('a ```b')).toEqual([text('a ```b')]);
  });
  it('renders the signature as WhatsApp does', () => {
    expect(parseText('*Beatriz Melo:*\nOlá')).toEqual([
      { type: 'bold', children: [text('Beatriz Melo:')] },
      text('\nOlá'),
    ]);
  });
});

describe('links', () => {
  const hrefs = (source: string) => parseText(source).flatMap((node) => (node.type === 'link' ? [node.href] : []));
  it.each([
    ['veja https://exemplo.com.br/a_b_c?x=1.', ['https://exemplo.com.br/a_b_c?x=1']],
    ['(https://pt.wikipedia.org/wiki/Casa_(lar))', ['https://pt.wikipedia.org/wiki/Casa_(lar)']],
    ['www.exemplo.com', ['https://www.exemplo.com']],
    ['veja /tickets/0f8fad5b-d9cb-469f-a165-70867728950e.', ['/tickets/0f8fad5b-d9cb-469f-a165-70867728950e']],
    ['/Tickets/0F8FAD5B-d9cb-469f-a165-70867728950e', ['/tickets/0f8fad5b-d9cb-469f-a165-70867728950e']],
    ['a/tickets/0f8fad5b-d9cb-469f-a165-70867728950e', []],
    ['escreva a ana@exemplo.com', ['mailto:ana@exemplo.com']],
    ['tel:+5511987654321', ['tel:+5511987654321']],
    ['mailto:ana@exemplo.com', ['mailto:ana@exemplo.com']],
  ])('%s', (source, expected) => {
    expect(hrefs(source)).toEqual(expected);
  });
  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://x.y', '<a href="x">y</a>', 'vbscript:x'])(
    'never leads to %s',
    (source) => {
      expect(hrefs(source)).toEqual([]);
    },
  );
  it('stand inside marks', () => {
    expect(parseText('*https://a.com*')).toEqual([
      { type: 'bold', children: [{ type: 'link', text: 'https://a.com', href: 'https://a.com' }] },
    ]);
  });
});

describe('long texts', () => {
  it('full of marks take no quadratic time', () => {
    const started = performance.now();
    parseText('*a '.repeat(20_000));
    parseText(`${'_'.repeat(60_000)}`);
    expect(performance.now() - started).toBeLessThan(1500);
  });
  it.each(['http://a.b ', 'mailto:', 'a.a-', 'a@', 'www.', `http://${')'.repeat(1_990)} `, '*http://a.b _', 'tel:1'])(
    'full of %j take no quadratic time',
    (piece) => {
      const started = performance.now();
      parseText(piece.repeat(65_000 / piece.length));
      expect(performance.now() - started).toBeLessThan(1500);
    },
  );
});

describe('plain text and emoji', () => {
  it('takes the marks away and keeps one line', () => {
    expect(plainText('*Ana:*\nOlá _você_')).toBe('Ana: Olá você');
  });
  it.each([
    ['😀', true],
    ['👍🏽👩‍👩‍👧', true],
    ['🇧🇷', true],
    ['😀😀😀😀', false],
    ['oi 😀', false],
    ['123', false],
    ['#', false],
    ['', false],
  ])('%j is emoji only: %s', (source, expected) => {
    expect(isEmojiOnly(source)).toBe(expected);
  });
});
