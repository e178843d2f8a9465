import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';

/** A row if PostgreSQL has a time zone of that name. */
export const knownTimeZone = (name: string): Statement => sql`select 1 from pg_timezone_names where name = ${name}`;
