import { formatPhone } from '../../shared/format';
import type { Contact } from './types';

/** A contact without a name of its own is shown by its number, written as people write it. */
export function contactName({ name, number }: Pick<Contact, 'name' | 'number'>): string {
  return name === '' || name === number ? formatPhone(number) : name;
}
