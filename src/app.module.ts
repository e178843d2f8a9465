import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import type { AppConfig } from './core/config/config.js';
import { CoreModule } from './core/core.module.js';
import type { RoleUrls } from './core/database/prepare-database.js';
import { AnnouncementsModule } from './modules/announcements/announcements.module.js';
import { AuditLogModule } from './modules/audit-log/audit-log.module.js';
import { AuthModule } from './modules/auth/auth.module.js';
import { CampaignServiceModule } from './modules/campaign-service/campaign-service.module.js';
import { CampaignsModule } from './modules/campaigns/campaigns.module.js';
import { ChatbotModule } from './modules/chatbot/chatbot.module.js';
import { ChatsModule } from './modules/chats/chats.module.js';
import { CompaniesModule } from './modules/companies/companies.module.js';
import { ConnectionsModule } from './modules/connections/connections.module.js';
import { ContactListsModule } from './modules/contact-lists/contact-lists.module.js';
import { ContactsModule } from './modules/contacts/contacts.module.js';
import { DashboardModule } from './modules/dashboard/dashboard.module.js';
import { FailedJobsModule } from './modules/failed-jobs/failed-jobs.module.js';
import { FilesModule } from './modules/files/files.module.js';
import { HelpsModule } from './modules/helps/helps.module.js';
import { ImportsModule } from './modules/imports/imports.module.js';
import { InstallationModule } from './modules/installation/installation.module.js';
import { IntegrationsModule } from './modules/integrations/integrations.module.js';
import { KanbanModule } from './modules/kanban/kanban.module.js';
import { LeadsModule } from './modules/leads/leads.module.js';
import { MessagesModule } from './modules/messages/messages.module.js';
import { OpeningHoursModule } from './modules/opening-hours/opening-hours.module.js';
import { PlaceholdersModule } from './modules/placeholders/placeholders.module.js';
import { PlansModule } from './modules/plans/plans.module.js';
import { PromptsModule } from './modules/prompts/prompts.module.js';
import { PublicApiModule } from './modules/public-api/public-api.module.js';
import { PushModule } from './modules/push/push.module.js';
import { QueuesModule } from './modules/queues/queues.module.js';
import { QuickMessagesModule } from './modules/quick-messages/quick-messages.module.js';
import { ReportsModule } from './modules/reports/reports.module.js';
import { SandboxModule } from './modules/sandbox/sandbox.module.js';
import { SavedViewsModule } from './modules/saved-views/saved-views.module.js';
import { SchedulesModule } from './modules/schedules/schedules.module.js';
import { ServiceTokensModule } from './modules/service-tokens/service-tokens.module.js';
import { SettingsModule } from './modules/settings/settings.module.js';
import { TagsModule } from './modules/tags/tags.module.js';
import { TemplatesModule } from './modules/templates/templates.module.js';
import { TicketsModule } from './modules/tickets/tickets.module.js';
import { UsageModule } from './modules/usage/usage.module.js';
import { UsersModule } from './modules/users/users.module.js';
import { WebhooksModule } from './modules/webhooks/webhooks.module.js';

/** In this order: a module may import core and the modules before it. */
export const modules = [
  PlansModule,
  CompaniesModule,
  FailedJobsModule,
  QueuesModule,
  UsersModule,
  AuthModule,
  SettingsModule,
  OpeningHoursModule,
  TagsModule,
  ContactsModule,
  QuickMessagesModule,
  FilesModule,
  ContactListsModule,
  ConnectionsModule,
  TemplatesModule,
  TicketsModule,
  MessagesModule,
  PromptsModule,
  KanbanModule,
  SavedViewsModule,
  UsageModule,
  ChatsModule,
  PushModule,
  AnnouncementsModule,
  HelpsModule,
  WebhooksModule,
  IntegrationsModule,
  ChatbotModule,
  SchedulesModule,
  ServiceTokensModule,
  DashboardModule,
  ReportsModule,
  LeadsModule,
  CampaignsModule,
  CampaignServiceModule,
  PublicApiModule,
  AuditLogModule,
  InstallationModule,
  ImportsModule,
  SandboxModule,
  PlaceholdersModule,
];

/** Changes the module for the whole process: a worker serves operations only, and starts with an eighth less CPU. */
function withoutControllers(module: Type): Type {
  Reflect.defineMetadata(MODULE_METADATA.CONTROLLERS, [], module);
  return module;
}

@Module({})
export class AppModule {
  static forRoot(config: AppConfig, urls: RoleUrls): DynamicModule {
    const used = config.role === 'worker' ? modules.map(withoutControllers) : modules;
    return { module: AppModule, imports: [CoreModule.forRoot(config, urls), ...used] };
  }
}
