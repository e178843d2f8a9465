import { Injectable } from '@nestjs/common';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { Db } from '../../../../core/database/db.js';
import { type Condition, listed } from '../../../../core/database/statements.js';
import { Events } from '../../../../core/events/events.js';
import type { Localized } from '../../../../core/i18n.js';
import { defineJob, JobHandler, OnDiscard } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import type { ChannelConnection, StatusReport } from '../../../channels/connections/channels/channel.js';
import { Channels } from '../../../channels/connections/channels/channels.service.js';
import { ConnectionHealth } from '../../../channels/connections/health/connection-health.service.js';
import { previewAck } from '../../tickets/preview/ticket-preview.queries.js';
import { changeRefusalCodes } from '../edits/message-edit-store.service.js';
import { MessageLog } from '../history/message-log.service.js';
import type { MessageStatus } from '../message.entity.js';
import { deliveryErrorTexts } from '../messages.errors.js';
import { MessageStatusChanged, MessageStored, OtherStatusesReported, type ReportedStatus } from '../messages.events.js';

/** Ends the wait for a status of an uncertain message: from here on a person decides. */
export class SettleUncertain extends defineJob<{ messageId: number }>('settle-uncertain') {}

export const uncertainCode = 'UNCERTAIN';
const discardedCode = 'DISCARDED';
/** Errors of refused edits and deletions outlast a new status. */
const keepChangeRefusal = (column: string): RawBuilder<unknown> =>
  sql`case when m.error_code in ${changeRefusalCodes} then ${sql.ref(`m.${column}`)} end`;
/** It has no outcome yet that is better known. */
const unsettled = sql<SqlBool>`m.status in ('sending', 'queued', 'uncertain')`;
const sentStatus = { status: 'sent', ack: 1 } as const;
const deliveredStatus = { status: 'delivered', ack: 2 } as const;
const acks = { sent: 1, delivered: 2, read: 3 } as const;

interface StatusUpdate {
  readonly status: MessageStatus;
  readonly ack?: number;
  readonly providerId?: string;
  readonly error?: { readonly code: string; readonly text: Localized };
}

interface KnownMessage {
  readonly id: number;
  readonly ofCampaign: boolean;
}

