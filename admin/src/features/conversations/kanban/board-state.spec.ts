import { expect, test } from '@jest/globals';
import {
  appendPage,
  type Board,
  type Card,
  movedCard,
  NO_LANE,
  placeAt,
  placeAtEnd,
  placeCard,
  reconcile,
} from './board-state';
import { comparePositions, positionBetween } from './position';

const tag = { id: 7, name: 'Novo', color: '#000000' };
const card = (id: number, position: string, tags: Card['tags'] = []): Card =>
  ({ id, kanbanPosition: position, tags, unreadMessages: 0 }) as unknown as Card;
const boardOf = (open: Card[], inLane: Card[] = [], hasMore = false): Board => ({
  lanes: [
    {
      id: NO_LANE,
      name: null,
      color: null,
      count: open.length + (hasMore ? 5 : 0),
      hasMore,
      cursor: hasMore ? 'next' : null,
      edge: (hasMore && open.at(-1)) || null,
      cards: open,
    },
    {
      id: tag.id,
      name: tag.name,
      color: tag.color,
      count: inLane.length,
      hasMore: false,
      cursor: null,
      edge: null,
      cards: inLane,
    },
  ],
});
const ids = (board: Board) => board.lanes.map(({ count, cards }) => [count, ...cards.map(({ id }) => id)]);

test('positions that differ far behind the point are told apart, and have one between them', () => {
  const [low, high] = ['1795400352.1', `1795400352.1${'0'.repeat(40)}1`];
  expect(comparePositions(high, low)).toBeGreaterThan(0);
  expect(comparePositions(low, low)).toBe(0);
  const middle = positionBetween(high, low);
  expect([comparePositions(high, middle) > 0, comparePositions(middle, low) > 0]).toEqual([true, true]);
  expect(comparePositions(positionBetween('2', '1'), '1.5')).toBe(0);
  expect(comparePositions(positionBetween('1', undefined), '0')).toBe(0);
});

test('a card is in one lane, where its position says, and counted there', () => {
  const board = boardOf([card(3, '3'), card(1, '1')], [card(2, '2', [tag])]);
  expect(ids(placeCard(board, 2, card(2, '2')))).toEqual([[3, 3, 2, 1], [0]]);
  expect(ids(placeCard(board, 9, card(9, '9', [tag])))).toEqual([
    [2, 3, 1],
    [2, 9, 2],
  ]);
  expect(ids(placeCard(board, 3, null))).toEqual([
    [1, 1],
    [1, 2],
  ]);
});

test('one below the loaded part is not shown, and counted only where it came from a lane that is', () => {
  const board = boardOf([card(3, '3')], [card(2, '2', [tag])], true);
  expect(ids(placeCard(board, 2, card(2, '2')))).toEqual([[7, 3], [0]]);
  expect(ids(placeCard(board, 8, card(8, '1')))).toEqual([
    [6, 3],
    [1, 2],
  ]);
});

test('a move takes the lane of its place and keeps other tags', () => {
  const other = { id: 1, name: 'VIP', color: '#ffffff' };
  const board = boardOf([card(3, '3', [other]), card(1, '1')], [card(2, '2', [tag])]);
  const place = placeAt(board, 3, tag.id, 1);
  expect(place).toEqual({ laneId: tag.id, afterId: 2, beforeId: null });
  const moved = movedCard(board, card(3, '3', [other]), place);
  expect(moved.tags).toEqual([other, tag]);
  expect(ids(placeCard(board, 3, moved))).toEqual([
    [1, 1],
    [2, 2, 3],
  ]);
});

test('the loaded part ends where its page ended, also when its last card has left', () => {
  const board = placeCard(boardOf([card(9, '9'), card(8, '8'), card(7, '7')], [], true), 7, null);
  expect(ids(placeCard(board, 5, card(5, '7.5')))[0]).toEqual([8, 9, 8, 5]);
  expect(ids(placeCard(board, 5, card(5, '6.5')))[0]).toEqual([7, 9, 8]);
});

test('a card that is put below the last loaded one stays', () => {
  const board = boardOf([card(9, '9'), card(8, '8')], [card(2, '2', [tag])], true);
  const dropped = placeAtEnd(board, card(2, '7'));
  expect(ids(dropped)).toEqual([[8, 9, 8, 2], [0]]);
  // its event says where exactly; the next page has it again
  const told = placeCard(dropped, 2, card(2, '7.9'));
  expect(ids(told)[0]).toEqual([8, 9, 8, 2]);
  const page = boardOf([card(2, '7.9'), card(7, '7.5'), card(6, '6')]);
  expect(ids(appendPage(told, NO_LANE, 'next', page))[0]?.slice(1)).toEqual([9, 8, 2, 7, 6]);
  // a page of a board that was loaded again since
  expect(appendPage(told, NO_LANE, 'earlier', page)).toEqual(told);
});

test('a reload keeps the further pages of a lane', () => {
  const known = boardOf([card(3, '3'), card(2, '2'), card(1, '1')]);
  expect(ids(reconcile(known, boardOf([card(4, '4'), card(3, '3')], [], true)))).toEqual([[7, 4, 3, 2, 1], [0]]);
});
