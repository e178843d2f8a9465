import { describe, expect, it } from '@jest/globals';
import { MAX_SECONDS, MIN_BYTES, type Recording, type RecordingEvent, reduceRecording } from './recording';

const through = (...events: RecordingEvent[]) =>
  events.reduce<Recording | undefined>((recording, event) => reduceRecording(recording, event), undefined);

const requested = { type: 'requested' } as const;
const started = { type: 'started' } as const;
const stopped = { type: 'stopped' } as const;
const level = (seconds: number, value = 0.5) => ({ type: 'level', level: value, seconds }) as const;
const encoded = (size: number) =>
  ({ type: 'encoded', file: new File([new Uint8Array(size)], 'audio-1.mp3'), localUrl: 'blob:1' }) as const;

describe('a recording', () => {
  it('goes from the request to the file', () => {
    expect(through(requested)).toEqual({ phase: 'asking' });
    expect(through(requested, started)).toEqual({ phase: 'recording', seconds: 0, levels: [], ended: false });
    expect(through(requested, started, level(2), stopped)).toEqual({ phase: 'finishing', seconds: 2 });
    expect(through(requested, started, level(2), stopped, encoded(MIN_BYTES))).toMatchObject({
      phase: 'review',
      seconds: 2,
    });
  });
  it('can be discarded in every phase', () => {
    const events = [requested, started, level(1), stopped, encoded(MIN_BYTES)];
    for (let count = 0; count <= events.length; count += 1)
      expect(through(...events.slice(0, count), { type: 'discarded' })).toBeUndefined();
  });
  it('is discarded when it is under 10000 bytes', () => {
    expect(through(requested, started, stopped, encoded(9_999))).toBeUndefined();
    expect(through(requested, started, stopped, encoded(10_000))).toBeDefined();
  });
  it('ignores requests and late microphone events in review', () => {
    const kept = through(requested, started, level(2), stopped, encoded(MIN_BYTES));
    for (const event of [requested, started, level(9), stopped, encoded(99_999), { type: 'microphoneLost' } as const])
      expect(reduceRecording(kept, event)).toBe(kept);
    expect(reduceRecording(undefined, started)).toBeUndefined();
    expect(reduceRecording(undefined, level(1))).toBeUndefined();
    expect(reduceRecording(undefined, encoded(MIN_BYTES))).toBeUndefined();
  });
  it('ends at the maximum length or when the microphone is lost', () => {
    expect(through(requested, started, level(MAX_SECONDS - 1))).toMatchObject({ ended: false });
    expect(through(requested, started, level(MAX_SECONDS))).toMatchObject({ ended: true });
    expect(through(requested, started, { type: 'microphoneLost' }, level(1))).toMatchObject({
      ended: true,
      seconds: 1,
    });
  });
  it('shows the last few levels', () => {
    const long = through(requested, started, ...Array.from({ length: 100 }, (_, at) => level(at, at)));
    expect(long).toMatchObject({ seconds: 99 });
    expect(long?.phase === 'recording' && long.levels.length).toBe(48);
    expect(long?.phase === 'recording' && long.levels.at(-1)).toBe(99);
  });
});
