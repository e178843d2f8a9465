import { t } from '../../../../../core/i18n.js';
import type { ChannelRates } from '../channel.js';
import { ChannelDriver } from '../channel-driver.js';
import { GraphClient } from '../graph/graph-client.js';
import { GraphWebhooksService } from '../graph/graph-webhooks.service.js';
import { PageChannel } from '../graph/pages/page-channel.js';
import { pageOptions } from '../graph/pages/page-fields.js';
import { PageWebhooksService } from '../graph/pages/page-webhooks.service.js';
import { InstagramWebhookController, product, webhookRoute } from './instagram-webhook.controller.js';

/** Direct messages of an Instagram professional account, by the Facebook page that it is linked to. */
@ChannelDriver({
  ...pageOptions({
    channel: product.channel,
    tab: t('Instagram', 'Instagram', 'Instagram'),
    accountLabel: t(
      'ID da conta profissional do Instagram',
      'Instagram professional account ID',
      'ID de la cuenta profesional de Instagram',
    ),
  }),
  exportName: 'Instagram',
  order: 34,
  webhookRoute,
  controllers: [InstagramWebhookController],
  providers: [GraphClient, GraphWebhooksService, PageWebhooksService],
})
export class InstagramChannel extends PageChannel {
  readonly rates: ChannelRates = { perSecond: 100, recipient: { everyMs: 200, burst: 10 } };
  protected readonly maxText = 1_000;
  override readonly echoesWithoutId = true;
  protected readonly profileFields = 'name,username,profile_pic';

  constructor(graph: GraphClient) {
    super(graph, product);
  }

  /** The only reaction that is documented for accounts has a name instead of an emoji. */
  protected override reactionName(emoji: string): string {
    return emoji.replace(/\ufe0f/g, '') === '❤' ? 'love' : emoji;
  }

  protected override uploadFields(): Readonly<Record<string, string>> {
    return { platform: 'instagram' };
  }
}
