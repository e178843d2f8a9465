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

  /** Whether everything that the channel needs is installed in this process. */
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

  /** The rates of the channels that have a limit. */
  rates(): Record<string, ChannelRates> {
    return Object.fromEntries(
      channelDefinitions.flatMap(({ name }) => {
        const { rates } = this.get(name);
        return rates ? [[name, rates]] : [];
      }),
    );
  }

  /** Channels that may send a message a second time without harm. */
  idempotent(): string[] {
    return this.namesOf(({ idempotent }) => idempotent);
  }

  private namesOf(channels: (channel: Channel) => boolean): string[] {
    return channelDefinitions.map(({ name }) => name).filter((name) => channels(this.get(name)));
  }
}

/** The name of a channel in exported tables. */
export const channelExportName = (name: string): string => definedChannels.get(name)?.exportName ?? name;
