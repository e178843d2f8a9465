// @isolated
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { importDeclarations } from '../../declarations.js';
import { AppConfig } from './config.js';
import { ConfigError } from './read-environment.js';
import { envExample } from './variables.js';

// each module declares its variables in the file that reads them
await importDeclarations('module');

const secrets = { JWT_SECRET: randomBytes(32).toString('hex'), ENCRYPTION_KEY: randomBytes(32).toString('base64') };
const server = { DATABASE_URL: 'postgres://u:p@db/atende', ...secrets };

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'atende-config-'));
});
afterEach(() => {
  rmSync(dir, { recursive: true });
});

const load = (environment: Record<string, string>): AppConfig => AppConfig.load({ DATA_DIR: dir, ...environment });

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    load(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe('with nothing set', () => {
  it('runs embedded, on this machine only, with demo data', () => {
    const config = load({ ANYTHING_ELSE: 'is not looked at', PORT: '' });
    expect(config).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:8080',
      embedded: true,
      databaseUrl: null,
      role: 'all',
      demo: true,
      trustProxy: false,
      corsOrigins: [],
      outboundAllow: [],
      warnings: [],
      mailFrom: 'Atende <nao-responda@localhost>',
      storageDir: join(dir, 'media'),
    });
  });

  it('makes the secrets once and keeps them for nobody else to read', () => {
    const first = load({});
    const second = load({});
    expect(second.jwtSecret).toBe(first.jwtSecret);
    expect(second.encryptionKey.equals(first.encryptionKey)).toBe(true);
    expect(first.encryptionKey).toHaveLength(32);
    expect(statSync(join(dir, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('refuses a damaged secrets file instead of making new keys', () => {
    writeFileSync(join(dir, 'secrets.json'), '{"jwtSecret":"');
    expect(faultsOf({})).toEqual([expect.stringContaining('secrets.json cannot be used')]);
  });
});

it('names every fault at once, without echoing a secret', () => {
  const faults = faultsOf({
    PORT: 'http',
    ROLE: 'boss',
    PUBLIC_URL: 'example.com',
    JWT_SECRET: 'hunter2',
    TRUST_PROXY: 'on',
    STORAGE_URL: 'ftp://x',
  });
  expect(faults).toHaveLength(6);
  expect(faults.join('\n')).toContain('PORT must be a whole number from 0 to 65535 (it is "http")');
  expect(faults.join('\n')).not.toContain('hunter2');
});

describe('secrets', () => {
  it.each([
    ['too short', { JWT_SECRET: 'a-short-one' }],
    ['32 hex characters are 16 bytes', { JWT_SECRET: randomBytes(16).toString('hex') }],
    ['not random', { JWT_SECRET: 'ab'.repeat(40) }],
    ['31 bytes', { ENCRYPTION_KEY: randomBytes(31).toString('base64') }],
    ['not random either', { ENCRYPTION_KEY: '00'.repeat(32) }],
  ])('are refused when %s', (_, environment) => {
    expect(faultsOf(environment)).toHaveLength(1);
  });

  it('are required with a DATABASE_URL and in production', () => {
    expect(faultsOf({ DATABASE_URL: server.DATABASE_URL })).toEqual([
      'JWT_SECRET is required with a DATABASE_URL',
      'ENCRYPTION_KEY is required with a DATABASE_URL',
    ]);
    expect(faultsOf({ NODE_ENV: 'production', ...secrets })).toEqual([
      'PUBLIC_URL is required with NODE_ENV=production',
    ]);
    expect(() => statSync(join(dir, 'secrets.json'))).toThrow();
  });

  it('are taken in hex and in base64', () => {
    const bytes = randomBytes(32);
    expect(load({ ENCRYPTION_KEY: bytes.toString('hex') }).encryptionKey.equals(bytes)).toBe(true);
    expect(load({ ENCRYPTION_KEY: bytes.toString('base64') }).encryptionKey.equals(bytes)).toBe(true);
  });
});

it('takes a replica only of a database server', () => {
  const DATABASE_REPORTS_URL = 'postgres://replica/atende';
  expect(load({ ...server, DATABASE_REPORTS_URL })).toMatchObject({
    databaseReportsUrl: DATABASE_REPORTS_URL,
    databaseReportsLag: 30,
  });
  expect(faultsOf({ DATABASE_REPORTS_URL })).toEqual([
    'DATABASE_URL is required with DATABASE_REPORTS_URL: an embedded database has no replica',
  ]);
});

describe('where it listens and whether it shows demo data', () => {
  it.each<[Record<string, string>, string, boolean]>([
    [{ HOST: '0.0.0.0' }, '0.0.0.0', false],
    [{ HOST: '0.0.0.0', DEMO: 'on' }, '0.0.0.0', true],
    [{ HOST: '::1' }, '::1', true],
    [{ DEMO: 'off' }, '127.0.0.1', false],
    [server, '127.0.0.1', false],
    [{ ...server, DEMO: 'on' }, '127.0.0.1', true],
    [{ ...server, NODE_ENV: 'production', PUBLIC_URL: 'https://a.example' }, '0.0.0.0', false],
  ])('case %#', (environment, host, demo) => {
    expect(load(environment)).toMatchObject({ host, demo });
  });
});

describe('several processes', () => {
  it('need Redis, a database server and a shared storage', () => {
    expect(faultsOf({ ...server, ROLE: 'web' })).toEqual([
      'REDIS_URL is required with ROLE=web: processes find each other through it',
      expect.stringContaining('STORAGE_URL must name a folder that every process mounts'),
    ]);
    const complete = { ...server, ROLE: 'web', REDIS_URL: 'redis://r', STORAGE_URL: 'file:/mnt/media?shared=1' };
    expect(load(complete)).toMatchObject({ role: 'web', redisUrl: 'redis://r', warnings: [] });
    expect(faultsOf({ ...secrets, ...complete, DATABASE_URL: '' })).toEqual([
      'DATABASE_URL is required with ROLE=web: an embedded database belongs to one process',
    ]);
  });

  it('may be one that has the embedded database', () => {
    expect(load({ REDIS_URL: 'redis://r' })).toMatchObject({ role: 'all', embedded: true, redisUrl: 'redis://r' });
  });

  it('of one kind need the shared storage too, once there are two of them', () => {
    expect(load({ ...server, REDIS_URL: 'redis://r' }).warnings).toEqual([
      expect.stringContaining('media are kept on this machine'),
    ]);
  });
});

it('reads the forms of a storage address', () => {
  expect(load({ STORAGE_URL: 'file:///srv/media' }).storageDir).toBe('/srv/media');
  expect(load({ STORAGE_URL: 'file:/srv/media?shared=1' }).storageDir).toBe('/srv/media');
  expect(load({ STORAGE_URL: 'file:./media' }).storageDir).toBe(resolve('media'));
  expect(faultsOf({ STORAGE_URL: 'file:/srv?share=1' })).toHaveLength(1);
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'hush' };
  expect(load({ STORAGE_URL: 'file:/srv', ...keys }).bucket).toBeNull();
  expect(load({ STORAGE_URL: 's3://media', ...keys }).bucket).toEqual({
    name: 'media',
    prefix: '',
    endpoint: null,
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'hush',
  });
  const url = 's3://media/atende/files/?endpoint=https://s3.example.com:9000&region=sa-east-1';
  expect(load({ STORAGE_URL: url, ...keys }).bucket).toMatchObject({
    name: 'media',
    prefix: 'atende/files/',
    endpoint: 'https://s3.example.com:9000',
    region: 'sa-east-1',
  });
  // a bucket is shared by all processes
  expect(load({ ...server, ROLE: 'web', REDIS_URL: 'redis://r', STORAGE_URL: url, ...keys }).role).toBe('web');
});

it.each([
  ['no keys', 's3://media', {}, /AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are required/],
  ['no secret', 's3://media', { AWS_ACCESS_KEY_ID: 'id' }, /are required/],
  ['no bucket', 's3://', {}, /must be file:\/folder or s3:\/\/bucket/],
  ['a bucket that cannot be', 's3://Media', {}, /must be s3:\/\/bucket or s3:\/\/bucket\/folder/],
  ['a folder above', 's3://media/../x', {}, /must be s3:\/\/bucket or s3:\/\/bucket\/folder/],
  ['no scheme', 's3://media?endpoint=s3.example.com', {}, /endpoint must be scheme, host and port/],
  ['an unknown option', 's3://media?zone=1', {}, /unknown option zone; s3:\/\/ knows endpoint and region/],
])('refuses a bucket with %s', (_, STORAGE_URL, more, fault) => {
  expect(faultsOf({ STORAGE_URL, ...more })).toEqual([expect.stringMatching(fault)]);
});

it('warns of plain http outside this machine, of a proxy that is not named, of cookies that cannot travel and of an open demo', () => {
  const config = load({
    PUBLIC_URL: 'http://atende.example.com',
    CORS_ORIGINS: 'https://a.example, https://b.example/',
    HOST: '0.0.0.0',
    DEMO: 'on',
  });
  expect(config.corsOrigins).toEqual(['https://a.example', 'https://b.example']);
  expect(config.warnings).toHaveLength(4);
  expect(load({ PUBLIC_URL: 'http://a.example', TRUST_PROXY: 'loopback' }).warnings).toEqual([
    expect.stringContaining('plain http'),
  ]);
  expect(load({ PUBLIC_URL: 'http://localhost:3000' }).warnings).toEqual([]);
});

it('warns of passwords that are hashed with less memory than is sound; production refuses it', () => {
  expect(load({}).passwordMemory).toBe(19_456);
  expect(load({ PASSWORD_MEMORY: '1024' })).toMatchObject({
    passwordMemory: 1_024,
    warnings: [expect.stringContaining('PASSWORD_MEMORY')],
  });
  expect(faultsOf({ PASSWORD_MEMORY: '1023' })).toHaveLength(1);
  const production = { ...server, NODE_ENV: 'production', PUBLIC_URL: 'https://a.example' };
  expect(faultsOf({ ...production, PASSWORD_MEMORY: '19455' })).toEqual([
    'PASSWORD_MEMORY must be at least 19456 with NODE_ENV=production',
  ]);
  expect(load({ ...production, PASSWORD_MEMORY: '19456' }).passwordMemory).toBe(19_456);
});

it('reads lists of hosts and proxies', () => {
  const config = load({
    OUTBOUND_ALLOW: 'Typebot.internal, 10.0.0.5:8080,[::1]:9000',
    TRUST_PROXY: 'loopback, 10.0.0.0/8',
  });
  expect(config.outboundAllow).toEqual(['typebot.internal', '10.0.0.5:8080', '[::1]:9000']);
  expect(load({ GRAPH_API_URL: 'http://10.0.0.9:9000/v24.0', OUTBOUND_ALLOW: 'a.internal' }).outboundAllow).toEqual([
    'a.internal',
    '10.0.0.9:9000',
  ]);
  expect(load({ GRAPH_API_URL: 'https://graph.internal/v24.0' }).outboundAllow).toEqual(['graph.internal:443']);
  expect(config.trustProxy).toEqual(['loopback', '10.0.0.0/8']);
  expect(load({ TRUST_PROXY: 'off' }).trustProxy).toBe(false);
  expect(faultsOf({ OUTBOUND_ALLOW: 'http://x', TRUST_PROXY: '1', LOGIN_LIMITS: '1,2' })).toHaveLength(3);
});

it('.env.example is what the declared list says', () => {
  expect(readFileSync(resolve('.env.example'), 'utf8')).toBe(envExample());
});

it('a comment behind a value, which systemd and docker leave there, is refused by name', () => {
  const faults = faultsOf({
    DATABASE_URL: `${server.DATABASE_URL}  # the primary`,
    STORAGE_URL: 's3://media?endpoint=https://s3.internal    # or file:/srv/media?shared=1',
    TRUST_PROXY: '10.0.0.5 #proxy',
    ...secrets,
  });
  expect(faults).toEqual(
    ['DATABASE_URL', 'STORAGE_URL', 'TRUST_PROXY'].map((name) =>
      expect.stringContaining(`${name} has a comment behind`),
    ),
  );
  expect(load({ ...secrets, DATA_DIR: join(dir, 'atende #2'), MAIL_FROM: 'Atende #1 <a@b.test>' })).toMatchObject({
    mailFrom: 'Atende #1 <a@b.test>',
  });
  expect(faultsOf({ ADMIN_EMAIL: 'a@b.test', ADMIN_PASSWORD: 'uma senha # longa' })).toEqual([]);
});
