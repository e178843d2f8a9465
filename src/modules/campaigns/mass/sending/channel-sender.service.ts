import { Injectable } from '@nestjs/common';
import type {
  ChannelConnection,
  OutboundMessage,
  SendOutcome,
} from '../../../channels/connections/channels/channel.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';

type Content = Pick<OutboundMessage, 'type' | 'body' | 'media' | 'template'>;

interface Destination {
  readonly to: string;
  /** Correlation ids at the provider, of the message and of each file before it. */
  readonly messageId: number;
  readonly fileIds: readonly number[];
}

/** Calls the channel for one recipient: first for the files in order, then for the message. */
@Injectable()
export class ChannelSenderService {
  constructor(private readonly channels: ChannelsService) {}

  async send(
    connection: ChannelConnection,
    files: readonly (Content | null)[],
    message: Content,
    { to, messageId, fileIds }: Destination,
  ): Promise<SendOutcome> {
    const channel = this.channels.get(connection.channel);
    const common = { to, quotedProviderId: null, voice: false };
    for (const [index, file] of files.entries()) {
      const id = fileIds[index];
      if (!file) continue;
      if (id === undefined) throw new Error(`Shipment ${messageId} has no id for file ${index}`);
      const outcome = await channel.send(connection, { ...common, ...file, messageId: id });
      if (!outcome.ok) return outcome;
    }
    return channel.send(connection, { ...common, ...message, messageId });
  }
}
