import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../../../../core/database/db.js';
import type { InboundMessage, InboundWatermark } from '../../../channels/connections/channels/channel.js';
import { Channels } from '../../../channels/connections/channels/channels.service.js';
import type { InboxConnection } from '../../../channels/connections/inbox/inbox.queries.js';
import { newestMessagesOf } from '../queries/customer.queries.js';
import { DeliveryStatusService, uncertainCode } from './delivery-status.service.js';

/** A longer text may be sent in pieces, of which each is echoed by itself. */
const pieceBytes = 900;

/** Reports that do not name our message: finds the messages that they are about. */
@Injectable()
export class DeliveryReports {
  constructor(
    private readonly db: Db,
    private readonly channels: Channels,
    private readonly deliveryStatus: DeliveryStatusService,
  ) {}

  /** Everything that was sent until then is delivered or read. */
  async applyWatermark(connectionId: number, { from, status, until, timestamp }: InboundWatermark): Promise<void> {
    const ack = status === 'read' ? 3 : 2;
    const rows = await this.db.rows<{ id: number; providerId: string }>(sql`
      select id, provider_id as "providerId" from (${newestMessagesOf(this.db.companyId, from)}) m where whatsapp_id = ${connectionId} and from_me
        and status in ('sent', 'delivered') and ack < ${ack} and provider_id is not null
        and sent_at <= ${new Date(until)}::timestamptz order by id`);
    await this.deliveryStatus.applyProviderStatuses(
      rows.map(({ id: messageId, providerId }) => ({
        connectionId,
        status: { messageId, providerId, status, timestamp, error: null },
      })),
    );
  }

  /**
   * Some providers repeat what we send as if it came from another device, perhaps before they have answered the request.
   * @returns whether the message is one of ours, which then has its provider's id
   */
  async applyEcho(
    { id: connectionId, channel }: InboxConnection,
    { from, type, body, providerId, timestamp }: InboundMessage,
  ): Promise<boolean> {
    if (!this.channels.get(channel).echoesWithoutId) return false;
    const row = await this.db.row<{ id: number; isWhole: boolean }>(sql`
      select id, is_whole as "isWhole" from (
        select id, provider_id is null and media_type = ${type}
            and (status in ('sending', 'uncertain') or (status = 'failed' and error_code = ${uncertainCode}))
            and (media_type <> 'chat' or starts_with(body, ${body})) as is_whole,
          ${type} = 'chat' and ${body} <> '' and created_at > now() - interval '10 minutes'
            and (media_type <> 'chat' or octet_length(body) > ${pieceBytes}) and strpos(body, ${body}) > 0 as is_piece
        from (${newestMessagesOf(this.db.companyId, from)}) n where whatsapp_id = ${connectionId} and from_me) m
      where is_whole or is_piece order by is_whole desc, id limit 1`);
    if (row?.isWhole)
      await this.deliveryStatus.applyProviderStatuses([
        { connectionId, status: { messageId: row.id, providerId, status: 'sent', timestamp, error: null } },
      ]);
    return row !== undefined;
  }
}
