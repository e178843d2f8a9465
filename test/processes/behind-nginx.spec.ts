import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { bodyOf, Client } from '../support/client.js';
import { Deployment } from '../support/deployment.js';
import { freePort } from '../support/free-port.js';
import { hasRedis } from '../support/redis.js';
import { buildParts, terminate } from '../support/server-process.js';
import { until } from '../support/until.js';
import { type MessageRow, type TicketRow, type World, type WorldHost, world } from '../support/world.js';

const hasNginx = spawnSync('nginx', ['-v']).status === 0;

/** `deploy/nginx.conf` without TLS, in front of these two. */
async function startNginx(folder: string, port: number, [first = '', second = '']: string[]): Promise<ChildProcess> {
  const site = (await readFile('deploy/nginx.conf', 'utf8'))
    .replaceAll('127.0.0.1:8081', new URL(first).host)
    .replaceAll('127.0.0.1:8082', new URL(second).host)
    .replace(/server \{\s*listen 80;[^}]*\}/, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(/^\s*ssl_.*$/gm, '');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/tmp;`);
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off; ${paths.join(' ')}\n${site}\n}`,
  );
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until('nginx answers', answers).catch(async (error: unknown) => {
    await terminate(nginx);
    throw error;
  });
  return nginx;
}

(hasRedis && hasNginx ? describe : describe.skip)('two web processes behind nginx, three that work', () => {
  let deployment: Deployment;
  let nginx: ChildProcess;
  let folder: string;
  let url: string;
  let w: World<WorldHost>;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    await buildParts('server', 'admin');
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    folder = await mkdtemp(join(tmpdir(), 'atende-nginx-'));
    const env = { PUBLIC_URL: url, TRUST_PROXY: '127.0.0.1' };
    deployment = await Deployment.start({ seed: 1, processes: 2, workers: 3, redis: true, env });
    nginx = await startNginx(folder, port, deployment.urls);
    const visitor = () => new Client(url);
    w = await world({ platform: deployment.platform, visitor, settled: () => deployment.settled() });
  });
  afterAll(async () => {
    for (const socket of sockets) socket.close();
    await terminate(nginx);
    await deployment.close();
    await rm(folder, { recursive: true });
  });

  /** Repeats a request until the work is done. @returns the statuses that were not 200 */
  async function refusedDuring(work: () => Promise<void>): Promise<number[]> {
    const refused: number[] = [];
    let done = false;
    const ended = work().finally(() => {
      done = true;
    });
    while (!done) {
      const { status } = await w.attendant.get('/tickets?showAll=true');
      if (status !== 200) refused.push(status);
    }
    await ended;
    return refused;
  }

  it('signs in, talks, and loses nothing when a web process is killed, returns and the other is replaced', async () => {
    const customer = w.customer();
    const { id } = await customer.says('oi');
    const ticket = bodyOf(await w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
    const opened = (transports: ('polling' | 'websocket')[]) => {
      const socket = io(url, {
        auth: (use) => use({ token: w.attendant.token }),
        transports,
        forceNew: true,
        reconnectionDelayMax: 1_000,
      });
      sockets.push(socket);
      const state = { joined: false, shown: new Set<string>() };
      // as our screens do whenever a socket is open: join, then read what was written meanwhile
      socket.on('ready', () => socket.emit('joinChatBox', ticket.id));
      socket.on('joined', async () => {
        const { messages } = bodyOf(
          await w.attendant.get<{ messages: MessageRow[] }>(`/messages/${ticket.id}?peek=true`),
        );
        for (const { body } of messages) state.shown.add(body);
        state.joined = true;
      });
      socket.on('disconnect', () => {
        state.joined = false;
      });
      socket.onAny((name: string, { message }: { message?: { body: string } } = {}) => {
        if (message && name.endsWith('-appMessage')) state.shown.add(message.body);
      });
      return state;
    };
    const all = [
      ...Array.from({ length: 6 }, () => opened(['websocket'])),
      opened(['polling']),
      opened(['polling', 'websocket']),
    ];
    const connected = () => all.every(({ joined }) => joined);
    await until('all sockets are open', connected);
    let lost = 0;
    for (const socket of sockets)
      socket.on('disconnect', () => {
        lost += 1;
      });

    const everywhere = (body: string) =>
      until(`every socket shows ${body}`, () => all.every(({ shown }) => shown.has(body)));
    const says = async (body: string) => {
      bodyOf(await w.attendant.post(`/messages/${ticket.id}`, { body }), 201);
      await everywhere(body);
    };
    await says('antes');

    const [first, second] = deployment.web;
    if (!first || !second) throw new Error('Two web processes');
    const killed = await refusedDuring(async () => {
      await first.stop('SIGKILL');
      await until('sockets are lost', () => lost > 0);
      await until('all sockets are open again', connected);
    });
    expect(killed).toEqual([]);
    expect(lost).toBeLessThan(all.length);
    await says('com um processo');

    await first.start();
    await first.ready();
    // nginx leaves it out for five seconds after the last failure
    await delay(6_000);
    const replaced = await refusedDuring(async () => {
      await second.stop();
      await until('all sockets are open again', connected);
    });
    expect(replaced).toEqual([]);
    await says('com o outro');
    await deployment.settled();
    expect((await customer.sees()).map(({ body }) => body)).toEqual(
      expect.arrayContaining(['oi', 'antes', 'com um processo', 'com o outro']),
    );
  });

  it.each(['/metrics', '//metrics', '/%6detrics', '/metrics/x', '/METRICS/../metrics'])(
    'answers 404 to %s',
    async (path) => {
      expect((await fetch(url + path)).status).toBe(404);
    },
  );
});
