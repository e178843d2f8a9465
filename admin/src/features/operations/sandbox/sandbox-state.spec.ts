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
  it('sorts messages by time, without duplicates', () => {
    const two = mergeSandboxMessage([message('b', 2)], message('a', 1));
    expect(two.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(mergeSandboxMessage(two, message('a', 1))).toHaveLength(2);
  });
  it('never lowers the delivery status, and ignores changes of unknown messages', () => {
    const known = [message('a', 1, { ack: 2 })];
    expect(mergeSandboxMessage(known, { id: 'a', ack: 3 })[0]?.ack).toBe(3);
    expect(mergeSandboxMessage(known, { id: 'a', ack: 1 })[0]?.ack).toBe(2);
    expect(mergeSandboxMessage(known, { id: 'x', ack: 1 })).toBe(known);
  });
  it('keeps events received during a request', () => {
    const known = [message('a', 1, { ack: 3 }), message('c', 3)];
    const fresh = refreshSandbox(known, [message('a', 1, { ack: 1, mediaUrl: '/m' }), message('b', 2)]);
    expect(fresh.map(({ id, ack }) => [id, ack])).toEqual([
      ['a', 3],
      ['b', 0],
      ['c', 0],
    ]);
    expect(fresh[0]?.mediaUrl).toBe('/m');
  });
  it('identifies customers by number', () => {
    const ana = { contactId: 1, number: '1', name: 'Ana', unread: 0, lastMessage: '', lastMessageType: 'chat' };
    expect(addCustomer([ana], { ...ana, name: 'Outra' })).toEqual([ana]);
  });
  it('gets a unique name', () => {
    expect(uniqueName('Fone', ['Outro'])).toBe('Fone');
    expect(uniqueName('Fone', ['Fone', 'Fone 2'])).toBe('Fone 3');
  });
  it('shows the company typing until its next message, ignoring late events', () => {
    const written = message('a', 2, { fromCustomer: false });
    expect(typedSince([], message('', 1).createdAt)).toBe(true);
    expect(typedSince([written, message('b', 9)], message('', 3).createdAt)).toBe(true);
    expect(typedSince([written, message('b', 9)], message('', 1).createdAt)).toBe(false);
  });
});
