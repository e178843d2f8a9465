import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { TenantEntity } from '../../../../core/database/tenant.entity.js';

/** Metadata of a page, cached until it expires. */
@Entity({ tableName: 'link_previews' })
@Unique({ properties: ['companyId', 'url'] })
@Index({ properties: ['expiresAt'] })
export class LinkPreview extends TenantEntity {
  @Property({ type: 'text' })
  url!: string;

  /** null: the page has no metadata; stored, so that it is not read again. */
  @Property({ length: 300, nullable: true })
  title!: string | null;

  @Property({ length: 600, default: '' })
  description!: string;

  @Property({ length: 120, default: '' })
  site!: string;

  /** Storage key of the preview picture. */
  @Property({ length: 200, nullable: true })
  mediaKey!: string | null;

  @Property({ type: 'integer', nullable: true })
  imageWidth!: number | null;

  @Property({ type: 'integer', nullable: true })
  imageHeight!: number | null;

  @Property({ type: 'datetime', length: 3 })
  expiresAt!: Date;
}
