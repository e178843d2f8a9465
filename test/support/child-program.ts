import { fork } from 'node:child_process';
import { terminate } from './server-process.js';

type Api = Record<string, (...args: never[]) => unknown>;

/** A program in a process of its own, whose functions are called by messages. */
export interface ChildProgram<A extends Api> {
  readonly pid: number;
  readonly call: { readonly [K in keyof A]: (...args: Parameters<A[K]>) => Promise<Awaited<ReturnType<A[K]>>> };
  stop(): Promise<void>;
}

/** Answers the calls of the parent process, and ends with it. */
export function serve(api: Api): void {
  process.on('message', async ({ id, name, args }: { id: number; name: string; args: never[] }) => {
    process.send?.({ id, result: await api[name]?.(...args) });
  });
  process.on('disconnect', () => process.exit(0));
}

/** Starts a program that calls {@link serve}. */
export function forkProgram<A extends Api>(
  file: URL,
  flags: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): ChildProgram<A> {
  const child = fork(file, {
    execArgv: [...flags, ...process.execArgv],
    env: { ...process.env, ...env },
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  child.on('message', ({ id, result }: { id: number; result: unknown }) => {
    waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error(`${file.pathname} ended`));
  });
  let calls = 0;
  const send = (name: string, args: unknown[]): Promise<unknown> => {
    const answer = Promise.withResolvers<unknown>();
    calls += 1;
    waiting.set(calls, answer);
    child.send({ id: calls, name, args });
    return answer.promise;
  };
  const call = new Proxy({} as ChildProgram<A>['call'], {
    get:
      (_target, name: string) =>
      (...args: unknown[]) =>
        send(name, args),
  });
  return { pid: child.pid ?? 0, call, stop: () => terminate(child) };
}
