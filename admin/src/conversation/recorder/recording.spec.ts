import { describe, expect, it } from '@jest/globals';
import { MAX_SECONDS, MIN_BYTES, type Recording, type RecordingEvent, reduceRecording } from './recording';

const through = (...events: RecordingEvent[]) =>
  events.reduce<Recording | undefined>((recording, event) => reduceRecording(recording, event), undefined);

const ask = { type: 'ask' } as const;
const begin = { type: 'begin' } as const;
const finish = { type: 'finish' } as const;
const heard = (seconds: number, level = 0.5) => ({ type: 'heard', level, seconds }) as const;
const made = (size: number) =>
  ({ type: 'made', file: new File([new Uint8Array(size)], 'audio-1.mp3'), localUrl: 'blob:1' }) as const;

describe('a recording', () => {
  it('goes from the question to the file', () => {
    expect(through(ask)).toEqual({ phase: 'asking' });
    expect(through(ask, begin)).toEqual({ phase: 'recording', seconds: 0, levels: [], over: false });
    expect(through(ask, begin, heard(2), finish)).toEqual({ phase: 'finishing', seconds: 2 });
    expect(through(ask, begin, heard(2), finish, made(MIN_BYTES))).toMatchObject({ phase: 'review', seconds: 2 });
  });
  it('is nothing again when dropped, in every phase', () => {
    const events = [ask, begin, heard(1), finish, made(MIN_BYTES)];
    for (let count = 0; count <= events.length; count += 1)
      expect(through(...events.slice(0, count), { type: 'drop' })).toBeUndefined();
  });
  it('is discarded when it is under 10000 bytes', () => {
    expect(through(ask, begin, finish, made(9_999))).toBeUndefined();
    expect(through(ask, begin, finish, made(10_000))).toBeDefined();
  });
  it('keeps what is kept: neither a second question nor a late word of the microphone changes it', () => {
    const kept = through(ask, begin, heard(2), finish, made(MIN_BYTES));
    for (const event of [ask, begin, heard(9), finish, made(99_999), { type: 'lost' } as const])
      expect(reduceRecording(kept, event)).toBe(kept);
    expect(reduceRecording(undefined, begin)).toBeUndefined();
    expect(reduceRecording(undefined, heard(1))).toBeUndefined();
    expect(reduceRecording(undefined, made(MIN_BYTES))).toBeUndefined();
  });
  it('is over when it is as long as it may be, or the microphone goes', () => {
    expect(through(ask, begin, heard(MAX_SECONDS - 1))).toMatchObject({ over: false });
    expect(through(ask, begin, heard(MAX_SECONDS))).toMatchObject({ over: true });
    expect(through(ask, begin, { type: 'lost' }, heard(1))).toMatchObject({ over: true, seconds: 1 });
  });
  it('shows the last few levels', () => {
    const long = through(ask, begin, ...Array.from({ length: 100 }, (_, at) => heard(at, at)));
    expect(long).toMatchObject({ seconds: 99 });
    expect(long?.phase === 'recording' && long.levels.length).toBe(48);
    expect(long?.phase === 'recording' && long.levels.at(-1)).toBe(99);
  });
});
