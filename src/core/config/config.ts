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
import type { ModuleVariable } from './variable.js';
import { allVariables, type Values } from './variables.js';

/** In KiB: OWASP's second recommendation for argon2id, with two passes and a parallelism of one. */
export const soundPasswordMemory = 19_456;

/** The configuration, which is read and checked once at boot. */
@Injectable()
export class AppConfig {
  readonly nodeEnv: 'development' | 'test' | 'production';
  readonly port: number;
  readonly host: string;
  /** Origin without a trailing slash. */
  readonly publicUrl: string;
  /** An absolute path. */
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** Without a DATABASE_URL this process starts the database. */
  readonly embedded: boolean;
  /** The URL of the replica that reports are read from. */
  readonly reportsUrl: string | null;
  /** How many seconds the replica may be behind. */
  readonly reportsLag: number;
  readonly redisUrl: string | null;
  /** The absolute path of the media folder, which is not used with a bucket. */
  readonly storageDir: string;
  /** null: the media are in `storageDir`. */
  readonly bucket: Bucket | null;
  readonly role: 'all' | 'web' | 'worker';
  readonly corsOrigins: readonly string[];
  readonly trustProxy: false | string[];
  readonly jwtSecret: string;
  /** The key has 32 bytes. */
  readonly encryptionKey: Buffer;
  readonly adminEmail: string | null;
  readonly adminPassword: string | null;
  readonly demo: boolean;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly metricsToken: string | null;
  /** `host` or `host:port`, in lower case. */
  readonly outboundAllow: readonly string[];
  /** How many requests one token may send in a minute. */
  readonly apiRateLimit: number;
  /** In KiB. */
  readonly passwordMemory: number;
  /** How many seconds a body may take to arrive. */
  readonly requestTimeout: number;
  /** How many seconds pass between the signal to stop and the closing of the port. */
  readonly drainSeconds: number;
  readonly logLevel: string;
  /** Warnings about unsafe settings, which are printed at the start. */
  readonly warnings: readonly string[];
  /** The value of a module's variable, if it is set. */
  readonly get: <T>(variable: ModuleVariable<T>) => T | undefined;

  private constructor(values: EnvironmentValues, storage: StorageLocation, secrets: InstallationSecrets) {
    this.nodeEnv = values.NODE_ENV ?? 'development';
    this.port = values.PORT ?? 8080;
    this.databaseUrl = values.DATABASE_URL ?? null;
    this.embedded = this.databaseUrl === null;
    this.host = values.HOST ?? (this.nodeEnv === 'production' && !this.embedded ? '0.0.0.0' : '127.0.0.1');
    this.publicUrl = values.PUBLIC_URL ?? `http://localhost:${this.port}`;
    this.dataDir = dataDirOf(values);
    this.reportsUrl = values.DATABASE_REPORTS_URL ?? null;
    this.reportsLag = values.DATABASE_REPORTS_LAG ?? 30;
    this.redisUrl = values.REDIS_URL ?? null;
    this.storageDir = storage.dir;
    this.bucket = storage.bucket;
    this.role = values.ROLE ?? 'all';
    this.corsOrigins = values.CORS_ORIGINS ?? [];
    this.trustProxy = values.TRUST_PROXY ?? false;
    this.jwtSecret = secrets.jwtSecret;
    this.encryptionKey = secrets.encryptionKey;
    this.adminEmail = values.ADMIN_EMAIL ?? null;
    this.adminPassword = values.ADMIN_PASSWORD ?? null;
    this.demo = values.DEMO === 'on' || (values.DEMO !== 'off' && this.embedded && isLoopback(this.host));
    this.smtpUrl = values.SMTP_URL ?? null;
    this.mailFrom = values.MAIL_FROM ?? `Atende <nao-responda@${new URL(this.publicUrl).hostname}>`;
    this.metricsToken = values.METRICS_TOKEN ?? null;
    this.outboundAllow = [...(values.OUTBOUND_ALLOW ?? []), ...outboundHosts(values)];
    this.apiRateLimit = values.API_RATE_LIMIT ?? 600;
    this.passwordMemory = values.PASSWORD_MEMORY ?? soundPasswordMemory;
    this.requestTimeout = values.REQUEST_TIMEOUT ?? 30;
    this.drainSeconds = values.DRAIN_SECONDS ?? 0;
    this.logLevel = values.LOG_LEVEL ?? 'info';
    this.get = <T>({ name }: ModuleVariable<T>) => values[name] as T | undefined;
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

const dataDirOf = (values: Values): string => resolve(values.DATA_DIR ?? './data');

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
