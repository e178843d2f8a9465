import { describe, expect, it } from '@jest/globals';
import { byLastMessage, type Chat, unreadsOf, updateChat, withUnreads } from './chat';

const me = 1;
const chat = (id: number, unreads: readonly number[], updatedAt = '2026-11-21T12:00:00.000Z'): Chat => ({
  id,
  uuid: `chat-${id}`,
  title: `Conversa ${id}`,
  ownerId: me,
  owner: { id: me, name: 'Ana' },
  direct: false,
  lastMessage: '',
  lastMessageType: 'chat',
  users: unreads.map((count, index) => ({
    id: index + 1,
    chatId: id,
    userId: index + 1,
    unreads: count,
    user: { id: index + 1, name: `Pessoa ${index + 1}` },
  })),
  usersCount: unreads.length,
  createdAt: updatedAt,
  updatedAt,
});

describe('a chat', () => {
  it('takes members and what they have not read from an event', () => {
    expect(unreadsOf(updateChat(chat(1, [0, 1]), chat(1, [2, 0]), me, true), me)).toBe(2);
    expect(updateChat(undefined, chat(1, [3, 0]), me, true)).toEqual(chat(1, [3, 0]));
  });
  it('keeps its members where the event of a large one names none, and counts what others wrote', () => {
    const known = chat(1, [1, 0]);
    const next = { ...chat(1, []), usersCount: 63, lastMessage: 'oi' };
    const written = updateChat(known, next, me, true);
    expect([written.lastMessage, written.users.length, unreadsOf(written, me)]).toEqual(['oi', 2, 2]);
    expect(unreadsOf(updateChat(known, next, me, false), me)).toBe(1);
  });
  it('keeps its members where an event names the reader and some of them', () => {
    const known = { ...chat(1, [3, 0, 1]), usersCount: 63 };
    const read = updateChat(known, { ...chat(1, [0, 0]), usersCount: 63 }, me, false);
    expect([read.users.length, unreadsOf(read, me)]).toEqual([3, 0]);
    const left = updateChat(chat(1, [0, 1, 2]), chat(1, [0, 1]), me, false);
    expect(left.users).toHaveLength(2);
  });
  it('is read by one member only', () => {
    const read = withUnreads(chat(1, [4, 5]), me, 0);
    expect([unreadsOf(read, me), unreadsOf(read, 2), unreadsOf(read, 9)]).toEqual([0, 5, 0]);
  });
  it('stands above those that were written before', () => {
    const [old, young] = [chat(1, [0]), chat(2, [0], '2026-11-22T12:00:00.000Z')];
    expect([old, young].toSorted(byLastMessage).map(({ id }) => id)).toEqual([2, 1]);
  });
});
