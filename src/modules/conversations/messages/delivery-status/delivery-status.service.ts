import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import type { Condition } from '../../../../core/database/statements.js';
import { Events } from '../../../../core/events/events.js';
import type { Localized } from '../../../../core/i18n.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import type { ChannelConnection, StatusReport } from '../../../channels/connections/channels/channel.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { ConnectionHealthService } from '../../../channels/connections/health/connection-health.service.js';
import { lockTicketOfMessage } from '../history/message-writer.queries.js';
import { MessageWriterService } from '../history/message-writer.service.js';
import type { MessageStatus } from '../message.entity.js';
import { deliveryErrorTexts } from '../messages.errors.js';
import { MessageStatusChanged, MessageStored, otherStatuses, type ReportedStatus } from '../messages.events.js';
import {
  type ChangedStatus,
  changeStatus,
  hasAckBelow,
  hasStatus,
  isUndelivered,
  isUnsettled,
  type KnownMessage,
  lockStatus,
  messagesOfStatuses,
  numbersOfStatuses,
  type StatusChange,
  uncertainCode,
} from './delivery-status.queries.js';
import { SettleUncertain } from './settle-uncertain.job.js';

const discardedCode = 'DISCARDED';
const sentStatus = { status: 'sent', ack: 1 } as const;
const deliveredStatus = { status: 'delivered', ack: 2 } as const;
const acks = { sent: 1, delivered: 2, read: 3 } as const;

