import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import type { Page } from './page.js';

const ENVELOPE = 'atende:envelope';

/** The name of the list inside the answer; an empty name means a bare array (behaviour.md §1). */
export const Envelope = (name: string) => SetMetadata(ENVELOPE, name);

/** Writes a {@link Page} in the dialect of the caller: a bare array with Content-Range, or the spec's envelope. */
@Injectable()
export class PageInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const name = this.reflector.get<string | undefined>(ENVELOPE, execution.getHandler());
    if (name === undefined) return next.handle();
    const request = execution.switchToHttp().getRequest<FastifyRequest<{ Querystring: Record<string, unknown> }>>();
    const reply = execution.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(map((page: Page<unknown>) => this.write(page, name, request.query, reply)));
  }

  private write(page: Page<unknown>, name: string, query: Record<string, unknown>, reply: FastifyReply): unknown {
    if ('range' in query || 'sort' in query || 'filter' in query) {
      const first = typeof query['range'] === 'string' ? Number(/\d+/.exec(query['range'])?.[0] ?? 0) : 0;
      void reply.header(
        'Content-Range',
        `${name || 'items'} ${first}-${first + Math.max(page.rows.length - 1, 0)}/${page.countIsMinimum ? '*' : page.count}`,
      );
      return page.rows;
    }
    if (name === '') return page.rows;
    return {
      [name]: page.rows,
      hasMore: page.hasMore,
      count: page.count,
      ...(page.countIsMinimum ? { countIsMinimum: true } : {}),
      ...(page.cursor === undefined ? {} : { cursor: page.cursor }),
      ...page.extra,
    };
  }
}
