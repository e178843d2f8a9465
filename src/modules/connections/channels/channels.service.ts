import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Channel } from './channel.js';
import { channelDefinition, channelDefinitions } from './channel-definitions.js';
import { definedChannels } from './channel-driver.js';

/** The channels by their names. */
@Injectable()
export class Channels {
  constructor(private readonly moduleRef: ModuleRef) {}

  /** @throws when a stored connection names a channel that this version does not have. */
  get(name: string): Channel {
    return this.moduleRef.get(channelDefinition(name).driver);
  }

  withTemplates(): string[] {
    return channelDefinitions.map(({ name }) => name).filter((name) => this.get(name).capabilities.templates);
  }
}

/** A channel as exported tables name it. */
export const channelExportName = (name: string): string => definedChannels.get(name)?.exportName ?? name;
