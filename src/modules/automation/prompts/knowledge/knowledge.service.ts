import { Injectable } from '@nestjs/common';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { t } from '../../../../core/i18n.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import type { UploadedFile } from '../../../../core/requests/upload.js';
import { CrudDependencies } from '../../../../core/resource/crud.service.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import { formatOf } from './document-format.js';
import type { KnowledgeInput } from './knowledge.dto.js';
import {
  knowledgeErrors,
  largeFile,
  maxFileMegabytes,
  maxSources,
  noFile,
  readFailures,
  wrongFile,
} from './knowledge.errors.js';
import { lockSource } from './knowledge.queries.js';
import { type KnowledgeRecord, KnowledgeRecordsService } from './knowledge-records.service.js';
import { KnowledgeSource } from './knowledge-source.entity.js';
import { ReadKnowledge } from './read-knowledge.job.js';
import { StoredPassagesService } from './stored-passages.service.js';

const required = t('Obrigatório', 'Required', 'Obligatorio');

/** The columns that determine the passages and the prompt that they belong to. */
const contentOf = ({ promptId, kind, content, url, mediaKey }: KnowledgeSource): string =>
  JSON.stringify([promptId, kind, content, url, mediaKey]);

/** Knowledge of prompts. A job reads a source whenever its content may have changed. */
@Injectable()
export class KnowledgeService extends KnowledgeRecordsService {
  constructor(
    deps: CrudDependencies,
    private readonly jobs: Jobs,
    private readonly stored: StoredPassagesService,
  ) {
    super(deps);
  }

  /** @throws 409 ERR_KNOWLEDGE_LIMIT */
  override async create(input: KnowledgeInput): Promise<KnowledgeRecord> {
    await this.assertRoom(input.promptId);
    return super.create(input);
  }

  /** @throws 409 ERR_KNOWLEDGE_LIMIT */
  override async update(id: number, input: Partial<KnowledgeInput>): Promise<KnowledgeRecord> {
    const { promptId } = await this.lock(id);
    if (input.promptId !== undefined && input.promptId !== promptId) await this.assertRoom(input.promptId);
    return super.update(id, input);
  }

  override async remove(id: number): Promise<void> {
    const { mediaKey } = await this.lock(id);
    await super.remove(id);
    if (mediaKey) await enqueueFileRemoval(this.jobs, [mediaKey]);
  }

  /** Sets the source's file; the previous file is removed with the commit. @throws 400, 404 */
  async setFile(id: number, file: UploadedFile | undefined): Promise<KnowledgeRecord> {
    if (!file) throw coreErrors.ERR_VALIDATION({ fields: { file: noFile } });
    if (!formatOf(file.mime, file.name)) throw coreErrors.ERR_VALIDATION({ fields: { file: wrongFile } });
    if (file.size > maxFileMegabytes * 1024 * 1024) throw coreErrors.ERR_VALIDATION({ fields: { file: largeFile } });
    const source = await this.lock(id);
    const former = source.mediaKey;
    const { key: mediaKey, name: mediaName, mime: mediaMime, size: mediaSize } = file;
    Object.assign(source, { kind: 'file', content: null, url: null, mediaKey, mediaName, mediaMime, mediaSize });
    await this.forget(source);
    if (former) await enqueueFileRemoval(this.jobs, [former]);
    return this.read(source);
  }

  /** Reads the source again, because a page may have changed. @throws 404 */
  async readAgain(id: number): Promise<KnowledgeRecord> {
    return this.read(await this.lock(id));
  }

  /** Files of a prompt's sources, which are removed with the prompt. */
  async filesOf(promptId: number): Promise<string[]> {
    const sources = await this.em.find(
      KnowledgeSource,
      { promptId, mediaKey: { $ne: null } },
      { fields: ['mediaKey'] },
    );
    return sources.flatMap(({ mediaKey }) => mediaKey ?? []);
  }

  protected override initialValues(): object {
    const none = { content: null, url: null, mediaKey: null, mediaName: null, mediaMime: null, mediaSize: null };
    return { ...none, status: 'waiting', error: null };
  }

  protected override async write(
    source: KnowledgeSource,
    input: Partial<KnowledgeInput>,
    creating: boolean,
  ): Promise<void> {
    const before = contentOf(source);
    await super.write(source, input, creating);
    if (source.kind !== 'text') source.content = null;
    if (source.kind !== 'page') source.url = null;
    if (source.kind === 'text' && !source.content?.trim())
      throw coreErrors.ERR_VALIDATION({ fields: { content: required } });
    if (source.kind === 'page' && !source.url) throw coreErrors.ERR_VALIDATION({ fields: { url: required } });
    if (source.kind !== 'file' && source.mediaKey) {
      await enqueueFileRemoval(this.jobs, [source.mediaKey]);
      Object.assign(source, { mediaKey: null, mediaName: null, mediaMime: null, mediaSize: null });
    }
    // the file is uploaded in a separate request
    const missing = source.kind === 'file' && !source.mediaKey;
    source.status = missing ? 'failed' : 'waiting';
    source.error = missing ? readFailures.noFile : null;
    if (!creating && contentOf(source) !== before) await this.forget(source);
  }

  protected override async afterWrite(source: KnowledgeSource): Promise<void> {
    if (source.status === 'waiting') await this.enqueue(source);
  }

  private async assertRoom(promptId: number): Promise<void> {
    await this.deps.db.lock('knowledge', this.deps.context.companyId, promptId);
    if ((await this.em.count(KnowledgeSource, { promptId })) >= maxSources) throw knowledgeErrors.ERR_KNOWLEDGE_LIMIT();
  }

  /** The previous content must not answer anybody any more. */
  private async forget(source: KnowledgeSource): Promise<void> {
    source.passages = 0;
    await this.stored.remove(source.id);
  }

  private async read(source: KnowledgeSource): Promise<KnowledgeRecord> {
    Object.assign(source, { status: 'waiting', error: null });
    await this.em.flush();
    await this.enqueue(source);
    return this.emitChanged('update', source);
  }

  /** A company's sources are read one after the other, because all companies share the process that parses them. */
  private enqueue({ id, companyId }: KnowledgeSource): Promise<void> {
    return this.jobs.add(ReadKnowledge, { sourceId: id }, { orderingKey: `knowledge:${companyId}` });
  }

  /** Prevents concurrent changes and removal of the row, so that no files or passages are left behind. */
  private async lock(id: number): Promise<KnowledgeSource> {
    await this.deps.db.rows(lockSource(this.deps.context.companyId, id));
    return this.find(id);
  }
}
