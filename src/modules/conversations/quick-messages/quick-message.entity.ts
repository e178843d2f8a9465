import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { User } from '../../people/users/user.entity.js';

/** A prepared text, file or both; quick-messages.policy.ts decides who sees and changes it. */
@Entity({ tableName: 'quick_messages' })
@Index({ properties: ['companyId', 'geral', 'userId'] })
@Index({ properties: ['companyId', 'shortcode', 'id'] })
export class QuickMessage extends TenantEntity {
  /** Stored without the slash that users type in front of it. */
  @Property({ length: 50 })
  shortcode!: string;

  /** May contain variables, which the composer fills. */
  @Property({ type: 'text', default: '' })
  message!: string;

  /** true: it belongs to the company, not only to its owner. */
  @Property({ type: 'boolean', default: false })
  geral!: boolean;

  /** false: it is stored but not suggested. */
  @Property({ type: 'boolean', default: true })
  status!: boolean;

  /** For general ones: all users see it, not only managers. */
  @Property({ type: 'boolean', default: true })
  allowView!: boolean;

  /** For general ones: all users who see it may change its text and its file. */
  @Property({ type: 'boolean', default: false })
  allowEdit!: boolean;

  /** The user who created it. Only a general one may have null: it stays when the user is removed. */
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
