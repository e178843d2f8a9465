import type { Emission } from '../events/event.js';

/**
 * Payloads of the events `company-{companyId}-{name}`, by name. The module that emits one adds it to this interface,
 * from which the API document and the admin's types are made. Generated resources get theirs from their descriptors.
 */
export interface SocketEvents {
  /** The audit log has a new entry. */
  audit: { readonly action: 'create' };
}

/**
 * The name and payload of an emission to sockets of a company.
 * @param id for a name that ends in an id, such as `company-1-chat-user-7`
 */
export const companyEvent = <Name extends keyof SocketEvents>(
  companyId: number,
  name: Name,
  payload: SocketEvents[Name],
  id?: number,
): Pick<Emission<SocketEvents[Name]>, 'name' | 'payload'> => ({
  name: `company-${companyId}-${name}${id === undefined ? '' : `-${id}`}`,
  payload,
});

/** Also emits the event under its name without the first dash, which some existing clients use. */
export const underBothNames = <E extends Pick<Emission, 'name'>>(event: E): [E, E] => [
  event,
  { ...event, name: event.name.replace('company-', 'company') },
];
