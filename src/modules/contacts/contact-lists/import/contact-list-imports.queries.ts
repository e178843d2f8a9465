import { sql } from 'kysely';
import type { Condition } from '../../../../core/database/statements.js';

/** Filters imports, which have the alias `t`. */
export const importIntoList = (contactListId: number): Condition => sql`t.contact_list_id = ${contactListId}`;
