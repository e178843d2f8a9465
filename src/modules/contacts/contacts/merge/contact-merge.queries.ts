import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';

/** Removes the tags that the other contact has too. */
export const removeCommonTags = (companyId: number, contactId: number, otherId: number): Statement =>
  sql`delete from contact_tags x using contact_tags own where x.company_id = ${companyId}
  and x.contact_id = ${contactId} and own.company_id = x.company_id and own.contact_id = ${otherId} and own.tag_id = x.tag_id`;

/** Of the usernames of two contacts only the newest stays. */
export const keepNewestUsername = (companyId: number, contactIds: readonly number[]): Statement =>
  sql`delete from contact_identifiers x using contact_identifiers newer where x.company_id = ${companyId}
  and x.contact_id = any(${contactIds}::bigint[]) and x.kind = 'username' and newer.company_id = x.company_id
  and newer.contact_id = any(${contactIds}::bigint[]) and newer.kind = 'username'
  and (newer.updated_at, newer.id) > (x.updated_at, x.id)`;
