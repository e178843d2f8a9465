import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Controller, Get, Injectable, Module, Param } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { AppConfig } from '../config/config.js';
import { Context } from '../context.js';
import { ErrorFilter } from '../errors/error.filter.js';
import { AppLogger } from './app-logger.js';
import { HealthController } from './health.controller.js';
import { Health, HealthProbe } from './health.js';
import { HttpObserver } from './http-observer.js';
import { MetricsController } from './metrics.controller.js';
import { Metrics } from './metrics.js';
import { formatLogLine } from './pretty-log.js';

function recorder(logLevel = 'debug'): {
  logger: AppLogger;
  entries: () => Record<string, unknown>[];
  text: () => string;
} {
  const lines: string[] = [];
  const logger = new AppLogger({ logLevel }, { write: (line) => void lines.push(line) });
  return {
    logger,
    entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    text: () => lines.join(''),
  };
}

describe('AppLogger', () => {
  it('writes what Nest hands over, with the request it belongs to', () => {
    const { logger, entries } = recorder();
    new Context().run({ requestId: 'r1' }, () => logger.log('started', 'Jobs'));
    logger.error('broke', 'Error: broke\n    at here', 'Jobs');
    logger.warn({ msg: 'job failed', id: 3 }, 'Jobs');
    logger.log('Mapped {/x, GET} route', 'RouterExplorer');
    expect(entries()).toEqual([
      expect.objectContaining({ level: 30, context: 'Jobs', msg: 'started', requestId: 'r1' }),
      expect.objectContaining({ level: 50, context: 'Jobs', msg: 'broke', stack: 'Error: broke\n    at here' }),
      expect.objectContaining({ level: 40, context: 'Jobs', msg: 'job failed', id: 3 }),
      expect.objectContaining({ level: 20 }),
    ]);
  });

  it('never lets a secret, a code, a query string or a message through', () => {
    const { logger, text } = recorder();
    const secret = 'geheim';
    logger.log({
      msg: `GET https://x.example/a?token=${secret} and /media/1.png?s=${secret} with Bearer ${secret}`,
      headers: { Authorization: secret, cookie: secret, 'set-cookie': [secret] },
      nested: {
        deep: { password: secret, refreshToken: secret, appSecret: secret, body: secret, query: { q: secret } },
      },
      jwt: `eyJhbGciOiJIUzI1NiJ9.${secret}.x`,
      code: '123456',
      databaseUrl: `postgres://u:${secret}@db/x`,
    });
    const failed = Object.assign(
      new Error(`insert into "messages" ("body") values ('it''s ${secret}') - duplicate key`),
      { code: '23505' },
    );
    logger.error(failed, 'Jobs');
    logger.error(new Error('outer', { cause: failed }));
    logger.error('broke', failed.stack, 'Jobs');
    expect(text()).not.toContain(secret);
    expect(text()).not.toContain('123456');
    expect(text()).toContain('23505');
    expect(text()).toContain('duplicate key');
  });

  it('survives what cannot be written as it is', () => {
    const { logger, entries } = recorder();
    const circle: Record<string, unknown> = { big: 10n, bytes: Buffer.alloc(3) };
    circle['self'] = circle;
    logger.log(circle);
    expect(entries()[0]).toMatchObject({ big: '10', bytes: '<3 bytes>' });
  });

  it('is one line for a person', () => {
    const line = formatLogLine({
      level: 40,
      time: '2026-03-01T10:00:00.000Z',
      context: 'Jobs',
      msg: 'job failed',
      id: 3,
    });
    expect(line).toContain('job failed');
    expect(line).toContain('id=3');
    expect(line.split('\n')).toHaveLength(1);
  });
});

describe('health and metrics', () => {
  const state = { works: true };

  @Injectable()
  class TestProbe extends HealthProbe {
    readonly name = 'database';
    async check(): Promise<void> {
      if (!state.works) throw new Error('down');
    }
  }

  @Controller('things')
  class ThingsController {
    @Get(':code')
    get(@Param('code') code: string): { code: string } {
      return { code };
    }
  }

  @Module({ providers: [TestProbe], controllers: [ThingsController] })
  class TestModule {}

  const dir = mkdtempSync(join(tmpdir(), 'atende-observability-'));
  const log = recorder();

  async function start(environment: Record<string, string> = {}): Promise<NestFastifyApplication> {
    const module = await Test.createTestingModule({
      imports: [TestModule, DiscoveryModule],
      controllers: [HealthController, MetricsController],
      providers: [
        { provide: AppConfig, useValue: AppConfig.load({ DATA_DIR: dir, ...environment }) },
        Health,
        Metrics,
        HttpObserver,
      ],
    }).compile();
    const app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), { logger: log.logger });
    app.useGlobalFilters(new ErrorFilter(new Context()));
    await app.init();
    return app;
  }

  let app: NestFastifyApplication;
  beforeAll(async () => {
    app = await start();
  });
  afterAll(async () => {
    await app.close();
    rmSync(dir, { recursive: true });
  });

  const get = (url: string, headers: Record<string, string> = {}, by = app) =>
    by.inject({ method: 'GET', url, headers });

  it('is alive always and ready only while everything it needs is there', async () => {
    expect((await get('/health/live')).json()).toEqual({ status: 'ok' });
    expect((await get('/health/ready')).json()).toEqual({ status: 'ok', checks: { database: 'up' } });
    state.works = false;
    const down = await get('/health/ready');
    expect([down.statusCode, down.json()]).toEqual([503, { status: 'unavailable', checks: { database: 'down' } }]);
    state.works = true;
  });

  it('measures and logs by route, never by address', async () => {
    await get('/things/quarto-7?token=x');
    await get('/nowhere/quarto-7');
    const { body, headers } = await get('/metrics');
    expect(headers['content-type']).toContain('text/plain');
    expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/things/:code",status="200"} 1');
    expect(body).toContain('nodejs_eventloop_lag_p99_seconds');
    expect(body + log.text()).not.toContain('quarto-7');
    expect(log.entries()).toContainEqual(
      expect.objectContaining({ route: '/things/:code', status: 200, requestId: expect.any(String) }),
    );
  });

  it('shows metrics to this machine only, or to who has the token', async () => {
    expect((await get('/metrics', { 'x-forwarded-for': '1.2.3.4' })).statusCode).toBe(403);
    expect((await app.inject({ method: 'GET', url: '/metrics', remoteAddress: '10.0.0.9' })).statusCode).toBe(403);
    const token = 'b2c4d6e8f0a1b3c5d7e9f1a2b4c6d8e0';
    const guarded = await start({ METRICS_TOKEN: token });
    expect((await get('/metrics', {}, guarded)).statusCode).toBe(403);
    expect((await get('/metrics', { authorization: `Bearer ${token}` }, guarded)).statusCode).toBe(200);
    await guarded.close();
  });
});
