// @isolated: declares an event that the application does not handle
import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Global, Injectable, Module } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { IntegrationTokens, ServiceTokens, SessionResolver } from '../../src/core/access/session-resolver.js';
import { AppConfig } from '../../src/core/config/config.js';
import { Context } from '../../src/core/context.js';
import { CoreModule } from '../../src/core/core.module.js';
import { Db } from '../../src/core/database/db.js';
import { roleUrls } from '../../src/core/database/prepare-database.js';
import { InTransaction, TransactionEvent } from '../../src/core/events/event.js';
import { Events } from '../../src/core/events/events.js';
import { Jobs } from '../../src/core/jobs/jobs.js';
import { appConfig } from '../../src/mikro-orm.config.js';
import { cloneDatabase, type TestDatabase } from '../support/database.js';
import { encryptionKey, jwtSecret } from '../support/test-config.js';

/* Core with a module of the test, without those of the product. */

/** These jobs have no handler. */
const runAt = new Date(Date.now() + 3_600_000);

@TransactionEvent({ required: true })
class WallSelling {
  constructor(readonly forSale: boolean) {}
}

@Injectable()
class WallSeller {
  constructor(private readonly jobs: Jobs) {}

  @InTransaction(WallSelling)
  async selling({ forSale }: WallSelling): Promise<void> {
    await this.jobs.addAll([{ name: 'sold', payload: {}, runAt }]);
    if (!forSale) throw new Error('not for sale');
  }
}

@Global()
@Module({
  providers: [
    WallSeller,
    { provide: SessionResolver, useValue: {} },
    { provide: IntegrationTokens, useValue: {} },
    { provide: ServiceTokens, useValue: {} },
  ],
  exports: [SessionResolver, IntegrationTokens, ServiceTokens],
})
class WallsModule {}

let dataDir: string;
let database: TestDatabase;
let module: TestingModule;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'atende-core-'));
  database = await cloneDatabase();
  const config = AppConfig.load({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    JWT_SECRET: jwtSecret,
    ENCRYPTION_KEY: encryptionKey.toString('hex'),
    DEMO: 'off',
    LOG_LEVEL: 'silent',
  });
  const core = await CoreModule.forRoot(config, roleUrls(database.url, encryptionKey), appConfig());
  module = await Test.createTestingModule({ imports: [core, WallsModule] }).compile();
  await module.init();
});
afterAll(async () => {
  await module.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const sell = (forSale: boolean): Promise<void> =>
  module.get(Context).run({}, () =>
    module.get(Db).asPlatform(async () => {
      await module.get(Jobs).addAll([{ name: 'offered', payload: {}, runAt }]);
      await module.get(Events).dispatch(new WallSelling(forSale));
    }),
  );
const stored = async (): Promise<unknown> => database.query('select name from outbox_jobs order by id');

test('an in-transaction handler that throws rolls back the transaction of the sender', async () => {
  await expect(sell(false)).rejects.toThrow('not for sale');
  expect(await stored()).toEqual([]);
  await sell(true);
  expect(await stored()).toEqual([{ name: 'offered' }, { name: 'sold' }]);
});
