import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { BaseEntity } from '../../../core/database/base.entity.js';

/** A tutorial video. */
@Entity({ tableName: 'helps' })
@Unique({ properties: ['title'] })
export class Help extends BaseEntity {
  @Property({ length: 100 })
  title!: string;

  @Property({ type: 'text', default: '' })
  description!: string;

  /** The YouTube code of the video. */
  @Property({ length: 11 })
  video!: string;
}
