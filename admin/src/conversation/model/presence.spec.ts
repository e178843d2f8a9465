import { expect, test } from '@jest/globals';
import { aTicket } from './fixtures';
import { otherViewers, takeoverOf, takeoverSince, type Viewer, withViewers } from './presence';
import type { Ticket, TicketAction } from './types';

const viewer = (id: number, more: Partial<Viewer> = {}): Viewer => ({
  id,
  name: `Pessoa ${id}`,
  peeking: false,
  typing: false,
  ...more,
});

test('a conversation without viewers is removed', () => {
  const one = withViewers({}, { ticketId: 4, viewers: [viewer(1)] });
  const two = withViewers(one, { ticketId: 5, viewers: [viewer(2)] });
  expect(Object.keys(two)).toEqual(['4', '5']);
  expect(withViewers(two, { ticketId: 4, viewers: [] })).toEqual({ 5: [viewer(2)] });
  expect(two[4]).toHaveLength(1);
});

test('other viewers exclude the user and list peeking ones last', () => {
  const all = [viewer(1, { peeking: true }), viewer(2), viewer(3)];
  expect(otherViewers(all, 3).map(({ id }) => id)).toEqual([2, 1]);
  expect(otherViewers(undefined, 3)).toEqual([]);
});

const me = 3;
const ticket = (values: Partial<Ticket> = {}) => aTicket(1, 1, values);
const act = (what: TicketAction['what'], id = 9): TicketAction => ({ what, by: { id, name: 'Bia' } });

test.each([
  ['accepted', 'accepted'],
  ['reopened', 'reopened'],
  ['closed', 'closed'],
  ['transferred', 'transferred'],
  ['released', 'waits'],
] as const)('%s by a colleague is told as %s', (what, told) => {
  const now = ticket({ status: 'open', userId: 9, user: { id: 9, name: 'Bia' } });
  expect(takeoverOf(act(what), now, me)).toMatchObject({ what: told, by: 'Bia' });
});

test('a transfer to the user is distinguished and names queue and attendant', () => {
  const now = ticket({ userId: me, user: { id: me, name: 'Eu' }, queue: { id: 1, name: 'Vendas', color: '#000' } });
  expect(takeoverOf(act('transferred'), now, me)).toEqual({
    what: 'transferred_to_you',
    by: 'Bia',
    to: 'Vendas · Eu',
  });
});

test('own actions, new conversations and changes without an action are ignored', () => {
  expect(takeoverOf(act('closed', me), ticket(), me)).toBeNull();
  expect(takeoverOf(act('created'), ticket(), me)).toBeNull();
  expect(takeoverOf(undefined, ticket(), me)).toBeNull();
});

test('a missed action is inferred from the difference', () => {
  const mine = ticket({ status: 'open', userId: me });
  expect(takeoverSince(mine, ticket({ status: 'open', userId: 9, user: { id: 9, name: 'Bia' } }), me)).toMatchObject({
    what: 'accepted',
    by: 'Bia',
  });
  expect(takeoverSince(mine, ticket({ status: 'closed', userId: me }), me)).toMatchObject({ what: 'closed', by: null });
  expect(takeoverSince(mine, ticket({ status: 'pending', userId: null }), me)).toMatchObject({ what: 'waits' });
});

test('a reopening by the customer or an assignment to the user is no takeover', () => {
  const closed = ticket({ status: 'closed', userId: me });
  expect(takeoverSince(closed, ticket({ status: 'pending', userId: null }), me)).toBeNull();
  expect(takeoverSince(closed, ticket({ status: 'open', userId: me }), me)).toBeNull();
});
