import { type RawBuilder, sql } from 'kysely';

/** Names of contact lists that begin with the text. */
export const listNamesLike = (companyId: number, begin: string): RawBuilder<{ readonly name: string }> => sql`
  select name from contact_lists where company_id = ${companyId} and starts_with(name, ${begin}) limit 10000`;
