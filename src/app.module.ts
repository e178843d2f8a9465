import { type DynamicModule, Module } from '@nestjs/common';
import { AccessModule } from './core/access/access.module.js';
import { AuditModule } from './core/audit/audit.js';
import { ClockModule } from './core/clock/clock.module.js';
import type { AppConfig } from './core/config/config.js';
import { AppConfigModule } from './core/config/config.module.js';
import { ContextModule } from './core/context/context.module.js';
import { CryptoModule } from './core/crypto/secret-cipher.js';
import { DatabaseModule } from './core/database/database.module.js';
import type { RoleUrls } from './core/database/prepare-database.js';
import { EventsModule } from './core/events/events.module.js';
import { OutboundHttpModule } from './core/http/http.module.js';
import { JobsModule } from './core/jobs/jobs.module.js';
import { WakeModule } from './core/jobs/wake.module.js';
import { MailModule } from './core/mail/mail.module.js';
import { ObservabilityModule } from './core/observability/observability.module.js';
import { WorkerThreadModule } from './core/processing/worker-thread.js';
import { RealtimeModule } from './core/realtime/realtime.module.js';
import { RedisModule } from './core/redis/redis.module.js';
import { IdempotencyModule } from './core/requests/idempotency-store.js';
import { CsvExportModule } from './core/resource/csv-exporter.js';
import { ResourceModule } from './core/resource/resource.module.js';
import { StorageModule } from './core/storage/storage.module.js';
import { AuditLogModule } from './modules/audit-log/audit-log.module.js';
import { AuthModule } from './modules/auth/auth.module.js';
import { CompaniesModule } from './modules/companies/companies.module.js';
import { ConnectionsModule } from './modules/connections/connections.module.js';
import { ContactCareModule } from './modules/contact-care/contact-care.module.js';
import { ContactsModule } from './modules/contacts/contacts.module.js';
import { FailedJobsModule } from './modules/failed-jobs/failed-jobs.module.js';
import { MessagesModule } from './modules/messages/messages.module.js';
import { PabxModule } from './modules/placeholders/pabx.page.js';
import { PlaceholdersModule } from './modules/placeholders/placeholders.module.js';
import { PlansModule } from './modules/plans/plans.module.js';
import { QueuesModule } from './modules/queues/queues.module.js';
import { QuickMessagesModule } from './modules/quick-messages/quick-messages.module.js';
import { SandboxModule } from './modules/sandbox/sandbox.module.js';
import { SavedViewsModule } from './modules/saved-views/saved-views.module.js';
import { SettingsModule } from './modules/settings/settings.module.js';
import { TagsModule } from './modules/tags/tags.module.js';
import { TemplatesModule } from './modules/templates/templates.module.js';
import { BulkActionsModule } from './modules/tickets/bulk-actions/bulk-actions.module.js';
import { TicketNotesModule } from './modules/tickets/notes/ticket-notes.module.js';
import { TicketsModule } from './modules/tickets/tickets.module.js';
import { UsersModule } from './modules/users/users.module.js';

/** The order is a law: a module imports core and the modules before it (design.md §4). */
export const modules = [
  PlansModule,
  CompaniesModule,
  FailedJobsModule,
  QueuesModule,
  UsersModule,
  AuthModule,
  SettingsModule,
  TagsModule,
  ContactsModule,
  QuickMessagesModule,
  ConnectionsModule,
  TemplatesModule,
  TicketsModule,
  TicketNotesModule,
  MessagesModule,
  BulkActionsModule,
  SavedViewsModule,
  ContactCareModule,
  AuditLogModule,
  SandboxModule,
  PabxModule,
  PlaceholdersModule,
];

@Module({})
export class AppModule {
  static forRoot(config: AppConfig, urls: RoleUrls): DynamicModule {
    return {
      module: AppModule,
      imports: [
        AppConfigModule.forRoot(config),
        ContextModule,
        ClockModule,
        CryptoModule,
        DatabaseModule.forRoot(urls),
        RedisModule.forRoot(config),
        WakeModule.forRoot(config),
        JobsModule,
        RealtimeModule,
        EventsModule,
        AuditModule,
        CsvExportModule,
        IdempotencyModule,
        OutboundHttpModule,
        WorkerThreadModule,
        StorageModule,
        MailModule,
        ObservabilityModule,
        AccessModule,
        ResourceModule,
        ...modules,
      ],
    };
  }
}
