import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ephemeral range: while a server restarts, no outgoing connection takes its port. */
const range = [20_000, 30_000] as const;

/** Pages need to know their own origin, so their port is chosen before the application starts. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...range);
    const server = createServer();
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!free) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/** Distinct ports, for servers that start later. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

/** The variables of an application that pages are loaded from. */
export async function ownAddress(): Promise<{ PORT: string; PUBLIC_URL: string }> {
  const port = await freePort();
  return { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
}
