import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { OutboundError } from '../../../../core/http/outbound-error.js';
import { defineJob, JobHandler, type JobRun } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { TaskFailed } from '../../../../core/processing/task-process.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import type { AdOrigin } from '../../../channels/connections/channels/channel.js';
import { SettingsService } from '../../../people/settings/crud/settings.service.js';
import { MessageStored } from '../messages.events.js';
import { firstLink } from './first-link.js';
import { lockPreview, lockText, setLink, storedPreview, storePreview } from './link-previews.queries.js';
import { type PageCard, PageReader } from './page-reader.js';

/** Reads the page of a message's link, unless its preview is stored already. */
export class PreviewLink extends defineJob<{ messageId: number; url: string; ad?: AdOrigin }>('preview-link') {}

@Injectable()
export class PreviewLinkHandler {
  private readonly logger = new Logger('Links');

  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly settings: SettingsService,
    private readonly pages: PageReader,
  ) {}

  /** A page that cannot be read gets no preview; only our own failures are retried. */
  @JobHandler(PreviewLink, { transactional: false, backoff: [5, 60] })
  async perform(payload: PreviewLink['payload'], { companyId = 0 }: JobRun): Promise<void> {
    const { messageId, url, ad } = payload;
    if (!(await this.db.runAs(companyId, () => this.needsFetch(payload)))) return;
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
}
