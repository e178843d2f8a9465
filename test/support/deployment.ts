import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { checkInvariants } from '../../src/cli/lib/invariants.js';
import { runAsPlatform } from '../../src/cli/lib/run-as-platform.js';
import { AppConfig } from '../../src/core/config/config.js';
import type { Checks } from './checks.js';
import { bodyOf, Client } from './client.js';
import { GraphSimulator, type GraphSimulatorOverrides } from './graph-simulator/graph-simulator.js';
import { PostgresProcess } from './postgres-process.js';
import { RedisServer } from './redis.js';
import { imageFlags, ServerProcess } from './server-process.js';
import { superLogin } from './test-config.js';
import { until } from './until.js';

export interface DeploymentOptions {
  readonly seed: number;
  /** Processes that answer HTTP. */
  readonly processes?: number;
  /** With a redis-server between them, and worker processes. */
  readonly redis?: boolean;
  /** Worker processes beside Redis; 1 unless given. */
  readonly workers?: number;
  /** Settings of PostgreSQL. */
  readonly postgres?: Readonly<Record<string, string>>;
  readonly graph?: GraphSimulatorOverrides;
  /** Of the servers. */
  readonly env?: Readonly<Record<string, string>>;
  /** Of one server, beside {@link env}. */
  readonly envOf?: (name: string) => Readonly<Record<string, string>>;
  /** Of Node, besides those of the image. */
  readonly flags?: readonly string[];
  /** Each server in a session of its own ({@link ServerProcess}), where times are measured. */
  readonly ownSessions?: boolean;
  /** Folder of the checkout that the servers are of, instead of this one. */
  readonly root?: string;
}

const idleChecks = 5;

/** The built product as it is deployed: its processes, PostgreSQL, Redis and a simulated provider, all of our own. */
export class Deployment {
  private static readonly open = new Set<Deployment>();
  /** The super-administrator, signed in. */
  readonly platform: Client;
  private closing: Promise<void> | undefined;

  private constructor(
    private readonly folder: string,
    readonly postgres: PostgresProcess,
    readonly graph: GraphSimulator,
    readonly redis: RedisServer | undefined,
    /** Of the servers. */
    readonly env: Readonly<Record<string, string>>,
    /** Processes that answer HTTP. */
    readonly web: readonly ServerProcess[],
    readonly workers: readonly ServerProcess[],
  ) {
    this.platform = this.visitor();
  }

  static async start(options: DeploymentOptions): Promise<Deployment> {
    const { seed, processes = 1, redis: withRedis = false, workers: workerCount = 1 } = options;
    const folder = await mkdtemp(join(tmpdir(), 'atende-deployment-'));
    await chmod(folder, 0o755);
    const postgres = await PostgresProcess.start(options.postgres);
    const graph = new GraphSimulator({ seed, ...options.graph });
    await graph.start();
    const redis = withRedis ? await RedisServer.reserve() : undefined;
    await redis?.start();
    const env = {
      DATABASE_URL: postgres.url,
      JWT_SECRET: randomBytes(32).toString('hex'),
      ENCRYPTION_KEY: randomBytes(32).toString('hex'),
      ADMIN_EMAIL: superLogin.email,
      ADMIN_PASSWORD: superLogin.password,
      DEMO: 'off',
      GRAPH_API_URL: graph.url,
      LOGIN_LIMITS: '100000,100000,100000',
      STORAGE_URL: `file:${join(folder, 'media')}?shared=1`,
      ...(redis ? { REDIS_URL: redis.url } : {}),
      ...options.env,
    };
    const create = (name: string, ROLE: string): Promise<ServerProcess> =>
      ServerProcess.create({
        name,
        log: join(folder, `${name}.log`),
        flags: [...imageFlags, ...(options.flags ?? [])],
        ownSession: options.ownSessions,
        env: { ...env, ROLE, DATA_DIR: join(folder, name), ...options.envOf?.(name) },
      });
    const createAll = (kind: string, count: number, role: string): Promise<ServerProcess[]> =>
      Promise.all(Array.from({ length: count }, (_, index) => create(`${kind}-${index + 1}`, role)));
    const web = await createAll('web', processes, redis ? 'web' : 'all');
    const workers = redis ? await createAll('worker', workerCount, 'worker') : [];
    if (options.root) for (const server of [...web, ...workers]) server.root = options.root;
    const deployment = new Deployment(folder, postgres, graph, redis, env, web, workers);
    Deployment.open.add(deployment);
    try {
      await deployment.startServers();
      bodyOf(await deployment.platform.signIn(superLogin.email, superLogin.password));
      return deployment;
    } catch (error) {
      await deployment.close(true);
      throw error;
    }
  }

