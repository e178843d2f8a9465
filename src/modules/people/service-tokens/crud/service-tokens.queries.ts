import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import { type ProgramRow, programColumns } from '../../auth/sessions/auth.queries.js';

interface TokenRow extends ProgramRow {
  /** true if the last use has to be written, which happens at most once a minute. */
  readonly unusedForAMinute: boolean;
}

/** The program of a token that has not expired. */
export const programOfToken = (tokenHash: string): Statement<TokenRow> =>
  sql`select t.id, t.name, t.scopes, ${programColumns},
    coalesce(t.last_used_at < now() - interval '1 minute', true) as "unusedForAMinute"
  from service_tokens t join companies c on c.id = t.company_id join plans p on p.id = c.plan_id
  where t.token_hash = ${tokenHash} and (t.expires_at is null or t.expires_at > now())`;

export const markTokenUsed = (id: number): Statement =>
  sql`update service_tokens set last_used_at = now() where id = ${id}`;
