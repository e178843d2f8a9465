import { Module } from '@nestjs/common';
import { resourceModule } from '../../core/resource/resource.module.js';
import { ConnectionsModule } from '../connections/connections.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { FilesModule } from '../files/files.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { TemplatesModule } from '../templates/templates.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import './campaigns.audit.js';
import { CampaignContent } from './campaign-content.service.js';
import { CampaignPreviews } from './campaign-previews.service.js';
import { CampaignProgress } from './campaign-progress.service.js';
import { CampaignReplies } from './campaign-replies.service.js';
import { CampaignReports } from './campaign-reports.service.js';
import { CampaignSettingsService } from './campaign-settings.service.js';
import { CampaignStarts } from './campaign-starts.service.js';
import { CampaignSettingsController, CampaignsController } from './campaigns.controller.js';
import { campaigns } from './campaigns.resource.js';
import { CampaignsService } from './campaigns.service.js';
import { MessageDelivery } from './message-delivery.service.js';
import { ShipmentOutcomes } from './shipment-outcomes.service.js';
import { ShipmentSender } from './shipment-sender.service.js';
import { ShipmentStatuses } from './shipment-statuses.service.js';
import { UnconfirmedShipments } from './unconfirmed-shipments.service.js';

@Module({
  imports: [ConnectionsModule, ContactsModule, FilesModule, MessagesModule, TemplatesModule, TicketsModule],
  ...resourceModule(campaigns, {
    service: CampaignsService,
    controllers: [CampaignsController, CampaignSettingsController],
    providers: [
      CampaignContent,
      CampaignPreviews,
      CampaignReports,
      CampaignSettingsService,
      CampaignStarts,
      CampaignProgress,
      MessageDelivery,
      ShipmentStatuses,
      CampaignReplies,
      ShipmentOutcomes,
      ShipmentSender,
      UnconfirmedShipments,
    ],
  }),
})
export class CampaignsModule {}
