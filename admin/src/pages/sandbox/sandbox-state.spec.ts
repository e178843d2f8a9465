import { describe, expect, it } from '@jest/globals';
import type { SandboxMessage } from './api';
import { addCustomer, mergeSandboxMessage, refreshSandbox, typedSince, uniqueName } from './sandbox-state';

const message = (id: string, minute: number, values: Partial<SandboxMessage> = {}): SandboxMessage => ({
  id,
  fromCustomer: true,
  body: id,
  mediaUrl: null,
  mediaType: 'chat',
  quotedId: null,
  reactions: [],
  isDeleted: false,
  isEdited: false,
  isForwarded: false,
  ack: 0,
  createdAt: new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString(),
  ...values,
});

describe('the test phone', () => {
  it('puts messages by their time, once', () => {
    const two = mergeSandboxMessage([message('b', 2)], message('a', 1));
    expect(two.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(mergeSandboxMessage(two, message('a', 1))).toHaveLength(2);
  });
  it('takes ticks, which only move up, and no fragment of what it does not know', () => {
    const known = [message('a', 1, { ack: 2 })];
    expect(mergeSandboxMessage(known, { id: 'a', ack: 3 })[0]?.ack).toBe(3);
    expect(mergeSandboxMessage(known, { id: 'a', ack: 1 })[0]?.ack).toBe(2);
    expect(mergeSandboxMessage(known, { id: 'x', ack: 1 })).toBe(known);
  });
  it('keeps what events brought while the server was asked', () => {
    const known = [message('a', 1, { ack: 3 }), message('c', 3)];
    const fresh = refreshSandbox(known, [message('a', 1, { ack: 1, mediaUrl: '/m' }), message('b', 2)]);
    expect(fresh.map(({ id, ack }) => [id, ack])).toEqual([
      ['a', 3],
      ['b', 0],
      ['c', 0],
    ]);
    expect(fresh[0]?.mediaUrl).toBe('/m');
  });
  it('knows a customer by the number', () => {
    const ana = { contactId: 1, number: '1', name: 'Ana', unread: 0, lastMessage: '', lastMessageType: 'chat' };
    expect(addCustomer([ana], { ...ana, name: 'Outra' })).toEqual([ana]);
  });
  it('is called by a name that nothing else has', () => {
    expect(uniqueName('Fone', ['Outro'])).toBe('Fone');
    expect(uniqueName('Fone', ['Fone', 'Fone 2'])).toBe('Fone 3');
  });
  it('shows the company typing until its next message, and not for a word that comes after it', () => {
    const written = message('a', 2, { fromCustomer: false });
    expect(typedSince([], message('', 1).createdAt)).toBe(true);
    expect(typedSince([written, message('b', 9)], message('', 3).createdAt)).toBe(true);
    expect(typedSince([written, message('b', 9)], message('', 1).createdAt)).toBe(false);
  });
});
