import type { TicketView } from '../model/ticket-rules';

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
  hits: (ticketId: number, search: string, newest: number | undefined) =>
    ['workspace', 'hits', ticketId, search, newest] as const,
  contact: (contactId: number) => ['workspace', 'contact', contactId] as const,
  contactTickets: (contactId: number) => ['workspace', 'contactTickets', contactId] as const,
  notes: (ticketId: number) => ['workspace', 'notes', ticketId] as const,
  readers: (ticketId: number, term: string) => ['workspace', 'readers', ticketId, term] as const,
  savedViews: ['workspace', 'saved-views'] as const,
  tags: ['workspace', 'tags'] as const,
  users: ['workspace', 'users'] as const,
  queues: ['workspace', 'queues'] as const,
  viewers: ['workspace', 'viewers'] as const,
  connections: ['workspace', 'connections'] as const,
  quickMessages: ['workspace', 'quick-messages'] as const,
  templates: (connectionId: number, search: string) => ['workspace', 'templates', connectionId, search] as const,
};
