import { mediaSizeOf } from './message-content';
import type { Message } from './types';

/** In pixels. */
export interface Size {
  width: number;
  height: number;
}

const MAX_SIZES = 200;
const localSizes = new Map<string, Size>();

/** The server measures a file only after it is stored. */
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

/** null for other files and undecodable ones; cached. */
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

/** The space reserved for a picture or video, so that loading it moves nothing. */
export function reservedSize(message: Message, usual: number): { width: number; aspectRatio: string } {
  const size = mediaSizeOf(message);
  const ratio = size ? size.width / size.height : usual;
  return {
    width: size ? Math.min(BUBBLE_WIDTH, Math.max(SMALLEST, size.width)) : BUBBLE_WIDTH,
    aspectRatio: String(Math.min(WIDEST, Math.max(NARROWEST, ratio))),
  };
}
