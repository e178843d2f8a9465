import { join, resolve } from 'node:path';
import { Injectable } from '@nestjs/common';
import {
  ConfigError,
  type Environment,
  type EnvironmentValues,
  environmentWithDotEnv,
  readEnvironment,
} from './read-environment.js';
import { type InstallationSecrets, loadOrCreateSecrets } from './secrets-file.js';
import type { DefaultedVariable, ModuleVariable } from './variable.js';
import {
  allVariables,
  type DeclaredValues,
  declaredValues,
  soundPasswordMemory,
  type Values,
  variables,
} from './variables.js';

const Declared = class {
  constructor(values: Values) {
    Object.assign(this, declaredValues(values));
  }
} as new (
  values: Values,
) => Omit<DeclaredValues, 'demo'>;

/**
 * The configuration, which is read and checked once at boot: the variables of `variables.ts` by their names in camel
 * case, and below what is computed from several.
 */
@Injectable()
export class AppConfig extends Declared {
  override readonly host: string;
  /** Origin without a trailing slash. */
  override readonly publicUrl: string;
  /** An absolute path. */
  override readonly dataDir: string;
  /** Without a DATABASE_URL this process starts the database. */
  readonly embedded: boolean;
  /** The absolute path of the media folder, which is not used with a bucket. */
  readonly storageDir: string;
  /** null: the media are in `storageDir`. */
  readonly bucket: Bucket | null;
  override readonly jwtSecret: string;
  /** The key has 32 bytes. */
  override readonly encryptionKey: Buffer;
  readonly demo: boolean;
  override readonly mailFrom: string;
  /** `host` or `host:port`, in lower case. */
  override readonly outboundAllow: readonly string[];
  /** Warnings about unsafe settings, which are printed at the start. */
  readonly warnings: readonly string[];
  /** The value of a module's variable; undefined if it is not set and has no default. */
  readonly get: {
    <T>(variable: ModuleVariable<T> & DefaultedVariable<T>): T;
    <T>(variable: ModuleVariable<T>): T | undefined;
  };

  private constructor(values: EnvironmentValues, storage: StorageLocation, secrets: InstallationSecrets) {
    super(values);
    this.get = <T>({ name, ...rest }: ModuleVariable<T> & Partial<DefaultedVariable<T>>) =>
      (values[name] ?? rest.default) as T;
    this.embedded = this.databaseUrl === null;
    this.host = values.HOST ?? (this.nodeEnv === 'production' && !this.embedded ? '0.0.0.0' : '127.0.0.1');
    this.publicUrl = values.PUBLIC_URL ?? `http://localhost:${this.port}`;
    this.dataDir = dataDirOf(values);
    this.storageDir = storage.dir;
    this.bucket = storage.bucket;
    this.jwtSecret = secrets.jwtSecret;
    this.encryptionKey = secrets.encryptionKey;
    this.demo = values.DEMO === 'on' || (values.DEMO !== 'off' && this.embedded && isLoopback(this.host));
    this.mailFrom = values.MAIL_FROM ?? `Atende <nao-responda@${new URL(this.publicUrl).hostname}>`;
    this.outboundAllow = [...(values.OUTBOUND_ALLOW ?? []), ...outboundHosts(values)];
    this.warnings = warningsOf(this, storage.shared);
  }

  /**
   * Reads and checks the environment; by default that of the process, with the `.env` of the working folder.
   * @throws ConfigError with every error at once
   */
  static load(environment: Environment = environmentWithDotEnv()): AppConfig {
    const { values, faults } = readEnvironment(environment);
    const storage = parseStorageUrl(values);
    if (typeof storage === 'string') faults.push(storage);
    faults.push(...crossFieldErrors(values, typeof storage !== 'string' && storage.shared));
    if (faults.length > 0 || typeof storage === 'string') throw new ConfigError(faults);
    return new AppConfig(
      values,
      storage,
      loadOrCreateSecrets(dataDirOf(values), { jwtSecret: values.JWT_SECRET, encryptionKey: values.ENCRYPTION_KEY }),
    );
  }
}

/** When the operator sets a URL, outgoing requests may reach its host, on its port only. */
function outboundHosts(values: EnvironmentValues): string[] {
  return allVariables().flatMap(([name, { allowsOutbound }]) => {
    const address = values[name];
    if (!allowsOutbound || typeof address !== 'string') return [];
    const { hostname, port, protocol } = new URL(address);
    return [`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`];
  });
}

const dataDirOf = (values: Values): string => resolve(values.DATA_DIR ?? variables.DATA_DIR.default);

/** Whether only this machine can reach a server that listens on the host. */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '::1' ||
    host === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(host)
  );
}

