import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { User } from '../../people/users/user.entity.js';

/** A text, a file or both, ready to be sent; who sees and changes it is said in quick-messages.policy.ts. */
@Entity({ tableName: 'quick_messages' })
@Index({ properties: ['companyId', 'geral', 'userId'] })
@Index({ properties: ['companyId', 'shortcode', 'id'] })
export class QuickMessage extends TenantEntity {
  /** Without the slash that calls it. */
  @Property({ length: 50 })
  shortcode!: string;

  /** May hold variables, which the composer fills. */
  @Property({ type: 'text', default: '' })
  message!: string;

  /** The company's, not only its owner's. */
  @Property({ type: 'boolean', default: false })
  geral!: boolean;

  /** false: kept, but not suggested. */
  @Property({ type: 'boolean', default: true })
  status!: boolean;

  /** Of a general one: all users see it, not only managers. */
  @Property({ type: 'boolean', default: true })
  allowView!: boolean;

  /** Of a general one: all who see it may change its text and its file. */
  @Property({ type: 'boolean', default: false })
  allowEdit!: boolean;

  /** Who made it; null when they are gone, which only a general one outlives. */
  @ForeignKey(() => User, { nullable: true })
  userId!: number | null;

  @Property({ length: 200, nullable: true })
  mediaKey!: string | null;

  @Property({ nullable: true })
  mediaName!: string | null;

  @Property({ length: 150, nullable: true })
  mediaMime!: string | null;

  @Property({ type: 'integer', nullable: true })
  mediaSize!: number | null;
}
