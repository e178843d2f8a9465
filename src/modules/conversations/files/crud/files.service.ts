import { Injectable } from '@nestjs/common';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { t } from '../../../../core/i18n.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import type { UploadedFile } from '../../../../core/requests/upload.js';
import { type Columns, CrudDependencies, CrudService } from '../../../../core/resource/crud.service.js';
import type { Stored } from '../../../../core/resource/record-table.js';
import { MediaUrls } from '../../../../core/storage/media-urls.js';
import { enqueueFileRemoval, shareFiles } from '../../../../core/storage/remove-files.job.js';
import { FileList } from '../file-list.entity.js';
import { FileListOption } from '../file-list-option.entity.js';
import { type FileListInput, type FileOptionInput, maxOptions } from '../files.dto.js';
import { files } from '../files.resource.js';
import { type FileOptionRecord, lockFileList, optionsOfLists, unchangedList } from './files.queries.js';

shareFiles('file_list_options');

/** Most lists that the composer of a conversation offers. */
const maxOffered = 500;
const tooMany = t(
  `No máximo ${maxOptions} arquivos`,
  `At most ${maxOptions} files`,
  `Como máximo ${maxOptions} archivos`,
);

export interface FileListRecord extends Columns<FileList, FileListInput> {
  readonly userId: number | null;
  readonly options: readonly FileOptionRecord[];
}

/** A text without a file, or a file of the list with its caption. */
export interface FileListMessage {
  readonly body: string;
  readonly file: Pick<UploadedFile, 'key' | 'mime' | 'name' | 'size'> | null;
}

@Injectable()
export class FilesService extends CrudService<FileList, FileListInput, FileListRecord> {
  constructor(
    deps: CrudDependencies,
    private readonly jobs: Jobs,
    private readonly urls: MediaUrls,
  ) {
    super(files, deps);
  }

  /** The company's file lists in the order of their names, for users who send them. */
  async offered(): Promise<FileListRecord[]> {
    return this.presentEntities(
      await this.em.find(FileList, {}, { orderBy: { name: 'asc', id: 'asc' }, limit: maxOffered }),
    );
  }

  /**
   * The messages that a customer gets: the text, then the files in order. The list keeps its files, so a message must
   * get a copy (`needsCopy`). Variables are not filled. @throws ERR_NO_FILE_LIST_FOUND
   */
  async messagesOf(id: number): Promise<FileListMessage[]> {
    const { message } = await this.find(id);
    const stored = await this.optionsOf([id]);
    return [
      { body: message, file: null },
      ...stored.flatMap(({ name, mediaKey: key, mediaMime: mime, mediaName, mediaSize: size }) =>
        key && mime && mediaName
          ? [{ body: name === mediaName ? '' : name, file: { key, mime, name: mediaName, size: size ?? 0 } }]
          : [],
      ),
    ];
  }

  /** Whether the list is unchanged since then; it is locked until the commit. Removed files go unnoticed. */
  async isUnchangedSince(id: number, at: Date): Promise<boolean> {
    const { companyId } = this.deps.context;
    const row = await this.deps.db.row(unchangedList(companyId, id, at));
    return row !== undefined;
  }

  /**
   * Stores uploaded files in options of the list: in the option with the given id, else in one of the same name that
   * has no file yet, else in a new one. @throws 400, 404
   */
  async upload(
    id: number,
    uploaded: readonly UploadedFile[],
    form: Readonly<Record<string, unknown>>,
  ): Promise<FileListRecord> {
    const list = await this.lock(id);
    const stored = await this.optionsOf([id]);
    const replaced: string[] = [];
    for (const [index, file] of uploaded.entries()) {
      const given = (field: string) => String(file.fields?.[field] ?? (index === 0 ? (form[field] ?? '') : '')).trim();
      const name = given('name').slice(0, 255);
      const option =
        stored.find((each) => String(each.id) === given('id')) ??
        stored.find((each) => each.mediaKey === null && each.name === name) ??
        this.add(stored, id, name);
      if (option.mediaKey) replaced.push(option.mediaKey);
      const { key: mediaKey, mime: mediaMime, name: mediaName, size: mediaSize } = file;
      Object.assign(option, { mediaKey, mediaMime, mediaName, mediaSize, name: name || option.name || mediaName });
    }
    await this.em.flush();
    await enqueueFileRemoval(this.jobs, replaced);
    return this.emitChanged('update', list);
  }

  override async update(id: number, input: Partial<FileListInput>): Promise<FileListRecord> {
    await this.lock(id);
    return super.update(id, input);
  }

  override async remove(id: number): Promise<void> {
    await this.lock(id);
    const stored = await this.optionsOf([id]);
    await super.remove(id);
    await this.removeFiles(stored);
  }

  protected override initialValues(): object {
    return { companyId: this.deps.context.companyId, userId: this.deps.context.actor.userId };
  }

  /** Stores the options in this order; one with an unknown id was removed by another user and is left out. */
  protected override async afterWrite({ id }: FileList, { options }: Partial<FileListInput>): Promise<void> {
    if (options === undefined) return;
    const stored = await this.optionsOf([id]);
    const known = new Map(stored.map((option) => [option.id, option]));
    const kept = options.flatMap(({ id: optionId, name }: FileOptionInput) => {
      const option = optionId ? known.get(optionId) : this.add([], id, name);
      if (option) option.name = name || (option.mediaName ?? '');
      return option ?? [];
    });
    for (const [position, option] of kept.entries()) option.position = position;
    const removed = stored.filter((option) => !kept.includes(option));
    for (const option of removed) this.em.remove(option);
    await this.em.flush();
    await this.removeFiles(removed);
  }

  protected override async present(rows: readonly Stored<FileList>[]): Promise<FileListRecord[]> {
    const options = await this.deps.db.rows(
      optionsOfLists(
        this.deps.context.companyId,
        rows.map(({ id }) => id),
      ),
    );
    const byList = Map.groupBy(options, ({ fileListId }) => fileListId);
    return this.records(rows, ({ id, userId }) => ({
      userId,
      options: (byList.get(id) ?? []).map(({ fileListId, mediaKey, ...option }) => ({
        ...option,
        path: mediaKey && this.urls.sign(mediaKey, { name: option.mediaName }),
      })),
    }));
  }

  private optionsOf(ids: readonly number[]): Promise<FileListOption[]> {
    const { companyId } = this.deps.context;
    return this.em.find(
      FileListOption,
      { companyId, fileListId: { $in: [...ids] } },
      { orderBy: { position: 'asc', id: 'asc' } },
    );
  }

  /** Appends an option without a file. @throws 400 when the list is full */
  private add(stored: FileListOption[], fileListId: number, name: string): FileListOption {
    if (stored.length >= maxOptions) throw coreErrors.ERR_VALIDATION({ fields: { files: tooMany } });
    const position = (stored.at(-1)?.position ?? -1) + 1;
    const empty = { mediaKey: null, mediaName: null, mediaMime: null, mediaSize: null };
    const option = this.em.create(FileListOption, { fileListId, name, position, ...empty });
    stored.push(option);
    return option;
  }

  private async removeFiles(removed: readonly FileListOption[]): Promise<void> {
    await enqueueFileRemoval(
      this.jobs,
      removed.flatMap(({ mediaKey }) => mediaKey ?? []),
    );
  }

  /** Locks the list, so that concurrent changes leave no unreferenced file in the storage. */
  private async lock(id: number): Promise<FileList> {
    await this.deps.db.rows(lockFileList(this.deps.context.companyId, id));
    return this.find(id);
  }
}
