import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Db } from '../../../core/database/db.js';
import type { Condition } from '../../../core/database/statements.js';
import { Events } from '../../../core/events/events.js';
import type { Localized } from '../../../core/i18n.js';
import { defineJob, JobHandler, OnDiscard } from '../../../core/jobs/job.js';
import { Jobs } from '../../../core/jobs/jobs.js';
import type { ChannelConnection, InboundStatus } from '../../connections/channels/channel.js';
import { Channels } from '../../connections/channels/channels.service.js';
import { ConnectionHealth } from '../../connections/health/connection-health.service.js';
import { previewAck } from '../../tickets/ticket-preview.service.js';
import { changeRefusalCodes } from '../edits/message-edit-store.service.js';
import type { MessageStatus } from '../message.entity.js';
import { MessageLog } from '../message-log.service.js';
import { deliveryErrorTexts } from '../messages.errors.js';
import { MessageStatusChanged, MessageStored } from '../messages.events.js';

/** Ends the wait for a status of an uncertain message: from here on a person decides. */
export class SettleUncertain extends defineJob<{ messageId: number }>('settle-uncertain') {}

const uncertainCode = 'UNCERTAIN';
const discardedCode = 'DISCARDED';
/** Errors of refused edits and deletions outlast a new status. */
const keepChangeRefusal = (column: string): RawBuilder<unknown> =>
  sql`case when m.error_code in ${changeRefusalCodes} then ${sql.ref(`m.${column}`)} end`;
const acks = { sent: 1, delivered: 2, read: 3 } as const;

interface StatusUpdate {
  readonly status: MessageStatus;
  readonly ack?: number;
  readonly providerId?: string;
  readonly error?: { readonly code: string; readonly text: Localized };
}