function crossFieldErrors(values: Values, sharedStorage: boolean): string[] {
  const production = values.NODE_ENV === 'production';
  const faults: string[] = [];
  const need = (name: keyof Values, reason: string): void => {
    if (values[name] === undefined) faults.push(`${name} is required ${reason}`);
  };
  if (production || values.DATABASE_URL !== undefined) {
    const reason = production ? 'with NODE_ENV=production' : 'with a DATABASE_URL';
    need('JWT_SECRET', reason);
    need('ENCRYPTION_KEY', reason);
  }
  if (production) need('PUBLIC_URL', 'with NODE_ENV=production');
  if (production && (values.PASSWORD_MEMORY ?? soundPasswordMemory) < soundPasswordMemory) {
    faults.push(`PASSWORD_MEMORY must be at least ${soundPasswordMemory} with NODE_ENV=production`);
  }
  if (values.DATABASE_REPORTS_URL !== undefined)
    need('DATABASE_URL', 'with DATABASE_REPORTS_URL: an embedded database has no replica');
  if (values.ADMIN_PASSWORD !== undefined) need('ADMIN_EMAIL', 'with ADMIN_PASSWORD');
  if (values.ADMIN_EMAIL !== undefined) need('ADMIN_PASSWORD', 'with ADMIN_EMAIL');
  if (values.ROLE !== undefined && values.ROLE !== 'all') {
    need('REDIS_URL', `with ROLE=${values.ROLE}: processes find each other through it`);
    need('DATABASE_URL', `with ROLE=${values.ROLE}: an embedded database belongs to one process`);
    if (!sharedStorage) {
      faults.push(
        `STORAGE_URL must name a folder that every process mounts, as file:/folder?shared=1, or a bucket, as s3://bucket, with ROLE=${values.ROLE}`,
      );
    }
  }
  return faults;
}

function warningsOf(config: AppConfig, sharedStorage: boolean): string[] {
  const { protocol, hostname } = new URL(config.publicUrl);
  const warnings: string[] = [];
  if (protocol === 'http:' && !isLoopback(hostname)) {
    warnings.push(
      `PUBLIC_URL is plain http (${config.publicUrl}): passwords and conversations travel readable, and browsers do not keep the session cookie. Put TLS in front and say https.`,
    );
  }
  if (!isLoopback(hostname) && config.trustProxy === false) {
    warnings.push(
      `PUBLIC_URL is ${config.publicUrl} and TRUST_PROXY is empty: behind a reverse proxy all visitors have its address, and the failed sign-ins of one hold back all. Name the proxy in TRUST_PROXY.`,
    );
  }
  if (protocol === 'http:' && config.corsOrigins.length > 0) {
    warnings.push(
      'CORS_ORIGINS needs an https PUBLIC_URL: browsers send the session cookie to another site only over TLS.',
    );
  }
  if (config.redisUrl !== null && !config.embedded && !sharedStorage) {
    warnings.push(
      'REDIS_URL is set but media are kept on this machine: a second process needs STORAGE_URL=file:/folder?shared=1 or s3://bucket.',
    );
  }
  if (config.passwordMemory < soundPasswordMemory) {
    warnings.push(
      `PASSWORD_MEMORY is ${config.passwordMemory}: passwords are easier to guess from a stolen database than with ${soundPasswordMemory}.`,
    );
  }
  if (config.demo && !isLoopback(config.host)) {
    warnings.push(
      `DEMO=on while HOST is ${config.host}: anybody who reaches this address can sign in with the demo passwords.`,
    );
  }
  return warnings;
}

/** A bucket of a server that speaks the S3 protocol. */
export interface Bucket {
  readonly name: string;
  /** The prefix of every key; it ends with a slash unless it is empty. */
  readonly prefix: string;
  /** null: the endpoint of Amazon. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

interface StorageLocation {
  readonly dir: string;
  readonly bucket: Bucket | null;
  /** Whether every process reads and writes the same files. */
  readonly shared: boolean;
}

/** The folder of a `file:` URL (relative to the working folder), the bucket of an `s3:` URL, or an error text. */
function parseStorageUrl(values: Values): StorageLocation | string {
  const given = values.STORAGE_URL;
  const dir = join(dataDirOf(values), 'media');
  if (given === undefined) return { dir, bucket: null, shared: false };
  const [, scheme, path = '', query] = /^(file:(?:\/\/(?=\/))?|s3:\/\/)([^?]+)(?:\?(.*))?$/.exec(given) ?? [];
  if (!scheme) return `STORAGE_URL must be file:/folder or s3://bucket (it is "${given}")`;
  const known = scheme === 's3://' ? ['endpoint', 'region'] : ['shared'];
  const options = new URLSearchParams(query);
  const unknown = [...options.keys()].filter((name) => !known.includes(name));
  if (unknown.length > 0)
    return `STORAGE_URL has the unknown option ${unknown.join(', ')}; ${scheme} knows ${known.join(' and ')}`;
  if (scheme !== 's3://')
    return { dir: resolve(decodeURIComponent(path)), bucket: null, shared: options.get('shared') === '1' };
  const [, name, prefix] =
    /^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*)\/?$/.exec(path) ?? [];
  if (!name) return `STORAGE_URL must be s3://bucket or s3://bucket/folder (it is "${given}")`;
  const endpoint = options.get('endpoint');
  if (endpoint !== null && !/^https?:\/\/[^/?#@]+\/?$/.test(endpoint))
    return `STORAGE_URL: the endpoint must be scheme, host and port only, like https://s3.example.com (it is "${endpoint}")`;
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (!accessKeyId || !secretAccessKey)
    return 'STORAGE_URL names a bucket: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are required';
  const region = options.get('region') ?? 'us-east-1';
  const location = {
    name,
    prefix: prefix ? `${prefix.slice(1)}/` : '',
    endpoint,
    region,
    accessKeyId,
    secretAccessKey,
  };
  return { dir, bucket: location, shared: true };
}
