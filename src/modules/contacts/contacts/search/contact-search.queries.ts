import { type RawBuilder, sql } from 'kysely';

/** The ids found, and their total up to the limit at which lists stop counting. */
export interface FoundContacts {
  readonly ids: number[];
  readonly total: number;
}

/** A source of one row, ordered by name and id. @param wanted without `counting` the total may be too high */
export const searchContacts = (
  companyId: number,
  terms: readonly string[],
  { skipped, most, counting }: { readonly skipped: number; readonly most: number; readonly counting: boolean },
): RawBuilder<FoundContacts> => sql`search_contacts(${companyId}, ${terms}::text[], ${skipped}, ${most}, ${counting})`;
