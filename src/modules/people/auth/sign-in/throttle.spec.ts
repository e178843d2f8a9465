import { randomBytes } from 'node:crypto';
import { AppConfig } from '../../../../core/config/config.js';
import type { RateLimits } from '../../../../core/redis/rate-limiter.js';
import { loginLimitsOf } from '../../users/users.policy.js';
import { Throttle } from './throttle.js';

const counters = new Map<string, number>();
const count = (key: string, by: number): Promise<{ consumedPoints: number; msBeforeNext: number }> => {
  counters.set(key, (counters.get(key) ?? 0) + by);
  return Promise.resolve({ consumedPoints: counters.get(key) ?? 0, msBeforeNext: 1000 });
};
const limits = {
  create: ({ name, points }: { name: string; points: number }) => ({
    points,
    penalty: (key: string) => count(`${name} ${key}`, 1),
    reward: (key: string) => count(`${name} ${key}`, -1),
    delete: async (key: string) => counters.delete(`${name} ${key}`),
  }),
} as unknown as RateLimits;
const secrets = { JWT_SECRET: randomBytes(32).toString('hex'), ENCRYPTION_KEY: randomBytes(32).toString('base64') };
const throttle = new Throttle(
  AppConfig.load({ DATABASE_URL: 'postgres://u:p@db/atende', ...secrets, LOGIN_LIMITS: '3,6,8' }),
  limits,
  'login',
);
const tooMany = { code: 'ERR_TOO_MANY_REQUESTS' };
const known = async (): Promise<boolean> => true;

beforeEach(() => counters.clear());

it('makes no counters for an address that is full, except of who is known there', async () => {
  for (let index = 0; index < 8; index += 1) await throttle.attempt(`${index}@x.test`, 'a');
  const before = counters.size;
  for (let index = 0; index < 100; index += 1)
    await expect(throttle.attempt(`new-${index}@x.test`, 'a')).rejects.toMatchObject(tooMany);
  expect(counters.size).toBe(before);

  await (await throttle.attempt('colleague@x.test', 'a', known)).refund();
  for (let failed = 0; failed < 3; failed += 1) await throttle.attempt('colleague@x.test', 'a', known);
  await expect(throttle.attempt('colleague@x.test', 'a', known)).rejects.toMatchObject(tooMany);
  expect(counters.get('login:address a')).toBe(8);
});

it('holds an e-mail that is guessed from many addresses, but not where its owner is known', async () => {
  for (let index = 0; index < 6; index += 1) await throttle.attempt('ana@x.test', `address ${index}`);
  await expect(throttle.attempt('ana@x.test', 'elsewhere')).rejects.toMatchObject(tooMany);
  await throttle.attempt('ana@x.test', 'office', known);
  expect(counters.has('login:pair ana@x.test|elsewhere')).toBe(false);
});

it('counts nothing of what was excused or refused', async () => {
  for (let index = 0; index < 20; index += 1) await (await throttle.attempt('ana@x.test', 'a')).refund();
  for (let index = 0; index < 3; index += 1) await throttle.attempt('ana@x.test', 'a');
  await expect(throttle.attempt('ana@x.test', 'a')).rejects.toMatchObject(tooMany);
  expect([counters.get('login:email ana@x.test'), counters.get('login:address a')]).toEqual([3, 3]);
});

it('has limits without the variable, too', () => {
  expect(loginLimitsOf(AppConfig.load(secrets))).toEqual({ emailAndAddress: 5, email: 50, address: 100 });
  expect(loginLimitsOf(AppConfig.load({ ...secrets, LOGIN_LIMITS: '3,30,60' }))).toEqual({
    emailAndAddress: 3,
    email: 30,
    address: 60,
  });
});
