import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { ServerOptions } from 'socket.io';
import type { RedisConnections } from '../redis/redis-connections.js';

type AdapterConstructor = ServerOptions['adapter'];

const purpose = 'bus';

/**
 * Given to the socket.io adapter in place of a Redis client: the adapter does not handle rejections of its commands (one
 * would end the process) and retries a failed read without a pause.
 */
export class BusTransport {
  private subscriber: Redis | undefined;

  constructor(
    private readonly redis: RedisConnections,
    /** A message arrived on the subscription, possibly of this process. */
    private readonly onMessage: () => void,
    /** The subscription broke: later messages are lost. */
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

  /** Replaces a subscription that has fallen silent. */
  reconnect(): void {
    if (this.subscriber?.status === 'ready') this.subscriber.disconnect(true);
  }

  /** A message that cannot be sent now is dropped; the next heartbeat shows the others the gap. */
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

  /** A connection for the stream, or for the subscription once `subscribe` is called. */
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
