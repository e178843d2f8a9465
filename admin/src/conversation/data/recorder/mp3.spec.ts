import { describe, expect, it } from '@jest/globals';
import { createMp3Encoder } from './mp3';

const BLOCK = 2048;

/** A tone of this many seconds, passed to the encoder in blocks like those of a microphone. */
function encoded(rate: number, seconds: number): Buffer {
  const mp3 = createMp3Encoder(rate);
  for (let at = 0; at + BLOCK <= rate * seconds; at += BLOCK)
    mp3.add(
      Float32Array.from({ length: BLOCK }, (_, index) => 0.5 * Math.sin((2 * Math.PI * 440 * (at + index)) / rate)),
    );
  return Buffer.concat(mp3.end());
}

describe('the MP3 of a recording', () => {
  it.each([44_100, 48_000, 96_000, 192_000])('is 128 kbit/s, one channel, from %d Hz', (rate) => {
    const bytes = encoded(rate, 1);
    // a frame begins with eleven ones; MPEG 1, layer 3; the fourth bits of the third byte are the bit rate, 9 is 128
    expect(bytes[0]).toBe(0xff);
    expect((bytes[1] ?? 0) & 0xfe).toBe(0xfa);
    expect((bytes[2] ?? 0) >> 4).toBe(9);
    expect((bytes[3] ?? 0) >> 6).toBe(3);
    // one second has 16000 bytes
    expect(bytes.length).toBeGreaterThan(15_000);
    expect(bytes.length).toBeLessThan(17_500);
  });
  it('of a headset at 16 kHz is as large', () => {
    const bytes = encoded(16_000, 1);
    expect(bytes[0]).toBe(0xff);
    expect(bytes.length).toBeGreaterThan(15_000);
    expect(bytes.length).toBeLessThan(18_500);
  });
  it('of half a second is under the smallest size, of a second over it', () => {
    expect(encoded(48_000, 0.5).length).toBeLessThan(10_000);
    expect(encoded(48_000, 1).length).toBeGreaterThan(10_000);
  });
});
