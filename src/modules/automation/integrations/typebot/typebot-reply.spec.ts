import { cpuTimer } from '../../../../../test/support/cpu-time.js';
import { readReply } from './typebot-reply.js';

const megabyte = 1024 * 1024;
/** An answer of the maximum size, filled with copies of one value. */
const fill = (value: object, share = 1): object[] => {
  const one = JSON.stringify(value).length + 1;
  return Array.from({ length: Math.floor((megabyte * share) / one) }, () => value);
};
const lines = { text: '\n'.repeat(2_000) };
const nested = (depth: number, child: object): object =>
  depth === 0 ? child : { type: 'ul', children: [{ type: 'li', children: [nested(depth - 1, child)] }] };

test.each<[what: string, answer: object]>([
  [
    'messages and actions of the same id',
    { messages: fill({ id: '' }, 0.5), clientSideActions: fill({ lastBubbleBlockId: '' }, 0.5) },
  ],
  [
    'waits after every message',
    {
      messages: fill({ id: 'a', type: 'text', content: { plainText: 'x' } }, 0.5),
      clientSideActions: fill({ lastBubbleBlockId: 'a', type: 'wait', wait: { secondsToWaitFor: 1 } }, 0.5),
    },
  ],
  [
    'lines in lists in lists',
    { messages: [{ type: 'text', content: { richText: [nested(9, { type: 'p', children: fill(lines) })] } }] },
  ],
  ['nodes without text', { messages: [{ type: 'text', content: { richText: fill({}) } }] }],
  ['many rich texts', { messages: fill({ type: 'text', content: { richText: [{ type: 'p', children: [lines] }] } }) }],
  ['choices', { input: { type: 'choice input', items: fill({ content: 'x' }) } }],
  ['one long choice', { input: { type: 'choice input', items: [{ content: 'x'.repeat(megabyte) }] } }],
  ['paths of pictures', { input: { type: 'picture choice input', items: [{ paths: fill({ text: 'x' }) }] } }],
])('a megabyte of %s is read at once, and little of it kept', (_what, answer) => {
  readReply(answer, 0);
  const took = cpuTimer();
  const reply = readReply(answer, 0);
  // without limits this took seconds and gigabytes
  expect(took()).toBeLessThan(600);
  expect(JSON.stringify(reply).length).toBeLessThan(megabyte);
  expect(reply.bubbles.length).toBeLessThanOrEqual(30);
});

test('waits and links follow their message, and what comes first', () => {
  const { bubbles } = readReply(
    {
      messages: [
        { id: 'a', type: 'text', content: { plainText: 'um' } },
        { id: 'b', type: 'text', content: { plainText: 'dois' } },
      ],
      clientSideActions: [
        { type: 'wait', wait: { secondsToWaitFor: 1 } },
        { type: 'wait', wait: { secondsToWaitFor: 2 }, lastBubbleBlockId: 'a' },
        { type: 'redirect', redirect: { url: 'https://loja.test' }, lastBubbleBlockId: 'b' },
      ],
    },
    500,
  );
  expect(bubbles).toEqual([
    { text: 'um', delayMs: 1_500 },
    { text: 'dois', delayMs: 2_500 },
    { text: 'https://loja.test', delayMs: 500 },
  ]);
});
