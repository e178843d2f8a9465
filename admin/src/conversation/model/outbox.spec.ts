import { describe, expect, it } from '@jest/globals';
import { aMessage } from './fixtures';
import {
  markUnreached,
  mediaTypeOf,
  nextToSend,
  type OutboxEntry,
  patchEntry,
  persistable,
  restore,
  resumeUnreached,
  withOutbox,
} from './outbox';

const entry = (id: string, values: Partial<OutboxEntry> = {}): OutboxEntry => ({
  clientMessageId: id,
  conversation: 'ticket:1',
  body: id,
  quoted: null,
  file: null,
  localUrl: null,
  voice: false,
  mentions: [],
  state: 'waiting',
  progress: 0,
  errorText: null,
  createdAt: '2026-11-21T12:00:00.000Z',
  ...values,
});

describe('the outbox', () => {
  it('shows unsent messages below the conversation, once', () => {
    const stored = [aMessage(1), aMessage(2, { clientMessageId: 'a' })];
    const shown = withOutbox(stored, [entry('a'), entry('b')]);
    expect(shown.map(({ body }) => body)).toEqual(['mensagem 1', 'mensagem 2', 'b']);
    expect(shown[2]).toMatchObject({ fromMe: true, ack: 0, status: 'sending' });
    expect(withOutbox(stored, [entry('a')])).toBe(stored);
  });
  it('shows a recording as a playable voice message', () => {
    const file = new File(['x'], 'audio-1.mp3', { type: 'audio/mpeg' });
    const [shown] = withOutbox([], [entry('a', { body: '', file, localUrl: 'blob:1', voice: true })]);
    expect(shown).toMatchObject({ mediaType: 'audio', mediaUrl: 'blob:1', data: { voice: true } });
  });
  it('sends one after the other, per conversation', () => {
    const entries = [entry('a', { state: 'failed' }), entry('b'), entry('c'), entry('d', { conversation: 'chat:1' })];
    expect(nextToSend(entries, 'ticket:1')?.clientMessageId).toBe('b');
    const sending = patchEntry(entries, 'b', { state: 'sending' });
    expect(nextToSend(sending, 'ticket:1')).toBeUndefined();
    expect(nextToSend(sending, 'chat:1')?.clientMessageId).toBe('d');
  });
  it('keeps the order of a conversation whose messages did not reach the server', () => {
    const entries = [entry('a', { state: 'sending' }), entry('b', { state: 'failed' }), entry('c')];
    const held = markUnreached([...entries, entry('d', { conversation: 'chat:1' })], 'a');
    expect(held.map(({ state }) => state)).toEqual(['unreached', 'failed', 'unreached', 'waiting']);
    expect(nextToSend(held, 'ticket:1')).toBeUndefined();
    expect(resumeUnreached(held, 'chat:1')).toEqual(held);
    expect(nextToSend(resumeUnreached(held), 'ticket:1')?.clientMessageId).toBe('a');
  });
  it('restores texts after a reload with the same id; refused ones stay failed', () => {
    const file = new File(['x'], 'x.txt');
    const refused = entry('c', { state: 'failed' });
    const kept = restore(
      JSON.stringify(persistable([entry('a', { state: 'sending' }), entry('b', { file }), refused])),
    );
    expect(kept).toEqual([entry('a', { state: 'unreached' }), refused]);
  });
  it('restores what an older version stored', () => {
    const { conversation, mentions, ...stored } = entry('a', { state: 'unreached' });
    expect(restore(JSON.stringify([{ ...stored, ticketId: 1 }]))).toMatchObject([
      { ...stored, conversation, mentions },
    ]);
  });
  it('ignores invalid storage', () => {
    expect(restore(null)).toEqual([]);
    expect(restore('{"a":1}')).toEqual([]);
    expect(restore('[1,{"body":2}]')).toEqual([]);
    expect(restore('not json')).toEqual([]);
  });
  it('names the kind of a file by its type', () => {
    expect(['image/png', 'audio/ogg', 'video/mp4', 'application/pdf', ''].map(mediaTypeOf)).toEqual([
      'image',
      'audio',
      'video',
      'application',
      'application',
    ]);
  });
});
