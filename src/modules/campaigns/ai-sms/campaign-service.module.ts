import { Module } from '@nestjs/common';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { PromptsModule } from '../../automation/prompts/prompts.module.js';
import { ConnectionsModule } from '../../channels/connections/connections.module.js';
import { TemplatesModule } from '../../channels/templates/templates.module.js';
import { ContactsModule } from '../../contacts/contacts/contacts.module.js';
import { MessagesModule } from '../../conversations/messages/messages.module.js';
import { TicketsModule } from '../../conversations/tickets/tickets.module.js';
import { CompaniesModule } from '../../platform/companies/companies.module.js';
import { AiCampaignsController, AiReportsController } from './ai/ai-campaigns.controller.js';
import { AiCampaigns } from './ai/ai-campaigns.service.js';
import { AiOpenings } from './ai/ai-openings.service.js';
import { AiReplies } from './ai/ai-replies.service.js';
import { AiRowSender } from './ai/ai-row-sender.service.js';
import { CampaignImports } from './recipients/campaign-imports.service.js';
import { CampaignReports } from './reports/campaign-reports.service.js';
import { CampaignSender } from './sending/campaign-sender.service.js';
import './campaign-service.audit.js';
import { CampaignServiceListener } from './crud/campaign-service.listener.js';
import './campaign-service.page.js';
import { ServiceCampaigns } from './crud/service-campaigns.service.js';
import { SmsAccounts } from './sms/sms-accounts.service.js';
import { SmsCampaignsController, SmsReportsController } from './sms/sms-campaigns.controller.js';
import { SmsCampaigns } from './sms/sms-campaigns.service.js';
import { smsGateways } from './sms/sms-gateways.resource.js';
import { SmsGatewaysService } from './sms/sms-gateways.service.js';
import { SmsReports } from './sms/sms-reports.service.js';
import { SmsRowSender } from './sms/sms-row-sender.service.js';

/** Campaigns with AI and by SMS, and the routes of the campaign service of spec 001. */
@Module({
  imports: [
    CompaniesModule,
    ConnectionsModule,
    ContactsModule,
    MessagesModule,
    PromptsModule,
    TemplatesModule,
    TicketsModule,
  ],
  ...resourceModule(smsGateways, {
    service: SmsGatewaysService,
    controllers: [AiCampaignsController, AiReportsController, SmsCampaignsController, SmsReportsController],
    providers: [
      ServiceCampaigns,
      CampaignImports,
      CampaignReports,
      CampaignSender,
      CampaignServiceListener,
      AiCampaigns,
      AiOpenings,
      AiReplies,
      AiRowSender,
      SmsCampaigns,
      SmsAccounts,
      SmsReports,
      SmsRowSender,
    ],
  }),
})
export class CampaignServiceModule {}
