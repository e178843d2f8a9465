import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pause } from './figures.js';
import { ended, imageAllocator, imageFlags } from './started.js';
import { steadyPort } from './steady-port.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const restartMs = 200;
const readyMs = 60_000;

/** One server process of dist/, started again whenever it ends, as a supervisor would. */
export class Supervised {
  /** How often it was started. */
  starts = 0;
  /** Ends that nobody here asked for, by exit code or signal. */
  readonly deaths: string[] = [];
  private child: ChildProcess | undefined;
  private wanted = false;
  private restart: NodeJS.Timeout | undefined;

  private constructor(
    readonly name: string,
    readonly url: string,
    private readonly env: Readonly<Record<string, string>>,
    readonly log: string,
  ) {}

  static async of(name: string, folder: string, env: Readonly<Record<string, string>>): Promise<Supervised> {
    const port = String(await steadyPort());
    const own = { ...env, PORT: port, HOST: '127.0.0.1', DATA_DIR: join(folder, name) };
    return new Supervised(name, `http://127.0.0.1:${port}`, own, join(folder, `${name}.log`));
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  async start(): Promise<void> {
    this.wanted = true;
    this.starts += 1;
    const log = await open(this.log, 'a');
    const path = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };
    const child = spawn(process.execPath, [...imageFlags, join(root, 'dist/server/src/main.js')], {
      cwd: root,
      env: { ...path, ...imageAllocator, ...this.env },
      stdio: ['ignore', log.fd, log.fd],
    });
    await log.close();
    this.child = child;
    child.once('exit', (code, signal) => {
      if (this.child !== child || !this.wanted) return;
      this.deaths.push(signal ?? `exit ${code}`);
      this.restart = setTimeout(() => void this.start(), restartMs);
    });
  }

  /** @throws when it is not ready in time, or ended by itself more often than it may. */
  async ready(mostDeaths = Number.POSITIVE_INFINITY): Promise<void> {
    const until = Date.now() + readyMs;
    const before = this.deaths.length;
    while (!(await this.isReady())) {
      if (Date.now() > until || this.deaths.length - before > mostDeaths)
        throw new Error(`${this.name} does not start: ${(await readFile(this.log, 'utf8')).slice(-500)}`);
      await pause(25);
    }
  }

  /** kill -9, and a new start as after any other death. */
  async kill(): Promise<void> {
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await gone;
    this.deaths.pop();
  }

  /** Lets it finish what it does; nothing starts it again. */
  async stop(): Promise<void> {
    this.wanted = false;
    clearTimeout(this.restart);
    if (this.child) await ended(this.child);
  }

  private async isReady(): Promise<boolean> {
    try {
      const answer = await fetch(`${this.url}/health/ready`, { signal: AbortSignal.timeout(5_000) });
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      return false;
    }
  }
}
