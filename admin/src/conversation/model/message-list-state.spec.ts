import { describe, expect, it } from '@jest/globals';
import { aMessage } from './fixtures';
import {
  coversLoaded,
  firstUnread,
  mergeMessage,
  prependPage,
  refreshMessages,
  startMessages,
} from './message-list-state';
import type { MessagePage } from './types';

const page = (ids: number[], hasMore = false): MessagePage => ({
  messages: ids.map((id) => aMessage(id)),
  hasMore,
  cursor: hasMore ? 'older' : null,
});
const ids = (state: { messages: readonly { id: number }[] }) => state.messages.map(({ id }) => id);

describe('merging a message', () => {
  it('adds it in its place, once', () => {
    const state = mergeMessage(startMessages(page([1, 2, 4])), aMessage(3), true);
    expect(ids(state)).toEqual([1, 2, 3, 4]);
    expect(ids(mergeMessage(state, aMessage(3), true))).toEqual([1, 2, 3, 4]);
  });
  it('knows an own message by its clientMessageId', () => {
    const mine = aMessage(7, { clientMessageId: 'c-1', fromMe: true });
    const state = mergeMessage(startMessages(page([1])), mine, true);
    expect(mergeMessage(state, { ...mine, ack: 2 }, true).messages).toHaveLength(2);
  });
  it('never lowers the delivery status, except to failed', () => {
    const state = mergeMessage(startMessages(page([])), aMessage(5, { ack: 3, status: 'read' }), true);
    expect(
      mergeMessage(state, aMessage(5, { ack: 1, status: 'sent', body: 'editada' }), false).messages[0],
    ).toMatchObject({ ack: 3, status: 'read', body: 'editada' });
    expect(mergeMessage(state, aMessage(5, { ack: 0, status: 'failed' }), false).messages[0]?.status).toBe('failed');
  });
  it('ignores a change of a message that is not loaded, and a message above the loaded ones', () => {
    const state = startMessages(page([5, 6], true));
    expect(mergeMessage(state, aMessage(9), false)).toBe(state);
    expect(mergeMessage(state, aMessage(2), true)).toBe(state);
  });
});

describe('pages', () => {
  it('older ones go above, each once', () => {
    const state = startMessages(page([5, 6], true));
    const next = prependPage(state, page([3, 4, 5]));
    expect(ids(next)).toEqual([3, 4, 5, 6]);
  });
  it('a refresh merges what it overlaps', () => {
    const state = startMessages(page([1, 2, 3], true));
    expect(ids(refreshMessages(state, [page([3, 4, 5], true)]))).toEqual([1, 2, 3, 4, 5]);
  });
  it('a refresh that leaves a gap starts anew', () => {
    const state = startMessages(page([1, 2, 3], true));
    const next = refreshMessages(state, [page([8, 9], true)]);
    expect(ids(next)).toEqual([8, 9]);
    expect(next.cursor).toBe('older');
  });
  it('knows whether pages cover the loaded messages', () => {
    const state = startMessages(page([4, 5, 6], true));
    expect(coversLoaded(state, [page([6, 7], true)])).toBe(false);
    expect(coversLoaded(state, [page([6, 7], true), page([3, 4, 5], true)])).toBe(true);
  });
});

describe('the divider', () => {
  it('is above the first unread message, not counting own ones', () => {
    const messages = [aMessage(1), aMessage(2), aMessage(3, { fromMe: true }), aMessage(4)];
    expect(firstUnread(messages, 2)).toBe(2);
    expect(firstUnread(messages, 0)).toBeNull();
    expect(firstUnread(messages, 50)).toBe(1);
  });
});
