import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { BaseEntity } from '../database/base.entity.js';

/** One row, by which a start knows whether its ENCRYPTION_KEY is that of the database. */
@Entity({ tableName: 'key_checks' })
export class KeyCheck extends BaseEntity {
  /** Encrypted with the key. */
  @Property({ length: 200 })
  value!: string;
}
