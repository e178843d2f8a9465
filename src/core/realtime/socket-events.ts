import type { Emission } from '../events/event.js';

/**
 * Payloads of the events `company-{companyId}-{name}`, by name. The module that emits one adds it to this interface; the
 * document of the API and the admin's types are made from it. Those of generated resources follow from their descriptors.
 */
export interface SocketEvents {
  /** The audit log has a new entry. */
  audit: { readonly action: 'create' };
}

/**
 * Name and payload of an emission to sockets of a company.
 * @param id for a name that ends in an id, as `company-1-chat-user-7`
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

/** Under the name without the first dash as well, which some existing clients listen to. */
export const underBothNames = <E extends Pick<Emission, 'name'>>(event: E): [E, E] => [
  event,
  { ...event, name: event.name.replace('company-', 'company') },
];
