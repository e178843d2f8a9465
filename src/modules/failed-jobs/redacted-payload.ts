const maxShown = 300;

/**
 * What of a payload may be shown: its numbers and switches, mostly ids. Texts stay hidden whatever they are, because they
 * may be a customer's words, a number or a sealed secret.
 */
export function redactPayload(payload: object): string {
  return entries(payload).join(' · ').slice(0, maxShown);
}

function entries(payload: object, prefix = ''): string[] {
  return Object.entries(payload).flatMap(([name, value]: [string, unknown]) => {
    if (Array.isArray(value)) return [`${prefix}${name} [${value.length}]`];
    if (typeof value === 'object' && value !== null) return prefix === '' ? entries(value, `${name}.`) : [];
    return [`${prefix}${name} ${typeof value === 'number' || typeof value === 'boolean' ? value : '…'}`];
  });
}
