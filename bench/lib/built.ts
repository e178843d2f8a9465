import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** These parts of dist/ are what the sources say: made anew, each in its own process. */
export async function build(...parts: readonly ('server' | 'admin')[]): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'scripts/build.mjs'), ...parts], { cwd: root, stdio: 'ignore' });
  const code = await new Promise((done) => child.once('exit', done));
  if (code !== 0) throw new Error('dist/ could not be built: npm run build');
}
