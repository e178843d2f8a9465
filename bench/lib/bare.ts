import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Answer } from './open-loop.js';
import { ended } from './started.js';

export interface Bare {
  readonly url: string;
  readonly pid: number;
  /** The address that answers this from now on. */
  path(answer: Answer): Promise<string>;
  stop(): Promise<void>;
}

/** A Fastify without anything else, in a process of its own, which answers what it is told. */
export async function startBare(): Promise<Bare> {
  const child = fork(fileURLToPath(new URL('../bare-server.ts', import.meta.url)), [], { execArgv: process.execArgv });
  const heard = (): Promise<number> => new Promise((done) => child.once('message', (said) => done(Number(said))));
  const port = await heard();
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    path: async ({ status, body }) => {
      const key = heard();
      child.send({ status, body });
      return `/${await key}`;
    },
    stop: () => ended(child),
  };
}
