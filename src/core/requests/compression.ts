import { pipeline, Readable } from 'node:stream';
import { constants, createGzip, gzip, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';

export type Encoding = 'br' | 'gzip';

/** A smaller answer fits into the first packet without compression. */
const leastBytes = 1024;
/** Up to this size, compressing (0.05 ms for 16 kB) takes less CPU than passing the bytes to another thread. */
const mostInlineBytes = 64 * 1024;
/**
 * The first level makes a list a fifth of its size; the next ones take twice the time for a tenth of that. Buffers of
 * the usual size would be mapped anew for each answer (MALLOC_MMAP_THRESHOLD_ of `npm start`), at twice the CPU.
 */
const settings = { level: 1, windowBits: 13, memLevel: 7 };
const compressible = /^(?:application\/json|text\/(?:csv|plain))\b/;

/** The first of `offered` that an Accept-Encoding contains, unless with a quality of 0. */
export function acceptedEncoding<E extends Encoding>(header: string | undefined, offered: readonly E[]): E | undefined {
  const accepted = (header ?? '').toLowerCase().split(',');
  const names = accepted.filter((each) => !/;\s*q=0(?:\.0*)?\s*$/.test(each)).map((each) => each.split(';')[0]?.trim());
  return offered.find((encoding) => names.includes(encoding));
}

/** Adds names of request headers to `Vary`. */
export function varyBy(reply: FastifyReply, ...names: readonly string[]): void {
  const known = String(reply.getHeader('vary') ?? '');
  void reply.header('Vary', [known, ...names].filter(Boolean).join(', '));
}

/**
 * Compresses JSON, text and CSV in answers to GET: it needs a token that no browser sends by itself (docs/security.md,
 * 4.2). Answers to other methods are small; one with a Content-Length is a stored file, sent as it is.
 */
export function compressAnswers(server: FastifyInstance): void {
  server.addHook('onSend', ({ method, headers }, reply, payload, done) => {
    const wanted =
      (method === 'GET' || method === 'HEAD') &&
      compressible.test(String(reply.getHeader('content-type'))) &&
      !reply.hasHeader('content-encoding') &&
      !reply.hasHeader('content-length');
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!wanted || !(isText || payload instanceof Readable)) return done(null, payload);
    varyBy(reply, 'Accept-Encoding');
    const small = isText && Buffer.byteLength(payload) < leastBytes;
    if (small || !acceptedEncoding(headers['accept-encoding'], ['gzip'])) return done(null, payload);
    void reply.header('Content-Encoding', 'gzip');
    // flushes each batch of a table as soon as it is written
    if (!isText)
      return done(
        null,
        pipeline(payload, createGzip({ ...settings, flush: constants.Z_SYNC_FLUSH }), () => {}),
      );
    if (Buffer.byteLength(payload) <= mostInlineBytes) return done(null, gzipSync(payload, settings));
    return gzip(payload, settings, done);
  });
}
