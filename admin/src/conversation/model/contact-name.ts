import { formatPhone } from '../../shared/format';
import type { Contact } from './types';

/** The name, or the formatted number. */
export function contactName({ name, number }: Pick<Contact, 'name' | 'number'>): string {
  return name === '' || name === number ? formatPhone(number) : name;
}
