import { describe, expect, it } from '@jest/globals';
import { OutboundError } from '../../../../../core/http/outbound-error.js';
import { locales } from '../../../../../core/i18n.js';
import { refusalOfFailure } from '../graph/errors.js';
import { graphErrors } from './error-table.js';
import { failureOf, meaningOf, refusalOfAnswer, refusalOfMedia } from './errors.js';

const graph = (code: number, more: Record<string, unknown> = {}): unknown => ({
  error: {
    message: `(#${code}) Título`,
    type: 'OAuthException',
    code,
    error_data: { messaging_product: 'whatsapp', details: 'detalhes da Meta' },
    ...more,
  },
});

describe('a documented error', () => {
  it.each([
    ['auth', [0, 3, 10, 33, 102, 190, 200, 294, 131005, 131031, 131045, 133010]],
    ['rate', [4, 17, 80007, 130429, 131056]],
    ['retry', [1, 2, 131000, 131016, 131057, 133004]],
    [
      'permanent',
      [
        100, 368, 130472, 131008, 131009, 131021, 131026, 131030, 131042, 131047, 131048, 131049, 131050, 131051,
        131052, 131053, 132000, 132001, 132005, 132007, 132012, 132015, 132016, 132068,
      ],
    ],
  ])('is %s', (kind, codes) => {
    for (const code of codes) {
      expect([code, refusalOfAnswer(400, graph(code))]).toEqual([
        code,
        expect.objectContaining({ ok: false, kind, code: String(code) }),
      ]);
    }
  });

  it('is known by its code, not by the status it comes with', () => {
    expect(refusalOfAnswer(500, graph(131026)).kind).toBe('permanent');
    expect(refusalOfAnswer(400, graph(131016)).kind).toBe('retry');
    expect(refusalOfAnswer(429, graph(131056)).kind).toBe('rate');
  });

  it('says how long to wait when there is a rate', () => {
    expect(refusalOfAnswer(400, graph(131056)).retryAfterMs).toBeGreaterThanOrEqual(6000);
    expect(refusalOfAnswer(400, graph(130429)).retryAfterMs).toBeGreaterThan(0);
    expect(refusalOfAnswer(400, graph(80007)).retryAfterMs).toBeGreaterThan(60_000);
    expect(refusalOfAnswer(400, graph(131026))).not.toHaveProperty('retryAfterMs');
  });

  it('has a text of its own in every language', () => {
    for (const [code, { text }] of Object.entries(graphErrors)) {
      expect([code, locales.map((locale) => text[locale].length > 10)]).toEqual([code, [true, true, true]]);
      expect([code, new Set(locales.map((locale) => text[locale])).size]).toEqual([code, 3]);
    }
    expect(refusalOfAnswer(400, graph(131047)).text.pt).toContain('24 horas');
  });

  it('shows the details of Meta only where they say more', () => {
    expect(refusalOfAnswer(400, graph(100)).text.pt).toContain('(detalhes da Meta)');
    expect(refusalOfAnswer(400, graph(131026)).text.pt).not.toContain('detalhes');
  });

  it('means a wrong number id when the object is missing', () => {
    expect(refusalOfAnswer(400, graph(100, { error_subcode: 33 })).kind).toBe('auth');
    expect(refusalOfAnswer(400, graph(100, { error_subcode: 2388012 })).kind).toBe('permanent');
  });

  it('is also told by a failed status', () => {
    expect(meaningOf('131048')?.kind).toBe('permanent');
    expect(meaningOf('unknown')).toBeNull();
    expect(failureOf({ code: '131047', text: 'Re-engagement message' }).text.en).toContain('24 hours');
    expect(failureOf({ code: '999999', text: 'Something new' }).text.pt).toBe(
      'A Meta recusou a mensagem. (Something new)',
    );
  });
});

describe('an answer that is not documented', () => {
  it('is told by its status', () => {
    expect(refusalOfAnswer(500, graph(999999)).kind).toBe('retry');
    expect(refusalOfAnswer(400, graph(999999, { is_transient: true })).kind).toBe('retry');
    expect(refusalOfAnswer(400, graph(999999)).kind).toBe('permanent');
    expect(refusalOfAnswer(401, graph(999999)).kind).toBe('auth');
    expect(refusalOfAnswer(429, graph(999999)).kind).toBe('rate');
  });

  it('from a gateway does not say whether the message was passed on', () => {
    for (const status of [502, 504, 200, 302])
      expect([status, refusalOfAnswer(status, null).kind]).toEqual([status, 'uncertain']);
    for (const status of [500, 503, 408])
      expect([status, refusalOfAnswer(status, null).kind]).toEqual([status, 'retry']);
    expect(refusalOfAnswer(429, null)).toMatchObject({ kind: 'rate', code: 'http_429' });
    expect(refusalOfAnswer(413, null)).toMatchObject({ kind: 'permanent', code: 'http_413' });
    expect(refusalOfAnswer(200, {}).kind).toBe('uncertain');
  });
});

describe('a failure of the network', () => {
  it('may be tried again only when nothing was sent', () => {
    for (const phase of ['refused', 'connect'] as const) {
      expect(refusalOfFailure(new OutboundError(phase, 'x'), 'sending')).toMatchObject({
        kind: 'retry',
        code: `network_${phase}`,
      });
    }
    for (const phase of ['sent', 'timeout', 'size'] as const) {
      expect(refusalOfFailure(new OutboundError(phase, 'x'), 'sending')).toMatchObject({
        kind: 'uncertain',
        code: `network_${phase}`,
      });
    }
    expect(refusalOfFailure(new Error('socket hang up'), 'sending').kind).toBe('uncertain');
  });

  it('while a file is being uploaded may always be tried again', () => {
    expect(refusalOfFailure(new OutboundError('sent', 'x'), 'preparing').kind).toBe('retry');
  });
});

it('a code of any length fits where it is kept', () => {
  expect(failureOf({ code: 'E'.repeat(200), text: 'x' }).code).toBe('E'.repeat(60));
});

describe('a file that cannot be fetched', () => {
  it('does not condemn the connection when it is gone', () => {
    expect(refusalOfMedia(400, graph(100, { error_subcode: 33 }))).toMatchObject({ kind: 'permanent', code: '100' });
    expect(refusalOfMedia(401, graph(190)).kind).toBe('auth');
    expect(refusalOfMedia(404, null)).toMatchObject({ kind: 'retry', code: 'http_404' });
  });
});
