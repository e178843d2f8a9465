import type { QueryClient } from '@tanstack/react-query';
import { type MessageListState, mergeMessage } from '../model/message-list';
import { applyMessageEvent, applyTicketEvent, mergeContact, newerOf, type TicketListState } from '../model/ticket-list';
import type { TicketView, Viewer } from '../model/ticket-rules';
import type { Contact, Message, MessageEvent, Ticket, TicketEvent } from '../model/types';
import { heardMessages, heardTickets } from './heard';
import { keys } from './keys';

function editLists(client: QueryClient, edit: (state: TicketListState, view: TicketView) => TicketListState) {
  for (const [key, state] of client.getQueriesData<TicketListState>({ queryKey: keys.lists })) {
    if (!state) continue;
    const next = edit(state, key[2] as TicketView);
    if (next !== state) client.setQueryData(key, next);
  }
}

function editTickets(client: QueryClient, edit: (ticket: Ticket) => Ticket) {
  client.setQueriesData<Ticket>({ queryKey: keys.tickets }, (ticket) => ticket && edit(ticket));
}

function mergeOpened(client: QueryClient, next: Ticket) {
  editTickets(client, (ticket) => (ticket.id === next.id ? newerOf(ticket, next) : ticket));
}

/** Brings a ticket, as an answer or an event tells it, into everything that shows it. */
export function putTicket(client: QueryClient, ticket: Ticket, viewer: Viewer): void {
  takeTicketEvent(client, { action: 'update', ticket }, viewer);
}

export function takeTicketEvent(client: QueryClient, event: TicketEvent, viewer: Viewer): void {
  heardTickets.add(event);
  editLists(client, (state, view) => applyTicketEvent(state, event, view, viewer));
  if (event.action === 'update') mergeOpened(client, event.ticket);
  if (event.action === 'updateUnread') {
    editTickets(client, (ticket) => (ticket.id === event.ticketId ? { ...ticket, unreadMessages: 0 } : ticket));
  }
}

/** A message goes into the conversation of its ticket; a change of one also into conversations that reach back to it. */
export function putMessage(client: QueryClient, message: Message, add: boolean): void {
  for (const [key, state] of client.getQueriesData<MessageListState>({ queryKey: keys.conversations })) {
    if (state) client.setQueryData(key, mergeMessage(state, message, add && key[2] === message.ticketId));
  }
}

export function takeMessageEvent(client: QueryClient, event: MessageEvent, viewer: Viewer): void {
  heardTickets.add({ action: 'update', ticket: event.ticket });
  heardMessages.add(event);
  putMessage(client, event.message, event.action === 'create');
  editLists(client, (state, view) => applyMessageEvent(state, event, view, viewer));
  mergeOpened(client, event.ticket);
}

export function takeContact(client: QueryClient, contact: Contact): void {
  editLists(client, (state) => mergeContact(state, contact));
  editTickets(client, (ticket) =>
    ticket.contactId === contact.id ? { ...ticket, contact: { ...ticket.contact, ...contact } } : ticket,
  );
  void client.invalidateQueries({ queryKey: keys.contact(contact.id) });
}
