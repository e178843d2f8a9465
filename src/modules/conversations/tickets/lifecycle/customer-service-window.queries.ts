import { type RawBuilder, sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';

/** End of the window from the contact's tickets on the connection; `now` if the contact never wrote there. */
export const remainingWindow = (
  companyId: number,
  contactId: RawBuilder<unknown>,
  connectionId: RawBuilder<unknown>,
  now: Date,
): RawBuilder<unknown> => sql`coalesce((select max(w.window_until) from tickets w where w.company_id = ${companyId}
  and w.contact_id = ${contactId} and w.connection_id = ${connectionId}), ${now}::timestamptz)`;

export const remainingWindowOf = (
  companyId: number,
  contactId: number,
  connectionId: number,
  now: Date,
): Statement<{ until: string }> =>
  sql`select ${remainingWindow(companyId, sql`${contactId}`, sql`${connectionId}`, now)} as until`;
