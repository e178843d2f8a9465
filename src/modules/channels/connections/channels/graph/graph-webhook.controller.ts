import { Body, Get, Header, HttpCode, Post, Query, type RawBodyRequest } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { IdParam, Public, RawRequest } from '../../../../../core/access/decorators.js';
import { BodyLimit } from '../../../../../core/requests/body-limits.js';
import type { SignedBody } from './graph-webhooks.service.js';

/** Verifies and receives the webhooks of one channel. */
export interface WebhookReceiver {
  verify(connectionId: number, query: Readonly<Record<string, unknown>>): Promise<string>;
  receive(connectionId: number, signed: SignedBody, body: unknown): Promise<void>;
}

/** Routes that Meta calls: requests are signed instead of authenticated. */
export abstract class GraphWebhookController {
  constructor(private readonly webhooks: WebhookReceiver) {}

  @Get()
  @Public()
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @ApiOperation({ summary: 'Verification of the webhook address by hub.challenge' })
  verify(@IdParam('connectionId') connectionId: number, @Query() query: Record<string, unknown>): Promise<string> {
    return this.webhooks.verify(connectionId, query);
  }

  @Post()
  @HttpCode(200)
  @Public()
  // the Graph API sends up to 3 MB at once
  @BodyLimit(4 * 1024 * 1024, { keys: 100_000, nodes: 200_000, depth: 50 })
  @ApiOperation({ summary: 'Messages and statuses from Meta, signed by X-Hub-Signature-256' })
  async receive(
    @IdParam('connectionId') connectionId: number,
    @RawRequest() request: RawBodyRequest<FastifyRequest>,
    @Body() body: Record<string, unknown>,
  ): Promise<{ received: true }> {
    const signed = {
      rawBody: request.rawBody ?? Buffer.alloc(0),
      signature: request.headers['x-hub-signature-256'],
    };
    await this.webhooks.receive(connectionId, signed, body);
    return { received: true };
  }
}
