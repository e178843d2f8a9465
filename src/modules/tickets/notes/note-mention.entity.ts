import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { User } from '../../users/user.entity.js';
import { TicketNote } from './ticket-note.entity.js';

/** Somebody is named in a note, and hears of it until they have seen it. Goes with the note and with the person. */
@Entity({ tableName: 'note_mentions' })
@Unique({ properties: ['companyId', 'noteId', 'userId'] })
@Index({ name: 'note_mentions_user_index', properties: ['companyId', 'userId', 'seenAt', 'id'] })
export class NoteMention extends TenantEntity {
  @ForeignKey(() => TicketNote, { onDelete: 'cascade' })
  noteId!: number;

  @ForeignKey(() => User, { onDelete: 'cascade' })
  userId!: number;

  /** The name as it stands in the note, behind its @. */
  @Property({ length: 50 })
  name!: string;

  @Property({ type: 'datetime', length: 3, nullable: true })
  seenAt!: Date | null;
}
