import { Injectable, Module, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { AppConfig } from '../../src/core/config/config.js';
import { ContextModule } from '../../src/core/context/context.module.js';
import { Db } from '../../src/core/database/db.js';
import { Broadcast, DomainEvent, type Emission, OnEvent } from '../../src/core/events/event.js';
import { Events, Publisher } from '../../src/core/events/events.js';
import { defineJob, JobHandler } from '../../src/core/jobs/job.js';
import { JobsModule } from '../../src/core/jobs/jobs.module.js';
import { LocalWake, Wake } from '../../src/core/jobs/wake.js';
import { Metrics } from '../../src/core/observability/metrics.js';

class Paint extends defineJob<{ wall: number }>('paint-wall') {}

@DomainEvent()
class WallPainted {}

@Injectable()
class Painter {
  @JobHandler(Paint)
  async perform(): Promise<void> {}
}

@Injectable()
class SecondPainter {
  @JobHandler(Paint)
  async perform(): Promise<void> {}
}

@Injectable()
class Watcher {
  @OnEvent(WallPainted)
  async painted(): Promise<void> {}
}

@Injectable()
class Viewer {
  @Broadcast(WallPainted)
  async painted(): Promise<Emission[]> {
    return [];
  }
}

/** Boots jobs and events with nothing but these around them. */
async function boot(...providers: Type[]): Promise<void> {
  @Module({
    imports: [ContextModule, JobsModule],
    providers: [
      Events,
      ...providers,
      { provide: Publisher, useValue: { publish: () => undefined, onShared: () => undefined, doubt: () => undefined } },
    ],
  })
  class Small {}
  const module = await Test.createTestingModule({ imports: [Small, ports] }).compile();
  try {
    await module.init();
  } finally {
    await module.close();
  }
}

const db = { onCommit: () => undefined, asPlatform: async () => [], rows: async () => [] };

const metrics = { gauge: () => undefined, jobEnded: () => undefined };

@Module({
  providers: [
    { provide: Db, useValue: db },
    { provide: AppConfig, useValue: { role: 'web' } },
    { provide: Metrics, useValue: metrics },
    { provide: Wake, useClass: LocalWake },
  ],
  exports: [Db, AppConfig, Metrics, Wake],
})
class Ports {}
const ports = { module: Ports, global: true };

test('everything handled: it boots', async () => {
  await expect(boot(Painter, Watcher)).resolves.toBeUndefined();
  await expect(boot(Painter, Viewer)).resolves.toBeUndefined();
});

test('a job that nobody performs stops the boot, by its name', async () => {
  await expect(boot(Watcher)).rejects.toThrow('The job paint-wall has no handler');
});

test('a job that two perform stops the boot', async () => {
  await expect(boot(Painter, SecondPainter, Watcher)).rejects.toThrow('The job paint-wall has two handlers');
});

test('an event that nobody listens to stops the boot', async () => {
  await expect(boot(Painter)).rejects.toThrow('Nobody listens to WallPainted');
});

test('a job cannot be declared twice', () => {
  expect(() => defineJob('paint-wall')).toThrow('declared twice');
});
