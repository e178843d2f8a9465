import { expect, it } from '@jest/globals';
import { aTicket } from '../model/fixtures';
import { latestOf, recentTickets, rememberTicket } from './early-tickets';

it('takes an answer from before an event as the event told it, and a later one as it is', () => {
  const asked = aTicket(7, 1);
  const told = aTicket(7, 2, { status: 'closed' });
  const later = aTicket(7, 3);
  expect(latestOf(asked)).toBe(asked);
  rememberTicket(told);
  rememberTicket(asked);
  expect([latestOf(asked), latestOf(later)]).toEqual([told, later]);
  expect(latestOf(aTicket(8, 1)).id).toBe(8);
});

it('remembers the last two hundred', () => {
  for (let id = 1000; id < 1300; id += 1) rememberTicket(aTicket(id, 4));
  const ids = recentTickets().map(({ id }) => id);
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([200, 1100, 1299]);
});
