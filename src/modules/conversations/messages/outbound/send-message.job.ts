import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../../../core/config/config.js';
import { Context } from '../../../../core/context.js';
import { BatchLoader } from '../../../../core/database/batch-loader.js';
import { Db } from '../../../../core/database/db.js';
import { retryWhileUnavailable } from '../../../../core/errors/database-errors.js';
import {
  defaultBackoff,
  defineJob,
  JobHandler,
  type JobRun,
  OnDiscard,
  RetryLater,
} from '../../../../core/jobs/job.js';
import { Storage } from '../../../../core/storage/storage.js';
import type {
  ChannelConnection,
  OutboundMedia,
  OutboundMessage,
  SendOutcome,
} from '../../../channels/connections/channels/channel.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { ConnectionCredentialsService } from '../../../channels/connections/crud/connection-credentials.service.js';
import { ConnectionsService } from '../../../channels/connections/crud/connections.service.js';
import { ConnectionHealthService } from '../../../channels/connections/health/connection-health.service.js';
import { SendRateLimiterService } from '../../../channels/connections/sending/send-rate-limiter.service.js';
import type { RateReservation, SendTarget } from '../../../channels/connections/sending/send-slots.queries.js';
import { DeliveryStatusService } from '../delivery-status/delivery-status.service.js';
import { MessageWriterService } from '../history/message-writer.service.js';
import { deliveryErrorTexts } from '../messages.errors.js';
import {
  type ClaimAttempt,
  type ClaimedMessage,
  claimMessages,
  renewClaim,
  type SendState,
  sendState,
  stateAndClaim,
} from './outbound.queries.js';
import { rateRetryMs } from './send-outcome.js';

export class SendMessage extends defineJob<{ messageId: number }>('send-message') {}

interface Claim {
  readonly connection: ChannelConnection;
  readonly message: OutboundMessage;
  readonly ticketId: number;
  readonly target: SendTarget | undefined;
  readonly claimedAt: Date;
  readonly afterFailure: boolean;
}

interface Accepted {
  readonly claim: Claim;
  readonly providerId: string;
  readonly complete: JobRun['complete'];
}

/** Interval of attempts while the company is blocked (behaviour.md §2). */
const companyBlockedRetryMs = 5 * 60_000;
const maxJitterMs = 2_000;

/** Most messages of a company in one statement or transaction. */
const maxBatch = 50;

@Injectable()
export class SendMessageHandler {
  /** Claims and results of a company that arrive while the previous ones are being stored share the next statements. */
  private readonly claims: BatchLoader<number, ClaimAttempt | undefined>;
  /** Claims of messages whose provider has a rate, made after the rate was reserved. */
  private readonly ratedClaims: BatchLoader<number, ClaimedMessage | undefined>;
  private readonly accepted: BatchLoader<Accepted, undefined>;

  constructor(
    private readonly db: Db,
    private readonly storage: Storage,
    private readonly channels: ChannelsService,
    private readonly connections: ConnectionsService,
    private readonly credentials: ConnectionCredentialsService,
    private readonly health: ConnectionHealthService,
    private readonly rateLimiter: SendRateLimiterService,
    private readonly deliveryStatus: DeliveryStatusService,
    private readonly writer: MessageWriterService,
    private readonly config: AppConfig,
    context: Context,
  ) {
    this.claims = new BatchLoader(context, (companyId, ids) => this.claimTogether(companyId, ids), maxBatch);
    this.ratedClaims = new BatchLoader(context, (companyId, ids) => this.claimRated(companyId, ids), maxBatch);
    this.accepted = new BatchLoader(context, (companyId, all) => this.recordTogether(companyId, all), maxBatch);
  }

