import { queryClient, refetch } from '../../providers/query-client';
import { type SessionUser, session } from '../../providers/session';
import { type MessageListState, mergeMessage } from '../model/message-list-state';
import { applyTicketEvent, mergeContact, newestOf, type TicketListState } from '../model/ticket-list-state';
import type { CurrentUser, TicketView } from '../model/ticket-rules';
import type { Contact, Message, MessageEvent, Ticket, TicketEvent } from '../model/types';
import { recentMessageEvents, recentTicketEvents } from './recent-events';

export const queryKeys = {
  lists: ['workspace', 'tickets'] as const,
  list: (view: TicketView) => ['workspace', 'tickets', view] as const,
  allCounters: ['workspace', 'counters'] as const,
  counters: (view: TicketView) => ['workspace', 'counters', view.showAll, view.queueIds] as const,
  firstRun: ['workspace', 'firstRun'] as const,
  tickets: ['workspace', 'ticket'] as const,
  ticket: (uuid: string) => ['workspace', 'ticket', uuid] as const,
  conversations: ['workspace', 'messages'] as const,
  conversation: (ticketId: number) => ['workspace', 'messages', ticketId] as const,
  chats: ['chats'] as const,
  chatLists: ['chats', 'list'] as const,
  chatList: (search: string) => ['chats', 'list', search] as const,
  chat: (uuid: string) => ['chats', 'chat', uuid] as const,
  chatMessages: (chatId: number) => ['chats', 'messages', chatId] as const,
  contact: (contactId: number) => ['workspace', 'contact', contactId] as const,
  notes: (ticketId: number) => ['workspace', 'notes', ticketId] as const,
  savedViews: ['workspace', 'saved-views'] as const,
  tags: ['workspace', 'tags'] as const,
  queues: ['workspace', 'queues'] as const,
  viewers: ['workspace', 'viewers'] as const,
  connections: ['workspace', 'connections'] as const,
  quickMessages: ['workspace', 'quick-messages'] as const,
  fileLists: ['workspace', 'file-lists'] as const,
};

export const toCurrentUser = ({ id, profile, queues }: SessionUser): CurrentUser => ({
  id,
  profile,
  queueIds: queues.map((queue) => queue.id),
});

function updateLists(edit: (state: TicketListState, view: TicketView) => TicketListState) {
  for (const [key, state] of queryClient.getQueriesData<TicketListState>({ queryKey: queryKeys.lists })) {
    if (!state) continue;
    const next = edit(state, key[2] as TicketView);
    if (next !== state) queryClient.setQueryData(key, next);
  }
}

function updateTickets(edit: (ticket: Ticket) => Ticket) {
  queryClient.setQueriesData<Ticket>({ queryKey: queryKeys.tickets }, (ticket) => ticket && edit(ticket));
}

/** Updates every cached list and ticket. */
export const cacheTicket = (ticket: Ticket) => cacheTicketEvent({ action: 'update', ticket });

export function cacheTicketEvent(event: TicketEvent): void {
  recentTicketEvents.add(event);
  // null after signing out; the cache is empty then
  const currentUser = session.user && toCurrentUser(session.user);
  if (currentUser) updateLists((state, view) => applyTicketEvent(state, event, view, currentUser));
  if (event.action === 'update')
    updateTickets((ticket) => (ticket.id === event.ticket.id ? newestOf(ticket, event.ticket) : ticket));
  if (event.action === 'updateUnread')
    updateTickets((ticket) => (ticket.id === event.ticketId ? { ...ticket, unreadMessages: 0 } : ticket));
}

/** Adds a new message to its conversation; changes apply wherever the message is loaded. */
export function cacheMessage(message: Message, add: boolean): void {
  for (const [key, state] of queryClient.getQueriesData<MessageListState>({ queryKey: queryKeys.conversations })) {
    if (state) queryClient.setQueryData(key, mergeMessage(state, message, add && key[2] === message.ticketId));
  }
}

export function cacheMessageEvent(event: MessageEvent): void {
  recentMessageEvents.add(event);
  cacheMessage(event.message, event.action === 'create');
  cacheTicket(event.ticket);
}

export function cacheContact(contact: Contact): void {
  updateLists((state) => mergeContact(state, contact));
  updateTickets((ticket) =>
    ticket.contactId === contact.id ? { ...ticket, contact: { ...ticket.contact, ...contact } } : ticket,
  );
  refetch(queryKeys.contact(contact.id));
}
