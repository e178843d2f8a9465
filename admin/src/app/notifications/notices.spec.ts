import { describe, expect, it } from '@jest/globals';
import { aTicket } from '../../conversation/model/fixtures';
import { fromTicketEvent, type Notices, noNotices, takeNotice, unreadOf } from './notices';

const me = 1;
const unread = { unreadMessages: 2 };
const ids = ({ tickets }: Notices) => tickets.map(({ id }) => id);
const told = (...tickets: ReturnType<typeof aTicket>[]): Notices =>
  tickets.reduce((state, ticket) => takeNotice(state, { ticket }, me), noNotices);

describe('notices', () => {
  it('hold unread conversations of one’s own and those that wait, newest first', () => {
    const mine = aTicket(1, 1, unread);
    const waiting = aTicket(2, 2, { ...unread, status: 'pending', userId: null });
    const others = aTicket(3, 3, { ...unread, userId: 9 });
    const closed = aTicket(4, 4, { ...unread, status: 'closed' });
    const read = aTicket(5, 5);
    expect(ids(told(mine, waiting, others, closed, read))).toEqual([2, 1]);
  });

  it('let go of what was read, removed, or went to somebody else', () => {
    const state = told(aTicket(1, 1, unread), aTicket(2, 2, unread), aTicket(3, 3, unread));
    const read = takeNotice(state, fromTicketEvent({ action: 'updateUnread', ticketId: 1 }), me);
    const removed = takeNotice(read, fromTicketEvent({ action: 'delete', ticketId: 2 }), me);
    expect(ids(takeNotice(removed, { ticket: aTicket(3, 9, { ...unread, userId: 9 }) }, me))).toEqual([]);
  });

  it('keep a row that is newer than what is told', () => {
    const state = told(aTicket(1, 5, unread));
    expect(takeNotice(state, { ticket: aTicket(1, 4) }, me)).toEqual(state);
  });

  it('follow a contact that got another name', () => {
    const contact = { ...aTicket(1).contact, name: 'Maria' };
    expect(takeNotice(told(aTicket(1, 1, unread)), { contact }, me).tickets[0]?.contact.name).toBe('Maria');
  });

  it('count for the title only what is one’s own', () => {
    const waiting = aTicket(2, 2, { ...unread, status: 'pending', userId: null });
    expect(unreadOf(told(aTicket(1, 1, unread), waiting), me)).toBe(2);
  });
});
