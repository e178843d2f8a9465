import { describe, expect, it } from '@jest/globals';
import { aTicket } from '../../../../conversation/model/fixtures';
import { addRange, applicableTickets, type BulkAction, toggleId } from './selection';

describe('selecting', () => {
  it('toggles one', () => {
    expect(toggleId([1, 2], 3)).toEqual([1, 2, 3]);
    expect(toggleId([1, 2], 1)).toEqual([2]);
  });

  it('adds a range in either direction', () => {
    const order = [9, 7, 5, 3];
    expect(addRange([7], order, 7, 3)).toEqual([7, 5, 3]);
    expect(addRange([3], order, 3, 7)).toEqual([3, 7, 5]);
    expect(addRange([4], order, 5, 5)).toEqual([4, 5]);
  });

  it('adds the row alone when the start of the range is gone', () => {
    expect(addRange([8], [9, 7], 8, 7)).toEqual([8, 7]);
  });

  it('applies an action to matching tickets only', () => {
    const chosen = [
      aTicket(1, 1, { status: 'pending', unreadMessages: 2 }),
      aTicket(2, 2, { status: 'open', userId: 7, unreadMessages: 1 }),
      aTicket(3, 3, { status: 'closed', userId: 8, unreadMessages: 1 }),
    ];
    const ids = (action: BulkAction) => applicableTickets(action, chosen, 7).map(({ id }) => id);
    expect(
      ['accept', 'resolve', 'reopen', 'transfer', 'tag', 'read'].map((action) => ids(action as BulkAction)),
    ).toEqual([[1], [2], [3], [1, 2], [1, 2, 3], [2]]);
  });
});
