import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../database/db.js';
import { defineJob, JobHandler, type JobRun, RetryLater } from '../jobs/job.js';
import { keyColumns, keysIn } from './media-keys.queries.js';
import { FileNotFound, monthsFolder, Storage, type StoredFile } from './storage.js';

/**
 * Removes files that no row of the company (or platform) references, because their process ended between the upload and
 * the commit. Files stored after `before` are kept, because their row may still be committed.
 */
export class RemoveUnreferencedFiles extends defineJob<{ before: string }>('remove-unreferenced-files', {
  priority: 'maintenance',
}) {}

/** How many keys are looked up at a time, so that a large table is read once per batch. */
const batchSize = 5_000;

@Injectable()
export class UnreferencedFilesRemover {
  private readonly logger = new Logger('Storage');

  constructor(
    private readonly db: Db,
    private readonly storage: Storage,
  ) {}

  @JobHandler(RemoveUnreferencedFiles, { transactional: false })
  async perform(
    { before }: RemoveUnreferencedFiles['payload'],
    { companyId, stopping }: Pick<JobRun, 'companyId' | 'stopping'>,
  ): Promise<void> {
    const limit = new Date(before);
    let removed = 0;
    // older folders need no check: in the month after its own, a file was already checked about thirty times
    for (const folder of [0, 1].map((monthsAgo) => monthsFolder(companyId ?? 0, monthsAgo)))
      for await (const keys of inBatches(this.storage.list(folder)))
        for (const key of await this.unreferenced(companyId, keys)) {
          if (stopping?.aborted) throw new RetryLater(0, 'the process stops');
          const file = await this.storage.stat(key).catch(unlessMissing);
          if (!file || file.storedAt >= limit) continue;
          await this.storage.remove(key);
          removed += 1;
        }
    if (removed > 0) this.logger.warn({ msg: 'files that no row names were removed', companyId, removed });
  }

  private async unreferenced(companyId: number | undefined, keys: readonly string[]): Promise<Set<string>> {
    const left = new Set(keys);
    const ask = async (): Promise<void> => {
      for (const column of await this.db.rows(keyColumns(companyId !== undefined))) {
        if (left.size === 0) return;
        const found = await this.db.rows(keysIn(column, companyId, [...left]));
        for (const { key } of found) left.delete(key);
      }
    };
    await (companyId === undefined ? this.db.asPlatform(ask) : this.db.runAs(companyId, ask));
    return left;
  }
}

async function* inBatches(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const key of keys) {
    batch.push(key);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function unlessMissing(error: unknown): StoredFile | undefined {
  if (error instanceof FileNotFound) return undefined;
  throw error;
}
