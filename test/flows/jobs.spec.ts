import { Db } from '../../src/core/database/db.js';
import { RetryLater } from '../../src/core/jobs/job.js';
import { Jobs } from '../../src/core/jobs/jobs.js';
import { Runner } from '../../src/core/jobs/runner.js';
import { startApp, type TestApp } from '../support/app.js';
import { type World, world } from '../support/world.js';

let app: TestApp;
let w: World;
beforeAll(async () => {
  app = await startApp();
  w = await world(app);
});
afterAll(() => app.close());

const waiting = (name: string) =>
  app.database.query<{ payload: { n: number }; due: boolean; attempts: number }>(
    'select payload, run_at <= now() as due, attempts from outbox_jobs where name = $1 order by id',
    [name],
  );
const add = (name: string, numbers: readonly number[], lane?: string): Promise<void> =>
  app.as(w.companyId, () => app.nest.get(Jobs).addAll(numbers.map((n) => ({ name, payload: { n }, lane }))));
const rename = (name: string) =>
  app.nest.get(Db).run('update companies set name = ? where id = ?', [name, w.companyId]);

test('jobs of a lane run in the order in which they were added, and nothing overtakes one that has to wait', async () => {
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
  // the rest waits with it: no claim looks at jobs that may not go
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

test('the effect of a job that another process took over meanwhile goes with its transaction', async () => {
  const names: string[] = [];
  app.nest.get(Runner).register('test-taken', {}, async (_payload, { attempt }) => {
    names.push(`Tentativa ${attempt}`);
    if (attempt === 1) {
      await rename('Da primeira');
      // this process stood still, the lease ran out, another one began
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

test('one that fails is tried again, and in the end waits for a person without holding up its lane', async () => {
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
