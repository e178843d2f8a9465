import { createMp3Encoder, type StreamingMp3 } from './mp3';

/** The sample rate first, then samples, then null; the worker answers with the parts of the file. */
export type EncoderMessage = number | Float32Array | null;

let mp3: StreamingMp3 | null = null;

addEventListener('message', ({ data }: MessageEvent<EncoderMessage>) => {
  if (typeof data === 'number') mp3 = createMp3Encoder(data);
  else if (data) mp3?.add(data);
  else postMessage(mp3?.end() ?? []);
});
