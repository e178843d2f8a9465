import { Global, Module } from '@nestjs/common';
import { sql } from 'kysely';
import { IntegrationTokens } from '../../core/access/session-resolver.js';
import { Sweeper } from '../../core/jobs/sweeper.js';
import { resourceModule } from '../../core/resource/resource.module.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { UsersModule } from '../users/users.module.js';
import { Channels } from './channels/channels.service.js';
import { CloudApiChannel } from './channels/cloudapi/cloudapi.channel.js';
import { CloudApiWebhookController } from './channels/cloudapi/cloudapi-webhook.controller.js';
import { CloudApiWebhookService } from './channels/cloudapi/cloudapi-webhook.service.js';
import { SandboxChannel } from './channels/sandbox/sandbox.channel.js';
import { WhatsappChannel } from './channels/whatsapp/whatsapp.channel.js';
import { StoredConnectionTokens } from './connection-tokens.js';
import { ConnectionsController } from './connections.controller.js';
import { ConnectionsListener } from './connections.listener.js';
import { connections } from './connections.resource.js';
import { ConnectionsService } from './connections.service.js';
import { ConnectionChecks } from './health/connection-checks.service.js';
import { ConnectionHealth } from './health/connection-health.service.js';
import { SendConnectionAlertHandler } from './health/send-connection-alert.job.js';
import { InboxService } from './inbox/inbox.service.js';
import { SendRateLimiter } from './sending/send-rate-limiter.service.js';

/** Numbers and their channels. Global, because core's guard finds connection tokens through it. */
@Global()
@Module({
  imports: [CompaniesModule, UsersModule],
  ...resourceModule(connections, {
    service: ConnectionsService,
    controllers: [CloudApiWebhookController, ConnectionsController],
    providers: [
      Channels,
      SandboxChannel,
      WhatsappChannel,
      CloudApiChannel,
      InboxService,
      CloudApiWebhookService,
      ConnectionHealth,
      ConnectionChecks,
      SendConnectionAlertHandler,
      ConnectionsListener,
      SendRateLimiter,
      { provide: IntegrationTokens, useClass: StoredConnectionTokens },
    ],
    exports: [Channels, InboxService, ConnectionHealth, SendRateLimiter, IntegrationTokens],
  }),
})
export class ConnectionsModule {
  constructor(sweeper: Sweeper) {
    // providers repeat themselves for days; after that a replay is not theirs
    sweeper.addRetentionRule({ table: 'inbox_events', where: sql`processed_at < now() - interval '14 days'` });
    sweeper.addRetentionRule({ table: 'send_slots', where: sql`busy_until < now() - interval '1 minute'` });
  }
}
