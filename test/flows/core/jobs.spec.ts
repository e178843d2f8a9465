import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { Db } from '../../../src/core/database/db.js';
import { coreErrors } from '../../../src/core/errors/core-errors.js';
import { RetryLater } from '../../../src/core/jobs/job.js';
import { Jobs, type JobToAdd } from '../../../src/core/jobs/jobs.js';
import { Runner } from '../../../src/core/jobs/runner.js';
import { sharedApp } from '../../support/app.js';
import { bodyOf } from '../../support/client.js';
import { until } from '../../support/until.js';
import { world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);

const waiting = (name: string) =>
  app.database.query<{ payload: { n: number }; due: boolean; attempts: number }>(
    'select payload, run_at <= now() as due, attempts from outbox_jobs where name = $1 order by id',
    [name],
  );
const add = (name: string, numbers: readonly number[], lane?: string): Promise<void> =>
  app.as(w.companyId, () =>
    app.nest.get(Jobs).addAll(numbers.map((n) => ({ name, payload: { n }, orderingKey: lane }))),
  );
/** Until when the job with that number is leased; null: it is not. */
const leasesOf = (name: string) => async (n: number) =>
  (
    await app.database.query<{ until: string | null }>(
      "select leased_until::text as until from outbox_jobs where name = $1 and payload->>'n' = $2",
      [name, String(n)],
    )
  )[0]?.until;
const rename = (name: string) =>
  app.nest.get(Db).run(sql`update companies set name = ${name} where id = ${w.companyId}`);

test('thousands of jobs of one company delay no other, with ordering keys or without', async () => {
  const other = await world(app);
  const order: number[] = [];
  app.nest.get(Runner).register('test-turns', {}, async (_payload, { companyId = 0 }) => void order.push(companyId));
  const insert = (companyId: number, lane: string, count: number) =>
    app.database.query(
      `insert into outbox_jobs (company_id, name, payload, ordering_key, run_at)
       select $1, 'test-turns', '{}', ${lane}, now() - make_interval(mins => 1) from generate_series(1, $2) n`,
      [companyId, count],
    );
  await insert(w.companyId, "'crowd'", 300);
  await insert(w.companyId, "'crowd-' || n", 300);
  await insert(w.companyId, 'null', 300);
  await insert(other.companyId, 'null', 3);
  await w.settled();
  expect(order).toHaveLength(903);
  // at the next claim
  expect(order.lastIndexOf(other.companyId)).toBeLessThan(40);
});

test('jobs of an ordering key run in the order they were added, also when the first has to wait', async () => {
  const done: number[] = [];
  let hold = true;
  app.nest.get(Runner).register('test-lane', { transactional: false }, async (payload) => {
    const { n } = payload as { n: number };
    if (n === 2 && hold) throw new RetryLater(60_000, 'not yet');
    done.push(n);
  });
  await add('test-lane', [1, 2, 3, 4], 'lane');
  await w.settled();
  expect(done).toEqual([1]);
  // the others wait too: claims do not read jobs that may not run
  expect((await waiting('test-lane')).map(({ payload, due }) => [payload.n, due])).toEqual([
    [2, false],
    [3, false],
    [4, false],
  ]);
  hold = false;
  await app.database.query("update outbox_jobs set run_at = now() - make_interval(secs => 1) where name = 'test-lane'");
  await w.settled();
  expect(done).toEqual([1, 2, 3, 4]);
});

test('a postponed job delays only the later ones of its ordering key', async () => {
  app.nest.get(Runner).register('test-head', { transactional: false }, async () => {
    throw new RetryLater(60_000, 'not yet');
  });
  const inSeconds = (seconds: number): { runAt: Date } => ({ runAt: new Date(Date.now() + seconds * 1000) });
  const jobs: Partial<JobToAdd>[] = [
    { orderingKey: 'head' },
    { orderingKey: 'head' },
    { orderingKey: 'head', ...inSeconds(7_200) },
    { orderingKey: 'elsewhere', ...inSeconds(20) },
    inSeconds(20),
  ];
  // in one transaction: the first is not claimed before the last is stored
  await app.as(w.companyId, () =>
    app.nest.get(Jobs).addAll(jobs.map((job, index) => ({ name: 'test-head', payload: { n: index + 1 }, ...job }))),
  );
  await w.settled();
  const rows = await app.database.query(
    "select (payload->>'n')::int as n, round(extract(epoch from run_at - now()) / 20)::int * 20 as seconds, attempts from outbox_jobs where name = 'test-head' order by id",
  );
  expect(rows).toEqual([
    { n: 1, seconds: 60, attempts: 0 },
    { n: 2, seconds: 60, attempts: 0 },
    { n: 3, seconds: 7_200, attempts: 0 },
    { n: 4, seconds: 20, attempts: 0 },
    { n: 5, seconds: 20, attempts: 0 },
  ]);
  await app.database.query("delete from outbox_jobs where name = 'test-head'");
});

