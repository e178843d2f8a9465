import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** One environment variable: its documentation, and how it is parsed. */
export interface Variable<T> {
  readonly kind: string;
  readonly description: string;
  /** What is used when the variable is not set, as described in `.env.example`. */
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

/** A variable with a value of its own for the case that it is not set. */
export interface DefaultedVariable<T> extends Variable<T> {
  readonly default: T;
}

/** A variable that a module declares and reads with `config.get(…)`. */
export interface ModuleVariable<T> extends Variable<T> {
  readonly name: string;
}

const declared = new Map<string, Variable<unknown>>();
export const moduleVariables: ReadonlyMap<string, Variable<unknown>> = declared;

/** Declares a variable; call it in the file that reads the variable. */
export function defineVariable<V extends Variable<unknown>>(
  name: string,
  definition: V,
): V & { readonly name: string } {
  declared.set(name, definition);
  return { ...definition, name };
}

/** A default is described as it is written, unless `whenAbsent` has other words for it. */
type VariableOptions<T> = {
  readonly description: string;
  readonly secret?: boolean;
  readonly allowsOutbound?: boolean;
} & ({ readonly whenAbsent: string; readonly default?: T } | { readonly whenAbsent?: string; readonly default: T });

type Declared<T, O> = O extends { readonly default: T } ? DefaultedVariable<T> : Variable<T>;

function variable<T, O extends VariableOptions<T>>(
  kind: string,
  about: O,
  parse: (text: string) => T,
  rules: Pick<Partial<Variable<T>>, 'comments' | 'secret'> = {},
): Declared<T, O> {
  const declared = {
    kind,
    secret: false,
    comments: /\s#/,
    whenAbsent: String(about.default),
    ...about,
    ...rules,
    parse,
  };
  return declared as unknown as Declared<T, O>;
}

export const text = <O extends VariableOptions<string>>(about: O): Declared<string, O> =>
  variable('text', about, (value) => value, { comments: /\s#\s/ });

export const host = <O extends VariableOptions<string>>(about: O): Declared<string, O> =>
  variable('host name or address', about, (value) => {
    if (isIP(value) === 0 && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value))
      throw new Error('must be a host name or an address');
    return value;
  });

export const integer = <O extends VariableOptions<number>>(
  range: { min: number; max: number },
  about: O,
): Declared<number, O> =>
  variable(`number from ${range.min} to ${range.max}`, about, (value) => integerIn(value, range));

export function choice<const C extends string, const O extends VariableOptions<NoInfer<C>>>(
  choices: readonly C[],
  about: O,
): Declared<C, O> {
  const kind = choices.join(' | ');
  return variable(kind, about, (value) => {
    const found = choices.find((candidate) => candidate === value);
    if (found === undefined) throw new Error(`must be one of: ${choices.join(', ')}`);
    return found;
  });
}

/** A URL with one of the given schemes; the value has no trailing slash. */
export const url = <O extends VariableOptions<string>>(schemes: readonly string[], about: O): Declared<string, O> =>
  variable(`URL (${schemes.join(', ')})`, about, (value) => parseUrl(value, schemes).href.replace(/\/+$/, ''));

/** A URL of a scheme, a host and a port only. */
export const origin = <O extends VariableOptions<string>>(about: O): Declared<string, O> =>
  variable('origin (http or https)', about, parseOrigin);

export const origins = <O extends VariableOptions<readonly string[]>>(about: O): Declared<readonly string[], O> =>
  variable<readonly string[], O>('origins, separated by commas', about, (value) => list(value).map(parseOrigin));

export const email = <O extends VariableOptions<string>>(about: O): Declared<string, O> =>
  variable('e-mail address', about, (value) => {
    if (!/^[^\s@<>]+@[^\s@<>]+$/.test(value)) throw new Error('must be an e-mail address');
    return value.toLowerCase();
  });

export const password = <O extends VariableOptions<string>>(about: O): Declared<string, O> =>
  variable(
    'at least 10 characters',
    about,
    (value) => {
      if (value.length < 10) throw new Error('must have at least 10 characters');
      return value;
    },
    // a sign # may be a part of it
    { comments: undefined, secret: true },
  );

/** A secret of at least `minimum` random bytes in hex, base64 or plain characters. */
export const secret = <O extends VariableOptions<string>>(minimum: number, about: O): Declared<string, O> =>
  variable(
    `at least ${minimum} random bytes, in hex or base64`,
    about,
    (value) => {
      const bytes = (decode(value) ?? Buffer.from(value)).length;
      if (bytes < minimum) throw new Error(`must carry at least ${minimum} random bytes, this one carries ${bytes}`);
      if (new Set(value).size < 10) throw new Error('is not random');
      return value;
    },
    { secret: true },
  );

export const key = <O extends VariableOptions<Buffer>>(length: number, about: O): Declared<Buffer, O> =>
  variable(
    `exactly ${length} random bytes, in hex or base64`,
    about,
    (value) => {
      const bytes = decode(value);
      if (bytes?.length !== length) throw new Error(`must be exactly ${length} random bytes in hex or base64`);
      if (new Set(bytes).size < 10) throw new Error('is not random');
      return bytes;
    },
    { secret: true },
  );

/** Hosts with an optional port, in the form that `OutboundHttp` compares. */
export const hosts = <O extends VariableOptions<readonly string[]>>(about: O): Declared<readonly string[], O> =>
  variable<readonly string[], O>('host or host:port, separated by commas', about, (value) =>
    list(value).map((host) => {
      if (!/^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i.test(host))
        throw new Error(`has "${host}", which is not host or host:port`);
      return host.toLowerCase();
    }),
  );

/** A value for Fastify's `trustProxy`. A number of proxies is refused, because it would trust any client. */
export const proxies = <O extends VariableOptions<false | string[]>>(about: O): Declared<false | string[], O> =>
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

export const integers = <O extends VariableOptions<readonly number[]>>(
  names: readonly string[],
  about: O,
): Declared<readonly number[], O> =>
  variable<readonly number[], O>(names.join(','), about, (value) => {
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
