import type { Answer, ListPage, Schemas } from '../../providers/api-types';
import { api } from '../../providers/http';
import { queueParams } from '../model/list-filters';
import type { TicketView } from '../model/ticket-rules';
import type { Colored, Message, MessagePage, Ticket, TicketPage } from '../model/types';

export type Connection = Schemas['ConnectionRecord'];

/** What the channel of a connection supports beyond text and files. */
export type Capabilities = Omit<Schemas['ChannelCapabilities'], 'buttons' | 'media'>;

export type Attendant = Schemas['UserRecord'];

type Params = Record<string, string | undefined>;

/** Reads `path?params`; empty parameters are left out. */
export function get<T>(path: string, params: Params = {}, signal?: AbortSignal): Promise<T> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value) query.set(name, value);
  return api(query.size > 0 ? `${path}?${query}` : path, { signal });
}

export const post = <T>(path: string, body?: unknown): Promise<T> => api(path, { method: 'POST', body });

/** A repeated call with the same key has no further effect. */
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

/** The conversations of a contact that the user may see, last changed first. */
export const fetchContactTickets = (contactId: number, cursor: string | null, signal?: AbortSignal) =>
  get<TicketPage>('/tickets', { contacts: idList([contactId]), showAll: 'true', cursor: cursor ?? undefined }, signal);

export const fetchCounters = (view: TicketView, signal?: AbortSignal) =>
  get<Answer<'TicketsController_counters'>>('/tickets/counters', scopeParams(view), signal);

export const fetchTicket = (uuid: string, signal?: AbortSignal) =>
  get<Ticket>(`/tickets/u/${encodeURIComponent(uuid)}`, {}, signal);

export const deleteTicket = (ticketId: number) => api(`/tickets/${ticketId}`, { method: 'DELETE' });

export const markTicket = (ticketId: number, as: 'read' | 'unread') => post(`/tickets/${ticketId}/${as}`);

export const sendTyping = (ticketId: number) => post(`/tickets/${ticketId}/typing`);

export interface NewTicket {
  contactId: number;
  queueId: number | null;
  whatsappId: number | null;
  userId: number;
}

export const createTicket = (ticket: NewTicket) => post<Ticket>('/tickets', { ...ticket, status: 'open' });

// `peek`: reading messages never marks them as read, `markTicket` does
const fetchMessagePage = (ticketId: number, params: Params, signal?: AbortSignal) =>
  get<MessagePage>(`/messages/${ticketId}`, { ...params, peek: 'true' }, signal);

/** Without a cursor the newest page. */
export const fetchMessages = (ticketId: number, cursor: string | null, signal?: AbortSignal) =>
  fetchMessagePage(ticketId, cursor ? { cursor } : { pageNumber: '1' }, signal);

/** A page with the message in its middle. */
export const fetchAround = (ticketId: number, messageId: number) =>
  fetchMessagePage(ticketId, { around: String(messageId) });

/** What follows a message, oldest first. */
export const fetchSince = (ticketId: number, messageId: string) => fetchMessagePage(ticketId, { after: messageId });

/** The messages of a conversation that a search finds, newest first. */
export const fetchHits = (ticketId: number, searchParam: string, signal?: AbortSignal) =>
  get<Schemas['MessageHits']>(`/messages/${ticketId}/hits`, { searchParam }, signal);

export const retryMessage = (messageId: number) => post<Message>(`/messages/${messageId}/retry`);

export const reactTo = (messageId: number, emoji: string | null) =>
  post<Message>(`/messages/${messageId}/react`, { emoji });

export const editMessage = (messageId: number, body: string) => post<Message>(`/messages/edit/${messageId}`, { body });

export const deleteMessage = (messageId: number) => api(`/messages/${messageId}`, { method: 'DELETE' });

export const forwardMessage = (messageId: number, ticketIds: number[], key: string) =>
  postOnce<Message[]>(`/messages/${messageId}/forward`, { ticketIds }, key);

/** By the stored name of the file, the last part of its address. */
export const transcribeAudio = (fileName: string) =>
  get<Schemas['Transcript']>(`/messages/transcribeAudio/${encodeURIComponent(fileName)}`);

export const searchContacts = (searchParam: string, signal?: AbortSignal) =>
  get<ListPage<'ContactsResourceController_list'>>('/contacts', { searchParam, pageNumber: '1' }, signal);

export const searchUsers = (searchParam: string, signal?: AbortSignal) =>
  get<ListPage<'UsersResourceController_list'>>('/users', { searchParam, pageNumber: '1' }, signal);

export const fetchContact = (contactId: number, signal?: AbortSignal) =>
  get<Schemas['ContactRecord']>(`/contacts/${contactId}`, {}, signal);

export const fetchQueues = (signal?: AbortSignal) => get<Colored[]>('/queue', {}, signal);

export const fetchConnections = (signal?: AbortSignal) => get<Connection[]>('/whatsapp', {}, signal);
