import { checkInvariants, type Violation } from '../../src/cli/lib/invariants.js';
import { Context } from '../../src/core/context.js';
import { Db } from '../../src/core/database/db.js';
import type { TestApp } from './app.js';

/** What `npm run invariants` would find: in a shared application among the rows of the spec file's companies, else anywhere. */
export async function violationsIn({ nest, companies }: Pick<TestApp, 'nest' | 'companies'>): Promise<Violation[]> {
  const db = nest.get(Db);
  const check = (): Promise<Violation[]> => checkInvariants(db);
  const context = nest.get(Context);
  if (!companies) return context.run({}, () => db.asPlatform(check));
  const found: Violation[] = [];
  for (const id of companies) found.push(...(await context.run({}, () => db.runAs(id, check))));
  return found;
}
