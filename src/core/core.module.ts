import type { Options } from '@mikro-orm/postgresql';
import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { AccessGuard } from './access/access.guard.js';
import { IntegrationStrategy, JwtStrategy } from './access/strategies.js';
import { TokenThrottle } from './access/token-throttle.js';
import { TransactionInterceptor } from './access/transaction.interceptor.js';
import { Audit } from './audit/audit.js';
import { AuditBroadcaster } from './audit/audit-recorded.js';
import { Clock } from './clock.js';
import { AppConfig } from './config/config.js';
import { Context } from './context.js';
import { PasswordHasher } from './crypto/password-hasher.js';
import { SecretCipher } from './crypto/secret-cipher.js';
import { databaseProviders } from './database/database.providers.js';
import { Db } from './database/db.js';
import { type RoleUrls, roleUrls } from './database/prepare-database.js';
import { ReportsDb } from './database/reports-db.js';
import { Events, Publisher } from './events/events.js';
import { OutboundHttp } from './http/outbound-http.js';
import { Cron } from './jobs/cron.js';
import { FailedJobs } from './jobs/failed-jobs.js';
import { HandlerDiscovery } from './jobs/handler-discovery.js';
import { JobClaims } from './jobs/job-claims.js';
import { JobExecution } from './jobs/job-execution.js';
import { Jobs } from './jobs/jobs.js';
import { Leases, LeaseTimings } from './jobs/leases.js';
import { Runner } from './jobs/runner.js';
import { RunnerPresence } from './jobs/runner-presence.js';
import { Sweeper } from './jobs/sweeper.js';
import { Wake } from './jobs/wake.js';
import { FileMail, Mail, SmtpMail } from './mail/mail.js';
import { HealthController } from './observability/health.controller.js';
import { Health } from './observability/health.js';
import { HttpObserver } from './observability/http-observer.js';
import { MetricsController } from './observability/metrics.controller.js';
import { Metrics } from './observability/metrics.js';
import { IdleMemory } from './processing/idle-memory.js';
import { TaskProcess } from './processing/task-process.js';
import { Transcoder } from './processing/transcoder.js';
import { Bus } from './realtime/bus.js';
import { Gateway } from './realtime/gateway.js';
import { RoomPresence } from './realtime/room-presence.js';
import { SocketRooms } from './realtime/socket-rooms.js';
import { RateLimits } from './redis/rate-limiter.js';
import { RedisConnections, RedisProbe } from './redis/redis-connections.js';
import { Idempotency, IdempotencyInterceptor, IdempotencyStore } from './requests/idempotency.interceptor.js';
import { UploadInterceptor } from './requests/upload.interceptor.js';
import { CrudDependencies } from './resource/crud.service.js';
import { CsvExporter } from './resource/csv-exporter.js';
import { PageInterceptor } from './resource/page.interceptor.js';
import { RecordBroadcaster } from './resource/record-changed.js';
import { ResourcesController } from './resource/resources.controller.js';
import { MediaController } from './storage/media.controller.js';
import { MediaUrls } from './storage/media-urls.js';
import { openStorage } from './storage/open-storage.js';
import { PublicFilesController } from './storage/public-files.controller.js';
import { FilesRemover } from './storage/remove-files.job.js';
import { Storage } from './storage/storage.js';
import { UnreferencedFilesRemover } from './storage/unreferenced-files.job.js';

/** The services that modules may inject. */
const services: Type[] = [
  Context,
  Clock,
  SecretCipher,
  PasswordHasher,
  Db,
  ReportsDb,
  RedisConnections,
  RateLimits,
  Leases,
  HandlerDiscovery,
  Jobs,
  FailedJobs,
  Runner,
  Cron,
  Sweeper,
  Metrics,
  Health,
  Bus,
  RoomPresence,
  Gateway,
  Events,
  Audit,
  OutboundHttp,
  TaskProcess,
  IdleMemory,
  Transcoder,
  MediaUrls,
  Idempotency,
  IdempotencyStore,
  CsvExporter,
  CrudDependencies,
];

/**
 * Every request passes these steps in this order: authentication and access; storing the uploaded files, before the
 * transaction, which must not wait for a slow client; the transaction; the idempotency key; the list dialect.
 */
const pipeline = [
  { provide: APP_GUARD, useClass: AccessGuard },
  { provide: APP_INTERCEPTOR, useClass: UploadInterceptor },
  { provide: APP_INTERCEPTOR, useClass: TransactionInterceptor },
  { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
  { provide: APP_INTERCEPTOR, useClass: PageInterceptor },
];

/** The services that all modules use. What core needs from a module is a port, which that module implements. */
@Module({})
export class CoreModule {
  /** @param orm the entities of the modules, and the options of MikroORM */
  static async forRoot(config: AppConfig, urls: RoleUrls, orm: Options): Promise<DynamicModule> {
    const { redisUrl, smtpUrl, databaseReportsUrl, encryptionKey } = config;
    const replicaUrl = databaseReportsUrl === null ? null : roleUrls(databaseReportsUrl, encryptionKey).app;
    // Bull is only loaded when there is a REDIS_URL
    const wake = redisUrl === null ? { imports: [], provider: Wake } : (await import('./jobs/bull-wake.js')).bullWake();
    return {
      module: CoreModule,
      global: true,
      imports: [DiscoveryModule, ...wake.imports],
      controllers: [HealthController, MetricsController, MediaController, PublicFilesController, ResourcesController],
      providers: [
        { provide: AppConfig, useValue: config },
        ...databaseProviders(urls, orm, replicaUrl),
        ...(redisUrl === null ? [] : [RedisProbe]),
        wake.provider,
        ...services,
        LeaseTimings,
        RunnerPresence,
        JobClaims,
        JobExecution,
        SocketRooms,
        { provide: Publisher, useExisting: Gateway },
        AuditBroadcaster,
        RecordBroadcaster,
        HttpObserver,
        { provide: Storage, useFactory: () => openStorage(config) },
        FilesRemover,
        UnreferencedFilesRemover,
        {
          provide: Mail,
          useFactory: (): Mail => (smtpUrl === null ? new FileMail(config) : new SmtpMail(smtpUrl, config)),
        },
        JwtStrategy,
        IntegrationStrategy,
        TokenThrottle,
        ...pipeline,
      ],
      exports: [...services, AppConfig, Wake, Publisher, Storage, Mail],
    };
  }
}
