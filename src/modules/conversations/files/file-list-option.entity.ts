import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { FileList } from './file-list.entity.js';

/** A file of a list. Existing clients store its name first and upload it later; until then it has no file. */
@Entity({ tableName: 'file_list_options' })
@Index({ properties: ['companyId', 'fileListId', 'position'] })
export class FileListOption extends TenantEntity {
  @ForeignKey(() => FileList, { onDelete: 'cascade' })
  fileListId!: number;

  /** The caption, unless it equals the file's name. */
  @Property({ length: 255 })
  name!: string;

  @Property({ type: 'integer' })
  position!: number;

  @Property({ length: 200, nullable: true })
  mediaKey!: string | null;

  @Property({ nullable: true })
  mediaName!: string | null;

  @Property({ length: 150, nullable: true })
  mediaMime!: string | null;

  @Property({ type: 'integer', nullable: true })
  mediaSize!: number | null;
}
