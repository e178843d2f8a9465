import { formatPhone } from '../../shared/format';
import type { Contact } from './types';

/** The contact's name, or the formatted number if there is no name. */
export function contactName({ name, number }: Pick<Contact, 'name' | 'number'>): string {
  return name === '' || name === number ? formatPhone(number) : name;
}
