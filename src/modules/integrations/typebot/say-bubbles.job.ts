import { unescape } from 'node:querystring';
import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../../../core/database/db.js';
import { OutboundError } from '../../../core/http/outbound-error.js';
import { OutboundHttp } from '../../../core/http/outbound-http.js';
import { JobHandler, type JobRun, RetryLater } from '../../../core/jobs/job.js';
import { detectStreamFileType } from '../../../core/storage/file-type.js';
import { newStorageKey, Storage } from '../../../core/storage/storage.js';
import type { OutgoingFile } from '../integrations.service.js';
import { SayBubbles } from './typebot-jobs.js';
import { TypebotSessions } from './typebot-sessions.service.js';

/** The largest file of every kind but documents that WhatsApp takes. */
const maxBytes = 16 * 1024 * 1024;

interface Fetched {
  readonly text?: string;
  readonly file?: OutgoingFile;
}

@Injectable()
export class SayBubblesHandler {
  private readonly logger = new Logger('Typebot');

  constructor(
    private readonly db: Db,
    private readonly http: OutboundHttp,
    private readonly storage: Storage,
    private readonly sessions: TypebotSessions,
  ) {}

  /** One bubble is said and taken from the list in one transaction. */
  @JobHandler(SayBubbles, { transactional: false })
  async perform(flow: SayBubbles['payload'], { companyId = 0 }: JobRun): Promise<void> {
    for (;;) {
      const bubble = await this.db.runAs(companyId, () => this.sessions.nextBubble(flow));
      if (!bubble) return;
      const { text = '', file }: Fetched = bubble.url === undefined ? bubble : await this.fetch(companyId, bubble.url);
      const next = await this.db.runAs(companyId, () => this.sessions.sayNext(flow, text, file));
      if (next === null && file) await this.storage.remove(file.key);
      if (next === null || next === undefined) return;
      if (next > 0) throw new RetryLater(next, 'the interval between two messages');
    }
  }

  /** Of a file that cannot be had the address is said, unless it is one that nobody may reach. */
  private async fetch(companyId: number, url: string): Promise<Fetched> {
    try {
      const { status, headers, stream } = await this.http.stream(url, { maxBytes });
      if (status < 200 || status > 299) {
        stream.destroy();
        return { text: url };
      }
      const sniffed = await detectStreamFileType(stream, headers['content-type']);
      const key = newStorageKey(companyId, sniffed.extension);
      const { size } = await this.storage.put(key, sniffed.stream, { mime: sniffed.mime });
      return { file: { key, mime: sniffed.mime, size, name: nameOf(url) } };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      this.logger.warn({ msg: 'file of a flow not fetched', reason: error.message });
      return error.phase === 'refused' ? {} : { text: url };
    }
  }
}

/** The last part of the address that looks like the name of a file. */
function nameOf(url: string): string | null {
  const name = unescape(new URL(url).pathname.split('/').at(-1) ?? '');
  return /^[^\u0000/]{1,100}\.\w{1,5}$/.test(name) ? name : null;
}
