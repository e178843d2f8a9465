import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { OutboundError } from '../../../../core/http/outbound-error.js';
import { OutboundHttp } from '../../../../core/http/outbound-http.js';
import type { Localized } from '../../../../core/i18n.js';
import { defineJob, JobHandler, type JobRun, OnDiscard } from '../../../../core/jobs/job.js';
import { TaskFailed, TaskProcess } from '../../../../core/processing/task-process.js';
import { FileNotFound, Storage } from '../../../../core/storage/storage.js';
import { type DocumentFormat, formatOf } from './document-format.js';
import { readDocument } from './document-text.js';
import { readFailures } from './knowledge.errors.js';
import { KnowledgeRecordsService } from './knowledge-records.service.js';
import { KnowledgeSource } from './knowledge-source.entity.js';
import { passagesOf } from './passages.js';
import { StoredPassagesService } from './stored-passages.service.js';

/** Reads a source of knowledge: its text, its page or its file. */
export class ReadKnowledge extends defineJob<{ sourceId: number }>('read-knowledge', { priority: 'bulk' }) {}

const maxPageBytes = 3 * 1024 * 1024;
const backoff = [5, 60];

/** The source itself is the reason why it cannot be read. */
class Unreadable extends Error {
  constructor(readonly reason: Localized) {
    super(reason.en);
  }
}

@Injectable()
export class ReadKnowledgeHandler {
  constructor(
    private readonly db: Db,
    private readonly http: OutboundHttp,
    private readonly storage: Storage,
    private readonly taskProcess: TaskProcess,
    private readonly records: KnowledgeRecordsService,
    private readonly stored: StoredPassagesService,
  ) {}

  /** The reason why a source is unreadable is shown; only failures of the server are retried. */
  @JobHandler(ReadKnowledge, { transactional: false, backoff })
  async perform({ sourceId }: ReadKnowledge['payload'], { companyId = 0, isLastStart }: JobRun): Promise<void> {
    const source = await this.db.runAs(companyId, () => this.db.em.findOne(KnowledgeSource, { id: sourceId }));
    if (!source) return;
    try {
      // the document seems to crash the process each time
      if (isLastStart) throw new Unreadable(readFailures.unreadable);
      const passages = passagesOf(await this.text(source));
      if (passages.length === 0) throw new Unreadable(readFailures.empty);
      await this.store(source, () => this.stored.replace(source, passages));
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      await this.store(source, () => this.stored.fail(source, error.reason));
    }
  }

  /** Otherwise the source would be shown as being read forever. */
  @OnDiscard(ReadKnowledge)
  async discarded({ sourceId }: ReadKnowledge['payload']): Promise<void> {
    await this.stored.fail({ id: sourceId }, readFailures.unreadable);
    await this.records.emitRead(sourceId);
  }

  private store({ id, companyId }: KnowledgeSource, write: () => Promise<void>): Promise<void> {
    return this.db.runAs(companyId, async () => {
      await write();
      await this.records.emitRead(id);
    });
  }

  private async text({ kind, content, url, mediaKey, mediaMime, mediaName }: KnowledgeSource): Promise<string> {
    if (kind === 'text') return content ?? '';
    if (kind === 'page') return this.pageText(url ?? '');
    const format = formatOf(mediaMime ?? '', mediaName ?? '');
    if (!mediaKey || !format) throw new Unreadable(readFailures.noFile);
    try {
      return await this.parse(await buffer((await this.storage.open(mediaKey)).stream), format);
    } catch (error) {
      throw error instanceof FileNotFound ? new Unreadable(readFailures.noFile) : error;
    }
  }

  private async pageText(url: string): Promise<string> {
    try {
      const headers = { accept: 'text/html,text/plain', 'accept-language': 'pt-BR,pt;q=0.9' };
      const answer = await this.http.request(url, { headers, maxBytes: maxPageBytes });
      const type = answer.headers['content-type'] ?? '';
      const format = /^text\/plain\b/i.test(type) ? 'text' : /^(text\/html|application\/xhtml)/i.test(type) && 'html';
      if (answer.status !== 200 || !format) throw new Unreadable(readFailures.page);
      return await this.parse(answer.body, format, type);
    } catch (error) {
      throw error instanceof OutboundError ? new Unreadable(readFailures.page) : error;
    }
  }

  private async parse(bytes: Buffer, format: DocumentFormat, contentType?: string): Promise<string> {
    try {
      return await this.taskProcess.run(readDocument, new Uint8Array(bytes), format, contentType);
    } catch (error) {
      throw error instanceof TaskFailed ? new Unreadable(readFailures.unreadable) : error;
    }
  }
}
