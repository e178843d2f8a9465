import type { Opt } from '@mikro-orm/core';
import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import type { Profile } from '../../../core/context.js';
import { IdType } from '../../../core/database/database-types.js';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { currentCompanyId, TenantEntity } from '../../../core/database/tenant.entity.js';
import type { Locale } from '../../../core/i18n.js';
import { Company } from '../../platform/companies/company.entity.js';
import type { WorkingDay } from '../../platform/companies/working-hours/working-hours.dto.js';

declare module '../../../core/context.js' {
  interface Actor {
    readonly queueIds: readonly number[];
    /** The user sees conversations without a department. */
    readonly allTicket: boolean;
  }
}

/** A person who signs in. E-mails are unique on the whole platform: the sign-in finds the company by them. */
@Entity({ tableName: 'users' })
@Unique({ properties: ['email'] })
export class User extends TenantEntity {
  @ForeignKey(() => Company, { onCreate: currentCompanyId })
  declare companyId: number & Opt;

  @Property({ length: 50 })
  name!: string;

  /** In lower case. */
  @Property()
  email!: string;

  /** An argon2id hash; null until the user sets a password by e-mail. */
  @Property({ nullable: true, hidden: true })
  passwordHash!: string | null;

  /** false: the user may not sign in and attends no conversations. */
  @Property({ type: 'boolean', default: true })
  active!: boolean & Opt;

  /** When the user may use the product, in the company's time zone; null means always. */
  @Property({ type: 'json', nullable: true })
  accessHours!: readonly WorkingDay[] | null;

  /** Whether the user signs in in two steps, for lists; the sign-in itself checks `two_factors`. */
  @Property({ type: 'boolean', default: false })
  twoFactor!: boolean & Opt;

  /** When the user last signed in or closed the last socket; null means never. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  lastSeenAt!: Date | null;

  @Property({ length: 20 })
  profile!: Profile;

  @Property({ type: 'boolean', default: false })
  super!: boolean;

  /** Whether the user sees conversations without a department; 'desabled' is the spec's spelling. */
  @Property({ length: 10, default: 'desabled' })
  allTicket!: 'enabled' | 'desabled';

  /** The preferred connection. Its table is created later, so the foreign key is a schema extra. */
  @Property({ type: IdType, nullable: true, name: 'connection_id' })
  whatsappId!: number | null;

  @Property({ length: 2, default: 'pt' })
  language!: Locale;

  /** When the user's break began; only the user ends it. null means no break. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  pausedSince!: Date | null;

  /** The reason in the user's words; null if none was given. */
  @Property({ length: 60, nullable: true })
  pauseReason!: string | null;
}
