import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { t } from '../i18n.js';
import { OutboundError } from './outbound-error.js';

/** An address in a public range that is the metadata and agent endpoint of Azure. */
const cloudHosts = new Set(['168.63.129.16']);

/** Global unicast is the only routed block of IPv6; addresses that embed IPv4 in it are in other named ranges. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Whether an IP address is public: not private, local, reserved, or IPv4 embedded in IPv6. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || cloudHosts.has(address)) return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast);
}

/** @throws OutboundError when the host of a URL is an address that is not public */
export function assertPublicHost(hostname: string): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && !isPublicAddress(address)) throw refusal(hostname);
}

/**
 * A `lookup` for sockets that resolves once and returns only checked addresses, so that a name cannot change between
 * the check and the connection. A name with any private address is refused.
 */
export function guardedLookup(resolve: typeof lookup = lookup): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) done(error ?? new Error(`${hostname} has no address`), []);
      else if (!addresses.every(({ address }) => isPublicAddress(address))) done(refusal(hostname), []);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

function refusal(hostname: string): OutboundError {
  return new OutboundError(
    'refused',
    t(
      `${hostname} não é um endereço público; quem opera o servidor pode liberá-lo com OUTBOUND_ALLOW`,
      `${hostname} is not a public address; the operator can allow it by OUTBOUND_ALLOW`,
      `${hostname} no es una dirección pública; quien opera el servidor puede permitirla con OUTBOUND_ALLOW`,
    ),
  );
}
