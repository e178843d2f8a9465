import { contactName } from '../../conversation/model/contact-name';
import type { Contact, Ticket } from '../../conversation/model/types';

/** The part of a conversation that a notification shows. */
export type NotifiedTicket = Pick<Ticket, 'uuid' | 'lastMessage' | 'lastMessageType'> & {
  contact: Pick<Contact, 'name' | 'number'>;
};

/** A conversation with a customer or a chat, by its name. */
export interface NotifiedConversation {
  uuid: string;
  name: string;
  text: string;
  type: string;
}

export const ofTicket = ({ uuid, contact, lastMessage, lastMessageType }: NotifiedTicket): NotifiedConversation => ({
  uuid,
  name: contactName(contact),
  text: lastMessage,
  type: lastMessageType,
});
