import { Module } from '@nestjs/common';
import { defineAuditActions } from '../../../core/audit/audit-actions.js';
import { t } from '../../../core/i18n.js';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { ConnectionsModule } from '../../channels/connections/connections.module.js';
import { TemplatesModule } from '../../channels/templates/templates.module.js';
import { ContactListsModule } from '../../contacts/contact-lists/contact-lists.module.js';
import { ContactsModule } from '../../contacts/contacts/contacts.module.js';
import { FilesModule } from '../../conversations/files/files.module.js';
import { MessagesModule } from '../../conversations/messages/messages.module.js';
import { TicketsModule } from '../../conversations/tickets/tickets.module.js';
import { campaigns } from './campaigns.resource.js';
import { CampaignContentService } from './editing/campaign-content.service.js';
import { CampaignPreviewsService } from './editing/campaign-previews.service.js';
import { CampaignSettingsService } from './editing/campaign-settings.service.js';
import { CampaignSettingsController, CampaignsController } from './editing/campaigns.controller.js';
import { CampaignsService } from './editing/campaigns.service.js';
import { CampaignPrivacyListener } from './privacy/campaign-privacy.listener.js';
import { CampaignRepliesService } from './replies/campaign-replies.service.js';
import { TagReplyHandler } from './replies/tag-reply.job.js';
import { CampaignProgressService } from './reports/campaign-progress.service.js';
import { CampaignReportsService } from './reports/campaign-reports.service.js';
import { CampaignSegmentsController } from './segments/campaign-segments.controller.js';
import { CampaignSegmentsService } from './segments/campaign-segments.service.js';
import { CampaignSequencesService } from './sending/campaign-sequences.service.js';
import { CampaignStartsService } from './sending/campaign-starts.service.js';
import { CampaignStateService } from './sending/campaign-state.service.js';
import { ChannelSenderService } from './sending/channel-sender.service.js';
import { FreezeRecipientsHandler } from './sending/freeze-recipients.job.js';
import { RunningCampaignsService } from './sending/running-campaigns.service.js';
import { SendShipmentsHandler } from './sending/send-shipments.job.js';
import { SettleShipmentsHandler } from './sending/settle-shipments.job.js';
import { ShipmentClaimsService } from './sending/shipment-claims.service.js';
import { ShipmentOutcomesService } from './sending/shipment-outcomes.service.js';
import { StartCampaignHandler } from './sending/start-campaign.job.js';
import { UnconfirmedShipmentsService } from './sending/unconfirmed-shipments.service.js';
import { ShipmentStatusesService } from './statuses/shipment-statuses.service.js';

defineAuditActions('exports', {
  'campaigns.exported': t(
    'Exportou os destinatários de uma campanha',
    'Exported the recipients of a campaign',
    'Exportó los destinatarios de una campaña',
  ),
});

@Module({
  imports: [
    ConnectionsModule,
    ContactListsModule,
    ContactsModule,
    FilesModule,
    MessagesModule,
    TemplatesModule,
    TicketsModule,
  ],
  ...resourceModule(campaigns, {
    service: CampaignsService,
    controllers: [CampaignsController, CampaignSettingsController, CampaignSegmentsController],
    providers: [
      CampaignContentService,
      CampaignPreviewsService,
      CampaignSettingsService,
      CampaignStateService,
      CampaignSequencesService,
      CampaignStartsService,
      StartCampaignHandler,
      FreezeRecipientsHandler,
      RunningCampaignsService,
      ShipmentClaimsService,
      ChannelSenderService,
      SendShipmentsHandler,
      ShipmentOutcomesService,
      UnconfirmedShipmentsService,
      SettleShipmentsHandler,
      ShipmentStatusesService,
      CampaignRepliesService,
      TagReplyHandler,
      CampaignProgressService,
      CampaignReportsService,
      CampaignSegmentsService,
      CampaignPrivacyListener,
    ],
    exports: [ChannelSenderService],
  }),
})
export class CampaignsModule {}
