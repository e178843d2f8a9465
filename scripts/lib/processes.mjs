import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Runs a program in our terminal and forwards signals to it. @returns its exit code */
export function run(command, args, options = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    const forward = (signal) => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, forward);
    child.once('error', fail);
    child.once('exit', (code, signal) => {
      for (const name of signals) process.off(name, forward);
      done(signal === null ? (code ?? 1) : 130);
    });
  });
}

/** Builds stale parts in a separate process, so that the compilers use no memory of ours. */
export async function ensureBuilt(...parts) {
  const { isStale } = await import('./stamp.mjs');
  const stale = parts.filter(isStale);
  if (stale.length === 0) return;
  if (!existsSync('node_modules/@swc/core') || !existsSync('node_modules/vite')) {
    process.stderr.write(
      `Not built from these sources: ${stale.join(', ')}. The build needs the packages for development, which npm leaves out ` +
        'with NODE_ENV=production: run `npm ci --include=dev && npm run build`.\n',
    );
    process.exit(1);
  }
  const code = await run(process.execPath, ['scripts/build.mjs', ...stale]);
  if (code !== 0) process.exit(code);
}

/**
 * Ends this process when npm ends, also by SIGKILL, which is not forwarded: the server would keep running on its port.
 * (`exec` in package.json makes npm our parent, not a shell.)
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
