import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery } from '@nestjs/swagger';
import { Allow, IdParam, Personal, Plan } from '../../../../core/access/decorators.js';
import { Envelope } from '../../../../core/resource/page.interceptor.js';
import type { Page } from '../../../../core/resource/page.js';
import { WebhooksService } from '../endpoints/webhooks.service.js';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import type { WebhookDeliveryRow } from './webhooks.queries.js';

/** The secret for signatures; null when the server's key was lost. */
export interface WebhookSecret {
  readonly secret: string | null;
}

@Controller()
@Allow('admin')
@Plan('useExternalApi')
export class WebhooksController {
  constructor(
    private readonly endpoints: WebhooksService,
    private readonly deliveries: WebhookDeliveriesService,
  ) {}

  @Get('webhook-endpoints/:id/secret')
  @Personal()
  @ApiOperation({ summary: 'The secret by which the receiver checks signatures' })
  secret(@IdParam() id: number): Promise<WebhookSecret> {
    return this.endpoints.secretOf(id);
  }

  @Post('webhook-endpoints/:id/secret')
  @Personal()
  @HttpCode(200)
  @ApiOperation({ summary: 'Replace the secret; the old one is no longer used' })
  rotateSecret(@IdParam() id: number): Promise<WebhookSecret> {
    return this.endpoints.rotateSecret(id);
  }

  @Post('webhook-endpoints/:id/test')
  @ApiOperation({ summary: 'Send an event of the type test to an endpoint' })
  test(@IdParam() id: number): Promise<WebhookDeliveryRow> {
    return this.deliveries.sendTest(id);
  }

  @Get('webhook-endpoints/:id/deliveries')
  @Envelope('records')
  @ApiOperation({ summary: 'What was sent to an endpoint in the last 30 days, newest first' })
  @ApiQuery({ name: 'pageNumber', required: false })
  list(@IdParam() id: number, @Query() query: Record<string, unknown>): Promise<Page<WebhookDeliveryRow>> {
    return this.deliveries.list(id, query);
  }

  @Post('webhook-deliveries/:id/replay')
  @HttpCode(200)
  @ApiOperation({ summary: 'Send a delivery again, with the same webhook-id' })
  replay(@IdParam() id: number): Promise<WebhookDeliveryRow> {
    return this.deliveries.replay(id);
  }
}
