import { cpuTimer } from '../../../../../test/support/cpu-time.js';
import { withoutThoughts } from './thoughts.policy.js';

test.each([
  ['<think>O cliente quer preço.</think>\n\nCusta R$ 10.', 'Custa R$ 10.'],
  ['<THINK>hm</Think>Oi', 'Oi'],
  ['<think type="internal" depth=2>hm</think >Oi', 'Oi'],
  ['<thinking>hm</thinking>Oi', 'Oi'],
  ['<seed:think>hm</seed:think>Oi', 'Oi'],
  ['[THINK]hm[/THINK]Oi', 'Oi'],
  ['◁think▷hm◁/think▷Oi', 'Oi'],
  ['<|begin_of_thought|>hm<|end_of_thought|>Oi', 'Oi'],
  ['O cliente quer preço.\n</think>\n\nCusta R$ 10.', 'Custa R$ 10.'],
  ['<think>a</think>Oi <think>b</think>Ana', 'Oi Ana'],
  ['<think>a<think>b</think>c</think>Oi', 'Oi'],
  ['<think><think>a</think>Oi', 'Oi'],
  ['Oi. <think>e agora, com o limite', 'Oi.'],
  ['<think>só pensei e o limite cort', ''],
  ['<think>só pensei</think>', ''],
  ['só pensei</think>', ''],
  ['Oi <thi', 'Oi'],
  ['Custa <b>10</b> [1], eu acho (think)', 'Custa <b>10</b> [1], eu acho (think)'],
  ['2 < 3 e a[i] > 1', '2 < 3 e a[i] > 1'],
])('%j says %j', (written, said) => expect(withoutThoughts(written)).toBe(said));

test.each(['<think>', '</think>', '<think ', '<', '[think ', '<|begin_of_thought|>'])(
  'takes no time for %j repeated',
  (part) => {
    const took = cpuTimer();
    withoutThoughts(part.repeat(1_000_000 / part.length));
    expect(took()).toBeLessThan(2_000);
  },
);
