import { defineJob } from '../../../../core/jobs/job.js';
import type { ServiceCampaign } from '../service-campaign.entity.js';

/** Sends the next row of a campaign and runs again after its interval, until none waits, or the campaign has another run. */
export class SendServiceCampaign extends defineJob<{ campaignId: number; run: number }>('send-service-campaign', {
  priority: 'bulk',
}) {}

type Run = Pick<ServiceCampaign, 'id' | 'run'>;

/** With the run, so that a campaign that is changed while its job runs gets another one. */
export const sendKey = ({ id, run }: Run): string => `service-campaign:${id}:${run}`;
/** Of two runs the second waits for the first. */
export const sendOrder = ({ id }: Pick<Run, 'id'>): string => `service-campaign:${id}`;
