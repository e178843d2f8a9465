import type { TicketView } from '../model/ticket-rules';

/** Where the workspace keeps things in the query cache. */
export const keys = {
  lists: ['workspace', 'tickets'] as const,
  list: (view: TicketView) => ['workspace', 'tickets', view] as const,
  allCounters: ['workspace', 'counters'] as const,
  counters: (view: TicketView) => ['workspace', 'counters', view.showAll, view.queueIds] as const,
  tickets: ['workspace', 'ticket'] as const,
  ticket: (uuid: string) => ['workspace', 'ticket', uuid] as const,
  conversations: ['workspace', 'messages'] as const,
  conversation: (ticketId: number) => ['workspace', 'messages', ticketId] as const,
  contact: (contactId: number) => ['workspace', 'contact', contactId] as const,
  queues: ['workspace', 'queues'] as const,
  connections: ['workspace', 'connections'] as const,
  templates: (connectionId: number, search: string) => ['workspace', 'templates', connectionId, search] as const,
};
