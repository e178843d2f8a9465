/** The root mean square of the samples, from 0 to 1. */
export function loudness(samples: Float32Array, from = 0, to = samples.length): number {
  const end = Math.min(to, samples.length);
  // only some samples are read, so that long recordings cost no more than short ones
  const stride = Math.max(1, Math.floor((end - from) / 512));
  let sum = 0;
  let count = 0;
  for (let at = from; at < end; at += stride) {
    const sample = samples[at] ?? 0;
    sum += sample * sample;
    count += 1;
  }
  return count === 0 ? 0 : Math.sqrt(sum / count);
}

const QUIETEST_DB = -54;
const LOUDEST_DB = -12;

/** Maps a loudness to 0..1 on a decibel scale, so that speech moves the meter but room noise does not. */
export function meterOf(level: number): number {
  if (level <= 0) return 0;
  const share = (20 * Math.log10(level) - QUIETEST_DB) / (LOUDEST_DB - QUIETEST_DB);
  return Math.min(1, Math.max(0, share));
}

/** Reduces levels to `count` bars, relative to the loudest; silence stays flat. */
export function barsOf(levels: readonly number[], count: number): number[] {
  const bars = Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * levels.length) / count);
    const to = Math.max(from + 1, Math.floor(((index + 1) * levels.length) / count));
    return Math.max(0, ...levels.slice(from, to));
  });
  // near-silence is not amplified
  const loudest = Math.max(0.02, ...bars);
  return bars.map((bar) => bar / loudest);
}

export function peaksOf(samples: Float32Array, count: number): number[] {
  const width = samples.length / count;
  const levels = Array.from({ length: count }, (_, index) =>
    loudness(samples, Math.floor(index * width), Math.floor((index + 1) * width)),
  );
  return barsOf(levels, count);
}
