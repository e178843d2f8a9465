import { defineJob } from '../../../../core/jobs/job.js';
import type { Schedule } from '../schedule.entity.js';

/** Sends a schedule at `at` (ISO 8601). A schedule that was moved to another time has another job for it. */
export class SendSchedule extends defineJob<{ id: number; at: string }>('send-schedule') {}

/** The key contains the time, so that a schedule moved while its job runs gets a new job. */
export const sendKey = ({ id, sendAt }: Pick<Schedule, 'id' | 'sendAt'>): string =>
  `schedule:${id}:${sendAt.toISOString()}`;
