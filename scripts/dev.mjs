import './lib/root.mjs';
import { spawn } from 'node:child_process';
import { existsSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import { buildServer, compile, outputOf } from './lib/build-server.mjs';
import { endWithNpm } from './lib/processes.mjs';

/** Server and admin with reload: a saved file of src restarts the server, one of admin is replaced in the page. */
const quietMs = 120;
let server;
let stopping = false;
let restarting = Promise.resolve();
const changed = new Set();
let timer;

function startServer() {
  server = spawn(process.execPath, ['dist/server/src/main.js'], { stdio: 'inherit' });
  server.once('exit', (code) => {
    server = undefined;
    if (!stopping && code) process.stderr.write(`The server ended (${code}); the next saved file starts it again.\n`);
  });
}

async function stopServer() {
  if (!server) return;
  const ended = new Promise((done) => server.once('exit', done));
  server.kill('SIGTERM');
  await ended;
}

async function rebuild() {
  const files = [...changed];
  changed.clear();
  try {
    for (const file of files) {
      if (existsSync(file)) await compile(file);
      else for (const gone of [outputOf(file), `${outputOf(file)}.map`]) rmSync(gone, { recursive: true, force: true });
    }
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    return;
  }
  if (stopping) return;
  await stopServer();
  startServer();
}

function watchFolder(folder) {
  watch(folder, { recursive: true }, (_, name) => {
    if (!name?.endsWith('.ts') || name.endsWith('.spec.ts')) return;
    changed.add(join(folder, name));
    clearTimeout(timer);
    timer = setTimeout(() => {
      restarting = restarting.then(rebuild);
    }, quietMs);
  });
}

endWithNpm();
await buildServer();
startServer();
for (const folder of ['src', 'migrations']) if (existsSync(folder)) watchFolder(folder);
const vite = await createServer({ configFile: 'admin/vite.config.ts' });
await vite.listen();
vite.printUrls();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, async () => {
    if (stopping) return;
    stopping = true;
    await Promise.all([stopServer(), vite.close()]);
    process.exit(0);
  });
}
