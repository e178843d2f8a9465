import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import {
  type CampaignRun,
  type CampaignState,
  claimShipments,
  firstWaiting,
  readShipments,
  type ShipmentBlock,
} from './claims.queries.js';
import { chainsOfRate, sizeOfStep } from './pace.js';
import type { RunningCampaign } from './running-campaigns.service.js';

/** Waiting recipients this many steps before a block were passed over. */
const stepsBehind = 30;

/** The recipients of a step, and the next block of its chain. */
export interface ClaimedShipments {
  readonly state: CampaignState | undefined;
  readonly block?: ShipmentBlock | undefined;
}

/** Decides which shipments a step of a campaign sends. */
@Injectable()
export class ShipmentClaimsService {
  constructor(private readonly db: Db) {}

  /** The next shipments of a chain with blocks, or any that wait. */
  next(of: CampaignRun, running: RunningCampaign, block: ShipmentBlock | undefined): Promise<ClaimedShipments> {
    return block ? this.readBlock(of, running, block) : this.claimAny(of, running);
  }

  private async claimAny(of: CampaignRun, { pace, clocks }: RunningCampaign): Promise<ClaimedShipments> {
    return { state: await this.db.row(claimShipments(of, clocks, { limit: sizeOfStep(pace) })) };
  }

  /** Sometimes reads recipients far before the block: their process was killed, or the provider had refused for now. */
  private async readBlock(of: CampaignRun, running: RunningCampaign, block: ShipmentBlock): Promise<ClaimedShipments> {
    const { from, size } = block;
    // the rate has changed, so the blocks of the chains no longer fit together
    if (size !== sizeOfStep(running.pace)) return this.claimAny(of, running);
    // these may belong to a slow chain whose process was killed, so they must not wait until the end
    if (!running.sweptBehind) {
      running.sweptBehind = true;
      const behind = await this.db.row(
        claimShipments(of, running.clocks, { until: from - stepsBehind * size, limit: size }),
      );
      if (behind && behind.claimed.length > 0) return { state: behind, block };
    }
    const state = await this.db.row(readShipments(of, running.clocks, block));
    if (!state?.maySend) return { state, block };
    const stride = size * chainsOfRate;
    if (state.claimed.length > 0) return { state, block: { from: from + stride, size } };
    const next = await this.db.row(firstWaiting(of, from + size, state.openZones));
    // at the end all recipients that are left are sent, also those of places where it was too early or too late
    if (!next) return { state, block: state.frozen ? undefined : block };
    const skipped = Math.max(1, Math.floor((next.position - from) / stride));
    return { state, block: { from: from + skipped * stride, size } };
  }
}
