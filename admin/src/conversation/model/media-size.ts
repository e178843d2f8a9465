import { mediaSizeOf } from './message-content';
import type { Message } from './types';

/** Pixels of a picture or a video as it is looked at. */
export interface Size {
  width: number;
  height: number;
}

const MAX_SIZES = 200;
const localSizes = new Map<string, Size>();

/** Of a file that was sent from here, by the id of its sending: the server measures it only afterwards. */
export function rememberLocalSize(clientMessageId: string, size: Size): void {
  localSizes.set(clientMessageId, size);
  const [oldest] = localSizes.keys();
  if (localSizes.size > MAX_SIZES && oldest !== undefined) localSizes.delete(oldest);
}

export function localSizeOf(clientMessageId: string | null): Size | null {
  return (clientMessageId !== null && localSizes.get(clientMessageId)) || null;
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

/** Pixels of a picture or video that was chosen here; null for other files and what the browser cannot read. Looked at once. */
export function measureFile(file: File): Promise<Size | null> {
  const kind = file.type.split('/')[0];
  if (kind !== 'image' && kind !== 'video') return Promise.resolve(null);
  const found = measurements.get(file) ?? measure(file, kind === 'image' ? imageSize : videoSize);
  measurements.set(file, found);
  return found;
}

const BUBBLE_WIDTH = 300;
const SMALLEST = 96;
const NARROWEST = 0.7;
const WIDEST = 2.4;

/** The room of a picture or a video in its bubble, before anything of it is there: what loads moves nothing. */
export function reservedSize(message: Message, usual: number): { width: number; aspectRatio: string } {
  const size = mediaSizeOf(message);
  const ratio = size ? size.width / size.height : usual;
  return {
    width: size ? Math.min(BUBBLE_WIDTH, Math.max(SMALLEST, size.width)) : BUBBLE_WIDTH,
    aspectRatio: String(Math.min(WIDEST, Math.max(NARROWEST, ratio))),
  };
}
