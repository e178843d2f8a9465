import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { ServerOptions } from 'socket.io';
import type { RedisConnections } from '../redis/redis-connections.js';

type AdapterConstructor = ServerOptions['adapter'];

const purpose = 'bus';

/**
 * Replaces the Redis client of the socket.io adapter. The adapter does not handle rejections of its commands, of which
 * one would end the process, and it retries a failed read without a pause.
 */
export class BusTransport {
  private subscriber: Redis | undefined;

  constructor(
    private readonly redis: RedisConnections,
    /** Called when the subscription receives a message, which may come from this process. */
    private readonly onMessage: () => void,
    /** Called when the subscription has broken, so that following messages are lost. */
    private readonly onDisconnect: () => void,
  ) {}

  /** For the `adapter` option of the socket.io server. */
  async adapter(): Promise<AdapterConstructor> {
    const { createAdapter } = await import('@socket.io/redis-streams-adapter');
    const { namespace } = this.redis;
    return createAdapter(
      { options: {}, publish: this.publish, duplicate: () => this.reader() },
      { streamName: `${namespace}:stream`, channelPrefix: `${namespace}:bus`, onlyPlaintext: true },
    );
  }

  /** Replaces a subscription that no longer receives anything. */
  reconnect(): void {
    if (this.subscriber?.status === 'ready') this.subscriber.disconnect(true);
  }

  /** Drops a message that cannot be sent now; the next heartbeat shows other processes the gap. */
  private readonly publish = async (channel: string, message: Buffer): Promise<number> => {
    const { commands, available: usable } = this.redis;
    if (!commands || !usable) return 0;
    try {
      return await commands.publish(channel, message);
    } catch (error) {
      this.redis.markUnavailable(error);
      return 0;
    }
  };

  /** A connection that reads the stream, or becomes the subscription when `subscribe` is called. */
  private reader(): object {
    const link = this.redis.open(purpose);
    return {
      disconnect: () => link.disconnect(),
      xread: async (...args: (string | number)[]) => {
        try {
          return await link.call('XREAD', args);
        } catch (error) {
          await delay(1000, undefined, { ref: false });
          throw error;
        }
      },
      subscribe: (channels: string[]) => {
        this.subscriber = link;
        link.on('close', this.onDisconnect);
        link.subscribe(...channels).catch(this.onDisconnect);
      },
      on: (event: 'messageBuffer', listener: (channel: Buffer, message: Buffer) => void) => {
        link.on(event, (channel: Buffer, message: Buffer) => {
          listener(channel, message);
          this.onMessage();
        });
      },
    };
  }
}
