import { Injectable } from '@nestjs/common';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { t } from '../../../../core/i18n.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import type { UploadedFile } from '../../../../core/requests/upload.js';
import { type Columns, CrudDependencies, CrudService } from '../../../../core/resource/crud.service.js';
import type { RecordAction } from '../../../../core/resource/define-resource.js';
import type { Stored } from '../../../../core/resource/record-table.js';
import { MediaUrls } from '../../../../core/storage/media-urls.js';
import { RemoveFiles } from '../../../../core/storage/remove-files.job.js';
import { QuickMessage } from '../quick-message.entity.js';
import type { QuickMessageInput } from '../quick-messages.dto.js';
import { QuickMessageChanged, type QuickMessageVisibility } from '../quick-messages.events.js';
import { canEdit, canManage, visibleTo } from '../quick-messages.policy.js';
import { quickMessages } from '../quick-messages.resource.js';
import { lockQuickMessage } from './quick-messages.queries.js';

const required = t('Obrigatório', 'Required', 'Obligatorio');

/** The columns that describe the file; all null without a file. */
const media = (file: UploadedFile | null) => ({
  mediaKey: file?.key ?? null,
  mediaName: file?.name ?? null,
  mediaMime: file?.mime ?? null,
  mediaSize: file?.size ?? null,
});

const visibilityOf = ({ geral, status, allowView, userId }: QuickMessage): QuickMessageVisibility => ({
  geral,
  status,
  allowView,
  userId,
});

type FileColumns = Pick<QuickMessage, 'userId' | 'mediaName' | 'mediaMime' | 'mediaSize'>;

export interface QuickMessageRecord extends Columns<QuickMessage, QuickMessageInput>, FileColumns {
  readonly isMedia: boolean;
  /** Signed address of the file. */
  readonly mediaPath: string | null;
}

@Injectable()
export class QuickMessagesService extends CrudService<QuickMessage, QuickMessageInput, QuickMessageRecord> {
  constructor(
    deps: CrudDependencies,
    private readonly jobs: Jobs,
    private readonly urls: MediaUrls,
  ) {
    super(quickMessages, deps);
  }

  override async update(id: number, input: Partial<QuickMessageInput>): Promise<QuickMessageRecord> {
    const before = visibilityOf(await this.lock(id));
    const record = await super.update(id, input);
    this.emitChange(id, 'update', before);
    return record;
  }

  override async remove(id: number): Promise<void> {
    const message = await this.lock(id);
    await super.remove(id);
    this.emitChange(id, 'delete', visibilityOf(message));
    if (message.mediaKey) await this.jobs.add(RemoveFiles, { keys: [message.mediaKey] });
  }

  /** Stores or removes the file; the former file is deleted after the commit. @throws 403, 404 */
  async setMedia(id: number, file: UploadedFile | null): Promise<QuickMessageRecord> {
    const message = await this.lock(id);
    if (!canEdit(this.deps.context.actor, message)) throw coreErrors.ERR_NO_PERMISSION();
    const former = message.mediaKey;
    Object.assign(message, media(file));
    await this.em.flush();
    if (former) await this.jobs.add(RemoveFiles, { keys: [former] });
    this.emitChange(id, 'update', visibilityOf(message));
    return this.presentOne(message);
  }

  /** The record with the fields that decide who sees it. For broadcasts, so the caller's rights are not checked. */
  async forBroadcast(id: number): Promise<{ visibility: QuickMessageVisibility; record: QuickMessageRecord } | null> {
    const message = await this.em.findOne(QuickMessage, { id });
    return message && { visibility: visibilityOf(message), record: await this.presentOne(message) };
  }

  protected override where() {
    return visibleTo(this.deps.context.actor);
  }

  protected override initialValues(): object {
    return { companyId: this.deps.context.companyId, userId: this.deps.context.actor.userId, ...media(null) };
  }

  protected override async write(
    message: QuickMessage,
    { shortcode, ...input }: Partial<QuickMessageInput>,
    creating: boolean,
  ): Promise<void> {
    const { actor } = this.deps.context;
    const switched = input.status !== undefined && input.status !== message.status;
    if (!creating && (!canEdit(actor, message) || (switched && !canManage(actor, message))))
      throw coreErrors.ERR_NO_PERMISSION();
    // the user who makes it personal becomes its owner, who may make it general again
    if (message.geral && input.geral === false) message.userId = actor.userId;
    await super.write(message, input, creating);
    if (shortcode !== undefined) message.shortcode = plainShortcode(shortcode);
  }

  protected override async afterWrite({ id }: QuickMessage, _input: object, creating: boolean): Promise<void> {
    if (creating) this.emitChange(id, 'create', null);
  }

  protected override async assertRemovable(message: QuickMessage): Promise<void> {
    if (!canManage(this.deps.context.actor, message)) throw coreErrors.ERR_NO_PERMISSION();
  }

  protected override present(rows: readonly Stored<QuickMessage>[]): Promise<QuickMessageRecord[]> {
    return this.records(rows, ({ userId, mediaKey, mediaName, mediaMime, mediaSize }) => ({
      userId,
      isMedia: mediaKey !== null,
      mediaPath: mediaKey && this.urls.sign(mediaKey, { name: mediaName }),
      mediaName,
      mediaMime,
      mediaSize,
    }));
  }

  /** Locks the row, so that concurrent changes leave no unreferenced file in the storage. */
  private async lock(id: number): Promise<QuickMessage> {
    await this.deps.db.rows(lockQuickMessage(this.deps.context.companyId, id));
    return this.find(id);
  }

  private emitChange(id: number, action: RecordAction, before: QuickMessageVisibility | null): void {
    this.deps.events.emit(new QuickMessageChanged({ companyId: this.deps.context.companyId, id, action, before }));
  }
}

/** Removes the slash that users type in front of the shortcut. */
function plainShortcode(text: string): string {
  const plain = text.trim().replace(/^\/+\s*/, '');
  if (plain === '') throw coreErrors.ERR_VALIDATION({ fields: { shortcode: required } });
  return plain;
}
