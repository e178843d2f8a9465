import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, type Encoding, varyBy } from './compression.js';

const compress: Readonly<Record<Encoding, (bytes: Buffer) => Buffer>> = {
  // the next quality takes ten times as long
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes) => gzipSync(bytes),
};

/** A document that answers many requests: serialised once, compressed once per encoding, with an ETag. */
export class PreparedJson<T extends object> {
  private readonly bytes: Buffer;
  private readonly hash: string;
  private readonly compressed = new Map<Encoding, Buffer>();

  constructor(document: T) {
    this.bytes = Buffer.from(JSON.stringify(document));
    this.hash = createHash('sha256').update(this.bytes).digest('base64url');
  }

  /** Sends the document, or a 304 if the client already has it. */
  send(request: FastifyRequest, reply: FastifyReply): this {
    varyBy(reply, 'Accept-Encoding');
    // the ETag is weak, because all encodings share it
    void reply.header('ETag', `W/"${this.hash}"`);
    if (request.headers['if-none-match']?.includes(this.hash)) {
      void reply.status(304).send();
      return this;
    }
    const encoding = acceptedEncoding(request.headers['accept-encoding'], ['br', 'gzip']);
    if (encoding) void reply.header('Content-Encoding', encoding);
    void reply.type('application/json; charset=utf-8').send(encoding ? this.encoded(encoding) : this.bytes);
    return this;
  }

  private encoded(encoding: Encoding): Buffer {
    const known = this.compressed.get(encoding) ?? compress[encoding](this.bytes);
    this.compressed.set(encoding, known);
    return known;
  }
}
