import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildParts, ServerProcess } from '../../test/support/server-process.js';
import { type SeedOptions, seedDatabase } from '../seed.js';

export interface BenchServerOptions {
  /** A DATA_DIR that is kept; by default a temporary one. */
  readonly data?: string | undefined;
  /** Data for an empty DATA_DIR. */
  readonly seed?: SeedOptions;
  readonly env?: Readonly<Record<string, string>>;
  readonly build?: readonly ('server' | 'admin')[];
}

export interface BenchServer {
  readonly server: ServerProcess;
  readonly dataDir: string;
  /** From its start until it was ready. */
  readonly startedInSeconds: number;
}

/** A first start over a large database may migrate for long. */
const patienceMs = 600_000;
const seededMark = '.bench-loaded';

/** Runs `fn` with a server of dist/ on a seeded DATA_DIR, without external services, and removes both. */
export async function withServer(
  options: BenchServerOptions,
  fn: (bench: BenchServer) => Promise<void>,
): Promise<void> {
  const { data, seed, env = {}, build = ['server'] } = options;
  await buildParts(...build);
  const dataDir = data ? resolve(data) : await mkdtemp(join(tmpdir(), 'atende-bench-'));
  await mkdir(dataDir, { recursive: true });
  // started as root, PostgreSQL runs under another account
  await chmod(dataDir, 0o755);
  const server = await ServerProcess.create({
    name: 'server',
    log: join(dataDir, 'server.log'),
    env: {
      DATA_DIR: dataDir,
      DEMO: 'off',
      GRAPH_API_URL: 'http://127.0.0.1:9',
      LOGIN_LIMITS: '1000,10000,100000',
      ...env,
    },
  });
  const close = async (): Promise<void> => {
    await server.stop();
    if (!data) await rm(dataDir, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().finally(() => process.exit(130)));
  try {
    if (seed && !existsSync(join(dataDir, seededMark))) {
      await seedDatabase({ DATA_DIR: dataDir }, seed);
      // counts statements where a bench asks for it
      const settings = "shared_preload_libraries = 'pg_stat_statements'\npg_stat_statements.track = 'none'\n";
      await appendFile(join(dataDir, 'postgres', 'postgresql.auto.conf'), settings);
      await writeFile(join(dataDir, seededMark), '');
    }
    await fn({ server, dataDir, startedInSeconds: await timedStart(server) });
  } finally {
    await close();
  }
}

/** @returns seconds until it was ready */
export async function timedStart(server: ServerProcess): Promise<number> {
  const began = performance.now();
  await server.start();
  await server.ready({ mostCrashes: 0, patienceMs });
  return (performance.now() - began) / 1000;
}
