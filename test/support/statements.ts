import type { DatabaseRole } from '../../src/core/database/database-role.js';
import { AppRole, PlatformRole } from '../../src/core/database/db.js';
import type { TestApp } from './app.js';

/** Statements that reached the database while something ran, by role. */
export interface Statements {
  readonly app: string[];
  /** Mostly authentication. */
  readonly platform: string[];
  /** Of the platform, including the runner and the sweeper. */
  readonly platformWithRunner: string[];
}

/** Runs `fn` and returns all statements of the application meanwhile, including begin and commit. */
export async function statementsOf({ nest }: TestApp, fn: () => Promise<unknown>): Promise<Statements> {
  const said: Omit<Statements, 'platformWithRunner'> = { app: [], platform: [] };
  const release = [listen(nest.get(AppRole), said.app), listen(nest.get(PlatformRole), said.platform)];
  try {
    await fn();
  } finally {
    for (const each of release) each();
  }
  // the runner polls for jobs at any time
  return { ...said, platform: withoutRunner(said.platform), platformWithRunner: said.platform };
}

function listen(role: DatabaseRole, into: string[]): () => void {
  role.onStatement = (text) => void into.push(text.replace(/\s+/g, ' ').trim());
  return () => {
    role.onStatement = undefined;
  };
}

const background = /outbox_jobs|cron_runs/;

/** Units of the platform that only look for jobs, from their begin to their commit. */
function withoutRunner(statements: readonly string[]): string[] {
  const units: string[][] = [];
  // renewing leases is one statement without a unit
  for (const statement of statements.filter((each) => !each.includes('leases'))) {
    if (statement.startsWith('begin') || units.length === 0) units.push([]);
    units.at(-1)?.push(statement);
  }
  return units
    .filter(
      (unit) =>
        !unit.some((statement) => background.test(statement)) &&
        unit.some((statement) => !/^(begin|commit|rollback)/.test(statement)),
    )
    .flat();
}
