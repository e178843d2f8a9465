import { type RawBuilder, sql } from 'kysely';

/** Ids of contacts, and how many are found, as far as a list counts. */
export interface FoundContacts {
  readonly ids: number[];
  readonly total: number;
}

/** A source of one row, by name and id. @param wanted without `counting` the total may be more than there are */
export const searchContacts = (
  companyId: number,
  terms: readonly string[],
  { skipped, most, counting }: { readonly skipped: number; readonly most: number; readonly counting: boolean },
): RawBuilder<FoundContacts> => sql`search_contacts(${companyId}, ${terms}::text[], ${skipped}, ${most}, ${counting})`;
