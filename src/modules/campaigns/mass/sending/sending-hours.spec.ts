import { untilSendingMs } from './sending-hours.js';

const minute = 60_000;
const hour = 60 * minute;

// 2026-11-23 is a Monday
test.each([
  ['before its hours', '2026-11-23T07:30:00', { sendFrom: '09:00', weekdays: null }, 90 * minute],
  ['after them the next day', '2026-11-23T18:00:00', { sendFrom: '09:00', weekdays: null }, 15 * hour],
  [
    'on another day at their beginning',
    '2026-11-23T10:00:00',
    { sendFrom: '09:00', weekdays: ['wednesday', 'friday'] },
    47 * hour,
  ],
  ['without hours at midnight', '2026-11-23T22:00:00', { sendFrom: null, weekdays: ['tuesday'] }, 2 * hour],
  ['on the same day a week later', '2026-11-23T18:00:00', { sendFrom: '09:00', weekdays: ['monday'] }, 159 * hour],
] as const)('a campaign waits %s', (_, now, campaign, expected) => {
  expect(untilSendingMs([{ inHours: false, localTime: now }], campaign)).toBe(expected);
});

test('of several clocks the one that begins first counts, and none that wait', () => {
  const hours = { sendFrom: '09:00', weekdays: null };
  const [rioBranco, manaus, lisbon] = ['2026-11-23T07:30:00', '2026-11-23T08:30:00', '2026-11-23T12:30:00'].map(
    (localTime) => ({ localTime, inHours: false }),
  );
  if (!rioBranco || !manaus || !lisbon) throw new Error('No clocks');
  expect(untilSendingMs([rioBranco, manaus, lisbon], hours)).toBe(30 * minute);
  expect(untilSendingMs([rioBranco, { ...lisbon, inHours: true }], hours)).toBe(0);
  expect(untilSendingMs([], hours)).toBe(0);
});
