import { cpuTimer } from '../../../../../test/support/cpu-time.js';
import { readWebhookReply } from './webhook-reply.js';

test.each<[body: string, texts: string[], invalid?: true]>([
  ['{"messages":[{"body":"Oi"},{"body":"Tudo bem?"}]}', ['Oi', 'Tudo bem?']],
  ['[{"messages":[{"body":"Oi"}]},{"messages":[{"body":"Até já"}]}]', ['Oi', 'Até já']],
  ['{"messages":["Oi",{"text":"Olá"}]}', ['Oi', 'Olá']],
  ['{"output":"Oi"}', ['Oi']],
  ['[{"output":"Oi"}]', ['Oi']],
  ['{"text":"Oi"}', ['Oi']],
  ['{"reply":"Oi"}', ['Oi']],
  ['{"message":"Oi","status":"ok"}', ['Oi']],
  ['"Oi"', ['Oi']],
  ['Oi, Ana', ['Oi, Ana']],
  // one bad item does not void the others
  ['{"messages":[{"body":1},{"body":"Oi"},null,{"body":"a\\u0000b"}]}', ['Oi']],
  ['{"messages":[{"body":1}]}', [], true],
  ['{"messages":"oi"}', [], true],
  ['{"output":1}', [], true],
  ['{"messages":[]}', []],
  ['{"message":{"id":7}}', []],
  ['{"success":true}', []],
  // what receivers say to programs
  ['', []],
  ['OK', []],
  ['ok!', []],
  ['"accepted"', []],
  ['EVENT_RECEIVED', []],
  ['{"message":"Workflow was started"}', []],
  ['200', []],
  ['<!DOCTYPE html><p>Oi</p>', []],
  ['{"output":"Oi', []],
  // of models
  ['{"output":"<think>hm</think>**Oi**, [site](https://a.test)"}', ['*Oi*, site: https://a.test']],
  ['{"output":"<think>só pensei"}', []],
])('%j says %j', (body, texts, invalid = undefined) => {
  expect(readWebhookReply(body)).toEqual({ texts, invalid: invalid ?? false });
});

test('ten messages at most, and no time for long answers', () => {
  const took = cpuTimer();
  const items = Array.from({ length: 1_000 }, () => ({ body: '**x'.repeat(300) }));
  expect(readWebhookReply(JSON.stringify({ messages: items })).texts).toHaveLength(10);
  readWebhookReply('['.repeat(500_000));
  expect(took()).toBeLessThan(1_000);
});
