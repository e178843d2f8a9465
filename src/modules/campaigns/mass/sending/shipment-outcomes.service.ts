import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { retryWhileUnavailable } from '../../../../core/errors/database-errors.js';
import type { ChannelConnection, SendOutcome } from '../../../channels/connections/channels/channel.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { ConnectionsService } from '../../../channels/connections/crud/connections.service.js';
import { ConnectionHealthService } from '../../../channels/connections/health/connection-health.service.js';
import { CampaignStateService } from './campaign-state.service.js';
import type { CampaignRun, ClaimedShipment } from './claims.queries.js';
import { outcomeOf } from './outcome.policy.js';
import { providerTrouble, recordOutcomes, type ShipmentOutcome } from './outcomes.queries.js';

/** Consecutive failures of a provider: with pauses they take over an hour, when messages of conversations fail too. */
const maxFailures = 20;

/** A shipment and the provider's answer. */
export interface TriedShipment {
  readonly shipment: ClaimedShipment;
  readonly answer: SendOutcome;
  readonly at: number;
  readonly sentAt: string;
}

interface TriedBatch {
  readonly of: CampaignRun;
  readonly connection: ChannelConnection;
  /** Whether the connection failed before, or was not used yet with these credentials. */
  readonly afterFailure: boolean;
}

/** Stores the results of shipments and applies failures to the campaign and its connection. */
@Injectable()
export class ShipmentOutcomesService {
  constructor(
    private readonly db: Db,
    private readonly channels: ChannelsService,
    private readonly connections: ConnectionsService,
    private readonly health: ConnectionHealthService,
    private readonly campaigns: CampaignStateService,
  ) {}

  /** @param refused shipments that were not tried */
  async record(batch: TriedBatch, refused: readonly ShipmentOutcome[], tried: readonly TriedShipment[]): Promise<void> {
    if (refused.length + tried.length > 0) await retryWhileUnavailable(() => this.store(batch, refused, tried));
  }

  /** @param paused whether the connection is paused now */
  private outcomeOf(
    { channel }: ChannelConnection,
    { shipment, answer, at, sentAt }: TriedShipment,
    paused: boolean,
  ): ShipmentOutcome {
    const { id, attempts } = shipment;
    const { deliversOnSend = false } = this.channels.get(channel);
    return { id, outcome: outcomeOf(answer, { attempts, deliversOnSend, paused }), at, sentAt };
  }

  /** Stores results in one transaction with their effects, so that the campaign cannot end before these are known. */
  private async store(
    { of, connection, afterFailure }: TriedBatch,
    refused: readonly ShipmentOutcome[],
    tried: readonly TriedShipment[],
  ): Promise<void> {
    const outcomes = (paused: boolean) => [
      ...refused,
      ...tried.map((each) => this.outcomeOf(connection, each, paused)),
    ];
    const failures = new Map(
      tried.flatMap(({ answer, at }) => (answer.ok ? [] : [[answer.code, { ...answer, at }] as const])),
    );
    const recovered = afterFailure && tried.some(({ answer }) => answer.ok);
    if (failures.size === 0 && !recovered) {
      await this.db.platformRows(recordOutcomes(of.companyId, outcomes(false)));
      return;
    }
    await this.db.runAs(of.companyId, async () => {
      for (const failure of failures.values()) await this.applyFailure(of, connection, failure);
      const trouble = await this.db.row(providerTrouble(of.companyId, connection.id));
      const [failure] = failures.values();
      if (failure && trouble && trouble.failures > maxFailures)
        await this.campaigns.pauseRun(of, { code: failure.code, text: failure.text });
      await this.db.run(recordOutcomes(of.companyId, outcomes(trouble?.paused === true)));
      if (recovered && (await this.connections.hasSameCredentials(connection)))
        await this.health.recordSuccess(connection.id);
    });
  }

  private async applyFailure(
    of: CampaignRun,
    connection: ChannelConnection,
    failure: Extract<SendOutcome, { ok: false }> & { readonly at: number },
  ): Promise<void> {
    const { code, text, restrictsNumber, at } = failure;
    if (restrictsNumber) await this.campaigns.pauseRun(of, { code, text });
    await this.health.applySendFailure(connection, failure, at);
  }
}
