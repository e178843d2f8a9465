import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { OutboundError } from '../../../../core/http/outbound-error.js';
import { Every } from '../../../../core/jobs/cron.js';
import { defineJob, JobHandler, type JobRun } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { TaskFailed } from '../../../../core/processing/task-process.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import type { AdOrigin } from '../../../channels/connections/channels/channel.js';
import { SettingsService } from '../../../people/settings/crud/settings.service.js';
import { MessageStored } from '../messages.events.js';
import { firstLink } from './first-link.js';
import {
  lockPreview,
  lockText,
  type RemovedPreview,
  removeExpiredPreviews,
  removePreviews,
  setLink,
  storedPreview,
  storePreview,
} from './link-previews.queries.js';
import { type PageCard, PageReader } from './page-reader.js';

export class PreviewLink extends defineJob<{ messageId: number; url: string; ad?: AdOrigin }>('preview-link') {}

const sweepBatch = 500;
/** Pages read at the same time per company; others wait, so that slow pages do not delay outbound messages. */
const partitions = 2;

/** Previews of links in messages, stored once per company and page (experience.md §11). */
@Injectable()
export class LinkPreviewsService {
  private readonly logger = new Logger('Links');

  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly settings: SettingsService,
    private readonly pages: PageReader,
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

  /** A page that cannot be read gets no preview; only our own failures are retried. */
  @JobHandler(PreviewLink, { transactional: false, backoff: [5, 60] })
  async perform({ messageId, url, ad }: PreviewLink['payload'], { companyId = 0 }: JobRun): Promise<void> {
    if (!(await this.db.runAs(companyId, () => this.needsFetch({ messageId, url, ...(ad ? { ad } : {}) })))) return;
    const page = await (ad ? this.pages.ofAd(companyId, url, ad) : this.read(companyId, url));
    await this.db.runAs(companyId, () => this.store(messageId, url, page));
  }

  private async read(companyId: number, url: string): Promise<PageCard | null> {
    try {
      return await this.pages.read(companyId, url);
    } catch (error) {
      if (!(error instanceof OutboundError || error instanceof TaskFailed)) throw error;
      const reason = error instanceof OutboundError ? error.phase : error.message;
      this.logger.debug({ msg: 'page of a link not read', reason });
      return null;
    }
  }

  /** Shows a stored preview at once. false when one is stored or previews are switched off. */
  private async needsFetch({ messageId, url, ad }: PreviewLink['payload']): Promise<boolean> {
    const { companyId } = this.db;
    if (!(await this.settings.isEnabled('linkPreviews'))) return false;
    const message = await this.db.row(lockText(companyId, messageId));
    // the text was edited meanwhile
    if (!message || (!ad && firstLink(message.body) !== url)) return false;
    await this.db.run(setLink(companyId, messageId, url));
    const known = await this.db.row(storedPreview(companyId, url));
    if (known && known.title !== null) this.events.emit(new MessageStored({ companyId, messageId, action: 'update' }));
    return known === undefined;
  }

  /** @param page null when the page has no metadata */
  private async store(messageId: number, url: string, page: PageCard | null): Promise<void> {
    const { companyId } = this.db;
    const before = await this.db.row(lockPreview(companyId, url));
    await this.db.run(storePreview(companyId, url, page));
    if (before?.mediaKey) await enqueueFileRemoval(this.jobs, [before.mediaKey]);
    if (page) this.events.emit(new MessageStored({ companyId, messageId, action: 'update' }));
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
