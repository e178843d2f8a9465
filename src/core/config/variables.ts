import {
  choice,
  type DefaultedVariable,
  email,
  host,
  hosts,
  integer,
  key,
  moduleVariables,
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

/** In KiB: OWASP's second recommendation for argon2id, with two passes and a parallelism of one. */
export const soundPasswordMemory = 19_456;

/** The variables of core; modules declare theirs with `defineVariable`. Nothing else in `src` reads the environment. */
export const variables = {
  NODE_ENV: choice(['development', 'test', 'production'], {
    description: 'Strictness of the start: production requires explicit secrets and address.',
    default: 'development',
  }),
  PORT: integer(
    { min: 0, max: 65_535 },
    { description: 'Port of the API, the sockets and the screens.', default: 8080 },
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
    default: './data',
  }),
  DATABASE_URL: url(['postgres', 'postgresql'], {
    description: 'PostgreSQL server, as a role that may create the roles and tables of the product.',
    whenAbsent: 'an embedded PostgreSQL in DATA_DIR',
    secret: true,
  }),
  DATABASE_REPORTS_URL: url(['postgres', 'postgresql'], {
    description:
      'Streaming replica of DATABASE_URL that reports and their exports are read from; its role is not used. While it is unavailable or behind, the primary answers.',
    whenAbsent: 'reports are read from DATABASE_URL',
    secret: true,
  }),
  DATABASE_REPORTS_LAG: integer(
    { min: 2, max: 3_600 },
    { description: 'Seconds that the replica in DATABASE_REPORTS_URL may be behind.', default: 30 },
  ),
  REDIS_URL: url(['redis', 'rediss'], {
    description:
      'Redis server for wake-ups and events between several processes. Nothing is kept in it: it may be emptied or unavailable at any time.',
    whenAbsent: 'one process that does everything',
    secret: true,
  }),
  STORAGE_URL: text({
    description:
      'Where media are kept: file:/folder, with ?shared=1 when every process mounts the same folder, or s3://bucket/folder with ?endpoint=https://host:port (any server that speaks the S3 protocol; without it Amazon) and &region=….',
    whenAbsent: 'file: DATA_DIR/media',
  }),
  AWS_ACCESS_KEY_ID: text({ description: 'Key of the bucket in STORAGE_URL.', whenAbsent: 'required with s3://' }),
  AWS_SECRET_ACCESS_KEY: text({
    description: 'Secret of AWS_ACCESS_KEY_ID.',
    whenAbsent: 'required with s3://',
    secret: true,
  }),
  ROLE: choice(['all', 'web', 'worker'], {
    description:
      'What this process does: API, sockets and the messages that it takes, jobs and channels, or all of it. web and worker need REDIS_URL, DATABASE_URL and a shared storage.',
    default: 'all',
  }),
  CORS_ORIGINS: origins({
    description: 'Other origins whose pages may call the API with cookies.',
    default: [],
    whenAbsent: 'none',
  }),
  TRUST_PROXY: proxies({
    description: 'Reverse proxies whose X-Forwarded-For is trusted.',
    default: false,
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
    default: 'auto',
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
  API_RATE_LIMIT: integer(
    { min: 1, max: 1_000_000 },
    {
      description: 'Requests in a minute with one connection token or service token before a 429.',
      default: 600,
    },
  ),
  PASSWORD_MEMORY: integer(
    { min: 1_024, max: 1_048_576 },
    {
      description: 'KiB that hashing a password takes; what is stored keeps its own. Production takes 19456 at least.',
      default: soundPasswordMemory,
    },
  ),
  REQUEST_TIMEOUT: integer(
    { min: 1, max: 900 },
    { description: 'Seconds for the body of a request to arrive; forms with files have 15 minutes.', default: 30 },
  ),
  DRAIN_SECONDS: integer(
    { min: 0, max: 60 },
    {
      description:
        'Seconds for which a process that stops still takes requests while /health/ready answers 503: as long as a load balancer needs to notice.',
      default: 0,
    },
  ),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    description: 'Lowest level that is logged.',
    default: 'info',
  }),
} as const satisfies Record<string, Variable<unknown>>;

/** The variables of core and of the loaded modules, by name. */
export const allVariables = (): [string, Variable<unknown>][] => [
  ...Object.entries(variables),
  ...[...moduleVariables].toSorted(([a], [b]) => a.localeCompare(b)),
];

type Parsed<V> = V extends Variable<infer T> ? T : never;
type CamelCase<S extends string> = S extends `${infer Word}_${infer Rest}`
  ? `${Lowercase<Word>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<S>;

/** The parsed values; those that are not set are undefined. */
export type Values = { readonly [K in keyof typeof variables]?: Parsed<(typeof variables)[K]> };

/** The values by name in camel case: `DATABASE_URL` as `databaseUrl`; null is not set and without a default. */
export type DeclaredValues = {
  readonly [K in keyof typeof variables as CamelCase<K>]:
    | Parsed<(typeof variables)[K]>
    | ((typeof variables)[K] extends DefaultedVariable<unknown> ? never : null);
};

export function declaredValues(values: Values): DeclaredValues {
  const entries = Object.entries<Partial<DefaultedVariable<unknown>>>(variables).map(
    ([name, { default: value = null }]) => [
      name.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      values[name as keyof Values] ?? value,
    ],
  );
  return Object.fromEntries(entries) as DeclaredValues;
}

const width = 110;

/** The text of `.env.example`: every variable, explained and commented out. */
export function envExample(): string {
  const head = 'Copy to .env and set what differs. Made by `npm run env:example` from the declared variables.';
  const entries = allVariables().map(([name, { kind, description, whenAbsent: otherwise, secret }]) =>
    [
      ...wrap(description),
      ...wrap(`${secret ? 'Secret. ' : ''}Value: ${kind}. Absent: ${otherwise}.`),
      `#${name}=`,
    ].join('\n'),
  );
  return `${[...wrap(head)].join('\n')}\n\n${entries.join('\n\n')}\n`;
}

function* wrap(text: string): Generator<string> {
  let line = '#';
  for (const word of text.split(' ')) {
    if (line.length + word.length >= width) {
      yield line;
      line = '#';
    }
    line += ` ${word}`;
  }
  yield line;
}