  /** Closes all before a signal ends this program. */
  static closeOnSignals(): void {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, async () => {
        await Promise.all([...Deployment.open].map((deployment) => deployment.close()));
        process.exit(130);
      });
  }

  get urls(): string[] {
    return this.web.map(({ url }) => url);
  }

  get servers(): readonly ServerProcess[] {
    return [...this.web, ...this.workers];
  }

  /** Processes that run jobs. */
  get runners(): readonly ServerProcess[] {
    return this.workers.length > 0 ? this.workers : this.web;
  }

  visitor(): Client {
    return new Client(this.urls[0] ?? '');
  }

  async startServers(): Promise<void> {
    // one after the other: the first one migrates
    for (const server of this.servers) {
      await server.start();
      await server.ready();
    }
  }

  /**
   * Replaces one process after the other by one of this checkout. The load balancer sees that it stops, before its port
   * closes, and uses it again when it is ready.
   * @param drains whether those that are replaced wait for the load balancer; otherwise it is told before
   */
  async replaceServers(balancer: { readonly leftOut: Set<string> }, { drains = true } = {}): Promise<void> {
    // as docs/operations.md says
    for (const server of [...this.workers, ...this.web]) {
      if (!drains) balancer.leftOut.add(server.url);
      const stopped = server.stop();
      if (drains && this.web.includes(server))
        await until('load balancers see that it stops', async () => {
          const answer = await fetch(`${server.url}/health/ready`).catch(() => undefined);
          if (!answer) return false;
          const { status } = (await answer.json()) as { status: string };
          return answer.status === 503 && status === 'stopping' && answer.headers.get('connection') === 'close';
        });
      balancer.leftOut.add(server.url);
      await stopped;
      server.root = resolve('.');
      await server.start();
      await server.ready();
      balancer.leftOut.delete(server.url);
    }
  }

  /** Waits until no job is due. @throws when none was done for so many seconds */
  async settled(patienceSeconds = 60): Promise<void> {
    let least = { due: Number.POSITIVE_INFINITY, at: performance.now() };
    for (let idle = 0; idle < idleChecks; await delay(50)) {
      const { due, names } = await this.postgres.row<{ due: number; names: string }>(
        "select count(*)::int as due, string_agg(distinct name, ', ') as names from outbox_jobs where failed_at is null and run_at <= now()",
      );
      idle = due === 0 ? idle + 1 : 0;
      if (due < least.due || due === 0) least = { due, at: performance.now() };
      if (performance.now() - least.at > patienceSeconds * 1000)
        throw new Error(`${due} jobs are due and none was done for ${patienceSeconds} s: ${names}`);
    }
  }

  /**
   * Expires leases and makes waiting jobs due while all servers are stopped: the same as waiting, without the wait.
   * @param except jobs that stay as they are
   */
  async skipWaits(except = ''): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()));
    await this.postgres.rows(
      'update outbox_jobs set leased_until = null, run_at = now() where failed_at is null and name <> $1',
      [except],
    );
    await this.postgres.rows("update messages set leased_until = now() - interval '1 second' where status = 'sending'");
    await this.startServers();
  }

  /** Every invariant holds, as `npm run invariants` checks them, and no server crashed by itself. */
  async check(checks: Checks): Promise<void> {
    const config = AppConfig.load({ ...this.env, DATA_DIR: join(this.folder, 'check') });
    checks.none('broken invariants', await runAsPlatform(checkInvariants, config));
    const crashes = this.servers.flatMap(({ name, crashes }) => crashes.map((crash) => `${name}: ${crash}`));
    checks.none('servers that crashed', crashes);
  }

  /** @param keepLogs leaves the folder with the logs of the servers */
  close(keepLogs = false): Promise<void> {
    this.closing ??= this.end(keepLogs);
    return this.closing;
  }

  private async end(keepLogs: boolean): Promise<void> {
    Deployment.open.delete(this);
    await Promise.all(this.servers.map((server) => server.stop()));
    await this.graph.stop();
    await this.redis?.stop();
    await this.postgres.close();
    if (!keepLogs) await rm(this.folder, { recursive: true, force: true });
  }
}
