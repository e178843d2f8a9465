import { describe, expect, it } from '@jest/globals';
import { barsOf, loudness, meterOf, peaksOf } from './waveform';

const tone = (length: number, amplitude: number) =>
  Float32Array.from({ length }, (_, at) => amplitude * Math.sin((2 * Math.PI * 440 * at) / 48_000));

describe('a waveform', () => {
  it('measures loudness', () => {
    expect(loudness(new Float32Array(0))).toBe(0);
    expect(loudness(new Float32Array(100))).toBe(0);
    expect(loudness(new Float32Array(100).fill(-0.5))).toBeCloseTo(0.5);
    expect(loudness(tone(48_000, 1))).toBeCloseTo(Math.SQRT1_2, 1);
  });
  it('follows the loudness', () => {
    const samples = new Float32Array(48_000);
    samples.set(tone(24_000, 0.8), 24_000);
    const peaks = peaksOf(samples, 4);
    expect(peaks.slice(0, 2)).toEqual([0, 0]);
    expect(peaks[2]).toBeGreaterThan(0.9);
    expect(Math.max(...peaks)).toBe(1);
  });
  it('makes the given number of bars from few levels or many', () => {
    expect(barsOf([0.2, 0.4], 4)).toEqual([0.5, 0.5, 1, 1]);
    expect(barsOf([0.1, 0.2, 0.4, 0.3], 2)).toEqual([0.5, 1]);
    expect(barsOf([], 3)).toEqual([0, 0, 0]);
    expect(peaksOf(new Float32Array(2), 3)).toHaveLength(3);
  });
  it('keeps silence flat', () => {
    expect(Math.max(...barsOf([0.0001, 0.0002], 2))).toBeLessThan(0.02);
  });
  it('maps loudness to decibels', () => {
    expect([0, 0.0001, 1].map(meterOf)).toEqual([0, 0, 1]);
    expect(meterOf(0.02)).toBeGreaterThan(meterOf(0.01));
    expect(meterOf(0.05)).toBeGreaterThan(0.5);
  });
});
