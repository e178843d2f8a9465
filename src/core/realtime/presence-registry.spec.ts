import { PresenceRegistry, processTimeoutMs, typingTimeoutMs } from './presence-registry.js';

let now = 0;
let book: PresenceRegistry;

beforeEach(() => {
  now = 1_000;
  book = new PresenceRegistry(() => now);
});

const bia = { userId: 7, name: 'Bia', peeking: false };
const leo = { userId: 8, name: 'Leo', peeking: false };

test('a person is there once, whatever the number of their screens, and peeks only if all of them do', () => {
  expect(book.enter(1, 'room', 'a', { ...bia, peeking: true })).toBe('people');
  expect(book.viewersIn(1, 'room')).toEqual([{ ...bia, peeking: true, typing: false }]);
  expect(book.enter(1, 'room', 'b', bia)).toBe('people');
  expect(book.enter(1, 'room', 'c', bia)).toBeUndefined();
  expect(book.viewersIn(1, 'room')).toEqual([{ ...bia, typing: false }]);
  expect(book.leave(1, 'room', 'c')).toBeUndefined();
  expect(book.leave(1, 'room', 'b')).toBe('people');
  expect(book.leave(1, 'room', 'a')).toBe('people');
  expect(book.leave(1, 'room', 'a')).toBeUndefined();
  expect(book.viewersIn(1, 'room')).toEqual([]);
  expect(book.roomsOf(1)).toEqual([]);
});

test('rooms of one name in two companies are two', () => {
  book.enter(1, 'room', 'a', bia);
  book.enter(2, 'room', 'b', leo);
  expect(book.viewersIn(1, 'room')).toMatchObject([{ userId: 7 }]);
  expect(book.viewersIn(2, 'room')).toMatchObject([{ userId: 8 }]);
});

test('hands that rest type no more, and a sign right after another is none', () => {
  book.enter(1, 'room', 'a', bia);
  expect(book.setTyping(1, 'room', 'a', true)).toBe(true);
  expect(book.detectChange(1, 'room')).toBe('typing');
  expect(book.viewersIn(1, 'room')).toMatchObject([{ typing: true }]);
  now += 1_000;
  expect(book.setTyping(1, 'room', 'a', true)).toBe(false);
  now += 2_000;
  expect(book.setTyping(1, 'room', 'a', true)).toBe(true);
  now += typingTimeoutMs - 1;
  expect(book.collectChanges()).toEqual([]);
  now += 1;
  expect(book.collectChanges()).toEqual([{ companyId: 1, name: 'room', change: 'typing' }]);
  expect(book.setTyping(1, 'room', 'a', false)).toBe(false);
  expect(book.collectChanges()).toEqual([]);
});

test('who only peeks, is not there or left does not type', () => {
  book.enter(1, 'room', 'a', { ...bia, peeking: true });
  book.enter(1, 'room', 'b', leo);
  book.leave(1, 'room', 'b');
  for (const socket of ['a', 'b', 'c']) expect(book.setTyping(1, 'room', socket, true)).toBe(false);
});

test('what another process told is forgotten when it repeats it no more, or says farewell', () => {
  const told = [{ ...leo, typingMs: 2_000 }];
  expect(book.applyRemote('n1', 1, 'room', told)).toBe('people');
  expect(book.applyRemote('n2', 1, 'room', [{ ...bia, typingMs: 0 }])).toBe('people');
  expect(book.viewersIn(1, 'room')).toEqual([
    { ...bia, typing: false },
    { ...leo, typing: true },
  ]);
  now += 2_000;
  expect(book.collectChanges()).toEqual([{ companyId: 1, name: 'room', change: 'typing' }]);
  now += processTimeoutMs - 2_000;
  expect(book.applyRemote('n2', 1, 'room', [{ ...bia, typingMs: 0 }])).toBeUndefined();
  now += 1;
  expect(book.collectChanges()).toEqual([{ companyId: 1, name: 'room', change: 'people' }]);
  expect(book.viewersIn(1, 'room')).toMatchObject([{ userId: 7 }]);
  book.removeProcess('n2');
  expect(book.collectChanges()).toMatchObject([{ change: 'people' }]);
  expect(book.roomsOf(1)).toEqual([]);
});

test('it tells others its own screens only, with what is left of their typing', () => {
  book.enter(1, 'room', 'a', bia);
  book.enter(1, 'elsewhere', 'a', bia);
  book.applyRemote('n1', 1, 'room', [{ ...leo, typingMs: 0 }]);
  book.setTyping(1, 'room', 'a', true);
  now += 2_000;
  expect(book.serialize(1, 'room')).toEqual([{ ...bia, typingMs: typingTimeoutMs - 2_000 }]);
  expect(book.ownRooms()).toEqual([
    { companyId: 1, name: 'room' },
    { companyId: 1, name: 'elsewhere' },
  ]);
  book.leave(1, 'room', 'a');
  expect(book.serialize(1, 'room')).toEqual([]);
});

test('a crowd is cut where no screen could show it', () => {
  for (let id = 1; id <= 50; id += 1) book.enter(1, 'room', `s${id}`, { ...bia, userId: id });
  expect(book.viewersIn(1, 'room')).toHaveLength(20);
});
