import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import type { InboundMessage, InboundWatermark } from '../../../channels/connections/channels/channel.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import type { InboxConnection } from '../../../channels/connections/inbox/inbox.queries.js';
import { echoedMessage, messagesUpTo } from './delivery-status.queries.js';
import { DeliveryStatusService } from './delivery-status.service.js';

/** Handles reports of providers that contain no message id: finds the messages they are about. */
@Injectable()
export class EchoesAndWatermarksService {
  constructor(
    private readonly db: Db,
    private readonly channels: ChannelsService,
    private readonly deliveryStatus: DeliveryStatusService,
  ) {}

  /** Marks everything that was sent until then as delivered or read. */
  async applyWatermark(connectionId: number, { from, status, until, timestamp }: InboundWatermark): Promise<void> {
    const ack = status === 'read' ? 3 : 2;
    const rows = await this.db.rows(
      messagesUpTo(this.db.companyId, connectionId, { from, ack, until: new Date(until) }),
    );
    await this.deliveryStatus.applyProviderStatuses(
      rows.map(({ id: messageId, providerId }) => ({
        connectionId,
        status: { messageId, providerId, status, timestamp, error: null },
      })),
    );
  }

  /**
   * Some providers report messages that we send as if another device had sent them, perhaps before they answer the
   * request.
   * @returns whether the message is one of ours; its provider's id is stored then
   */
  async applyEcho(
    { id: connectionId, channel }: InboxConnection,
    { from, type, body, providerId, timestamp }: InboundMessage,
  ): Promise<boolean> {
    if (!this.channels.get(channel).echoesWithoutId) return false;
    const row = await this.db.row(echoedMessage(this.db.companyId, connectionId, { from, type, body }));
    if (row?.isWhole)
      await this.deliveryStatus.applyProviderStatuses([
        { connectionId, status: { messageId: row.id, providerId, status: 'sent', timestamp, error: null } },
      ]);
    return row !== undefined;
  }
}
