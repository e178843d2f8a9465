import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { pause } from './figures.js';
import { lives } from './processes.js';
import { steadyPort } from './steady-port.js';

const readyMs = 10_000;

/** A redis-server of a fault program's own; without persistence, because nothing in it may be missed. */
export class RedisProcess {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
  ) {}

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** @throws when this machine has no redis-server. */
  static async start(): Promise<RedisProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'atende-faults-redis-'));
    const redis = new RedisProcess(folder, await steadyPort());
    await redis.run();
    return redis;
  }

  async run(): Promise<void> {
    const flags = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const child = spawn('redis-server', [...flags, '--dir', this.folder], { stdio: 'ignore' });
    let missing = false;
    child.once('error', () => {
      missing = true;
    });
    this.child = child;
    const until = Date.now() + readyMs;
    while (!(await this.ask('ping').catch(() => undefined))) {
      if (missing) throw new Error('No redis-server on this machine');
      if (Date.now() > until) throw new Error('redis-server did not start');
      await pause(20);
    }
  }

  /** `kill`: without a word to its clients. */
  async end(how: 'stop' | 'kill'): Promise<void> {
    const pid = this.child?.pid ?? 0;
    this.child?.kill(how === 'kill' ? 'SIGKILL' : 'SIGTERM');
    while (lives(pid)) await pause(10);
  }

  async flush(): Promise<void> {
    await this.ask('flushall');
  }

  freeze(): () => void {
    this.child?.kill('SIGSTOP');
    return () => void this.child?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.end('kill');
    await rm(this.folder, { recursive: true, force: true });
  }

  private async ask(command: 'ping' | 'flushall'): Promise<unknown> {
    const client = new Redis(this.url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await client.call(command);
    } finally {
      client.disconnect();
    }
  }
}
