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
    /** Sees conversations without a department. */
    readonly allTicket: boolean;
  }
}

/** Somebody who signs in. The e-mail is unique on the platform, because it is given before the company is known. */
@Entity({ tableName: 'users' })
@Unique({ properties: ['email'] })
export class User extends TenantEntity {
  @ForeignKey(() => Company, { onCreate: currentCompanyId })
  declare companyId: number & Opt;

  @Property({ length: 50 })
  name!: string;

  /** Lower case. */
  @Property()
  email!: string;

  /** argon2id; null until the user sets one by mail. */
  @Property({ nullable: true, hidden: true })
  passwordHash!: string | null;

  /** false: may not sign in, and attends no conversation. */
  @Property({ type: 'boolean', default: true })
  active!: boolean & Opt;

  /** When they may use the product, by the company's clock; null: always. */
  @Property({ type: 'json', nullable: true })
  accessHours!: readonly WorkingDay[] | null;

  /** Signs in in two steps, as lists show it; `two_factors` says what a sign-in needs. */
  @Property({ type: 'boolean', default: false })
  twoFactor!: boolean & Opt;

  /** When they signed in or their last socket closed; null: never. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  lastSeenAt!: Date | null;

  @Property({ length: 20 })
  profile!: Profile;

  @Property({ type: 'boolean', default: false })
  super!: boolean;

  /** The spec's spelling: 'enabled' or 'desabled'; whether the user sees conversations without a department. */
  @Property({ length: 10, default: 'desabled' })
  allTicket!: 'enabled' | 'desabled';

  /** Preferred connection; its table comes later, so the reference is one of the schema's extras. */
  @Property({ type: IdType, nullable: true, name: 'connection_id' })
  whatsappId!: number | null;

  @Property({ length: 2, default: 'pt' })
  language!: Locale;

  /** Since when they are on a break, which they end themselves; null while they are not. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  pausedSince!: Date | null;

  /** In their own words; null when they did not say. */
  @Property({ length: 60, nullable: true })
  pauseReason!: string | null;
}
