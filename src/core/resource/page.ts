/** One page of a list, before a dialect writes it. */
export interface Page<T, Extra = Readonly<Record<string, unknown>>> {
  readonly rows: readonly T[];
  readonly hasMore: boolean;
  /** Exact up to {@link countLimit}; of a search for frequent words, which stops where its page ends, up to there. */
  readonly count: number;
  /** true: there are more than `count`. */
  readonly countIsMinimum?: boolean;
  /** Where the next page starts; opaque to clients. */
  readonly cursor?: string | null;
  /** Further members of the envelope. */
  readonly extra?: Extra;
}

export const countLimit = 1000;

export type BoundedCount = Pick<Page<unknown>, 'count' | 'countIsMinimum'>;

/** @param count of at most {@link countLimit} + 1 rows */
export const boundedCount = (count: number): BoundedCount =>
  count > countLimit ? { count: countLimit, countIsMinimum: true } : { count };

/**
 * The page of the rows that were read, one more than asked where there are more. The last one needs no count.
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

/** Days of the company's calendar as YYYY-MM-DD, or moments of them in UTC, both included; null is open. */
export interface Days {
  readonly from: string | null;
  readonly until: string | null;
}

/** What a caller wants of a list, in either dialect, after the whitelist. */
export interface ListQuery {
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
  readonly sort: { readonly field: string; readonly order: 'asc' | 'desc' };
  /** Whitelisted fields only; an array means any of them. */
  readonly filter: Readonly<Record<string, unknown>>;
  readonly ids?: readonly number[];
  /** Only rows of these days; asked by `date`, or `dateStart` and `dateEnd`. */
  readonly days?: Days;
}

export interface ListRules {
  readonly sortable: readonly string[];
  readonly filterable: readonly string[];
  /** Ids that are parameters of their own where there is no `filter`. */
  readonly plainFilters?: readonly string[];
  readonly defaultSort: { readonly field: string; readonly order: 'asc' | 'desc' };
  readonly pageSize: number;
  /** The list may be narrowed to days. */
  readonly dated?: boolean;
}
