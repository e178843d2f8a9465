import { Injectable } from '@nestjs/common';
import type { Channel, ProviderFailure } from './channel.js';
import { CloudApiChannel } from './cloudapi/cloudapi.channel.js';
import { failureOf } from './cloudapi/errors.js';
import { SandboxChannel } from './sandbox/sandbox.channel.js';
import { WhatsappChannel } from './whatsapp/whatsapp.channel.js';

/** Every channel by its name. */
@Injectable()
export class Channels {
  private readonly byName: ReadonlyMap<string, Channel>;

  constructor(sandbox: SandboxChannel, cloudapi: CloudApiChannel, whatsapp: WhatsappChannel) {
    this.byName = new Map<string, Channel>([sandbox, cloudapi, whatsapp].map((channel) => [channel.name, channel]));
  }

  /** @throws when a stored connection names a channel that this version does not have. */
  get(name: string): Channel {
    const channel = this.byName.get(name);
    if (!channel) throw new Error(`No channel ${name}`);
    return channel;
  }

  /** What a failure that a provider reported later means. */
  failureOf(error: { code: string; text: string }): ProviderFailure {
    return failureOf(error);
  }
}
