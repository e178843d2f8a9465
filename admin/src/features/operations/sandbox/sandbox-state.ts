import type { Customer, SandboxMessage } from './api';

function isWhole(message: Partial<SandboxMessage> & { id: string }): message is SandboxMessage {
  return message.createdAt !== undefined && message.fromCustomer !== undefined;
}

const byTime = (a: SandboxMessage, b: SandboxMessage) => Date.parse(a.createdAt) - Date.parse(b.createdAt);

/** Adds or changes a message; the delivery status never goes back. */
export function mergeSandboxMessage(
  messages: readonly SandboxMessage[],
  next: Partial<SandboxMessage> & { id: string },
): readonly SandboxMessage[] {
  const at = messages.findIndex(({ id }) => id === next.id);
  const known = messages[at];
  if (known) return messages.with(at, { ...known, ...next, ack: Math.max(known.ack, next.ack ?? 0) }).sort(byTime);
  return isWhole(next) ? [...messages, next].sort(byTime) : messages;
}

/** The fetched messages with changes from events during the request. */
export function refreshSandbox(
  known: readonly SandboxMessage[] | undefined,
  fetched: readonly SandboxMessage[],
): readonly SandboxMessage[] {
  return (known ?? []).reduce<readonly SandboxMessage[]>((merged, message) => {
    const listed = merged.some(({ id }) => id === message.id);
    return mergeSandboxMessage(merged, listed ? { id: message.id, ack: message.ack } : message);
  }, fetched);
}

export function addCustomer(customers: readonly Customer[], customer: Customer): readonly Customer[] {
  return customers.some(({ number }) => number === customer.number) ? customers : [customer, ...customers];
}

/** A provider's customers have a country code, which companies of Brazil leave out of numbers of their country. */
export const customerNumber = (written: string, country: string | undefined) => {
  const digits = written.replace(/\D/g, '');
  return country === 'BR' && !written.includes('+') && /^[1-9]{2}(9\d{8}|[2-9]\d{7})$/.test(digits)
    ? `55${digits}`
    : digits;
};

/** Appends a number if the name is taken. */
export function uniqueName(name: string, taken: readonly string[]): string {
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name} ${count}`;
    if (!taken.includes(candidate)) return candidate;
  }
}

/** Whether the company has sent nothing since that time. */
export function typedSince(messages: readonly SandboxMessage[], at: string): boolean {
  const last = messages.findLast(({ fromCustomer }) => !fromCustomer);
  return !last || Date.parse(last.createdAt) < Date.parse(at);
}
