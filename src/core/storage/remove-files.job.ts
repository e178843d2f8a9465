import { Injectable } from '@nestjs/common';
import { defineJob, JobHandler } from '../jobs/job.js';
import { Storage } from './storage.js';

/** Removes stored files; added in the transaction that removes their references. */
export class RemoveFiles extends defineJob<{ keys: string[] }>('remove-files', { priority: 'maintenance' }) {}

@Injectable()
export class FilesRemover {
  constructor(private readonly storage: Storage) {}

  @JobHandler(RemoveFiles, { transactional: false })
  async perform({ keys }: RemoveFiles['payload']): Promise<void> {
    for (const key of keys) await this.storage.remove(key);
  }
}
