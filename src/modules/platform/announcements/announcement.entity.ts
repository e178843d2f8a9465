import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { BaseEntity } from '../../../core/database/base.entity.js';

/** A message from the platform to the users of its companies. */
@Entity({ tableName: 'announcements' })
export class Announcement extends BaseEntity {
  @Property({ length: 100 })
  title!: string;

  @Property({ type: 'text' })
  text!: string;

  /** 1 high, 2 medium, 3 low (spec 002 §9). */
  @Property({ type: 'smallint' })
  priority!: number;

  /** false hides the announcement from all companies. */
  @Property({ type: 'boolean' })
  status!: boolean;

  /** null shows it at once. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  showFrom!: Date | null;

  /** null shows it without an end. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  showUntil!: Date | null;

  /** Plans whose companies see it; empty means all. A removed plan's id stays, or else all companies would see it. */
  @Property({ type: 'json', defaultRaw: `'[]'` })
  planIds!: readonly number[];

  @Property({ length: 200, nullable: true })
  mediaKey!: string | null;

  @Property({ nullable: true })
  mediaName!: string | null;
}
