import { applyDecorators, Injectable, type Provider, type Type } from '@nestjs/common';
import type { Localized } from '../../../../core/i18n.js';
import type { Unavailability } from '../../../../core/resource/field-meta.js';
import type { Connection, ConnectionStatus } from '../connection.entity.js';
import type { Channel } from './channel.js';

/** What the product needs to know of a channel before there is an instance of it. */
export interface ChannelOptions {
  /** The name is stored with connections and messages, at most 20 characters, and is part of the API. */
  readonly name: string;
  /** The name in the connection form. */
  readonly label: Localized;
  /** The name in exported tables, the same in every language. */
  readonly exportName: string;
  /** Position among the channels of the form. */
  readonly order: number;
  /** Why the channel cannot be chosen in this installation. */
  readonly unavailable?: Unavailability;
  /** Clients of the API that name no channel get this one. */
  readonly apiDefault?: true;
  /** Status of a connection that is new or has new credentials. */
  readonly initialStatus: ConnectionStatus;
  /** Fields of the connection form, each by its decorator of `core/resource/fields`; name the channel in their `when`. */
  readonly fields?: Readonly<Record<string, PropertyDecorator>>;
  /** Fields that are stored encrypted, with their keys in `ChannelConnection.credentials`. */
  readonly encrypted?: Readonly<Record<string, string>>;
  /** Columns of the connection that are part of the channel's credentials, under these keys. */
  readonly columns?: Readonly<Partial<Record<keyof Connection, string>>>;
  /** An encrypted field that is generated when a new connection leaves it empty; managers see its value. */
  readonly generatedField?: string;
  /** Fields that {@link Channel.check} verifies: another value in one of them starts a check. */
  readonly checkedFields?: readonly string[];
  /** Path of the webhook of a connection below `webhooks/`; `:connectionId` stands for its id. */
  readonly webhookRoute?: string;
  readonly controllers?: readonly Type[];
  readonly providers?: readonly Provider[];
}

export interface ChannelDefinition extends ChannelOptions {
  readonly driver: Type<Channel>;
}

const definitions = new Map<string, ChannelDefinition>();
export const definedChannels: ReadonlyMap<string, ChannelDefinition> = definitions;

/** Makes an injectable class the implementation of a channel and declares everything else about the channel. */
export const ChannelDriver = (options: ChannelOptions): ClassDecorator =>
  applyDecorators(Injectable(), (driver: unknown) => {
    if (definitions.has(options.name)) throw new Error(`The channel ${options.name} is defined twice`);
    definitions.set(options.name, { ...options, driver: driver as Type<Channel> });
  });
