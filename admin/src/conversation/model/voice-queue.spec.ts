import { describe, expect, it } from '@jest/globals';
import { aMessage } from './fixtures';
import { nextVoice, toQueueItem } from './voice-queue';

const voice = (id: number, fromMe = false) => aMessage(id, { fromMe, mediaType: 'audio', mediaUrl: `/media/${id}` });

describe('the next voice message', () => {
  const items = [voice(1), voice(2, true), voice(3), aMessage(4), voice(5), voice(6, true)].map(toQueueItem);

  it('is that of the same sender', () => {
    expect(nextVoice(items, '1')).toMatchObject({ id: '3', src: '/media/3' });
    expect(nextVoice(items, '2')?.id).toBe('6');
  });
  it("is null when the sender's next message is another type, or there is none", () => {
    expect(nextVoice(items, '3')).toBeNull();
    expect(nextVoice(items, '5')).toBeNull();
    expect(nextVoice(items, 'unknown')).toBeNull();
  });
  it('skips deleted messages and those without a file', () => {
    const gone = [voice(1), { ...voice(2), isDeleted: true }].map(toQueueItem);
    expect(nextVoice(gone, '1')).toBeNull();
    expect(nextVoice([toQueueItem(voice(1)), toQueueItem({ ...voice(2), mediaUrl: null })], '1')).toBeNull();
  });
  it('keeps the id of a message when it is stored', () => {
    const sent = { ...voice(-1, true), clientMessageId: 'a' };
    expect(toQueueItem(sent).id).toBe(toQueueItem({ ...sent, id: 77 }).id);
  });
});
