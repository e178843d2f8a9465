import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../access/decorators.js';
import { coreErrors } from '../errors/core-errors.js';
import { isStorageKey } from './storage.js';

/** Existing clients prepend `/public/` to `mediaPath`, which is a complete URL here. */
@Controller('public')
export class PublicFilesController {
  @Public()
  @Get('*')
  @ApiOperation({ summary: 'Leads to a stored file by its signed address, whole' })
  @ApiParam({ name: 'path', description: 'The address, with slashes' })
  open(@Req() { url }: FastifyRequest, @Res() reply: FastifyReply): void {
    const [path = '', query] = url.split('?');
    // the query is escaped when the client escapes the whole URL
    const address = decoded(path) + (query === undefined ? '' : `?${query}`);
    const [, key = '', signature = ''] = /\/media\/([\w./-]+)\?([\w%&=.+*-]*)$/.exec(address) ?? [];
    if (!isStorageKey(key)) throw coreErrors.ERR_NOT_FOUND();
    // pages of other origins may show the file, too
    void reply.header('cross-origin-resource-policy', 'cross-origin').redirect(`/media/${key}?${signature}`, 302);
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
