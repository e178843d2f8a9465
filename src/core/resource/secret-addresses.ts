import type { Actor } from '../context.js';
import { coreErrors } from '../errors/core-errors.js';
import type { FieldMeta } from './field-meta.js';

type Fields = readonly FieldMeta[];
type Values = Readonly<Record<string, unknown>>;

const isSecret = ({ widget }: FieldMeta): boolean => widget === 'secret';
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Scheme, host and port; of what is no URL the whole text. */
function serverOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}

/** Secrets whose address has become another server: none is sent to a server that it was not entered for. */
export function lostSecrets(fields: Fields, before: Values, after: Values): string[] {
  return fields.filter(isSecret).flatMap(({ name, address }) => {
    const former = address === undefined ? '' : textOf(before[address]);
    return address !== undefined && former !== '' && serverOf(former) !== serverOf(textOf(after[address])) ? name : [];
  });
}

/**
 * What support would store goes on after its session.
 * @param values what is to change, and what it becomes
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
