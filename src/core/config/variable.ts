import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** One environment variable: its documentation, and how it is parsed. */
export interface Variable<T> {
  readonly kind: string;
  readonly description: string;
  /** The default, as described in `.env.example`. */
  readonly whenAbsent: string;
  /** Matches a value that is followed by a comment, which is an error. */
  readonly comments?: RegExp;
  /** Whether error messages must not contain the value. */
  readonly secret: boolean;
  /** Whether outgoing requests may reach the host of this URL, on its port, even when its address is private. */
  readonly allowsOutbound?: boolean;
  /** @throws with a sentence that continues "NAME …". */
  readonly parse: (text: string) => T;
}

/** A variable that a module declares and reads with `config.get(…)`. */
export interface ModuleVariable<T> extends Variable<T> {
  readonly name: string;
}

const declared = new Map<string, Variable<unknown>>();
export const moduleVariables: ReadonlyMap<string, Variable<unknown>> = declared;

/** Declares a variable; call it in the file that reads the variable. */
export function defineVariable<T>(name: string, definition: Variable<T>): ModuleVariable<T> {
  declared.set(name, definition);
  return { ...definition, name };
}

interface VariableOptions {
  readonly description: string;
  readonly whenAbsent: string;
  readonly secret?: boolean;
  readonly allowsOutbound?: boolean;
}

function variable<T>(kind: string, about: VariableOptions, parse: (text: string) => T): Variable<T> {
  return { kind, secret: false, comments: /\s#/, ...about, parse };
}

export const text = (about: VariableOptions): Variable<string> => ({
  ...variable('text', about, (value) => value),
  comments: /\s#\s/,
});

export const host = (about: VariableOptions): Variable<string> =>
  variable('host name or address', about, (value) => {
    if (isIP(value) === 0 && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value))
      throw new Error('must be a host name or an address');
    return value;
  });

export const integer = (range: { min: number; max: number }, about: VariableOptions): Variable<number> =>
  variable(`number from ${range.min} to ${range.max}`, about, (value) => integerIn(value, range));

export function choice<const C extends string>(choices: readonly C[], about: VariableOptions): Variable<C> {
  const kind = choices.join(' | ');
  return variable(kind, about, (value) => {
    const found = choices.find((candidate) => candidate === value);
    if (found === undefined) throw new Error(`must be one of: ${choices.join(', ')}`);
    return found;
  });
}

/** A URL with one of the given schemes; the value has no trailing slash. */
export const url = (schemes: readonly string[], about: VariableOptions): Variable<string> =>
  variable(`URL (${schemes.join(', ')})`, about, (value) => parseUrl(value, schemes).href.replace(/\/+$/, ''));

/** A URL of a scheme, a host and a port only. */
export const origin = (about: VariableOptions): Variable<string> =>
  variable('origin (http or https)', about, parseOrigin);

export const origins = (about: VariableOptions): Variable<readonly string[]> =>
  variable('origins, separated by commas', about, (value) => list(value).map(parseOrigin));

export const email = (about: VariableOptions): Variable<string> =>
  variable('e-mail address', about, (value) => {
    if (!/^[^\s@<>]+@[^\s@<>]+$/.test(value)) throw new Error('must be an e-mail address');
    return value.toLowerCase();
  });

export const password = ({ description, whenAbsent }: VariableOptions): Variable<string> => ({
  kind: 'at least 10 characters',
  description,
  whenAbsent,
  secret: true,
  parse: (value) => {
    if (value.length < 10) throw new Error('must have at least 10 characters');
    return value;
  },
});

/** A secret of at least `minimum` random bytes in hex, base64 or plain characters. */
export const secret = (minimum: number, about: VariableOptions): Variable<string> =>
  variable(`at least ${minimum} random bytes, in hex or base64`, { ...about, secret: true }, (value) => {
    const bytes = (decode(value) ?? Buffer.from(value)).length;
    if (bytes < minimum) throw new Error(`must carry at least ${minimum} random bytes, this one carries ${bytes}`);
    if (new Set(value).size < 10) throw new Error('is not random');
    return value;
  });

export const key = (length: number, about: VariableOptions): Variable<Buffer> =>
  variable(`exactly ${length} random bytes, in hex or base64`, { ...about, secret: true }, (value) => {
    const bytes = decode(value);
    if (bytes?.length !== length) throw new Error(`must be exactly ${length} random bytes in hex or base64`);
    if (new Set(bytes).size < 10) throw new Error('is not random');
    return bytes;
  });

/** Hosts with an optional port, in the form that `OutboundHttp` compares. */
export const hosts = (about: VariableOptions): Variable<readonly string[]> =>
  variable('host or host:port, separated by commas', about, (value) =>
    list(value).map((host) => {
      if (!/^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i.test(host))
        throw new Error(`has "${host}", which is not host or host:port`);
      return host.toLowerCase();
    }),
  );

/** A value for Fastify's `trustProxy`. A number of proxies is refused, because it would trust any client. */
export const proxies = (about: VariableOptions): Variable<false | string[]> =>
  variable('off, or addresses, ranges, loopback, linklocal, uniquelocal', about, (value) => {
    if (value === 'off') return false;
    return list(value).map((address) => {
      const known = ['loopback', 'linklocal', 'uniquelocal'].includes(address);
      if (!known && !ipaddr.isValidCIDR(address) && isIP(address) === 0) {
        throw new Error(`has "${address}", which is neither an address nor a range; say off, or which proxies`);
      }
      return address;
    });
  });

export const integers = (names: readonly string[], about: VariableOptions): Variable<readonly number[]> =>
  variable(names.join(','), about, (value) => {
    const numbers = list(value).map((part) => integerIn(part, { min: 1, max: 1_000_000 }));
    if (numbers.length !== names.length) throw new Error(`must be ${names.length} numbers: ${names.join(',')}`);
    return numbers;
  });

function integerIn(value: string, { min, max }: { min: number; max: number }): number {
  const number = Number(value);
  if (!/^-?\d+$/.test(value) || number < min || number > max)
    throw new Error(`must be a whole number from ${min} to ${max}`);
  return number;
}

function parseUrl(value: string, schemes: readonly string[]): URL {
  if (!URL.canParse(value)) throw new Error('must be a URL');
  const parsed = new URL(value);
  if (!schemes.includes(parsed.protocol.slice(0, -1)))
    throw new Error(`must start with ${schemes.map((s) => `${s}:`).join(' or ')}`);
  return parsed;
}

function parseOrigin(value: string): string {
  const parsed = parseUrl(value, ['http', 'https']);
  if (parsed.username || parsed.pathname !== '/' || parsed.search || parsed.hash) {
    throw new Error('must be scheme, host and port only, like https://atende.example.com');
  }
  return parsed.origin;
}

function list(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The bytes of a hex or base64 text; undefined for anything else. */
function decode(value: string): Buffer | undefined {
  if (/^([0-9a-f]{2})+$/i.test(value)) return Buffer.from(value, 'hex');
  if (/^[A-Za-z0-9+/_-]+={0,2}$/.test(value)) return Buffer.from(value, 'base64');
  return undefined;
}
