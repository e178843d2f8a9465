import { defineJob } from '../../../core/jobs/job.js';

/** Asks the provider about a connection whose credentials or number were just written. */
export class CheckConnection extends defineJob<{ connectionId: number }>('check-connection') {}
