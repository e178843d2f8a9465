import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import type { AppConfig } from './core/config/config.js';
import { CoreModule } from './core/core.module.js';
import type { RoleUrls } from './core/database/prepare-database.js';
import { appConfig } from './mikro-orm.config.js';
import { ChatbotModule } from './modules/automation/chatbot/chatbot.module.js';
import { IntegrationsModule } from './modules/automation/integrations/integrations.module.js';
import { PromptsModule } from './modules/automation/prompts/prompts.module.js';
import { PublicApiModule } from './modules/automation/public-api/public-api.module.js';
import { WebhooksModule } from './modules/automation/webhooks/webhooks.module.js';
import { AiSmsModule } from './modules/campaigns/ai-sms/ai-sms.module.js';
import { CampaignsModule } from './modules/campaigns/mass/campaigns.module.js';
import { ConnectionsModule } from './modules/channels/connections/connections.module.js';
import { TemplatesModule } from './modules/channels/templates/templates.module.js';
import { ContactListsModule } from './modules/contacts/contact-lists/contact-lists.module.js';
import { ContactsModule } from './modules/contacts/contacts/contacts.module.js';
import { LeadsModule } from './modules/contacts/leads/leads.module.js';
import { TagsModule } from './modules/contacts/tags/tags.module.js';
import { ChatsModule } from './modules/conversations/chats/chats.module.js';
import { FilesModule } from './modules/conversations/files/files.module.js';
import { KanbanModule } from './modules/conversations/kanban/kanban.module.js';
import { MessagesModule } from './modules/conversations/messages/messages.module.js';
import { PushModule } from './modules/conversations/push/push.module.js';
import { QuickMessagesModule } from './modules/conversations/quick-messages/quick-messages.module.js';
import { SchedulesModule } from './modules/conversations/schedules/schedules.module.js';
import { TicketsModule } from './modules/conversations/tickets/tickets.module.js';
import { AuditLogModule } from './modules/insight/audit-log/audit-log.module.js';
import { DashboardModule } from './modules/insight/dashboard/dashboard.module.js';
import { ReportsModule } from './modules/insight/reports/reports.module.js';
import { UsageModule } from './modules/insight/usage/usage.module.js';
import { FailedJobsModule } from './modules/operations/failed-jobs/failed-jobs.module.js';
import { ImportsModule } from './modules/operations/imports/imports.module.js';
import { InstallationModule } from './modules/operations/installation/installation.module.js';
import { SandboxModule } from './modules/operations/sandbox/sandbox.module.js';
import { AuthModule } from './modules/people/auth/auth.module.js';
import { OpeningHoursModule } from './modules/people/opening-hours/opening-hours.module.js';
import { QueuesModule } from './modules/people/queues/queues.module.js';
import { SavedViewsModule } from './modules/people/saved-views/saved-views.module.js';
import { ServiceTokensModule } from './modules/people/service-tokens/service-tokens.module.js';
import { SettingsModule } from './modules/people/settings/settings.module.js';
import { UsersModule } from './modules/people/users/users.module.js';
import { AnnouncementsModule } from './modules/platform/announcements/announcements.module.js';
import { CompaniesModule } from './modules/platform/companies/companies.module.js';
import { HelpsModule } from './modules/platform/helps/helps.module.js';
import { PlaceholdersModule } from './modules/platform/placeholders/placeholders.module.js';
import { PlansModule } from './modules/platform/plans/plans.module.js';

/** The modules are loaded in this order, by family: a module may import core and the modules before it. */
export const modules = [
  // platform
  PlansModule,
  CompaniesModule,
  AnnouncementsModule,
  HelpsModule,
  PlaceholdersModule,
  // people
  QueuesModule,
  UsersModule,
  AuthModule,
  SettingsModule,
  OpeningHoursModule,
  ServiceTokensModule,
  SavedViewsModule,
  // contacts
  TagsModule,
  ContactsModule,
  ContactListsModule,
  LeadsModule,
  // channels
  ConnectionsModule,
  TemplatesModule,
  // conversations
  QuickMessagesModule,
  FilesModule,
  TicketsModule,
  MessagesModule,
  KanbanModule,
  SchedulesModule,
  ChatsModule,
  PushModule,
  // automation
  WebhooksModule,
  PromptsModule,
  IntegrationsModule,
  ChatbotModule,
  PublicApiModule,
  // campaigns
  CampaignsModule,
  AiSmsModule,
  // insight
  DashboardModule,
  ReportsModule,
  AuditLogModule,
  UsageModule,
  // operations
  FailedJobsModule,
  ImportsModule,
  InstallationModule,
  SandboxModule,
];

/** Changes the module for the whole process. A worker serves health and metrics only, and starts with 1/8 less CPU. */
function withoutControllers(module: Type): Type {
  Reflect.defineMetadata(MODULE_METADATA.CONTROLLERS, [], module);
  return module;
}

@Module({})
export class AppModule {
  static forRoot(config: AppConfig, urls: RoleUrls): DynamicModule {
    const used = config.role === 'worker' ? modules.map(withoutControllers) : modules;
    return { module: AppModule, imports: [CoreModule.forRoot(config, urls, appConfig()), ...used] };
  }
}
