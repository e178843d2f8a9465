import { Injectable } from '@nestjs/common';
import { defineJob, JobHandler } from '../jobs/job.js';
import type { Jobs } from '../jobs/jobs.js';
import { Storage } from './storage.js';

/** Removes stored files; added in the transaction that removes their references. */
export class RemoveFiles extends defineJob<{ keys: string[] }>('remove-files', { priority: 'maintenance' }) {}

const keysOfJob = 500;

/** Removes any number of files once the current transaction has committed. */
export async function enqueueFileRemoval(jobs: Jobs, keys: readonly string[]): Promise<void> {
  for (let from = 0; from < keys.length; from += keysOfJob)
    await jobs.add(RemoveFiles, { keys: keys.slice(from, from + keysOfJob) });
}

@Injectable()
export class FilesRemover {
  constructor(private readonly storage: Storage) {}

  @JobHandler(RemoveFiles, { transactional: false })
  async perform({ keys }: RemoveFiles['payload']): Promise<void> {
    for (const key of keys) await this.storage.remove(key);
  }
}
