import { Readable } from 'node:stream';
import type { OutboundHttp } from '../../../src/core/http/outbound-http.js';

/** Answers instead of WhatsApp's host of files: content by path. @returns the addresses that are asked for */
export function serveMedia(http: OutboundHttp, files: ReadonlyMap<string, Buffer>): string[] {
  const requested: string[] = [];
  const stream = http.stream.bind(http);
  http.stream = async (url, options) => {
    const { hostname, pathname } = new URL(url);
    if (!hostname.endsWith('.whatsapp.net')) return stream(url, options);
    requested.push(url);
    const file = files.get(pathname);
    const size = file?.length ?? 0;
    return { url, status: file ? 200 : 404, headers: {}, size, stream: Readable.from(file ? [file] : []) };
  };
  return requested;
}