test('many jobs behind a postponed one delay no other ordering key, and run after it', async () => {
  const done: number[] = [];
  let hold = true;
  app.nest.get(Runner).register('test-behind', { transactional: false }, async (payload) => {
    const { n } = payload as { n: number };
    if (n === 0 && hold) throw new RetryLater(60_000, 'not yet');
    done.push(n);
  });
  const behind = Array.from({ length: 250 }, (_, index) => index + 1);
  await add('test-behind', [0], 'behind');
  await w.settled();
  await add('test-behind', behind, 'behind');
  await add('test-behind', [1_000], 'beside');
  await w.settled();
  expect(done).toEqual([1_000]);
  hold = false;
  // also where the first is due later than those behind it, as after an older version
  await app.database.query(
    "update outbox_jobs set run_at = now() - make_interval(secs => case when payload->>'n' = '0' then 1 else 60 end) where name = 'test-behind'",
  );
  await w.settled();
  expect(done).toEqual([1_000, 0, ...behind]);
});

test('the lease of a long job is renewed, that of a job taken over is not', async () => {
  const leaseOf = leasesOf('test-long');
  const leases: (string | null | undefined)[] = [];
  let begun = (): void => undefined;
  const other = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let renewals = 0;
  app.nest.get(Runner).register('test-long', { transactional: false }, async (payload, { lease }) => {
    const { n } = payload as { n: number };
    if (n === 2) {
      await app.database.query(
        "update outbox_jobs set attempts = attempts + 1, leased_until = now() + interval '1 hour' where name = 'test-long' and payload->>'n' = '2'",
      );
      begun();
      await ended;
      return;
    }
    await other;
    const first = [await leaseOf(1), await leaseOf(2)];
    lease?.alsoRenew(() => sql`select ${++renewals}::int`);
    await until('the renewal', async () => renewals > 0 && (await leaseOf(1)) !== first[0]).finally(end);
    leases.push(first[1], await leaseOf(2));
  });
  await add('test-long', [1, 2]);
  await w.settled();
  expect(leases[0]).toBeDefined();
  expect(leases[1]).toBe(leases[0]);
  // done here, and still leased by the runner that took it over
  expect((await waiting('test-long')).map(({ payload, attempts }) => [payload.n, attempts])).toEqual([[2, 2]]);
  await app.database.query("delete from outbox_jobs where name = 'test-long'");
});

test('leases are renewed beside a job that is locked: it is being recorded', async () => {
  const leaseOf = leasesOf('test-locked');
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  app.nest.get(Runner).register('test-locked', { transactional: false }, () => over);
  await add('test-locked', [1, 2]);
  await until('both run', async () => (await leaseOf(1)) !== null && (await leaseOf(2)) !== null);
  await app
    .as(w.companyId, async () => {
      const locked = sql`select id from outbox_jobs where name = 'test-locked' and payload->>'n' = '1' for update`;
      expect(await app.nest.get(Db).rows(locked)).toHaveLength(1);
      const before = [await leaseOf(1), await leaseOf(2)];
      // before it would run out
      await until('the other is renewed', async () => (await leaseOf(2)) !== before[1], 7_000);
      expect(await leaseOf(1)).toBe(before[0]);
    })
    .finally(end);
  await w.settled();
});

