import { defineJob } from '../../../../core/jobs/job.js';
import type { ServiceCampaign } from '../service-campaign.entity.js';

/** Sends the next row of a campaign and runs again after the interval, until no row waits or another run has begun. */
export class SendServiceCampaign extends defineJob<{ campaignId: number; run: number }>('send-service-campaign', {
  priority: 'bulk',
}) {}

type Run = Pick<ServiceCampaign, 'id' | 'run'>;

/** The key contains the run, so that a campaign that is changed while its job runs gets another job. */
export const sendKey = ({ id, run }: Run): string => `service-campaign:${id}:${run}`;
/** The job of a second run waits for the job of the first one. */
export const sendOrder = ({ id }: Pick<Run, 'id'>): string => `service-campaign:${id}`;
