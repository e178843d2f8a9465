import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AppConfig } from '../config/config.js';
import type { Program } from '../context.js';
import { type RateLimit, RateLimits, tooManyRequests } from '../redis/rate-limiter.js';

/** Counts the requests per minute with a token, over all processes, and reports the count in headers. */
@Injectable()
export class TokenThrottle {
  private readonly limit: RateLimit;

  constructor(rateLimits: RateLimits, { apiRateLimit }: AppConfig) {
    this.limit = rateLimits.create({ name: 'token', points: apiRateLimit, seconds: 60 });
  }

  /** @throws 429 with Retry-After */
  async count({ kind, id }: Program, reply: FastifyReply): Promise<void> {
    const state = await this.limit.penalty(`${kind}:${id}`);
    const { points } = this.limit;
    void reply.headers({
      'RateLimit-Limit': points,
      'RateLimit-Remaining': Math.max(0, points - state.consumedPoints),
      'RateLimit-Reset': Math.max(1, Math.ceil(state.msBeforeNext / 1000)),
    });
    if (state.consumedPoints > points) throw tooManyRequests(state);
  }
}