test('a runner whose lease was taken over neither postpones nor fails the job', async () => {
  app.nest.get(Runner).register('test-overtaken', { transactional: false, backoff: [] }, async (payload) => {
    const { n } = payload as { n: number };
    await app.database.query(
      "update outbox_jobs set attempts = attempts + 1 where name = 'test-overtaken' and payload->>'n' = $1",
      [String(n)],
    );
    if (n === 1) throw new RetryLater(60_000, 'not yet');
    throw new Error('impossible');
  });
  await add('test-overtaken', [1, 2]);
  await w.settled();
  const rows = await app.database.query(
    "select attempts, run_at <= now() as due, leased_until is not null as leased, failed_at, last_error from outbox_jobs where name = 'test-overtaken'",
  );
  const untouched = { attempts: 2, due: true, leased: true, failed_at: null, last_error: null };
  expect(rows).toEqual([untouched, untouched]);
  await app.database.query("delete from outbox_jobs where name = 'test-overtaken'");
});

test('the transaction of a job that another process took over is rolled back', async () => {
  const names: string[] = [];
  app.nest.get(Runner).register('test-taken', {}, async (_payload, { attempt }) => {
    names.push(`Tentativa ${attempt}`);
    if (attempt === 1) {
      await rename('Da primeira');
      // this process was suspended, the lease expired, another one began
      await app.database.query(
        "update outbox_jobs set attempts = attempts + 1, leased_until = null where name = 'test-taken'",
      );
    }
  });
  await app.as(w.companyId, () => rename('Antes'));
  await add('test-taken', [1]);
  await w.settled();
  expect(names).toEqual(['Tentativa 1', 'Tentativa 3']);
  const [company] = await app.database.query('select name from companies where id = $1', [w.companyId]);
  expect(company).toEqual({ name: 'Antes' });
  expect(await waiting('test-taken')).toEqual([]);
});

test('a failing job is retried, and then kept as failed without blocking its ordering key', async () => {
  const done: number[] = [];
  app.nest.get(Runner).register('test-failing', { backoff: [0] }, async (payload) => {
    const { n } = payload as { n: number };
    if (n === 1) throw new Error('impossible');
    done.push(n);
  });
  await add('test-failing', [1, 2], 'failing');
  await w.settled();
  expect(done).toEqual([2]);
  const failed = await app.database.query(
    "select attempts, last_error, failed_at is not null as failed from outbox_jobs where name = 'test-failing'",
  );
  expect(failed).toEqual([{ attempts: 2, last_error: 'impossible', failed: true }]);
});

describe('batched jobs', () => {
  const transaction = async (): Promise<string> =>
    (await app.nest.get(Db).row<{ id: string }>(sql`select pg_current_xact_id()::text as id`))?.id ?? '';
  const note = (text: string): Promise<number> =>
    app.nest.get(Db).run(sql`update companies set name = name || ${text} where id = ${w.companyId}`);
  const noted = async (): Promise<string[]> =>
    (await app.database.query<{ name: string }>('select name from companies where id = $1', [w.companyId]))
      .flatMap(({ name }) => [...name])
      .sort();

  test('run in one transaction per company when due together', async () => {
    const other = await world(app);
    const transactions = new Map<number, Set<string>>();
    app.nest.get(Runner).register('test-shared', { batch: 5 }, async (_payloads, { companyId = 0 }) => {
      transactions.set(companyId, (transactions.get(companyId) ?? new Set()).add(await transaction()));
    });
    await app.database.query(
      `insert into outbox_jobs (company_id, name, payload) select c, 'test-shared', '{}' from unnest($1::bigint[]) c, generate_series(1, 3)`,
      [[w.companyId, other.companyId]],
    );
    await w.settled();
    expect([...transactions.keys()].sort()).toEqual([w.companyId, other.companyId].sort());
    const all = [...transactions.values()].map((each) => [...each]);
    expect(all.map(({ length }) => length)).toEqual([1, 1]);
    expect(all[0]).not.toEqual(all[1]);
    expect(await waiting('test-shared')).toEqual([]);
  });

  test('follow each other where they change the same rows, and what is claimed meanwhile goes together', async () => {
    const batches: number[][] = [];
    const first = Promise.withResolvers<void>();
    app.nest.get(Runner).register('test-sequential', { batch: 5, sequential: true }, async (payloads) => {
      batches.push((payloads as { n: number }[]).map(({ n }) => n));
      if (batches.length === 1) await first.promise;
    });
    await add('test-sequential', [1]);
    await until('the first runs', () => batches.length === 1);
    for (const n of [2, 3, 4, 5, 6, 7]) await add('test-sequential', [n]);
    await until('the others are claimed', async () =>
      (await waiting('test-sequential')).every(({ attempts }) => attempts === 1),
    );
    expect(batches).toEqual([[1]]);
    first.resolve();
    await w.settled();
    expect(batches).toEqual([[1], [2, 3, 4, 5, 6], [7]]);
  });

  test('each take effect once when one of them fails, which alone is retried', async () => {
    await app.database.query("update companies set name = '' where id = $1", [w.companyId]);
    const tried: number[] = [];
    app.nest.get(Runner).register('test-spoiled', { batch: 5, backoff: [60] }, async (payloads) => {
      for (const { n } of payloads as { n: number }[]) {
        tried.push(n);
        await note(String(n));
        if (n === 2) throw new Error('not this one');
      }
    });
    await add('test-spoiled', [1, 2, 3]);
    await w.settled();
    expect(await noted()).toEqual(['1', '3']);
    expect(tried.filter((n) => n === 2)).toHaveLength(2);
    expect(await waiting('test-spoiled')).toEqual([{ payload: { n: 2 }, due: false, attempts: 1 }]);
    await app.database.query("delete from outbox_jobs where name = 'test-spoiled'");
  });
});

