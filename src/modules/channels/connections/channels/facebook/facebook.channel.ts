import { t } from '../../../../../core/i18n.js';
import type { ChannelRates } from '../channel.js';
import { ChannelDriver } from '../channel-driver.js';
import { GraphClient } from '../graph/graph-client.js';
import { GraphWebhooksService } from '../graph/graph-webhooks.service.js';
import { PageChannel } from '../graph/pages/page-channel.js';
import { pageOptions } from '../graph/pages/page-fields.js';
import { PageWebhooksService } from '../graph/pages/page-webhooks.service.js';
import { FacebookWebhookController, product, webhookRoute } from './facebook-webhook.controller.js';

/** Messenger conversations of a Facebook page. */
@ChannelDriver({
  ...pageOptions({
    channel: product.channel,
    tab: t('Facebook', 'Facebook', 'Facebook'),
    accountLabel: t('ID da página', 'Page ID', 'ID de la página'),
  }),
  exportName: 'Facebook',
  order: 36,
  webhookRoute,
  controllers: [FacebookWebhookController],
  providers: [GraphClient, GraphWebhooksService, PageWebhooksService],
})
export class FacebookChannel extends PageChannel {
  readonly rates: ChannelRates = { perSecond: 300, recipient: { everyMs: 200, burst: 10 } };
  protected readonly maxText = 2_000;
  protected readonly profileFields = 'name,profile_pic';

  constructor(graph: GraphClient) {
    super(graph, product);
  }
}
