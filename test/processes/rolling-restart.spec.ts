import { setTimeout as delay } from 'node:timers/promises';
import { Load } from '../faults/outages.js';
import { Checks } from '../support/checks.js';
import { CloudTenant } from '../support/cloud-tenant.js';
import { Deployment } from '../support/deployment.js';
import { hasRedis } from '../support/redis.js';
import { buildParts } from '../support/server-process.js';
import { until } from '../support/until.js';

let deployment: Deployment;

beforeAll(async () => {
  if (!hasRedis) return;
  await buildParts('server');
  deployment = await Deployment.start({ seed: 1, processes: 2, redis: true, env: { DRAIN_SECONDS: '8' } });
});
afterAll(() => deployment?.close());

/** What the migrations of a later release do that keep the rule of expand and contract. */
async function expandSchema(): Promise<void> {
  const { postgres } = deployment;
  const tables = await postgres.rows<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     and relname <> 'mikro_orm_migrations'`,
  );
  for (const { name } of tables) {
    await postgres.rows(`alter table "${name}" add column "of_next_release" text null`);
    await postgres.rows(`alter table "${name}" add column "with_default" int not null default 7`);
  }
  await postgres.rows('create table "things_of_next_release" ("id" bigserial primary key)');
  await postgres.rows("insert into mikro_orm_migrations (name, executed_at) values ('29990101000000-next', now())");
}

(hasRedis ? test : test.skip)(
  'under load the schema of a later release is applied and every process is restarted: no request fails',
  async () => {
    const tenant = await CloudTenant.create(deployment, { attendants: 2 });
    const load = await Load.prepare(deployment, tenant, { seed: 1, customers: 4, pauseMs: 150 });
    try {
      load.start();
      await delay(1_000);
      await expandSchema();
      await deployment.replaceServers(load.client);
      await delay(1_000);
      await load.stop();
      const failed = load.client.outcomes.filter(({ outcome }) => !['200', '201'].includes(outcome));
      const reasons = await Promise.all(deployment.servers.map((server) => server.unexpectedFailures()));
      expect([failed, reasons.flat()]).toEqual([[], []]);
      expect(load.client.outcomes.length).toBeGreaterThan(100);
      await until('sockets came back by themselves', () => load.views.every(({ reconnects }) => reconnects > 0));
      await deployment.settled();
      const checks = new Checks('after it');
      await deployment.check(checks);
      if (!checks.ok) throw new Error(checks.toString());
    } finally {
      await load.close();
    }
  },
);
