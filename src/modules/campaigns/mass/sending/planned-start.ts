import { defineJob } from '../../../../core/jobs/job.js';

/** Starts a scheduled campaign, if the time has not been changed. Its handler starts senders, which plan further starts. */
export class StartCampaign extends defineJob<{ id: number; at: string }>('start-campaign', { priority: 'bulk' }) {}

export const startKey = (id: number, at: Date): string => `campaign-start:${id}:${at.toISOString()}`;
