import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from './free-port.js';

/** Whether this machine has a redis-server; tests that need one say so and are skipped otherwise. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** A separate Redis that can be killed, frozen and restarted on the same port. */
export class RedisServer {
  private readonly dir = mkdtempSync(join(tmpdir(), 'atende-redis-'));
  private process: ChildProcess | undefined;

  private constructor(readonly port: number) {}

  /** Reserves the address; nothing listens there yet. */
  static async reserve(): Promise<RedisServer> {
    return new RedisServer(await freePort());
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts it, empty, and resolves when it answers. */
  async start(): Promise<void> {
    const options = ['--port', `${this.port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.process = spawn('redis-server', [...options, '--dir', this.dir], { stdio: 'ignore' });
    await this.command('PING');
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const child = this.process;
    this.process = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGCONT');
    child.kill(signal);
    await exit;
  }

  /** Its connections stay open and unanswered. */
  freeze(): void {
    this.process?.kill('SIGSTOP');
  }

  thaw(): void {
    this.process?.kill('SIGCONT');
  }

  async command(name: string, ...args: string[]): Promise<unknown> {
    const client = new Redis(this.url, { retryStrategy: () => 20 });
    client.on('error', () => undefined);
    try {
      return await client.call(name, args);
    } finally {
      client.disconnect();
    }
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.dir, { recursive: true, force: true });
  }
}
