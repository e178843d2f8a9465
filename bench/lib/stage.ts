import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkInvariants, type Violation } from '../../src/cli/lib/invariants.js';
import { runAsPlatform } from '../../src/cli/lib/run-as-platform.js';
import { AppConfig } from '../../src/core/config/config.js';
import {
  defaultNumber,
  GraphSimulator,
  type GraphSimulatorOverrides,
} from '../../test/support/graph-simulator/graph-simulator.js';
import { build } from './built.js';
import { Cluster } from './cluster.js';
import { pause } from './figures.js';
import { RedisProcess } from './redis-process.js';
import { Supervised } from './supervised.js';

export interface StageOptions {
  readonly seed: number;
  /** Processes that answer HTTP. */
  readonly processes?: number;
  /** With a redis-server between them, and a worker of its own. */
  readonly redis?: boolean;
  /** Whether PostgreSQL counts its statements. */
  readonly counts?: boolean;
  readonly graph?: GraphSimulatorOverrides;
}

const quietLooks = 5;

export const superLogin = { email: 'super@plataforma.test', password: 'super-da-plataforma' };

/** The product as it runs in life, with everything around it in our hand: database, Redis, processes, the provider. */
export class Stage {
  private static readonly all = new Set<Stage>();
  private closing: Promise<void> | undefined;

  private constructor(
    readonly folder: string,
    readonly cluster: Cluster,
    readonly graph: GraphSimulator,
    readonly redis: RedisProcess | undefined,
    private readonly env: Readonly<Record<string, string>>,
    /** Those that answer HTTP. */
    readonly web: readonly Supervised[],
    readonly workers: readonly Supervised[],
  ) {}

  static async open({
    seed,
    processes = 1,
    redis = false,
    counts,
    graph: overrides = {},
  }: StageOptions): Promise<Stage> {
    await build('server');
    const folder = await mkdtemp(join(tmpdir(), 'atende-faults-'));
    await chmod(folder, 0o755);
    const cluster = await Cluster.start(counts);
    const graph = new GraphSimulator({ seed, numbers: [defaultNumber], ...overrides });
    await graph.start();
    const redisProcess = redis ? await RedisProcess.start() : undefined;
    const env = {
      DATABASE_URL: cluster.url,
      JWT_SECRET: randomBytes(32).toString('hex'),
      ENCRYPTION_KEY: randomBytes(32).toString('hex'),
      ADMIN_EMAIL: superLogin.email,
      ADMIN_PASSWORD: superLogin.password,
      PUBLIC_URL: 'http://localhost',
      DEMO: 'off',
      GRAPH_API_URL: graph.url,
      LOGIN_LIMITS: '100000,100000,100000',
      STORAGE_URL: `file:${join(folder, 'media')}?shared=1`,
      ...(redisProcess ? { REDIS_URL: redisProcess.url } : {}),
    };
    const some = (name: string, count: number, role: string): Promise<Supervised[]> =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          Supervised.of(`${name}-${index + 1}`, folder, { ...env, ROLE: role }),
        ),
      );
    const web = await some('web', processes, redis ? 'web' : 'all');
    const workers = redis ? await some('worker', 1, 'worker') : [];
    const stage = new Stage(folder, cluster, graph, redisProcess, env, web, workers);
    Stage.all.add(stage);
    try {
      await stage.startServers();
      return stage;
    } catch (error) {
      await stage.close(true);
      throw error;
    }
  }

  /** For who is told to end in the middle. */
  static async closeAll(): Promise<void> {
    await Promise.all([...Stage.all].map((stage) => stage.close()));
  }

  get urls(): string[] {
    return this.web.map(({ url }) => url);
  }

  get servers(): readonly Supervised[] {
    return [...this.web, ...this.workers];
  }

  /** Of the processes that send and handle. */
  get runners(): readonly Supervised[] {
    return this.workers.length > 0 ? this.workers : this.web;
  }

  async startServers(): Promise<void> {
    // one after the other: the first one migrates
    for (const server of this.servers) {
      await server.start();
      await server.ready(2);
    }
  }

  async stopServers(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()));
  }

  /** Until no job is due, seconds; @throws with what is left when it has not become less for so long. */
  async settled(patienceSeconds = 60): Promise<number> {
    const started = performance.now();
    let least = { due: Number.POSITIVE_INFINITY, at: started };
    for (let quiet = 0; quiet < quietLooks; ) {
      const { due, names } = await this.cluster.row<{ due: number; names: string }>(
        "select count(*)::int as due, string_agg(distinct name, ', ') as names from outbox_jobs where failed_at is null and run_at <= now()",
      );
      quiet = due === 0 ? quiet + 1 : 0;
      if (due < least.due || due === 0) least = { due, at: performance.now() };
      if (performance.now() - least.at > patienceSeconds * 1000)
        throw new Error(`${due} jobs are due and none was done for ${patienceSeconds} s: ${names}`);
      await pause(50);
    }
    return (performance.now() - started) / 1000;
  }

  /**
   * Every process rests while time passes: leases of those who died are over and what waited for its moment is due. With
   * nobody at work this is no different from waiting.
   */
  async timePasses(): Promise<void> {
    await this.stopServers();
    await this.cluster.rows('update outbox_jobs set leased_until = null, run_at = now() where failed_at is null');
    await this.cluster.rows("update messages set leased_until = now() - interval '1 second' where status = 'sending'");
    await this.startServers();
  }

  /** As `npm run invariants`. */
  violations(): Promise<Violation[]> {
    return runAsPlatform(checkInvariants, AppConfig.load({ ...this.env, DATA_DIR: join(this.folder, 'check') }));
  }

  /** What ended without being killed by us. */
  get deaths(): string[] {
    return this.servers.flatMap(({ name, deaths }) => deaths.map((death) => `${name}: ${death}`));
  }

  /** @param keep leaves the logs of the servers, for whoever has to find out. */
  close(keep = false): Promise<void> {
    // told to end in the middle, the program itself closes a second time
    this.closing ??= this.end(keep);
    return this.closing;
  }

  private async end(keep: boolean): Promise<void> {
    Stage.all.delete(this);
    await this.stopServers();
    await this.graph.stop();
    await this.redis?.stop();
    await this.cluster.close();
    if (!keep) await rm(this.folder, { recursive: true, force: true });
  }
}
