import { defineJob } from '../../core/jobs/job.js';

/** Reads a stored file of contacts. */
export class ImportContacts extends defineJob<{ importId: number }>('import-contacts', { priority: 'bulk' }) {}
