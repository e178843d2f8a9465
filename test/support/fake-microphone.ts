import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import installer from '@ffmpeg-installer/ffmpeg';

/** A tone whose volume changes like speech, so that noise suppression does not remove it. */
const speech = 'aevalsrc=0.7*sin(2*PI*(220+120*sin(2*PI*0.7*t))*t)*(0.15+0.85*abs(sin(2*PI*1.3*t))):s=48000:d=20';

export interface FakeMicrophone {
  /** Flags with which Chromium uses it without a permission prompt. */
  readonly switches: readonly string[];
  remove(): Promise<void>;
}

/** A microphone that repeats the same twenty seconds. */
export async function fakeMicrophone(): Promise<FakeMicrophone> {
  const folder = await mkdtemp(join(tmpdir(), 'atende-microphone-'));
  const file = join(folder, 'speech.wav');
  await promisify(execFile)(installer.path, ['-loglevel', 'error', '-f', 'lavfi', '-i', speech, file]);
  return {
    switches: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${file}`,
      '--autoplay-policy=no-user-gesture-required',
    ],
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
