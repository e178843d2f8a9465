import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery } from '@nestjs/swagger';
import { Allow, IdParam, ManualTransaction, Personal, Plan } from '../../../../core/access/decorators.js';
import { Envelope } from '../../../../core/resource/page.interceptor.js';
import type { Page } from '../../../../core/resource/page.js';
import { WebhookDeliveriesService } from '../../webhooks/deliveries/webhook-deliveries.service.js';
import type { WebhookDeliveryRow } from '../../webhooks/deliveries/webhooks.queries.js';
import { TestSessionInput } from '../integrations.dto.js';
import { type SessionTest, SessionTestsService } from '../testing/session-tests.service.js';
import { QueueIntegrationsService } from './queue-integrations.service.js';

/** The secret for signatures; null when the server's key was lost. */
export interface IntegrationSecret {
  readonly secret: string | null;
}

@Controller('queueIntegration')
@Allow('admin')
@Plan('useIntegrations')
export class IntegrationsController {
  constructor(
    private readonly integrations: QueueIntegrationsService,
    private readonly tests: SessionTestsService,
    private readonly deliveries: WebhookDeliveriesService,
  ) {}

  @Post('testSession')
  @HttpCode(200)
  @ManualTransaction()
  @ApiOperation({ summary: 'Call an integration once and show what it answers; without an id, of dialogflow' })
  test(@Body() input: TestSessionInput): Promise<SessionTest> {
    return this.tests.run(input);
  }

  @Get(':id/secret')
  @Personal()
  @ApiOperation({ summary: 'The secret by which n8n or the webhook checks signatures' })
  async secret(@IdParam() id: number): Promise<IntegrationSecret> {
    return { secret: await this.integrations.secretOf(id) };
  }

  @Post(':id/secret')
  @Personal()
  @HttpCode(200)
  @ApiOperation({ summary: 'Replace the secret; the old one is no longer used' })
  async replaceSecret(@IdParam() id: number): Promise<IntegrationSecret> {
    return { secret: await this.integrations.replaceSecret(id) };
  }

  @Get(':id/deliveries')
  @Envelope('records')
  @ApiOperation({ summary: 'What n8n or the webhook was sent in the last 30 days, newest first' })
  @ApiQuery({ name: 'pageNumber', required: false })
  async list(@IdParam() id: number, @Query() query: Record<string, unknown>): Promise<Page<WebhookDeliveryRow>> {
    return this.deliveries.logOf(await this.integrations.endpointOf(id), query);
  }

  @Post(':id/deliveries/:deliveryId/replay')
  @HttpCode(200)
  @ApiOperation({ summary: 'Send a delivery again, with the same webhook-id; a late answer is not said' })
  async replay(@IdParam() id: number, @IdParam('deliveryId') deliveryId: number): Promise<WebhookDeliveryRow> {
    return this.deliveries.replayTo(await this.integrations.endpointOf(id), deliveryId);
  }
}
