import type { ListPage, Schemas } from '../../providers/api-types';

export interface Named {
  id: number;
  name: string;
}

export interface Colored extends Named {
  color: string;
}

/** A conversation of the kit: `ticket:7` with a contact, `chat:7` with colleagues. */
export type ConversationKey = `${'ticket' | 'chat'}:${number}`;

export type Contact = Schemas['TicketContact'];
export type Ticket = Schemas['FoundTicket'];
export type TicketStatus = Ticket['status'];
export type TicketAction = Schemas['TicketAction'];
export type TicketPage = ListPage<'TicketsController_list'>;
/** 1 is unsatisfied, 2 satisfied, 3 very satisfied. */
export type Rating = NonNullable<Ticket['rating']>;

/** `unreached` is only here: a message that did not reach the server is sent when the connection is back. */
export type Message = Omit<Schemas['MessageRow'], 'status'> & { status: Schemas['MessageRow']['status'] | 'unreached' };
export type MediaType = Message['mediaType'];
export type MessagePage = Pick<ListPage<'MessagesController_list'>, 'hasMore' | 'cursor' | 'cursorAfter'> & {
  messages: Message[];
};
export type QuotedMessage = Schemas['QuotedMessage'];
export type LinkCard = Schemas['MessagePreview'];

export type TicketEvent = Schemas['TicketEvent'];
export type MessageEvent = Schemas['MessageEvent'];
