import {
  choice,
  email,
  host,
  hosts,
  integer,
  integers,
  key,
  origin,
  origins,
  password,
  proxies,
  secret,
  text,
  url,
  type Variable,
} from './variable.js';

const made =
  'generated once into DATA_DIR/secrets.json when the database is embedded; required with NODE_ENV=production or DATABASE_URL';

/** Every variable the product reads; nothing else in `src` touches the environment. */
export const variables = {
  NODE_ENV: choice(['development', 'test', 'production'], {
    description: 'Strictness of the start: production requires explicit secrets and address.',
    whenAbsent: 'development',
  }),
  PORT: integer(
    { min: 0, max: 65_535 },
    { description: 'Port of the API, the sockets and the screens.', whenAbsent: '8080' },
  ),
  HOST: host({
    description: 'Address to listen on.',
    whenAbsent: '0.0.0.0 in production with a DATABASE_URL, 127.0.0.1 everywhere else',
  }),
  PUBLIC_URL: origin({
    description: 'Address by which browsers and providers reach this installation; media links and mails carry it.',
    whenAbsent: 'http://localhost:PORT; required in production',
  }),
  DATA_DIR: text({
    description: 'Folder of the embedded database, the generated secrets, the media and the unsent mails.',
    whenAbsent: './data',
  }),
  DATABASE_URL: url(['postgres', 'postgresql'], {
    description: 'PostgreSQL server, as a role that may create the roles and tables of the product.',
    whenAbsent: 'an embedded PostgreSQL in DATA_DIR',
    secret: true,
  }),
  REDIS_URL: url(['redis', 'rediss'], {
    description:
      'Redis server for wake-ups and events between several processes. Nothing is kept in it: it may be emptied or unavailable at any time.',
    whenAbsent: 'one process that does everything',
    secret: true,
  }),
  STORAGE_URL: text({
    description: 'Where media are kept: file:/folder. Add ?shared=1 when every process mounts the same folder.',
    whenAbsent: 'file: DATA_DIR/media',
  }),
  ROLE: choice(['all', 'web', 'worker'], {
    description:
      'What this process does: API and sockets, jobs and channels, or both. web and worker need REDIS_URL, DATABASE_URL and a shared storage.',
    whenAbsent: 'all',
  }),
  CORS_ORIGINS: origins({
    description: 'Other origins whose pages may call the API with cookies.',
    whenAbsent: 'none',
  }),
  TRUST_PROXY: proxies({
    description: 'Reverse proxies whose X-Forwarded-For is trusted.',
    whenAbsent: 'off',
  }),
  JWT_SECRET: secret(32, { description: 'Signs access tokens, refresh cookies and media links.', whenAbsent: made }),
  ENCRYPTION_KEY: key(32, {
    description: 'Encrypts provider secrets in the database; without it they cannot be read again.',
    whenAbsent: made,
  }),
  ADMIN_EMAIL: email({
    description: 'Super-administrator that is created when the database has none; together with ADMIN_PASSWORD.',
    whenAbsent: 'none is created (npm run admin -- create-super creates one)',
  }),
  ADMIN_PASSWORD: password({
    description: 'Password of ADMIN_EMAIL, used only when the account is created.',
    whenAbsent: 'none is created',
  }),
  DEMO: choice(['on', 'off', 'auto'], {
    description:
      'Demo companies, people and conversations in an empty database. auto: only embedded and only on a loopback HOST.',
    whenAbsent: 'auto',
  }),
  GRAPH_API_URL: url(['http', 'https'], {
    description: 'Graph API of Meta with its version, or a simulator of it; its host may be private.',
    whenAbsent: 'https://graph.facebook.com/v24.0',
  }),
  META_APP_SECRET: text({
    description: 'App secret that checks the signatures of webhooks of connections without one of their own.',
    whenAbsent: 'each connection needs its own',
    secret: true,
  }),
  SMTP_URL: url(['smtp', 'smtps'], {
    description: 'Mail server, like smtps://user:password@mail.example.com.',
    whenAbsent: 'mails are written to DATA_DIR/outbox instead of being sent',
    secret: true,
  }),
  MAIL_FROM: text({ description: 'Sender of the mails.', whenAbsent: 'Atende <nao-responda@host of PUBLIC_URL>' }),
  METRICS_TOKEN: secret(16, {
    description: 'Bearer token required by GET /metrics.',
    whenAbsent: 'only this machine may read /metrics',
  }),
  OUTBOUND_ALLOW: hosts({
    description: 'Private hosts that outgoing requests (webhooks, bots, AI) may reach all the same.',
    whenAbsent: 'public addresses only',
  }),
  LOGIN_LIMITS: integers(['per e-mail and address', 'per e-mail', 'per address'], {
    description: 'Failed sign-ins in 15 minutes before a 429.',
    whenAbsent: '5,50,100',
  }),
  PASSWORD_MEMORY: integer(
    { min: 1_024, max: 1_048_576 },
    {
      description: 'KiB that hashing a password takes; what is stored keeps its own. Production takes 19456 at least.',
      whenAbsent: '19456',
    },
  ),
  REQUEST_TIMEOUT: integer(
    { min: 1, max: 900 },
    { description: 'Seconds for the body of a request to arrive; forms with files have 15 minutes.', whenAbsent: '30' },
  ),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    description: 'Lowest level that is logged.',
    whenAbsent: 'info',
  }),
} as const satisfies Record<string, Variable<unknown>>;

type Parsed<V> = V extends Variable<infer T> ? T : never;

export type VariableName = keyof typeof variables;

/** The parsed values; absent ones are undefined. */
export type Values = { readonly [K in VariableName]?: Parsed<(typeof variables)[K]> };