test('after two starts in a row that never ended one such job runs at a time, and the fifth fails it for good', async () => {
  const done: number[] = [];
  let suspects = 0;
  let most = 0;
  app.nest.get(Runner).register('test-lost', { transactional: false }, async (payload) => {
    const { n } = payload as { n: number };
    // the first one is none any more when it is tried again
    const suspect = n > 2 || (n === 2 && !done.includes(2));
    suspects += suspect ? 1 : 0;
    most = Math.max(most, suspects);
    await wait(20);
    suspects -= suspect ? 1 : 0;
    if (n === 2 && !done.includes(2)) {
      done.push(2);
      throw new RetryLater(1, 'it has ended');
    }
    done.push(n);
  });
  // as processes leave them that were killed, for the first time, the second and the fifth
  for (const [n, lost] of [
    [1, 0],
    [2, 1],
    [3, 1],
    [4, 1],
    [5, 4],
  ])
    await app.database.query(
      `insert into outbox_jobs (company_id, name, payload, external, attempts, lost_starts, leased_until)
       values ($1, 'test-lost', $2, true, $3, $3 - 1, now() - interval '1 second')`,
      [w.companyId, JSON.stringify({ n }), Number(lost) + 1],
    );
  await w.settled();
  await until('all others have run', async () => done.length === 5);
  expect(done.toSorted()).toEqual([1, 2, 2, 3, 4]);
  expect(most).toBe(1);
  const [failed] = await app.database.query<{ id: number; reason: string; n: number }>(
    "select id, last_error as reason, (payload->>'n')::int as n from outbox_jobs where name = 'test-lost' and failed_at is not null",
  );
  expect(failed).toMatchObject({ n: 5, reason: 'O processo terminou enquanto esta tarefa rodava (5 vezes).' });
  bodyOf(await app.platform.post(`/failed-jobs/${failed?.id}/retry`));
  await until('it has run again', async () => done.includes(5));
});

test('an error of our own and an unreachable service count as tries', async () => {
  app.nest.get(Runner).register('test-refused', { transactional: false, backoff: [60] }, async (payload) => {
    const { n } = payload as { n: number };
    throw n === 1 ? coreErrors.ERR_NOT_FOUND() : Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  });
  await add('test-refused', [1, 2]);
  await w.settled();
  expect((await waiting('test-refused')).map(({ due, attempts }) => ({ due, attempts }))).toEqual([
    { due: false, attempts: 1 },
    { due: false, attempts: 1 },
  ]);
  await app.database.query("delete from outbox_jobs where name = 'test-refused'");
});

