import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';

export const lockQuickMessage = (companyId: number, id: number): Statement<object> =>
  sql`select id from quick_messages where company_id = ${companyId} and id = ${id} for update`;

/** Deletes the personal quick messages of a user and returns the keys of their files. */
export const removePersonal = (companyId: number, userId: number): Statement<{ key: string | null }> =>
  sql`delete from quick_messages where company_id = ${companyId} and user_id = ${userId} and not geral returning media_key as key`;

export const forgetOwner = (companyId: number, userId: number): Statement =>
  sql`update quick_messages set user_id = null where company_id = ${companyId} and user_id = ${userId}`;