interface Changed {
  readonly ack: number;
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
    await this.update(messageId, this.sent(connection, providerId), unsettled);
  }

  /** As {@link markSent}, together with the commit, unless a change has to be stored for its listeners. */
  async markSentLast(messageId: number, connection: ChannelConnection, providerId: string): Promise<void> {
    const change = this.sent(connection, providerId);
    const { status, ack } = change;
    if (this.eventsOf(messageId, status, ack).some((event) => this.events.mustHappen(event))) {
      await this.update(messageId, change, unsettled);
    } else {
      this.db.runLast(this.log.ticketLockOf(messageId));
      this.db.runLast(this.statementOf(messageId, change, unsettled), ({ rows }) =>
        this.emitChange(messageId, status, rows),
      );
    }
  }

  private sent({ channel }: ChannelConnection, providerId: string) {
    const { deliversOnSend } = this.channels.get(channel);
    return { ...(deliversOnSend ? deliveredStatus : sentStatus), providerId };
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

  /** Applies statuses that providers report, of messages found by the provider's id or ours. */
  async applyProviderStatuses(reported: readonly ReportedStatus[]): Promise<void> {
    if (reported.length === 0) return;
    const known = await this.messagesOf(reported, { byEither: false });
    const others = reported.filter((each) => known.get(each)?.ofCampaign !== false);
    const event = new OtherStatusesReported(others);
    if (others.length > 0) await this.events.dispatch(event);
    // a reply may have put the campaign's text into its conversation while its shipment was being waited for
    const rest = reported.filter((each) => !known.has(each) && !event.handled.has(each));
    const late = await this.messagesOf(rest, { byEither: true });
    const messages = new Map([...known, ...late]);
    if (messages.size > 0) await this.log.lockTicketsOf([...messages.values()].map(({ id }) => id));
    for (const each of reported) {
      const message = messages.get(each);
      if (message) await this.apply(each.connectionId, message, each.status);
    }
  }

  /**
   * By our id where a status has it, else by the provider's.
   * @param byEither by the provider's id first: what has an id of ours may be of another system that sends by this number
   */
  private async messagesOf(
    reported: readonly ReportedStatus[],
    { byEither }: { readonly byEither: boolean },
  ): Promise<Map<ReportedStatus, KnownMessage>> {
    if (reported.length === 0) return new Map();
    const byProvider = byEither || reported.some(({ status }) => status.messageId === null);
    // joins: one lookup for each status was planned as a scan while the table was small. `coalesce`, because for `is null`
    // PostgreSQL would choose the index on provider_id and read all messages without one.
    const joined = (found: RawBuilder<SqlBool>) => sql`
      select g.position, m.id, m.provider_id, jsonb_exists(m.data, 'campaignId') is true as "ofCampaign"
      from given g join messages m on m.company_id = ${this.db.companyId} and m.whatsapp_id = g.connection_id and m.from_me
        and ${found}`;
    const rows = await this.db.rows<KnownMessage & { position: number }>(sql`
      with given as materialized (select g.* from ${listed('g', {
        connection_id: ['bigint', reported.map(({ connectionId }) => connectionId)],
        provider_id: ['text', reported.map(({ status }) => status.providerId)],
        message_id: ['bigint', reported.map(({ status }) => status.messageId ?? 0)],
      })})
      select distinct on (m.position) m.position::int, m.id, m."ofCampaign"
      from (${byProvider ? sql`${joined(sql`m.provider_id = g.provider_id`)} union all` : sql``}
        ${joined(sql`m.id = g.message_id and coalesce(m.provider_id, '') in ('', g.provider_id)`)}) m
      order by m.position, m.provider_id nulls last`);
    const found = new Map(rows.map((row) => [row.position, row]));
    return new Map(
      reported.flatMap((each, index) => {
        const message = found.get(index + 1);
        return message ? [[each, message] as const] : [];
      }),
    );
  }

  private async apply(
    connectionId: number,
    known: { readonly id: number },
    { providerId, status, error }: StatusReport,
  ): Promise<void> {
    const { companyId } = this.db;
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

  /** Nothing when `guard` does not hold. */
  private async update(messageId: number, change: StatusUpdate, guard: Condition): Promise<void> {
    // sent together, one after the other
    const [, rows] = await Promise.all([
      this.log.lockTicketOf(messageId),
      this.db.rows(this.statementOf(messageId, change, guard)),
    ]);
    this.emitChange(messageId, change.status, rows);
  }

  /**
   * Also shows it in the preview of its ticket, when it is the newest message. Where `guard` does not hold, only a provider's
   * id that was not known is kept, and there is no row.
   */
  private statementOf(
    messageId: number,
    { status, ack, providerId, error }: StatusUpdate,
    guard: Condition,
  ): RawBuilder<Changed> {
    const message = sql`m.company_id = ${this.db.companyId} and m.id = ${messageId}`;
    const named = providerId
      ? sql`, named as (
         update messages m set provider_id = ${providerId}
         where ${message} and m.provider_id is null and not exists (select from changed))`
      : sql``;
    return sql`with changed as (
         update messages m set status = ${status}, ack = ${ack === 0 ? sql`0` : sql`greatest(m.ack, ${ack ?? 0})`},
           provider_id = coalesce(${providerId ?? null}, m.provider_id), leased_until = null,
           error_code = coalesce(${error?.code ?? null}, ${keepChangeRefusal('error_code')}),
           error_text = coalesce(${error ? JSON.stringify(error.text) : null}::jsonb, ${keepChangeRefusal('error_text')}), updated_at = now()
         where ${message} and ${guard} returning m.company_id, m.ticket_id, m.id, m.ack),
       preview as (
         ${previewAck(
           sql`not exists (select 1 from messages n where n.company_id = c.company_id and n.ticket_id = c.ticket_id and n.id > c.id)`,
         )})
       ${named}
       select ack from changed`;
  }

  private emitChange(messageId: number, status: MessageStatus, [changed]: readonly Changed[]): void {
    if (!changed) return;
    for (const event of this.eventsOf(messageId, status, changed.ack)) this.events.emit(event);
  }

  private eventsOf(messageId: number, status: MessageStatus, ack: number): object[] {
    const { companyId } = this.db;
    const stored = new MessageStored(companyId, messageId, 'update');
    return status === 'queued' ? [stored] : [stored, new MessageStatusChanged(companyId, messageId, status, ack)];
  }
}
