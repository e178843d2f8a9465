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
  ['{"message":"Workflow executed successfully but no data was returned"}', []],
  ['{"message":"Webhook call received"}', []],
  ['200', []],
  ['<!DOCTYPE html><p>Oi</p>', []],
  ['{"output":"Oi', []],
  // failures, some of which n8n answers with 200
  ['{"message":"Error in workflow"}', [], true],
  ['{"code":0,"message":"Workflow Webhook Error: Workflow could not be started!"}', [], true],
  ['{"code":404,"message":"The requested webhook \\"POST loja\\" is not registered.","hint":"Activate it."}', [], true],
  ['{"code":404,"message":"This webhook is not registered for POST requests."}', [], true],
  ['{"code":500,"message":"Unused Respond to Webhook node found in the workflow"}', [], true],
  ['{"code":0,"message":"connect ECONNREFUSED 10.0.0.7:5432","stacktrace":"Error: connect"}', [], true],
  ['{"statusCode":502,"message":"Tente de novo","error":"Bad Gateway"}', [], true],
  ['"{\\"code\\":404,\\"message\\":\\"Não há\\"}"', [], true],
  ['502 Bad Gateway', [], true],
  ['{"output":"<!DOCTYPE html><html><body>Erro</body></html>"}', [], true],
  ['{"messages":[{"body":"Error in workflow"},{"body":"Oi"}]}', ['Oi']],
  ['{"output":"TypeError: x is undefined\\n    at Object.<anonymous> (/app/flow.js:3:7)"}', [], true],
  ['{"text":"Traceback (most recent call last):\\n  File \\"a.py\\", line 1"}', [], true],
  // which are none
  ['{"code":200,"message":"Oi"}', ['Oi']],
  ['{"code":"BOLO10","message":"Seu cupom é BOLO10"}', ['Seu cupom é BOLO10']],
  ['{"output":"Oi","code":7}', ['Oi']],
  ['Nos vemos\n  at 10:30', ['Nos vemos\n  at 10:30']],
  ['{"output":"{\\"messages\\":[{\\"body\\":\\"Oi\\"}]}"}', ['Oi']],
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
