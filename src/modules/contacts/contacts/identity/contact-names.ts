import type { Contact } from '../contact.entity.js';

/** Whether the number is a phone number and not an id of the provider. */
export const hasPhoneNumber = ({ number }: Pick<Contact, 'number'>): boolean => /^\d+$/.test(number);

/** The maximum of the form; a longer name could not be saved again. */
const maxName = 50;
/** A name given by a channel, cut to the maximum. */
export const truncateName = (text: string): string => text.slice(0, maxName);

/** Whether the name is only the number. */
export const isNameless = ({ name, number }: Pick<Contact, 'name' | 'number'>): boolean =>
  name === number || name === truncateName(number);
