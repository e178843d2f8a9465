import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { TestApp } from './app.js';
import { Client } from './client.js';
import { encryptionKey, jwtSecret } from './test-config.js';

/** Another process of the same installation, over the database of the application under test. */
export class OtherProcess {
  private readonly clients: Client[] = [];

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** @param imported before the application */
  static async start(
    beside: TestApp,
    variables: Readonly<Record<string, string>>,
    imported: readonly string[] = [],
  ): Promise<OtherProcess> {
    const imports = [resolve('scripts/lib/typescript-hooks.mjs'), ...imported.map((path) => resolve(path))];
    const child = fork(resolve('test/support/other-process.ts'), {
      execArgv: imports.flatMap((path) => ['--import', path]),
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'test',
        PUBLIC_URL: 'http://localhost',
        DATA_DIR: beside.config.dataDir,
        STORAGE_URL: `file:${beside.config.storageDir}?shared=1`,
        DATABASE_URL: beside.database.url,
        JWT_SECRET: jwtSecret,
        ENCRYPTION_KEY: encryptionKey.toString('hex'),
        DEMO: 'off',
        LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
        ...variables,
      },
    });
    const port = await new Promise<number>((done, fail) => {
      child.once('message', (said) => done(Number(said)));
      child.once('exit', (code) => fail(new Error(`The process ended with ${code} before it listened`)));
    });
    return new OtherProcess(child, `http://127.0.0.1:${port}`);
  }

  visitor(): Client {
    const client = new Client(this.url);
    this.clients.push(client);
    return client;
  }

  /** The same user's client for this process. */
  as(person: Client): Client {
    return Object.assign(this.visitor(), { token: person.token, cookie: person.cookie, user: person.user });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** It does nothing until it goes on, as a machine that stalls. */
  suspend(): void {
    this.child.kill('SIGSTOP');
  }

  resume(): void {
    this.child.kill('SIGCONT');
  }

  /** As `kill -9` does. */
  kill(): Promise<number | null> {
    return this.end('SIGKILL');
  }

  /** @returns the exit code */
  stop(): Promise<number | null> {
    return this.end('SIGTERM');
  }

  private async end(signal: NodeJS.Signals): Promise<number | null> {
    for (const client of this.clients) client.close();
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode;
    const gone = once(this.child, 'exit');
    this.child.kill(signal);
    const [code] = (await gone) as [number | null];
    return code;
  }
}
