import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { connectionErrors } from '../connections.errors.js';
import type { Channel, ChannelCapabilities, ChannelRates, MediaKind } from './channel.js';
import { channelDefinition, channelDefinitions } from './channel-definitions.js';
import { definedChannels } from './channel-driver.js';

@Injectable()
export class ChannelsService {
  constructor(private readonly moduleRef: ModuleRef) {}

  /** @throws when a stored connection names a channel that this version does not have. */
  get(name: string): Channel {
    return this.moduleRef.get(channelDefinition(name).driver);
  }

  /** Whether this process has what the channel needs. */
  isAvailable(name: string): boolean {
    return channelDefinition(name).unavailable === undefined;
  }

  /** @throws 422 ERR_CHANNEL_CANNOT */
  assertCan(
    name: string,
    capability: Exclude<keyof ChannelCapabilities, 'media'> | { readonly media: MediaKind },
  ): void {
    const { capabilities } = this.get(name);
    const capable =
      typeof capability === 'object' ? capabilities.media.includes(capability.media) : capabilities[capability];
    if (!capable) throw connectionErrors.ERR_CHANNEL_CANNOT();
  }

  withTemplates(): string[] {
    return this.namesOf(({ capabilities }) => capabilities.templates);
  }

  /** The rates of those that have some. */
  rates(): Record<string, ChannelRates> {
    return Object.fromEntries(
      channelDefinitions.flatMap(({ name }) => {
        const { rates } = this.get(name);
        return rates ? [[name, rates]] : [];
      }),
    );
  }

  /** Those that may be given a message a second time. */
  idempotent(): string[] {
    return this.namesOf(({ idempotent }) => idempotent);
  }

  private namesOf(channels: (channel: Channel) => boolean): string[] {
    return channelDefinitions.map(({ name }) => name).filter((name) => channels(this.get(name)));
  }
}

/** A channel as exported tables name it. */
export const channelExportName = (name: string): string => definedChannels.get(name)?.exportName ?? name;
