import { Injectable } from '@nestjs/common';
import { Db } from '../database/db.js';
import { defineJob, JobHandler, type JobRun } from '../jobs/job.js';
import type { Jobs } from '../jobs/jobs.js';
import { referencedKeys } from './media-keys.queries.js';
import { Storage } from './storage.js';

/** Removes stored files; add it in the transaction that removes their references. */
export class RemoveFiles extends defineJob<{ keys: string[] }>('remove-files', { priority: 'maintenance' }) {}

const keysOfJob = 500;

/** Tables whose rows may share a file, which is removed with the last reference. */
const sharing = new Set<string>();
/** @param tables tenant tables with a column `media_key` */
export function shareFiles(...tables: readonly string[]): void {
  for (const table of tables) sharing.add(table);
}

/** Removes any number of files after the commit of the current transaction. */
export async function enqueueFileRemoval(jobs: Jobs, keys: readonly string[]): Promise<void> {
  for (let from = 0; from < keys.length; from += keysOfJob)
    await jobs.add(RemoveFiles, { keys: keys.slice(from, from + keysOfJob) });
}

@Injectable()
export class FilesRemover {
  constructor(
    private readonly db: Db,
    private readonly storage: Storage,
  ) {}

  @JobHandler(RemoveFiles, { transactional: false })
  async perform({ keys }: RemoveFiles['payload'], { companyId }: JobRun): Promise<void> {
    const kept = companyId ? await this.db.runAs(companyId, () => this.referenced(companyId, keys)) : new Set();
    for (const key of keys) if (!kept.has(key)) await this.storage.remove(key);
  }

  private async referenced(companyId: number, keys: readonly string[]): Promise<Set<string>> {
    if (sharing.size === 0) return new Set();
    const rows = await this.db.rows(referencedKeys([...sharing], companyId, keys));
    return new Set(rows.map(({ key }) => key));
  }
}
