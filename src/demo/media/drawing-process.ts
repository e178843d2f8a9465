import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Drawing } from './draw.js';

const program = fileURLToPath(new URL('./draw.js', import.meta.url));
/** Tests run the sources, of which Node could not start one by itself. */
const built = import.meta.url.endsWith('.js');

interface Order {
  done(bytes: Buffer): void;
  fail(error: Error): void;
}

let studio: ChildProcess | undefined;
let count = 0;
const orders = new Map<number, Order>();

/**
 * A picture or the sticker, drawn in a process of its own: the image library would keep its threads and over a hundred
 * megabytes in the server for good, for pictures that are drawn once in the life of a database.
 */
export async function drawInChildProcess(name: Drawing['name']): Promise<Buffer> {
  if (!built) {
    const { picture, sticker } = await import('./pictures.js');
    return name === 'sticker' ? sticker() : picture(name);
  }
  const child = studio?.connected ? studio : open();
  studio = child;
  count += 1;
  const id = count;
  return new Promise((done, fail) => {
    orders.set(id, { done, fail });
    child.send({ id, name } satisfies Drawing);
  });
}

function open(): ChildProcess {
  const child = fork(program, [], { serialization: 'advanced' });
  child.on('message', ({ id, bytes }: { id: number; bytes: Uint8Array }) => {
    orders.get(id)?.done(Buffer.from(bytes));
    orders.delete(id);
  });
  const gone = (): void => {
    for (const { fail } of orders.values()) fail(new Error('The pictures of the demo could not be drawn'));
    orders.clear();
  };
  child.once('error', gone).once('exit', gone);
  return child;
}
