import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { freePort } from './free-port.js';
import { until } from './until.js';

/** As the Dockerfile starts it. */
export const imageFlags: readonly string[] = [
  '--max-semi-space-size=8',
  '--initial-old-space-size=96',
  '--heap-growing-percent=50',
];
export const imageAllocator = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

const restartMs = 200;

export interface ServerProcessOptions {
  readonly name: string;
  /** Its output is appended there; its folder is the working directory. */
  readonly log: string;
  readonly env: Readonly<Record<string, string>>;
  /** Of Node, instead of those of the image. */
  readonly flags?: readonly string[] | undefined;
  /**
   * In a session of its own, between which Linux shares the processors as it does between containers. In one session with
   * its program the server would share what that has, while each connection of PostgreSQL is a session of its own.
   */
  readonly ownSession?: boolean | undefined;
}

/** About the share of a worker in compose.yaml: an eighth. */
const workerNice = '9';

/**
 * Builds those parts of dist/ in a process of their own. Parts that are built already are not touched: servers and
 * browsers of other tests read them meanwhile.
 */
export async function buildParts(...parts: readonly ('server' | 'admin')[]): Promise<void> {
  const [code] = await once(
    spawn(process.execPath, ['scripts/build.mjs', '--stale', ...parts], { stdio: 'ignore' }),
    'exit',
  );
  if (code !== 0) throw new Error('dist/ could not be built: npm run build');
}

/** SIGTERM, until the process has ended. */
export async function terminate(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

/** A server of dist/ on a port of its own, restarted whenever it ends by itself, as a supervisor would. */
export class ServerProcess {
  /** Exit codes or signals of unexpected ends. */
  readonly crashes: string[] = [];
  /** Folder of the checkout that the next start is of. */
  root = resolve('.');
  private child: ChildProcess | undefined;
  private wanted = false;
  private restart: NodeJS.Timeout | undefined;

  private constructor(
    readonly url: string,
    private readonly options: ServerProcessOptions,
    /** Folder with the compiled code of its starts. */
    readonly compileCache: string,
  ) {}

  static async create(options: ServerProcessOptions): Promise<ServerProcess> {
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}`;
    const { PATH = '', HOME = '' } = process.env;
    const compileCache = join(dirname(options.log), 'compile-cache');
    const image = { ...imageAllocator, NODE_COMPILE_CACHE: compileCache };
    const env = { PATH, HOME, ...image, PORT: port, HOST: '127.0.0.1', PUBLIC_URL: url, ...options.env };
    return new ServerProcess(url, { ...options, env }, compileCache);
  }

  get name(): string {
    return this.options.name;
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  async start(): Promise<void> {
    const { log, env, flags = imageFlags, ownSession = false } = this.options;
    this.wanted = true;
    const output = await open(log, 'a');
    const isWorker = env['ROLE'] === 'worker';
    const nice = isWorker ? ['nice', '-n', workerNice] : [];
    const [command = '', ...args] = [...nice, process.execPath, ...flags, join(this.root, 'dist/server/src/main.js')];
    const child = spawn(command, args, {
      cwd: dirname(log),
      env,
      stdio: ['ignore', output.fd, output.fd],
      detached: ownSession,
    });
    await output.close();
    this.child = child;
    child.once('exit', (code, signal) => {
      if (this.child !== child || !this.wanted) return;
      this.crashes.push(signal ?? `exit ${code}`);
      this.restart = setTimeout(() => void this.start(), restartMs);
    });
    const group = `/proc/${child.pid}/autogroup`;
    if (isWorker && ownSession && existsSync(group)) await writeFile(group, workerNice);
  }

  /** @throws when it is not ready in time or crashes repeatedly before */
  async ready({ mostCrashes = 2, patienceMs = 180_000 } = {}): Promise<void> {
    const before = this.crashes.length;
    const check = async (): Promise<boolean> => {
      if (this.crashes.length - before > mostCrashes) throw new Error(`crashed ${this.crashes.length} times`);
      return this.isReady();
    };
    await until('ready', check, patienceMs).catch(async (error: unknown) => {
      const output = (await readFile(this.options.log, 'utf8')).slice(-500);
      throw new Error(`${this.name} does not start: ${output}`, { cause: error });
    });
  }

  /** kill -9; it is started again as after any other crash. */
  async kill(): Promise<void> {
    if (!this.child) return;
    const before = this.crashes.length;
    await terminate(this.child, 'SIGKILL');
    this.crashes.length = before;
  }

  /** Drains and ends, unless the signal is SIGKILL; not started again. */
  async stop(signal?: NodeJS.Signals): Promise<void> {
    this.wanted = false;
    clearTimeout(this.restart);
    if (this.child) await terminate(this.child, signal);
  }

  /** What its log says of answers with a 500. */
  async unexpectedFailures(): Promise<string[]> {
    const lines = (await readFile(this.options.log, 'utf8')).split('\n');
    return lines.filter((line) => line.includes('unexpected failure'));
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
