import { type Mp3, mp3Of } from './mp3';

/** First the rate, then the samples as they come, then `null`: it answers with the parts of the file. */
export type ForEncoder = number | Float32Array | null;

let mp3: Mp3 | null = null;

addEventListener('message', ({ data }: MessageEvent<ForEncoder>) => {
  if (typeof data === 'number') mp3 = mp3Of(data);
  else if (data) mp3?.add(data);
  else postMessage(mp3?.end() ?? []);
});
