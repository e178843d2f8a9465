import { defineJob } from '../../../../core/jobs/job.js';
import type { Schedule } from '../schedule.entity.js';

/** Sends a schedule, unless it has another time than `at` (ISO 8601) by now: then it has another job. */
export class SendSchedule extends defineJob<{ id: number; at: string }>('send-schedule') {}

/** With the time, so that a schedule that is moved while its job runs gets another one. */
export const sendKey = ({ id, sendAt }: Pick<Schedule, 'id' | 'sendAt'>): string =>
  `schedule:${id}:${sendAt.toISOString()}`;
