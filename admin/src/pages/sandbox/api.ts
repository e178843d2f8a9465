import type { Connection } from '../../conversation/data/api';
import { UNNAMED_FILE } from '../../conversation/model/attachments';
import type { MediaType } from '../../conversation/model/types';
import { api } from '../../providers/http';

export interface Customer {
  /** null until the first message makes a contact of them. */
  contactId: number | null;
  number: string;
  name: string;
  unread: number;
  lastMessage: string;
  lastMessageType: string;
}

export interface SandboxMessage {
  id: string;
  fromCustomer: boolean;
  body: string;
  mediaUrl: string | null;
  mediaType: MediaType;
  quotedId: string | null;
  reactions: readonly string[];
  isDeleted: boolean;
  isEdited: boolean;
  isForwarded: boolean;
  /** Of the customer's own messages: 2 arrived, 3 read by an attendant. */
  ack: number;
  createdAt: string;
}

export interface SandboxEvent {
  action: string;
  connectionId: number;
  number: string;
  message?: Partial<SandboxMessage> & { id: string };
  /** Of typing: when, by the server's clock, as messages have it. */
  at?: string;
}

export interface Outgoing {
  body: string;
  quotedId: string | null;
  file: File | null;
}

export const sandboxKeys = {
  customers: (connectionId: number) => ['sandbox', 'customers', connectionId] as const,
  messages: (connectionId: number, number: string) => ['sandbox', 'messages', connectionId, number] as const,
};

export function createSandbox(connection: { name: string; queueIds: number[] }): Promise<Connection> {
  return api('/whatsapp', { method: 'POST', body: { ...connection, channel: 'sandbox' } });
}

export function fetchCustomers(connectionId: number, signal?: AbortSignal): Promise<Customer[]> {
  return api(`/sandbox/${connectionId}/customers`, { signal });
}

export function fetchSandboxMessages(
  connectionId: number,
  number: string,
  signal?: AbortSignal,
): Promise<{ messages: SandboxMessage[] }> {
  return api(`/sandbox/${connectionId}/messages?number=${encodeURIComponent(number)}`, { signal });
}

function base64(file: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(file);
  return promise;
}

export async function sendAsCustomer(
  connectionId: number,
  customer: Pick<Customer, 'number' | 'name'>,
  message: Outgoing,
): Promise<{ id: string }> {
  const { body, quotedId, file } = message;
  // A recorder's type carries its codec, which the server has no use for.
  const media = file && {
    mime: file.type.split(';')[0] || 'application/octet-stream',
    name: file.name || UNNAMED_FILE,
    data: await base64(file),
  };
  return api(`/sandbox/${connectionId}/messages`, {
    method: 'POST',
    body: { from: customer.number, name: customer.name, body, ...(media && { media }), ...(quotedId && { quotedId }) },
  });
}

/** The customer writes an own message anew; null takes it back. */
export function changeAsCustomer(connectionId: number, number: string, id: string, body: string | null) {
  const path = `/sandbox/${connectionId}/${body === null ? 'delete' : 'edit'}`;
  return api(path, { method: 'POST', body: { number, id, ...(body !== null && { body }) } });
}

export function sendCustomerTyping(connectionId: number, number: string): Promise<unknown> {
  return api(`/sandbox/${connectionId}/typing`, { method: 'POST', body: { number } });
}

export function markReadByCustomer(connectionId: number, number: string): Promise<unknown> {
  return api(`/sandbox/${connectionId}/read`, { method: 'POST', body: { number } });
}
