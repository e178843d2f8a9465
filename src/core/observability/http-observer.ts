import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Metrics } from './metrics.js';

/** Measures and logs every response by its route pattern, because URLs contain ids, e-mails and codes. */
@Injectable()
export class HttpObserver implements OnModuleInit {
  private readonly logger = new Logger('Http');

  constructor(
    private readonly host: HttpAdapterHost<FastifyAdapter>,
    private readonly metrics: Metrics,
  ) {}

  /** A process without HTTP, such as the command line, has no adapter. */
  onModuleInit(): void {
    this.host.httpAdapter
      ?.getInstance()
      .addHook('onResponse', async (request, reply) => this.recordResponse(request, reply));
  }

  /** Logs successful reads as debug. */
  private recordResponse(
    { id, method, routeOptions }: FastifyRequest,
    { statusCode, elapsedTime }: FastifyReply,
  ): void {
    const route = routeOptions.url ?? 'unmatched';
    this.metrics.observeRequest(method, route, statusCode, elapsedTime / 1000);
    const entry = { msg: 'answered', requestId: id, method, route, status: statusCode, ms: Math.round(elapsedTime) };
    if (statusCode >= 500) this.logger.error(entry);
    else if (statusCode < 400 && (method === 'GET' || method === 'HEAD')) this.logger.debug(entry);
    else this.logger.log(entry);
  }
}
