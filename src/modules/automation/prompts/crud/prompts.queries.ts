import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';

/** Prompts no longer transfer conversations to the department. */
export const clearQueueOfPrompts = (companyId: number, queueId: number): Statement =>
  sql`update prompts set queue_id = null, updated_at = now()
      where company_id = ${companyId} and queue_id = ${queueId}`;

/** Stores which parameters the endpoint refuses, unless the prompt has another one meanwhile. */
export const rememberRefused = (
  companyId: number,
  id: number,
  { url, model, refused }: { readonly url: string; readonly model: string; readonly refused: readonly string[] },
): Statement =>
  sql`update prompts set refused = ${JSON.stringify(refused)}::jsonb
      where company_id = ${companyId} and id = ${id} and url = ${url} and model = ${model}`;
