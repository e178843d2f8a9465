import { type RawBuilder, sql } from 'kysely';

export const addOutcome = (
  companyId: number,
  id: number,
  outcome: Readonly<Record<string, unknown>>,
): RawBuilder<unknown> =>
  sql`update audit_entries set data = coalesce(data, '{}') || ${JSON.stringify(outcome)}::jsonb,
       updated_at = now() where company_id = ${companyId} and id = ${id}`;
