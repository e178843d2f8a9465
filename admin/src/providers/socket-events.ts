import type { Schemas } from './api-types';

export type Mention = Schemas['NoteMentionRow'];

/** The payloads of the socket events `company-{companyId}-{name}`, by name; announcements are the platform's. */
export interface SocketEvents extends Omit<Schemas['SocketEvents'], 'chat-user'> {
  [name: `chat-user-${number}`]: Schemas['SocketEvents']['chat-user'];
}

export type SocketEventName = keyof SocketEvents;
