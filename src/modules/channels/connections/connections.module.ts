import { Global, Module } from '@nestjs/common';
import { IntegrationTokens } from '../../../core/access/session-resolver.js';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { SettingsModule } from '../../people/settings/settings.module.js';
import { UsersModule } from '../../people/users/users.module.js';
import { CompaniesModule } from '../../platform/companies/companies.module.js';
import { channelDefinitions } from './channels/channel-definitions.js';
import { ChannelsService } from './channels/channels.service.js';
import { SessionReports } from './channels/session-reports.js';
import { WebhookConnectionsService } from './channels/webhook-connections.service.js';
import { connections } from './connections.resource.js';
import { ConnectionCredentialsService } from './crud/connection-credentials.service.js';
import { ConnectionsController } from './crud/connections.controller.js';
import { ConnectionsListener } from './crud/connections.listener.js';
import { ConnectionsService } from './crud/connections.service.js';
import { CheckConnectionHandler } from './health/check-connection.job.js';
import { ConnectionChecksService } from './health/connection-checks.service.js';
import { ConnectionHealthService } from './health/connection-health.service.js';
import { SendConnectionAlertHandler } from './health/send-connection-alert.job.js';
import { InboxService } from './inbox/inbox.service.js';
import { PhoneHistoryService } from './inbox/phone-history.service.js';
import { SendRateLimiterService } from './sending/send-rate-limiter.service.js';
import { ConnectionSessionsController } from './sessions/connection-sessions.controller.js';
import { ConnectionSessionsService } from './sessions/connection-sessions.service.js';

/** Connections and their channels. Global, because core's guard resolves connection tokens through it. */
@Global()
@Module({
  imports: [CompaniesModule, SettingsModule, UsersModule],
  ...resourceModule(connections, {
    service: ConnectionsService,
    controllers: [
      ...channelDefinitions.flatMap(({ controllers = [] }) => controllers),
      ConnectionsController,
      ConnectionSessionsController,
    ],
    providers: [
      ChannelsService,
      ConnectionCredentialsService,
      ...channelDefinitions.flatMap(({ driver, providers = [] }) => [driver, ...providers]),
      WebhookConnectionsService,
      InboxService,
      PhoneHistoryService,
      ConnectionHealthService,
      ConnectionChecksService,
      CheckConnectionHandler,
      ConnectionSessionsService,
      SendConnectionAlertHandler,
      ConnectionsListener,
      SendRateLimiterService,
      { provide: SessionReports, useExisting: ConnectionSessionsService },
      { provide: IntegrationTokens, useExisting: ConnectionCredentialsService },
    ],
    exports: [
      ChannelsService,
      InboxService,
      PhoneHistoryService,
      ConnectionCredentialsService,
      ConnectionHealthService,
      SendRateLimiterService,
      IntegrationTokens,
    ],
  }),
})
export class ConnectionsModule {}
