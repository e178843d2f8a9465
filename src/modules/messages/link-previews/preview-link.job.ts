import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../../../core/database/db.js';
import { OutboundError } from '../../../core/http/outbound-http.js';
import { JobHandler, type JobRun } from '../../../core/jobs/job.js';
import { TaskFailed } from '../../../core/processing/worker-thread.js';
import { LinkPreviews, PreviewLink } from './link-previews.service.js';
import { type PageCard, PageReader } from './page-reader.js';

@Injectable()
export class PreviewLinkHandler {
  private readonly logger = new Logger('Links');

  constructor(
    private readonly db: Db,
    private readonly previews: LinkPreviews,
    private readonly pages: PageReader,
  ) {}

  /** A page that cannot be read has no card; only trouble of our own is tried again. */
  @JobHandler(PreviewLink, { transactional: false, backoff: [5, 60] })
  async perform({ messageId, url }: PreviewLink['payload'], { companyId = 0 }: JobRun): Promise<void> {
    if (!(await this.db.runAs(companyId, () => this.previews.needsFetch(messageId, url)))) return;
    const page = await this.read(companyId, url);
    await this.db.runAs(companyId, () => this.previews.store(messageId, url, page));
  }

  private async read(companyId: number, url: string): Promise<PageCard | null> {
    try {
      return await this.pages.read(companyId, url);
    } catch (error) {
      if (!(error instanceof OutboundError || error instanceof TaskFailed)) throw error;
      this.logger.debug({
        msg: 'page of a link not read',
        reason: error instanceof OutboundError ? error.phase : error.message,
      });
      return null;
    }
  }
}
