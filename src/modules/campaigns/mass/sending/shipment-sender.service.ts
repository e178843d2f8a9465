import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { AppError } from '../../../../core/errors/app-error.js';
import { JobHandler, type JobRun, RetryLater } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { ConcurrencyLimiter } from '../../../../core/processing/concurrency-limiter.js';
import type { ChannelConnection } from '../../../channels/connections/channels/channel.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { ConnectionCredentialsService } from '../../../channels/connections/crud/connection-credentials.service.js';
import { SendRateLimiterService } from '../../../channels/connections/sending/send-rate-limiter.service.js';
import { Campaign } from '../campaign.entity.js';
import { pauseTexts, reasonOf, shipmentErrorTexts, uncertain } from '../campaigns.errors.js';
import {
  CampaignContentService,
  type ComposedMessage,
  type PreparedCampaign,
} from '../editing/campaign-content.service.js';
import { CampaignsService } from '../editing/campaigns.service.js';
import { isErased } from '../queries/campaign-privacy.queries.js';
import {
  type CampaignRun,
  type CampaignState,
  firstWaiting,
  type LeasedShipment,
  leaseShipments,
  type MarkedShipment,
  markSending,
  readShipments,
  remainingShipments,
  renewSending,
  type ShipmentOutcome,
} from '../queries/shipments.queries.js';
import { CampaignProgressService } from '../reports/campaign-progress.service.js';
import { SendShipments, type ShipmentBlock } from './campaign-jobs.js';
import { chainsOfRate, intervalAfter, type Pace, paceOf, sizeOfStep, withJitter } from './campaign-pace.js';
import { composeShipment, type ShipmentProblem } from './compose-shipment.js';
import { MessageDeliveryService } from './message-delivery.service.js';
import { untilSendingMs } from './sending-hours.js';
import { ShipmentOutcomesService, type TriedShipment } from './shipment-outcomes.service.js';
import { UnconfirmedShipmentsService } from './unconfirmed-shipments.service.js';

const optOut: ShipmentProblem = { code: 'OPTED_OUT', text: shipmentErrorTexts.optedOut };
const erased: ShipmentProblem = { code: 'ERASED', text: shipmentErrorTexts.erased };

const partsOfBatch = 4;
/** Pause as a multiple of the statement's time, which is longer under load, so that conversations go first. */
const restFactor = 3;
const mostRestMs = 100;
/** Waiting recipients this many steps before a block were passed over. */
const stepsBehind = 30;
/** After this time variables, templates and file lists are read again. */
const contentTtlMs = 10_000;
const companyBlockedRetryMs = 5 * 60_000;
const disconnectedRetryMs = 15_000;
const maxHoursRetryMs = 3_600_000;
/** Retry interval while other senders have the remaining recipients. */
const idleMs = 1_000;
const uncertainRetryMs = 5_000;

interface RunningCampaign {
  readonly run: number;
  readonly campaign: Campaign;
  readonly prepared: PreparedCampaign;
  readonly pace: Pace;
  /** Only one batch of the process is sent at a time, so that few batches are incomplete when it is killed. */
  readonly slots: ConcurrencyLimiter;
  /** Whether passed-over recipients were already searched for since the content was read. */
  sweptBehind: boolean;
  readonly until: number;
}

/** The recipients of a step, and the next block of its chain. */
interface Found {
  readonly state: CampaignState | undefined;
  readonly block?: ShipmentBlock | undefined;
}

interface Batch {
  readonly of: CampaignRun;
  readonly running: RunningCampaign;
  readonly state: CampaignState;
  readonly connection: ChannelConnection;
}

type Composed = LeasedShipment & ComposedMessage;

/**
 * Sends shipments through their channel, without tickets and messages. A step reads shipments and queues the next step
 * in one transaction, waits for the connection's rate, marks a part as `sending`, calls the provider, and stores the
 * results. If the process dies before the mark, they stay queued; after it {@link UnconfirmedShipmentsService} decides.
 */
