import { checkInvariants, type Violation } from '../../src/cli/lib/invariants.js';
import { Context } from '../../src/core/context.js';
import { Db } from '../../src/core/database/db.js';
import type { TestApp } from './app.js';

/** What `npm run invariants` would find against the database of an application. */
export function violationsIn({ nest }: Pick<TestApp, 'nest'>): Promise<Violation[]> {
  return nest.get(Context).run({}, () => nest.get(Db).asPlatform(() => checkInvariants(nest.get(Db))));
}
