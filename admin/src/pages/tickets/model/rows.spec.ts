import { describe, expect, it } from '@jest/globals';
import { aMessage } from './fixtures';
import { rowsOf } from './rows';

describe('rows', () => {
  const messages = [
    aMessage(1, { createdAt: '2026-11-20T12:00:00' }),
    aMessage(2, { createdAt: '2026-11-21T12:00:00' }),
    aMessage(3, { createdAt: '2026-11-21T12:01:00' }),
    aMessage(4, { createdAt: '2026-11-21T12:02:00', fromMe: true, clientMessageId: 'c' }),
  ];
  const rows = (dividerId: number | null = null, isGroup = false, complete = true) =>
    rowsOf(messages, { dividerId, isGroup, complete });
  it('have a pill between the days, and above the very first message', () => {
    expect(rows().map(({ day, nextDay }) => [day, nextDay])).toEqual([
      [messages[0]?.createdAt, messages[1]?.createdAt],
      [null, null],
      [null, null],
      [null, null],
    ]);
  });
  it('do not change when older messages come above them', () => {
    const older = aMessage(0, { createdAt: '2026-11-20T11:00:00' });
    const later = rowsOf([older, ...messages], { dividerId: null, isGroup: true, complete: true });
    expect(later.slice(1)).toEqual(rows(null, true, false));
  });
  it('give the tail to the last of a run', () => {
    expect(rows().map(({ tail }) => tail)).toEqual([true, false, true, true]);
    expect(rows(3).map(({ tail }) => tail)).toEqual([true, true, true, true]);
  });
  it('put the divider above its message', () => {
    expect(rows(3).map(({ divider }) => divider)).toEqual([false, false, true, false]);
  });
  it('keep the key of an own message when it arrives', () => {
    expect(rows().map(({ key }) => key)).toEqual(['1', '2', '3', 'c']);
  });
  it('name the author in groups where a run begins', () => {
    expect(rows(null, true).map(({ author }) => author)).toEqual(['Maria', 'Maria', null, null]);
  });
});
