import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { BaseEntity } from '../database/base.entity.js';

/** The only row of this table tells a starting process whether its ENCRYPTION_KEY is the one of the database. */
@Entity({ tableName: 'key_checks' })
export class KeyCheck extends BaseEntity {
  /** A known text, encrypted with the key. */
  @Property({ length: 200 })
  value!: string;
}