@Injectable()
export class ShipmentSenderService {
  private readonly logger = new Logger('Campaigns');
  private readonly known = new Map<number, RunningCampaign>();

  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly channels: ChannelsService,
    private readonly credentials: ConnectionCredentialsService,
    private readonly rateLimiter: SendRateLimiterService,
    private readonly content: CampaignContentService,
    private readonly campaigns: CampaignsService,
    private readonly delivery: MessageDeliveryService,
    private readonly outcomes: ShipmentOutcomesService,
    private readonly unconfirmed: UnconfirmedShipmentsService,
    private readonly progress: CampaignProgressService,
  ) {}

  @JobHandler(SendShipments, { transactional: false })
  async perform(payload: SendShipments['payload'], job: JobRun): Promise<void> {
    const { id, run } = payload;
    const of = { companyId: job.companyId ?? 0, id, run };
    const batch = await this.lease(of, payload, job);
    if (!batch) return;
    await this.send(batch, job);
    await this.progress.show(of.companyId, id);
  }

  /** Leases the next shipments and queues the next step's job. undefined: there are none. @throws RetryLater */
  private async lease(
    of: CampaignRun,
    { sent, block }: SendShipments['payload'],
    job: JobRun,
  ): Promise<Batch | undefined> {
    const running = await this.find(of);
    if (!running) return undefined;
    const { pace, campaign } = running;
    const interval = pace.kind === 'rate' ? null : withJitter(intervalAfter(sent + 1, pace), Math.random());
    const found = await this.db.runAs(of.companyId, async () => {
      const { id } = running.prepared.connection;
      const waitMs = interval === null ? 0 : await this.rateLimiter.untilTurn(id, interval);
      if (waitMs > 0) return waitMs;
      const next = await (block ? this.readBlock(of, running, block) : this.leaseAny(of, running));
      const taken = next.state?.leased.length ?? 0;
      if (taken === 0 && next.block?.from === block?.from) return { ...next, isIdle: true };
      if (interval !== null) await this.rateLimiter.takeTurn(id, interval);
      // with a rate the next step starts at once, because the rate limiter spaces the messages of all steps
      const runAt = interval === null ? undefined : new Date(Date.now() + interval * 1000);
      const payload = { id: of.id, run: of.run, sent: sent + taken, ...(next.block && { block: next.block }) };
      await Promise.all([this.jobs.add(SendShipments, payload, { runAt }), job.complete?.()]);
      return { ...next, isIdle: false };
    });
    if (typeof found === 'number') throw new RetryLater(found, 'another campaign has sent by this number');
    const { state, isIdle } = found;
    if (!state?.running) return undefined;
    if (state.leased.length === 0) {
      if (isIdle) await this.waitOrFinish(of, state, campaign);
      return undefined;
    }
    if (state.explained) await this.explain(of, null);
    return { of, running, state, connection: this.credentials.forChannel(state.connection) };
  }

  private async leaseAny(of: CampaignRun, { pace }: RunningCampaign): Promise<Found> {
    return { state: await this.db.row(leaseShipments(of, { limit: sizeOfStep(pace) })) };
  }

  /** Sometimes reads recipients far before the block: their process was killed, or the provider had refused for now. */
  private async readBlock(of: CampaignRun, running: RunningCampaign, block: ShipmentBlock): Promise<Found> {
    const { from, size } = block;
    // the rate has changed, so the blocks of the chains no longer fit together
    if (size !== sizeOfStep(running.pace)) return this.leaseAny(of, running);
    // these may belong to a slow chain whose process was killed, so they must not wait until the end
    if (!running.sweptBehind) {
      running.sweptBehind = true;
      const behind = await this.db.row(leaseShipments(of, { until: from - stepsBehind * size, limit: size }));
      if (behind && behind.leased.length > 0) return { state: behind, block };
    }
    const state = await this.db.row(readShipments(of, block));
    if (!state?.maySend) return { state, block };
    const stride = size * chainsOfRate;
    if (state.leased.length > 0) return { state, block: { from: from + stride, size } };
    const next = await this.db.row(firstWaiting(of, from + size));
    // at the end all recipients that are left are sent
    if (!next) return { state, block: state.frozen ? undefined : block };
    const skipped = Math.max(1, Math.floor((next.position - from) / stride));
    return { state, block: { from: from + skipped * stride, size } };
  }

  /** The campaign with its content while it runs; a campaign that cannot be sent any more is paused. */
  private async find(of: CampaignRun): Promise<RunningCampaign | undefined> {
    const { companyId, id, run } = of;
    const known = this.known.get(id);
    if (known?.run === run && known.until > performance.now()) return known;
    this.known.delete(id);
    return this.db.runAs(companyId, async () => {
      const campaign = await this.db.em.findOne(Campaign, { id, companyId, run, status: 'EM_ANDAMENTO' });
      if (!campaign) return undefined;
      try {
        const prepared = await this.content.prepare(campaign);
        const pace = paceOf(campaign, prepared, this.channels.get(prepared.connection.channel).rates);
        const slots = new ConcurrencyLimiter(1);
        const found = {
          run,
          campaign,
          prepared,
          pace,
          slots,
          sweptBehind: false,
          until: performance.now() + contentTtlMs,
        };
        this.known.set(id, found);
        return found;
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        await this.campaigns.pauseRun(of, reasonOf(error));
        return undefined;
      }
    });
  }

  private async waitOrFinish(of: CampaignRun, state: CampaignState, campaign: Campaign): Promise<void> {
    // checked outside of sending hours too, because the last message may already be sent
    const left = state.frozen ? await this.settle(of) : undefined;
    if (left === 'nothing') return;
    const { mayWork, hasPlan, connectionRemoved, connected, pausedMs, inHours, localTime } = state;
    if (!mayWork) throw new RetryLater(companyBlockedRetryMs, 'the company may not work');
    if (!hasPlan) return this.pause(of, { code: 'ERR_NO_PERMISSION', text: pauseTexts.noPlan });
    if (connectionRemoved) return this.pause(of, { code: 'ERR_NO_WAPP_FOUND', text: pauseTexts.noConnection });
    if (!connected) {
      await this.explain(of, { code: 'ERR_WAPP_NOT_INITIALIZED', text: pauseTexts.disconnected });
      throw new RetryLater(disconnectedRetryMs, 'the connection is disconnected');
    }
    if (pausedMs > 0) throw new RetryLater(pausedMs + Math.random() * idleMs, 'the connection is paused');
    if (!inHours)
      throw new RetryLater(Math.min(untilSendingMs(localTime, campaign), maxHoursRetryMs), 'outside of its hours');
    await this.progress.show(of.companyId, of.id);
    throw new RetryLater(left === 'uncertain' ? uncertainRetryMs : idleMs, 'others are under way, or being frozen');
  }

  /** What is left of a campaign with frozen recipients; the campaign ends when nothing is left. */
  private async settle(of: CampaignRun): Promise<'nothing' | 'uncertain' | 'messages'> {
    return this.db.runAs(of.companyId, async () => {
      await this.unconfirmed.settle(of.id);
      const left = await this.db.row(remainingShipments(of));
      if (left && left.queued + left.sending > 0) return 'messages';
      if (left && left.uncertain > 0) return 'uncertain';
      await this.finish(of);
      return 'nothing';
    });
  }

  private async pause(of: CampaignRun, reason: Campaign['pauseReason']): Promise<void> {
    await this.db.runAs(of.companyId, () => this.campaigns.pauseRun(of, reason));
  }

  private async explain(of: CampaignRun, reason: Campaign['pauseReason']): Promise<void> {
    await this.db.runAs(of.companyId, () => this.campaigns.explain(of, reason));
  }

  private async finish({ id, run }: CampaignRun): Promise<void> {
    const campaign = await this.campaigns.lock(id);
    if (campaign.run !== run || campaign.status !== 'EM_ANDAMENTO') return;
    campaign.completedAt = new Date();
    await this.campaigns.stop(campaign, { status: 'FINALIZADA', pauseReason: null });
  }

  private async send(batch: Batch, { stopping, lease }: JobRun): Promise<void> {
    const { of, running, state, connection } = batch;
    const { prepared } = running;
    const refused: ShipmentOutcome[] = [];
    const composed: Composed[] = [];
    for (const shipment of state.leased) {
      const message = problemOf(shipment) ?? composeShipment(prepared, shipment, shipment.position - 1);
      if ('code' in message) refused.push({ id: shipment.id, status: 'failed', error: message, at: Date.now() });
      else composed.push({ ...shipment, ...message });
    }
    const calls: Promise<TriedShipment>[] = [];
    const called: number[] = [];
    const isOver = (): boolean => lease?.isHeld() === false;
    lease?.alsoRenew(() => (called.length > 0 ? renewSending(of.companyId, called) : undefined));
    const size = Math.ceil(composed.length / partsOfBatch);
    let rested: Promise<void> | undefined;
    try {
      await running.slots.run(async () => {
        for (let from = 0; from < composed.length; from += size) {
          const part = composed.slice(from, from + size);
          // the slots are not reserved for the whole batch, because messages of conversations would wait for all of it
          if (!(await this.waitForSlots(batch, part.length, stopping))) return;
          await rested;
          // the process that has taken over sends the rest
          if (isOver()) return;
          const began = performance.now();
          const marked = await this.db.platformRows(markSending(of, part, prepared.fileCount));
          const tries = new Map(marked.map((each) => [each.id, each]));
          for (const shipment of part) {
            const marked = tries.get(shipment.id);
            if (!marked || isOver()) continue;
            called.push(shipment.id);
            calls.push(this.call(connection, prepared, shipment, marked));
          }
          rested = wait(Math.min(mostRestMs, (performance.now() - began) * restFactor));
        }
      });
    } finally {
      await this.outcomes.record(
        { of, connection, afterFailure: state.afterFailure },
        refused,
        await Promise.all(calls),
      );
    }
  }

  /** @returns false when the process stops; then the leases expire */
  private async waitForSlots(
    { of, running: { pace }, connection }: Batch,
    count: number,
    stopping: AbortSignal | undefined,
  ): Promise<boolean> {
    const { rates } = this.channels.get(connection.channel);
    if (!rates || pace.kind !== 'rate') return true;
    const target = {
      companyId: of.companyId,
      connectionId: connection.id,
      rates: { ...rates, perSecond: pace.perSecond },
    };
    while (!stopping?.aborted) {
      const { taken, waitMs, everyMs } = await this.rateLimiter.reserveMany(target, count);
      const untilLastMs = taken ? waitMs + (count - 1) * everyMs : waitMs;
      if (untilLastMs > 0) await wait(untilLastMs);
      if (taken) return true;
    }
    return false;
  }

  private async call(
    connection: ChannelConnection,
    prepared: PreparedCampaign,
    shipment: Composed,
    { fileIds, sentAt }: MarkedShipment,
  ): Promise<TriedShipment> {
    const { id: messageId, number: to } = shipment;
    const at = Date.now();
    try {
      const destination = { to, messageId, fileIds: fileIds ?? [] };
      const files = prepared.composeFiles(shipment);
      const outcome = await this.delivery.send(connection, files, shipment.content, destination);
      return { shipment, outcome, at, sentAt };
    } catch (error) {
      this.logger.error({ msg: 'shipment not sent', shipment: messageId, reason: String(error) });
      return { shipment, outcome: { ok: false, kind: 'uncertain', ...uncertain }, at, sentAt };
    }
  }
}

/** Why a recipient must not get the message, if that changed after the recipients were frozen. */
function problemOf(shipment: LeasedShipment): ShipmentProblem | undefined {
  if (isErased(shipment)) return erased;
  return shipment.optedOut ? optOut : undefined;
}