/** Status of outbound messages. The ack only increases; failures are stored separately (promises.md §1.4). */
@Injectable()
export class DeliveryStatusService {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly channels: ChannelsService,
    private readonly health: ConnectionHealthService,
    private readonly writer: MessageWriterService,
  ) {}

  /** The provider accepted the message. A higher status that it reported meanwhile stays. */
  async markSent(messageId: number, connection: ChannelConnection, providerId: string): Promise<void> {
    await this.update(messageId, this.sent(connection, providerId), isUnsettled);
  }

  /** As {@link markSent}, but the update runs with the commit unless an event for listeners has to be stored. */
  async markSentLast(messageId: number, connection: ChannelConnection, providerId: string): Promise<void> {
    const change = this.sent(connection, providerId);
    const { status, ack } = change;
    if (this.eventsOf(messageId, status, ack).some((event) => this.events.mustHappen(event))) {
      await this.update(messageId, change, isUnsettled);
    } else {
      this.db.runWithCommit(lockTicketOfMessage(this.db.companyId, messageId));
      this.db.runWithCommit(changeStatus(this.db.companyId, messageId, change, isUnsettled), ({ rows }) =>
        this.emitChange(messageId, status, rows),
      );
    }
  }

  private sent({ channel }: ChannelConnection, providerId: string) {
    const { deliversOnSend } = this.channels.get(channel);
    return { ...(deliversOnSend ? deliveredStatus : sentStatus), providerId };
  }

  async markFailed(messageId: number, code: string, text: Localized): Promise<void> {
    await this.update(messageId, { status: 'failed', ack: 0, error: { code, text } }, isUndelivered);
  }

  /** A status with our id settles the message; if none comes within ten minutes, an attendant decides. */
  async markUncertain(messageId: number): Promise<void> {
    await this.update(
      messageId,
      { status: 'uncertain', error: { code: uncertainCode, text: deliveryErrorTexts.uncertain } },
      hasStatus('sending'),
    );
    await this.jobs.add(
      SettleUncertain,
      { messageId },
      { runAt: new Date(Date.now() + 10 * 60_000), key: `settle:${messageId}` },
    );
  }

  /** The send job was discarded. A message in status `sending` may have been delivered nevertheless. */
  async failDiscarded(messageId: number): Promise<void> {
    const unsent = { code: discardedCode, text: deliveryErrorTexts.discarded };
    const unknown = { code: uncertainCode, text: deliveryErrorTexts.uncertain };
    await this.update(messageId, { status: 'failed', ack: 0, error: unsent }, hasStatus('queued'));
    await this.update(messageId, { status: 'failed', ack: 0, error: unknown }, hasStatus('sending'));
  }

  async returnToQueue(messageId: number): Promise<void> {
    await this.update(messageId, { status: 'queued' }, hasStatus('sending'));
  }

  /** The message was deleted before it was sent. */
  async markWithdrawn(messageId: number): Promise<void> {
    await this.update(messageId, { status: 'withdrawn' }, hasStatus('queued'));
  }

  /** Applies statuses reported by providers to messages, found by the provider's id or ours. */
  async applyProviderStatuses(reported: readonly ReportedStatus[]): Promise<void> {
    if (reported.length === 0) return;
    const known = await this.messagesOf(reported, { byEither: false });
    const others = reported.filter((each) => known.get(each)?.ofCampaign !== false);
    const handled = new Set(others.length > 0 ? (await this.events.ask(otherStatuses, others)).flat() : []);
    // a reply may have moved the campaign's text into its conversation while this waited for the shipment's lock
    const rest = reported.filter((each) => !known.has(each) && !handled.has(each));
    const late = await this.messagesOf(rest, { byEither: true });
    const messages = new Map([...known, ...late]);
    if (messages.size > 0) await this.writer.lockTicketsOf([...messages.values()].map(({ id }) => id));
    for (const each of reported) {
      const message = messages.get(each);
      if (message) await this.apply(each.connectionId, message, each.status);
    }
  }

  /** Numbers of the contacts to whom the messages of statuses were sent, where they are known. */
  async numbersOf(reported: readonly ReportedStatus[]): Promise<Map<ReportedStatus, string>> {
    const rows = await this.db.rows(numbersOfStatuses(this.db.companyId, reported));
    const numbers = new Map(rows.map(({ position, number }) => [position, number]));
    return new Map(
      reported.flatMap((each, index) => {
        const number = numbers.get(index + 1);
        return number === undefined ? [] : [[each, number] as const];
      }),
    );
  }

  /**
   * Finds messages by our id where the status has one, else by the provider's id.
   * @param byEither searches by the provider's id first, as an id like ours may come from another system on this number
   */
  private async messagesOf(
    reported: readonly ReportedStatus[],
    { byEither }: { readonly byEither: boolean },
  ): Promise<Map<ReportedStatus, KnownMessage>> {
    if (reported.length === 0) return new Map();
    const rows = await this.db.rows(messagesOfStatuses(this.db.companyId, reported, { byEither }));
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
    const found = await this.db.row(lockStatus(companyId, known.id));
    if (!found) return;
    if (status === 'failed') {
      const problem = error ?? { code: 'failed', text: 'failed' };
      const failure = await this.health.failureOf(connectionId, problem);
      await this.markFailed(found.id, failure.code, failure.text);
      await this.health.applyProviderLimits({ id: connectionId, ...failure });
      return;
    }
    // webhooks may arrive in another order: only a delivery shows that a failure was wrong
    if (status === 'sent' && found.status === 'failed' && found.errorCode !== uncertainCode) return;
    if (acks[status] <= found.ack && found.status !== 'failed' && found.status !== 'uncertain') return;
    await this.update(found.id, { status, ack: acks[status], providerId }, hasAckBelow(acks[status]));
  }

  /** Changes nothing when `guard` is not true. */
  private async update(messageId: number, change: StatusChange, guard: Condition): Promise<void> {
    // sent in one round trip; PostgreSQL runs one after the other
    const [, rows] = await Promise.all([
      this.writer.lockTicketOf(messageId),
      this.db.rows(changeStatus(this.db.companyId, messageId, change, guard)),
    ]);
    this.emitChange(messageId, change.status, rows);
  }

  private emitChange(messageId: number, status: MessageStatus, [changed]: readonly ChangedStatus[]): void {
    if (!changed) return;
    for (const event of this.eventsOf(messageId, status, changed.ack)) this.events.emit(event);
  }

  private eventsOf(messageId: number, status: MessageStatus, ack: number): object[] {
    const { companyId } = this.db;
    const stored = new MessageStored({ companyId, messageId, action: 'update' });
    return status === 'queued' ? [stored] : [stored, new MessageStatusChanged({ companyId, messageId, status, ack })];
  }
}
