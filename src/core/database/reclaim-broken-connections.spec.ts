import { MikroORM } from '@mikro-orm/postgresql';
import { serverUrl } from '../../../test/support/database.js';
import { ormConfig } from '../../mikro-orm.config.js';

const size = 2;
let orm: MikroORM;

beforeAll(async () => {
  orm = await MikroORM.init(ormConfig(serverUrl(), { min: 0, max: size }, () => undefined));
});
afterAll(() => orm.close(true));

const inTransaction = (statement: string): Promise<unknown> =>
  orm.em.fork().transactional((em) => em.execute(statement));

test('connections that break in a transaction are replaced', async () => {
  const breaks = 'select pg_terminate_backend(pg_backend_pid())';
  for (let round = 0; round <= size; round += 1) await expect(inTransaction(breaks)).rejects.toThrow();
  const work = Array.from({ length: size * 3 }, () => inTransaction('select 1 as one'));
  expect(await Promise.all(work)).toEqual(Array(size * 3).fill([{ one: 1 }]));
});
