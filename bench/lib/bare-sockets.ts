import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ended, imageAllocator, imageFlags } from './started.js';

/** So many messages, each to the sockets of one room in turn. */
export interface BareOrder {
  readonly rooms: readonly string[];
  readonly mark: string;
  /** Messages a second. */
  readonly rate: number;
  readonly count: number;
  /** Events for one message, and how large each is. */
  readonly events: number;
  readonly bytes: number;
}

export interface BareSockets {
  readonly url: string;
  readonly pid: number;
  burst(order: BareOrder): Promise<void>;
  stop(): Promise<void>;
}

/** socket.io and nothing else, in a process that is started like the server. */
export async function startBareSockets(): Promise<BareSockets> {
  const child = fork(fileURLToPath(new URL('../bare-sockets.ts', import.meta.url)), [], {
    execArgv: [...imageFlags, ...process.execArgv],
    env: { ...process.env, ...imageAllocator },
  });
  const heard = (): Promise<unknown> => new Promise((done) => child.once('message', done));
  const port = Number(await heard());
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    burst: async (order) => {
      const done = heard();
      child.send(order);
      await done;
    },
    stop: () => ended(child),
  };
}
