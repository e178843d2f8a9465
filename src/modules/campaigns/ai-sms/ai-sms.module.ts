import { Module } from '@nestjs/common';
import { defineAuditActions } from '../../../core/audit/audit-actions.js';
import { t } from '../../../core/i18n.js';
import { defineMenuSection, definePage } from '../../../core/resource/define-resource.js';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { PromptsModule } from '../../automation/prompts/prompts.module.js';
import { ConnectionsModule } from '../../channels/connections/connections.module.js';
import { TemplatesModule } from '../../channels/templates/templates.module.js';
import { ContactsModule } from '../../contacts/contacts/contacts.module.js';
import { MessagesModule } from '../../conversations/messages/messages.module.js';
import { TicketsModule } from '../../conversations/tickets/tickets.module.js';
import { SettingsModule } from '../../people/settings/settings.module.js';
import { CompaniesModule } from '../../platform/companies/companies.module.js';
import { CampaignsModule } from '../mass/campaigns.module.js';
import { AiCampaignsController, AiReportsController } from './ai/ai-campaigns.controller.js';
import { AiCampaignsService } from './ai/ai-campaigns.service.js';
import { AiOpeningsService } from './ai/ai-openings.service.js';
import { AiPreviewsService } from './ai/ai-previews.service.js';
import { AiSenderService } from './ai/ai-sender.service.js';
import { AiSmsListener } from './editing/ai-sms.listener.js';
import { AiSmsCampaignsService } from './editing/ai-sms-campaigns.service.js';
import { RecipientImportsService } from './recipients/recipient-imports.service.js';
import { AiRepliesService } from './replies/ai-replies.service.js';
import { AiSmsReportsService } from './reports/ai-sms-reports.service.js';
import { SendServiceCampaignHandler } from './sending/send-service-campaign.job.js';
import { ReadSmsReportsHandler } from './sms/read-sms-reports.job.js';
import { SmsAccountsService } from './sms/sms-accounts.service.js';
import { SmsCampaignsController, SmsReportsController } from './sms/sms-campaigns.controller.js';
import { SmsCampaignsService } from './sms/sms-campaigns.service.js';
import { smsGateways } from './sms/sms-gateways.resource.js';
import { SmsGatewaysService } from './sms/sms-gateways.service.js';
import { SmsSenderService } from './sms/sms-sender.service.js';
import { AiStatusesService } from './statuses/ai-statuses.service.js';

const level = 'admin';

defineMenuSection('ai', 20, t('Inteligência artificial', 'Artificial intelligence', 'Inteligencia artificial'));
defineMenuSection('sms', 30, t('SMS', 'SMS', 'SMS'));

definePage({
  name: 'ai-campaigns',
  path: '/aicampaigns',
  label: t('Campanhas com IA', 'AI campaigns', 'Campañas con IA'),
  level,
  feature: 'useAiActive',
  menu: { section: 'ai', order: 10, icon: 'SmartToy' },
});
definePage({
  name: 'ai-reports',
  path: '/aireports',
  label: t('Relatórios de IA', 'AI reports', 'Informes de IA'),
  level,
  feature: 'useAiActive',
  menu: { section: 'ai', order: 20, icon: 'Insights' },
});
// useSms shows the menu entry, useLeads gives access to the page (spec 001 §2)
definePage({
  name: 'sms-campaigns',
  path: '/smscampaigns',
  label: t('Campanhas SMS', 'SMS campaigns', 'Campañas SMS'),
  level,
  feature: 'useLeads',
  menu: { section: 'sms', order: 10, icon: 'Sms', feature: 'useSms' },
});
definePage({
  name: 'sms-reports',
  path: '/smsreports',
  label: t('Relatórios SMS', 'SMS reports', 'Informes SMS'),
  level,
  feature: 'useSms',
  menu: { section: 'sms', order: 20, icon: 'Insights' },
});

defineAuditActions('settings', {
  'serviceCampaign.created': t(
    'Criou campanha: {{name}}',
    'Created a campaign: {{name}}',
    'Creó una campaña: {{name}}',
  ),
  'serviceCampaign.updated': t(
    'Alterou campanha: {{name}}',
    'Changed a campaign: {{name}}',
    'Modificó una campaña: {{name}}',
  ),
  'serviceCampaign.activated': t(
    'Ativou campanha: {{name}}',
    'Activated a campaign: {{name}}',
    'Activó una campaña: {{name}}',
  ),
  'serviceCampaign.deactivated': t(
    'Desativou campanha: {{name}}',
    'Deactivated a campaign: {{name}}',
    'Desactivó una campaña: {{name}}',
  ),
  'serviceCampaign.deleted': t(
    'Excluiu campanha: {{name}}',
    'Deleted a campaign: {{name}}',
    'Eliminó una campaña: {{name}}',
  ),
  'serviceCampaign.retried': t(
    'Enviou de novo o que falhou na campanha: {{name}}',
    'Sent again what had failed of the campaign: {{name}}',
    'Envió de nuevo lo que falló de la campaña: {{name}}',
  ),
  'serviceCampaign.imported': t(
    'Importou destinatários: {{file}}',
    'Imported recipients: {{file}}',
    'Importó destinatarios: {{file}}',
  ),
});
defineAuditActions('exports', {
  'serviceCampaign.exported': t(
    'Exportou relatório de campanha',
    'Exported the report of a campaign',
    'Exportó el informe de una campaña',
  ),
});

/** AI and SMS campaigns, with the routes of the campaign service in spec 001. */
@Module({
  imports: [
    CampaignsModule,
    CompaniesModule,
    ConnectionsModule,
    ContactsModule,
    MessagesModule,
    PromptsModule,
    SettingsModule,
    TemplatesModule,
    TicketsModule,
  ],
  ...resourceModule(smsGateways, {
    service: SmsGatewaysService,
    controllers: [AiCampaignsController, AiReportsController, SmsCampaignsController, SmsReportsController],
    providers: [
      AiSmsCampaignsService,
      AiSmsListener,
      RecipientImportsService,
      SendServiceCampaignHandler,
      AiCampaignsService,
      AiOpeningsService,
      AiPreviewsService,
      AiSenderService,
      AiStatusesService,
      AiRepliesService,
      SmsCampaignsService,
      SmsAccountsService,
      SmsSenderService,
      ReadSmsReportsHandler,
      AiSmsReportsService,
    ],
  }),
})
export class AiSmsModule {}
