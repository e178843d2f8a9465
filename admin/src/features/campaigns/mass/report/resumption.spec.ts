import { expect, test } from '@jest/globals';
import { resumption } from './resumption';

test.each([
  ['2026-12-01T14:00', 'today'],
  ['2026-12-02T08:00', 'tomorrow'],
  ['2026-12-05T08:00', 'later'],
])('at %s it resumes %s', (at, when) => {
  const [key, values] = resumption(at, new Date('2026-12-01T23:59'));
  expect(key).toBe(`campaigns.report.resumes_${when}`);
  expect(values.at).toBe(at.slice(11));
});
