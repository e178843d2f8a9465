import { spawn } from 'node:child_process';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { access, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';

/** The program ran and could not make anything of the file, or took too long over it: another try would end alike. */
export class NotConvertible extends Error {
  constructor(reason: string) {
    super(`Not convertible: ${reason}`);
    this.name = 'NotConvertible';
  }
}

/** A converted file, there until {@link dispose}. */
export interface Converted {
  readonly size: number;
  open(): Readable;
  dispose(): Promise<void>;
}

const patienceMs = 60_000;
const longestSeconds = 3600;
const largestBytes = 16 * 1024 * 1024;
/** Programs at a time: they take a processor each, and messages must go on. */
const atOnce = 2;

/** Containers by type, named to the program: left to guess, it would open a playlist and read what that names. */
const containers: Readonly<Record<string, string>> = {
  'audio/webm': 'matroska',
  'video/webm': 'matroska',
  'audio/ogg': 'ogg',
  'audio/mp4': 'mov',
  'audio/x-m4a': 'mov',
  'video/mp4': 'mov',
  'audio/mpeg': 'mp3',
  'audio/aac': 'aac',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
};

/** Converts recordings with ffmpeg: the one on the PATH, else the one that was installed with us. */
@Injectable()
export class Transcoder {
  private program: Promise<string> | undefined;
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** A recording as mono Opus in Ogg, what messengers show as a voice message. @throws NotConvertible */
  async voice(source: Readable, mime: string): Promise<Converted> {
    const container = containers[mime];
    if (container === undefined) {
      source.destroy();
      throw new NotConvertible(mime);
    }
    const folder = await mkdtemp(join(tmpdir(), 'atende-voice-'));
    const dispose = (): Promise<void> => rm(folder, { recursive: true, force: true });
    try {
      // a file, because an MP4 has its index at its end
      const [from, to] = [join(folder, 'in'), join(folder, 'out.ogg')];
      await pipeline(source, createWriteStream(from));
      await this.run([...input(container, from), ...opus, to]);
      const { size } = await stat(to);
      if (size === 0) throw new NotConvertible('nothing to hear');
      return { size, open: () => createReadStream(to), dispose };
    } catch (error) {
      await dispose();
      throw error;
    }
  }

  private async run(args: readonly string[]): Promise<void> {
    this.program ??= findProgram();
    const program = await this.program;
    if (this.running >= atOnce) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running += 1;
    try {
      await execute(program, args);
    } finally {
      // the place goes to the next in line without becoming free in between
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}

const input = (container: string, path: string): string[] => [
  ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-protocol_whitelist', 'file', '-threads', '1'],
  ...['-f', container, '-i', path],
];

const opus = [
  ...['-map', '0:a:0', '-vn', '-map_metadata', '-1', '-t', String(longestSeconds), '-fs', String(largestBytes)],
  ...['-ac', '1', '-ar', '48000', '-c:a', 'libopus', '-b:a', '32k', '-application', 'voip', '-f', 'ogg'],
];

function execute(program: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: {} });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-500);
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve();
      else reject(new NotConvertible(signal ?? said.trim()));
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
      // the next folder
    }
  }
  const { default: installed } = await import('@ffmpeg-installer/ffmpeg');
  return installed.path;
}
