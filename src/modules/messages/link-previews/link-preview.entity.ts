import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { TenantEntity } from '../../../core/database/tenant.entity.js';

/** What a page says of itself, as it was last asked; kept until it expires, so that it is asked once. */
@Entity({ tableName: 'link_previews' })
@Unique({ properties: ['companyId', 'url'] })
@Index({ properties: ['expiresAt'] })
export class LinkPreview extends TenantEntity {
  @Property({ type: 'text' })
  url!: string;

  /** null: there is nothing to show, and it is not worth asking again before it expires. */
  @Property({ length: 300, nullable: true })
  title!: string | null;

  @Property({ length: 600, default: '' })
  description!: string;

  @Property({ length: 120, default: '' })
  site!: string;

  /** Its picture, in our storage. */
  @Property({ length: 200, nullable: true })
  mediaKey!: string | null;

  @Property({ type: 'integer', nullable: true })
  imageWidth!: number | null;

  @Property({ type: 'integer', nullable: true })
  imageHeight!: number | null;

  @Property({ type: 'datetime', length: 3 })
  expiresAt!: Date;
}
