import { defineJob } from '../../../../core/jobs/job.js';

/** Starts a scheduled campaign, if the time has not been changed. */
export class StartCampaign extends defineJob<{ id: number; at: string }>('start-campaign', { priority: 'bulk' }) {}

/** Freezes the recipients of a starting campaign in batches of a thousand; thousands of statuses must not delay it. */
export class FreezeRecipients extends defineJob<{ id: number; run: number; after: number }>('freeze-recipients') {}

/** The recipients of a step, by position. The next block of a chain comes after the blocks of the other chains. */
export interface ShipmentBlock {
  readonly from: number;
  readonly size: number;
}

/**
 * Sends a few messages of a running campaign, after `sent` earlier ones, and adds a job for the next ones.
 * With `block` it sends the recipients of its chain, otherwise any that wait.
 */
export class SendShipments extends defineJob<{ id: number; run: number; sent: number; block?: ShipmentBlock }>(
  'send-shipments',
  { priority: 'bulk' },
) {}

export const startKey = (id: number, at: Date): string => `campaign-start:${id}:${at.toISOString()}`;
