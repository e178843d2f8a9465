import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { defineJob, JobHandler, type JobRun, OnDiscard, RetryLater } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import type { ChannelConnection } from '../../../channels/connections/channels/channel.js';
import { ConnectionCredentialsService } from '../../../channels/connections/crud/connection-credentials.service.js';
import { SendRateLimiterService } from '../../../channels/connections/sending/send-rate-limiter.service.js';
import type { Campaign } from '../campaign.entity.js';
import { pauseTexts, shipmentErrorTexts, uncertain } from '../campaigns.errors.js';
import { CampaignEnded } from '../campaigns.events.js';
import type { ComposedMessage, PreparedCampaign } from '../editing/campaign-content.service.js';
import { isErased } from '../privacy/campaign-privacy.queries.js';
import { CampaignProgressService } from '../reports/campaign-progress.service.js';
import { CampaignStateService } from './campaign-state.service.js';
import { ChannelSenderService } from './channel-sender.service.js';
import {
  type CampaignRun,
  type CampaignState,
  type ClaimedShipment,
  type MarkedShipment,
  markSending,
  renewSending,
  type ShipmentBlock,
  sendingClocks,
} from './claims.queries.js';
import { composeShipment, type ShipmentProblem } from './compose-shipment.js';
import { remainingShipments, type ShipmentOutcome } from './outcomes.queries.js';
import { intervalAfter, withJitter } from './pace.js';
import { type RunningCampaign, RunningCampaignsService } from './running-campaigns.service.js';
import { untilSendingMs } from './sending-hours.js';
import { ShipmentClaimsService } from './shipment-claims.service.js';
import { ShipmentOutcomesService, type TriedShipment } from './shipment-outcomes.service.js';
import { UnconfirmedShipmentsService } from './unconfirmed-shipments.service.js';

/**
 * Sends a few messages of a running campaign, after `sent` earlier ones, and adds a job for the next ones.
 * With `block` it sends the recipients of its chain, otherwise any that wait.
 */
export class SendShipments extends defineJob<{ id: number; run: number; sent: number; block?: ShipmentBlock }>(
  'send-shipments',
  { priority: 'bulk' },
) {}

const optOut: ShipmentProblem = { code: 'OPTED_OUT', text: shipmentErrorTexts.optedOut };
const tooFrequent: ShipmentProblem = { code: 'FREQUENCY', text: shipmentErrorTexts.frequency };
const replied: ShipmentProblem = { code: 'REPLIED', text: shipmentErrorTexts.replied };
const erased: ShipmentProblem = { code: 'ERASED', text: shipmentErrorTexts.erased };

const partsOfBatch = 4;
/** Pause as a multiple of the statement's time, which is longer under load, so that conversations go first. */
const restFactor = 3;
const mostRestMs = 100;
const companyBlockedRetryMs = 5 * 60_000;
const disconnectedRetryMs = 15_000;
const maxHoursRetryMs = 3_600_000;
/** Retry interval while other senders have the remaining recipients. */
const idleMs = 1_000;
const uncertainRetryMs = 5_000;

interface Batch {
  readonly of: CampaignRun;
  readonly running: RunningCampaign;
  readonly state: CampaignState;
  readonly connection: ChannelConnection;
}

type Composed = ClaimedShipment & ComposedMessage;

/**
 * Sends shipments through their channel, without tickets and messages. A step reads shipments and queues the next step
 * in one transaction, waits for the connection's rate, marks a part as `sending`, calls the provider, and stores the
 * results. If the process dies before the mark, they stay queued; after it {@link UnconfirmedShipmentsService} decides.
 */
