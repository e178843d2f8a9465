import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { databaseErrorToAppError } from '../../../core/errors/database-errors.js';
import { defaultBackoff, defineJob, JobHandler, type JobRun, RetryLater } from '../../../core/jobs/job.js';
import { OnDiscard } from '../../../core/jobs/on-discard.js';
import { Storage } from '../../../core/storage/storage.js';
import type { ChannelConnection, OutboundMessage, SendOutcome } from '../../connections/channels/channel.js';
import { Channels } from '../../connections/channels/channels.service.js';
import { ConnectionsService } from '../../connections/connections.service.js';
import { ConnectionHealth } from '../../connections/health/connection-health.service.js';
import { SendRateLimiter, type SendTarget } from '../../connections/sending/send-rate-limiter.service.js';
import { DeliveryStatusService } from '../delivery-status/delivery-status.service.js';
import { MessageLog } from '../message-log.service.js';
import { deliveryErrorTexts } from '../messages.errors.js';
import type { StoredContent } from './stored-content.js';

/** Hands one stored message to its provider. */
export class SendMessage extends defineJob<{ messageId: number }>('send-message') {}

interface State {
  status: string;
  leased: boolean;
  deleted: boolean;
  mayWork: boolean;
  whatsappId: number;
  channel: string;
  /** The connection was removed while the message waited. */
  gone: boolean;
  disconnected: boolean;
  /** Milliseconds; the connection sends nothing until then. */
  pausedMs: number | null;
  messagesPerSecond: number | null;
  recipient: string;
}

interface Claimed {
  id: number;
  whatsappId: number;
  to: string;
  body: string;
  mediaType: string;
  mediaKey: string | null;
  mediaName: string | null;
  data: StoredContent | null;
  mediaMime: string | null;
  mediaSize: number | null;
  quotedProviderId: string | null;
  sentAt: string;
  troubled: boolean;
}

/** A message that is ours to send now. */
interface Claim {
  readonly connection: ChannelConnection;
  readonly message: OutboundMessage;
  readonly turn: SendTarget | undefined;
  readonly sentAt: Date;
  /** The provider failed the last time, or was not asked with these credentials yet. */
  readonly troubled: boolean;
}

/** Only somebody else waits for its end, who took the job over from a process that died or stands still. */
const leaseSeconds = 60;
/** While the company may not work, outbound is held (behaviour.md §2). */
const heldMs = 5 * 60_000;
/** Not everything that waited for the same moment comes at once. */
const spreadMs = 2_000;
/** After a deadlock, or while the database is away: what the provider took must not look as if nobody knew. */
const recordAgainMs: readonly number[] = [20, 100, 500, ...Array<number>(60).fill(1_000)];

