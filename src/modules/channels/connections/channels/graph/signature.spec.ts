import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { challengeOf, validSignature } from './signature.js';

const body = Buffer.from('{"object":"whatsapp_business_account","entry":[],"text":"ação"}');
const secret = 'segredo-do-aplicativo';
const signed = (bytes: Buffer, key = secret): string =>
  `sha256=${createHmac('sha256', key).update(bytes).digest('hex')}`;

describe('the signature of a webhook', () => {
  it('is a published test vector of HMAC-SHA256', () => {
    const header = 'sha256=f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8';
    expect(validSignature(Buffer.from('The quick brown fox jumps over the lazy dog'), header, 'key')).toBe(true);
  });

  it('holds for these bytes and this secret only', () => {
    expect(validSignature(body, signed(body), secret)).toBe(true);
    expect(validSignature(body, signed(body).toUpperCase().replace('SHA256', 'sha256'), secret)).toBe(true);
    expect(validSignature(Buffer.concat([body, Buffer.from(' ')]), signed(body), secret)).toBe(false);
    expect(validSignature(body, signed(body, 'outro'), secret)).toBe(false);
  });

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['of another kind', `sha1=${createHmac('sha1', secret).update(body).digest('hex')}`],
    ['cut short', signed(body).slice(0, -2)],
    ['longer', `${signed(body)}00`],
    ['not hexadecimal', `sha256=${'z'.repeat(64)}`],
    ['without its name', signed(body).slice(7)],
    ['given twice', [signed(body), signed(body)]],
    ['the joined form of two', `${signed(body)}, ${signed(body)}`],
  ])('is refused when %s', (_, header) => {
    expect(validSignature(body, header, secret)).toBe(false);
  });

  it('is refused without a secret, even when signed with an empty one', () => {
    for (const none of [null, undefined, '']) expect(validSignature(body, signed(body, ''), none)).toBe(false);
  });
});

describe('the verification of a webhook address', () => {
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': 'combinado', 'hub.challenge': '1158201444' };

  it('answers the challenge to who knows the token', () => {
    expect(challengeOf(query, 'combinado')).toBe('1158201444');
  });

  it('is refused otherwise', () => {
    expect(challengeOf(query, 'outro')).toBeNull();
    expect(challengeOf({ ...query, 'hub.mode': 'unsubscribe' }, 'combinado')).toBeNull();
    expect(challengeOf({ ...query, 'hub.verify_token': ['combinado'] }, 'combinado')).toBeNull();
    expect(challengeOf({ ...query, 'hub.challenge': undefined }, 'combinado')).toBeNull();
    expect(challengeOf({ ...query, 'hub.challenge': '<script>alert(1)</script>' }, 'combinado')).toBeNull();
    for (const none of [null, undefined, ''])
      expect(challengeOf({ ...query, 'hub.verify_token': '' }, none)).toBeNull();
  });
});
