import { unescape } from 'node:querystring';
import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { isTransient } from '../../../../core/errors/database-errors.js';
import { OutboundError } from '../../../../core/http/outbound-error.js';
import { OutboundHttp } from '../../../../core/http/outbound-http.js';
import { defineJob, JobHandler, type JobRun, RetryLater } from '../../../../core/jobs/job.js';
import { detectStreamFileType } from '../../../../core/storage/file-type.js';
import { newStorageKey, Storage } from '../../../../core/storage/storage.js';
import type { OutgoingFile } from '../replies/integrated-conversations.service.js';
import { TypebotSessionsService } from './typebot-sessions.service.js';

/** Sends the answers of the flow one after the other, with the configured interval. */
export class SayBubbles extends defineJob<{ ticketId: number; integrationId: number }>('say-bubbles', {
  priority: 'bulk',
}) {}

/** The next message of the customer is handled once all answers are sent. */
export const flowOrderingKey = (ticketId: number): string => `typebot:${ticketId}`;

/** The largest file that WhatsApp accepts for every kind except documents. */
const maxBytes = 16 * 1024 * 1024;
/** A file whose download takes longer is not sent. */
const fetchMs = 60_000;
const backoff = [1, 5, 30];

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
    private readonly sessions: TypebotSessionsService,
  ) {}

  /** Sending a bubble and removing it from the list is one transaction. */
  @JobHandler(SayBubbles, { transactional: false, backoff })
  async perform(flow: SayBubbles['payload'], { companyId = 0, attempt }: JobRun): Promise<void> {
    try {
      await this.say(flow, companyId);
    } catch (error) {
      const isLast = !(error instanceof RetryLater || isTransient(error)) && attempt > backoff.length;
      if (isLast) await this.db.runAs(companyId, () => this.sessions.stop(flow));
      throw error;
    }
  }

  private async say(flow: SayBubbles['payload'], companyId: number): Promise<void> {
    for (;;) {
      const bubble = await this.db.runAs(companyId, () => this.sessions.nextBubble(flow));
      if (!bubble) return;
      const { text = '', file }: Fetched = bubble.url === undefined ? bubble : await this.fetch(companyId, bubble.url);
      const { sentFile, waitMs } = await this.db.runAs(companyId, () => this.sessions.sayNext(flow, text, file));
      if (file && !sentFile) await this.storage.remove(file.key);
      if (waitMs === undefined) return;
      if (waitMs > 0) throw new RetryLater(waitMs, 'the interval between two messages');
    }
  }

  /** If a file cannot be fetched, its address is sent, unless the address may not be called. */
  private async fetch(companyId: number, url: string): Promise<Fetched> {
    let late: NodeJS.Timeout | undefined;
    try {
      const { status, headers, stream } = await this.http.stream(url, { maxBytes });
      late = setTimeout(() => stream.destroy(new OutboundError('timeout', 'The file comes too slowly')), fetchMs);
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
    } finally {
      clearTimeout(late);
    }
  }
}

/** The last part of the address, if it looks like a file name. */
function nameOf(url: string): string | null {
  const name = unescape(new URL(url).pathname.split('/').at(-1) ?? '');
  return /^[^\u0000/]{1,100}\.\w{1,5}$/.test(name) ? name : null;
}
