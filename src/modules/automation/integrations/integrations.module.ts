import { Module } from '@nestjs/common';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { ConnectionsModule } from '../../channels/connections/connections.module.js';
import { ContactsModule } from '../../contacts/contacts/contacts.module.js';
import { MessagesModule } from '../../conversations/messages/messages.module.js';
import { TicketsModule } from '../../conversations/tickets/tickets.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { IntegrationsController } from './crud/integrations.controller.js';
import { QueueIntegrationsService } from './crud/queue-integrations.service.js';
import { queueIntegrations } from './integrations.resource.js';
import { CallWithFileHandler } from './replies/call-with-file.job.js';
import { IntegratedConversationsService } from './replies/integrated-conversations.service.js';
import { IntegrationCallsService } from './replies/integration-calls.service.js';
import { IntegrationsService } from './replies/integrations.service.js';
import { WebhookAnswers } from './replies/webhook-answers.listener.js';
import { SessionTestsService } from './testing/session-tests.service.js';
import { AskTypebotHandler } from './typebot/ask-typebot.job.js';
import { SayBubblesHandler } from './typebot/say-bubbles.job.js';
import { TypebotClientService } from './typebot/typebot-client.service.js';
import { TypebotSessionsService } from './typebot/typebot-sessions.service.js';
import { TypebotTurnsService } from './typebot/typebot-turns.service.js';

@Module({
  imports: [ConnectionsModule, ContactsModule, MessagesModule, TicketsModule, WebhooksModule],
  ...resourceModule(queueIntegrations, {
    service: QueueIntegrationsService,
    controllers: [IntegrationsController],
    providers: [
      IntegrationsService,
      IntegratedConversationsService,
      IntegrationCallsService,
      CallWithFileHandler,
      TypebotTurnsService,
      SessionTestsService,
      TypebotClientService,
      TypebotSessionsService,
      AskTypebotHandler,
      SayBubblesHandler,
      WebhookAnswers,
    ],
    exports: [IntegrationsService],
  }),
})
export class IntegrationsModule {}
