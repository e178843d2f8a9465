import type { Size } from '../model/local-sizes';

const known = new WeakMap<File, Promise<Size | null>>();

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
export function measured(file: File): Promise<Size | null> {
  const kind = file.type.split('/')[0];
  if (kind !== 'image' && kind !== 'video') return Promise.resolve(null);
  const found = known.get(file) ?? measure(file, kind === 'image' ? imageSize : videoSize);
  known.set(file, found);
  return found;
}
