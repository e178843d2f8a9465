import { createServer } from 'node:net';

/** Pages need to know their own origin, so their port is chosen before the application starts. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}

/** The variables of an application that pages are loaded from. */
export async function ownAddress(): Promise<{ PORT: string; PUBLIC_URL: string }> {
  const port = await freePort();
  return { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
}
