import { expect, test } from '@jest/globals';
import { otherViewers, type Viewer, withViewers } from './viewers';

const viewer = (id: number, more: Partial<Viewer> = {}): Viewer => ({
  id,
  name: `Pessoa ${id}`,
  peeking: false,
  typing: false,
  ...more,
});

test('a conversation that nobody has open any more is forgotten', () => {
  const one = withViewers({}, { ticketId: 4, viewers: [viewer(1)] });
  const two = withViewers(one, { ticketId: 5, viewers: [viewer(2)] });
  expect(Object.keys(two)).toEqual(['4', '5']);
  expect(withViewers(two, { ticketId: 4, viewers: [] })).toEqual({ 5: [viewer(2)] });
  expect(two[4]).toHaveLength(1);
});

test('colleagues are the others, those at work before those who peek', () => {
  const all = [viewer(1, { peeking: true }), viewer(2), viewer(3)];
  expect(otherViewers(all, 3).map(({ id }) => id)).toEqual([2, 1]);
  expect(otherViewers(undefined, 3)).toEqual([]);
});
