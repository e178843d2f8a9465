import { cpuTimer } from '../../../../../test/support/cpu-time.js';
import { firstLink } from './first-link.js';

test.each([
  ['veja https://loja.test/produto/1, é ótimo', 'https://loja.test/produto/1'],
  ['*https://loja.test/a*', 'https://loja.test/a'],
  ['(https://loja.test/a_(b)) e https://outra.test', 'https://loja.test/a_(b)'],
  ['HTTPS://Loja.TEST', 'https://loja.test/'],
  ['https://loja.test/#/pedido/7', 'https://loja.test/#/pedido/7'],
  ['http://ana:senha@loja.test e depois http://boa.test', 'http://boa.test/'],
  ['https://ação.test/çã', 'https://xn--ao-siap.test/%C3%A7%C3%A3'],
  [`https://loja.test/${'a'.repeat(3_000)}`, null],
  ['https:// nada, www.loja.test, ftp://loja.test, javascript:alert(1)', null],
  ['(veja https://loja.test/a)), b', 'https://loja.test/a'],
  [`${'.'.repeat(4_000)} https://loja.test/a`, 'https://loja.test/a'],
  [`${'.'.repeat(5_000)} https://loja.test/a`, null],
  ['', null],
])('%s', (text, link) => {
  expect(firstLink(text)).toBe(link);
});

test('long nonsense takes no time', () => {
  const took = cpuTimer();
  for (let round = 0; round < 50; round += 1) firstLink(`http://${')'.repeat(1_990)} `.repeat(500));
  for (const sign of ['.', ')', '(', '*'])
    firstLink(`https://a.test/${sign.repeat(65_000)}x ${'https://'.repeat(8_000)}`);
  expect(took()).toBeLessThan(1_500);
});
