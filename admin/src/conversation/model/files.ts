import type { Message } from './types';

const MB = 1024 * 1024;

/** The server's limit for a file of this type. */
export function sizeLimit(mime: string): number {
  return mime.startsWith('image/') || mime.startsWith('audio/') ? 16 * MB : 64 * MB;
}

export function isTooLarge(file: { type: string; size: number }): boolean {
  return file.size > sizeLimit(file.type);
}

export const UNNAMED_FILE = 'blob';

/** Removes the generic name that browsers give to pasted pictures. */
export function normalizePastedFile(file: File): File {
  if (file.name !== 'image.png' || file.type !== 'image/png') return file;
  return new File([file], '', { type: file.type, lastModified: file.lastModified });
}

/** The size in pixels. */
interface Size {
  width: number;
  height: number;
}

const MAX_SIZES = 200;
const localSizes = new Map<string, Size>();

/** Keeps the size measured here, because the server measures a file only after it is stored. */
export function rememberLocalSize(clientMessageId: string, size: Size): void {
  localSizes.set(clientMessageId, size);
  const [oldest] = localSizes.keys();
  if (localSizes.size > MAX_SIZES && oldest !== undefined) localSizes.delete(oldest);
}

const measurements = new WeakMap<File, Promise<Size | null>>();

function imageSize(url: string): Promise<Size | null> {
  return new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => resolve(null);
    image.src = url;
  });
}

function videoSize(url: string): Promise<Size | null> {
  return new Promise((resolve) => {
    const video = document.createElement('video');
    video.onloadedmetadata = () => resolve({ width: video.videoWidth, height: video.videoHeight });
    video.onerror = () => resolve(null);
    video.preload = 'metadata';
    video.src = url;
  });
}

async function measure(file: File, read: (url: string) => Promise<Size | null>): Promise<Size | null> {
  const url = URL.createObjectURL(file);
  try {
    const size = await read(url);
    return size && size.width > 0 && size.height > 0 ? size : null;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Cached; null for files of other types and for those that cannot be decoded. */
export function measureFile(file: File): Promise<Size | null> {
  const kind = file.type.split('/')[0];
  if (kind !== 'image' && kind !== 'video') return Promise.resolve(null);
  const found = measurements.get(file) ?? measure(file, kind === 'image' ? imageSize : videoSize);
  measurements.set(file, found);
  return found;
}

const MAX_WIDTH = 300;
const MIN_WIDTH = 96;
const MIN_RATIO = 0.7;
const MAX_RATIO = 2.4;

/** The size measured by the server, or by this browser before sending. */
export function mediaSizeOf({ data, clientMessageId }: Message): Size | null {
  const size = { width: Number(data?.width), height: Number(data?.height) };
  return size.width > 0 && size.height > 0 ? size : (localSizes.get(clientMessageId ?? '') ?? null);
}

/** The space reserved for a picture or video, so that loading it moves nothing. */
export function reservedSize(message: Message, defaultRatio: number): { width: number; aspectRatio: string } {
  const size = mediaSizeOf(message);
  const ratio = size ? size.width / size.height : defaultRatio;
  return {
    width: size ? Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, size.width)) : MAX_WIDTH,
    aspectRatio: String(Math.min(MAX_RATIO, Math.max(MIN_RATIO, ratio))),
  };
}
