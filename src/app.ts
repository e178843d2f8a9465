import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import type { AppConfig } from './core/config/config.js';
import { Context } from './core/context.js';
import type { RoleUrls } from './core/database/prepare-database.js';
import { ErrorFilter } from './core/errors/error.filter.js';
import { handleFrameworkError } from './core/errors/error-body.js';
import { validationPipe } from './core/errors/validation.js';
import { parseAcceptLanguage } from './core/i18n.js';
import { AppLogger } from './core/observability/app-logger.js';
import { Health, serveOperationsOnly } from './core/observability/health.js';
import { Bus } from './core/realtime/bus.js';
import { SocketAdapter } from './core/realtime/socket.adapter.js';
import { answerAtAskedAddress } from './core/requests/asked-address.js';
import {
  applyBodyLimits,
  defaultBodyLimit,
  registerBodyParsers,
  rejectLargeBody,
} from './core/requests/body-limits.js';
import { compressAnswers } from './core/requests/compression.js';
import {
  applyBodyTimeout,
  closeConnectionsOnStop,
  handleClientError,
  maxRequestMs,
  warnIfProxyNotTrusted,
} from './core/requests/request-timeout.js';
import { applySecurityHeaders } from './core/requests/security-headers.js';
import { serveAdmin } from './core/requests/serve-admin.js';
import { openApi } from './openapi.js';

/** Builds the application without listening: `bootstrap` listens, tests inject requests. */
export async function createApp(config: AppConfig, urls: RoleUrls): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    bodyLimit: defaultBodyLimit,
    trustProxy: config.trustProxy,
    // existing clients send some paths with a trailing slash
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    genReqId: () => crypto.randomUUID(),
    forceCloseConnections: true,
    frameworkErrors: handleFrameworkError,
    requestTimeout: maxRequestMs,
    clientErrorHandler: handleClientError,
  });
  applyBodyLimits(adapter.getInstance());
  const logger = new AppLogger(config);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(config, urls), adapter, {
    rawBody: true,
    bufferLogs: true,
    logger,
    abortOnError: false,
  });
  app.flushLogs();
  await secure(app, config);
  const context = app.get(Context);
  openContext(app, context);
  answerAtAskedAddress(adapter.getInstance(), config);
  compressAnswers(adapter.getInstance());
  registerBodyParsers(app);
  applyBodyTimeout(adapter.getInstance(), config.requestTimeout);
  closeConnectionsOnStop(adapter.getInstance(), app.get(Health));
  if (config.trustProxy === false) warnIfProxyNotTrusted(adapter.getInstance(), logger);
  app.useGlobalPipes(validationPipe());
  app.useGlobalFilters(new ErrorFilter(context));
  app.useWebSocketAdapter(new SocketAdapter(app, config, await app.get(Bus).adapter()));
  if (config.role === 'worker') serveOperationsOnly(app);
  else {
    openApi(app, config);
    serveAdmin(app);
  }
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return app;
}

async function secure(app: NestFastifyApplication, config: AppConfig): Promise<void> {
  applySecurityHeaders(app.getHttpAdapter().getInstance(), config.publicUrl);
  await app.register(cookie);
  await app.register(multipart, {
    limits: { fileSize: 64 * 1024 * 1024, files: 20, fields: 100, fieldSize: 64 * 1024 },
  });
  app.enableCors({
    origin: [...config.corsOrigins],
    credentials: true,
    exposedHeaders: [
      'Content-Range',
      'ETag',
      'Retry-After',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
    ],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  });
}

/** Every request has its own context, from the first hook on. */
function openContext(app: NestFastifyApplication, context: Context): void {
  const server = app.getHttpServer();
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', (request, reply, done) => {
      void reply.header('X-Request-Id', request.id);
      const locale = parseAcceptLanguage(request.headers['accept-language']);
      context.run({ requestId: request.id, locale, ipAddress: request.ip }, done);
    })
    .addHook('onRequest', rejectLargeBody)
    // during a shutdown the requests in flight are answered, and then their connections are closed
    .addHook('onSend', (_request, reply, payload, done) => {
      if (!server.listening) void reply.header('Connection', 'close');
      // the cache of a shared computer must not keep answers of the API
      if (!reply.hasHeader('cache-control') && /json/.test(String(reply.getHeader('content-type'))))
        void reply.header('Cache-Control', 'no-store');
      done(null, payload);
    });
}
