import { Module } from '@nestjs/common';
import { resourceModule } from '../../core/resource/resource.module.js';
import { ConnectionsModule } from '../connections/connections.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { IntegrationsController } from './integrations.controller.js';
import { queueIntegrations } from './integrations.resource.js';
import { Integrations } from './integrations.service.js';
import { QueueIntegrationsService } from './queue-integrations.service.js';
import { SessionTests } from './session-tests.service.js';
import { AskTypebotHandler } from './typebot/ask-typebot.job.js';
import { SayBubblesHandler } from './typebot/say-bubbles.job.js';
import { TypebotClient } from './typebot/typebot-client.service.js';
import { TypebotSessions } from './typebot/typebot-sessions.service.js';
import { WebhookAnswers } from './webhook-answers.listener.js';

@Module({
  imports: [ConnectionsModule, ContactsModule, MessagesModule, TicketsModule, WebhooksModule],
  ...resourceModule(queueIntegrations, {
    service: QueueIntegrationsService,
    controllers: [IntegrationsController],
    providers: [
      Integrations,
      SessionTests,
      TypebotClient,
      TypebotSessions,
      AskTypebotHandler,
      SayBubblesHandler,
      WebhookAnswers,
    ],
    exports: [Integrations],
  }),
})
export class IntegrationsModule {}
