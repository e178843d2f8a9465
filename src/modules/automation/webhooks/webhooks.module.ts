import { Module } from '@nestjs/common';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { ConnectionsModule } from '../../channels/connections/connections.module.js';
import { ContactsModule } from '../../contacts/contacts/contacts.module.js';
import { MessagesModule } from '../../conversations/messages/messages.module.js';
import { TicketsModule } from '../../conversations/tickets/tickets.module.js';
import { DeliverWebhookHandler } from './deliveries/deliver-webhook.job.js';
import { ProgramCallsService } from './deliveries/program-calls.service.js';
import { SendWebhookNoticeHandler } from './deliveries/send-webhook-notice.job.js';
import { WebhookCallerService } from './deliveries/webhook-caller.service.js';
import { WebhookDeliveriesService } from './deliveries/webhook-deliveries.service.js';
import { WebhookSubscriptions } from './deliveries/webhook-subscriptions.js';
import { WebhooksController } from './deliveries/webhooks.controller.js';
import { WebhookListener } from './deliveries/webhooks.listener.js';
import { EndpointSecretsService } from './endpoints/endpoint-secrets.service.js';
import { IntegrationEndpointsService } from './endpoints/integration-endpoints.service.js';
import { WebhooksService } from './endpoints/webhooks.service.js';
import { webhookEndpoints } from './webhooks.resource.js';

@Module({
  imports: [ConnectionsModule, ContactsModule, MessagesModule, TicketsModule],
  ...resourceModule(webhookEndpoints, {
    service: WebhooksService,
    controllers: [WebhooksController],
    providers: [
      WebhookSubscriptions,
      WebhookListener,
      WebhookDeliveriesService,
      WebhookCallerService,
      ProgramCallsService,
      EndpointSecretsService,
      IntegrationEndpointsService,
      DeliverWebhookHandler,
      SendWebhookNoticeHandler,
    ],
    exports: [WebhookDeliveriesService, IntegrationEndpointsService, ProgramCallsService],
  }),
})
export class WebhooksModule {}
