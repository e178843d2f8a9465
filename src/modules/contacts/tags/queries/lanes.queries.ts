import type { Db } from '../../../../core/database/db.js';

/** Those who change lanes of the company, or what is in them, wait for each other. To be taken before any row of tags or tickets. */
export const lockLanes = (db: Db): Promise<void> => db.lock('kanban', db.companyId);
