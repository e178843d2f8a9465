import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below what systems hand out by themselves: while a server is down, no connection of anybody's takes its place. */
const [lowest, highest] = [20_000, 30_000];

/** A free port that stays ours over restarts. */
export async function steadyPort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    const server = createServer();
    const free = await new Promise<boolean>((done) => {
      server.once('error', () => done(false));
      server.listen(port, '127.0.0.1', () => done(true));
    });
    if (!free) continue;
    await new Promise((done) => server.close(done));
    return port;
  }
}
