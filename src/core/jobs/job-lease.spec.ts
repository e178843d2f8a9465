import { jest } from '@jest/globals';
import { JobLease } from './job-lease.js';

test('a lease that was not renewed in time is over for good', () => {
  let now = 1_000;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
  const at = (time: number, lease: JobLease): boolean => {
    now = time;
    return lease.isHeld();
  };
  const lease = new JobLease(1_000);
  expect(at(9_999, lease)).toBe(true);
  lease.renewed(9_000);
  expect(at(17_999, lease)).toBe(true);
  // renewed too late, as after a pause of the process
  expect(at(18_000, lease)).toBe(false);
  lease.renewed(18_000);
  expect(at(18_001, lease)).toBe(false);
  clock.mockRestore();
});

test('a lease is exclusive only while the number that it carries is seen', () => {
  let seen = true;
  const lease = new JobLease(performance.now(), { isSeen: () => seen });
  expect(lease.isExclusive()).toBe(true);
  seen = false;
  expect([lease.isExclusive(), lease.isHeld()]).toEqual([false, true]);
  // a lease without a number is not ended early
  expect(new JobLease(performance.now()).isExclusive()).toBe(true);
});
