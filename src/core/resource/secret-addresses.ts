import type { Actor } from '../context.js';
import { coreErrors } from '../errors/core-errors.js';
import type { FieldMeta } from './field-meta.js';

type Fields = readonly FieldMeta[];
type Values = Readonly<Record<string, unknown>>;

const isSecret = ({ widget }: FieldMeta): boolean => widget === 'secret';
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The scheme, host and port of a URL; any other text is returned whole. */
function serverOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}

/** The secrets whose address has become another server: a secret is only sent to the server that it was entered for. */
export function lostSecrets(fields: Fields, before: Values, after: Values): string[] {
  return fields.filter(isSecret).flatMap(({ name, address }) => {
    const former = address === undefined ? '' : textOf(before[address]);
    return address !== undefined && former !== '' && serverOf(former) !== serverOf(textOf(after[address])) ? name : [];
  });
}

/**
 * Refuses secrets in a support session, because what support stores outlasts the session.
 * @param values the changed fields with their new values
 * @throws 403 ERR_SUPPORT_SESSION for a secret, and for an address that secrets are sent to
 */
export function refuseSupportSecrets(fields: Fields, actor: Actor | undefined, values: Values, before: Values): void {
  if (!actor?.support) return;
  const secrets = fields.filter(isSecret);
  const addresses = secrets.flatMap(({ address }) => address ?? []);
  const changesAddress = addresses.some((name) => name in values && textOf(values[name]) !== textOf(before[name]));
  if (changesAddress || secrets.some(({ name }) => values[name] && values[name] !== before[name]))
    throw coreErrors.ERR_SUPPORT_SESSION();
}
