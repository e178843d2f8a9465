import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GraphWebhookController } from '../graph/graph-webhook.controller.js';
import { PageWebhooksService } from '../graph/pages/page-webhooks.service.js';
import type { PageProduct } from '../graph/pages/parse.js';

export const product: PageProduct = { channel: 'facebook', object: 'page' };
export const webhookRoute = 'webhooks/facebook/:connectionId';

@ApiTags('webhooks')
@Controller(webhookRoute)
export class FacebookWebhookController extends GraphWebhookController {
  constructor(webhooks: PageWebhooksService) {
    super(webhooks.of(product));
  }
}
