import { t } from '../../../../core/i18n.js';
import { errorOf, outcomeOf, providerIdOf } from './outcome.policy.js';

const reason = { code: '1', text: t('Não', 'No', 'No') };
const refusal = { ok: false, ...reason } as const;
const first = { attempts: 0, deliversOnSend: false };

test.each([
  ['a message is sent', { ok: true, providerId: 'a' }, first, { kind: 'sent', providerId: 'a' }],
  [
    'it is delivered where sending delivers',
    { ok: true, providerId: 'a' },
    { ...first, deliversOnSend: true },
    { kind: 'delivered', providerId: 'a' },
  ],
  ['it may have arrived', { ...refusal, kind: 'uncertain' }, first, { kind: 'uncertain', reason }],
  ['a refusal fails', { ...refusal, kind: 'permanent' }, first, { kind: 'failed', reason }],
  [
    'a dead token concerns no recipient',
    { ...refusal, kind: 'auth' },
    { ...first, attempts: 9 },
    { kind: 'wait', reason, stops: false },
  ],
  [
    'a restriction of the number stops the campaign',
    { ...refusal, kind: 'permanent', restrictsNumber: true },
    first,
    { kind: 'wait', reason, stops: true },
  ],
  ['a rate says when', { ...refusal, kind: 'rate', retryAfterMs: 100 }, first, { kind: 'wait', reason, retryMs: 100 }],
  [
    'a temporary failure counts',
    { ...refusal, kind: 'retry' },
    { ...first, attempts: 3 },
    { kind: 'wait', reason, retryMs: 5_000, tried: true },
  ],
  ['the fifth one fails', { ...refusal, kind: 'retry' }, { ...first, attempts: 4 }, { kind: 'failed', reason }],
  [
    'it does not count while the connection is paused',
    { ...refusal, kind: 'retry' },
    { ...first, attempts: 4, paused: true },
    { kind: 'wait', reason, retryMs: 5_000, tried: false },
  ],
] as const)('%s', (_, answer, circumstances, expected) => {
  const outcome = outcomeOf(answer, circumstances);
  expect(outcome).toEqual(expected);
  expect(providerIdOf(outcome)).toBe(answer.ok ? 'a' : null);
  expect(errorOf(outcome)).toEqual(/failed|uncertain/.test(outcome.kind) ? reason : undefined);
});
