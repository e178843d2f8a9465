import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../access/decorators.js';
import { coreErrors } from '../errors/core-errors.js';
import { mediaHeaders, parseByteRange } from './media-headers.js';
import { type MediaQuery, MediaUrls } from './media-urls.js';
import { FileNotFound, Storage } from './storage.js';

/** Serves media by signed URL: anyone with the URL may read the file until the URL expires. */
@Controller('media')
export class MediaController {
  constructor(
    private readonly storage: Storage,
    private readonly urls: MediaUrls,
  ) {}

  @Public()
  @Get('*')
  @ApiOperation({ summary: 'A stored file, by its signed address' })
  @ApiParam({ name: 'path', description: 'Key of the file, with slashes' })
  async read(
    @Query() query: MediaQuery,
    @Req() request: FastifyRequest<{ Params: { '*': string } }>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const key = request.params['*'];
    const signed = this.urls.verify(key, query);
    if (!signed) throw coreErrors.ERR_NO_PERMISSION();
    const { size, mime } = await this.storage.stat(key).catch(notFound);
    const etag = `"${key.slice(key.lastIndexOf('/') + 1)}-${size}"`;
    const { range: wanted, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers;
    const headers = { ...mediaHeaders(mime, signed.name), etag };
    if (ifNoneMatch?.includes(etag)) return void reply.headers(headers).code(304).send();

    const range = ifRange === undefined || ifRange === etag ? parseByteRange(wanted, size) : undefined;
    if (range === null)
      return void reply
        .headers({ ...headers, 'content-range': `bytes */${size}` })
        .code(416)
        .send();
    const { stream } = await this.storage.open(key, range).catch(notFound);
    if (range) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
    void reply.headers({ ...headers, 'content-length': range ? range.end - range.start + 1 : size }).send(stream);
  }
}

function notFound(error: unknown): never {
  throw error instanceof FileNotFound ? coreErrors.ERR_NOT_FOUND() : error;
}