describe('a job with a key', () => {
  const jobs = () => app.nest.get(Jobs);
  const addKeyed = (n: number, key: string, inSeconds = 3600): Promise<void> =>
    app.as(w.companyId, () =>
      jobs().addAll([{ name: 'test-keyed', payload: { n }, key, runAt: new Date(Date.now() + inSeconds * 1000) }]),
    );
  const done: number[] = [];
  let whileRunning = async (): Promise<void> => undefined;
  beforeAll(() => {
    app.nest.get(Runner).register('test-keyed', { transactional: false }, async (payload) => {
      await whileRunning();
      done.push((payload as { n: number }).n);
    });
  });
  beforeEach(() => {
    done.length = 0;
    whileRunning = async () => undefined;
  });

  test('is cancelled while it waits, and its key is free again', async () => {
    await addKeyed(1, 'keyed');
    expect(await app.as(w.companyId, () => jobs().cancel('keyed'))).toBe(true);
    expect(await app.as(w.companyId, () => jobs().cancel('keyed'))).toBe(false);
    await addKeyed(2, 'keyed', 0);
    await w.settled();
    expect(done).toEqual([2]);
  });

  test('is not cancelled when the transaction fails', async () => {
    await addKeyed(1, 'keyed');
    await expect(
      app.as(w.companyId, async () => {
        await jobs().cancel('keyed');
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await waiting('test-keyed')).toHaveLength(1);
    await app.as(w.companyId, () => jobs().cancel('keyed'));
  });

  test('runs at the time it is rescheduled to', async () => {
    await addKeyed(1, 'keyed');
    expect(await app.as(w.companyId, () => jobs().reschedule('keyed', new Date()))).toBe(true);
    await w.settled();
    expect(done).toEqual([1]);
    expect(await app.as(w.companyId, () => jobs().reschedule('keyed', new Date()))).toBe(false);
  });

  test('is neither cancelled nor rescheduled while it runs, nor by another company', async () => {
    const other = await world(app);
    const answers: boolean[] = [];
    const change = async (companyId: number): Promise<void> =>
      app.as(companyId, async () => {
        answers.push(await jobs().cancel('keyed'), await jobs().reschedule('keyed', new Date()));
      });
    await addKeyed(1, 'keyed');
    await change(other.companyId);
    whileRunning = () => change(w.companyId);
    await app.as(w.companyId, () => jobs().reschedule('keyed', new Date()));
    await w.settled();
    expect(answers).toEqual([false, false, false, false]);
    expect(done).toEqual([1]);
  });
});

test('interactive jobs of a company run before bulk and maintenance, and delay no other company', async () => {
  const other = await world(app);
  const order: string[] = [];
  app.nest.get(Runner).register('test-priority', {}, async (payload) => {
    order.push((payload as { kind: string }).kind);
  });
  const insert = (companyId: number, kind: string, priority: number, count: number) =>
    app.database.query(
      `insert into outbox_jobs (company_id, name, priority, payload, run_at)
       select $1, 'test-priority', $2, jsonb_build_object('kind', $3::text), now() + interval '1 day' from generate_series(1, $4)`,
      [companyId, priority, kind, count],
    );
  await insert(w.companyId, 'maintenance', 2, 150);
  await insert(w.companyId, 'bulk', 1, 150);
  await insert(w.companyId, 'interactive', 0, 150);
  await insert(other.companyId, 'other', 2, 3);
  await app.database.query(
    "update outbox_jobs set run_at = now() - make_interval(mins => priority + 1) where name = 'test-priority'",
  );
  await w.settled();
  expect(order).toHaveLength(453);
  const first = (kind: string): number => order.indexOf(kind);
  const last = (kind: string): number => order.lastIndexOf(kind);
  // what two claims take
  const claims = 2 * 64;
  expect(last('interactive')).toBeLessThan(first('bulk') + claims);
  expect(last('bulk')).toBeLessThan(first('maintenance') + claims);
  expect(last('other')).toBeLessThan(claims);
});

test('what version 1.0.0 has stored for a listener that was renamed since is handled', async () => {
  const former = [
    ['on:ConnectionChecksService.reported', { connectionId: w.connection.id }],
    ['on:ScheduleSenderService.messageFailed', { companyId: w.companyId, messageId: 1, status: 'failed', ack: 0 }],
  ] as const;
  for (const [name, payload] of former)
    await app.database.query('insert into outbox_jobs (company_id, name, payload, run_at) values ($1, $2, $3, now())', [
      w.companyId,
      name,
      payload,
    ]);
  await w.settled();
  for (const [name] of former) expect(await waiting(name)).toEqual([]);
});
