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
  expect(untilSendingMs(now, campaign)).toBe(expected);
});
