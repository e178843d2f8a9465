import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';

/** Prompts no longer transfer conversations to the department. */
export const clearQueueOfPrompts = (companyId: number, queueId: number): Statement =>
  sql`update prompts set queue_id = null, updated_at = now()
      where company_id = ${companyId} and queue_id = ${queueId}`;
