import type { ListPage, Schemas } from '../../providers/api-types';

export interface Named {
  id: number;
  name: string;
}

export interface Colored extends Named {
  color: string;
}

export type Contact = Schemas['TicketContact'];
export type Ticket = Schemas['FoundTicket'];
export type TicketStatus = Ticket['status'];
export type TicketAction = Schemas['TicketAction'];
export type TicketPage = ListPage<'TicketsController_list'>;
/** 1 unsatisfied, 2 satisfied, 3 very satisfied. */
export type Rating = NonNullable<Ticket['rating']>;

export type Message = Schemas['MessageRow'];
export type MediaType = Message['mediaType'];
export type MessagePage = ListPage<'MessagesController_list'>;
export type QuotedMessage = Schemas['QuotedMessage'];
export type LinkCard = Schemas['MessagePreview'];

export type TicketEvent = Schemas['TicketEvent'];
export type MessageEvent = Schemas['MessageEvent'];