@Injectable()
export class SendShipmentsHandler {
  private readonly logger = new Logger('Campaigns');

  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly credentials: ConnectionCredentialsService,
    private readonly rateLimiter: SendRateLimiterService,
    private readonly campaigns: RunningCampaignsService,
    private readonly state: CampaignStateService,
    private readonly events: Events,
    private readonly claims: ShipmentClaimsService,
    private readonly sender: ChannelSenderService,
    private readonly outcomes: ShipmentOutcomesService,
    private readonly unconfirmed: UnconfirmedShipmentsService,
    private readonly progress: CampaignProgressService,
  ) {}

  @JobHandler(SendShipments, { transactional: false })
  async perform(payload: SendShipments['payload'], job: JobRun): Promise<void> {
    const { id, run } = payload;
    const of = { companyId: job.companyId ?? 0, id, run };
    const batch = await this.claim(of, payload, job);
    if (!batch) return;
    await this.send(batch, job);
    await this.progress.show(of.companyId, id);
  }

  @OnDiscard(SendShipments)
  async discarded({ id, run }: SendShipments['payload']): Promise<void> {
    await this.state.pauseDiscardedRun(id, run);
  }

  /** Claims the next shipments and queues the next step's job. undefined: there are none. @throws RetryLater */
  private async claim(
    of: CampaignRun,
    { sent, block }: SendShipments['payload'],
    job: JobRun,
  ): Promise<Batch | undefined> {
    const running = await this.campaigns.find(of);
    if (!running) return undefined;
    const { pace } = running;
    const interval = pace.kind === 'rate' ? null : withJitter(intervalAfter(sent + 1, pace), Math.random());
    const found = await this.db.runAs(of.companyId, async () => {
      const { id } = running.prepared.connection;
      const waitMs = interval === null ? 0 : await this.rateLimiter.untilTurn(id, interval);
      if (waitMs > 0) return waitMs;
      const next = await this.claims.next(of, running, block);
      const taken = next.state?.claimed.length ?? 0;
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
    if (state.claimed.length === 0) {
      if (isIdle) await this.waitOrFinish(of, state, running);
      return undefined;
    }
    if (state.explained) await this.explain(of, null);
    return { of, running, state, connection: this.credentials.forChannel(state.connection) };
  }

  private async waitOrFinish(of: CampaignRun, state: CampaignState, running: RunningCampaign): Promise<void> {
    // checked outside of sending hours too, because the last message may already be sent
    const left = state.frozen ? await this.settle(of) : undefined;
    if (left === 'nothing') return;
    const { mayWork, hasPlan, connectionRemoved, connected, pausedMs } = state;
    if (!mayWork) throw new RetryLater(companyBlockedRetryMs, 'the company may not work');
    if (!hasPlan) return this.pause(of, { code: 'ERR_NO_PERMISSION', text: pauseTexts.noPlan });
    if (connectionRemoved) return this.pause(of, { code: 'ERR_NO_WAPP_FOUND', text: pauseTexts.noConnection });
    if (!connected) {
      await this.explain(of, { code: 'ERR_WAPP_NOT_INITIALIZED', text: pauseTexts.disconnected });
      throw new RetryLater(disconnectedRetryMs, 'the connection is disconnected');
    }
    if (pausedMs > 0) throw new RetryLater(pausedMs + Math.random() * idleMs, 'the connection is paused');
    const closedMs = await this.untilOpenMs(of, state, running);
    if (closedMs > 0) throw new RetryLater(Math.min(closedMs, maxHoursRetryMs), 'outside of its hours');
    await this.progress.show(of.companyId, of.id);
    throw new RetryLater(left === 'uncertain' ? uncertainRetryMs : idleMs, 'others are under way, or being frozen');
  }

  /** Milliseconds until a recipient who waits may be written to; 0: one may, at this hour. */
  private async untilOpenMs(of: CampaignRun, state: CampaignState, running: RunningCampaign): Promise<number> {
    const { clocks, campaign } = running;
    if (clocks === 'company') return untilSendingMs([state], campaign);
    // recipients of places where it may send are perhaps still being frozen
    if (!state.frozen) return 0;
    return untilSendingMs(await this.db.runAs(of.companyId, () => this.db.rows(sendingClocks(of, clocks))), campaign);
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
    await this.db.runAs(of.companyId, () => this.state.pauseRun(of, reason));
  }

  private async explain(of: CampaignRun, reason: Campaign['pauseReason']): Promise<void> {
    await this.db.runAs(of.companyId, () => this.state.explain(of, reason));
  }

  private async finish({ id, run }: CampaignRun): Promise<void> {
    const campaign = await this.state.lock(id);
    if (campaign.run !== run || campaign.status !== 'EM_ANDAMENTO') return;
    campaign.completedAt = new Date();
    await this.state.stop(campaign, { status: 'FINALIZADA', pauseReason: null });
    await this.events.dispatch(new CampaignEnded({ campaignId: id }));
  }

  private async send(batch: Batch, { stopping, lease }: JobRun): Promise<void> {
    const { of, running, state, connection } = batch;
    const { prepared } = running;
    const refused: ShipmentOutcome[] = [];
    const composed: Composed[] = [];
    for (const shipment of state.claimed) {
      const message = problemOf(shipment) ?? composeShipment(prepared, shipment, shipment.position - 1);
      if ('code' in message)
        refused.push({ id: shipment.id, outcome: { kind: 'failed', reason: message }, at: Date.now() });
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
          if (!(await this.sender.waitForTurn(prepared.connection, part.length, stopping))) return;
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
      const answer = await this.sender.send(connection, files, shipment.content, destination);
      return { shipment, answer, at, sentAt };
    } catch (error) {
      this.logger.error({ msg: 'shipment not sent', shipment: messageId, reason: String(error) });
      return { shipment, answer: { ok: false, kind: 'uncertain', ...uncertain }, at, sentAt };
    }
  }
}

/** Why a recipient must not get the message, if that changed after the recipients were frozen. */
function problemOf(shipment: ClaimedShipment): ShipmentProblem | undefined {
  if (isErased(shipment)) return erased;
  if (shipment.optedOut) return optOut;
  if (shipment.answered) return replied;
  return shipment.capped ? tooFrequent : undefined;
}
