import { get, post } from '../../../conversation/data/api';
import { UNNAMED_FILE } from '../../../conversation/model/files';
import type { Answer, Schemas } from '../../../providers/api-types';

/** `contactId` null: until the first message creates the contact. */
export type Customer = Schemas['SandboxCustomer'];
export type SandboxMessage = Schemas['SandboxMessage'];

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
  get<Schemas['SandboxCustomer'][]>(`/sandbox/${connectionId}/customers`, {}, signal);

export const fetchSandboxMessages = (connectionId: number, number: string, signal?: AbortSignal) =>
  get<Answer<'SandboxController_messages'>>(`/sandbox/${connectionId}/messages`, { number }, signal);

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
