import { cpuTimer } from '../../../../../test/support/cpu-time.js';
import { decodeHtml } from '../../../../core/processing/decode-html.js';
import { extractMetadata } from './page-metadata.js';

test('Open Graph before Twitter before what every page has', () => {
  const page = `<!doctype html><html><head><title>Título
    da aba</title><meta name="description" content="Descrição &quot;simples&quot;">
    <meta name="twitter:title" content="Do Twitter"><meta property="og:title" content="Caf&eacute; &amp; Cia">
    <meta property="og:image" content="/foto.jpg"><meta property="og:image" content="/segunda.jpg">
    <meta property="og:site_name" content="Loja"></head><body><svg><title>Ícone</title></svg></body>`;
  expect(extractMetadata(page)).toEqual({
    title: 'Café & Cia',
    description: 'Descrição "simples"',
    site: 'Loja',
    image: '/foto.jpg',
  });
  expect(extractMetadata('<title>Só &lt;isto&gt;</title>')).toEqual({
    title: 'Só <isto>',
    description: '',
    site: '',
    image: '',
  });
});

test('whatever is cut off, empty or full of tricks is text or nothing', () => {
  expect(extractMetadata('').title).toBe('');
  expect(extractMetadata('<meta property="og:title" content="').title).toBe('');
  expect(extractMetadata('<title>sem fim').title).toBe('sem fim');
  expect(extractMetadata('<title>a\u0000b\u202ec\n\n d</title>').title).toBe('a b c d');
  expect(extractMetadata(`<title>${'😀'.repeat(400)}</title>`).title).toBe(`${'😀'.repeat(299)}…`);
  expect(extractMetadata('<meta property="og:title" content="  "><title>Da aba</title>').title).toBe('Da aba');
  const took = cpuTimer();
  extractMetadata('<meta '.repeat(150_000));
  extractMetadata('<title>'.repeat(150_000));
  expect(took()).toBeLessThan(3_000);
});

test('nothing is read behind the head, nor below a depth that no head has', () => {
  const meta = '<meta property="og:title" content="Depois">';
  expect(extractMetadata(`<head><title>Antes</title></head>${meta}`).title).toBe('Antes');
  expect(extractMetadata(`<title>Antes</title><body>${meta}`).title).toBe('Antes');
  expect(extractMetadata(`<title>Antes</title>${'<div>'.repeat(200_000)}${meta}`).title).toBe('Antes');
  expect(extractMetadata(`<head>${'<link rel="x">'.repeat(100)}${meta}</head>`).title).toBe('Depois');
});

test('the character set of the header, of the page, or UTF-8', () => {
  const latin = Buffer.from('<meta charset="iso-8859-1"><title>Açaí</title>', 'latin1');
  expect(decodeHtml(latin, 'text/html')).toContain('Açaí');
  expect(decodeHtml(latin, 'text/html; charset=windows-1252')).toContain('Açaí');
  expect(decodeHtml(Buffer.from('Açaí'), 'text/html')).toBe('Açaí');
  expect(decodeHtml(Buffer.from('Açaí'), 'text/html; charset=inventado')).toBe('Açaí');
});
