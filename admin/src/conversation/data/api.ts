import type { Answer, ListPage, Schemas } from '../../providers/api-types';
import { api } from '../../providers/http';
import { queueParams } from '../model/list-filters';
import type { TicketView } from '../model/ticket-rules';
import type { TicketPage } from '../model/types';

export type Connection = Schemas['ConnectionRecord'];

/** What the channel of a connection supports beyond text and files. */
export type Capabilities = Omit<Schemas['ChannelCapabilities'], 'buttons' | 'media'>;

export type Attendant = Schemas['UserRecord'];

type Params = Record<string, string | undefined>;

/** Reads `path?params` and omits empty parameters. */
export function get<T>(path: string, params: Params = {}, signal?: AbortSignal): Promise<T> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value) query.set(name, value);
  return api(query.size > 0 ? `${path}?${query}` : path, { signal });
}

export const post = <T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T> =>
  api(path, { method: 'POST', body, signal });

/** A second call with the same key has no effect. */
export const postOnce = <T>(path: string, body: unknown, key: string): Promise<T> =>
  api(path, { method: 'POST', body, headers: { 'Idempotency-Key': key } });

const scopeParams = ({ showAll, queueIds }: TicketView): Params => ({
  showAll: showAll ? 'true' : undefined,
  ...(queueIds ? queueParams(queueIds) : {}),
});

const idList = (ids: readonly number[] = []) => (ids.length > 0 ? JSON.stringify(ids) : undefined);

export function fetchTickets(view: TicketView, cursor: string | null, signal?: AbortSignal): Promise<TicketPage> {
  const params = {
    status: view.status ?? undefined,
    searchParam: view.search,
    tags: idList(view.tags),
    users: idList(view.users),
    cursor: cursor ?? undefined,
    order: 'lastMessage',
    ...scopeParams(view),
  };
  return get('/tickets', params, signal);
}

export const fetchCounters = (view: TicketView, signal?: AbortSignal) =>
  get<Answer<'TicketsController_counters'>>('/tickets/counters', scopeParams(view), signal);

export const searchContacts = async (searchParam: string, signal: AbortSignal) =>
  (await get<ListPage<'ContactsResourceController_list'>>('/contacts', { searchParam, pageNumber: '1' }, signal))
    .contacts;
