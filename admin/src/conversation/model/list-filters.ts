import type { TicketStatus } from './types';

export type ListTab = TicketStatus | 'search';

/** The filters in the address of the list; the address omits defaults. */
export interface ListFilters {
  tab: ListTab;
  search: string;
  tags: readonly number[];
  users: readonly number[];
  /** null means the default of the role. */
  showAll: boolean | null;
  /** null means all; {@link NO_QUEUE} among them means conversations without a queue. */
  queueIds: readonly number[] | null;
}

export const NO_QUEUE = 0;

const tabs: readonly ListTab[] = ['open', 'pending', 'closed', 'search'];
const MAX_IDS = 100;
const MAX_SEARCH_LENGTH = 200;

function readIds(value: string | null, id = /^[1-9]\d{0,14}$/): number[] | null {
  if (value === null) return null;
  const ids = value.split('-').filter((part) => id.test(part));
  return [...new Set(ids.map(Number))].slice(0, MAX_IDS);
}

/** Reads the filters of a query string and ignores invalid values. */
export function readFilters(query: string): ListFilters {
  const params = new URLSearchParams(query);
  const showAll = params.get('showAll');
  return {
    tab: tabs.find((tab) => tab === params.get('tab')) ?? 'open',
    search: (params.get('searchParam') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
    tags: readIds(params.get('tags')) ?? [],
    users: readIds(params.get('users')) ?? [],
    showAll: showAll === 'true' ? true : showAll === 'false' ? false : null,
    queueIds: readIds(params.get('queueIds'), /^(0|[1-9]\d{0,14})$/),
  };
}

export const queueParams = (ids: readonly number[]) => ({
  queueIds: JSON.stringify(ids.filter((id) => id !== NO_QUEUE)),
  withoutQueue: String(ids.includes(NO_QUEUE)),
});

/** Changes some filters in a query string and keeps the rest. */
export function writeFilters(query: string, change: Partial<ListFilters>): string {
  const { tab, search, tags, users, showAll, queueIds } = change;
  const params = new URLSearchParams(query);
  // null stands for the default, which the address omits
  const set = (name: string, value: string | null | undefined) => {
    if (value === null) params.delete(name);
    else if (value !== undefined) params.set(name, value);
  };
  set('tab', tab === 'open' ? null : tab);
  set('searchParam', search === '' ? null : search);
  set('tags', tags && (tags.join('-') || null));
  set('users', users && (users.join('-') || null));
  set('showAll', showAll === null ? null : showAll?.toString());
  set('queueIds', queueIds === null ? null : queueIds?.join('-'));
  // other tabs have no search
  if (tab !== undefined && tab !== 'search') params.delete('searchParam');
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
