import { Mp3Encoder } from '@breezystack/lamejs';

/** The bit rate of spec 000 §9. */
const KBIT = 128;
/** The highest sample rate of MP3. */
const HIGHEST_RATE = 48_000;

function toInt16(samples: Float32Array, factor: number): Int16Array {
  const result = new Int16Array(Math.floor(samples.length / factor));
  for (let at = 0; at < result.length; at += 1) {
    let sum = 0;
    for (let part = 0; part < factor; part += 1) sum += samples[at * factor + part] ?? 0;
    result[at] = Math.round(Math.max(-1, Math.min(1, sum / factor)) * 32_767);
  }
  return result;
}

export interface StreamingMp3 {
  add(samples: Float32Array): void;
  end(): Uint8Array<ArrayBuffer>[];
}

/** Creates an encoder for a stream of mono MP3. */
export function createMp3Encoder(rate: number): StreamingMp3 {
  const factor = Math.ceil(rate / HIGHEST_RATE);
  const encoder = new Mp3Encoder(1, Math.round(rate / factor), KBIT);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const keep = (part: Uint8Array) => part.length > 0 && parts.push(new Uint8Array(part));
  return {
    add: (samples) => keep(encoder.encodeBuffer(toInt16(samples, factor))),
    end() {
      keep(encoder.flush());
      return parts;
    },
  };
}
