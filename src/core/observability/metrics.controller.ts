import { createHash, timingSafeEqual } from 'node:crypto';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../access/decorators.js';
import { AppConfig, isLoopback } from '../config/config.js';
import { coreErrors } from '../errors/core-errors.js';
import { Metrics } from './metrics.js';

@ApiTags('operations')
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    private readonly config: AppConfig,
  ) {}

  @Public()
  @Get()
  @ApiOperation({ summary: 'Prometheus metrics; with METRICS_TOKEN as bearer, or from this machine' })
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (!this.mayRead(request)) throw coreErrors.ERR_NO_PERMISSION();
    void reply.header('content-type', this.metrics.registry.contentType).send(await this.metrics.registry.metrics());
  }

  /** Behind a proxy on this machine every peer is loopback, so a forwarded request does not count as local. */
  private mayRead({ headers, socket }: FastifyRequest): boolean {
    if (this.config.metricsToken !== null)
      return same(headers.authorization ?? '', `Bearer ${this.config.metricsToken}`);
    if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
    return isLoopback((socket.remoteAddress ?? '').replace(/^::ffff:/, ''));
  }
}

function same(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
