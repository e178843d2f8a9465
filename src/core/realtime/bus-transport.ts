import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { ServerOptions } from 'socket.io';
import type { RedisConnections } from '../redis/redis-connections.js';

type AdapterConstructor = ServerOptions['adapter'];

const purpose = 'bus';

/**
 * What the socket.io adapter gets instead of a Redis client. The adapter leaves the promises of its commands to nobody
 * (one failure would end the process) and asks for the next entries without a pause when the last question failed.
 */
export class BusTransport {
  private subscriber: Redis | undefined;

  constructor(
    private readonly redis: RedisConnections,
    /** Something arrived on the subscription, be it our own. */
    private readonly onMessage: () => void,
    /** The subscription broke: whatever is said from now on is missed. */
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

  /** Lets go of a subscription that has fallen silent; a new one follows by itself. */
  reconnect(): void {
    if (this.subscriber?.status === 'ready') this.subscriber.disconnect(true);
  }

  /** What cannot be said now is never said: the next heartbeat tells the others that they missed something. */
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

  /** A connection for the stream, or for the subscription once it is asked to subscribe. */
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