/** The status of outbound messages. Acks only move up; failures are separate (promises.md §1.4). */
@Injectable()
export class DeliveryStatusService {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly channels: Channels,
    private readonly health: ConnectionHealth,
    private readonly log: MessageLog,
  ) {}

  /** The provider accepted it. A higher status that was reported meanwhile stays. */
  async markSent(messageId: number, connection: ChannelConnection, providerId: string): Promise<void> {
    const { deliversOnSend } = this.channels.get(connection.channel);
    const changed = await this.update(
      messageId,
      deliversOnSend ? { status: 'delivered', ack: 2, providerId } : { status: 'sent', ack: 1, providerId },
      sql`m.status in ('sending', 'queued', 'uncertain')`,
    );
    if (changed) return;
    await this.db.run(sql`update messages set provider_id = ${providerId} where company_id = ${this.db.companyId}
       and id = ${messageId} and provider_id is null`);
  }

  async markFailed(messageId: number, code: string, text: Localized): Promise<void> {
    await this.update(
      messageId,
      { status: 'failed', ack: 0, error: { code, text } },
      sql`m.status not in ('delivered', 'read')`,
    );
  }

  /** A status with our id settles it, else a person decides after ten minutes. */
  async markUncertain(messageId: number): Promise<void> {
    await this.update(
      messageId,
      { status: 'uncertain', error: { code: uncertainCode, text: deliveryErrorTexts.uncertain } },
      sql`m.status = 'sending'`,
    );
    await this.jobs.add(
      SettleUncertain,
      { messageId },
      { runAt: new Date(Date.now() + 10 * 60_000), key: `settle:${messageId}` },
    );
  }

  /** Its job was discarded. One in `sending` may have been delivered nevertheless. */
  async failDiscarded(messageId: number): Promise<void> {
    const unsent = { code: discardedCode, text: deliveryErrorTexts.discarded };
    const unknown = { code: uncertainCode, text: deliveryErrorTexts.uncertain };
    await this.update(messageId, { status: 'failed', ack: 0, error: unsent }, sql`m.status = 'queued'`);
    await this.update(messageId, { status: 'failed', ack: 0, error: unknown }, sql`m.status = 'sending'`);
  }

  @JobHandler(SettleUncertain)
  @OnDiscard(SettleUncertain)
  async settleUncertain({ messageId }: SettleUncertain['payload']): Promise<void> {
    const { companyId } = this.db;
    const settled = await this.db.run(sql`
      update messages set status = 'failed', updated_at = now() where company_id = ${companyId}
       and id = ${messageId} and status = 'uncertain'`);
    if (settled === 0) return;
    this.events.emit(new MessageStored(companyId, messageId, 'update'));
    this.events.emit(new MessageStatusChanged(companyId, messageId, 'failed', 0));
  }

  async returnToQueue(messageId: number): Promise<void> {
    await this.update(messageId, { status: 'queued' }, sql`m.status = 'sending'`);
  }

  /** It was deleted before it was sent. */
  async markWithdrawn(messageId: number): Promise<void> {
    await this.update(messageId, { status: 'withdrawn' }, sql`m.status = 'queued'`);
  }

  /** Applies a status that the provider reports, for a message found by the provider's id or ours. */
  async applyProviderStatus(
    connectionId: number,
    { messageId, providerId, status, error }: InboundStatus,
  ): Promise<void> {
    const { companyId } = this.db;
    const known = await this.db.row<{ id: number }>(sql`
      select id from messages where company_id = ${companyId} and whatsapp_id = ${connectionId} and from_me
       and (provider_id = ${providerId} or (id = ${messageId ?? 0} and provider_id is null))
       order by provider_id nulls last limit 1`);
    if (!known) return;
    await this.log.lockTicketOf(known.id);
    const found = await this.db.row<{ id: number; ack: number; status: MessageStatus; errorCode: string | null }>(sql`
      select id, ack, status, error_code as "errorCode" from messages where company_id = ${companyId}
       and id = ${known.id} for no key update`);
    if (!found) return;
    if (status === 'failed') {
      const problem = error ?? { code: 'failed', text: 'failed' };
      const failure = await this.health.failureOf(connectionId, problem);
      await this.markFailed(found.id, failure.code, failure.text);
      await this.health.applyProviderLimits({ id: connectionId, ...failure });
      return;
    }
    // webhooks may come out of order: only a delivery disproves a failure
    if (status === 'sent' && found.status === 'failed' && found.errorCode !== uncertainCode) return;
    if (acks[status] <= found.ack && found.status !== 'failed' && found.status !== 'uncertain') return;
    await this.update(found.id, { status, ack: acks[status], providerId }, sql`m.ack < ${acks[status]}`);
  }

  /** Also the preview of its ticket, when it is the newest message; false when `guard` does not hold. */
  private async update(
    messageId: number,
    { status, ack, providerId, error }: StatusUpdate,
    guard: Condition,
  ): Promise<boolean> {
    const { companyId } = this.db;
    // sent together, one after the other
    const [, changed] = await Promise.all([
      this.log.lockTicketOf(messageId),
      this.db.row<{ ack: number }>(sql`with changed as (
         update messages m set status = ${status}, ack = ${ack === 0 ? sql`0` : sql`greatest(m.ack, ${ack ?? 0})`},
           provider_id = coalesce(${providerId ?? null}, m.provider_id), leased_until = null,
           error_code = coalesce(${error?.code ?? null}, ${keepChangeRefusal('error_code')}),
           error_text = coalesce(${error ? JSON.stringify(error.text) : null}::jsonb, ${keepChangeRefusal('error_text')}), updated_at = now()
         where m.company_id = ${companyId} and m.id = ${messageId} and ${guard} returning m.company_id, m.ticket_id, m.id, m.ack),
       preview as (
         ${previewAck(
           sql`not exists (select 1 from messages n where n.company_id = c.company_id and n.ticket_id = c.ticket_id and n.id > c.id)`,
         )})
       select ack from changed`),
    ]);
    if (!changed) return false;
    this.events.emit(new MessageStored(companyId, messageId, 'update'));
    if (status !== 'queued') this.events.emit(new MessageStatusChanged(companyId, messageId, status, changed.ack));
    return true;
  }
}
