import { get, post } from '../../conversation/data/api';
import { UNNAMED_FILE } from '../../conversation/model/files';
import type { MediaType } from '../../conversation/model/types';

export interface Customer {
  /** null until the first message creates the contact. */
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
  /** Of the customer's messages: 2 delivered, 3 read by an attendant. */
  ack: number;
  createdAt: string;
}

export interface SandboxEvent {
  action: string;
  connectionId: number;
  number: string;
  message?: Partial<SandboxMessage> & { id: string };
  /** Of typing: when, by the server's clock, like that of messages. */
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

export const fetchCustomers = (connectionId: number, signal?: AbortSignal) =>
  get<Customer[]>(`/sandbox/${connectionId}/customers`, {}, signal);

export const fetchSandboxMessages = (connectionId: number, number: string, signal?: AbortSignal) =>
  get<{ messages: SandboxMessage[] }>(`/sandbox/${connectionId}/messages`, { number }, signal);

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
  { body, quotedId, file }: Outgoing,
): Promise<{ id: string }> {
  // a recorder's type includes its codec, which the server does not expect
  const media = file && {
    mime: file.type.split(';')[0] || 'application/octet-stream',
    name: file.name || UNNAMED_FILE,
    data: await base64(file),
  };
  return post(`/sandbox/${connectionId}/messages`, {
    from: customer.number,
    name: customer.name,
    body,
    ...(media && { media }),
    ...(quotedId && { quotedId }),
  });
}

/** Edits a message of the customer; null deletes it. */
export const changeAsCustomer = (connectionId: number, number: string, id: string, body: string | null) =>
  body === null
    ? post(`/sandbox/${connectionId}/delete`, { number, id })
    : post(`/sandbox/${connectionId}/edit`, { number, id, body });

export const sendCustomerTyping = (connectionId: number, number: string) =>
  post(`/sandbox/${connectionId}/typing`, { number });

export const markReadByCustomer = (connectionId: number, number: string) =>
  post(`/sandbox/${connectionId}/read`, { number });
