import { Injectable } from '@nestjs/common';
import type { WebhookReceiver } from '../graph-webhook.controller.js';
import { GraphWebhooksService } from '../graph-webhooks.service.js';
import { failureOf } from './error-table.js';
import { type PageProduct, parsePageWebhook } from './parse.js';

/** Webhooks of the Messenger Platform. */
@Injectable()
export class PageWebhooksService {
  constructor(private readonly webhooks: GraphWebhooksService) {}

  /** The receiver of the webhooks of one product. */
  of(product: PageProduct): WebhookReceiver {
    const { channel } = product;
    return {
      verify: (connectionId, query) => this.webhooks.verify(channel, connectionId, query),
      receive: async (connectionId, signed, body) => {
        const webhook = await this.webhooks.authenticate(channel, connectionId, signed);
        const { entries, ignored } = parsePageWebhook(body, product);
        const dropped = ignored + (await this.webhooks.store(webhook, entries, failureOf));
        this.webhooks.reportDropped(channel, connectionId, dropped);
      },
    };
  }
}
