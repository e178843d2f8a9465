import { describe, expect, it } from '@jest/globals';
import { aMessage } from '../model/fixtures';
import { nextVoice, toQueueItem } from './voice-queue';

const voice = (id: number, fromMe = false) => aMessage(id, { fromMe, mediaType: 'audio', mediaUrl: `/media/${id}` });

describe('what is heard next', () => {
  const items = [voice(1), voice(2, true), voice(3), aMessage(4), voice(5), voice(6, true)].map(toQueueItem);

  it('is the next voice message of the same side', () => {
    expect(nextVoice(items, '1')).toMatchObject({ id: '3', src: '/media/3' });
    expect(nextVoice(items, '2')?.id).toBe('6');
  });
  it('is nothing where that side wrote instead, or said no more', () => {
    expect(nextVoice(items, '3')).toBeNull();
    expect(nextVoice(items, '5')).toBeNull();
    expect(nextVoice(items, 'unknown')).toBeNull();
  });
  it('leaves out what was deleted or is not here yet', () => {
    const gone = [voice(1), { ...voice(2), isDeleted: true }].map(toQueueItem);
    expect(nextVoice(gone, '1')).toBeNull();
    expect(nextVoice([toQueueItem(voice(1)), toQueueItem({ ...voice(2), mediaUrl: null })], '1')).toBeNull();
  });
  it('knows a message that arrives by the id it was sent under', () => {
    const sent = { ...voice(-1, true), clientMessageId: 'a' };
    expect(toQueueItem(sent).id).toBe(toQueueItem({ ...sent, id: 77 }).id);
  });
});
