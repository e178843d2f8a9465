import { execFile } from 'node:child_process';
import installer from '@ffmpeg-installer/ffmpeg';
import sharp from 'sharp';

/** Small real files, whose types are detected by their first bytes. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** Two frames of silence. */
const mp3Frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)]);
const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

export interface TestFile {
  readonly name: string;
  readonly mime: string;
  readonly bytes: Buffer;
}

export const files = {
  png: { name: 'foto.png', mime: 'image/png', bytes: png },
  mp3: { name: 'recado.mp3', mime: 'audio/mpeg', bytes: Buffer.concat([mp3Frame, mp3Frame, mp3Frame]) },
  pdf: { name: 'contrato.pdf', mime: 'application/pdf', bytes: pdf },
} as const satisfies Record<string, TestFile>;

/** A form with text fields and files, as browsers send it. */
export function form(
  fields: Readonly<Record<string, string>>,
  medias: readonly TestFile[] = [],
  field = 'medias',
): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  for (const { name, mime, bytes } of medias)
    data.append(field, new Blob([new Uint8Array(bytes)], { type: mime }), name);
  return data;
}

const ffmpeg = (args: readonly string[]): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    execFile(installer.path, [...args, 'pipe:1'], { encoding: 'buffer' }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
  });

const recording =
  (name: string, mime: string, ...codec: string[]) =>
  async (): Promise<TestFile> => ({
    name,
    mime,
    bytes: await ffmpeg(['-loglevel', 'error', '-f', 'lavfi', '-i', 'sine=frequency=440:duration=1', ...codec]),
  });

/** A second of a tone as browsers record it. */
export const recordings = {
  webm: recording('gravacao.webm', 'audio/webm', '-c:a', 'libopus', '-f', 'webm'),
  mp4: recording('gravacao.m4a', 'audio/mp4', '-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov', '-f', 'mp4'),
  mp3: recording('gravacao.mp3', 'audio/mpeg', '-c:a', 'libmp3lame', '-f', 'mp3'),
  ogg: recording('gravacao.ogg', 'audio/ogg', '-c:a', 'libopus', '-ac', '2', '-f', 'ogg'),
} as const;

interface PhotoOptions {
  readonly width?: number;
  readonly height?: number;
  /** EXIF orientation (6: a quarter turn). */
  readonly orientation?: number;
}

/** A photo with noise, so that its size is that of a real one. */
export async function photo({ width = 1600, height = 1200, orientation = 1 }: PhotoOptions = {}): Promise<TestFile> {
  const bytes = await sharp({
    create: { width, height, channels: 3, background: '#2f6f8f', noise: { type: 'gaussian', mean: 128, sigma: 20 } },
  })
    .withMetadata({ orientation })
    .jpeg({ quality: 80 })
    .toBuffer();
  return { name: 'foto.jpg', mime: 'image/jpeg', bytes };
}

/** Half a second of a test card in MP4. */
export async function video({ width = 640, height = 360 } = {}): Promise<TestFile> {
  const source = ['-f', 'lavfi', '-i', `testsrc=duration=0.5:size=${width}x${height}:rate=10`];
  const container = ['-pix_fmt', 'yuv420p', '-movflags', 'frag_keyframe+empty_moov', '-f', 'mp4'];
  return { name: 'filme.mp4', mime: 'video/mp4', bytes: await ffmpeg(['-loglevel', 'error', ...source, ...container]) };
}
