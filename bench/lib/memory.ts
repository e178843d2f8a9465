import { pause } from './figures.js';
import { memoryOf } from './processes.js';

/** Of the server's process, in MB. */
export interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
  readonly heapTotal: number;
  readonly external: number;
}

const figure = (text: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0) / 1024 / 1024;

/** Resident memory from the kernel, then the heap by the server's own figures: asking costs memory. */
export async function memoryNow(pid: number, url: string): Promise<Memory> {
  const rss = memoryOf(pid);
  const text = await metrics(url);
  return {
    rss,
    heapUsed: figure(text, 'nodejs_heap_size_used_bytes'),
    heapTotal: figure(text, 'nodejs_heap_size_total_bytes'),
    external: figure(text, 'nodejs_external_memory_bytes'),
  };
}

/** A server that ten thousand sockets come back to lets others wait. */
async function metrics(url: string, patienceMs = 60_000): Promise<string> {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return await (await fetch(`${url}/metrics`)).text();
    } catch (error) {
      if (Date.now() > until) throw error;
      await pause(500);
    }
  }
}
