import { spawn } from 'node:child_process';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { access, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { ConcurrencyLimiter } from './concurrency-limiter.js';

/** Thrown when the program cannot convert the file, or times out; another try would fail, too. */
export class ConversionFailed extends Error {
  constructor(reason: string) {
    super(`Not convertible: ${reason}`);
    this.name = 'NotConvertible';
  }
}

/** A converted file, which exists until {@link dispose} is called. */
export interface ConvertedFile {
  readonly size: number;
  open(): Readable;
  dispose(): Promise<void>;
}

const timeoutMs = 60_000;
const maxSeconds = 3600;
const maxBytes = 16 * 1024 * 1024;
/** How many programs run at a time; each uses a whole processor. */
const concurrency = 2;

/** The container by type: detecting it itself, the program would open a playlist and read the files that it lists. */
const containers: Readonly<Record<string, string>> = {
  'audio/webm': 'matroska',
  'video/webm': 'matroska',
  'audio/ogg': 'ogg',
  'audio/mp4': 'mov',
  'audio/x-m4a': 'mov',
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/3gpp': 'mov',
  'video/x-matroska': 'matroska',
  'audio/mpeg': 'mp3',
  'audio/aac': 'aac',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
};

/** Converts recordings and videos with the ffmpeg on the PATH, or else with that of the installed package. */
@Injectable()
export class Transcoder {
  private program: Promise<string> | undefined;
  private readonly limiter = new ConcurrencyLimiter(concurrency);

  /** Converts a recording to mono Opus in Ogg, which messengers show as a voice message. @throws ConversionFailed */
  async toVoiceMessage(source: Readable, mime: string): Promise<ConvertedFile> {
    const { folder, from, dispose } = await this.writeToTempFile(source, mime);
    try {
      const to = join(folder, 'out.ogg');
      await this.run([...from, ...opus, to]);
      const { size } = await stat(to);
      if (size === 0) throw new ConversionFailed('nothing to hear');
      return { size, open: () => createReadStream(to), dispose };
    } catch (error) {
      await dispose();
      throw error;
    }
  }

  /** Returns the first frame of a video as JPEG, in its displayed size. @throws ConversionFailed */
  async firstFrame(source: Readable, mime: string): Promise<Buffer> {
    const { folder, from, dispose } = await this.writeToTempFile(source, mime);
    try {
      const to = join(folder, 'out.jpg');
      await this.run([...boundedPixels, ...from, ...firstFrame, to]);
      return await readFile(to).catch(() => {
        throw new ConversionFailed('nothing to see');
      });
    } finally {
      await dispose();
    }
  }

  /** Writes the source to a file, because an MP4 has its index at its end; `from` are the arguments that read it. */
  private async writeToTempFile(source: Readable, mime: string) {
    const container = containers[mime];
    if (container === undefined) {
      source.destroy();
      throw new ConversionFailed(mime);
    }
    const folder = await mkdtemp(join(tmpdir(), 'atende-media-'));
    const dispose = (): Promise<void> => rm(folder, { recursive: true, force: true });
    const path = join(folder, 'in');
    try {
      await pipeline(source, createWriteStream(path));
    } catch (error) {
      await dispose();
      throw error;
    }
    return { folder, from: input(container, path), dispose };
  }

  private async run(args: readonly string[]): Promise<void> {
    this.program ??= findProgram();
    const program = await this.program;
    await this.limiter.run(() => execute(program, args));
  }
}

const input = (container: string, path: string): string[] => [
  ...'-hide_banner -nostdin -loglevel error -protocol_whitelist file -threads 1'.split(' '),
  ...['-f', container, '-i', path],
];

const opus = [
  ...'-map 0:a:0 -vn -map_metadata -1 -ac 1 -ar 48000 -c:a libopus -b:a 32k -application voip -f ogg'.split(' '),
  ...['-t', String(maxSeconds), '-fs', String(maxBytes)],
];

/** Limits the pixels, because a small file may decompress to an image that exceeds the memory. */
const boundedPixels = ['-max_pixels', '50000000'];

/** Rotates the frame as the metadata says, and makes its pixels square. */
const firstFrame = [
  ...'-map 0:v:0 -an -sn -dn -map_metadata -1 -frames:v 1'.split(' '),
  ...['-vf', 'scale=trunc(iw*max(sar\\,0.01)):ih,setsar=1'],
  ...'-pix_fmt yuvj420p -c:v mjpeg -q:v 3 -f image2'.split(' '),
];

function execute(program: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: {} });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString()).slice(-500);
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve();
      else reject(new ConversionFailed(signal ?? stderr.trim()));
    });
  });
}

async function findProgram(): Promise<string> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)) {
    const path = join(folder, 'ffmpeg');
    try {
      await access(path, constants.X_OK);
      return path;
    } catch {
      // try the next folder
    }
  }
  const { default: installed } = await import('@ffmpeg-installer/ffmpeg');
  return installed.path;
}