@Injectable()
export class SendMessageHandler {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly storage: Storage,
    private readonly channels: Channels,
    private readonly connections: ConnectionsService,
    private readonly health: ConnectionHealth,
    private readonly rateLimiter: SendRateLimiter,
    private readonly deliveryStatusService: DeliveryStatusService,
    private readonly log: MessageLog,
  ) {}

  /**
   * Its turn at the provider's rate → queued → sending (leased) → the provider → sent. Whoever finds `sending` after its
   * lease knows that a sender died between the provider and the record: harmless where a repeated send is, uncertain
   * elsewhere. The turn is waited for before the claim, so that who dies waiting leaves a message that is surely unsent.
   */
  @JobHandler(SendMessage, { transactional: false })
  async perform({ messageId }: SendMessage['payload'], { companyId = 0, attempt }: JobRun): Promise<void> {
    const first = await this.db.runAs(companyId, () => this.claim(messageId));
    const claimed =
      first && 'rates' in first ? await this.claimWithinRate(first, () => this.claim(messageId, first)) : first;
    if (!claimed) return;
    const { connection, message } = claimed;
    const outcome = await this.channels.get(connection.channel).send(connection, message);
    await recorded(() => this.db.runAs(companyId, () => this.recordOutcome(messageId, claimed, outcome, attempt)));
    if (outcome.ok) return;
    if (outcome.kind === 'rate') throw new RetryLater(spread(outcome.retryAfterMs ?? 6_000), outcome.code);
    if (outcome.kind === 'retry' && attempt <= defaultBackoff.length)
      throw new Error(`${outcome.code} ${outcome.text.en}`);
  }

  /** A message without its job would stay on its way for ever. */
  @OnDiscard(SendMessage)
  async discarded({ messageId }: SendMessage['payload']): Promise<void> {
    await this.deliveryStatusService.failDiscarded(messageId);
  }

  private async claimWithinRate(
    turn: SendTarget,
    claim: () => Promise<Claim | SendTarget | undefined>,
  ): Promise<Claim | undefined> {
    const { taken, waitMs } = await this.rateLimiter.reserve(turn);
    if (!taken) throw new RetryLater(spread(waitMs), 'the rate of the provider');
    if (waitMs > 0) await wait(waitMs);
    const claimed = await this.db.runAs(turn.companyId, claim);
    return claimed && 'message' in claimed ? claimed : undefined;
  }

  /** The message, ours under a lease; or, where the provider has a rate and no `turn` was taken yet, whose turn to take. */
  private async claim(messageId: number, turn?: SendTarget): Promise<Claim | SendTarget | undefined> {
    const { companyId } = this.context;
    await this.log.lockTicketOf(messageId);
    const state = await this.db.row<State>(sql`
  select m.status, m.leased_until > now() as leased, m.is_deleted as deleted, m.whatsapp_id as "whatsappId",
    c.status and (c.due_date is null or c.due_date > now()) as "mayWork", w.channel, w.deleted_at is not null as gone,
    w.status = 'DISCONNECTED' as disconnected,
    greatest(0, ceil(1000 * extract(epoch from w.paused_until - now())))::float8 as "pausedMs",
    w.messages_per_second as "messagesPerSecond", x.number as recipient
  from messages m join companies c on c.id = m.company_id
  join connections w on w.company_id = m.company_id and w.id = m.whatsapp_id
  join contacts x on x.company_id = m.company_id and x.id = m.contact_id
  where m.company_id = ${companyId} and m.id = ${messageId} for no key update of m`);
    if (!state || (state.status !== 'queued' && state.status !== 'sending')) return undefined;
    if (state.leased) throw new RetryLater(leaseSeconds * 1000, 'another sender has it');
    const { rates, idempotent } = this.channels.get(state.channel);
    if (state.status === 'sending' && !idempotent) {
      await this.deliveryStatusService.markUncertain(messageId);
      return undefined;
    }
    if (state.deleted && state.status === 'queued') {
      await this.deliveryStatusService.markWithdrawn(messageId);
      return undefined;
    }
    if (!state.mayWork) throw new RetryLater(heldMs, 'the company may not work');
    if (state.gone || state.disconnected) {
      if (state.gone)
        await this.deliveryStatusService.markFailed(messageId, 'ERR_NO_WAPP_FOUND', deliveryErrorTexts.noConnection);
      else
        await this.deliveryStatusService.markFailed(
          messageId,
          'ERR_WAPP_NOT_INITIALIZED',
          deliveryErrorTexts.disconnected,
        );
      return undefined;
    }
    if (state.pausedMs) throw new RetryLater(spread(state.pausedMs), 'the connection is paused');
    if (rates && !turn) {
      const perSecond = state.messagesPerSecond ?? rates.perSecond;
      return {
        companyId,
        connectionId: state.whatsappId,
        recipient: state.recipient,
        rates: { ...rates, perSecond },
      };
    }
    const connection = await this.connections.forChannel(state.whatsappId);
    const row = await this.db.row<Claimed>(sql`
  update messages m set status = 'sending', leased_until = now() + make_interval(secs => ${leaseSeconds}),
    updated_at = now()
  from contacts c, connections w where c.company_id = m.company_id and c.id = m.contact_id
    and w.company_id = m.company_id and w.id = m.whatsapp_id and m.company_id = ${companyId} and m.id = ${messageId}
  returning m.id, m.whatsapp_id as "whatsappId", c.number as "to", m.body, m.media_type as "mediaType",
    m.media_key as "mediaKey",
    m.data, m.media_name as "mediaName", m.media_mime as "mediaMime", m.media_size as "mediaSize",
    (select o.provider_id from messages o where o.company_id = m.company_id
      and o.id = m.quoted_msg_id) as "quotedProviderId",
    clock_timestamp() as "sentAt", w.troubles > 0 or w.status = 'OPENING' as troubled`);
    if (!row) return undefined;
    const { troubled, sentAt } = row;
    return { connection, message: this.toOutboundMessage(row), turn, troubled, sentAt: new Date(sentAt) };
  }

  private toOutboundMessage(row: Claimed): OutboundMessage {
    const { voice = false, channelMedia, template = null, interactive = null } = row.data ?? {};
    const mediaKey = channelMedia?.key ?? row.mediaKey;
    return {
      messageId: row.id,
      to: row.to,
      type: row.mediaType as OutboundMessage['type'],
      body: row.body,
      media: mediaKey
        ? {
            key: mediaKey,
            mime: channelMedia?.mime ?? row.mediaMime ?? 'application/octet-stream',
            name: row.mediaName ?? mediaKey,
            size: channelMedia?.size ?? row.mediaSize ?? 0,
            open: async () => (await this.storage.open(mediaKey)).stream,
          }
        : null,
      quotedProviderId: row.quotedProviderId,
      voice,
      template,
      interactive,
    };
  }

  private async recordOutcome(
    messageId: number,
    { connection, turn, troubled, sentAt }: Claim,
    outcome: SendOutcome,
    attempt: number,
  ): Promise<void> {
    const { id } = connection;
    if (outcome.ok) {
      await this.deliveryStatusService.markSent(messageId, connection, outcome.providerId);
      if (troubled && (await this.connections.hasSameCredentials(connection))) await this.health.recordSuccess(id);
      return;
    }
    const { kind, code, text, pauseMs, retryAfterMs } = outcome;
    if (kind === 'uncertain') await this.deliveryStatusService.markUncertain(messageId);
    else if (kind === 'rate' || (kind === 'retry' && attempt <= defaultBackoff.length))
      await this.deliveryStatusService.returnToQueue(messageId);
    else await this.deliveryStatusService.markFailed(messageId, code, text);
    // the connection's row after the message's, as everywhere
    await this.health.applyProviderLimits({ id, ...outcome });
    if (kind === 'rate' && pauseMs === undefined && turn) await this.rateLimiter.backOff(turn, retryAfterMs ?? 6_000);
    if ((kind === 'retry' || kind === 'uncertain') && pauseMs === undefined)
      await this.health.recordFailure({ id, ...outcome }, sentAt);
    // a refusal of credentials that were replaced meanwhile says nothing about the new ones
    if (kind === 'auth' && (await this.connections.hasSameCredentials(connection)))
      await this.health.disconnect({ id, ...outcome });
  }
}

const spread = (ms: number): number => ms + Math.random() * Math.min(ms, spreadMs);

/** Writes down what became of a send, again when another transaction was in the way or the database is just coming back. */
async function recorded(work: () => Promise<void>): Promise<void> {
  for (const delay of recordAgainMs) {
    try {
      return await work();
    } catch (error) {
      if (databaseErrorToAppError(error)?.code !== 'ERR_UNAVAILABLE') throw error;
      await wait(delay);
    }
  }
  return work();
}
