import { Global, Module } from '@nestjs/common';
import { sql } from 'kysely';
import { ConnectionTokens } from '../../core/access/session-resolver.js';
import { Sweeper } from '../../core/jobs/sweeper.js';
import { resourceModule } from '../../core/resource/resource.module.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { UsersModule } from '../users/users.module.js';
import { Channels } from './channels/channels.service.js';
import { CloudApiChannel } from './channels/cloudapi/cloudapi.channel.js';
import { SandboxChannel } from './channels/sandbox.channel.js';
import { WhatsappChannel } from './channels/whatsapp.channel.js';
import { ConnectionAlertSender } from './connection-alert.job.js';
import { ConnectionChecks } from './connection-checks.service.js';
import { ConnectionHealth } from './connection-health.service.js';
import { StoredConnectionTokens } from './connection-tokens.js';
import { ConnectionsController } from './connections.controller.js';
import { ConnectionsListener } from './connections.listener.js';
import { connections } from './connections.resource.js';
import { ConnectionsService } from './connections.service.js';
import { InboundService } from './inbound.service.js';
import { Pacing } from './pacing.service.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';

/** Numbers and their channels. Global, because core's guard finds connection tokens through it. */
@Global()
@Module({
  imports: [CompaniesModule, UsersModule],
  ...resourceModule(connections, {
    service: ConnectionsService,
    controllers: [WebhooksController, ConnectionsController],
    providers: [
      Channels,
      SandboxChannel,
      WhatsappChannel,
      CloudApiChannel,
      InboundService,
      WebhooksService,
      ConnectionHealth,
      ConnectionChecks,
      ConnectionAlertSender,
      ConnectionsListener,
      Pacing,
      { provide: ConnectionTokens, useClass: StoredConnectionTokens },
    ],
    exports: [Channels, InboundService, ConnectionHealth, Pacing, ConnectionTokens],
  }),
})
export class ConnectionsModule {
  constructor(sweeper: Sweeper) {
    // providers repeat themselves for days; after that a replay is not theirs
    sweeper.keepOnly({ table: 'inbox_events', where: sql`processed_at < now() - interval '14 days'` });
    sweeper.keepOnly({ table: 'send_slots', where: sql`busy_until < now() - interval '1 minute'` });
  }
}
