import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { OutboundError } from '../../../../core/http/outbound-error.js';
import { OutboundHttp } from '../../../../core/http/outbound-http.js';
import { openImage } from '../../../../core/processing/open-image.js';
import { TaskProcess } from '../../../../core/processing/task-process.js';
import { detectFileType } from '../../../../core/storage/file-type.js';
import { newStorageKey, Storage } from '../../../../core/storage/storage.js';
import type { AdOrigin } from '../../../channels/connections/channels/channel.js';
import { readPage } from './page-metadata.js';

/** Contents of a preview; the image is in our storage. */
export interface PageCard {
  readonly title: string;
  readonly description: string;
  readonly site: string;
  readonly image: { readonly key: string; readonly width: number; readonly height: number } | null;
}

/** Enough for the head, which contains the metadata. */
const maxPageBytes = 64 * 1024;
const maxImageBytes = 5 * 1024 * 1024;
const timeoutMs = 8_000;
interface PreviewImage {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

const readableImage = /^image\/(png|jpeg|webp|gif|avif)$/;
/** Protects against decompression bombs. */
const limitInputPixels = 40_000_000;
const maxImageSide = 600;
/** Smaller images are tracking pixels and icons. */
const minImageSide = 48;
const html = /^(text\/html|application\/xhtml\+xml)\b/i;

/** Reads untrusted pages: only HTML and one image, limited in size and time. */
@Injectable()
export class PageReader {
  constructor(
    private readonly http: OutboundHttp,
    private readonly storage: Storage,
    private readonly taskProcess: TaskProcess,
  ) {}

  /** null: no HTML or metadata. @throws OutboundError if it cannot or may not be reached, TaskFailed if not parsed */
  async read(companyId: number, url: string): Promise<PageCard | null> {
    const headers = { accept: 'text/html,application/xhtml+xml', 'accept-language': 'pt-BR,pt;q=0.9,en;q=0.5' };
    const answer = await this.http.stream(url, { headers, timeoutMs });
    const type = answer.headers['content-type'] ?? '';
    if (answer.status !== 200 || !html.test(type)) {
      answer.stream.destroy();
      return null;
    }
    const metadata = await this.taskProcess.run(readPage, await readHead(answer.stream), type);
    if (metadata.title === '') return null;
    const { title, description } = metadata;
    const site = metadata.site || new URL(answer.url).hostname.replace(/^www\./, '');
    const picture = await this.fetchImage(metadata.image, answer.url);
    return { title, description, site, image: picture && (await this.storeImage(companyId, picture)) };
  }

  /** A card of an advertisement: its words, and its picture where that can be read. */
  async ofAd(companyId: number, url: string, { headline, text, imageUrl }: AdOrigin): Promise<PageCard> {
    const picture = await this.fetchImage(imageUrl ?? '', url);
    const image = picture && (await this.storeImage(companyId, picture));
    return { title: headline ?? '', description: text ?? '', site: new URL(url).hostname, image };
  }

  /** null when the image cannot be read; the preview is then shown without it. */
  private async fetchImage(address: string, base: string): Promise<PreviewImage | null> {
    if (address === '' || !URL.canParse(address, base)) return null;
    try {
      const { href } = new URL(address, base);
      const options = { headers: { accept: 'image/*' }, timeoutMs, maxBytes: maxImageBytes };
      const { status, body } = await this.http.request(href, options);
      return status === 200 ? await toPreviewImage(body, (await detectFileType(body)).mime) : null;
    } catch (error) {
      if (error instanceof OutboundError) return null;
      throw error;
    }
  }

  private async storeImage(companyId: number, { bytes, width, height }: PreviewImage) {
    const key = newStorageKey(companyId, 'jpg');
    await this.storage.put(key, bytes, { mime: 'image/jpeg' });
    return { key, width, height };
  }
}

/** Reads the page up to the end of its head. */
async function readHead(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  let tail = '';
  const late = setTimeout(() => stream.destroy(new OutboundError('timeout', 'The page comes too slowly')), timeoutMs);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      const text = tail + chunk.toString('latin1');
      if (size >= maxPageBytes || /<\/head\b/i.test(text)) break;
      tail = text.slice(-'</head'.length);
    }
  } finally {
    clearTimeout(late);
    stream.destroy();
  }
  return Buffer.concat(chunks).subarray(0, maxPageBytes);
}

/** Re-encodes an untrusted image as a small JPEG without metadata; null when it is no image. */
async function toPreviewImage(bytes: Buffer, mime: string): Promise<PreviewImage | null> {
  if (!readableImage.test(mime)) return null;
  try {
    const picture = await openImage(bytes, { limitInputPixels });
    const { data, info } = await picture
      .rotate()
      .resize({ width: maxImageSide, height: maxImageSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 78 })
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    return Math.min(width, height) < minImageSide ? null : { bytes: data, width, height };
  } catch {
    // broken or too large: sharp throws errors without a code, so all of them are caught
    return null;
  }
}
