import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { defineJob, JobHandler } from '../../../../core/jobs/job.js';
import { rollUpStatements } from './figures.queries.js';

/** Stores the figures of closed days. */
export class RollUpFigures extends defineJob<{ days: readonly string[] }>('roll-up-figures', {
  priority: 'maintenance',
}) {}

/** Runs in a transaction of the company or of the platform. */
export async function rollUp(db: Db, companyId: number, days: readonly string[]): Promise<void> {
  await db.lock('figures', companyId);
  for (const statement of rollUpStatements(companyId, days)) await db.run(statement);
}

@Injectable()
export class RollUpFiguresHandler {
  constructor(private readonly db: Db) {}

  @JobHandler(RollUpFigures)
  perform({ days }: RollUpFigures['payload']): Promise<void> {
    return rollUp(this.db, this.db.companyId, days);
  }
}
