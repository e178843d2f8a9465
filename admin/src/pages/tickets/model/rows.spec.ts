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
  it('start each day with a pill', () => {
    expect(rowsOf(messages, null, false).map(({ day }) => day !== null)).toEqual([true, true, false, false]);
  });
  it('give the tail to the last of a run', () => {
    expect(rowsOf(messages, null, false).map(({ tail }) => tail)).toEqual([true, false, true, true]);
    expect(rowsOf(messages, 3, false).map(({ tail }) => tail)).toEqual([true, true, true, true]);
  });
  it('put the divider above its message', () => {
    expect(rowsOf(messages, 3, false).map(({ divider }) => divider)).toEqual([false, false, true, false]);
  });
  it('keep the key of an own message when it arrives', () => {
    expect(rowsOf(messages, null, false).map(({ key }) => key)).toEqual(['1', '2', '3', 'c']);
  });
  it('name the author in groups where a run begins', () => {
    expect(rowsOf(messages, null, true).map(({ author }) => author)).toEqual(['Maria', 'Maria', null, null]);
  });
});
