import { decoded, factsOf } from './page-facts.js';

test('Open Graph before Twitter before what every page has', () => {
  const page = `<!doctype html><html><head><title>Título
    da aba</title><meta name="description" content="Descrição &quot;simples&quot;">
    <meta name="twitter:title" content="Do Twitter"><meta property="og:title" content="Caf&eacute; &amp; Cia">
    <meta property="og:image" content="/foto.jpg"><meta property="og:image" content="/segunda.jpg">
    <meta property="og:site_name" content="Loja"></head><body><svg><title>Ícone</title></svg></body>`;
  expect(factsOf(page)).toEqual({
    title: 'Café & Cia',
    description: 'Descrição "simples"',
    site: 'Loja',
    image: '/foto.jpg',
  });
  expect(factsOf('<title>Só &lt;isto&gt;</title>')).toEqual({
    title: 'Só <isto>',
    description: '',
    site: '',
    image: '',
  });
});

test('whatever is cut off, empty or full of tricks is text or nothing', () => {
  expect(factsOf('').title).toBe('');
  expect(factsOf('<meta property="og:title" content="').title).toBe('');
  expect(factsOf('<title>sem fim').title).toBe('sem fim');
  expect(factsOf('<title>a\u0000b\u202ec\n\n d</title>').title).toBe('a b c d');
  expect(factsOf(`<title>${'😀'.repeat(400)}</title>`).title).toBe(`${'😀'.repeat(299)}…`);
  expect(factsOf('<meta property="og:title" content="  "><title>Da aba</title>').title).toBe('Da aba');
  const began = performance.now();
  factsOf('<meta '.repeat(150_000));
  factsOf('<title>'.repeat(150_000));
  expect(performance.now() - began).toBeLessThan(2_000);
});

test('nothing is read behind the head, nor below a depth that no head has', () => {
  const meta = '<meta property="og:title" content="Depois">';
  expect(factsOf(`<head><title>Antes</title></head>${meta}`).title).toBe('Antes');
  expect(factsOf(`<title>Antes</title><body>${meta}`).title).toBe('Antes');
  expect(factsOf(`<title>Antes</title>${'<div>'.repeat(200_000)}${meta}`).title).toBe('Antes');
  expect(factsOf(`<head>${'<link rel="x">'.repeat(100)}${meta}</head>`).title).toBe('Depois');
});

test('the character set of the header, of the page, or UTF-8', () => {
  const latin = Buffer.from('<meta charset="iso-8859-1"><title>Açaí</title>', 'latin1');
  expect(decoded(latin, 'text/html')).toContain('Açaí');
  expect(decoded(latin, 'text/html; charset=windows-1252')).toContain('Açaí');
  expect(decoded(Buffer.from('Açaí'), 'text/html')).toBe('Açaí');
  expect(decoded(Buffer.from('Açaí'), 'text/html; charset=inventado')).toBe('Açaí');
});
