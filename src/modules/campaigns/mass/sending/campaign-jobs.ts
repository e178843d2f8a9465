import { defineJob } from '../../../../core/jobs/job.js';

/** Starts a scheduled campaign, if that is still its time. */
export class StartCampaign extends defineJob<{ id: number; at: string }>('start-campaign', { priority: 'bulk' }) {}

/** Freezes the recipients of a campaign that starts, a thousand at a time, also while thousands of statuses come in. */
export class FreezeRecipients extends defineJob<{ id: number; run: number; after: number }>('freeze-recipients') {}

/** The recipients of a step, by their positions. The next block of its chain follows those of the other chains. */
export interface ShipmentBlock {
  readonly from: number;
  readonly size: number;
}

/**
 * Sends a few messages of a running campaign, after `sent` others, and adds itself for the next ones.
 * `block`: they are those of this chain; otherwise any that wait.
 */
export class SendShipments extends defineJob<{ id: number; run: number; sent: number; block?: ShipmentBlock }>(
  'send-shipments',
  { priority: 'bulk' },
) {}

export const startKey = (id: number, at: Date): string => `campaign-start:${id}:${at.toISOString()}`;
