import { describe, expect, it } from '@jest/globals';
import { aTicket, aTicketPage } from './fixtures';
import { NO_QUEUE } from './list-filters';
import {
  appendPage,
  applyTicketEvent,
  mergeContact,
  mergeTicket,
  reconcile,
  startList,
  type TicketListState,
} from './ticket-list-state';
import type { CurrentUser, TicketView } from './ticket-rules';

const view: TicketView = { status: 'open', showAll: false, queueIds: null, search: '' };
const me: CurrentUser = { id: 1, profile: 'user', queueIds: [10, 11] };
const listOf = (...ids: number[]): TicketListState => startList(aTicketPage(ids.map((id) => aTicket(id))));
const ids = (state: TicketListState) => state.tickets.map(({ id }) => id);

describe('a ticket update', () => {
  it('adds a ticket of this list, sorted by time', () => {
    expect(ids(mergeTicket(listOf(1, 5), aTicket(3), view, me))).toEqual([5, 3, 1]);
  });
  it('moves a known ticket to the top', () => {
    expect(ids(mergeTicket(listOf(1, 5), aTicket(1, 9, { unreadMessages: 1 }), view, me))).toEqual([1, 5]);
  });
  it('without a new message stays where it is', () => {
    const accepted = { ...aTicket(1, 9, { status: 'open' }), lastArrivalAt: aTicket(1).lastArrivalAt };
    const state = mergeTicket(listOf(1, 5), accepted, view, me);
    expect(ids(state)).toEqual([5, 1]);
    expect(state.tickets[1]?.updatedAt).toBe(accepted.updatedAt);
  });
  it('older than the row is ignored', () => {
    const state = listOf(5);
    expect(mergeTicket(state, aTicket(5, 1, { status: 'closed' }), view, me)).toBe(state);
  });
  it('of the same time replaces the row', () => {
    expect(mergeTicket(listOf(5), aTicket(5, 5, { lastMessageAck: 3 }), view, me).tickets[0]?.lastMessageAck).toBe(3);
  });
  it.each([
    ['another status', { status: 'closed' as const }],
    ['another attendant', { userId: 2 }],
    ['a department that is not mine', { queueId: 99 }],
  ])('with %s leaves the list', (_, values) => {
    expect(ids(mergeTicket(listOf(1, 5), aTicket(5, 6, values), view, me))).toEqual([1]);
  });
  it('of another attendant stays with show-all', () => {
    expect(ids(mergeTicket(listOf(1), aTicket(5, 6, { userId: 2 }), { ...view, showAll: true }, me))).toEqual([5, 1]);
  });
  it('of a queue that is not chosen is removed', () => {
    expect(
      ids(mergeTicket(listOf(1, 5), aTicket(5, 6), { ...view, queueIds: [11] }, { ...me, profile: 'admin' })),
    ).toEqual([1]);
  });
  it('without a queue is shown when all or NO_QUEUE is chosen', () => {
    const free = aTicket(7, 7, { queueId: null, queue: null });
    const shown = (queueIds: number[] | null) => ids(mergeTicket(listOf(1), free, { ...view, queueIds }, me));
    expect([null, [10], [NO_QUEUE], [10, NO_QUEUE]].map((chosen) => shown(chosen).includes(7))).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });
  it('below the last loaded row waits for its page', () => {
    const state = startList(aTicketPage([aTicket(5), aTicket(6)], true));
    expect(mergeTicket(state, aTicket(2), view, me)).toBe(state);
  });
  it('never adds to a search, but changes its hits', () => {
    const search: TicketView = { ...view, status: null, search: 'maria' };
    const state = listOf(5);
    expect(ids(mergeTicket(state, aTicket(8), search, me))).toEqual([5]);
    expect(mergeTicket(state, aTicket(5, 6, { status: 'closed' }), search, me).tickets[0]?.status).toBe('closed');
  });
});

describe('other events', () => {
  it('delete removes, updateUnread resets', () => {
    expect(ids(applyTicketEvent(listOf(1, 5), { action: 'delete', ticketId: 5 }, view, me))).toEqual([1]);
    const unread = startList(aTicketPage([aTicket(5, 5, { unreadMessages: 3 })]));
    expect(applyTicketEvent(unread, { action: 'updateUnread', ticketId: 5 }, view, me).tickets[0]?.unreadMessages).toBe(
      0,
    );
  });
  it('a contact is refreshed in its rows', () => {
    const { contact } = aTicket(5);
    expect(mergeContact(listOf(1, 5), { ...contact, name: 'Renata' }).tickets[0]?.contact.name).toBe('Renata');
  });
});

describe('pages', () => {
  it('are appended without duplicates of rows that have moved up', () => {
    const state = startList(aTicketPage([aTicket(9), aTicket(3, 10)], true));
    const next = appendPage(state, aTicketPage([aTicket(3), aTicket(2)]));
    expect(ids(next)).toEqual([3, 9, 2]);
    expect(next.hasMore).toBe(false);
  });
  it('a refetch drops what is no longer there and keeps deeper pages', () => {
    const now = startList(
      aTicketPage(
        [9, 8, 7, 2, 1].map((id) => aTicket(id)),
        true,
      ),
    );
    const page = aTicketPage([aTicket(9), aTicket(7)], true);
    expect(ids(reconcile(now, now, page))).toEqual([9, 7, 2, 1]);
  });
  it('a refetch keeps changes of events received during the request', () => {
    const before = listOf(9, 8, 7);
    const now = mergeTicket(
      applyTicketEvent(before, { action: 'delete', ticketId: 8 }, view, me),
      aTicket(20),
      view,
      me,
    );
    const answer = aTicketPage([aTicket(9), aTicket(8), aTicket(7)]);
    expect(ids(reconcile(before, now, answer))).toEqual([20, 9, 7]);
  });
  it('also those that do not move the row, such as tags', () => {
    const before = listOf(9, 8);
    const tagged = aTicket(8, 8, { tags: [{ id: 1, name: 'Retorno', color: '#12905a' }] });
    const now = mergeTicket(before, tagged, view, me);
    const answer = aTicketPage([aTicket(9), aTicket(8)]);
    expect(reconcile(before, now, answer).tickets[1]?.tags).toEqual(tagged.tags);
    expect(reconcile(now, now, answer).tickets[1]?.tags).toEqual([]);
  });
  it('state after events is the state after a refetch', () => {
    const before = listOf(9, 8, 7);
    const live = mergeTicket(before, aTicket(7, 30), view, me);
    const page = aTicketPage([aTicket(7, 30), aTicket(9), aTicket(8)]);
    expect(reconcile(live, live, page).tickets).toEqual(live.tickets);
  });
});