  /**
   * Rate reservation → claim (queued → sending, leased) → provider → record. An expired lease in `sending` means that
   * the sender's process died: the message is sent again if the channel is idempotent, else it is uncertain. The claim
   * comes after waiting for the rate: if the process dies while it waits, the message is still queued.
   */
  @JobHandler(SendMessage, { transactional: false, inWeb: true })
  async perform(
    { messageId }: SendMessage['payload'],
    { companyId = 0, attempt, complete, lease, isAbandoned = false }: JobRun,
  ): Promise<void> {
    const claimed = await this.claim(companyId, messageId, isAbandoned);
    if (!claimed) return;
    const { connection, message } = claimed;
    const isLeft = this.config.role === 'web' && !this.channels.isAvailable(connection.channel);
    if (isLeft || lease?.isExclusive() === false) {
      await this.db.runAs(companyId, () => this.deliveryStatus.returnToQueue(messageId));
      throw new RetryLater(0, isLeft ? 'a worker has what its channel needs' : 'its lease was over before it was sent');
    }
    lease?.alsoRenew(() => renewClaim(companyId, messageId));
    const outcome = await this.channels.get(connection.channel).send(connection, message);
    await retryWhileUnavailable(() =>
      outcome.ok && !claimed.afterFailure
        ? this.accepted.load(companyId, { claim: claimed, providerId: outcome.providerId, complete })
        : this.db.runAs(companyId, async () => {
            await this.recordOutcome(messageId, claimed, outcome, attempt);
            if (outcome.ok) complete?.();
          }),
    );
    if (outcome.ok) return;
    if (outcome.kind === 'rate') throw new RetryLater(withJitter(outcome.retryAfterMs ?? rateRetryMs), outcome.code);
    if (outcome.kind === 'retry' && attempt <= defaultBackoff.length)
      throw new Error(`${outcome.code} ${outcome.text.en}`);
  }

  @OnDiscard(SendMessage)
  async discarded({ messageId }: SendMessage['payload']): Promise<void> {
    await this.deliveryStatus.failDiscarded(messageId);
  }

  /**
   * Claims the message with a lease, within the rate of its provider. Each step is one statement; if the rate is free,
   * the first one reserves and claims.
   * @param isAbandoned the process that was sending it has ended
   */
  private async claim(companyId: number, messageId: number, isAbandoned: boolean): Promise<Claim | undefined> {
    const state = await this.claims.load(companyId, messageId);
    if (!state) return undefined;
    const target = this.targetOf(companyId, state);
    if (state.claimed) return this.claimOf(state.claimed, target);
    if (!isReady(state) && !(await this.settle(companyId, messageId, isAbandoned))) return undefined;
    if (target) await this.waitForTurn(state.slot ?? (await this.rateLimiter.reserve(target)));
    const row =
      state.status === 'sending'
        ? await this.db.platformRow(claimMessages(companyId, [messageId], { again: true, isAbandoned }))
        : await this.ratedClaims.load(companyId, messageId);
    if (row) return this.claimOf(row, target);
    if (await this.settle(companyId, messageId)) throw new RetryLater(0, 'it changed meanwhile');
    return undefined;
  }

  private async claimTogether(companyId: number, ids: readonly number[]): Promise<(ClaimAttempt | undefined)[]> {
    const rows = await this.db.platformRows(stateAndClaim(companyId, ids, this.channels.rates()));
    return ids.map((id) => rows.find((row) => row.id === id));
  }

  private async claimRated(companyId: number, ids: readonly number[]): Promise<(ClaimedMessage | undefined)[]> {
    const rows = await this.db.platformRows(claimMessages(companyId, ids));
    return ids.map((id) => rows.find((row) => row.id === id));
  }

  private claimOf(row: ClaimedMessage, target: SendTarget | undefined): Claim {
    const { afterFailure, claimedAt } = row;
    const connection = this.credentials.forChannel(row.connection);
    const message = this.toOutboundMessage(row);
    return { connection, message, ticketId: row.ticketId, target, afterFailure, claimedAt: new Date(claimedAt) };
  }

  /** The target of the rate reservation; undefined: the provider has no rate. */
  private targetOf(companyId: number, state: SendState): SendTarget | undefined {
    const { rates } = this.channels.get(state.channel);
    if (!rates) return undefined;
    const { connectionId, recipient, messagesPerSecond } = state;
    return { companyId, connectionId, recipient, rates: { ...rates, perSecond: messagesPerSecond ?? rates.perSecond } };
  }

  private async waitForTurn({ taken, waitMs }: RateReservation): Promise<void> {
    if (!taken) throw new RetryLater(withJitter(waitMs), 'the rate of the provider');
    if (waitMs > 0) await wait(waitMs);
  }

  /** Settles a message that will not be sent. @returns whether it can be sent. @throws RetryLater if it must wait */
  private settle(companyId: number, messageId: number, isAbandoned = false): Promise<boolean> {
    return this.db.runAs(companyId, async () => {
      await this.writer.lockTicketOf(messageId);
      const state = await this.db.row(sendState(companyId, [messageId], { lock: true }));
      return state !== undefined && this.isSendable(messageId, state, isAbandoned);
    });
  }

