import { Body, Controller, Get, Header, HttpCode, Post, Query, type RawBodyRequest } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { IdParam, Public, RawRequest } from '../../../../core/access/decorators.js';
import { BodyLimit } from '../../../../core/requests/body-limits.js';
import { CloudApiWebhookService } from './cloudapi-webhook.service.js';

export const webhookRoute = 'webhooks/cloudapi/:connectionId';

/** Called by Meta: signed instead of authenticated. */
@ApiTags('webhooks')
@Controller(webhookRoute)
export class CloudApiWebhookController {
  constructor(private readonly webhooks: CloudApiWebhookService) {}

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
  @ApiOperation({ summary: 'Messages and statuses of the Cloud API, signed by X-Hub-Signature-256' })
  async receive(
    @IdParam('connectionId') connectionId: number,
    @RawRequest() request: RawBodyRequest<FastifyRequest>,
    @Body() body: Record<string, unknown>,
  ): Promise<{ received: true }> {
    await this.webhooks.receive(
      connectionId,
      request.rawBody ?? Buffer.alloc(0),
      request.headers['x-hub-signature-256'],
      body,
    );
    return { received: true };
  }
}
