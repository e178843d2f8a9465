import { PresenceRegistry, processTimeoutMs, typingTimeoutMs } from './presence-registry.js';

let now = 0;
let registry: PresenceRegistry;

beforeEach(() => {
  now = 1_000;
  registry = new PresenceRegistry(() => now);
});

const bia = { userId: 7, name: 'Bia', peeking: false };
const leo = { userId: 8, name: 'Leo', peeking: false };

test('a person is there once, whatever the number of their screens, and peeks only if all of them do', () => {
  expect(registry.enter(1, 'room', 'a', { ...bia, peeking: true })).toBe('people');
  expect(registry.viewersIn(1, 'room')).toEqual([{ ...bia, peeking: true, typing: false }]);
  expect(registry.enter(1, 'room', 'b', bia)).toBe('people');
  expect(registry.enter(1, 'room', 'c', bia)).toBeUndefined();
  expect(registry.viewersIn(1, 'room')).toEqual([{ ...bia, typing: false }]);
  expect(registry.leave(1, 'room', 'c')).toBeUndefined();
  expect(registry.leave(1, 'room', 'b')).toBe('people');
  expect(registry.leave(1, 'room', 'a')).toBe('people');
  expect(registry.leave(1, 'room', 'a')).toBeUndefined();
  expect(registry.viewersIn(1, 'room')).toEqual([]);
  expect(registry.roomsOf(1)).toEqual([]);
});

test('rooms of one name in two companies are two', () => {
  registry.enter(1, 'room', 'a', bia);
  registry.enter(2, 'room', 'b', leo);
  expect(registry.viewersIn(1, 'room')).toMatchObject([{ userId: 7 }]);
  expect(registry.viewersIn(2, 'room')).toMatchObject([{ userId: 8 }]);
});

test('typing ends without another signal, and a signal right after the last one is ignored', () => {
  registry.enter(1, 'room', 'a', bia);
  expect(registry.setTyping(1, 'room', 'a', true)).toBe(true);
  expect(registry.detectChange(1, 'room')).toBe('typing');
  expect(registry.viewersIn(1, 'room')).toMatchObject([{ typing: true }]);
  now += 1_000;
  expect(registry.setTyping(1, 'room', 'a', true)).toBe(false);
  now += 2_000;
  expect(registry.setTyping(1, 'room', 'a', true)).toBe(true);
  now += typingTimeoutMs - 1;
  expect(registry.collectChanges()).toEqual([]);
  now += 1;
  expect(registry.collectChanges()).toEqual([{ companyId: 1, name: 'room', change: 'typing' }]);
  expect(registry.setTyping(1, 'room', 'a', false)).toBe(false);
  expect(registry.collectChanges()).toEqual([]);
});

test('who only peeks, is not there or left does not type', () => {
  registry.enter(1, 'room', 'a', { ...bia, peeking: true });
  registry.enter(1, 'room', 'b', leo);
  registry.leave(1, 'room', 'b');
  for (const socket of ['a', 'b', 'c']) expect(registry.setTyping(1, 'room', socket, true)).toBe(false);
});

test('entries of another process expire when they are not repeated, and end when it leaves', () => {
  const remote = [{ ...leo, typingMs: 2_000 }];
  expect(registry.applyRemote('n1', 1, 'room', remote)).toBe('people');
  expect(registry.applyRemote('n2', 1, 'room', [{ ...bia, typingMs: 0 }])).toBe('people');
  expect(registry.viewersIn(1, 'room')).toEqual([
    { ...bia, typing: false },
    { ...leo, typing: true },
  ]);
  now += 2_000;
  expect(registry.collectChanges()).toEqual([{ companyId: 1, name: 'room', change: 'typing' }]);
  now += processTimeoutMs - 2_000;
  expect(registry.applyRemote('n2', 1, 'room', [{ ...bia, typingMs: 0 }])).toBeUndefined();
  now += 1;
  expect(registry.collectChanges()).toEqual([{ companyId: 1, name: 'room', change: 'people' }]);
  expect(registry.viewersIn(1, 'room')).toMatchObject([{ userId: 7 }]);
  registry.removeProcess('n2');
  expect(registry.collectChanges()).toMatchObject([{ change: 'people' }]);
  expect(registry.roomsOf(1)).toEqual([]);
});

test('it tells others its own screens only, with what is left of their typing', () => {
  registry.enter(1, 'room', 'a', bia);
  registry.enter(1, 'elsewhere', 'a', bia);
  registry.applyRemote('n1', 1, 'room', [{ ...leo, typingMs: 0 }]);
  registry.setTyping(1, 'room', 'a', true);
  now += 2_000;
  expect(registry.serialize(1, 'room')).toEqual([{ ...bia, typingMs: typingTimeoutMs - 2_000 }]);
  expect(registry.ownRooms()).toEqual([
    { companyId: 1, name: 'room' },
    { companyId: 1, name: 'elsewhere' },
  ]);
  registry.leave(1, 'room', 'a');
  expect(registry.serialize(1, 'room')).toEqual([]);
});

test('a crowd is cut where no screen could show it', () => {
  for (let id = 1; id <= 50; id += 1) registry.enter(1, 'room', `s${id}`, { ...bia, userId: id });
  expect(registry.viewersIn(1, 'room')).toHaveLength(20);
});
