import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import type { Prompt } from '../prompt.entity.js';

/** Prompts no longer transfer conversations to the department. */
export const clearQueueOfPrompts = (companyId: number, queueId: number): Statement =>
  sql`update prompts set queue_id = null, updated_at = now()
      where company_id = ${companyId} and queue_id = ${queueId}`;

/** Stores which parameters the endpoint refuses, unless the prompt has another endpoint, model or key meanwhile. */
export const rememberRefused = (
  companyId: number,
  id: number,
  { url, model, apiKey, refused }: Pick<Prompt, 'url' | 'model' | 'apiKey'> & { readonly refused: readonly string[] },
): Statement =>
  sql`update prompts set refused = ${JSON.stringify(refused)}::jsonb
      where company_id = ${companyId} and id = ${id} and url = ${url} and model = ${model}
        and api_key is not distinct from ${apiKey}`;
