import { Body, Controller, Headers, HttpCode, Post } from '@nestjs/common';
import { IdParam, Public } from '../../src/core/access/decorators.js';
import { coreErrors } from '../../src/core/errors/core-errors.js';
import { t } from '../../src/core/i18n.js';
import { Secret, Text } from '../../src/core/resource/fields.js';
import type {
  Channel,
  ChannelCapabilities,
  ChannelConnection,
  ConnectionCheck,
  InboundEvent,
  OutboundMessage,
  ProviderFailure,
  SendOutcome,
} from '../../src/modules/channels/connections/channels/channel.js';
import { ChannelDriver } from '../../src/modules/channels/connections/channels/channel-driver.js';
import { SessionReports } from '../../src/modules/channels/connections/channels/session-reports.js';
import { WebhookConnectionsService } from '../../src/modules/channels/connections/channels/webhook-connections.service.js';
import type { ConnectionStatus } from '../../src/modules/channels/connections/connection.entity.js';
import { connectionErrors } from '../../src/modules/channels/connections/connections.errors.js';
import { InboxService } from '../../src/modules/channels/connections/inbox/inbox.service.js';

/** The requests to the provider of the pagers, with their credentials. */
export const paged: { credentials: ChannelConnection['credentials']; message: OutboundMessage }[] = [];

const webhookRoute = 'webhooks/pager/:connectionId';

@Controller(webhookRoute)
class PagerWebhookController {
  constructor(
    private readonly connections: WebhookConnectionsService,
    private readonly inbox: InboxService,
  ) {}

  @Post()
  @HttpCode(200)
  @Public()
  async receive(
    @IdParam('connectionId') id: number,
    @Headers('x-pager-key') key: string,
    @Body() events: InboundEvent[],
  ): Promise<void> {
    const connection = await this.connections.load('pager', id);
    if (!connection || this.connections.credential(connection, 'key') !== key) throw coreErrors.ERR_NO_PERMISSION();
    await this.inbox.storeBatched(connection.companyId, id, events);
  }
}

const field = {
  group: t('Pager', 'Pager', 'Buscapersonas'),
  optional: true,
  when: { field: 'channel', is: ['pager'] },
};

/** A whole channel in one file, which nothing else of the product names. */
@ChannelDriver({
  name: 'pager',
  label: t('Pager', 'Pager', 'Buscapersonas'),
  exportName: 'Pager',
  order: 40,
  initialStatus: 'OPENING',
  fields: {
    pagerKey: Secret({
      address: null,
      ...field,
      when: { ...field.when, required: true },
      label: t('Chave', 'Key', 'Clave'),
      max: 20,
    }),
    pagerRegion: Text({ ...field, label: t('Região', 'Region', 'Región'), pattern: /^[a-z]*$/ }),
  },
  encrypted: { pagerKey: 'key', pagerRegion: 'region' },
  checkedFields: ['pagerKey'],
  webhookRoute,
  controllers: [PagerWebhookController],
})
export class PagerChannel implements Channel {
  readonly rates = { perSecond: 10, recipient: { everyMs: 10, burst: 10 } };
  readonly idempotent = true;
  readonly windowMs = 60_000;
  readonly capabilities: ChannelCapabilities = {
    edit: false,
    delete: false,
    react: false,
    templates: false,
    buttons: false,
    typing: false,
    media: [],
  };

  readonly sessions = {
    connect: (connection: ChannelConnection): Promise<void> => this.tell(connection, 'CONNECTED'),
    pair: (connection: ChannelConnection): Promise<void> => this.tell(connection, 'qrcode', `pair:${connection.id}`),
    disconnect: async (): Promise<void> => undefined,
  };

  constructor(private readonly reports: SessionReports) {}

  private tell({ companyId, id }: ChannelConnection, status: ConnectionStatus, qrcode = ''): Promise<void> {
    return this.reports.report(companyId, id, { status, qrcode });
  }

  async check({ credentials }: ChannelConnection): Promise<ConnectionCheck> {
    if (credentials['key'] === 'revoked') return { ok: false, kind: 'auth', ...this.failureOf({ code: '7' }) };
    const facts = { number: '777', name: 'Pager SA', quality: null, messagesPerSecond: null, messagingLimit: null };
    return { ok: true, facts, problem: null };
  }

  async send({ credentials }: ChannelConnection, message: OutboundMessage): Promise<SendOutcome> {
    paged.push({ credentials, message });
    return { ok: true, providerId: `page-${message.messageId}` };
  }

  async fetchMedia(): Promise<never> {
    throw connectionErrors.ERR_WAPP_DOWNLOAD_MEDIA();
  }

  failureOf({ code }: { code: string }): ProviderFailure {
    return { code, text: t('O pager está desligado', 'The pager is off', 'El buscapersonas está apagado') };
  }
}
