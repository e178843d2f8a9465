import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Every } from '../../../../core/jobs/cron.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import type { AdOrigin } from '../../../channels/connections/channels/channel.js';
import { firstLink } from './first-link.js';
import { type RemovedPreview, removeExpiredPreviews, removePreviews } from './link-previews.queries.js';
import { PreviewLink } from './preview-link.job.js';

const sweepBatch = 500;
/** Pages read at the same time per company; others wait, so that slow pages do not delay outbound messages. */
const partitions = 2;

/** Previews of links in messages, stored once per company and page (experience.md §11). */
@Injectable()
export class LinkPreviewsService {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
  ) {}

  /** Previews the first link of a text. Jobs for the same link run one after the other. */
  async enqueue(messageId: number, body: string): Promise<void> {
    const url = firstLink(body);
    if (url !== null) await this.add({ messageId, url });
  }

  /** Stores the picture of the advertisement that the customer came from, which expires at the provider. */
  async enqueueAd(messageId: number, ad: AdOrigin): Promise<void> {
    const url = ad.url ?? ad.imageUrl;
    if (url !== null && ad.imageUrl !== null) await this.add({ messageId, url, ad });
  }

  private async add(payload: PreviewLink['payload']): Promise<void> {
    const partition = createHash('sha256').update(payload.url).digest().readUInt8() % partitions;
    await this.jobs.add(PreviewLink, payload, { orderingKey: `preview:${this.db.companyId}:${partition}` });
  }

  /** For erased messages. Other messages with the same links lose their previews, too. */
  async removeByUrls(urls: readonly string[]): Promise<void> {
    if (urls.length === 0) return;
    await this.removeFiles(await this.db.rows(removePreviews(this.db.companyId, urls)));
  }

  @Every(3600)
  async sweep(): Promise<void> {
    for (let rows: RemovedPreview[] = [], more = true; more; more = rows.length === sweepBatch) {
      rows = await this.db.rows(removeExpiredPreviews(sweepBatch));
      await this.removeFiles(rows);
    }
  }

  private async removeFiles(rows: readonly RemovedPreview[]): Promise<void> {
    await enqueueFileRemoval(
      this.jobs,
      rows.flatMap(({ key }) => key ?? []),
    );
  }
}
