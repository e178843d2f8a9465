import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PreparedClient } from '../../src/core/database/prepared-client.js';
import { Transaction } from '../../src/core/database/transaction.js';

const rounds = 6;

type Write = (...args: Parameters<Socket['write']>) => boolean;

/**
 * Counts the round trips to PostgreSQL of the applications that start after it: a trip begins when something is written to
 * a connection on which an answer was read since the last write. Statements that leave together, or one after the other
 * without an answer in between, are one trip. A commit that nothing waits for is none.
 */
export class RoundTrips {
  count = 0;
  private readonly unawaited = new AsyncLocalStorage<true>();
  private readonly originals = {
    connect: PreparedClient.prototype.connect,
    commitUnawaited: Transaction.prototype.commitUnawaited,
  };

  constructor() {
    const { unawaited, originals } = this;
    // which restores the stream's own `write`
    const observe = (stream: Socket) => stream.once('connect', () => this.observe(stream));
    Object.assign(PreparedClient.prototype, {
      connect(this: PreparedClient, ...args: []) {
        observe((this as unknown as { connection: { stream: Socket } }).connection.stream);
        return Reflect.apply(originals.connect, this, args);
      },
    });
    Object.assign(Transaction.prototype, {
      commitUnawaited(this: Transaction) {
        unawaited.run(true, () => originals.commitUnawaited.call(this));
      },
    });
  }

  /**
   * The least of several runs, each begun when no job is due: jobs of the minute, polls and look-ups of sessions run beside
   * some of them.
   */
  async least(run: () => Promise<unknown>, settled: () => Promise<void>, end = () => this.count): Promise<number> {
    const counts: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await settled();
      const before = this.count;
      await run();
      counts.push(end() - before);
    }
    await settled();
    return Math.min(...counts);
  }

  /** As {@link least}, until the server answers the last request of each run. */
  async leastUntilAnswer(server: Server, run: () => Promise<unknown>, settled: () => Promise<void>): Promise<number> {
    let answered = 0;
    const listen = (_: IncomingMessage, response: ServerResponse): void => {
      const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
      response.end = (...args: unknown[]) => {
        answered = this.count;
        return end(...args);
      };
    };
    server.prependListener('request', listen);
    try {
      return await this.least(run, settled, () => answered);
    } finally {
      server.off('request', listen);
    }
  }

  stop(): void {
    Object.assign(PreparedClient.prototype, { connect: this.originals.connect });
    Object.assign(Transaction.prototype, { commitUnawaited: this.originals.commitUnawaited });
  }

  private observe(stream: Socket): void {
    const write: Write = stream.write.bind(stream);
    let answered = true;
    stream.on('data', () => {
      answered = true;
    });
    stream.write = ((...args: Parameters<Write>) => {
      if (answered && !this.unawaited.getStore()) {
        answered = false;
        this.count += 1;
      }
      return write(...args);
    }) as Socket['write'];
  }
}
