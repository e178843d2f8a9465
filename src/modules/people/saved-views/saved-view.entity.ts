import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { User } from '../users/user.entity.js';

export const viewPages = ['tickets', 'relatories'] as const;
export type ViewPage = (typeof viewPages)[number];

/** The filters of a page that a user has saved under a name. */
@Entity({ tableName: 'saved_views' })
@Unique({ name: 'saved_views_name_unique', properties: ['companyId', 'userId', 'page', 'name'] })
export class SavedView extends TenantEntity {
  @ForeignKey(() => User, { onDelete: 'cascade' })
  userId!: number;

  /** The page that the filters belong to; the conversation list by default. */
  @Property({ length: 20, default: 'tickets' })
  page!: ViewPage;

  @Property({ length: 50 })
  name!: string;

  /** The query string of the page's address; empty for the default filters. */
  @Property({ type: 'text', default: '' })
  query!: string;
}
