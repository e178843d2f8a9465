// @isolated: declares a job and an event, and has no handlers for the others
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable, Module, type Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { AppConfig } from '../../src/core/config/config.js';
import { Context } from '../../src/core/context.js';
import { Db, PLATFORM_URL } from '../../src/core/database/db.js';
import {
  Broadcast,
  DomainEvent,
  type Emission,
  InTransaction,
  OnEvent,
  TransactionEvent,
} from '../../src/core/events/event.js';
import { Events, Publisher } from '../../src/core/events/events.js';
import { Answers, definePort } from '../../src/core/events/port.js';
import { HandlerDiscovery } from '../../src/core/jobs/handler-discovery.js';
import { defineJob, JobHandler } from '../../src/core/jobs/job.js';
import { JobClaims } from '../../src/core/jobs/job-claims.js';
import { JobExecution } from '../../src/core/jobs/job-execution.js';
import { Jobs } from '../../src/core/jobs/jobs.js';
import { Runner } from '../../src/core/jobs/runner.js';
import { RunnerPresence } from '../../src/core/jobs/runner-presence.js';
import { Wake } from '../../src/core/jobs/wake.js';
import { Metrics } from '../../src/core/observability/metrics.js';
import { Bus } from '../../src/core/realtime/bus.js';

class PaintWall extends defineJob<{ wall: number }>('paint-wall') {}

@DomainEvent()
class WallPainted {}

@TransactionEvent({ required: true })
class WallSelling {
  constructor(readonly rows: string[]) {}
}

@TransactionEvent()
class WallVarnishing {}

@Injectable()
class Painter {
  @JobHandler(PaintWall)
  async perform(): Promise<void> {}
}

@Injectable()
class SecondPainter {
  @JobHandler(PaintWall)
  async perform(): Promise<void> {}
}

@Injectable()
class Watcher {
  @OnEvent(WallPainted)
  async painted(): Promise<void> {}
}

@Injectable()
class Seller {
  @InTransaction(WallSelling)
  async first({ rows }: WallSelling): Promise<void> {
    rows.push('first');
  }

  @InTransaction(WallSelling)
  async second({ rows }: WallSelling): Promise<void> {
    if (rows.includes('unsaleable')) throw new Error('not for sale');
    rows.push('second');
  }
}

const wallPrice = definePort<{ readonly metres: number }, number>('wallPrice', { required: true });

@Injectable()
class Pricer {
  @Answers(wallPrice)
  async paint({ metres }: { readonly metres: number }): Promise<number> {
    return metres * 3;
  }

  @Answers(wallPrice)
  async discount(_question: object, earlier: readonly number[]): Promise<number> {
    return -(earlier[0] ?? 0) / 10;
  }
}

@Injectable()
class Viewer {
  @Broadcast(WallPainted)
  async painted(): Promise<Emission[]> {
    return [];
  }
}

/** Starts jobs and events with these providers only. */
async function boot(providers: Type[], work: (events: Events) => Promise<void> = async () => undefined): Promise<void> {
  @Module({
    imports: [DiscoveryModule],
    providers: [
      Context,
      HandlerDiscovery,
      Jobs,
      Runner,
      RunnerPresence,
      JobClaims,
      JobExecution,
      Events,
      ...providers,
      { provide: Publisher, useValue: {} },
      { provide: Bus, useValue: { on: () => undefined } },
      { provide: Db, useValue: { setCommitHooks: () => undefined } },
      { provide: PLATFORM_URL, useValue: '' },
      { provide: AppConfig, useValue: { role: 'web' } },
      { provide: Metrics, useValue: {} },
      Wake,
    ],
  })
  class Small {}
  const module = await Test.createTestingModule({ imports: [Small] }).compile();
  try {
    await module.init();
    await work(module.get(Events));
  } finally {
    await module.close();
  }
}

test('with all handlers the application starts', async () => {
  await expect(boot([Painter, Watcher, Seller, Pricer])).resolves.toBeUndefined();
  await expect(boot([Painter, Viewer, Seller, Pricer])).resolves.toBeUndefined();
});

test('a job without a handler prevents the start, with its name', async () => {
  await expect(boot([Watcher, Seller, Pricer])).rejects.toThrow('The job paint-wall has no handler');
});

test('a job with two handlers prevents the start', async () => {
  await expect(boot([Painter, SecondPainter, Watcher, Seller, Pricer])).rejects.toThrow(
    'The job paint-wall has two handlers',
  );
});

test('an event without a listener or broadcast prevents the start', async () => {
  await expect(boot([Painter, Seller, Pricer])).rejects.toThrow('Nobody listens to WallPainted');
});

test('a required in-transaction event without a handler prevents the start, another does not', async () => {
  await expect(boot([Painter, Watcher, Pricer])).rejects.toThrow('No in-transaction handler for WallSelling');
});

test('in-transaction handlers run one after the other, before dispatch returns', async () => {
  const rows: string[] = [];
  await boot([Painter, Watcher, Seller, Pricer], async (events) => {
    await events.dispatch(new WallVarnishing());
    await events.dispatch(new WallSelling(rows));
    expect(rows).toEqual(['first', 'second']);
  });
});

test('a required port without an answer prevents the start, and answers come in order', async () => {
  await expect(boot([Painter, Watcher, Seller])).rejects.toThrow('Nobody answers wallPrice');
  await boot([Painter, Watcher, Seller, Pricer], async (events) => {
    expect(await events.ask(wallPrice, { metres: 10 })).toEqual([30, -3]);
  });
});

test('an error of an in-transaction handler reaches the sender', async () => {
  await boot([Painter, Watcher, Seller, Pricer], async (events) => {
    await expect(events.dispatch(new WallSelling(['unsaleable']))).rejects.toThrow('not for sale');
  });
});

test('only in-transaction events can be dispatched, and only other events emitted', async () => {
  await boot([Painter, Watcher, Seller, Pricer], async (events) => {
    await expect(events.dispatch(new WallPainted())).rejects.toThrow(
      'WallPainted is not a declared in-transaction event',
    );
    expect(() => events.emit(new WallVarnishing())).toThrow('WallVarnishing is not a declared event');
  });
});

test('a job cannot be declared twice', () => {
  expect(() => defineJob('paint-wall')).toThrow('declared twice');
});

test('a job is stored under the name of its class', () => {
  const folder = join(import.meta.dirname, '../../src');
  const jobs = globSync('**/*.ts', { cwd: folder }).flatMap((file) => [
    ...readFileSync(join(folder, file), 'utf8').matchAll(/class (\w+) extends defineJob<[^(]*>\(\s*'([^']+)'/g),
  ]);
  expect(jobs.length).toBeGreaterThan(40);
  const kebab = (name = ''): string => name.replaceAll(/\B[A-Z]/g, '-$&').toLowerCase();
  expect(jobs.filter(([, type, name]) => kebab(type) !== name).map(([declaration]) => declaration)).toEqual([]);
});
