/** One page of a list, independent of the dialect. */
export interface Page<T, Extra = Readonly<Record<string, unknown>>> {
  readonly rows: readonly T[];
  readonly hasMore: boolean;
  /** Exact up to {@link countLimit}; a search for frequent words counts only up to the end of its page. */
  readonly count: number;
  /** true: there are more rows than `count`. */
  readonly countIsMinimum?: boolean;
  /** Where the next page starts; clients must not interpret it. */
  readonly cursor?: string | null;
  /** Further members of the envelope. */
  readonly extra?: Extra;
}

export const countLimit = 1000;

export type BoundedCount = Pick<Page<unknown>, 'count' | 'countIsMinimum'>;

/** @param count at most {@link countLimit} + 1 */
export const boundedCount = (count: number): BoundedCount =>
  count > countLimit ? { count: countLimit, countIsMinimum: true } : { count };

/**
 * Makes a page of the rows that were read: one more than requested if there are more. The last page needs no count.
 * @param matching at most {@link countLimit} + 1
 */
export function pageOf<T>(
  read: readonly T[],
  { offset, limit }: Pick<ListQuery, 'offset' | 'limit'>,
  matching: number,
): Page<T> {
  const hasMore = read.length > limit;
  const counted = read.length > 0 && !hasMore ? { count: offset + read.length } : boundedCount(matching);
  return { rows: read.slice(0, limit), hasMore, ...counted };
}

/** Days of the company's calendar as YYYY-MM-DD, or moments of them in UTC, both included; null means no limit. */
export interface Days {
  readonly from: string | null;
  readonly until: string | null;
}

/** What a caller requests of a list, in either dialect; only allowed fields are left. */
export interface ListQuery {
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
  readonly sort: { readonly field: string; readonly order: 'asc' | 'desc' };
  /** Contains allowed fields only; an array means any of its values. */
  readonly filter: Readonly<Record<string, unknown>>;
  readonly ids?: readonly number[];
  /** Only rows of these days are listed; requested by `date`, or `dateStart` and `dateEnd`. */
  readonly days?: Days;
}

export interface ListRules {
  readonly sortable: readonly string[];
  readonly filterable: readonly string[];
  /** Filters by id that are separate parameters when there is no `filter`. */
  readonly plainFilters?: readonly string[];
  readonly defaultSort: { readonly field: string; readonly order: 'asc' | 'desc' };
  readonly pageSize: number;
  /** Whether the list can be filtered by days. */
  readonly dated?: boolean;
}
