import { defineJob } from '../../../core/jobs/job.js';

/** Makes the small picture of a message's file and notes the size; nothing waits for it. */
export class MakeThumbnail extends defineJob<{ messageId: number }>('make-thumbnail') {}
