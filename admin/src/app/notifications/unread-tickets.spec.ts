import { describe, expect, it } from '@jest/globals';
import { aTicket } from '../../conversation/model/fixtures';
import { applyChange, changeOf, noUnreadTickets, type UnreadTickets } from './unread-tickets';

const user = 1;
const unread = { unreadMessages: 2 };
const ids = ({ tickets }: UnreadTickets) => tickets.map(({ id }) => id);
const unreadAfter = (...tickets: ReturnType<typeof aTicket>[]): UnreadTickets =>
  tickets.reduce((state, ticket) => applyChange(state, { ticket }, user), noUnreadTickets);

describe('unread tickets', () => {
  it('are the user’s own and the pending ones, newest first', () => {
    const mine = aTicket(1, 1, unread);
    const waiting = aTicket(2, 2, { ...unread, status: 'pending', userId: null });
    const others = aTicket(3, 3, { ...unread, userId: 9 });
    const closed = aTicket(4, 4, { ...unread, status: 'closed' });
    const read = aTicket(5, 5);
    expect(ids(unreadAfter(mine, waiting, others, closed, read))).toEqual([2, 1]);
  });

  it('drop what was read, removed, or assigned to another attendant', () => {
    const state = unreadAfter(aTicket(1, 1, unread), aTicket(2, 2, unread), aTicket(3, 3, unread));
    const read = applyChange(state, changeOf({ action: 'updateUnread', ticketId: 1 }), user);
    const removed = applyChange(read, changeOf({ action: 'delete', ticketId: 2 }), user);
    expect(ids(applyChange(removed, { ticket: aTicket(3, 9, { ...unread, userId: 9 }) }, user))).toEqual([]);
  });

  it('keep a row that is newer than the event', () => {
    const state = unreadAfter(aTicket(1, 5, unread));
    expect(applyChange(state, { ticket: aTicket(1, 4) }, user)).toEqual(state);
  });

  it('follow a contact that got another name', () => {
    const contact = { ...aTicket(1).contact, name: 'Maria' };
    expect(applyChange(unreadAfter(aTicket(1, 1, unread)), { contact }, user).tickets[0]?.contact.name).toBe('Maria');
  });
});
