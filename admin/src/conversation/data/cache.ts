import type { QueryClient } from '@tanstack/react-query';
import { type MessageListState, mergeMessage } from '../model/message-list-state';
import { applyTicketEvent, mergeContact, newestOf, type TicketListState } from '../model/ticket-list-state';
import type { CurrentUser, TicketView } from '../model/ticket-rules';
import type { Contact, Message, MessageEvent, Ticket, TicketEvent } from '../model/types';
import { queryKeys } from './query-keys';
import { recentMessageEvents, recentTicketEvents } from './recent-events';

function updateLists(client: QueryClient, edit: (state: TicketListState, view: TicketView) => TicketListState) {
  for (const [key, state] of client.getQueriesData<TicketListState>({ queryKey: queryKeys.lists })) {
    if (!state) continue;
    const next = edit(state, key[2] as TicketView);
    if (next !== state) client.setQueryData(key, next);
  }
}

function updateTickets(client: QueryClient, edit: (ticket: Ticket) => Ticket) {
  client.setQueriesData<Ticket>({ queryKey: queryKeys.tickets }, (ticket) => ticket && edit(ticket));
}

function updateOpenedTicket(client: QueryClient, next: Ticket) {
  updateTickets(client, (ticket) => (ticket.id === next.id ? newestOf(ticket, next) : ticket));
}

/** Updates every cached list and ticket. */
export function cacheTicket(client: QueryClient, ticket: Ticket, currentUser: CurrentUser): void {
  cacheTicketEvent(client, { action: 'update', ticket }, currentUser);
}

export function cacheTicketEvent(client: QueryClient, event: TicketEvent, currentUser: CurrentUser): void {
  recentTicketEvents.add(event);
  updateLists(client, (state, view) => applyTicketEvent(state, event, view, currentUser));
  if (event.action === 'update') updateOpenedTicket(client, event.ticket);
  if (event.action === 'updateUnread') {
    updateTickets(client, (ticket) => (ticket.id === event.ticketId ? { ...ticket, unreadMessages: 0 } : ticket));
  }
}

/** Adds a new message to its conversation; changes are applied wherever the message is loaded. */
export function cacheMessage(client: QueryClient, message: Message, add: boolean): void {
  for (const [key, state] of client.getQueriesData<MessageListState>({ queryKey: queryKeys.conversations })) {
    if (state) client.setQueryData(key, mergeMessage(state, message, add && key[2] === message.ticketId));
  }
}

export function cacheMessageEvent(client: QueryClient, event: MessageEvent, currentUser: CurrentUser): void {
  recentMessageEvents.add(event);
  cacheMessage(client, event.message, event.action === 'create');
  cacheTicket(client, event.ticket, currentUser);
}

export function cacheContact(client: QueryClient, contact: Contact): void {
  updateLists(client, (state) => mergeContact(state, contact));
  updateTickets(client, (ticket) =>
    ticket.contactId === contact.id ? { ...ticket, contact: { ...ticket.contact, ...contact } } : ticket,
  );
  void client.invalidateQueries({ queryKey: queryKeys.contact(contact.id) });
}
