import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GraphWebhookController } from '../graph/graph-webhook.controller.js';
import { CloudApiWebhookService } from './cloudapi-webhook.service.js';

export const webhookRoute = 'webhooks/cloudapi/:connectionId';

@ApiTags('webhooks')
@Controller(webhookRoute)
export class CloudApiWebhookController extends GraphWebhookController {
  constructor(webhooks: CloudApiWebhookService) {
    super(webhooks);
  }
}
