import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { Connection } from '../connections/connection.entity.js';

/** A copy of the provider's message template, one row per language. */
@Entity({ tableName: 'message_templates' })
@Unique({ properties: ['connectionId', 'name', 'language'] })
export class MessageTemplate extends TenantEntity {
  @ForeignKey(() => Connection)
  connectionId!: number;

  @Property({ length: 512 })
  name!: string;

  @Property({ length: 20 })
  language!: string;

  @Property({ length: 30 })
  category!: string;

  /** The status as the provider spells it: APPROVED, PENDING, REJECTED, PAUSED, DISABLED, … */
  @Property({ length: 30 })
  status!: string;

  /** The reason of a rejection or pause as the provider spells it. */
  @Property({ type: 'text', nullable: true })
  reason!: string | null;

  /** The provider's rating: GREEN, YELLOW, RED; null: not rated yet. */
  @Property({ length: 20, nullable: true })
  quality!: string | null;

  /** Whether its variables have numbers or names. */
  @Property({ length: 10 })
  parameterFormat!: 'positional' | 'named';

  /** Header, body, footer and buttons in the provider's format. */
  @Property({ type: 'json' })
  components!: unknown[];

  @Property({ length: 100, default: '' })
  providerId!: string;

  @Property({ type: 'datetime', length: 3 })
  syncedAt!: Date;

  /** When the provider no longer listed the template. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  goneAt!: Date | null;
}
