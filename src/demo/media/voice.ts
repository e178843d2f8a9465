const rate = 8000;

/** Syllables of a second of speech, roughly. */
const syllables = 4.3;

/** Same numbers for the same seed, so that a demo looks the same everywhere. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** A voice message as a WAV file: no words, but the rise, pauses and pitch of somebody who talks. */
export function voice(seconds: number): Buffer {
  const next = numbers(seconds * 97);
  const samples = new Int16Array(seconds * rate);
  let at = 0;
  while (at < samples.length) {
    const pause = next() < 0.16;
    const length = Math.floor((rate / syllables) * (0.6 + next() * 0.8));
    if (!pause) syllable(samples, at, length, 105 + next() * 60, 0.35 + next() * 0.65);
    at += length;
  }
  return wav(samples);
}

function syllable(samples: Int16Array, start: number, length: number, pitch: number, loudness: number): void {
  const end = Math.min(start + length, samples.length);
  for (let at = start; at < end; at += 1) {
    const time = at / rate;
    const envelope = Math.sin((Math.PI * (at - start)) / length) ** 2;
    const tone = [1, 0.6, 0.45, 0.2, 0.12].reduce(
      (sum, part, harmonic) => sum + part * Math.sin(2 * Math.PI * pitch * (harmonic + 1) * time),
      0,
    );
    samples[at] = Math.round(tone * envelope * loudness * 9000);
  }
}

/** PCM, one channel, 16 bits. */
function wav(samples: Int16Array): Buffer {
  const body = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + body.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(body.length, 40);
  return Buffer.concat([head, body]);
}
