import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { OutboundError, OutboundHttp } from '../../../core/http/outbound-http.js';
import { WorkerThread } from '../../../core/processing/worker-thread.js';
import { detectFileType } from '../../../core/storage/file-type.js';
import { newStorageKey, Storage } from '../../../core/storage/storage.js';
import { readPage } from './page-metadata.js';
import { type PreviewImage, toPreviewImage } from './preview-image.js';

/** What a card shows; the image lies in the storage. */
export interface PageCard {
  readonly title: string;
  readonly description: string;
  readonly site: string;
  readonly image: { readonly key: string; readonly width: number; readonly height: number } | null;
}

/** Pages say who they are at their beginning. */
const mostOfPage = 64 * 1024;
const mostOfImage = 5 * 1024 * 1024;
const patienceMs = 8_000;
const html = /^(text\/html|application\/xhtml\+xml)\b/i;

/** Reads pages that strangers link to: bounded in size and time, nothing but HTML and one picture. */
@Injectable()
export class PageReader {
  constructor(
    private readonly http: OutboundHttp,
    private readonly storage: Storage,
    private readonly workerThread: WorkerThread,
  ) {}

  /** null: it is no page, or says nothing of itself. @throws OutboundError when it cannot or must not be reached, TaskFailed when it cannot be parsed */
  async read(companyId: number, url: string): Promise<PageCard | null> {
    const headers = { accept: 'text/html,application/xhtml+xml', 'accept-language': 'pt-BR,pt;q=0.9,en;q=0.5' };
    const answer = await this.http.stream(url, { headers, timeoutMs: patienceMs });
    const type = answer.headers['content-type'] ?? '';
    if (answer.status !== 200 || !html.test(type)) {
      answer.stream.destroy();
      return null;
    }
    const facts = await this.workerThread.run(readPage, await beginningOf(answer.stream), type);
    if (facts.title === '') return null;
    const { title, description } = facts;
    const site = facts.site || new URL(answer.url).hostname.replace(/^www\./, '');
    const picture = await this.fetchImage(facts.image, answer.url);
    return { title, description, site, image: picture && (await this.storeImage(companyId, picture)) };
  }

  /** A page without its picture is still a page. */
  private async fetchImage(address: string, base: string): Promise<PreviewImage | null> {
    if (address === '' || !URL.canParse(address, base)) return null;
    try {
      const { href } = new URL(address, base);
      const options = { headers: { accept: 'image/*' }, timeoutMs: patienceMs, maxBytes: mostOfImage };
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

/** As much of a page as is needed, at most up to the end of its head; one that comes too slowly is given up. */
async function beginningOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  let tail = '';
  const late = setTimeout(() => stream.destroy(new OutboundError('timeout', 'The page comes too slowly')), patienceMs);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      const text = tail + chunk.toString('latin1');
      if (size >= mostOfPage || /<\/head\b/i.test(text)) break;
      tail = text.slice(-'</head'.length);
    }
  } finally {
    clearTimeout(late);
    stream.destroy();
  }
  return Buffer.concat(chunks).subarray(0, mostOfPage);
}
