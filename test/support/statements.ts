import type { MikroORM } from '@mikro-orm/postgresql';
import { APP_ORM, PLATFORM_ORM } from '../../src/core/database/db.js';
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
  const release = [
    listen(nest.get<MikroORM>(APP_ORM), said.app),
    listen(nest.get<MikroORM>(PLATFORM_ORM), said.platform),
  ];
  try {
    await fn();
  } finally {
    for (const each of release) each();
  }
  // the runner polls for jobs at any time
  return { ...said, platform: withoutRunner(said.platform), platformWithRunner: said.platform };
}

function listen(orm: MikroORM, into: string[]): () => void {
  const logger = orm.config.getLogger();
  const original = logger.logQuery.bind(logger);
  logger.setDebugMode(['query']);
  logger.logQuery = ({ query = '' }) => void into.push(query.replace(/\s+/g, ' ').trim());
  return () => {
    logger.logQuery = original;
    logger.setDebugMode(false);
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