  private async isSendable(messageId: number, state: SendState, isAbandoned: boolean): Promise<boolean> {
    const { status, connectionRemoved, disconnected } = state;
    if (status !== 'queued' && status !== 'sending') return false;
    if (state.leasedMs && !isAbandoned) throw new RetryLater(state.leasedMs, 'another sender has it');
    if (status === 'sending' && !this.channels.get(state.channel).idempotent)
      await this.deliveryStatus.markUncertain(messageId);
    else if (state.deleted && status === 'queued') await this.deliveryStatus.markWithdrawn(messageId);
    else if (!state.mayWork) throw new RetryLater(companyBlockedRetryMs, 'the company may not work');
    else if (connectionRemoved)
      await this.deliveryStatus.markFailed(messageId, 'ERR_NO_WAPP_FOUND', deliveryErrorTexts.noConnection);
    else if (disconnected)
      await this.deliveryStatus.markFailed(messageId, 'ERR_WAPP_NOT_INITIALIZED', deliveryErrorTexts.disconnected);
    else if (state.pausedMs) throw new RetryLater(withJitter(state.pausedMs), 'the connection is paused');
    else return true;
    return false;
  }

  private toOutboundMessage(row: ClaimedMessage): OutboundMessage {
    const { voice = false, forwarded = false, channelMedia, template = null, interactive = null } = row.data ?? {};
    const mediaKey = channelMedia?.key ?? row.mediaKey;
    const stored = (file: Omit<OutboundMedia, 'open'>): OutboundMedia => ({
      ...file,
      open: async () => (await this.storage.open(file.key)).stream,
    });
    return {
      messageId: row.id,
      to: row.to,
      type: row.mediaType as OutboundMessage['type'],
      body: row.body,
      media: mediaKey
        ? stored({
            key: mediaKey,
            mime: channelMedia?.mime ?? row.mediaMime ?? 'application/octet-stream',
            name: row.mediaName ?? mediaKey,
            size: channelMedia?.size ?? row.mediaSize ?? 0,
          })
        : null,
      cardFiles: (row.data?.cardFiles ?? []).map(stored),
      quotedProviderId: row.quotedProviderId,
      forwarded,
      voice,
      byPerson: row.byPerson,
      template,
      interactive,
    };
  }

  /** Stores the results of messages that the provider accepted, and removes their jobs. */
  private async recordTogether(companyId: number, all: readonly Accepted[]): Promise<undefined[]> {
    await this.db.runAs(companyId, async () => {
      // all transactions lock tickets in the order of ids
      for (const { claim, providerId, complete } of all.toSorted((a, b) => a.claim.ticketId - b.claim.ticketId)) {
        await this.deliveryStatus.markSentLast(claim.message.messageId, claim.connection, providerId);
        complete?.();
      }
    });
    return all.map(() => undefined);
  }

  private async recordOutcome(
    messageId: number,
    { connection, target, afterFailure, claimedAt }: Claim,
    outcome: SendOutcome,
    attempt: number,
  ): Promise<void> {
    const { id } = connection;
    if (outcome.ok) {
      await this.deliveryStatus.markSent(messageId, connection, outcome.providerId);
      if (afterFailure && (await this.connections.hasSameCredentials(connection))) await this.health.recordSuccess(id);
      return;
    }
    const { kind, code, text, pauseMs, retryAfterMs } = outcome;
    if (kind === 'uncertain') await this.deliveryStatus.markUncertain(messageId);
    else if (kind === 'rate' || (kind === 'retry' && attempt <= defaultBackoff.length))
      await this.deliveryStatus.returnToQueue(messageId);
    else await this.deliveryStatus.markFailed(messageId, code, text);
    // lock order: the message's row before the connection's
    await this.health.applyProviderLimits({ id, ...outcome });
    if (kind === 'rate' && pauseMs === undefined && target)
      await this.rateLimiter.backOff(target, retryAfterMs ?? rateRetryMs);
    if ((kind === 'retry' || kind === 'uncertain') && pauseMs === undefined)
      await this.health.recordFailure({ id, ...outcome }, claimedAt);
    // the credentials may have been replaced since, and the new ones were not refused
    if (kind === 'auth' && (await this.connections.hasSameCredentials(connection)))
      await this.health.disconnect({ id, ...outcome });
  }
}

/** Nothing prevents sending the message now; true for almost all. */
const isReady = ({ status, deleted, mayWork, connectionRemoved, disconnected, pausedMs }: SendState): boolean =>
  status === 'queued' && !deleted && mayWork && !connectionRemoved && !disconnected && !pausedMs;

/** Adds a random delay, so that messages that waited for the same time are not all sent at once. */
const withJitter = (ms: number): number => ms + Math.random() * Math.min(ms, maxJitterMs);
