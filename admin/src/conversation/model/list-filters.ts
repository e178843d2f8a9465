import type { TicketStatus } from './types';

export type ListTab = TicketStatus | 'search';

/** The filters in the address of the list; defaults are left out. */
export interface ListFilters {
  tab: ListTab;
  search: string;
  tags: readonly number[];
  users: readonly number[];
  /** null: the default of the role. */
  showAll: boolean | null;
  /** null: all; {@link NO_QUEUE} among them: conversations without a queue. */
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

/** Ignores invalid values. */
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

const joinIds = (ids: readonly number[]): string | null => (ids.length === 0 ? null : ids.join('-'));

const serializers: {
  [K in keyof ListFilters]: readonly [name: string, write: (value: ListFilters[K]) => string | null];
} = {
  tab: ['tab', (tab) => (tab === 'open' ? null : tab)],
  search: ['searchParam', (text) => text || null],
  tags: ['tags', joinIds],
  users: ['users', joinIds],
  showAll: ['showAll', (showAll) => (showAll === null ? null : String(showAll))],
  queueIds: ['queueIds', (ids) => (ids === null ? null : ids.join('-'))],
};

/** Changes some filters in a query string and keeps the rest. */
export function writeFilters(query: string, change: Partial<ListFilters>): string {
  const params = new URLSearchParams(query);
  const set = <K extends keyof ListFilters>(key: K) => {
    const value = change[key];
    if (value === undefined) return;
    const [name, write] = serializers[key];
    const text = write(value);
    if (text === null) params.delete(name);
    else params.set(name, text);
  };
  for (const key of Object.keys(serializers) as (keyof ListFilters)[]) set(key);
  // other tabs have no search
  if (change.tab !== undefined && change.tab !== 'search') params.delete('searchParam');
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
